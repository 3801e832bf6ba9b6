package plot_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/image/font"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/export/plot"
)

// charts are the ordinary and the awkward ones.
func charts(t *testing.T) map[string]plot.Chart {
	rec, knobs := collapse(t)
	for i := range rec.Points {
		rec.Points[i].State, rec.Points[i].Rung = model.State(min(5, i/8)), i/20
	}
	with := func(change func(*model.Recording)) plot.Chart {
		r := rec
		r.Points = append([]model.Point(nil), rec.Points...)
		change(&r)
		return plot.OfRun(r, knobs)
	}
	all := map[string]plot.Chart{
		"run":  plot.OfRun(rec, knobs),
		"one":  with(func(r *model.Recording) { r.Points = r.Points[:1] }),
		"none": with(func(r *model.Recording) { r.Points = nil }),
		"gaps": with(func(r *model.Recording) {
			for i := range r.Points {
				if i%3 > 0 {
					r.Points[i].P50, r.Points[i].P99 = model.Millis(math.NaN()), model.Millis(math.NaN())
				}
			}
		}),
		"huge": with(func(r *model.Recording) {
			for i := range r.Points {
				p := &r.Points[i]
				p.Offered, p.Queue, p.P99, p.Capacity = math.MaxInt64/int64(i+1), math.MaxInt64/(i+1), model.Millis(math.Pow(10, float64(5*i))), 1e300
			}
		}),
		"long": with(func(r *model.Recording) {
			r.Points = nil
			for i := range 10000 {
				p := rec.Points[i%60]
				p.Start, p.End, p.State = model.Millis(i)*1000, model.Millis(i+1)*1000, model.State(i*i/7%model.States)
				r.Points = append(r.Points, p)
			}
			for i := range 60 {
				r.Changes = append(r.Changes, model.Change{At: model.Millis(i*i*2500 + 60000), Path: "client.load", To: float64(i), Who: "you"})
			}
		}),
	}
	words := plot.Table{File: "w.csv", Header: cliffHeader}
	for c := range 14 {
		for i, x := range []string{"off", "1", "5", "20", "one that is so long that it cannot be written out below its point"} {
			words.Rows = append(words.Rows, []string{fmt.Sprintf("%d is a curve with a name that goes on and on", c), x,
				fmt.Sprint(100 + i*c), "100", fmt.Sprint(90 - i*c/3), "0", "10", fmt.Sprint(10 + 100*i*c), "0"})
		}
	}
	for name, table := range map[string]plot.Table{
		"cliff": cliff(t), "words": words,
		"empty": {File: "e.csv", Header: cliffHeader, Rows: [][]string{{"a", "1", "", "", "", "", "", "", ""}}},
		"wide":  {File: "w.csv", Header: cliffHeader, Rows: [][]string{{"a", "1", "1", "1", "1", "0", "1", "1", "1"}, {"a", "1e6", "1", "1", "1e9", "0", "1", "1e8", "1"}}},
	} {
		for _, c := range ofSweep(t, table) {
			all[name+" "+c.Name] = c
		}
	}
	return all
}

var textElement = regexp.MustCompile(`(?s)<text x="([^"]+)" y="([^"]+)" transform="scale\(1, -1\)"\s+style="([^"]*)">(.*?)</text>`)
var fontSize = regexp.MustCompile(`font-size:([0-9.]+)px`)

// box is where a text stands.
type box struct {
	text                     string
	left, right, low, height float64
}

// texts are the boxes of the texts in an SVG, from the widths of its font. Below the
// base line there is a fifth of the size, above it seven tenths.
func texts(t *testing.T, svg string) []box {
	t.Helper()
	cache := plotfont.NewCache(liberation.Collection())
	var boxes []box
	for _, m := range textElement.FindAllStringSubmatch(svg, -1) {
		x, errX := strconv.ParseFloat(m[1], 64)
		y, errY := strconv.ParseFloat(m[2], 64)
		size, errSize := strconv.ParseFloat(fontSize.FindStringSubmatch(m[3])[1], 64)
		if err := errors.Join(errX, errY, errSize); err != nil {
			t.Fatalf("%s: %v", m[0], err)
		}
		f := plotfont.Font{Typeface: "Liberation", Variant: "Sans", Size: vg.Length(size)}
		if strings.Contains(m[3], "font-weight:bold") {
			f.Weight = font.WeightBold
		}
		text := html.UnescapeString(m[4])
		face := cache.Lookup(f, f.Size)
		width := float64(face.Width(text))
		boxes = append(boxes, box{text, x, x + width, -y - 0.2*size, 0.9 * size})
	}
	if len(boxes) < 5 {
		t.Fatalf("only %d texts are found in the SVG", len(boxes))
	}
	return boxes
}

// No text is cut off by the edge, and none is written over another.
func TestTextsAreWholeAndApart(t *testing.T) {
	for name, chart := range charts(t) {
		for _, size := range []plot.Size{plot.Least, plot.Laptop, plot.Projector, {Width: 1600, Height: 2000}, {Width: 3000, Height: 600}} {
			boxes := texts(t, string(draw(t, chart, size, plot.SVG)))
			for i, b := range boxes {
				if b.left < 0 || b.right > float64(size.Width) || b.low < 0 || b.low+b.height > float64(size.Height) {
					t.Errorf("%s at %v: %q is cut off: %+v", name, size, b.text, b)
				}
				for _, o := range boxes[:i] {
					if b.left < o.right-0.5 && o.left < b.right-0.5 && b.low < o.low+o.height-0.5 && o.low < b.low+b.height-0.5 {
						t.Errorf("%s at %v: %q is written over %q: %+v, %+v", name, size, b.text, o.text, b, o)
					}
				}
			}
		}
	}
}

var number = regexp.MustCompile(`NaN|Inf`)

// Whatever was recorded, the picture is a well-formed SVG without a coordinate that is
// no number.
func TestAnyRecordingCanBeDrawn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		value := rapid.OneOf(rapid.Float64(), rapid.Float64Range(0, 1e4), rapid.SampledFrom([]float64{0, math.NaN(), math.Inf(1), math.Inf(-1), 5e-324, math.MaxFloat64}))
		rec := model.Recording{Until: model.Millis(value.Draw(t, "until"))}
		for i := range rapid.IntRange(0, 50).Draw(t, "windows") {
			p := model.Point{Index: i, Start: model.Millis(i) * 1000, End: model.Millis(i+1) * 1000,
				P50: model.Millis(value.Draw(t, "p50")), P99: model.Millis(value.Draw(t, "p99")), Capacity: value.Draw(t, "capacity"),
				Deadline: model.Millis(value.Draw(t, "deadline")), State: model.State(rapid.IntRange(0, model.States-1).Draw(t, "state"))}
			p.Offered, p.Queue = rapid.Int64Min(0).Draw(t, "offered"), rapid.IntMin(0).Draw(t, "queue")
			rec.Points = append(rec.Points, p)
		}
		for range rapid.IntRange(0, 9).Draw(t, "changes") {
			rec.Changes = append(rec.Changes, model.Change{At: model.Millis(rapid.Float64Range(0, 60000).Draw(t, "at")), Note: rapid.String().Draw(t, "note")})
		}
		chart := plot.OfRun(rec, nil)
		svg, err := chart.Draw(plot.Laptop, plot.SVG)
		if err != nil {
			t.Fatalf("Draw = %v", err)
		}
		for _, line := range strings.Split(string(svg), "\n") {
			if !strings.Contains(line, "<text") && !strings.Contains(line, "</text>") && !strings.HasPrefix(line, "<desc") && number.MatchString(line) {
				t.Fatalf("the SVG has %s", line)
			}
		}
		for decoder := xml.NewDecoder(strings.NewReader(string(svg))); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("the SVG is not well-formed: %v", err)
			}
		}
	})
}

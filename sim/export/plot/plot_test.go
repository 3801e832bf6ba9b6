package plot_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"image/png"
	"math"
	"strconv"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/export/plot"
	"overloadtui/sim/sweep"
)

// collapse is a run that falls off the cliff and comes back, and its knobs.
func collapse(t *testing.T) (model.Recording, model.Knobs) {
	t.Helper()
	s, err := presets.Load("collapse", sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	s.Duration = 0
	s.Changes = []model.Change{
		{At: 12000, Path: "client.load", To: 120, Who: "you"}, {At: 30000, Path: "server.concurrency.limit", To: 20, Who: "you"},
		{At: 31000, Who: "you", Note: "it comes back"}, {At: 45000, Path: "client.load", To: 90, Who: "scenario"}}
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(60 * model.Second)
	knobs, err := s.Clone().Knobs(sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	return e.Recording(), knobs
}

func cliff(t *testing.T) plot.Table {
	t.Helper()
	s, err := presets.Load("collapse", sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	s.Duration = 5000
	table, err := sweep.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return plot.Table(*table)
}

func ofSweep(t *testing.T, table plot.Table) []plot.Chart {
	t.Helper()
	charts, err := plot.OfSweep(table, "a sweep", 200)
	if err != nil {
		t.Fatalf("OfSweep(%+v) = %v", table, err)
	}
	return charts
}

// Each curve that names a column has just the numbers that the CSV has there.
func TestAChartOfARunHasTheNumbersOfTheCSV(t *testing.T) {
	rec, knobs := collapse(t)
	rec.Points[7].P99 = model.Millis(math.NaN())
	rows, err := csv.NewReader(bytes.NewReader(export.CSV(rec.Points, export.AllColumns()))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column := map[string]int{}
	for i, name := range rows[0] {
		column[name] = i
	}
	seen := 0
	for _, panel := range plot.OfRun(rec, knobs).Panels {
		for _, c := range panel.Curves {
			if c.Column == "" {
				continue
			}
			for i, row := range rows[1:] {
				x, y := field(row[column["window_end_ms"]]), field(row[column[c.Column]])
				if x != c.X[i] || y != c.Y[i] && !(math.IsNaN(y) && math.IsNaN(c.Y[i])) {
					t.Errorf("%s of window %d is drawn at (%v, %v), the CSV has (%v, %v)", c.Column, i, c.X[i], c.Y[i], x, y)
				}
				seen++
			}
		}
	}
	if want := 7 * len(rec.Points); seen != want {
		t.Errorf("%d points were compared, want %d", seen, want)
	}
}

func field(text string) float64 {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	return math.NaN()
}

func TestChartsOfASweepHaveTheNumbersOfTheTable(t *testing.T) {
	table := cliff(t)
	charts := ofSweep(t, table)
	for _, chart := range charts {
		for _, c := range chart.Panels[0].Curves {
			if len(c.X) == 2 {
				continue // a level
			}
			for i, x := range c.X {
				row := i
				if c.Name == "retry" {
					row += len(table.Rows) / 2
				}
				want := field(table.Rows[row][max(0, table.Column(c.Column))])
				if chart.Name == "amplification" {
					want = field(table.Rows[row][2]) / field(table.Rows[row][1])
				}
				if x != field(table.Rows[row][1]) || c.Y[i] != want {
					t.Errorf("%s, %s: point %d is (%v, %v), the table has (%s, %v)", chart.Name, c.Name, i, x, c.Y[i], table.Rows[row][1], want)
				}
			}
		}
	}
	if got := len(charts[0].Panels[0].Curves); got != 3 {
		t.Errorf("goodput has %d curves, want the ideal once and two modes", got)
	}
}

func TestMomentsSayFromWhatToWhat(t *testing.T) {
	rec, knobs := collapse(t)
	rec.Changes = append(rec.Changes,
		model.Change{At: 50000, Path: "gone.knob", To: 1500},
		model.Change{At: 51000, Order: model.Order{Kind: model.HoldRung, Value: 2, Who: "Ada"}},
		model.Change{At: 60001, Path: "client.load", To: 10},                // it has not happened yet
		model.Change{At: 20000, Path: "client.load", To: 100, Who: "later"}) // it was asked for after what is on the timeline
	var got []string
	for _, m := range plot.Moments(rec, knobs) {
		got = append(got, m.Text+" by "+m.Who)
	}
	want := []string{"load 90 /s → 120 /s by you", "load 120 /s → 100 /s by later", "limit off → 20 by you", "it comes back by you", "load 100 /s → 90 /s by scenario", "gone.knob → 1,500 by ", "hold rung 2 by Ada"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("Moments are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// The state band has each state that occurred, and together they fill the time once.
func TestBandsFillTheTime(t *testing.T) {
	rec, knobs := collapse(t)
	for i := range rec.Points {
		rec.Points[i].State, rec.Points[i].Rung = model.State(i/7%model.States), i/20
	}
	bands := plot.OfRun(rec, knobs).Bands
	total := 0.0
	for _, b := range bands[:model.States] {
		for _, s := range b.Spans {
			total += s.To - s.From
			if s.Text != strings.ToUpper(b.Name[:1]) {
				t.Errorf("a span of %s says %q", b.Name, s.Text)
			}
		}
	}
	if total != 60000 || len(bands) != model.States+1 || fmt.Sprint(bands[model.States].Spans) != "[{21000 41000 1} {41000 60000 2}]" {
		t.Errorf("bands of six states fill %v ms of 60000; all bands are %+v", total, bands)
	}
}

func TestTheSameChartGivesTheSameBytes(t *testing.T) {
	rec, knobs := collapse(t)
	for _, format := range []plot.Format{plot.PNG, plot.SVG} {
		first := draw(t, plot.OfRun(rec, knobs), plot.Laptop, format)
		if again := draw(t, plot.OfRun(rec, knobs), plot.Laptop, format); !bytes.Equal(first, again) {
			t.Errorf("format %d: two pictures of one recording differ", format)
		}
	}
}

func draw(t *testing.T, c plot.Chart, size plot.Size, f plot.Format) []byte {
	t.Helper()
	data, err := c.Draw(size, f)
	if err != nil {
		t.Fatalf("Draw(%v, %d) = %v", size, f, err)
	}
	return data
}

func TestFileNames(t *testing.T) {
	for _, c := range []struct {
		chart, csv, scenario string
		format               plot.Format
		want                 string
	}{
		{"goodput", "bp-post1-collapse-sweep.csv", "collapse", plot.PNG, "bp-post1-goodput.png"},
		{"amplification", "bp-post1-collapse-sweep.csv", "collapse", plot.PNG, "bp-post1-amplification.png"},
		{"run", "mine.csv", "collapse", plot.SVG, "mine-run.svg"},
	} {
		chart := plot.Chart{Name: c.chart}
		if got := chart.FileName(c.csv, c.scenario, c.format); got != c.want {
			t.Errorf("FileName(%q, %q, %d) of %s = %q, want %q", c.csv, c.scenario, c.format, c.chart, got, c.want)
		}
	}
}

func TestPNGHasTheSizeAskedFor(t *testing.T) {
	charts := ofSweep(t, cliff(t))
	for _, size := range []plot.Size{plot.Least, plot.Laptop, plot.Projector} {
		config, err := png.DecodeConfig(bytes.NewReader(draw(t, charts[0], size, plot.PNG)))
		if err != nil || config.Width != size.Width || config.Height != size.Height {
			t.Errorf("Draw(%v) is %d x %d, %v", size, config.Width, config.Height, err)
		}
	}
	if _, err := charts[0].Draw(plot.Size{Width: 959, Height: 1000}, plot.PNG); err == nil || err.Error() != "959 x 1000 pixels are too small for a chart, which needs 960 x 540" {
		t.Errorf("Draw at 959 x 1000 = %v", err)
	}
}

func TestInlineHasNoColourOfItsOwn(t *testing.T) {
	rec, knobs := collapse(t)
	chart := plot.OfRun(rec, knobs)
	svg, err := chart.Inline(plot.Laptop)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range plot.Palette {
		if strings.Contains(svg, c.Light) {
			t.Errorf("Inline still has %s, which is %s", c.Light, c.Name)
		}
	}
	if !strings.Contains(svg, "var(--plot-ink)") || strings.Contains(svg, ` width="1280"`) {
		t.Errorf("Inline begins %.300s", svg)
	}
}

func TestWhatIsNoSweepIsRefused(t *testing.T) {
	for _, c := range []struct {
		table plot.Table
		says  string
	}{
		{plot.Table{File: "a.csv", Header: []string{"mode", "x"}}, "a.csv: there is no column effective_rps after the curve and the swept knob"},
		{plot.Table{File: "a.csv", Header: cliffHeader, Rows: [][]string{{"a", "1"}}}, "a.csv: row 1 has 2 fields, the header has 9"},
	} {
		if _, err := plot.OfSweep(c.table, "", 0); err == nil || err.Error() != c.says {
			t.Errorf("OfSweep(%+v) = %v, want %s", c.table, err, c.says)
		}
	}
}

var cliffHeader = []string{"mode", "limit", "effective_rps", "ideal_goodput_rps", "goodput_rps", "wasted_pct", "p50_ms", "p99_ms", "avg_queue_depth"}

package main

import (
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"overloadtui/sim/simtest"
	"overloadtui/ui"
)

var update = flag.Bool("update", false, "write the pictures and pages as they are now")

const root = "../.."

// made is what the documentation has to be.
var made = sync.OnceValues(func() ([]file, error) { return documentation(root) })

// The pictures and the pages about the screens are those that the program makes now.
func TestTheDocumentationIsCurrent(t *testing.T) {
	simtest.Long(t)
	files, err := made()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, f := range files {
		known[f.path] = true
		path := filepath.Join(root, filepath.FromSlash(f.path))
		old, err := os.ReadFile(path)
		switch {
		case err == nil && string(old) == string(f.data):
		case *update:
			if err := f.write(root); err != nil {
				t.Fatal(err)
			}
		case err != nil:
			t.Errorf("%v\ngo generate ./ui/picture writes it", err)
		default:
			t.Errorf("%s is not what the program shows: %s\ngo generate ./ui/picture corrects it", f.path, difference(string(old), string(f.data)))
		}
	}
	for _, pattern := range []string{"docs/pictures/*", "docs/screens/*"} {
		there, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(pattern)))
		if err != nil || len(there) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(there), err)
		}
		for _, path := range there {
			rel, err := filepath.Rel(root, path)
			if err != nil {
				t.Fatal(err)
			}
			if !known[filepath.ToSlash(rel)] {
				t.Errorf("%s is of no screen that there is", filepath.ToSlash(rel))
			}
		}
	}
}

func difference(old, now string) string {
	a, b := strings.Split(old, "\n"), strings.Split(now, "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("line %d is\n%.200s\nand should be\n%.200s", i+1, a[i], b[i])
		}
	}
	return fmt.Sprintf("%d lines, should be %d", len(a), len(b))
}

// What a page of a screen sets in bold stands like that on the screen: on one of the
// pictures of the page.
func TestThePagesSpeakOfWhatIsThere(t *testing.T) {
	for _, v := range ui.Views() {
		page := filepath.Join(root, "docs", "screens", v.File()+".md")
		data, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		shown := ""
		for _, s := range picturesOf(v.Name, scenery(t)) {
			frame := shoot(t, s)
			shown += frame.Text()
		}
		prose, _, _ := strings.Cut(string(data), "<!-- keys -->")
		words := regexp.MustCompile(`\*\*([^*]+)\*\*`).FindAllStringSubmatch(prose, -1)
		if _, ours := wanted[v.Name]; ours && len(words) < wanted[v.Name] {
			t.Errorf("%s names %d things in bold; it should say how to read the screen", page, len(words))
		}
		for _, w := range words {
			if !strings.Contains(shown, w[1]) {
				t.Errorf("%s speaks of **%s**, which is on none of its pictures", page, w[1])
			}
		}
	}
}

// wanted is how many things the pages explain at least.
var wanted = map[string]int{"live": 6, "states": 6}

func scenery(t *testing.T) []scene {
	t.Helper()
	all, err := pictures()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// album keeps the frames, because the engine takes some time for them.
var album = map[string]ui.Frame{}

func shoot(t *testing.T, s scene) ui.Frame {
	t.Helper()
	frame, ok := album[s.name]
	if !ok {
		still, err := s.play()
		if err != nil {
			t.Fatalf("scene %s: %v", s.name, err)
		}
		frame = still.Frame()
		album[s.name] = frame
	}
	return frame
}

// A scene played twice gives the same bytes.
func TestTheSameSceneIsTheSamePicture(t *testing.T) {
	simtest.Long(t)
	files, err := made()
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range scenery(t) {
		frame := shoot(t, s)
		if first, again := string(files[i].data), string(svg(&frame, s.title(), s.shows)); first != again {
			t.Errorf("%s: %s", files[i].path, difference(first, again))
		}
	}
}

// A picture is well-formed, has a title and a description, writes every word of the
// frame at its own column with the width of its cells, draws everything that is no
// plain character, and has nothing outside of itself.
func TestPictures(t *testing.T) {
	simtest.Long(t)
	for _, s := range scenery(t) {
		frame := shoot(t, s)
		data := svg(&frame, s.title(), s.shows)
		grid := make([][]rune, frame.Height)
		for y := range grid {
			grid[y] = []rune(strings.Repeat(" ", frame.Width))
		}
		var at []string // names of the open elements
		said := map[string]string{}
		x, y, cells := 0, 0, 0
		attribute := func(e xml.StartElement, name string) string {
			for _, a := range e.Attr {
				if a.Name.Local == name {
					return a.Value
				}
			}
			return ""
		}
		d := xml.NewDecoder(strings.NewReader(string(data)))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", s.name, err)
			}
			switch token := token.(type) {
			case xml.StartElement:
				at = append(at, token.Name.Local)
				switch token.Name.Local {
				case "text":
					y = (number(t, attribute(token, "y")) - margin) / cellH
				case "tspan":
					x, cells = (number(t, attribute(token, "x"))-margin)/cellW, 1
					if l := attribute(token, "textLength"); l != "" {
						cells = number(t, l) / cellW
					}
				}
			case xml.EndElement:
				at = at[:len(at)-1]
			case xml.CharData:
				if len(at) == 0 {
					continue
				}
				name := at[len(at)-1]
				said[name] += string(token)
				if name != "tspan" {
					continue
				}
				if n := len([]rune(string(token))); n != cells {
					t.Errorf("%s: %q at %d, %d is as wide as %d cells", s.name, token, x, y, cells)
				}
				for i, r := range []rune(string(token)) {
					if r > '~' {
						t.Errorf("%s: %q is left to the reader's font", s.name, r)
					}
					grid[y][x+i] = r
				}
			}
		}
		if said["title"] != s.title() || said["desc"] != s.shows || s.shows == "" {
			t.Errorf("%s: title %q, description %q", s.name, said["title"], said["desc"])
		}
		for y := range frame.Height {
			for x, c := range frame.Row(y) {
				want := c.Rune
				if _, drawn := shape(want, 0, 0); drawn != "" {
					want = ' '
				}
				if grid[y][x] != want {
					t.Fatalf("%s: %q at %d, %d; the screen has %q", s.name, grid[y][x], x, y, want)
				}
			}
		}
		if out := regexp.MustCompile(`https?://[^"]*|url\(|@import|<script`).FindAllString(string(data), -1); len(out) != 1 {
			t.Errorf("%s: %q; only the name space is named", s.name, out)
		}
	}
}

func number(t *testing.T, text string) int {
	t.Helper()
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Each character that is drawn stays within its cell, and lines reach its edges exactly.
func TestShapes(t *testing.T) {
	coordinate := regexp.MustCompile(`([MmlHhVvz])([-\d.]*) ?([-\d.]*)`)
	for r := rune(0x2500); r < 0x2900; r++ {
		path, _ := shape(r, 0, 0)
		x, y := 0.0, 0.0
		least, most := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
		for _, m := range coordinate.FindAllStringSubmatch(path, -1) {
			a, _ := strconv.ParseFloat(m[2], 64)
			b, _ := strconv.ParseFloat(m[3], 64)
			switch m[1] {
			case "M":
				x, y = a, b
			case "l":
				x, y = x+a, y+b
			case "h":
				x += a
			case "v":
				y += a
			case "H":
				x = a
			case "V":
				y = a
			}
			least = [2]float64{min(least[0], x), min(least[1], y)}
			most = [2]float64{max(most[0], x), max(most[1], y)}
		}
		if path != "" && (least[0] < 0 || least[1] < 0 || most[0] > cellW || most[1] > cellH) {
			t.Errorf("%c leaves its cell: %s", r, path)
		}
		if a, ok := boxes[r]; ok {
			if a.left != (least[0] == 0) || a.right != (most[0] == cellW) || a.up != (least[1] == 0) || a.down != (most[1] == cellH) {
				t.Errorf("%c has arms %+v and is drawn from %v to %v", r, a, least, most)
			}
		}
	}
	for _, c := range []struct {
		r    rune
		path string
	}{
		{'⠁', "M2.5 2.5h0"}, {'⢀', "M7.5 17.5h0"}, {'⡀', "M2.5 17.5h0"}, {'⠠', "M7.5 12.5h0"},
		{'▄', "M0 10h10v10h-10z"}, {'─', "M0 10H10"}, {'┌', "M5 10H10M5 10V20"},
	} {
		if path, _ := shape(c.r, 0, 0); path != c.path {
			t.Errorf("%c is %s, want %s", c.r, path, c.path)
		}
	}
}

// Every colour that the dashboard has can be read on its background: a contrast of at
// least 4.5, as WCAG 2.2 defines it.
func TestColours(t *testing.T) {
	for _, s := range scenery(t) {
		frame := shoot(t, s)
		for _, c := range frame.Cells {
			for _, is := range []struct {
				p *palette
				s ui.Style
			}{{&darkPalette, c.Dark}, {&lightPalette, c.Light}} {
				if colour := is.p.colour(is.s); contrast(t, colour, is.p.back) < 4.5 {
					t.Fatalf("%s: %q in %+v is %q on %s", s.name, c.Rune, is.s, colour, is.p.back)
				}
			}
		}
	}
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	luminance := func(colour string) float64 {
		n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 24)
		if err != nil {
			t.Fatalf("colour %q: %v", colour, err)
		}
		sum := 0.0
		for i, weight := range []float64{0.0722, 0.7152, 0.2126} {
			v := float64(n>>(8*i)&255) / 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += weight * v
		}
		return sum
	}
	la, lb := luminance(a), luminance(b)
	return (max(la, lb) + 0.05) / (min(la, lb) + 0.05)
}

func TestKeys(t *testing.T) {
	if got := strings.Join(keys(`l shift+tab "a b" enter`), "|"); got != "l|shift+tab|a| |b|enter" {
		t.Errorf("keys are %q", got)
	}
}

// One picture, as a person asks for it.
func TestOnePicture(t *testing.T) {
	out := filepath.Join(t.TempDir(), "one.svg")
	if err := run([]string{"-preset", "codel", "-at", "5s", "-do", "1s: l l", "-size", "80x24", "-o", out}); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(out)
	if err != nil || !strings.Contains(string(data), ">codel<") {
		t.Errorf("%.300s, %v", data, err)
	}
	for _, bad := range []string{"-size 80", "-size 0x3", "-at soon", "-preset cod", "-do l", "-do x:l"} {
		if err := run(append(strings.Fields(bad), "-o", out)); err == nil {
			t.Errorf("picture %s is no error", bad)
		}
	}
}

// The pictures need the engine; the dashboard itself does not.
func TestTheDashboardKnowsNoEngine(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "overloadtui/ui").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	for dep := range strings.Lines(string(out)) {
		if strings.HasPrefix(dep, "overloadtui/sim") || strings.HasPrefix(dep, "overloadtui/presets") {
			t.Errorf("overloadtui/ui needs %s", dep)
		}
	}
}

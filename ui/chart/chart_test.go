package chart

import (
	"math"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// draw is a plot as text.
func draw(p *Plot) string {
	rows := make([][]rune, p.Height)
	for y := range rows {
		rows[y] = []rune(strings.Repeat(" ", p.Width))
	}
	p.Draw(func(x, y int, r rune, _ Ink) { rows[y][x] = r })
	var b strings.Builder
	for _, r := range rows {
		b.WriteString("|" + string(r) + "|\n")
	}
	return b.String()
}

func values(vs ...float64) Series {
	return Series{Mark: '#', N: len(vs), At: func(i int) (float64, float64) { return float64(i), vs[i] }}
}

func TestPlots(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		name string
		plot Plot
		want string
	}{
		{"a line", Plot{Width: 5, Height: 3, Glyphs: ASCII, From: 0, To: 4, High: 2, Series: []Series{values(0, 1, 2, 1, 0)}}, `
| ### |
|## ##|
|#   #|
`},
		{"a jump is joined", Plot{Width: 4, Height: 3, Glyphs: ASCII, From: 0, To: 3, High: 2, Series: []Series{values(0, 0, 2, 2)}}, `
|  ##|
| ## |
|##  |
`},
		{"a gap is no zero", Plot{Width: 5, Height: 3, Glyphs: ASCII, From: 0, To: 4, High: 2, Series: []Series{values(2, 2, nan, 2, math.Inf(1))}}, `
|## # |
|     |
|     |
`},
		{"a later line covers, a level fills", Plot{Width: 4, Height: 3, Glyphs: ASCII, From: 0, To: 3, High: 2,
			Levels: []Level{{Mark: '=', Y: 1}},
			Series: []Series{{Mark: '.', N: 2, At: func(i int) (float64, float64) { return float64(3 * i), 2 }}, values(2, 2)}}, `
|##..|
|====|
|    |
`},
		{"decades", Plot{Width: 3, Height: 3, Glyphs: ASCII, From: 0, To: 2, Low: 1, High: 100, Log: true, Series: []Series{values(1, 10, 100)}}, `
| ##|
|## |
|#  |
`},
		{"nothing below the axis of decades", Plot{Width: 3, Height: 2, Glyphs: ASCII, From: 0, To: 2, Low: 1, High: 100, Log: true, Series: []Series{values(0, -1, 1000)}}, `
| ##|
|## |
`},
		{"an area of blocks", Plot{Width: 3, Height: 2, Glyphs: Block, From: 0, To: 2, High: 15,
			Series: []Series{{Area: true, N: 3, At: func(i int) (float64, float64) { return float64(i), []float64{0, 7.5, 15}[i] }}}}, `
| ▄█|
|▅██|
`},
		{"a level ends before an area", Plot{Width: 6, Height: 4, Glyphs: Block, From: 0, To: 5, High: 31,
			Levels: []Level{{Mark: '=', Y: 10}},
			Series: []Series{{Area: true, N: 4, At: func(i int) (float64, float64) { return float64(i + 2), []float64{0, 10, 20, 31}[i] }}}}, `
|    ▃█|
|    ██|
|== ███|
|  ▆███|
`},
		{"a level stays out of the gaps of a dotted line, and away from it", Plot{Width: 8, Height: 2, Glyphs: Braille, From: 0, To: 15, High: 7,
			Levels: []Level{{Mark: '=', Y: 7}},
			Series: []Series{{Pattern: Dotted, N: 2, At: func(i int) (float64, float64) { return float64(8 * i), 6 }}}}, `
|⠂⠐ ⠂  ==|
|        |
`},
		{"a level above 0 is not drawn in the row of 0", Plot{Width: 3, Height: 3, Glyphs: ASCII, From: 0, To: 2, High: 600, Levels: []Level{{Mark: '=', Y: 20}}}, `
|   |
|   |
|   |
`},
		{"a level of 0 is", Plot{Width: 3, Height: 2, Glyphs: ASCII, From: 0, To: 2, High: 600, Levels: []Level{{Mark: '=', Y: 0}}}, `
|   |
|===|
`},
		{"dots", Plot{Width: 2, Height: 1, Glyphs: Braille, From: 0, To: 3, High: 3, Series: []Series{values(0, 1, 2, 3)}}, `
|⡴⠋|
`},
	} {
		if got := "\n" + draw(&c.plot); got != c.want {
			t.Errorf("%s:%s want%s", c.name, got, c.want)
		}
	}
}

// TestAnyPlotEndsWithinItsArea holds for every size and every number there is.
func TestAnyPlotEndsWithinItsArea(t *testing.T) {
	odd := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, -1, 1e300, math.MaxFloat64, 1e-300}))
	rapid.Check(t, func(t *rapid.T) {
		ys := rapid.SliceOfN(odd, 0, 50).Draw(t, "ys")
		p := Plot{
			Width: rapid.IntRange(-1, 30).Draw(t, "w"), Height: rapid.IntRange(-1, 10).Draw(t, "h"),
			Glyphs: Glyphs(rapid.IntRange(0, 2).Draw(t, "glyphs")),
			From:   odd.Draw(t, "from"), To: odd.Draw(t, "to"), Low: odd.Draw(t, "low"), High: odd.Draw(t, "high"),
			Log:    rapid.Bool().Draw(t, "log"),
			Levels: []Level{{Mark: '=', Y: odd.Draw(t, "level")}},
		}
		s := values(ys...)
		s.Area = rapid.Bool().Draw(t, "area")
		p.Series = []Series{s}
		p.Draw(func(x, y int, r rune, _ Ink) {
			if x < 0 || x >= p.Width || y < 0 || y >= p.Height || r == 0 {
				t.Fatalf("set(%d, %d, %q) in %d x %d", x, y, r, p.Width, p.Height)
			}
		})
		if row := p.Row(odd.Draw(t, "row")); row >= max(p.Height, 1) {
			t.Fatalf("row %d of %d", row, p.Height)
		}
	})
}

// TestManyPointsKeepTheirPeaks holds that a single high window is seen however many
// share its column.
func TestManyPointsKeepTheirPeaks(t *testing.T) {
	p := Plot{Width: 10, Height: 4, Glyphs: ASCII, From: 0, To: 9999, High: 100, Series: []Series{{Mark: '#', N: 10000, At: func(i int) (float64, float64) {
		if i == 5432 {
			return float64(i), 100
		}
		return float64(i), 0
	}}}}
	if top, _, _ := strings.Cut(draw(&p), "\n"); !strings.Contains(top, "#") {
		t.Errorf("the peak is lost:\n%s", draw(&p))
	}
}

func TestStack(t *testing.T) {
	parts := [][]float64{{1, 0, 0}, {1, 1, 0}, {0, 0, 0}, {1, 1, 2}, {math.NaN(), 1, 0}}
	s := Stack{Width: 5, Height: 4, Bands: []Band{{0, '#'}, {0, '%'}, {0, 'r'}}, At: func(x int, p []float64) { copy(p, parts[x]) }}
	rows := [4][]rune{}
	for y := range rows {
		rows[y] = []rune("     ")
	}
	s.Draw(func(x, y int, r rune, _ Ink) { rows[y][x] = r })
	got := ""
	for _, r := range rows {
		got += string(r) + "\n"
	}
	want := "#% r \n#% r \n## % \n## # \n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

func TestAnAxisGrowsAtOnceAndShrinksLate(t *testing.T) {
	var a Axis
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		after time.Duration
		most  float64
		want  float64
	}{
		{0, 90, 100}, {time.Second, 480, 500}, {2 * time.Second, 20, 500}, {5 * time.Second, 20, 500}, {7 * time.Second, 20, 20},
	} {
		if got := a.Fit(c.most, at.Add(c.after)); got != c.want {
			t.Errorf("after %v Fit(%v) = %v, want %v", c.after, c.most, got, c.want)
		}
	}
}

func TestRoundNumbers(t *testing.T) {
	for v, want := range map[float64]float64{0: 1, -5: 1, math.NaN(): 1, math.Inf(1): 1, 90: 100, 100: 100, 101: 125, 440: 500, 9900: 10000} {
		if got := RoundUp(v); got != want {
			t.Errorf("RoundUp(%v) = %v, want %v", v, got, want)
		}
	}
	for _, c := range []struct {
		v     float64
		width int
		want  string
	}{{125, 4, "125"}, {62.5, 4, "62.5"}, {10000, 4, "10k"}, {12500, 4, "12k"}, {12500, 5, "12500"}, {2.5e6, 4, "2.5M"}, {1e12, 5, "1000G"}} {
		if got := Label(c.v, c.width); got != c.want {
			t.Errorf("Label(%v, %d) = %q, want %q", c.v, c.width, got, c.want)
		}
	}
}

func BenchmarkPlot(b *testing.B) {
	p := Plot{Width: 100, Height: 10, Glyphs: Braille, From: 0, To: 29999, High: 100}
	for range 3 {
		p.Series = append(p.Series, Series{N: 30000, At: func(i int) (float64, float64) { return float64(i), float64(i % 100) }})
	}
	b.ReportAllocs()
	for b.Loop() {
		p.Draw(func(int, int, rune, Ink) {})
	}
}

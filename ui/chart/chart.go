// Package chart turns numbers over time into cells of a terminal: lines, areas,
// thresholds and stacked shares, in three sets of glyphs.
//
// It knows no colours, no terminal and no simulation: a caller gives values and ink
// numbers and gets each cell through a function. Its dots come from ntcharts, which
// nothing else imports; ntcharts' own charts hang on NaN and draw gaps as zero, so
// the mapping from values to dots is here.
package chart

import (
	"math"

	"github.com/NimbleMarkets/ntcharts/canvas/runes"
)

// Ink stands for a colour; the caller decides which. 0 is the plain one.
type Ink = uint8

// Glyphs is the set of characters that a chart is drawn with.
type Glyphs uint8

// The sets of glyphs, from the finest to the one that every terminal has.
const (
	Braille Glyphs = iota // 2 x 4 dots in a cell
	Block                 // eighths of a cell, for areas; marks for lines
	ASCII
)

// Pattern tells the lines of a chart apart without colour.
type Pattern uint8

// The patterns of a line. Glyph sets without dots tell lines apart by Series.Mark.
const (
	Solid Pattern = iota
	Dotted
	Dashed
)

// Series is one line of a chart.
type Series struct {
	Ink     Ink
	Mark    rune // what stands for a value in the sets without dots
	Pattern Pattern
	Area    bool // filled down to the bottom, where the glyphs can
	N       int
	// At is the i-th point. x never falls; a y that is not finite is a gap.
	At func(i int) (x, y float64)
}

// Level is a horizontal line: a threshold.
type Level struct {
	Ink  Ink
	Mark rune
	Y    float64 // not drawn where it is outside the axis
}

// Plot is a chart of lines over a common axis.
type Plot struct {
	Width, Height int // cells
	Glyphs        Glyphs
	From, To      float64 // x axis
	Low, High     float64 // y axis
	Log           bool    // y axis by decades; needs Low > 0
	Levels        []Level
	Series        []Series // a later one covers an earlier one
}

type dot struct {
	dots runes.PatternDots
	mark rune
	ink  Ink

	passed bool // a line runs here, if only with a gap of its pattern
}

// Draw gives every cell that is not empty to set, with x from the left and y from
// the top. A plot without room or without an axis draws nothing.
func (p *Plot) Draw(set func(x, y int, r rune, ink Ink)) {
	if !p.sound() {
		return
	}
	perX, perY := p.Glyphs.grain()
	g := grid{plot: p, cells: make([]dot, p.Width*p.Height), cols: p.Width * perX, rows: p.Height * perY}
	g.low, g.high = make([]int, g.cols), make([]int, g.cols)
	for i := range p.Series {
		g.draw(&p.Series[i], perX, perY)
	}
	for _, l := range p.Levels {
		g.level(l)
	}
	for i := range g.cells {
		c := &g.cells[i]
		if r := c.rune(); r != 0 {
			set(i%p.Width, i/p.Width, r, c.ink)
		}
	}
}

// sound says whether there is room and both axes are finite.
func (p *Plot) sound() bool {
	x, y := p.To-p.From, p.High-p.Low
	return p.Width > 0 && p.Height > 0 && x > 0 && !math.IsInf(x, 0) && y > 0 && !math.IsInf(y, 0) && (!p.Log || p.Low > 0)
}

// Row is the row, from the top, in which a value of y stands, or -1 outside the axis.
func (p *Plot) Row(y float64) int {
	if !p.sound() || !(y >= p.Low) || !(y <= p.High) {
		return -1
	}
	_, perY := p.Glyphs.grain()
	return p.Height - 1 - int(math.Round(p.scale(y)*float64(p.Height*perY-1)))/perY
}

// LevelRow is the row in which a level is drawn, or -1 where it is not: outside the
// axis, and in the lowest row of an axis that begins at 0, where it would look like 0.
func (p *Plot) LevelRow(y float64) int {
	row := p.Row(y)
	if row == p.Height-1 && p.Low == 0 && y != 0 {
		return -1
	}
	return row
}

// Column is the column in which x stands, or -1 outside the axis.
func (p *Plot) Column(x float64) int {
	if !(x >= p.From) || !(x <= p.To) || !(p.To > p.From) {
		return -1
	}
	return min(int((x-p.From)/(p.To-p.From)*float64(p.Width)), p.Width-1)
}

// scale maps y to 0..1; what is beyond the axis stays at its end.
func (p *Plot) scale(y float64) float64 {
	low, high := p.Low, p.High
	if p.Log {
		y, low, high = math.Log10(math.Max(y, p.Low)), math.Log10(low), math.Log10(high)
	}
	return math.Max(0, math.Min((y-low)/(high-low), 1))
}

// grain is how many dots a cell has across and down.
func (g Glyphs) grain() (x, y int) {
	switch g {
	case Braille:
		return 2, 4
	case Block:
		return 1, 8
	}
	return 1, 1
}

func (c *dot) rune() rune {
	if c.mark != 0 {
		return c.mark
	}
	if c.dots == (runes.PatternDots{}) {
		return 0
	}
	return runes.BraillePatternFromPatternDots(c.dots)
}

type grid struct {
	plot       *Plot
	cells      []dot
	cols, rows int   // dots
	low, high  []int // of a series in each column of dots, from the bottom; -1 = nothing
}

func (g *grid) draw(s *Series, perX, perY int) {
	g.trace(s)
	for x, high := range g.high {
		if high < 0 {
			continue
		}
		low := g.low[x]
		for y := low / perY; y <= high/perY; y++ {
			g.cell(x/perX, y).passed = true
		}
		switch {
		case g.plot.Glyphs == Braille:
			if s.Area {
				low = 0
				for y := range high / perY {
					g.cell(x/perX, y).passed = true
				}
			} else if low == high && skip(s.Pattern, x) {
				continue
			}
			for y := low; y <= high; y++ {
				c := g.cell(x/perX, y/perY)
				c.dots[dotNumber[x%2][3-y%4]], c.ink = true, s.Ink
			}
		case g.plot.Glyphs == Block && s.Area:
			for y := 0; y <= high/perY; y++ {
				c := g.cell(x, y)
				c.mark, c.ink, c.passed = runes.FullBlock, s.Ink, true
			}
			g.cell(x, high/perY).mark = runes.LowerBlockElementFromFloat64(float64(high%perY+1) / 8)
		default:
			for y := low / perY; y <= high/perY; y++ {
				c := g.cell(x, y)
				c.mark, c.ink = s.Mark, s.Ink
			}
		}
	}
}

// dotNumber is ntcharts' number of a dot, by column and by row from the top.
var dotNumber = [2][4]int{{0, 1, 2, 6}, {3, 4, 5, 7}}

func skip(p Pattern, x int) bool {
	return p == Dotted && x%3 != 0 || p == Dashed && x%6 > 3
}

// cell is a cell by column and by row from the bottom.
func (g *grid) cell(x, y int) *dot { return &g.cells[(g.plot.Height-1-y)*g.plot.Width+x] }

// trace finds for each column of dots how low and how high the line runs in it.
// However many points share a column, it costs two numbers.
func (g *grid) trace(s *Series) {
	for i := range g.low {
		g.low[i], g.high[i] = g.rows, -1
	}
	p := g.plot
	perX := float64(g.cols-1) / (p.To - p.From)
	var lastX, lastY float64
	joined := false
	for i := range s.N {
		x, y := s.At(i)
		if math.IsNaN(y) || math.IsInf(y, 0) || math.IsNaN(x) || math.IsInf(x, 0) {
			joined = false
			continue
		}
		px, py := (x-p.From)*perX, p.scale(y)*float64(g.rows-1)
		if joined {
			g.segment(lastX, lastY, px, py)
		} else {
			g.touch(px, py)
		}
		lastX, lastY, joined = px, py, true
	}
}

func (g *grid) touch(x, y float64) {
	if x < -0.5 || x > float64(g.cols)-0.5 {
		return
	}
	c := min(max(int(math.Round(x)), 0), g.cols-1)
	row := int(math.Round(y))
	g.low[c], g.high[c] = min(g.low[c], row), max(g.high[c], row)
}

func (g *grid) segment(x0, y0, x1, y1 float64) {
	if x1 < -0.5 || x0 > float64(g.cols)-0.5 {
		return
	}
	first := max(int(math.Round(math.Max(x0, 0))), 0)
	last := min(int(math.Round(math.Min(x1, float64(g.cols-1)))), g.cols-1)
	if x1-x0 < 1e-9 {
		g.touch(x0, y0)
		g.touch(x1, y1)
		return
	}
	slope := (y1 - y0) / (x1 - x0)
	for c := first; c <= last; c++ {
		for _, edge := range [2]float64{float64(c) - 0.5, float64(c) + 0.5} {
			at := math.Max(x0, math.Min(edge, x1))
			row := int(math.Round(y0 + (at-x0)*slope))
			g.low[c], g.high[c] = min(g.low[c], row), max(g.high[c], row)
		}
	}
}

// level fills what the lines have left free of a row. It keeps one cell away from
// them: beside a line or in its gaps, a dash would look like a part of it.
func (g *grid) level(l Level) {
	y := g.plot.LevelRow(l.Y)
	if y < 0 {
		return
	}
	row := g.cells[y*g.plot.Width : (y+1)*g.plot.Width]
	free := make([]bool, len(row))
	for x := range row {
		free[x] = !row[x].passed && (x == 0 || !row[x-1].passed) && (x == len(row)-1 || !row[x+1].passed)
	}
	for x := range row {
		if free[x] {
			row[x] = dot{mark: l.Mark, ink: l.Ink}
		}
	}
}

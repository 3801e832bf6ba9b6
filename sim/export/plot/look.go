package plot

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"overloadtui/model"
)

// Look is how a curve or a band looks: a colour, and for a curve a dash and a marker
// too, so that no two differ in colour alone.
type Look uint8

// The looks: of quantities that mean the same in every chart, of the states, and of
// the curves of a sweep in turn from FirstTurn on.
const (
	Offered Look = iota
	Attempts
	Good
	Bound // a threshold: capacity, deadline, the ideal
	Queue
	Median
	Slow
	FirstState
	FirstTurn = FirstState + Look(model.States)
	Turns     = 6
)

// The colours are those of Okabe and Ito, "Color Universal Design" (2008), which people
// with any of the common kinds of colour blindness tell apart. No colour is pure black:
// an SVG names each, so that a page can give it another for a dark background.
var (
	paper  = rgb(0xFFFFFF)
	ink    = rgb(0x1A1A1A)
	muted  = rgb(0x595959)
	grid   = rgb(0xDDDDDD)
	letter = rgb(0x111111) // on a band, whose colours do not change with the background

	orange     = rgb(0xE69F00)
	sky        = rgb(0x56B4E9)
	green      = rgb(0x009E73)
	yellow     = rgb(0xF0E442)
	blue       = rgb(0x0072B2)
	vermillion = rgb(0xD55E00)
	purple     = rgb(0xCC79A7)
)

func rgb(v uint32) color.RGBA {
	return color.RGBA{R: uint8(v >> 16), G: uint8(v >> 8), B: uint8(v), A: 0xFF}
}

// style is a look in full. Dashes are in multiples of the line's width.
type style struct {
	color  color.RGBA
	dash   []float64
	marker draw.GlyphDrawer
	thin   bool
}

var looks = [...]style{
	Offered:  {color: ink, dash: []float64{1, 2}},
	Attempts: {color: orange, dash: []float64{5, 2}, marker: draw.PyramidGlyph{}},
	Good:     {color: blue, marker: draw.CircleGlyph{}},
	Bound:    {color: muted, dash: []float64{8, 4}, thin: true},
	Queue:    {color: purple, marker: draw.BoxGlyph{}},
	Median:   {color: sky, dash: []float64{5, 2}, marker: draw.CircleGlyph{}},
	Slow:     {color: vermillion, marker: draw.PyramidGlyph{}},

	FirstState + Look(model.Normal):     {color: green},
	FirstState + Look(model.Elevated):   {color: yellow},
	FirstState + Look(model.Saturated):  {color: orange},
	FirstState + Look(model.Degraded):   {color: vermillion},
	FirstState + Look(model.Recovering): {color: sky},
	FirstState + Look(model.Unsafe):     {color: purple},

	FirstTurn + 0: {color: blue, marker: draw.CircleGlyph{}},
	FirstTurn + 1: {color: vermillion, dash: []float64{4, 2}, marker: draw.BoxGlyph{}},
	FirstTurn + 2: {color: green, dash: []float64{7, 2, 1, 2}, marker: draw.PyramidGlyph{}},
	FirstTurn + 3: {color: purple, dash: []float64{1, 1.5}, marker: diamond{1, 1.4}},
	FirstTurn + 4: {color: orange, dash: []float64{10, 3}, marker: diamond{1.4, 0.6}},
	FirstTurn + 5: {color: sky, dash: []float64{3, 1, 1, 1}, marker: diamond{0.6, 1.6}},
}

// diamond is a marker that stands on its point: its half width and half height, in radii.
type diamond struct{ wide, tall vg.Length }

// DrawGlyph draws it.
func (d diamond) DrawGlyph(c *draw.Canvas, s draw.GlyphStyle, at vg.Point) {
	w, h := d.wide*s.Radius, d.tall*s.Radius
	c.FillPolygon(s.Color, []vg.Point{{X: at.X - w, Y: at.Y}, {X: at.X, Y: at.Y + h}, {X: at.X + w, Y: at.Y}, {X: at.X, Y: at.Y - h}})
}

// Turn is the look of a sweep's i-th curve. After Turns curves they come again.
func Turn(i int) Look { return FirstTurn + Look(i%Turns) }

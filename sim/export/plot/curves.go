package plot

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// sample is how long the piece of line beside a label is, in em.
const sample = 2.2

// label is the name of a curve at its right end.
type label struct {
	curve int
	text  string
}

// labels are those of the curves that have a point at all. A curve that is drawn over
// by an earlier one says so.
func labels(panel *Panel) []label {
	var list []label
	for i := range panel.Curves {
		c := &panel.Curves[i]
		if _, _, ok := extent(panel.Y.Log, c.Y); !ok {
			continue
		}
		text := c.Name
		for j := range i {
			if same(c, &panel.Curves[j]) && c.Look != Bound {
				text += " (same as " + panel.Curves[j].Name + ")"
				break
			}
		}
		list = append(list, label{i, text})
	}
	return list
}

// curves draws the curves of a panel and their labels.
func (p *picture) curves(panel *Panel, y *scale, field vg.Rectangle) {
	for i := range panel.Curves {
		p.curve(&panel.Curves[i], i, y, field)
	}
	list := labels(panel)
	if len(list) == 0 {
		x, y := (field.Min.X+field.Max.X)/2, (field.Min.Y+field.Max.Y)/2
		p.rect(paper, vg.Rectangle{Min: vg.Point{X: x - 3*p.em, Y: y - 0.7*p.em}, Max: vg.Point{X: x + 3*p.em, Y: y + 0.7*p.em}})
		p.write(p.style(muted, 1, false), x, y, 0, 0, "no values")
		return
	}
	ends := make([]vg.Point, len(panel.Curves))
	for _, l := range list {
		c := &panel.Curves[l.curve]
		for i := range c.X {
			if finite(c.Y[i], y.log) && finite(c.X[i], p.x.log) {
				ends[l.curve] = vg.Point{X: p.across(c.X[i]), Y: along(field, y.at(c.Y[i]))}
			}
		}
	}
	slices.SortStableFunc(list, func(a, b label) int { return cmp.Compare(ends[a.curve].Y, ends[b.curve].Y) })
	wanted := make([]vg.Length, len(list))
	for i, l := range list {
		wanted[i] = ends[l.curve].Y
	}
	size := min(1, float64((field.Max.Y-field.Min.Y)/(1.2*p.em*vg.Length(len(list)))))
	for i, at := range spread(wanted, 1.2*p.em*vg.Length(size), field.Min.Y, field.Max.Y) {
		p.label(&panel.Curves[list[i].curve], list[i], at, ends[list[i].curve], size)
	}
}

// spread moves places apart until they have that distance, within bounds. They are in
// order and stay so.
func spread(at []vg.Length, distance, low, high vg.Length) []vg.Length {
	at = slices.Clone(at)
	for i := range at {
		at[i] = max(at[i], low+distance/2+distance*vg.Length(i))
		if i > 0 {
			at[i] = max(at[i], at[i-1]+distance)
		}
	}
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = min(at[i], high-distance/2-distance*vg.Length(len(at)-1-i))
		if i < len(at)-1 {
			at[i] = min(at[i], at[i+1]-distance)
		}
	}
	return at
}

// label writes a curve's name beside a piece of its line; a thin line leads there from
// the curve's end.
func (p *picture) label(c *Curve, l label, at vg.Length, end vg.Point, size float64) {
	from := p.right + 0.5*p.em
	to := from + (sample-0.4)*p.em
	if end.X > p.right-p.em {
		p.line(draw.LineStyle{Color: muted, Width: p.em * 0.05}, vg.Point{X: min(end.X, p.right), Y: end.Y}, vg.Point{X: from, Y: at})
	}
	p.line(p.stroke(c.Look), vg.Point{X: from, Y: at}, vg.Point{X: to, Y: at})
	p.marker(c.Look, vg.Point{X: (from + to) / 2, Y: at})
	s := p.style(ink, size, false)
	p.write(s, to+0.3*p.em, at, -1, 0, fit(s, l.text, p.canvas.Max.X-to-0.6*p.em))
}

func (p *picture) stroke(look Look) draw.LineStyle {
	l := looks[look]
	s := draw.LineStyle{Color: l.color, Width: p.em * 0.16}
	if l.thin {
		s.Width = p.em * 0.11
	}
	for _, d := range l.dash {
		s.Dashes = append(s.Dashes, s.Width*vg.Length(d))
	}
	return s
}

func (p *picture) marker(look Look, at vg.Point) {
	l := looks[look]
	if l.marker == nil {
		return
	}
	p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: l.color, Radius: p.em * 0.28, Shape: l.marker}, at)
}

// curve draws a curve with gaps where it has no points. Its markers stand apart, and
// those of different curves at different places. A point alone between gaps is a marker.
func (p *picture) curve(c *Curve, number int, y *scale, field vg.Rectangle) {
	apart := 6 * p.em
	if len(c.X) <= 40 {
		apart = 0
	}
	next := p.left + apart*vg.Length(number)/4
	stroke := p.stroke(c.Look)
	var piece []vg.Point
	flush := func() {
		switch {
		case len(piece) == 1:
			p.dot(c.Look, piece[0])
		case len(piece) > 1:
			p.canvas.StrokeLines(stroke, decimate(piece))
		}
		for _, at := range piece {
			if at.X >= next {
				p.marker(c.Look, at)
				next = at.X + apart
			}
		}
		piece = nil
	}
	for i := range c.X {
		if !finite(c.Y[i], y.log) || !finite(c.X[i], p.x.log) {
			flush()
			continue
		}
		piece = append(piece, vg.Point{X: p.across(c.X[i]), Y: along(field, y.at(c.Y[i]))})
	}
	flush()
}

func (p *picture) dot(look Look, at vg.Point) {
	p.canvas.DrawGlyphNoClip(draw.GlyphStyle{Color: looks[look].color, Radius: p.em * 0.12, Shape: draw.CircleGlyph{}}, at)
}

// decimate leaves of the points in one column of pixels the first, the lowest, the
// highest and the last, in their order: the picture is the same.
func decimate(points []vg.Point) []vg.Point {
	var kept []vg.Point
	for from := 0; from < len(points); {
		column := math.Floor(float64(points[from].X))
		low, high, to := from, from, from+1
		for ; to < len(points) && math.Floor(float64(points[to].X)) == column; to++ {
			if points[to].Y < points[low].Y {
				low = to
			}
			if points[to].Y > points[high].Y {
				high = to
			}
		}
		those := []int{from, low, high, to - 1}
		slices.Sort(those)
		for _, i := range slices.Compact(those) {
			kept = append(kept, points[i])
		}
		from = to
	}
	return kept
}

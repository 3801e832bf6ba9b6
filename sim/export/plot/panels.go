package plot

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"overloadtui/model"
)

func clock(ms float64) string { return model.Millis(ms).Clock() }

// measure finds the scales, and how much room the ticks on the left and the labels on
// the right need.
func (p *picture) measure() {
	small, plain := p.style(ink, 0.9, false), p.style(ink, 1, false)
	var left, right vg.Length
	var xs [][]float64
	for i := range p.Panels {
		panel := &p.Panels[i]
		var ys [][]float64
		for _, c := range panel.Curves {
			xs, ys = append(xs, c.X), append(ys, c.Y)
		}
		y := yScale(panel.Y, 6/len(p.Panels)+2, ys...)
		p.y = append(p.y, y)
		for _, t := range y.ticks {
			left = max(left, small.Width(t.text))
		}
		for _, label := range labels(panel) {
			right = max(right, plain.Width(clean(label.text)))
		}
	}
	for _, b := range p.Bands {
		left = max(left, small.Width(b.Name))
	}
	from := math.Inf(1)
	for _, b := range p.Bands {
		for _, s := range b.Spans {
			from = min(from, s.From)
		}
	}
	p.left = p.em + left + 0.5*p.em
	p.right = p.canvas.Max.X - min(right, p.canvas.Max.X*0.2) - sample*p.em - 1.5*p.em
	widest := vg.Length(3)
	for _, word := range p.X.Words {
		widest = max(widest, min(8, small.Width(word)/p.em)) // a longer one is cut off
	}
	p.x = xScale(p.X, max(2, min(10, int((p.right-p.left)/(4*p.em)))), from, xs...)
	if room := (p.right - p.left) / ((widest + 1) * p.em); len(p.X.Words) > int(room) {
		p.x.ticks = thin(p.x.ticks, max(1, int(room)))
	}
}

// panels divides the height between top and bottom among the panels and the bands.
func (p *picture) panels(top, bottom vg.Length) {
	foot := bottom + 2.7*p.em // ticks and label of the x axis
	row := 1.15 * p.em
	bands := row * vg.Length(len(p.Bands))
	if len(p.Bands) > 0 {
		bands += 0.7 * p.em
	}
	marks := vg.Length(0)
	if len(p.Marks) > 0 {
		marks = 1.3 * p.em
	}
	const head = 2 // y label above a panel, and some air
	room := top - marks - foot - bands - head*p.em*vg.Length(len(p.Panels))
	tall := 0.0
	for i := range p.Panels {
		tall += share(&p.Panels[i])
	}
	y := top - marks
	var fields []vg.Rectangle
	for i := range p.Panels {
		y -= head * p.em
		height := room * vg.Length(share(&p.Panels[i])/tall)
		fields = append(fields, vg.Rectangle{Min: vg.Point{X: p.left, Y: y - height}, Max: vg.Point{X: p.right, Y: y}})
		y -= height
	}
	whole := vg.Rectangle{Min: vg.Point{X: p.left, Y: foot}, Max: vg.Point{X: p.right, Y: top - marks}}
	for i := range p.Panels {
		p.axes(&p.y[i], fields[i])
	}
	p.marks(whole, fields)
	for i := range p.Panels {
		p.curves(&p.Panels[i], &p.y[i], fields[i])
	}
	p.bands(whole, row)
	p.foot(foot)
}

func share(panel *Panel) float64 {
	if panel.Tall == 0 {
		return 1
	}
	return panel.Tall
}

// axes draws the grid, the y ticks and the y label of a panel.
func (p *picture) axes(y *scale, field vg.Rectangle) {
	small := p.style(ink, 0.9, false)
	thin := draw.LineStyle{Color: grid, Width: p.em * 0.06}
	for _, t := range p.x.ticks {
		at := p.across(t.at)
		p.line(thin, vg.Point{X: at, Y: field.Min.Y}, vg.Point{X: at, Y: field.Max.Y})
	}
	for _, t := range y.ticks {
		at := along(field, y.at(t.at))
		p.line(thin, vg.Point{X: field.Min.X, Y: at}, vg.Point{X: field.Max.X, Y: at})
		p.write(small, p.left-0.4*p.em, at, 1, 0, t.text)
	}
	axis := draw.LineStyle{Color: muted, Width: p.em * 0.08}
	p.line(axis, vg.Point{X: field.Min.X, Y: field.Max.Y}, field.Min, vg.Point{X: field.Max.X, Y: field.Min.Y})
	name := p.style(ink, 0.95, true)
	label := y.label
	if y.log {
		label += " (log)"
	}
	p.write(name, p.em, field.Max.Y+0.6*p.em, -1, -1, label)
}

// foot draws the x ticks and the x label below an edge.
func (p *picture) foot(edge vg.Length) {
	small := p.style(ink, 0.9, false)
	last := vg.Length(-1)
	for _, t := range p.x.ticks {
		at := p.across(t.at)
		p.line(draw.LineStyle{Color: muted, Width: p.em * 0.08}, vg.Point{X: at, Y: edge}, vg.Point{X: at, Y: edge - 0.25*p.em})
		room := p.canvas.Max.X
		if p.X.Words != nil {
			room = (p.right - p.left) / vg.Length(max(1, len(p.x.ticks)))
		}
		word := fit(small, t.text, room)
		if from := at - small.Width(word)/2; from > last {
			p.write(small, at, edge-0.35*p.em, 0, 1, word)
			last = at + small.Width(word)/2 + 0.3*p.em
		}
	}
	name := p.style(ink, 0.95, true)
	label := p.x.label
	if p.x.log {
		label += " (log)"
	}
	p.write(name, (p.left+p.right)/2, edge-1.5*p.em, 0, 1, fit(name, label, p.right))
}

func (p *picture) across(x float64) vg.Length {
	return p.left + (p.right-p.left)*vg.Length(p.x.at(x))
}

func along(field vg.Rectangle, share float64) vg.Length {
	return field.Min.Y + (field.Max.Y-field.Min.Y)*vg.Length(share)
}

// bands draws a row for each band, the first on top.
func (p *picture) bands(whole vg.Rectangle, row vg.Length) {
	small, inside := p.style(ink, 0.9, false), p.style(letter, 0.8, true)
	y := whole.Min.Y + row*vg.Length(len(p.Bands))
	for _, b := range p.Bands {
		field := vg.Rectangle{Min: vg.Point{X: whole.Min.X, Y: y - row}, Max: vg.Point{X: whole.Max.X, Y: y - 0.12*p.em}}
		middle := (field.Min.Y + field.Max.Y) / 2
		p.line(draw.LineStyle{Color: grid, Width: p.em * 0.06}, vg.Point{X: field.Min.X, Y: middle}, vg.Point{X: field.Max.X, Y: middle})
		p.write(small, p.left-0.4*p.em, middle, 1, 0, b.Name)
		color := looks[b.Look].color
		if b.Look == Bound {
			inside.Color, color = ink, grid
		}
		for _, s := range b.Spans {
			from, to := p.across(max(s.From, p.x.low)), p.across(min(s.To, p.x.high))
			p.rect(color, vg.Rectangle{Min: vg.Point{X: from, Y: field.Min.Y}, Max: vg.Point{X: max(to-0.05*p.em, from+1), Y: field.Max.Y}})
			if to-from > 1.2*inside.Width(s.Text) {
				p.write(inside, (from+to)/2, middle, 0, 0, s.Text)
			}
		}
		y -= row
	}
}

// marks draws a line through all panels for each mark: dashed for what a person did,
// dotted with a triangle for the rest. Numbers that would overlap are written as one
// range.
func (p *picture) marks(whole vg.Rectangle, fields []vg.Rectangle) {
	bold := p.style(ink, 0.9, true)
	type group struct {
		first, last int
		from, to    vg.Length
	}
	var groups []group
	width := p.em * 0.1
	if len(p.Marks) > 12 {
		width /= 2
	}
	for _, m := range p.Marks {
		if m.At < p.x.low || m.At > p.x.high {
			continue // of a time that is not shown; the list has it
		}
		x := p.across(m.At)
		dash := []vg.Length{0.15 * p.em, 0.3 * p.em}
		if m.Person {
			dash = []vg.Length{0.5 * p.em, 0.3 * p.em}
		}
		for _, f := range fields {
			p.line(draw.LineStyle{Color: muted, Width: width, Dashes: dash}, vg.Point{X: x, Y: f.Min.Y}, vg.Point{X: x, Y: f.Max.Y})
		}
		if n := len(groups); n > 0 && x-groups[n-1].to < 2.2*p.em && x-groups[n-1].from < 8*p.em {
			groups[n-1].last, groups[n-1].to = m.Number, x
			continue
		}
		groups = append(groups, group{m.Number, m.Number, x, x})
	}
	end := vg.Length(0)
	for _, g := range groups {
		label := model.Group(float64(g.first))
		if g.last != g.first {
			label += "–" + model.Group(float64(g.last))
		}
		width := bold.Width(label)
		x := min(max((g.from+g.to)/2, end+width/2), p.canvas.Max.X-p.em-width/2)
		end = x + width/2 + 0.4*p.em
		p.write(bold, x, whole.Max.Y+0.3*p.em, 0, -1, label)
	}
	for _, m := range p.Marks {
		if !m.Person && m.At >= p.x.low && m.At <= p.x.high {
			x, y := p.across(m.At), fields[0].Max.Y
			p.canvas.FillPolygon(muted, []vg.Point{{X: x - 0.3*p.em, Y: y + 0.45*p.em}, {X: x + 0.3*p.em, Y: y + 0.45*p.em}, {X: x, Y: y}})
		}
	}
}

// same says whether two curves are drawn over each other.
func same(a, b *Curve) bool {
	equal := func(v, w float64) bool { return v == w || math.IsNaN(v) && math.IsNaN(w) }
	return slices.EqualFunc(a.X, b.X, equal) && slices.EqualFunc(a.Y, b.Y, equal)
}

package ui

import (
	"math"
	"strconv"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// drawWork shows what became of the attempts: shares of useful, wasted and rejected
// work in each column of time.
func (s *screen) drawWork(a, inner area, plot *chart.Plot, points []model.Point) {
	stack := chart.Stack{Width: inner.w, Height: inner.h, Bands: []chart.Band{
		{Ink: good, Mark: s.glyphs.useful}, {Ink: wasted, Mark: s.glyphs.waste}, {Ink: rejected, Mark: s.glyphs.refusal},
	}}
	step := (plot.To - plot.From) / float64(max(inner.w, 1))
	at := 0
	stack.At = func(x int, parts []float64) {
		from, to := plot.From+float64(x)*step, plot.From+float64(x+1)*step
		for at < len(points) && float64(points[at].End) <= from {
			at++
		}
		for i := at; i < len(points) && (i == at || float64(points[i].Start) < to); i++ {
			if float64(points[i].Start) >= to {
				break
			}
			u, w, r := work(&points[i])
			parts[0], parts[1], parts[2] = parts[0]+u, parts[1]+w, parts[2]+r
		}
	}
	s.heading(a.row(0), false, "work, share of attempts", "")
	if p := s.shownPoint(); p != nil {
		u, w, r := work(p)
		whole := u + w + r
		x := a.right(a.w-2, 0, plain, " ")
		for _, l := range []struct {
			band int
			name string
			v    float64
		}{{2, "turned away", r}, {1, "wasted", w}, {0, "useful", u}} {
			text := " " + l.name + " " + percent(l.v, whole) + " "
			if x-width(text)-2 < 26 {
				break
			}
			x = a.right(x, 0, plain, text)
			x = a.right(x, 0, stack.Bands[l.band].Ink, string(stack.Bands[l.band].Mark))
			x = a.right(x, 0, plain, " ")
		}
	}
	for y := range inner.h {
		a.set(labelWidth, 1+y, s.glyphs.divider, dim)
	}
	a.right(labelWidth, 1, dim, "100%")
	a.right(labelWidth, inner.h, dim, "0%")
	stack.Draw(inner.set)
}

// work divides the attempts that ended in a window: useful, done for nobody, turned
// away or dropped before anybody worked on them.
func work(p *model.Point) (useful, waste, refused float64) {
	return float64(p.Served - p.Wasted), float64(p.Wasted), float64(p.Rejected + p.Expired + p.Evicted)
}

func percent(part, whole float64) string {
	if !(whole > 0) {
		return "  -%"
	}
	return padLeft(strconv.Itoa(int(math.Round(100*part/whole))), 3) + "%"
}

// drawLetters is the state over time, one letter for a column.
func (s *screen) drawLetters(a area, points []model.Point) {
	end := float64(s.chartEnd())
	from := end - float64(span(s.snap))
	step := (end - from) / float64(max(a.w, 1))
	at := 0
	for x := range a.w {
		t := from + (float64(x)+0.5)*step
		for at < len(points) && float64(points[at].End) < t {
			at++
		}
		if at < len(points) && float64(points[at].Start) <= t {
			st := points[at].State
			a.set(x, 0, rune(st.Letter()), stateInks[st])
		}
	}
}

// drawAxis is the time axis with the moments on it.
func (s *screen) drawAxis(a area) {
	end := s.chartEnd()
	plot := chart.Plot{Width: a.w - labelWidth - 1, From: float64(end - span(s.snap)), To: float64(end)}
	right := "now"
	if s.time.held {
		right = end.Clock()
	}
	a.text(0, 0, dim, "-"+strconv.Itoa(int(span(s.snap).Seconds()))+"s")
	free := a.right(a.w, 0, dim, right) - 1
	all := s.moments()
	for i := len(all) - 1; i >= 0; i-- {
		m := &all[i]
		if m.number == 0 {
			continue
		}
		x := plot.Column(float64(m.at))
		if x < 0 {
			if float64(m.at) < plot.From {
				break
			}
			continue
		}
		x += labelWidth + 1
		sign := m.sign()
		if over := x + width(sign) - free; over > 5 {
			continue // a newer one stands there
		} else if over > 0 {
			x -= over
		}
		if room := free - x - width(sign) - 2; room >= width(m.text) && a.w >= 90 {
			a.text(x+width(sign)+1, 0, dim, m.text)
		}
		a.text(x, 0, changed, sign)
		free = x - 1
	}
}

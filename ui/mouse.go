package ui

import (
	"math"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// hitKind is what a place on the screen stands for, for the mouse.
type hitKind uint8

const (
	hitKnob hitKind = iota
	hitNumber
	hitMoment
	hitTime
	hitView   // a tab
	hitState  // one of the six
	hitRegion // a panel
	hitLine   // a line of a panel: region and line in one number
)

type hit struct {
	x, y, w, h int
	kind       hitKind
	at         int
}

func (s *screen) hit(a area, kind hitKind, at int) {
	if s.mouse && a.w > 0 && a.h > 0 {
		s.hits = append(s.hits, hit{a.x, a.y, a.w, a.h, kind, at})
	}
}

func (s *screen) under(x, y int) (hit, bool) {
	for i := len(s.hits) - 1; i >= 0; i-- {
		if h := s.hits[i]; x >= h.x && x < h.x+h.w && y >= h.y && y < h.y+h.h {
			return h, true
		}
	}
	return hit{}, false
}

// click chooses what is under the mouse; in the charts it puts the time cursor there.
func (s *screen) click(x, y int) {
	h, ok := s.under(x, y)
	if ok && h.kind == hitView && (s.mode == watching || s.mode == explaining) {
		s.show(h.at)
		return
	}
	if !ok || s.mode != watching {
		return
	}
	switch h.kind {
	case hitState:
		s.region = onState
		s.pickState(model.State(h.at))
	case hitRegion:
		s.region = region(h.at)
	case hitLine:
		s.region = region(h.at % regions)
		s.chosen[s.region] = h.at / regions
	case hitKnob:
		s.region, s.knobs.at = onKnobs, min(h.at, max(len(s.knobs.rows)-1, 0))
		if r, ok := s.knobs.fold(); ok {
			s.knobs.unfold(!s.knobs.open[r.owner])
		}
	case hitNumber:
		s.region, s.number = onNumbers, h.at
	case hitMoment:
		s.region, s.moment = onMoments, h.at
		s.enter()
	case hitTime:
		end := float64(s.chartEnd())
		plot := chart.Plot{Width: h.w, From: end - float64(span(s.snap)), To: end}
		step := (plot.To - plot.From) / math.Max(float64(plot.Width), 1)
		if points := s.visible(); len(points) > 0 {
			t := plot.From + (float64(x-h.x)+0.5)*step
			for i := range points {
				if float64(points[i].End) >= t {
					s.look(points[i].Index)
					return
				}
			}
			s.live()
		}
	}
}

// wheel changes the knob under the mouse, which the first turn only chooses.
func (s *screen) wheel(x, y int, by float64) {
	h, ok := s.under(x, y)
	if !ok || s.mode != watching || h.kind != hitKnob {
		return
	}
	if s.region != onKnobs || s.knobs.at != h.at {
		s.region, s.knobs.at = onKnobs, min(h.at, max(len(s.knobs.rows)-1, 0))
		return
	}
	s.change(by)
}

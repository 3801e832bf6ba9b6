package ui

import (
	"sort"

	"overloadtui/model"
)

// timeCursor is the window that all panels show. While it is not held, that is the
// newest complete one.
type timeCursor struct {
	held  bool
	index int          // the window's number
	end   model.Millis // right edge of the charts while the cursor is held
}

func (c *timeCursor) release() { *c = timeCursor{} }

// live shows the newest window and the newest moment.
func (s *screen) live() {
	s.time.release()
	s.moment = 0
}

// span is how much simulated time the charts show: a minute, and for long windows as
// much as thirty of them.
func span(snap *model.Snapshot) model.Millis {
	return max(model.Minute, 30*model.Millis(snap.Scenario.Window))
}

// shownPoint is the window at the cursor, or the newest, or nil before the first.
func (s *screen) shownPoint() *model.Point {
	points := s.snap.Points
	if len(points) == 0 {
		return nil
	}
	at := len(points) - 1
	if s.time.held {
		at = min(max(s.time.index-s.snap.FirstPoint, 0), at)
	}
	return &points[at]
}

// chartEnd is the right edge of the charts.
func (s *screen) chartEnd() model.Millis {
	if s.time.held {
		return s.time.end
	}
	if n := len(s.snap.Points); n > 0 {
		return s.snap.Points[n-1].End
	}
	return s.snap.Now
}

// visible is the windows that the charts show, and one before, so that lines begin at
// the edge.
func (s *screen) visible() []model.Point {
	end := s.chartEnd()
	from := end - span(s.snap)
	points := s.snap.Points
	first := sort.Search(len(points), func(i int) bool { return points[i].End >= from })
	last := sort.Search(len(points), func(i int) bool { return points[i].End > end })
	return points[max(first-1, 0):max(last, 0)]
}

// turn moves the cursor by windows; past the newest it lets go.
func (s *screen) turn(by int) {
	p := s.shownPoint()
	if p == nil {
		return
	}
	s.look(p.Index + by)
}

// look puts the cursor on the window of that number. The charts stay where they are
// unless the cursor would leave them.
func (s *screen) look(index int) {
	points := s.snap.Points
	if len(points) == 0 {
		return
	}
	index = max(index, s.snap.FirstPoint)
	if index > points[len(points)-1].Index {
		s.live()
		return
	}
	end := s.chartEnd()
	p := &points[index-s.snap.FirstPoint]
	if p.End > end {
		end = p.End
	}
	if from := end - span(s.snap); p.Start < from {
		end = p.Start + span(s.snap)
	}
	s.time = timeCursor{held: true, index: index, end: end}
}

// lookAt puts the cursor on the window that follows an instant, so that it shows what
// the moment did.
func (s *screen) lookAt(t model.Millis) {
	points := s.snap.Points
	i := sort.Search(len(points), func(i int) bool { return points[i].End > t })
	if i < len(points) {
		s.look(points[i].Index)
	} else if len(points) > 0 {
		s.look(points[len(points)-1].Index)
	}
}

// jump goes to the previous or the next moment.
func (s *screen) jump(by int) {
	all := s.moments()
	if len(all) == 0 {
		s.say("no moments yet: a change of a knob or of the state makes one, m marks one")
		return
	}
	at := s.snap.Now
	if p := s.shownPoint(); s.time.held && p != nil {
		at = p.Start
	}
	if by < 0 {
		for i := len(all) - 1; i >= 0; i-- {
			if all[i].at < at {
				s.moment = len(all) - 1 - i
				s.lookAt(all[i].at)
				return
			}
		}
		s.lookAt(all[0].at)
		return
	}
	p := s.shownPoint()
	for i := range all {
		if s.time.held && p != nil && all[i].at >= p.End {
			s.moment = len(all) - 1 - i
			s.lookAt(all[i].at)
			return
		}
	}
	s.live()
}

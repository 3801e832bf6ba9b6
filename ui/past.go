package ui

import (
	"fmt"

	"overloadtui/model"
)

// cursorPoint is the window that the time cursor is held on, or nil while the newest
// is shown.
func (s *screen) cursorPoint() *model.Point {
	if !s.time.held {
		return nil
	}
	return s.shownPoint()
}

// enteredBy is the transition that led to the state in force at an instant: the newest
// one that was not refused; nil when the run was still in its first state.
func (s *screen) enteredBy(at model.Millis) *model.Transition {
	log := s.snap.State.Log
	for i := len(log) - 1; i >= 0; i-- {
		if log[i].At <= at && !log[i].Refused {
			return &log[i]
		}
	}
	return nil
}

// stateReason is why the state at an instant was entered, as one sentence.
func (s *screen) stateReason(at model.Millis) string {
	t := s.enteredBy(at)
	if t == nil && s.changedBefore(at) {
		return "for a reason that the log no longer goes back to"
	}
	if t == nil {
		return "since the start, nothing against it"
	}
	return fmt.Sprintf("since %s, %s", t.At.Clock(), transitionReason(t))
}

// changedBefore says whether any window before an instant was in another state than
// the first, or is forgotten.
func (s *screen) changedBefore(at model.Millis) bool {
	points := s.snap.Points
	for i := range points {
		if points[i].End > at {
			break
		}
		if points[i].State != points[0].State {
			return true
		}
	}
	return s.snap.FirstPoint > 0
}

// valuesAt is every knob's value in force at the end of a window, by path: the
// scenario's own and what the journal changed before it.
func (s *screen) valuesAt(p *model.Point) map[string]float64 {
	values := make(map[string]float64, len(s.knobs.all))
	for i := range s.knobs.all {
		k := &s.knobs.all[i]
		values[k.Path] = k.Initial
	}
	for _, c := range model.Happened(s.snap.Journal, 0, p.End) {
		if _, ok := values[c.Path]; ok {
			values[c.Path] = c.To
		}
	}
	return values
}

// comesBack lets the time cursor go before a knob can be changed: what the slider
// showed was the value of a window in the past, and a step from there would not be the
// step that was seen. It says whether that was necessary.
func (s *screen) comesBack(k *knob) bool {
	if !s.time.held {
		return false
	}
	s.live()
	s.detail = fmt.Sprintf("back to live: %s is %s now; press again to change it", k.Label, k.Format(k.wanted()))
	return true
}

// pastChoice says what a knob was at the time cursor, and what a change would do, in
// one line: the footer below has the way back.
func (s *screen) pastChoice(k *knob, room int) string {
	p := s.cursorPoint()
	then, now := k.Format(s.valuesAt(p)[k.Path]), k.Format(k.wanted())
	text := fmt.Sprintf(" %s at %s, now %s", then, p.End.Clock(), now)
	if width(text) > room {
		text = fmt.Sprintf(" %s then, %s now", then, now)
	}
	if more := "; a change goes back to live first"; width(text)+width(more) <= room {
		text += more
	}
	return cut(text, room)
}

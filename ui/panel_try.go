package ui

import (
	"fmt"
	"strings"
)

// tryText is one thing to try, with its place among the others.
func tryText(try []string, i int) string {
	if len(try) == 1 {
		return "try: " + try[0]
	}
	return fmt.Sprintf("try %d/%d: %s", i+1, len(try), try[i])
}

// trial is the thing to try that is chosen.
func (s *screen) trial() int { return s.try % max(len(s.snap.Scenario.Try), 1) }

// suggestion is the chosen thing to try, whole, or where to read it.
func (s *screen) suggestion(p *plan) string {
	try := s.snap.Scenario.Try
	if len(try) == 0 {
		return ""
	}
	text, more := tryText(try, s.trial()), ""
	if len(try) > 1 {
		more = "  (t shows all, t again the next)"
	}
	for _, text := range []string{text + more, text + "  (t next)", text} {
		if len(wrap(text, p.w-2)) <= p.messageH {
			return text
		}
	}
	return "t shows what to try"
}

// tells says whether the scenario has anything to say about itself.
func (s *screen) tells() bool {
	return len(s.snap.Scenario.Try) > 0 || s.snap.Scenario.Story != ""
}

func (s *screen) openTry() { s.mode = trying }

// nextTrial chooses the next or the previous thing to try.
func (s *screen) nextTrial(by int) {
	if n := len(s.snap.Scenario.Try); n > 0 {
		s.try = (s.trial() + by + n) % n
	}
}

// pressTry takes the keys that mean something else while the list of things to try is
// up, and says whether it did.
func (s *screen) pressTry(code string) bool {
	switch code {
	case "esc", "enter", "q":
		s.mode = watching
	case "t", "down", "j":
		s.nextTrial(1)
	case "up", "k":
		s.nextTrial(-1)
	default:
		return false
	}
	return true
}

// drawTry is what the scenario shows and what to do with it.
func (s *screen) drawTry(a area) {
	a.blank()
	sc := s.snap.Scenario
	s.heading(a.row(0), true, "what to try", "t next, esc")
	a.w = min(a.w, readable)
	y := 1
	for i, step := range sc.Try {
		k := plain
		if i == s.trial() {
			k = strong
			a.set(0, y, '>', strong)
		}
		a.text(1, y, k, fmt.Sprint(i+1))
		for _, line := range wrap(step, a.w-4) {
			a.text(3, y, k, line)
			y++
		}
	}
	if len(sc.Try) > 0 {
		y++
	}
	for _, line := range wrap(strings.TrimRight(sc.Title, ".")+". "+sc.Story, a.w-2) {
		a.text(1, y, dim, line)
		y++
	}
	y++
	for _, line := range wrap("In force: "+s.conventions()+".", a.w-2) {
		a.text(1, y, plain, line)
		y++
	}
}

// conventions are the choices that no slider changes, which decide what the numbers
// mean: what a deadline is of, which of two things at one instant comes first.
func (s *screen) conventions() string {
	var all []string
	for i := range s.snap.Knobs {
		if k := &s.snap.Knobs[i]; k.Fixed && len(k.Choices) > 0 {
			all = append(all, k.Short+" "+k.Format(k.Now))
		}
	}
	return strings.Join(all, ", ")
}

package ui

import (
	"strings"
	"testing"

	"overloadtui/model"
)

// words is the lower part of a picture without its line breaks.
func words(picture string, rows int) string {
	lines := strings.Split(picture, "\n")
	return strings.Join(strings.Fields(strings.Join(lines[max(len(lines)-rows, 0):], " ")), " ")
}

// TestReasonsAreWhole looks for whole sentences at sizes where they take more than a
// line.
func TestReasonsAreWhole(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {80, 27}, {100, 30}} {
		f := story()
		f.frozen = true
		s := newTestScreen(t, f, "ascii", size[0], size[1])
		whole := func(what, text string) {
			t.Helper()
			if got := words(s.picture(), 6); !strings.Contains(got, text) {
				t.Errorf("%v: %s is not whole: no %q in %q\n%s", size, what, text, got, s.picture())
			}
		}
		s.region = onState
		s.pickState(model.Normal)
		whole("what is illegal", "S -> N is not a legal transition: normal is entered only from elevated, recovering")
		if s.region, s.number = onNumbers, 2; s.h >= 24 {
			whole("a number", model.FindMetric("amplification_ratio").Doc)
		}
		s.region = onKnobs
		k, _ := s.knobs.chosen()
		s.press("=", '=')
		for _, r := range "9999999" {
			s.press(string(r), r)
		}
		s.press("enter", 0)
		if s.line == nil || s.line.err == "" {
			t.Fatalf("9999999 was taken for %s", k.Label)
		}
		whole("an error", s.line.err)
		s.press("esc", 0)
		s.say("the files could not be written: /home/somebody/simulations/results: permission denied")
		whole("a notice", s.notice)
	}
	s := newTestScreen(t, story(), "ascii", 80, 38)
	s.region = onMoments
	if got := words(s.picture(), 4); s.moment != 0 || !strings.Contains(got, "> 00:52.0 offered load 130 /s -> 90 /s (you); enter goes there") {
		t.Errorf("a moment is not whole in %q\n%s", got, s.picture())
	}
}

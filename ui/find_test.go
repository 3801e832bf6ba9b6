package ui

import (
	"fmt"
	"strings"
	"testing"

	"overloadtui/model"
)

// typed presses a key and then types a text.
func (s *screen) typed(key, text string) {
	for _, r := range key + text {
		s.press(string(r), r)
	}
}

// TestTheFocusStartsOnASlider where headings come first.
func TestTheFocusStartsOnASlider(t *testing.T) {
	f := chain(1)
	for i := range f.knobs {
		f.knobs[i].Minor = f.knobs[i].Minor || i < 3 // the first owner folds everything away
	}
	f.publish()
	s := newTestScreen(t, f, "ascii", 80, 24)
	if k, ok := s.knobs.chosen(); !ok {
		t.Errorf("the focus is on no knob: %+v\n%s", k, s.picture())
	}
}

// TestAServiceComesBeforeTheCallsToIt searches for a service by name, letter by letter.
func TestAServiceComesBeforeTheCallsToIt(t *testing.T) {
	s := newTestScreen(t, chain(1), "ascii", 80, 24)
	s.typed("/", "database")
	owners := []string{}
	for _, r := range s.knobs.rows {
		if r.knob < 0 {
			owners = append(owners, r.owner)
		}
	}
	k, ok := s.knobs.chosen()
	if got := fmt.Sprint(owners); got != "[database web.database]" || !ok || k.Group != "database" {
		t.Errorf("/database finds the owners %s and stands on %+v\n%s", got, k, s.picture())
	}
}

// TestTheRangeSaysWhatCanBeTyped where that is more than the slider has.
func TestTheRangeSaysWhatCanBeTyped(t *testing.T) {
	s := newTestScreen(t, newFake(), "ascii", 80, 24)
	if got := words(s.picture(), 2); !strings.Contains(got, "> offered load 90 /s 0..300 step 5 default 90 /s = type up to 100,000") {
		t.Errorf("%q", got)
	}
	s.goTo("rung")
	if got := words(s.picture(), 2); !strings.Contains(got, "= type it") {
		t.Errorf("a knob whose slider has all of it: %q", got)
	}
}

// TestHelpFindsKnobs searches the help for a knob that is folded away, and goes there.
func TestHelpFindsKnobs(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {60, 20}, {160, 48}} {
		s := newTestScreen(t, newFake(), "ascii", size[0], size[1])
		s.typed("?", "bad windows")
		if !strings.Contains(s.picture(), "go to bad windows to enter") {
			t.Fatalf("%v\n%s", size, s.picture())
		}
		s.press("enter", 0)
		if k, ok := s.knobs.chosen(); !ok || k.Name != "enter-windows" || s.mode != watching || s.region != onKnobs || !strings.Contains(s.picture(), ">") {
			t.Errorf("%v: enter goes to %+v\n%s", size, k, s.picture())
		}
	}
}

// TestMomentsKeepTheirValues whatever the knob is called, and wrap where lines are free.
func TestMomentsKeepTheirValues(t *testing.T) {
	m := moment{number: 1, text: "checkout.database.backoff 50 -> 3,600,000", values: "50 -> 3,600,000"}
	for cells, want := range map[int]string{41: m.text, 40: "~eckout.database.backoff 50 -> 3,600,000", 24: "~backoff 50 -> 3,600,000", 12: "checkout.da~"} {
		if got := m.within(cells); got != want {
			t.Errorf("in %d cells: %q, want %q", cells, got, want)
		}
	}
	f := newFake()
	f.windows(5)
	long := strings.Repeat("somebody said something ", 5) + "at last"
	f.Do(model.Command{Kind: model.Note, Text: long})
	s := newTestScreen(t, f, "ascii", 200, 60)
	if picture := s.picture(); !strings.Contains(picture, "at last") || strings.Contains(picture, "~") {
		t.Errorf("with free lines below a moment is cut:\n%s", picture)
	}
}

// TestHeadersAreCutBetweenWords holds the name of the scenario and the clock whole.
func TestHeadersAreCutBetweenWords(t *testing.T) {
	f := story()
	f.scenario.Name = "admission-sweet-spot"
	for _, size := range [][2]int{{20, 4}, {30, 8}, {40, 12}, {60, 20}, {80, 24}} {
		for _, held := range []bool{false, true} {
			s := newTestScreen(t, f, "ascii", size[0], size[1])
			if held {
				s.look(30)
			}
			line, _, _ := strings.Cut(s.picture(), "\n")
			if size[0] >= 40 && !strings.Contains(line, "admission-sweet-spot ") || strings.Contains(line, "~") {
				t.Errorf("%v, cursor %v: %q", size, held, line)
			}
			for _, word := range strings.Fields(line) {
				if strings.Contains(word, ":") && len(word) != len("00:00.0") {
					t.Errorf("%v, cursor %v: the clock is cut in %q", size, held, line)
				}
			}
			if held && size[0] >= 40 && !strings.Contains(line, "AT 00:31.0") {
				t.Errorf("%v: no cursor in %q", size, line)
			}
		}
	}
}

package ui

import (
	"strings"
	"testing"

	"overloadtui/model"
)

// TestThePastIsShownAsItWas holds the time cursor on a window of a collapse that is
// over: state, reason and knobs are those of that window.
func TestThePastIsShownAsItWas(t *testing.T) {
	f := story()
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		s := newTestScreen(t, f, "ascii", size[0], size[1])
		has := func(did string, want ...string) {
			t.Helper()
			for _, text := range want {
				if picture := s.picture(); !strings.Contains(picture, text) {
					t.Fatalf("%v, %s: no %q in\n%s", size, did, text, picture)
				}
			}
		}
		s.look(30) // load 130, no limit yet
		has("at window 30", "knobs at 00:31.0", "130 /s at 00:31.0, now 90 /s", "FOR 9.0s", " since 00:22.0, predicted ")
		if k, _ := s.knobs.find("server.concurrency.limit"); k.Format(s.valuesAt(s.shownPoint())[k.Path]) != "off" {
			t.Fatalf("%v: the limit then is %v, want off", size, s.valuesAt(s.shownPoint())[k.Path])
		}
		if !strings.Contains(s.picture(), "\nesc live ") {
			t.Fatalf("%v: no way back to live in\n%s", size, s.picture())
		}
		s.look(10)
		has("at window 10", "knobs at 00:11.0", "90 /s at 00:11.0", "[N NORMAL]", "FOR 11.0s", "since the start, nothing against it")
		s.look(30)
		s.press("tab", 0)
		has("the state at window 30", "saturated since 00:22.0, predicted ")
		s.press("l", 'l')
		if got := s.stateSentence(model.Degraded); strings.Contains(got, "windows") {
			t.Errorf("%v: live gates of a state in the past: %q", size, got)
		}
		s.press("w", 'w')
		has("why at window 30", "why saturated at 00:31.0", "for 9.0s until the end of this window", "N -> S saturated at 00:22.0", "predicted sojourn")
	}
}

// TestAChangeComesBackFromThePast holds that no key changes a knob from a value that
// is not the one in force.
func TestAChangeComesBackFromThePast(t *testing.T) {
	for _, key := range []string{"right", "0", "="} {
		f := story()
		s := newTestScreen(t, f, "ascii", 80, 24)
		s.look(30)
		before := len(f.commands)
		s.press(key, rune(key[0]))
		if s.time.held || len(f.commands) != before || s.mode != watching || !strings.Contains(s.picture(), "back to live: offered load is 90 /s now; press again to change it") {
			t.Errorf("%s: held %v, sent %v\n%s", key, s.time.held, f.commands[before:], s.picture())
		}
		s.press("right", 0)
		if got := f.value("web.load"); got != 95 {
			t.Errorf("%s and right: load %v, want 95", key, got)
		}
	}
}

// TestAStateThatLastsTooLongSaysWhatThatMeans on every screen that shows the word.
func TestAStateThatLastsTooLongSaysWhatThatMeans(t *testing.T) {
	f := story()
	f.snap.State.Overstayed, f.snap.State.MaxDwell = true, 30000
	want := "OVERSTAYED: for 61.0s, past its longest time of 30"
	for _, size := range [][2]int{{40, 12}, {80, 24}, {160, 48}} {
		s := newTestScreen(t, f, "ascii", size[0], size[1])
		s.region = onState
		if got := words(s.picture(), 5); !strings.Contains(got, want) {
			t.Errorf("%v: no %q on the detail line: %q", size, want, got)
		}
		s.press("w", 'w')
		if got := strings.Join(strings.Fields(s.picture()), " "); !strings.Contains(got, "OVERSTAYED: for 61.0s,") || strings.Contains(got, "at most") {
			t.Errorf("%v: no %q in\n%s", size, want, s.picture())
		}
	}
}

// TestTheNearestWayOutComesFirst in the list of the ways.
func TestTheNearestWayOutComesFirst(t *testing.T) {
	f := story()
	f.snap.State.Nearest = len(f.snap.State.Ways) - 1
	s := newTestScreen(t, f, "ascii", 80, 24)
	s.region = onState
	s.press("w", 'w')
	picture := s.picture()
	first := strings.Index(picture, "S -> "+string(f.snap.State.Ways[f.snap.State.Nearest].To.Letter())+" "+f.snap.State.Ways[f.snap.State.Nearest].To.String())
	if other := strings.Index(picture, "S -> E elevated"); first < 0 || other < first {
		t.Errorf("the nearest stands at %d, another at %d\n%s", first, other, picture)
	}
}

// TestAPastReasonIsCutBetweenItsPieces where not all of them fit.
func TestAPastReasonIsCutBetweenItsPieces(t *testing.T) {
	f := story()
	f.log[0].Why = "E -> S: work late 100% > 5%, predicted sojourn 1,810 ms > 200 ms, 3/3 windows"
	f.publish()
	s := newTestScreen(t, f, "ascii", 80, 24)
	s.look(30)
	for room, want := range map[int]string{
		120: "at 00:31.0: saturated since 00:22.0, work late 100% > 5%, predicted sojourn 1,810 ms > 200 ms, 3/3 w",
		90:  "since 00:22.0, work late 100% > 5%, predicted sojourn 1,810 ms > 200 ms, 3/3 w",
		60:  "since 00:22.0, work late 100% > 5%, ...  w all of it",
		38:  "since 00:22.0, ...  w all of it",
	} {
		if got := s.reasonFor(room); !strings.HasPrefix(got, want) || width(got) > room {
			t.Errorf("in %d cells: %q, want %q", room, got, want)
		}
	}
}

package ui

import (
	"strings"
	"testing"

	"overloadtui/model"
)

// TestTheTitleKeepsScreenAndSpeed beside a name that is too long for both.
func TestTheTitleKeepsScreenAndSpeed(t *testing.T) {
	for view, tab := range map[string]string{"3": "[3 RECOVER]", "4": "[4 GAME DAY]"} {
		f := rehearsing()
		f.scenario.Name = "gameday-enrichment-latency"
		f.scenario.Recovery.Backlog = 100
		s := newTestScreen(t, f, "ascii", 60, 20)
		pressAll(s, view)
		line, _, _ := strings.Cut(s.picture(), "\n")
		for _, want := range []string{tab, "gameday-enr", "x1", "01:23.0"} {
			if !strings.Contains(line, want) {
				t.Errorf("no %q in %q", want, line)
			}
		}
	}
}

// TestTheVerdictTakesAFreeRow holds that what does not fit one row goes on in the second
// row of the detail line, and that this moves nothing else away.
func TestTheVerdictTakesAFreeRow(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}} {
		f := restoring().with(func(snap *model.Snapshot) {
			snap.Recovery.Refused = "unsafe: replay is forbidden while the telemetry that its ceiling is measured by is not trusted"
		})
		s := onRecover(t, f, "ascii", size[0], size[1])
		picture := s.picture()
		text, _ := s.verdict()
		lines := strings.Split(picture, "\n")
		at := size[1] - 4
		if got := strings.Join(strings.Fields(lines[at]+" "+lines[at+1]), " "); got != text {
			t.Errorf("%v: the verdict is %q, want %q in\n%s", size, got, text, picture)
		}
		if !strings.HasPrefix(lines[at+2], "> replay rate") || !strings.HasPrefix(lines[at+3], "? help") {
			t.Errorf("%v: no detail line and footer in\n%s", size, picture)
		}
	}
}

// TestCallingOffIsSaidWhole at every size that shows the game day, with one focus mark.
func TestCallingOffIsSaidWhole(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {160, 48}} {
		s := onGameDay(t, rehearsing(), "ascii", size[0], size[1])
		picture := s.picture()
		if text := strings.Join(strings.Fields(picture), " "); !strings.Contains(text, "for 3 windows, at 00:26.0 (it goes on)") {
			t.Errorf("%v: the reason is cut in\n%s", size, picture)
		}
		if strings.Contains(picture, ">game day") {
			t.Errorf("%v: a second focus mark in\n%s", size, picture)
		}
	}
}

// TestTheNextTrialIsOffered steps through what a scenario suggests with one key.
func TestTheNextTrialIsOffered(t *testing.T) {
	s := newTestScreen(t, chain(3), "ascii", 160, 48)
	for _, want := range []string{"try 1/3: ", "try 2/3: ", "try 3/3: ", "try 1/3: "} {
		if picture := s.picture(); !strings.Contains(picture, want) || !strings.Contains(picture, "t again the next)") {
			t.Errorf("no %q with the way to the next in\n%s", want, picture)
		}
		pressAll(s, "t")
		if !strings.Contains(s.picture(), "t next") {
			t.Errorf("the list does not say how to go on:\n%s", s.picture())
		}
		pressAll(s, "t", "esc")
	}
}

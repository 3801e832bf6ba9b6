package ui

import (
	"fmt"
	"strings"
	"testing"

	"overloadtui/model"
)

// rehearsing is a game day that has gone wrong: an expectation that fails, one that
// holds, a bound that was kept, an abort condition that has fired.
func rehearsing() *fake {
	f := story()
	sc := f.scenario
	sc.Name, sc.Title = "rehearsal", "Game day, a peak"
	sc.Thresholds, sc.Controller = model.DefaultThresholds(), model.DefaultController()
	sc.Changes = []model.Change{{At: 20000, Path: "web.load", To: 130, Who: "scenario"}, {At: 52000, Path: "web.load", To: 90, Who: "scenario"}}
	limit := func(metric string, is, value float64) model.Limit {
		return model.Limit{Measured: model.Measured{Metric: metric}, Is: is, Value: value}
	}
	sc.GameDay = &model.GameDay{
		Hypothesis: "A short peak of the load does not reach the clients, because the limit keeps the queue short.",
		Radius:     "Nobody: all clients are to be answered in time.",
		Expect: []model.Expectation{{Limit: limit("goodput_per_s", model.AtLeast, 90), In: "peak"}, {Limit: limit("goodput_per_s", model.AtLeast, 80), In: "before"},
			{Limit: limit("queue_depth_ops", model.AtMost, 5), In: "later", Take: model.TakeMax}},
		Bounds: []model.Limit{limit("rejected_per_s", model.AtMost, 1000)},
		Abort:  []model.AbortRule{{Limit: limit("queue_depth_ops", model.Above, 100), Windows: 3}, {Limit: limit("goodput_per_s", model.Below, -1), Windows: 2}},
		Windows: []model.Observation{{Name: "before", From: 2000, To: 20000}, {Name: "peak", From: 22000, To: 50000},
			{Name: "later", From: 90000, To: 99000}},
		Envelope: []model.Range{{Measured: model.Measured{Metric: "queue_depth_ops"}, Most: 300}},
		Recovery: model.Restoration{Plan: "The load goes down.", From: 52000, By: 99000, Must: []model.Limit{limit("queue_depth_ops", model.AtMost, 50)}},
	}
	f.publish()
	return f
}

func onGameDay(t testing.TB, f *fake, glyphs string, w, h int, keys ...string) *screen {
	t.Helper()
	s := newTestScreen(t, f, glyphs, w, h)
	pressAll(s, append([]string{"4"}, keys...)...)
	return s
}

// TestGameDayPlansDoNotOverlap holds for every size.
func TestGameDayPlansDoNotOverlap(t *testing.T) {
	for w := 40; w <= 200; w++ {
		for h := 12; h <= 60; h++ {
			for _, c := range []gameDayContent{{2, 1, 1, 2, 0}, {6, 4, 3, 3, 0}, {6, 4, 3, 3, 1}, {1, 0, 0, 1, 2}} {
				p := layoutGameDay(w, h, c)
				checkCover(t, fmt.Sprintf("%dx%d %+v", w, h, c), &p)
			}
		}
	}
}

// TestEveryPanelOfAGameDayIsWithinReach turns the pages until they begin again.
func TestEveryPanelOfAGameDayIsWithinReach(t *testing.T) {
	for w := 40; w <= 200; w += 3 {
		for h := 12; h <= 60; h++ {
			seen := map[panelKind]bool{}
			for page := range 12 {
				p := layoutGameDay(w, h, gameDayContent{4, 2, 2, 2, page})
				for _, at := range p.places {
					seen[at.panelKind] = seen[at.panelKind] || at.h >= 2
				}
			}
			for k := dayPanel; k < panelKinds; k++ {
				if !seen[k] {
					t.Fatalf("at %dx%d panel %d is on no page", w, h, k)
				}
			}
		}
	}
}

// TestAGameDayOnTheScreen reads the evidence off the picture.
func TestAGameDayOnTheScreen(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 48}, {200, 60}} {
		s := onGameDay(t, rehearsing(), "ascii", size[0], size[1])
		text := s.picture()
		for range 4 {
			s.press("g", 'g')
			text += s.picture()
		}
		for _, want := range []string{"[4 GAME DAY]", "the hypothesis is open", "recovery, 16.0s left", "A short peak of the load", "CALL IT OFF: queue depth above 100",
			"from 01:30.0", "fired at ", "YES", " NO", "yes", "normal by 01:39.0", s.day().Surprises[0].Text[:20], "fault 00:20.0"} {
			if !strings.Contains(text, want) {
				t.Errorf("%v: no %q in\n%s", size, want, text)
			}
		}
	}
}

// TestTheGameDayIsJudgedAnew when there is more to judge, and is there only where the
// scenario has one.
func TestTheGameDayIsJudgedAnew(t *testing.T) {
	f := rehearsing()
	s := onGameDay(t, f, "ascii", 80, 24)
	f.windows(17)
	s.beat(wall)
	if !strings.Contains(s.picture(), "the hypothesis is FAILED") {
		t.Errorf("it is over, and not said to have failed:\n%s", s.picture())
	}
	s = onGameDay(t, story(), "ascii", 80, 24)
	if s.view != 0 || strings.Contains(s.picture(), "game day") {
		t.Errorf("a scenario without a game day shows one:\n%s", s.picture())
	}
}

// TestEachLineOfAGameDay can be chosen, and is then said whole.
func TestEachLineOfAGameDay(t *testing.T) {
	s := onGameDay(t, rehearsing(), "ascii", 160, 48)
	for _, r := range []region{onExpect, onAborts, onBounds, onRestore, onSurprises} {
		s.region = r
		for i, l := range s.dayLines(r) {
			s.chosen[r] = i
			if !strings.Contains(s.picture(), l.text) {
				t.Errorf("region %d: no %q in\n%s", r, l.text, s.picture())
			}
		}
	}
	pressAll(s, "w")
	if !strings.Contains(s.picture(), "recovery: The load goes down.") {
		t.Errorf("w does not say all:\n%s", s.picture())
	}
}

// TestAPictureOfAGameDayIsCheap in memory.
func TestAPictureOfAGameDayIsCheap(t *testing.T) {
	s := onGameDay(t, rehearsing(), "braille", 160, 48)
	if n := testing.AllocsPerRun(10, func() { s.beat(wall); s.draw().text(noColours) }); n > 3000 {
		t.Errorf("%v allocations for a picture of 160x48, at most 3,000", n)
	}
}

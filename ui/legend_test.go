package ui

import (
	"strings"
	"testing"

	"overloadtui/model"
)

// TestLinesThatMatterAreNamed looks at 80x24 for the names of what is drawn.
func TestLinesThatMatterAreNamed(t *testing.T) {
	f := story()
	s := newTestScreen(t, f, "ascii", 80, 24)
	rule := func(y int) string { return strings.Split(s.picture(), "\n")[planFor(s).charts[y].y] }
	if got := rule(0); !strings.Contains(got, "# goodput . offered") || strings.Contains(got, "attempts") {
		t.Errorf("without retries: %q", got)
	}
	if got := rule(2); !strings.Contains(got, "# p99 ") || !strings.Contains(got, "o p50 ") {
		t.Errorf("latency: %q", got)
	}
	f.points[len(f.points)-9].Attempts += 3
	f.publish()
	s.beat(wall)
	if got := rule(0); !strings.Contains(got, "# goodput + attempts") {
		t.Errorf("with 3 %% more attempts in one window: %q", got)
	}
}

// TestNoLegendRunsIntoTheBorder holds for every width that a chart's rule ends as a
// rule.
func TestNoLegendRunsIntoTheBorder(t *testing.T) {
	retrying := story()
	for i := range retrying.points {
		retrying.points[i].Attempts *= 3
	}
	for _, f := range []*fake{newFake(), story(), retrying, chain(5)} {
		for w := 40; w <= 200; w++ {
			for _, h := range []int{12, 20, 24, 48} {
				s := newTestScreen(t, f, "ascii", w, h)
				p := planFor(s)
				lines := strings.Split(s.picture(), "\n")
				for _, c := range p.charts {
					if line := lines[c.y]; line[p.left-1] != '-' || line[p.left-2] != '-' && line[p.left-2] != ' ' {
						t.Fatalf("%dx%d: %q ends in %q", w, h, line, line[p.left-2:p.left])
					}
				}
			}
		}
	}
}

// TestTheNearestTransitionSaysWhatDecides counts windows and not.
func TestTheNearestTransitionSaysWhatDecides(t *testing.T) {
	gates := []model.Gate{{Name: "goodput", Value: "50 of 50 possible", Needs: "< 90%"}, {Name: "reserve", Value: "0/s", Needs: "< 5/s", Met: true}}
	for _, c := range []struct {
		have, room int
		want       string
	}{
		{5, 90, "N -> E 5/10: reserve 0/s < 5/s, goodput 50 of 50 possible < 90% NO  w all gates"},
		{5, 60, "N -> E 5/10: reserve 0/s < 5/s  w all gates"},
		{5, 38, "N -> E 5/10: reserve 0/s < 5/s"},
		{5, 28, "N -> E 5/10: rese~ 0/s < 5/s"},
		{0, 78, "N -> E 0/10: goodput 50 of 50 possible < 90% NO  w all gates"},
	} {
		f := story()
		f.snap.State = model.StateView{State: model.Normal, Ways: []model.Way{{To: model.Elevated, Have: c.have, Need: 10, Gates: gates}}}
		s := newTestScreen(t, f, "ascii", 80, 24)
		if got := s.nearest(c.room); got != c.want {
			t.Errorf("%d of 10 in %d cells: %q, want %q", c.have, c.room, got, c.want)
		}
	}
}

// TestRoutesAreCounted shows a window by route: in the table where there is room for
// it, and in the explanation of goodput everywhere.
func TestRoutesAreCounted(t *testing.T) {
	f := story()
	f.scenario.Routes = []model.Route{{Name: "browse"}, {Name: "checkout"}}
	for i := range f.points {
		f.points[i].Routes = split(&f.points[i], 2)
	}
	f.publish()
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		s := newTestScreen(t, f, "ascii", size[0], size[1])
		s.look(10)
		p := s.shownPoint()
		if size[0] == 160 && (!strings.Contains(s.picture(), "\n browse ") || !strings.Contains(s.picture(), "\n checkout ")) {
			t.Errorf("no routes in the table\n%s", s.picture())
		}
		s.region, s.number, s.mode = onNumbers, 0, explaining
		want := "browse " + number(float64(p.Routes[0].Good), 1) + " of " + number(float64(p.Routes[0].Offered), 1)
		if !strings.Contains(s.picture(), want) {
			t.Errorf("%v: no %q in\n%s", size, want, s.picture())
		}
	}
}

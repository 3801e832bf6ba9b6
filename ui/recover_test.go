package ui

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"overloadtui/model"
)

// restoring is a run in recovering with all that the screen of recovery can show: a
// backlog of every kind, replay under way, a plan, a destination for a failover, a cold
// cache, replicas.
func restoring() *fake {
	f := story()
	sc := f.scenario
	sc.Name, sc.Title = "drain", "Deferred work beside the clients"
	sc.Recovery = model.DefaultRecovery()
	r := &sc.Recovery
	r.Backlog, r.Rate, r.Reserve, r.WarmUp, r.Other, r.Replicas, r.Checkpoint = 10000, 3500, 1500, 500, 0, 12000, 5000
	sc.Thresholds, sc.Controller = model.DefaultThresholds(), model.DefaultController()
	sc.Services = append(sc.Services, model.Service{Name: "standby", Cache: model.Cache{Keys: 10000}})
	sc.Services[0].Failover = "standby"
	for _, set := range model.RecoverySettings {
		if !set.Fixed {
			k := model.KnobView{KnobDecl: model.KnobDecl{Param: set.Param, Path: model.RecoveryGroup + "." + set.Name, Short: set.Name, Group: model.RecoveryGroup, Initial: *set.At(r)}, Now: *set.At(r)}
			f.knobs = append(f.knobs, k)
		}
	}
	for _, set := range model.ServiceSettings {
		var sv model.Service
		if set.At(&sv) == &sv.Cache.Fills {
			for _, owner := range []string{"server", "standby"} {
				path := owner + "." + set.Name
				f.knobs = append(f.knobs, model.KnobView{KnobDecl: model.KnobDecl{Param: set.Param, Path: path, Short: path, Group: owner}, Now: 0})
			}
		}
	}
	for i := range f.points {
		p := &f.points[i]
		p.Capacity, p.Admitted, p.Replays = 15000, 12500, 3500
		p.Recovery = model.RecoveryPoint{Backlog: int64(10000 - 60*i), Rate: 3500, Ceiling: 4000, Warm: float64(i) / 100, Looked: 100, Hits: int64(i)}
	}
	f.control = func(snap *model.Snapshot) {
		st := &snap.State
		st.State, st.Since, st.MaxDwell = model.Recovering, snap.Now-4000, model.Hour
		st.Ways = []model.Way{
			{To: model.Unsafe, Need: 1, Gates: []model.Gate{{Name: "control signals", Value: "trusted", Needs: "(needs one lost)"}}},
			{To: model.Normal, Have: 3, Need: 5, Gates: []model.Gate{
				{Name: "goodput", Value: "99.6 of 100 possible", Needs: ">= 98%", Met: true, Outcome: true},
				{Name: "reserve", Value: "500/s", Needs: ">= 1500/s"},
				{Name: "replay", Value: "complete, or governed", Needs: "", Met: true},
				{Name: "caches and pools", Value: "pending", Needs: ""},
				{Name: "deferred correctness work", Value: "pending", Needs: ""},
			}},
			{To: model.Degraded, Need: 3, Gates: []model.Gate{{Name: "admitted work late", Value: "0.4%", Needs: "> 5%", Outcome: true}}},
		}
		st.Nearest = 2
		snap.Live.Capacity = 15000
		v := &snap.Recovery
		*v = model.RecoveryView{Any: true, Left: 5200, Flying: 12, Retrying: 88, Taken: 10000, Replayed: 4500, Duplicates: 30, Expired: 200, Quarantine: 70, Settled: 50,
			Wanted: true, Rate: 3500, Chosen: 3500, Ceiling: 4000, Foreground: 9000, ETA: 1486, CheckpointAge: 1500, Lag: 400, Warm: 0.83, Caches: true,
			Planned: []model.DrainPoint{{At: snap.Now - 40000, Left: 10000}, {At: snap.Now + 20000, Left: 0}}}
		for i := range 40 {
			v.Real = append(v.Real, model.DrainPoint{At: snap.Now - 40000 + model.Millis(i*1000), Left: 10000 - float64(i)*120})
		}
		for _, g := range []model.Gate{{Name: "deadline goodput", Value: "99.1 %", Needs: "< 98 %", Outcome: true}, {Name: "queue age", Value: "12 % of the deadline", Needs: "> 50 %"},
			{Name: "replication lag", Value: "400ms", Needs: "> 2s"}, {Name: "reserve", Value: "500/s", Needs: "< 1,500/s", Met: true}} {
			v.Conditions = append(v.Conditions, model.PauseView{Gate: g, Have: 1, Need: 3})
		}
	}
	f.publish()
	return f
}

// with changes what recovery looks like.
func (f *fake) with(change func(*model.Snapshot)) *fake {
	before := f.control
	f.control = func(snap *model.Snapshot) {
		before(snap)
		change(snap)
	}
	f.publish()
	return f
}

// onRecover is the screen of recovery after some keys.
func onRecover(t testing.TB, f *fake, glyphs string, w, h int, keys ...string) *screen {
	t.Helper()
	s := newTestScreen(t, f, glyphs, w, h)
	s.papers.names = []string{"recovery plan", "checklist"}
	pressAll(s, append([]string{"3"}, keys...)...)
	return s
}

var recoverContents = []recoverContent{{true, false, 0}, {false, true, 0}, {true, true, 0}, {true, true, 1}, {true, true, 2}, {true, false, 3}}

// TestRecoverPlansDoNotOverlap holds for every size that the panels cover the screen
// between the title and the detail line, each cell once but for dividers.
func TestRecoverPlansDoNotOverlap(t *testing.T) {
	for w := 40; w <= 200; w++ {
		for h := 12; h <= 60; h++ {
			for _, c := range recoverContents {
				p := layoutRecover(w, h, c)
				checkCover(t, fmt.Sprintf("%dx%d %+v", w, h, c), &p)
			}
		}
	}
}

// checkCover fails where panels leave a cell free, share one or stand outside.
func checkCover(t *testing.T, what string, p *plan) {
	t.Helper()
	taken := make([]bool, p.w*(p.detail+1))
	for _, at := range p.places {
		if at.x < 0 || at.x+at.w > p.w || at.y < 1 || at.y+at.h > p.detail {
			t.Fatalf("%s: panel %+v is outside", what, at)
		}
		for y := at.y; y < at.y+at.h; y++ {
			for x := max(at.x-1, 0); x < at.x+at.w; x++ { // with its divider
				if taken[y*p.w+x] {
					t.Fatalf("%s: %d,%d is taken twice: %+v", what, x, y, p.places)
				}
				taken[y*p.w+x] = true
			}
		}
	}
	for y := 1; y < p.detail; y++ {
		for x := range p.w {
			if !taken[y*p.w+x] {
				t.Fatalf("%s: %d,%d is free: %+v", what, x, y, p.places)
			}
		}
	}
}

// TestEveryPanelOfRecoveryIsWithinReach turns the pages until they begin again.
func TestEveryPanelOfRecoveryIsWithinReach(t *testing.T) {
	for w := 40; w <= 200; w += 3 {
		for h := 12; h <= 60; h++ {
			seen := map[panelKind]bool{}
			for page := range 12 {
				p := layoutRecover(w, h, recoverContent{true, true, page})
				for _, at := range p.places {
					seen[at.panelKind] = seen[at.panelKind] || at.h >= 2 || at.panelKind == indicatorPanel || at.panelKind == verdictPanel
				}
			}
			for k := budgetPanel; k <= verdictPanel; k++ {
				if !seen[k] {
					t.Fatalf("at %dx%d panel %d is on no page", w, h, k)
				}
			}
			if !seen[logPanel] || !seen[indicatorPanel] {
				t.Fatalf("at %dx%d the log or the state is on no page", w, h)
			}
		}
	}
}

// TestTheTabIsThereForARecovery asks scenarios with and without something to recover.
func TestTheTabIsThereForARecovery(t *testing.T) {
	for _, c := range []struct {
		name  string
		there bool
		with  func(*model.Scenario)
	}{
		{"a plain server", false, func(*model.Scenario) {}},
		{"a backlog at the start", true, func(s *model.Scenario) { s.Recovery.Backlog = 1 }},
		{"refused work is kept", true, func(s *model.Scenario) { s.Recovery.Keeps = model.KeepRefused }},
		{"a class is set aside", true, func(s *model.Scenario) { s.Classes = []model.Class{{Name: "a"}, {Name: "b", Defer: model.DeferYes}} }},
		{"a cache", true, func(s *model.Scenario) { s.Services[0].Cache.Keys = 10 }},
		{"a destination", true, func(s *model.Scenario) { s.Services[0].Failover = "standby" }},
		{"a packet", true, func(s *model.Scenario) { s.Packet = model.NewPacket() }},
	} {
		f := story()
		c.with(f.scenario)
		s := newTestScreen(t, f, "ascii", 80, 24)
		title, _, _ := strings.Cut(s.picture(), "\n")
		pressAll(s, "3")
		if got := strings.Contains(title, "3 recover"); got != c.there || (s.view == 2) != c.there {
			t.Errorf("%s: tab %v, 3 shows screen %d, want %v; %q", c.name, got, s.view, c.there, title)
		}
		offered := false
		pressAll(s, "?")
		for _, item := range s.helpItems() {
			offered = offered || item.keys == "3"
		}
		if offered != c.there {
			t.Errorf("%s: the help offers key 3: %v", c.name, offered)
		}
	}
}

// TestRecoveryIsDistinctWithoutColour looks for what matters in the plain text.
func TestRecoveryIsDistinctWithoutColour(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 48}, {200, 60}} {
		s := onRecover(t, restoring(), "ascii", size[0], size[1])
		for what, text := range map[string]string{
			"state":           "[R RECOVERING]",
			"capacity":        "15,000/s",
			"ceiling":         "4,000/s",
			"chosen, margin":  "chosen 3,500/s, margin 500/s",
			"gates that hold": "2 gates met|yes",
			"closed gate":     "NO",
			"condition":       "YES",
			"count":           "bad 1/3",
			"plan":            ". plan",
			"verdict":         "REPLAY at 3,500/s, inside the ceiling of 4,000/s",
			"focus":           ">replay",
		} {
			short, long, _ := strings.Cut(text, "|")
			if !strings.Contains(s.picture(), short) && (long == "" || !strings.Contains(s.picture(), long)) {
				t.Errorf("%v, %s: no %q in\n%s", size, what, text, s.picture())
			}
		}
	}
}

// TestTheBudgetAddsUp reads the terms off the picture, for settings of the sliders.
func TestTheBudgetAddsUp(t *testing.T) {
	for _, keys := range [][]string{nil, {"j", "j", "l"}, {"j", "j", "L", "L"}, {"j", "j", "j", "L", "h"}} {
		s := onRecover(t, restoring(), "ascii", 80, 24, keys...)
		picture := s.picture()
		read := func(name string) (v float64) {
			_, rest, ok := strings.Cut(picture, name)
			text, _, _ := strings.Cut(strings.TrimSpace(rest), "/s")
			if _, err := fmt.Sscanf(strings.ReplaceAll(text, ",", ""), "%f", &v); !ok || err != nil {
				t.Fatalf("no value of %q in\n%s", name, picture)
			}
			return v
		}
		rest := read("restored ") - read("- foreground") - read("- failure reserve") - read("- cache warm-up") - read("- other recovery")
		if got := read("= CEILING"); got != math.Max(0, rest) {
			t.Errorf("after %v the ceiling is %v, want %v in\n%s", keys, got, rest, picture)
		}
	}
}

// TestRecoverySlidersAreTheKnobs changes a knob on the screen of recovery, takes it back,
// and finds the focus of the other screen where it was.
func TestRecoverySlidersAreTheKnobs(t *testing.T) {
	f := restoring()
	s := newTestScreen(t, f, "ascii", 80, 24)
	pressAll(s, "j")
	before, _ := s.knobs.chosen()
	pressAll(s, "3", "j", "j", "l", "l")
	k, ok := s.knobs.chosen()
	if !ok || s.region != onKnobs || k.Label != "failure reserve" || f.value(k.Path) != 1700 {
		t.Fatalf("chosen %v, region %v: reserve is %v, want 1,700", k, s.region, f.value("recovery.replay-reserve"))
	}
	pressAll(s, "u")
	if got := f.value(k.Path); got != 1500 {
		t.Errorf("after u it is %v", got)
	}
	pressAll(s, "=", "<2000>", "enter", "0")
	if got := f.value(k.Path); got != 1500 {
		t.Errorf("after 0 it is %v", got)
	}
	pressAll(s, "1")
	if now, ok := s.knobs.chosen(); !ok || now.Path != before.Path {
		t.Errorf("the dashboard's focus was on %s and is on %v", before.Path, now)
	}
	pressAll(s, "3")
	if now, ok := s.knobs.chosen(); !ok || now.Path != k.Path {
		t.Errorf("the focus was on %s and is on %v", k.Path, now)
	}
}

// TestRecoveryKnobsOfServices: the capacity, the demand, and the fills of services that
// have a cache.
func TestRecoveryKnobsOfServices(t *testing.T) {
	s := onRecover(t, restoring(), "ascii", 160, 48)
	got := strings.Join(s.knobs.only, " ")
	for _, want := range []string{"recovery.replay-rate", "web.load", "server.workers", "standby.fill-rate", "recovery.pause-goodput"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in %s", want, got)
		}
	}
	for _, not := range []string{"server.fill-rate", "server.bound", "recovery.initial-backlog"} {
		if strings.Contains(got, not) {
			t.Errorf("%s in %s", not, got)
		}
	}
	pressAll(s, "?")
	s.help.filter = "queue bound"
	pressAll(s, "enter")
	if k, ok := s.knobs.chosen(); s.view != 0 || !ok || k.Path != "server.bound" {
		t.Errorf("the help leads to screen %d, knob %v", s.view, k)
	}
}

// TestOrdersOfRecovery gives each of them by its key, with an owner and a reason.
func TestOrdersOfRecovery(t *testing.T) {
	owner := []string{"enter", "<anna>", "enter", "<it is time>", "enter", "enter"}
	idle := func(s *model.Snapshot) { s.Recovery.Wanted = false }
	away := func(s *model.Snapshot) { s.Recovery.Away = true }
	for _, c := range []struct {
		key  string
		with func(*model.Snapshot)
		want model.OrderKind
	}{
		{"s", idle, model.StartReplay}, {"s", func(*model.Snapshot) {}, model.PauseReplay}, {"a", idle, model.ReleaseAll},
		{"f", idle, model.FailOver}, {"f", away, model.FailBack},
	} {
		f := restoring().with(c.with)
		s := onRecover(t, f, "ascii", 80, 24, c.key)
		pressAll(s, owner...)
		want := model.Order{Kind: c.want, Who: "anna", Why: "it is time"}
		if got := ordered(f); len(got) != 1 || got[0] != want {
			t.Errorf("%s: ordered %+v, want %+v\n%s", c.key, got, want, s.picture())
		}
	}
}

// TestReleasingEverythingWarns before the order is given.
func TestReleasingEverythingWarns(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		s := onRecover(t, restoring(), "ascii", size[0], size[1], "a", "enter", "<anna>", "enter", "<why>", "enter")
		text := strings.Join(strings.Fields(s.picture()), " ")
		if !strings.Contains(text, "second collapse begins") {
			t.Errorf("%v: no warning in\n%s", size, s.picture())
		}
	}
}

// TestForbiddenReplaySaysWhy in the dialog and in the verdict, and gives no order.
func TestForbiddenReplaySaysWhy(t *testing.T) {
	why := "replay is forbidden in failover: 8,400 - 8,000 = 400/s left"
	f := restoring().with(func(s *model.Snapshot) {
		s.Recovery.Wanted, s.Recovery.Away, s.Recovery.Refused = false, true, why
	})
	s := onRecover(t, f, "ascii", 80, 24)
	if !strings.Contains(s.picture(), "REFUSED: "+why) {
		t.Errorf("no reason in\n%s", s.picture())
	}
	pressAll(s, "s")
	if !strings.Contains(s.picture(), "400/s left") {
		t.Errorf("no reason in\n%s", s.picture())
	}
	pressAll(s, "enter", "<anna>", "enter", "enter", "enter")
	if got := ordered(f); len(got) != 0 {
		t.Errorf("ordered %+v", got)
	}
}

// TestVerdicts says of each situation what it is.
func TestVerdicts(t *testing.T) {
	drained := func(v *model.RecoveryView) {
		v.Left, v.Flying, v.Retrying, v.Rate, v.Replayed = 0, 0, 0, 3500, 9700
	}
	for _, c := range []struct {
		name string
		with func(*model.RecoveryView)
		want string
	}{
		{"it goes on", func(*model.RecoveryView) {}, "REPLAY at 3,500/s, inside the ceiling of 4,000/s"},
		{"eased", func(v *model.RecoveryView) { v.Rate, v.Eased = 1750, true }, "REPLAY at 1,750/s, reduced after a pause"},
		{"paused", func(v *model.RecoveryView) { v.Rate, v.Paused = 0, true }, "PAUSED: reserve 500/s < 1,500/s"},
		{"not started", func(v *model.RecoveryView) { v.Rate, v.Wanted = 0, false }, "NOT STARTED: 5,200 operations wait. At 3,500/s they take 1.5s"},
		{"not safe to start", func(v *model.RecoveryView) { v.Rate, v.Wanted, v.Foreground = 0, false, 10000 }, "3,500/s is above the ceiling of 3,000/s"},
		{"over the ceiling", func(v *model.RecoveryView) { v.Foreground = 10000 }, "OVER THE CEILING: 3,500/s are chosen and 3,000/s may be replayed"},
		{"at once", func(v *model.RecoveryView) { v.Rate, v.Released, v.ETA = math.Inf(1), true, model.Forever }, "EVERYTHING AT ONCE: 12 operations under way"},
		{"poison left", func(v *model.RecoveryView) { drained(v) }, "NOT YET: the backlog is empty, but 220 of the poison"},
		{"silently dropped", func(v *model.RecoveryView) { drained(v); v.Settled, v.Missing = 270, 9 }, "THE BOOKS DO NOT CLOSE: 9 operations"},
		{"cold", func(v *model.RecoveryView) { drained(v); v.Settled = 270 }, "COLD: the caches can answer 83%"},
		{"done", func(v *model.RecoveryView) { drained(v); v.Settled, v.Warm = 270, 1 }, "REPLAYED: nothing waits"},
	} {
		f := restoring().with(func(s *model.Snapshot) { c.with(&s.Recovery) })
		s := onRecover(t, f, "ascii", 160, 48)
		if text, _ := s.verdict(); !strings.Contains(text, c.want) {
			t.Errorf("%s: %q, want %q", c.name, text, c.want)
		}
		if !strings.Contains(s.picture(), c.want[:20]) {
			t.Errorf("%s: no %q in\n%s", c.name, c.want[:20], s.picture())
		}
	}
}

// TestTheEndIsReestimated from how fast the backlog has really fallen, not from what the
// limiter lets go.
func TestTheEndIsReestimated(t *testing.T) {
	for _, c := range []struct {
		fall int64 // operations a window
		want model.Millis
		says string
	}{{1040, 5000, "inside the ceiling"}, {52, 100_000, "inside the ceiling"}, {0, model.Forever, "the backlog does not fall"}, {-70, model.Forever, "THE BACKLOG GROWS by 70/s"}} {
		f := restoring()
		for i := range f.points {
			f.points[i].Recovery.Backlog = 100_000 - c.fall*int64(i)
		}
		f.publish()
		s := onRecover(t, f, "ascii", 160, 48)
		if got := s.eta(); got != c.want {
			t.Errorf("falling by %d/s, %d left: %v, want %v", c.fall, s.snap.Recovery.Left, got, c.want)
		}
		if text, _ := s.verdict(); !strings.Contains(text, c.says) {
			t.Errorf("falling by %d/s: %q, want %q", c.fall, text, c.says)
		}
	}
}

// TestTheBacklogIsWhole adds the kinds up.
func TestTheBacklogIsWhole(t *testing.T) {
	s := onRecover(t, restoring(), "ascii", 160, 48)
	var sum int64
	for _, k := range s.backlogKinds() {
		sum += k.n
		if !strings.Contains(s.picture(), k.name) {
			t.Errorf("no %q in\n%s", k.name, s.picture())
		}
	}
	if sum != s.snap.Recovery.Taken {
		t.Errorf("the kinds are %d operations of %d", sum, s.snap.Recovery.Taken)
	}
}

// TestThePlanFollowsTheSlider: while nothing is replayed, the line of the plan is that of
// the chosen rate.
func TestThePlanFollowsTheSlider(t *testing.T) {
	f := restoring().with(func(s *model.Snapshot) { s.Recovery.Wanted, s.Recovery.Rate, s.Recovery.Planned = false, 0, nil })
	s := onRecover(t, f, "ascii", 160, 48)
	ends := func() model.Millis {
		line, _ := s.plannedDrain()
		return line[1].At - s.snap.Now
	}
	before := ends()
	pressAll(s, "=", "<7000>", "enter")
	if after := ends(); math.Abs(float64(after/before)-0.5) > 1e-9 {
		t.Errorf("at twice the rate it takes %v instead of %v", after, before)
	}
}

// TestBarsStayInTheirFrame for any budget.
func TestBarsStayInTheirFrame(t *testing.T) {
	for _, capacity := range []float64{0, 1, 1e12, math.NaN(), math.Inf(1), -5} {
		for _, foreground := range []float64{0, 1e9, math.NaN()} {
			f := restoring().with(func(s *model.Snapshot) {
				s.Recovery.Foreground = foreground
				s.Points = append([]model.Point(nil), s.Points...)
				s.Points[len(s.Points)-1].Capacity = capacity
			})
			for _, size := range [][2]int{{40, 12}, {80, 24}, {160, 48}} {
				s := onRecover(t, f, "ascii", size[0], size[1])
				if n := strings.Count(s.picture(), "\n") + 1; n != size[1] {
					t.Errorf("%v - %v at %v: %d lines", capacity, foreground, size, n)
				}
			}
		}
	}
}

// TestPapers are made, read, turned, written and left with keys.
func TestPapers(t *testing.T) {
	s := onRecover(t, restoring(), "ascii", 80, 24, "i")
	if s.mode != papering || len(s.effects) != 1 || s.effects[0] != makePaper {
		t.Fatalf("mode %v, effects %v", s.mode, s.effects)
	}
	s.effects = nil
	pressAll(s, "x")
	if len(s.effects) != 0 {
		t.Error("what is not made yet is written")
	}
	text := "# A plan\n\n- **first**: " + strings.Repeat("word ", 40) + "\n" + strings.Repeat("line\n", 60) + "the end\n"
	s.paperMade(0, s.papers.of, []byte(text), nil)
	for _, want := range []string{"[recovery plan]", "checklist", "# A plan", "- first: word", "x WRITES IT"} {
		if !strings.Contains(s.picture(), want) {
			t.Errorf("no %q in\n%s", want, s.picture())
		}
	}
	pressAll(s, "end")
	if !strings.Contains(s.picture(), "the end") {
		t.Errorf("end does not lead to the end:\n%s", s.picture())
	}
	pressAll(s, "x")
	if len(s.effects) != 1 || s.effects[0] != writePaper {
		t.Errorf("x: effects %v", s.effects)
	}
	old := s.papers.of
	s.effects = nil
	pressAll(s, "tab")
	s.paperMade(0, old, []byte("too late"), nil)
	if s.papers.at != 1 || s.papers.made != "" {
		t.Errorf("paper %d has %q", s.papers.at, s.papers.made)
	}
	s.paperMade(1, s.papers.of, nil, errors.New("nothing is known"))
	if !strings.Contains(s.picture(), "nothing is known") {
		t.Errorf("no reason in\n%s", s.picture())
	}
	pressAll(s, "esc")
	if s.mode != watching {
		t.Errorf("esc: mode %v", s.mode)
	}
}

// TestWhyOfRecovery explains each panel, whole.
func TestWhyOfRecovery(t *testing.T) {
	for _, c := range []struct {
		region region
		want   string
	}{
		{onBudget, "= 15,000 - 9,000 - 1,500 - 500 - 0 = 4,000/s"}, {onBacklog, "in none of them|no book accounts"},
		{onPauses, "replication lag"}, {onDrain, "re-estimated from what is left"}, {onState, "deferred correctness work"},
	} {
		s := onRecover(t, restoring(), "ascii", 160, 48)
		s.region = c.region
		pressAll(s, "w")
		text := strings.Join(strings.Fields(s.picture()), " ")
		found := false
		for _, want := range strings.Split(c.want, "|") {
			found = found || strings.Contains(text, want)
		}
		if !found {
			t.Errorf("region %d: no %q in\n%s", c.region, c.want, s.picture())
		}
	}
}

// TestRecoveryAtTheCursor shows the window of the cursor.
func TestRecoveryAtTheCursor(t *testing.T) {
	f := restoring()
	f.points[40].Capacity = 11000
	f.points[40].Recovery.Backlog = 4321
	f.publish()
	s := onRecover(t, f, "ascii", 160, 48)
	s.look(f.points[40].Index)
	for _, want := range []string{"11,000/s", "4,321", "as of now"} {
		if !strings.Contains(s.picture(), want) {
			t.Errorf("no %q in\n%s", want, s.picture())
		}
	}
}

// TestAPictureOfRecoveryIsCheap in memory.
func TestAPictureOfRecoveryIsCheap(t *testing.T) {
	s := onRecover(t, restoring(), "braille", 160, 48)
	if n := testing.AllocsPerRun(10, func() { s.beat(wall); s.draw().text(noColours) }); n > 3000 {
		t.Errorf("%v allocations for a picture of 160x48, at most 3,000", n)
	}
}

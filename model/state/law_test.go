package state_test

import (
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/model/state"
)

func drawShare(t *rapid.T, name string) float64 {
	return rapid.SampledFrom([]float64{0, 0.005, 0.03, 0.06, 0.5, 1}).Draw(t, name)
}

// drawEvidence draws values on both sides of every default threshold. The parts need
// not agree with each other; the laws hold for any evidence.
func drawEvidence(t *rapid.T) state.Evidence {
	millis := rapid.SampledFrom([]model.Millis{0, 10, 70, 90, 150, 250, 5000, model.Forever})
	rate := rapid.SampledFrom([]float64{0, 40, 80, 94, 97, 110, 300})
	e := state.Evidence{
		Offered: rate.Draw(t, "offered"), Goodput: rate.Draw(t, "goodput"),
		Failing: drawShare(t, "failing"), Missed: drawShare(t, "missed"), Lost: drawShare(t, "lost"),
		Median: millis.Draw(t, "median"), Age: millis.Draw(t, "age"), Predicted: millis.Draw(t, "predicted"),
		Deadline: 200, Service: 10, Capacity: 100, Admitted: rate.Draw(t, "admitted"),
		Full:    rapid.SampledFrom([]float64{60, 100}).Draw(t, "full"),
		Slope:   rapid.SampledFrom([]float64{-10, 0, 4, 10}).Draw(t, "slope"),
		Busy:    rapid.SampledFrom([]float64{0, 0.9, 1}).Draw(t, "busy"),
		Backlog: rapid.SampledFrom([]int{0, 10}).Draw(t, "backlog"),
		Refused: rapid.Bool().Draw(t, "refused"), Bounded: rapid.Bool().Draw(t, "bounded"),
		Rung: rapid.IntRange(0, 3).Draw(t, "rung"),
	}
	e.Possible = min(e.Offered, e.Capacity)
	e.Recovery.Replay = rapid.SampledFrom([]state.Progress{state.NotApplicable, state.Complete, state.Pending, state.Governed}).Draw(t, "replay")
	e.Deferred, e.Replayed = rapid.SampledFrom([]int64{0, 50, 5000}).Draw(t, "deferred"), 100
	e.Growth = rapid.SampledFrom([]float64{-90, 0, 1000}).Draw(t, "growth")
	return e
}

// good and bad evidence keep the random walks from getting stuck in one state.
var (
	good = state.Evidence{Offered: 80, Goodput: 80, Possible: 80, Admitted: 80, Capacity: 100, Full: 100, Deadline: 200, Service: 10, Predicted: 10, Busy: 0.8}
	bad  = state.Evidence{Offered: 150, Goodput: 0, Possible: 100, Admitted: 150, Capacity: 100, Full: 100, Deadline: 200, Service: 10, Failing: 1, Missed: 1,
		Left: 1, Median: 900, Age: 900, Predicted: 910, Slope: 50, Backlog: 90, Busy: 1}
	degraded = state.Evidence{Offered: 150, Goodput: 120, Possible: 150, Admitted: 120, Capacity: 167, Full: 100, Deadline: 200, Service: 6, Failing: 0.2, Lost: 0.2,
		Predicted: 20, Refused: true, Bounded: true, Rung: 2, Busy: 0.72}
)

// TestLaws holds what must hold whatever the evidence is.
func TestLaws(t *testing.T) {
	seen := map[[2]model.State]bool{}
	rapid.Check(t, func(t *rapid.T) {
		th := model.DefaultThresholds()
		m := state.New(th)
		now, lastMove := model.Millis(0), -model.Forever
		known := 0
		var views []model.StateView
		for range rapid.IntRange(1, 30).Draw(t, "stretches") {
			e := rapid.OneOf(rapid.Custom(drawEvidence), rapid.SampledFrom([]state.Evidence{good, bad, degraded})).Draw(t, "evidence")
			e.Trust.PolicyLost = rapid.IntRange(0, 19).Draw(t, "one in twenty loses the policy store") == 0
			for range rapid.IntRange(1, 12).Draw(t, "windows") {
				now += model.Second
				before := m.View().State
				m.Step(now, e)
				v := m.View()
				views = append(views, v)
				moves := 0
				for _, tr := range v.Log[known:] {
					if !tr.Refused {
						moves++
						seen[[2]model.State{tr.From, tr.To}] = true
						checkMove(t, tr, before, v.State)
						if tr.To != model.Unsafe && float64(now-lastMove) < th.Hold {
							t.Fatalf("%s only %v after the last transition", tr.Why, now-lastMove)
						}
						lastMove = now
					} else if gatesMet(tr) {
						t.Fatalf("%s, although all gates are met: %+v", tr.Why, tr.Gates)
					}
				}
				if moves > 1 || (moves == 0) != (before == v.State) {
					t.Fatalf("%v -> %v in one step with %d logged transitions", before, v.State, moves)
				}
				if e.Trust.PolicyLost && v.State != model.Unsafe {
					t.Fatalf("the policy store is lost and the state is %v", v.State)
				}
				checkView(t, v)
				known = len(v.Log)
			}
			if m.View().State == model.Unsafe && !e.Trust.PolicyLost && rapid.Bool().Draw(t, "decide") {
				if err := m.Manual(now, model.Recovering, "ada", "checked"); err != nil {
					t.Fatal(err)
				}
				known, lastMove = len(m.View().Log), now
			}
		}
		for i := 1; i < len(views); i++ {
			for j, tr := range views[i-1].Log {
				if views[i].Log[j].Why != tr.Why {
					t.Fatalf("a published log has changed: %q became %q", tr.Why, views[i].Log[j].Why)
				}
			}
		}
	})
	for from := range model.State(model.States) {
		for to := range model.State(model.States) {
			if legal, manual := model.Legal(from, to); legal && !manual && !seen[[2]model.State{from, to}] {
				t.Errorf("no walk went %v -> %v: the law says nothing about it", from, to)
			}
		}
	}
}

func checkMove(t *rapid.T, tr model.Transition, before, after model.State) {
	legal, manual := model.Legal(tr.From, tr.To)
	if !legal || manual || tr.From != before || tr.To != after || tr.Cause != "automatic" {
		t.Fatalf("illegal: %+v, with the state going from %v to %v", tr, before, after)
	}
	var outcome, mechanism bool
	for _, g := range tr.Gates {
		outcome = outcome || g.Outcome
		mechanism = mechanism || !g.Outcome
	}
	if !gatesMet(tr) || tr.Why == "" {
		t.Fatalf("%q with gates %+v", tr.Why, tr.Gates)
	}
	if tr.To != model.Unsafe && !(outcome && mechanism) {
		t.Fatalf("%s: on one signal alone", tr.Why)
	}
}

func gatesMet(tr model.Transition) bool {
	for _, g := range tr.Gates {
		if !g.Met {
			return false
		}
	}
	return len(tr.Gates) > 0
}

func checkView(t *rapid.T, v model.StateView) {
	if v.Nearest < 0 || v.Nearest >= len(v.Ways) || v.Why == "" {
		t.Fatalf("nearest %d of %d ways, why %q", v.Nearest, len(v.Ways), v.Why)
	}
	ways := map[model.State]bool{}
	for _, way := range v.Ways {
		legal, manual := model.Legal(v.State, way.To)
		if !legal || manual != way.Manual || way.Have < 0 || way.Have > way.Need || len(way.Gates) == 0 || ways[way.To] {
			t.Fatalf("way out of %v: %+v", v.State, way)
		}
		ways[way.To] = true
	}
	for to := range model.State(model.States) {
		if legal, _ := model.Legal(v.State, to); legal && !ways[to] {
			t.Fatalf("%v shows no way to %v", v.State, to)
		}
	}
}

// TestConstantEvidenceSettles says that evidence which does not change leads through
// no state twice: whatever enters a state does not leave it again.
func TestConstantEvidenceSettles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := state.New(model.DefaultThresholds())
		now := model.Millis(0)
		for _, e := range rapid.SliceOfN(rapid.SampledFrom([]state.Evidence{good, bad, degraded}), 0, 4).Draw(t, "before") {
			for range 10 {
				now += model.Second
				m.Step(now, e)
			}
		}
		e := drawEvidence(t)
		been := map[model.State]bool{m.View().State: true}
		for last, end := m.View().State, now+200*model.Second; now < end; {
			now += model.Second
			m.Step(now, e)
			v := m.View()
			if v.State != last && been[v.State] {
				t.Fatalf("back in %v: %s", v.State, v.Why)
			}
			been[v.State], last = true, v.State
		}
	})
}

// TestSteadyLoadHoldsTheState runs random steady loads. Below the knee, where all but
// one in a thousand answers are in time, random arrivals never leave normal; anywhere
// else the state may move, but it settles.
func TestSteadyLoadHoldsTheState(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := newService(float64(rapid.IntRange(1, 120).Draw(t, "load")), rapid.Uint64().Draw(t, "seed"))
		s.random, s.steady = rapid.Bool().Draw(t, "random"), rapid.Bool().Draw(t, "steady work")
		m := state.New(model.DefaultThresholds())
		const windows = 300
		letters := watch(m, s, windows)
		moves := 0
		for i := 1; i < windows; i++ {
			if letters[i] != letters[i-1] {
				moves++
			}
		}
		below := 65.0 // M/M/1 with a deadline of 20 services: exp(-35*0.2) = 0.0009
		if s.steady {
			below = 75
		}
		// Better states take 5, 10, 20, then 40 good windows each time, so that 300
		// windows have room for nine of them, and for two worse ones more than that.
		allowed := 20
		switch {
		case !s.random:
			allowed = 2
		case s.load <= below:
			allowed = 0
		}
		if moves > allowed {
			t.Fatalf("load %v of 100, random %v, steady work %v: %d transitions in %d windows, want at most %d\n%s",
				s.load, s.random, s.steady, moves, windows, allowed, letters)
		}
	})
}

func TestLogIsBounded(t *testing.T) {
	th := model.DefaultThresholds()
	th.Enter, th.Leave, th.Relapse, th.Hold = 1, 1, 0, 0
	m := state.New(th)
	for i := range 5000 {
		e := good
		if i%2 == 0 {
			e = bad
		}
		m.Step(model.Millis(i)*model.Second, e)
	}
	v := m.View()
	if n := len(v.Log); n < 100 || n > 256 {
		t.Errorf("the log has %d entries", n)
	}
	if last := v.Log[len(v.Log)-1]; last.At < 4990*model.Second {
		t.Errorf("the newest entry is of %v", last.At)
	}
}

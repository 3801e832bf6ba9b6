package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/model/state"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// watched is an engine that is run window by window.
type watched struct {
	*sim.Engine
	window model.Millis
	seen   int
}

func watch(t testing.TB, s *model.Scenario) *watched {
	t.Helper()
	s = s.Clone()
	s.Duration = 0
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return &watched{Engine: e, window: model.Millis(s.Window)}
}

func (w *watched) set(t testing.TB, name string, v float64) {
	t.Helper()
	if err := w.Change(model.Change{At: w.Now(), Path: name, To: v}); err != nil {
		t.Fatal(err)
	}
}

// run goes on for n windows and returns the letters of their states.
func (w *watched) run(n int) string {
	w.seen += n
	w.RunUntil(model.Millis(w.seen) * w.window)
	points, _ := w.Points()
	var letters strings.Builder
	for _, p := range points[w.seen-n:] {
		letters.WriteByte(p.State.Letter())
	}
	return letters.String()
}

func (w *watched) log() string {
	var b strings.Builder
	for _, tr := range w.State().Log {
		fmt.Fprintf(&b, "%s %s\n", tr.At.Clock(), tr.Why)
	}
	return b.String()
}

// TestTheStatesOfACollapse drives the collapse by hand, with and without retries.
func TestTheStatesOfACollapse(t *testing.T) {
	type act struct {
		knob    string
		value   float64
		windows int
		want    string
	}
	for _, story := range []struct {
		name string
		acts []act
	}{
		{"a limit brings goodput back, less load the reserve", []act{
			{"load", 90, 20, "N"}, {"load", 110, 8, "NES"}, {"limit", 20, 40, "SE"}, {"load", 90, 30, "EN"}}},
		{"less load alone has to drain the backlog", []act{
			{"load", 110, 10, "NES"}, {"load", 90, 5, "S"}, {"load", 50, 30, "SEN"}}},
		{"retries keep a collapse going at a load that was fine", []act{
			{"retries", 3, 1, "N"}, {"load", 90, 20, "N"}, {"load", 150, 10, "NES"}, {"load", 90, 40, "S"},
			{"limit", 20, 200, "SEN"}}},
		{"a rung and a limit degrade on purpose", []act{
			{"load", 110, 10, "NES"}, {"rung", 2, 1, "S"}, {"limit", 20, 20, "SD"}, {"load", 80, 10, "DR"}, {"rung", 0, 10, "RN"}}},
	} {
		t.Run(story.name, func(t *testing.T) {
			s := simtest.Collapse()
			s.Ladder = []model.Rung{{Name: "defer"}, {Name: "omit enrichment", Removes: 100}}
			w := watch(t, s)
			for i, a := range story.acts {
				w.set(t, a.knob, a.value)
				got := w.run(a.windows)
				if path := string(slices.Compact([]byte(got))); path != a.want {
					t.Errorf("act %d, %s to %v: the states were %s, want the path %s", i, a.knob, a.value, got, a.want)
				}
			}
			if t.Failed() {
				t.Log(w.log())
			}
		})
	}
}

// TestSteadyDemandHoldsTheState runs random steady loads of every kind of demand and
// work. Up to 60 % of the capacity hardly any wait matters and nothing leaves normal;
// nowhere does the state flicker.
func TestSteadyDemandHoldsTheState(t *testing.T) {
	long(t)
	rapid.Check(t, func(r *rapid.T) {
		s := simtest.Collapse()
		s.Seed = rapid.Uint64().Draw(r, "seed")
		load := float64(rapid.IntRange(1, 150).Draw(r, "load"))
		random := rapid.Bool().Draw(r, "random arrivals")
		work := rapid.SampledFrom([]string{"constant", "exponential"}).Draw(r, "work")
		kind := "constant"
		if random {
			kind = "poisson"
		}
		s.Routes[0].Demand = simtest.Policy(model.DemandFamily, kind, map[string]float64{"load": load})
		s.Services[0].Work = simtest.Policy(model.WorkFamily, work, nil)
		s.Services[0].Gates[0].V[0] = float64(rapid.SampledFrom([]int{0, 0, 20}).Draw(r, "limit"))
		s.Window = rapid.SampledFrom([]float64{100, 1000, 1000}).Draw(r, "window")
		w := watch(t, s)
		const seconds = 100
		letters := w.run(int(seconds * 1000 / s.Window))
		moves := len(slices.Compact([]byte(letters))) - 1
		allowed := 8
		switch {
		case load <= 60:
			allowed = 0
		case !random && work == "constant":
			allowed = 2
		}
		if moves > allowed {
			r.Fatalf("%v/s, %s arrivals, %s work: %d transitions in %d s, want at most %d\n%s\n%s", load, kind, work, moves, seconds, allowed, letters, w.log())
		}
	})
}

func BenchmarkStateStep(b *testing.B) {
	w := watch(b, simtest.Collapse())
	w.set(b, "load", 110)
	w.run(60)
	points, _ := w.Points()
	m, posture := state.New(model.DefaultThresholds()), state.PostureOf(simtest.Collapse(), sim.Catalog())
	b.ReportAllocs()
	for i := range b.N {
		m.Step(model.Millis(i)*model.Second, state.FromPoints(points, posture))
	}
}

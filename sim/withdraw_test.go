package sim_test

import (
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// Clients who leave at their deadline of 200 ms and take their attempts back, from
// the queue only or from the worker too, at a server of 100/s. The values are the
// closed forms of the M/M/1 queue with impatient customers where there is one, and
// otherwise an independent simulation (report "disconnected clients' requests are
// still executed", Entrpi/ds4 #3 and others). With constant arrivals and service,
// taking back exactly at the deadline leaves no goodput at all: the head of the queue
// starts just before its deadline and ends just after.
func TestTakingBackWhatNobodyWaitsFor(t *testing.T) {
	long(t)
	for _, c := range []struct {
		demand, work string
		cancel       float64
		load, want   float64
		within       float64
	}{
		{"constant", "constant", model.CancelNever, 110, 0, 0},
		{"constant", "constant", model.CancelWaiting, 110, 0, 0},
		{"constant", "constant", model.CancelWaiting, 300, 0, 0},
		{"constant", "constant", model.CancelAlways, 150, 0, 0},
		{"poisson", "constant", model.CancelWaiting, 110, 83, 3},
		{"poisson", "constant", model.CancelWaiting, 150, 42, 3},
		{"poisson", "constant", model.CancelWaiting, 300, 6, 2},
		{"poisson", "constant", model.CancelAlways, 110, 90.8, 2.5},
		{"poisson", "constant", model.CancelAlways, 150, 63.2, 2.5},
		{"poisson", "constant", model.CancelAlways, 300, 18.1, 2.5},
		{"poisson", "exponential", model.CancelWaiting, 110, 88.5, 2},
		{"poisson", "exponential", model.CancelWaiting, 150, 66.66, 2},
		{"poisson", "exponential", model.CancelWaiting, 300, 33.33, 2},
		{"poisson", "exponential", model.CancelAlways, 110, 98.6, 2},
		{"poisson", "exponential", model.CancelAlways, 150, 100, 2},
	} {
		sv := simtest.Service("server")
		sv.Work = simtest.Policy(model.WorkFamily, c.work, nil)
		sv.Cancel = c.cancel
		r := simtest.Route("client", c.load, "server")
		r.Demand = simtest.Policy(model.DemandFamily, c.demand, map[string]float64{"load": c.load})
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration = 0
		e, err := sim.New(s)
		if err != nil {
			t.Fatal(err)
		}
		e.RunUntil(20_000)
		before := e.Total().Good
		e.RunUntil(320_000)
		if got := float64(e.Total().Good-before) / 300; math.Abs(got-c.want) > c.within {
			t.Errorf("%s arrivals at %v/s, %s service, cancel %v: %.2f good/s, want %v +- %v", c.demand, c.load, c.work, c.cancel, got, c.want, c.within)
		}
	}
}

// Taking back an attempt stops what it had asked of others: after the deadline no
// worker of the whole chain is busy with it.
func TestTakingBackReachesDownTheChain(t *testing.T) {
	front, back := simtest.Service("front"), simtest.Service("back")
	front.Cancel, back.Cancel = model.CancelAlways, model.CancelAlways
	back.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 5000})
	s := simtest.Scenario([]model.Service{front, back}, simtest.Route("client", 1, "front", "back"))
	s.Duration = 1
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(100)
	if g := e.Gauges(); g[0].InService != 1 || g[1].InService != 1 {
		t.Fatalf("at 100 ms: %+v, want a busy worker in both services", g)
	}
	e.RunUntil(201)
	if g := e.Gauges(); g[0].InService != 0 || g[1].InService != 0 {
		t.Errorf("after the deadline of 200 ms: %+v, want no busy worker", g)
	}
}

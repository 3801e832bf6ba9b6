package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// Two routes of 40/s share a pool of ten workers; the second needs 1 s for each
// attempt and would take all of the pool.
func TestBulkheadsKeepOneRouteFromTakingThePool(t *testing.T) {
	for _, c := range []struct {
		name            string
		queue           string
		set             map[string]float64
		fast            [2]float64 // least and most good/s of the route that is quick behind
		slowWorkersMost int
	}{
		{"one queue for all", "fifo", nil, [2]float64{0, 5}, 10},
		{"bulkheads", "bulkhead", map[string]float64{"by": 1}, [2]float64{39.9, 40.1}, 5},
		{"bulkheads that lend all but one", "bulkhead", map[string]float64{"by": 1, "borrow": 1, "keep": 1}, [2]float64{39, 40.1}, 9},
	} {
		pool, quick, slow := simtest.Service("pool"), simtest.Service("quick"), simtest.Service("slow")
		pool.Workers, quick.Workers, slow.Workers = 10, 100, 100
		pool.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 1})
		slow.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 1000})
		pool.Queue = simtest.Policy(model.QueueFamily, c.queue, c.set)
		if c.queue == "bulkhead" {
			pool.Queue.Rows = [][]float64{{5}, {5}}
		}
		a, b := simtest.Route("a", 40, "pool", "quick"), simtest.Route("b", 40, "pool", "slow")
		s := simtest.Scenario([]model.Service{pool, quick, slow}, a, b)
		s.Duration = 0
		var good float64
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind == model.Resolved && f.Route == 0 && f.Outcome == model.Good && f.At > 10_000 {
				good++
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		most := 0
		for at := model.Millis(0); at <= 60_000; at += 50 {
			e.RunUntil(at)
			most = max(most, e.Gauges()[2].InService)
		}
		if rate := good / 50; rate < c.fast[0] || rate > c.fast[1] {
			t.Errorf("%s: the quick route has %.1f good/s, want %v..%v", c.name, rate, c.fast[0], c.fast[1])
		}
		if most > c.slowWorkersMost {
			t.Errorf("%s: the slow route held %d workers at once, want at most %d", c.name, most, c.slowWorkersMost)
		}
	}
}

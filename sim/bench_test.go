package sim_test

import (
	"runtime"
	"testing"
	"time"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

// The benchmarks count attempts per second of one core with recording on, and what
// is allocated for an attempt once the queues have their size. The machine that they
// run on is often shared: compare ratios, with benchstat.

// BenchmarkCollapse runs the collapse at 150/s with three retries for 150 s.
func BenchmarkCollapse(b *testing.B) {
	s, err := sweep.With(simtest.Collapse(), model.Assignment{Path: "load", To: 150}, model.Assignment{Path: "retries", To: 3})
	if err != nil {
		b.Fatal(err)
	}
	s.Duration = 0
	measure(b, s, 150*model.Second)
}

// BenchmarkChain runs three hops with timeouts and retries on the inner calls; an
// operation is three attempts when nothing fails.
func BenchmarkChain(b *testing.B) {
	var services []model.Service
	r := simtest.Route("client", 1000)
	for _, name := range []string{"front", "middle", "back"} {
		sv := simtest.Service(name)
		sv.Workers = 100
		services = append(services, sv)
		h := simtest.Hop(name)
		if len(r.Path) > 0 {
			h.Timeout, h.Tie = 400, model.TieTimer
			h.Retry = simtest.Policy(model.RetryFamily, "fixed", map[string]float64{"retries": 2})
		}
		r.Path = append(r.Path, h)
	}
	s := simtest.Scenario(services, r)
	s.Duration = 0
	measure(b, s, 60*model.Second)
}

// BenchmarkExponentialPool runs a thousand busy workers with exponential service, so
// that a thousand completions are pending in random order.
func BenchmarkExponentialPool(b *testing.B) {
	sv := simtest.Service("pool")
	sv.Workers = 1100
	sv.Work = simtest.Policy(model.WorkFamily, "exponential", map[string]float64{"service-time": 100})
	r := simtest.Route("client", 10000, "pool")
	r.Demand = simtest.Policy(model.DemandFamily, "poisson", map[string]float64{"load": 10000})
	s := simtest.Scenario([]model.Service{sv}, r)
	s.Duration = 0
	measure(b, s, 30*model.Second)
}

func measure(b *testing.B, s *model.Scenario, until model.Millis) {
	attempts := 0.0 // in the second half
	count, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		if f.Kind == model.Sent && f.At >= until/2 {
			attempts++
		}
	}))
	if err != nil {
		b.Fatal(err)
	}
	count.RunUntil(until)
	var before, after runtime.MemStats
	var busy time.Duration
	for b.Loop() {
		e, err := sim.New(s)
		if err != nil {
			b.Fatal(err)
		}
		e.RunUntil(until / 2)
		runtime.ReadMemStats(&before)
		start := time.Now()
		e.RunUntil(until)
		busy += time.Since(start)
		runtime.ReadMemStats(&after)
	}
	done := attempts * float64(b.N)
	b.ReportMetric(done/busy.Seconds(), "attempts/s")
	b.ReportMetric(float64(busy.Nanoseconds())/done, "ns/attempt")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/attempts, "allocs/attempt")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/attempts, "B/attempt")
}

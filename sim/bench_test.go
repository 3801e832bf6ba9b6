package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

// BenchmarkCollapse runs the collapse at 150/s with three retries for 150 s, with
// recording on.
func BenchmarkCollapse(b *testing.B) {
	s, err := sweep.With(simtest.Collapse(), model.Assignment{Path: "load", To: 150}, model.Assignment{Path: "retries", To: 3})
	if err != nil {
		b.Fatal(err)
	}
	s.Duration = 0
	var attempts int64
	b.ReportAllocs()
	for b.Loop() {
		e, err := sim.New(s)
		if err != nil {
			b.Fatal(err)
		}
		e.RunUntil(150 * model.Second)
		attempts += e.Total().Attempts
	}
	b.ReportMetric(float64(attempts)/b.Elapsed().Seconds(), "attempts/s")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(attempts), "ns/attempt")
}

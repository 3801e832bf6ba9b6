package sweep_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

// The published bytes, at every window that the reference lab published a hash for.
func TestCollapseSweepIsThePublishedFile(t *testing.T) {
	for _, window := range []model.Millis{1000, 2000, 4000, 5000} {
		s := simtest.Collapse()
		s.Duration = float64(window)
		table, err := sweep.Run(s)
		if err != nil {
			t.Fatal(err)
		}
		want, ok := sweep.Published(table.File, window)
		if !ok {
			t.Fatalf("Published(%q, %v): no hash", table.File, window)
		}
		if got := table.SHA256(); got != want {
			t.Errorf("collapse sweep over %v: SHA-256 %s, want %s; the file is\n%s", window, got, want, table.CSV())
		}
	}
}

func BenchmarkCollapseSweep(b *testing.B) {
	s := simtest.Collapse()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := sweep.Run(s); err != nil {
			b.Fatal(err)
		}
	}
}

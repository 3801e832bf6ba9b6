package sweep_test

import (
	"slices"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

// The published bytes, at every window that the reference lab published a hash for.
func TestCollapseSweepIsThePublishedFile(t *testing.T) {
	for _, window := range []model.Millis{1000, 2000, 4000, 5000} {
		s := simtest.Collapse()
		s.Duration = float64(window)
		table, err := sweep.Run(t.Context(), s)
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
		if _, err := sweep.Run(b.Context(), s); err != nil {
			b.Fatal(err)
		}
	}
}

// What control does depends on the windows, which a sweep must then not leave out.
func TestASweepUnderControlIsOfTheSameRuns(t *testing.T) {
	s := simtest.Collapse()
	s.Duration = 20000
	s.Sweep = model.Sweep{Over: "load", Values: []float64{150}, Curves: []model.Curve{
		{Name: "off", Set: []model.Assignment{{Path: "control", To: model.ControlOff}}},
		{Name: "on", Set: []model.Assignment{{Path: "control", To: model.ControlOn}}},
	}}
	table, err := sweep.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	var good []string
	for _, curve := range s.Sweep.Curves {
		run, err := sweep.With(s, append([]model.Assignment{{Path: "load", To: 150}}, curve.Set...)...)
		if err != nil {
			t.Fatal(err)
		}
		e, err := sim.New(run)
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		good = append(good, sweep.Fixed(float64(e.Total().Good)/20, 1))
	}
	column := slices.Index(table.Header, "goodput_rps")
	for i, row := range table.Rows {
		if row[column] != good[i] {
			t.Errorf("control %s: the sweep's goodput is %s/s, the run's %s/s", row[0], row[column], good[i])
		}
	}
	if good[0] == good[1] {
		t.Errorf("goodput is %s/s with control and without: the test sees nothing", good[0])
	}
}

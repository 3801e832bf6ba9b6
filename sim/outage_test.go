package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// Ten routers of 100/s of which one is taken out at 10 s. As long as the others suffice
// nothing happens; one operation a second more than they can take, and those that refuse
// all traffic when they have too much of it go one after the other. Those that shed only
// the excess keep their 900/s (Gmail, 1 Sept 2009).
func TestRoutersThatDropOut(t *testing.T) {
	for _, c := range []struct {
		load           float64
		dropOut, shed  float64 // good/s in the end
		window         float64 // ms
		takenOut, back bool
	}{
		{load: 900, dropOut: 900, shed: 900, window: 1000, takenOut: true},
		{load: 901, dropOut: 0, shed: 900, window: 1000, takenOut: true},
		{load: 940, dropOut: 0, shed: 900, window: 1000, takenOut: true},
		{load: 940, dropOut: 0, shed: 900, window: 2000, takenOut: true},
		{load: 940, dropOut: 940, shed: 940, window: 1000},
		{load: 940, dropOut: 940, shed: 940, window: 1000, takenOut: true, back: true},
	} {
		for name, want := range map[string]float64{"drop-out": c.dropOut, "token-bucket": c.shed} {
			sv := simtest.Service("service")
			sv.Workers, sv.Work = 10, simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1})
			knob, whole, less := "routers", 10., 9.
			set := settings{"window": c.window}
			if name == "token-bucket" {
				knob, whole, less = "rate", 1000, 900
				set = settings{"rate": whole}
			}
			sv.Gates = []model.Policy{simtest.Policy(model.GateFamily, name, set)}
			r := simtest.Route("client", 0, "service")
			// No arrival falls on the end of a window.
			r.Demand = simtest.Policy(model.DemandFamily, "constant", settings{"load": c.load, "offset": 50})
			s := simtest.Scenario([]model.Service{sv}, r)
			s.Duration, s.End = 70_000, model.EndStop
			if c.takenOut {
				s.Changes = append(s.Changes, model.Change{At: 10_000, Path: knob, To: less})
			}
			if c.back {
				s.Changes = append(s.Changes, model.Change{At: 50_000, Path: knob, To: whole})
			}
			good := int64(0)
			for _, p := range points(t, s)[60:] {
				good += p.Good
			}
			if got := float64(good) / 10; got != want {
				t.Errorf("%s, %v/s, %+v: %v good/s in the end, want %v", name, c.load, c, got, want)
			}
		}
	}
}

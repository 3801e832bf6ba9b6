package sim_test

import (
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/model/theory"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// Ten routers of 100/s of which one is taken out at 2 s. As long as the others suffice
// nothing happens; one operation a second more than they can take, and those that refuse
// all traffic when they have too much of it go one after the other. Those that shed only
// the excess keep their 900/s (Gmail, 1 Sept 2009).
func TestRoutersThatDropOut(t *testing.T) {
	long(t)
	for _, c := range []struct {
		load           float64
		takenOut, back bool
		dropOut, shed  float64 // good/s in the end
	}{
		{940, false, false, 940, 940},
		{900, true, false, 900, 900},
		{901, true, false, 0, 900},
		{940, true, false, 0, 900},
		{940, true, true, 940, 940},
	} {
		for name, want := range map[string]float64{"drop-out": c.dropOut, "token-bucket": c.shed} {
			sv := simtest.Service("service")
			sv.Workers, sv.Work = 10, simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1})
			knob, whole, less := "routers", 10., 9.
			set := settings{knob: whole}
			if name == "token-bucket" {
				knob, whole, less = "rate", 1000, 900
				set = settings{knob: whole, "burst": 2}
			}
			sv.Gates = []model.Policy{simtest.Policy(model.GateFamily, name, set)}
			r := simtest.Route("client", 0, "service")
			// No arrival falls on the end of a window.
			r.Demand = simtest.Policy(model.DemandFamily, "constant", settings{"load": c.load, "offset": 50})
			s := simtest.Scenario([]model.Service{sv}, r)
			s.Duration, s.End = 25_000, model.EndStop
			if c.takenOut {
				s.Changes = append(s.Changes, model.Change{At: 2000, Path: knob, To: less})
			}
			if c.back {
				s.Changes = append(s.Changes, model.Change{At: 14_000, Path: knob, To: whole})
			}
			good := int64(0)
			for _, p := range points(t, s)[15:] {
				good += p.Good
			}
			if got := float64(good) / 10; got != want {
				t.Errorf("%s, %+v: %v good/s in the end, want %v", name, c, got, want)
			}
		}
	}
}

// backlog is the changes that make a route without demand of its own start n operations
// from a moment on, at that rate.
func backlog(route string, at model.Millis, n, perSecond float64) []model.Change {
	// It stops half an interval after the last, so that rounding cannot make them n + 1.
	end := at + model.Millis((n+0.5)/perSecond*1000)
	return []model.Change{{At: at, Path: route + ".load", To: perSecond}, {At: end, Path: route + ".load", To: 0}}
}

// The packet's replay as a run, in ten-thousandths: a backlog of 5400 beside the
// foreground at a capacity of 1.5/s. It drains as arithmetic says, and the foreground does not notice.
func TestAReplayBelowItsCeilingDrainsAsPlanned(t *testing.T) {
	long(t)
	for _, c := range []struct{ foreground, replay float64 }{{.9, .35}, {.9, .4}, {1.05, .25}} {
		const waiting = 5400
		sv := simtest.Service("constrained")
		sv.Work = simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1000 / 1.5})
		foreground, replay := simtest.Route("foreground", c.foreground, "constrained"), simtest.Route("replay", 0, "constrained")
		foreground.Deadline, replay.Deadline = 10_000, 10_000
		s := simtest.Scenario([]model.Service{sv}, foreground, replay)
		drain := theory.Drain(waiting, c.replay, 0)
		s.Duration, s.Window = float64(drain+model.Minute), 60_000
		s.Changes = backlog("replay", 0, waiting, c.replay)
		var done, afterAnHour, bad int
		var last model.Millis
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			switch {
			case f.Kind == model.Resolved && f.Outcome != model.Good:
				bad++
			case f.Kind == model.Resolved && f.Route == 1:
				done++
				last = f.At
				if f.At <= model.Hour {
					afterAnHour++
				}
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		left := theory.Remaining(waiting, c.replay, model.Hour)
		if done != waiting || bad != 0 || math.Abs(float64(waiting-afterAnHour)-left) > 2 || math.Abs((last-drain).Seconds()) > 10 {
			t.Errorf("%+v: %d of %d done, the last at %v, %d left after an hour, %d operations not good; want the last at %v, %v left and none", c, done, waiting, last, waiting-afterAnHour, bad, drain, left)
		}
	}
}

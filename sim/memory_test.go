package sim

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// Memory follows what is in the system, not how long it runs or how patient its
// clients are: of five operations in flight with an hour of patience, three million
// timers would be left after ten minutes.
func TestTimersThatNobodyWaitsForAreForgotten(t *testing.T) {
	for _, lanes := range []int{0, maxLanes} {
		sv := simtest.Service("server")
		sv.Workers = 100
		sv.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 1})
		r := simtest.Route("client", 5000, "server")
		r.Deadline = float64(model.Hour)
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration = 0
		e, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		if lanes > 0 {
			e.hops[0].timers = 0 // as when there are more lanes than the agenda has
		}
		e.RunUntil(model.Minute)
		if e.agenda.n > 4*keptTimers {
			t.Errorf("timers in lane %d: %d events are to come after a minute, with %d operations in flight", e.hops[0].timers, e.agenda.n, e.calls.n)
		}
		if total := e.Total(); total.Good < 299_990 {
			t.Errorf("%+v: want all of 300,000 operations good", total)
		}
	}
}

package sim_test

import (
	"fmt"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// A trace with ties, from Ciw's test_system_capacity: two services, at most five in both
// together. What completes at 11.0 s has left before the arrival of that instant is
// counted.
func TestOneLimitForTheWholeSystem(t *testing.T) {
	limit := simtest.Policy(model.GateFamily, "system-limit", settings{"limit": 5})
	var services []model.Service
	var routes []model.Route
	for i, every := range []float64{800, 1000} {
		sv := simtest.Service(fmt.Sprintf("node-%d", i+1))
		sv.Work = simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 5100})
		sv.Gates = []model.Policy{limit}
		r := simtest.Route(fmt.Sprintf("route-%d", i+1), 0, sv.Name)
		r.Demand = simtest.Policy(model.DemandFamily, "constant", settings{"load": 1000 / every, "offset": 100})
		r.Leave = model.LeaveNever
		services, routes = append(services, sv), append(routes, r)
	}
	s := simtest.Scenario(services, routes...)
	s.Duration, s.End = 22_000, model.EndStop
	var came, started, ended, refused []model.Millis
	starts := map[model.Millis]model.Millis{}
	e, err := sim.New(s, sim.Tap(func(f model.Fact) {
		switch f.Kind {
		case model.Refused:
			refused = append(refused, f.At)
		case model.Started:
			starts[f.Sent] = f.At
		case model.Served:
			came, started, ended = append(came, f.Sent), append(started, starts[f.Sent]), append(ended, f.At)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	for _, c := range []struct {
		what string
		got  []model.Millis
		want []model.Millis
	}{
		{"those served came", came, []model.Millis{800, 1000, 1600, 2000, 2400, 6000, 6400, 11_000}},
		{"started", started, []model.Millis{800, 1000, 5900, 6100, 11_000, 11_200, 16_100, 16_300}},
		{"ended", ended, []model.Millis{5900, 6100, 11_000, 11_200, 16_100, 16_300, 21_200, 21_400}},
		{"the first ten were refused", refused[:10], []model.Millis{3000, 3200, 4000, 4000, 4800, 5000, 5600, 7000, 7200, 8000}},
	} {
		if fmt.Sprint(c.got) != fmt.Sprint(c.want) {
			t.Errorf("%s at %v, want %v", c.what, c.got, c.want)
		}
	}
}

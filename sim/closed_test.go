package sim_test

import (
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// The interactive response time law (Denning, Buzen, 1978): clients = throughput x
// (response time + think time), for closed demand at any load.
func TestClosedClientsObeyTheResponseTimeLaw(t *testing.T) {
	for _, clients := range []float64{5, 50, 200} {
		r := simtest.Route("client", 0, "server")
		r.Demand = simtest.Policy(model.DemandFamily, "closed", map[string]float64{"clients": clients, "think": 1000, "thinking": 1})
		r.Leave = model.LeaveNever
		s := simtest.Scenario([]model.Service{simtest.Service("server")}, r)
		s.Duration = 600_000
		var response, ended float64
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind == model.Resolved && f.At > 60_000 {
				response += float64(f.Value)
				ended++
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.RunUntil(600_000)
		throughput := ended / 540_000
		if got := throughput * (response/ended + 1000); math.Abs(got-clients) > 0.02*clients {
			t.Errorf("%v clients: throughput %.4f/ms x (response %.1f ms + think 1000 ms) = %.2f, want %v", clients, throughput, response/ended, got, clients)
		}
		if throughput*1000 > 100.01 {
			t.Errorf("%v clients: throughput %.2f/s is above the capacity of 100/s", clients, throughput*1000)
		}
	}
}

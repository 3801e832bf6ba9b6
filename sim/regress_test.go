package sim_test

import (
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

func run(t *testing.T, s *model.Scenario, until model.Millis) *sim.Engine {
	t.Helper()
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(until)
	return e
}

func service(name string, workers, ms float64) model.Service {
	sv := simtest.Service(name)
	sv.Workers = workers
	sv.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": ms})
	return sv
}

// A caller that takes back an attempt which has asked two services at once stops both,
// and nothing is left over: with 50 operations/s that live 200 ms, ten are in the slow
// service at any time.
func TestTakingBackReachesAllBranchesOfAFanOut(t *testing.T) {
	front, slow, quick := service("front", 100, 1), service("slow", 100, 1000), service("quick", 100, 20)
	for _, sv := range []*model.Service{&front, &slow, &quick} {
		sv.Cancel = model.CancelAlways
	}
	r := simtest.Route("client", 50, "front", "slow", "quick")
	r.Path[2].From = "front"
	s := simtest.Scenario([]model.Service{front, slow, quick}, r)
	s.Duration = 0
	e := run(t, s, 3000)
	if g := e.Gauges()[1]; g.InService < 9 || g.InService > 10 {
		t.Errorf("after 3 s the slow service has %d attempts in service, want 9 or 10", g.InService)
	}
	if total := e.Total(); total.InFlight() > 10 {
		t.Errorf("after 3 s %d operations are in flight, want at most 10", total.InFlight())
	}
}

// Predictions are about the service time at the rung in force: at half the work, what
// takes 50 ms is in time for 90 ms and must neither expire nor be refused.
func TestPredictionsKnowTheRung(t *testing.T) {
	for _, c := range []struct {
		what   string
		expiry float64
		gates  []model.Policy
	}{
		{"expiry", model.ExpiryPredicted, nil},
		{"the predicted-wait gate", model.ExpiryNever, []model.Policy{simtest.Policy(model.GateFamily, "predicted-wait", nil)}},
	} {
		sv := service("server", 1, 100)
		sv.Optional, sv.Expiry, sv.Gates = 50, c.expiry, c.gates
		r := simtest.Route("client", 5, "server")
		r.Deadline = 90
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Ladder, s.Rung = []model.Rung{{Name: "half", Removes: 100}}, 1
		if total := run(t, s, 60_000).Total(); total.Good < 299 {
			t.Errorf("%s: %d of %d operations are good, want all", c.what, total.Good, total.Offered)
		}
	}
}

// A gate makes room by eviction only for an attempt that every other gate admits.
func TestNobodyIsEvictedForAnAttemptThatIsRefusedAnyway(t *testing.T) {
	sv := service("server", 1, 10)
	sv.Gates = []model.Policy{
		simtest.Policy(model.GateFamily, "priority-door", map[string]float64{"limit": 5}),
		simtest.Policy(model.GateFamily, "concurrency", map[string]float64{"limit": 5}),
	}
	s := simtest.Scenario([]model.Service{sv}, simtest.Route("client", 300, "server"))
	s.Classes = []model.Class{{Name: "critical", Share: 25, Priority: 1, Value: 1}, {Name: "background", Share: 75, Value: 1}}
	total := run(t, s, 20_000).Total()
	if total.Evicted != 0 || total.Good < 1990 {
		t.Errorf("%d evicted and %d good in 20 s, want 0 and about 2,000", total.Evicted, total.Good)
	}
}

// Utilization is worker time used of the worker time that there was, also when workers
// are taken away while they are busy.
func TestUtilizationNeverExceedsOne(t *testing.T) {
	s := simtest.Scenario([]model.Service{service("server", 10, 1000)}, simtest.Route("client", 20, "server"))
	s.Duration = 0
	s.Changes = []model.Change{{At: 5900, Path: "workers", To: 1}, {At: 9500, Path: "workers", To: 4}}
	points, _ := run(t, s, 20_000).Points()
	for _, p := range points {
		if p.Busy < 0 || p.Busy > 1+1e-9 || p.Index > 2 && math.Abs(p.Busy-1) > 1e-9 {
			t.Errorf("window %d: utilization %v, want 1 once the queue is there", p.Index, p.Busy)
		}
	}
}

// The faster of an attempt and its hedge answers; that the other is taken back says
// nothing of the service, so an adaptive limit stays where it is.
func TestALosingHedgeIsNoSignOfOverload(t *testing.T) {
	sv := simtest.Service("server")
	sv.Workers, sv.Cancel = 100, model.CancelAlways
	sv.Work = simtest.Policy(model.WorkFamily, "exponential", map[string]float64{"service-time": 50})
	sv.Gates = []model.Policy{simtest.Policy(model.GateFamily, "aimd", nil)}
	r := simtest.Route("client", 500, "server")
	r.Path[0].HedgeAfter, r.Deadline = 100, 1000
	s := simtest.Scenario([]model.Service{sv}, r)
	if total := run(t, s, 60_000).Total(); total.Rejected > total.Attempts/100 {
		t.Errorf("%d of %d attempts were rejected, want next to none", total.Rejected, total.Attempts)
	}
}

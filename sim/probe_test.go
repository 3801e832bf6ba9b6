package sim_test

import (
	"fmt"
	"maps"
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// fleet is three servers of 100/s behind a balancer that splits a random load evenly
// among those that are up. It runs for 600 s; good is per second from 100 s on.
type fleet struct {
	lane, expiry float64
	usual, burst float64 // per second; the burst is from 60 to 120 s
}

func (f fleet) run(t testing.TB) (good float64, restarts int, seconds [600]float64) {
	t.Helper()
	const servers = 3
	s := simtest.Scenario(nil)
	for i := range servers {
		sv := simtest.Service(fmt.Sprintf("server-%d", i+1))
		sv.Expiry = f.expiry
		sv.Probes.Every, sv.Probes.Offset, sv.Probes.Lane = 10_000, float64(100*(i+1)/servers), f.lane
		r := simtest.Route(fmt.Sprintf("share-%d", i+1), 0, sv.Name)
		r.Demand = simtest.Policy(model.DemandFamily, "poisson", settings{"load": f.usual / servers})
		s.Services, s.Routes = append(s.Services, sv), append(s.Routes, r)
	}
	s.Duration, s.End = 600_000, model.EndStop
	var back [servers]model.Millis
	e, err := sim.New(s, sim.Tap(func(fact *model.Fact) {
		switch {
		case fact.Kind == model.Restarted:
			back[fact.Service] = fact.At + fact.Value
			restarts++
		case fact.Kind == model.Resolved && fact.Outcome == model.Good:
			seconds[int(fact.At/1000)]++
			if fact.At >= 100_000 {
				good += 1. / 500
			}
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	// The balancer: every 50 ms it sends the load to the servers that are up.
	var split [servers]float64
	for at := model.Millis(0); at < 600_000; at += 50 {
		e.RunUntil(at)
		load, up := f.usual, 0.
		if at >= 60_000 && at < 120_000 {
			load = f.burst
		}
		for i := range servers {
			if at >= back[i] {
				up++
			}
		}
		for i := range servers {
			share := 0.
			if at >= back[i] {
				share = load / up
			}
			if share == split[i] {
				continue
			}
			split[i] = share
			if err := e.Change(model.Change{At: at, Path: s.Routes[i].Name + ".load", To: share}); err != nil {
				t.Fatal(err)
			}
		}
	}
	e.Finish()
	return good, restarts, seconds
}

// Probes that wait among the requests take a backlog for a death: each server that
// restarts sends its load to the others, and a burst of a minute is never got over
// (kubernetes #110083, ingress-nginx PR #5671). In a lane of their own nothing is
// restarted, and the backlog of (600 - 300)/s x 60 s drains at (300 - 240)/s; without
// late work there is no backlog to mistake.
func TestProbesInTheQueueMakeABurstPermanent(t *testing.T) {
	long(t)
	for _, c := range []struct {
		fleet
		good, within float64
		restarts     int
		recovered    float64 // s; 0 is never
	}{
		{fleet{lane: model.LaneQueue, usual: 240, burst: 600}, 11, 3.5, 27, 0},
		{fleet{lane: model.LaneOwn, usual: 240, burst: 600}, 85, 5, 0, 420},
		{fleet{lane: model.LaneQueue, expiry: model.ExpiryPredicted, usual: 240, burst: 600}, 243, 1, 0, 120},
		{fleet{lane: model.LaneOwn, expiry: model.ExpiryPredicted, usual: 240, burst: 600}, 243, 1, 0, 120},
		// At the capacity itself no burst is needed.
		{fleet{lane: model.LaneQueue, usual: 300, burst: 300}, 7, 3.5, 27, 0},
		{fleet{lane: model.LaneQueue, expiry: model.ExpiryPredicted, usual: 300, burst: 300}, 292, 1, 0, 120},
	} {
		good, restarts, seconds := c.run(t)
		if math.Abs(good-c.good) > c.within || max(restarts-c.restarts, c.restarts-restarts) > 2 || c.restarts == 0 && restarts > 0 {
			t.Errorf("%+v: %.1f good/s and %d restarts, want %v +- %v and %d", c.fleet, good, restarts, c.good, c.within, c.restarts)
		}
		// Recovered is ten seconds of at least nine tenths of the usual load.
		at := 120.
		for ; at < 590 && mean(seconds[int(at):int(at)+10]) < 0.9*c.usual; at++ {
		}
		switch {
		case c.recovered == 0 && at < 590:
			t.Errorf("%+v: recovered at %v s, want never", c.fleet, at)
		case c.recovered > 0 && math.Abs(at-c.recovered) > 0.1*c.recovered:
			t.Errorf("%+v: recovered at %v s, want %v", c.fleet, at, c.recovered)
		}
	}
}

// A probe every second that waits for a second, and a restart after three misses.
func TestWhatRestartsAService(t *testing.T) {
	for _, c := range []struct {
		name  string
		fault func(*model.Service)
		lane  float64
		want  string // when it restarts within 10 s
	}{
		{"nothing", func(*model.Service) {}, model.LaneQueue, "[]"},
		{"no workers", func(sv *model.Service) { sv.Workers = 0 }, model.LaneQueue, "[4s 9s]"},
		{"no workers", func(sv *model.Service) { sv.Workers = 0 }, model.LaneOwn, "[3s 7s]"},
		{"slow work", func(sv *model.Service) { sv.Work.V[0] = 1001 }, model.LaneQueue, "[4s 9s]"},
		{"slow work", func(sv *model.Service) { sv.Work.V[0] = 1001 }, model.LaneOwn, "[]"},
		{"work of less than the timeout", func(sv *model.Service) { sv.Work.V[0] = 400 }, model.LaneQueue, "[]"},
		{"errors", func(sv *model.Service) { sv.Errors = 100 }, model.LaneQueue, "[3010ms 7010ms]"},
		{"a full door", func(sv *model.Service) {
			sv.Workers = 0
			sv.Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": 1})}
		}, model.LaneQueue, "[3s 7s]"},
		{"five misses", func(sv *model.Service) { sv.Workers, sv.Probes.Misses = 0, 5 }, model.LaneQueue, "[6s]"},
		{"no probes", func(sv *model.Service) { sv.Workers, sv.Probes.Every = 0, 0 }, model.LaneQueue, "[]"},
	} {
		sv := simtest.Service("service")
		sv.Probes.Every, sv.Probes.Lane, sv.Probes.Restart = 1000, c.lane, 1500
		c.fault(&sv)
		r := simtest.Route("client", 100, "service")
		r.Demand = simtest.Policy(model.DemandFamily, "trace-times", nil)
		r.Demand.Rows = [][]float64{{0}, {4500}} // one before each restart
		r.Leave = model.LeaveNever
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration, s.End = 10_000, model.EndStop
		restarts := []model.Millis{}
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind == model.Restarted {
				restarts = append(restarts, f.At)
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		if got := fmt.Sprint(restarts); got != c.want {
			t.Errorf("%s, lane %v: restarts at %s, want %s", c.name, c.lane, got, c.want)
		}
		if n := e.Total(); n.Offered != 2 || n.Attempts != 2 {
			t.Errorf("%s: %d operations and %d attempts, want the clients' 2: probes are no demand", c.name, n.Offered, n.Attempts)
		}
	}
}

// A restart loses what waits and what is in service, and what that has asked of others;
// clients are answered with a failure at once, and what comes meanwhile waits.
func TestARestartLosesEverything(t *testing.T) {
	front, back := simtest.Service("front"), simtest.Service("back")
	front.Probes.Every, front.Probes.Timeout, front.Probes.Misses, front.Probes.Restart = 100, 50, 1, 1000
	front.Cancel, back.Cancel = model.CancelAlways, model.CancelAlways
	back.Work.V[0] = 100_000
	r := simtest.Route("client", 100, "front", "back")
	r.Deadline = 10_000
	s := simtest.Scenario([]model.Service{front, back}, r)
	s.Duration = 0
	lost := map[string]int{}
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		if f.Reason == model.Restarting {
			lost[fmt.Sprint("in service ", f.Working)]++
		}
		if f.Kind == model.Resolved && f.Outcome == model.Broken {
			lost[fmt.Sprint("broken at ", f.At)]++
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(149)
	if g := e.Gauges(); g[0].InService != 1 || g[1].InService != 1 || g[0].Capacity != 100 {
		t.Fatalf("before the restart: %+v", g)
	}
	e.RunUntil(1149)
	// 15 clients and a probe of which its prober has taken back what waited.
	if g := e.Gauges(); g[0].InService != 0 || g[1].InService != 0 || g[0].Capacity != 0 || g[0].Queue != 100 {
		t.Errorf("while it restarts: %+v, want nothing in service, no capacity and 100 s of arrivals waiting", g)
	}
	if want := map[string]int{"in service true": 1, "in service false": 14, "broken at 150ms": 15}; !maps.Equal(lost, want) {
		t.Errorf("lost %v, want %v", lost, want)
	}
	e.RunUntil(1161)
	if g := e.Gauges(); g[0].InService != 1 || g[1].InService != 1 {
		t.Errorf("after the restart: %+v, want both at work", g)
	}
}

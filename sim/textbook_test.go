package sim_test

import (
	"fmt"
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/record"
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
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
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

// spread is what a run's sojourns look like, as the recorder measures them.
type spread struct {
	*record.Latency
	sum    float64
	atOnce int // within 5 ms
}

func (s *spread) add(f *model.Fact) {
	if f.Kind == model.Served {
		s.Add(f.Value)
		s.sum += float64(f.Value)
		if f.Value <= 5 {
			s.atOnce++
		}
	}
}

// Coordinated omission (HdrHistogram's own test; Gil Tene, "How NOT to measure
// latency"): 100 s of answers in 1 ms, one every 10 ms, then a server that does nothing
// for 100 s. One client who waits for his answer sees one slow answer in ten thousand.
// Clients who come when they come see what HdrHistogram computes as the correction of
// that, without any correction.
func TestAnOpenLoopOmitsNothing(t *testing.T) {
	type figure struct {
		what      string
		of        func(*spread) float64
		want      float64
		tolerance float64
	}
	at := func(p float64) func(*spread) float64 {
		return func(s *spread) float64 { return float64(s.Percentile(p)) }
	}
	count := func(s *spread) float64 { return float64(s.Count()) }
	average := func(s *spread) float64 { return s.sum / count(s) }
	quick := func(s *spread) float64 { return 100 * float64(s.atOnce) / count(s) }
	for _, c := range []struct {
		demand   model.Policy
		duration float64
		figures  []figure
	}{
		{simtest.Policy(model.DemandFamily, "closed", settings{"clients": 1, "think": 9, "thinking": 1}), 100_005, []figure{
			{"count", count, 10_001, 0}, {"p99", at(99), 1, 0}, {"p99.99", at(99.99), 1, 0}, {"p99.999", at(99.999), 100_000, .001},
			{"mean", average, 10.998, .001}, {"% within 5 ms", quick, 99.99, .001},
		}},
		{simtest.Policy(model.DemandFamily, "constant", settings{"load": 100}), 200_000, []figure{
			{"count", count, 20_000, 0}, {"p50", at(50), 1, 0}, {"p75", at(75), 50_000, .001}, {"p90", at(90), 80_000, .001}, {"p99", at(99), 98_000, .001},
			{"max", at(100), 100_000, .001}, {"mean", average, 25_000.5, .001}, {"% within 5 ms", quick, 50, 0},
		}},
	} {
		sv := simtest.Service("server")
		sv.Workers, sv.Work = 20_000, simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1})
		r := simtest.Route("client", 0, "server")
		r.Demand, r.Leave = c.demand, model.LeaveNever
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration = c.duration
		// What came first then is answered 100 s after it came.
		s.Changes = []model.Change{{At: 100_000, Path: "workers", To: 0}, {At: 199_999, Path: "workers", To: sv.Workers}}
		seen := spread{Latency: record.NewLatency(1, model.Hour)}
		e, err := sim.New(s, sim.Tap(seen.add))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		for _, f := range c.figures {
			if got := f.of(&seen); math.Abs(got-f.want) > f.tolerance*f.want {
				t.Errorf("%s demand: %s is %v, want %v", c.demand.Kind, f.what, got, f.want)
			}
		}
	}
}

// Calls that keep their client busy for 1.9 s, wanted once a second for 30 s
// (grafana/k6 #2308). With one client every other call finds nobody free; it is counted
// as dropped, never silently left out. Without a limit of clients nothing is dropped and
// nothing slowed down. A closed loop drops nothing either: it asks for half as much.
func TestGeneratorsOfLoad(t *testing.T) {
	for _, c := range []struct {
		name             string
		demand           string
		set              settings
		clients          float64 // 0 is without limit
		offered, dropped int64
		every            model.Millis // from start to start
	}{
		{"open, one client", "constant", settings{"load": 1}, 1, 30, 15, 2000},
		{"open", "constant", settings{"load": 1}, 0, 30, 0, 1000},
		{"closed", "closed", settings{"clients": 1, "think": 100, "thinking": 1}, 0, 15, 0, 2000},
	} {
		sv := simtest.Service("system")
		sv.Workers, sv.Work = 100, simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1900})
		sv.Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": c.clients})}
		r := simtest.Route("generator", 0, "system")
		r.Demand, r.Deadline = simtest.Policy(model.DemandFamily, c.demand, c.set), 60_000
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration = 30_000
		var starts []model.Millis
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind == model.Started {
				starts = append(starts, f.At)
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		n := e.Total()
		if n.Offered != c.offered || n.Rejected != c.dropped || n.Offered != int64(len(starts))+n.Rejected {
			t.Errorf("%s: %d offered, %d started, %d dropped; want %d offered and %d dropped", c.name, n.Offered, len(starts), n.Rejected, c.offered, c.dropped)
		}
		for i, at := range starts {
			if at != model.Millis(i)*c.every {
				t.Errorf("%s: call %d started at %v, want %v", c.name, i+1, at, model.Millis(i)*c.every)
			}
		}
	}
}

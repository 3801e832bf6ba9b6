package sim_test

import (
	"math"
	"slices"
	"testing"

	"overloadtui/model"
	"overloadtui/model/theory"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// These are reports of real incidents and published measurements, reduced to the
// mechanism they describe, with the numbers that the mechanism gives.

// settings changes settings of a policy by name.
type settings = map[string]float64

// account is what a run amounts to.
type account struct {
	model.Counts
	Executed int64        // attempts that a worker finished, wanted or not
	Last     model.Millis // when the last good answer came
	Sojourns []float64    // of executed attempts, ascending
}

// settle runs a scenario to its end.
func settle(t testing.TB, s *model.Scenario) account {
	t.Helper()
	var a account
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		switch {
		case f.Kind == model.Served:
			a.Executed++
			a.Sojourns = append(a.Sojourns, float64(f.Value))
		case f.Kind == model.Resolved && f.Outcome == model.Good:
			a.Last = f.At
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	a.Counts = e.Total()
	slices.Sort(a.Sojourns)
	return a
}

func (a *account) percentile(p float64) float64 {
	return a.Sojourns[int(p/100*float64(len(a.Sojourns)))]
}

func near(got, want, share float64) bool { return math.Abs(got-want) <= share*want }

// hidden is the database of "Metastable Failures in Distributed Systems" (Bronson et
// al., HotOS 2021): 300/s, one retry after a second, late work carried out, and from 60
// to 70 s it answers nothing.
func hidden(load float64) *model.Scenario {
	sv := simtest.Service("database")
	sv.Work = simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1000. / 300})
	r := simtest.Route("client", load, "database")
	r.Scope, r.Deadline = model.ScopeAttempt, 1000
	r.Path[0].Retry = simtest.Policy(model.RetryFamily, "fixed", settings{"retries": 1, "backoff": 0})
	s := simtest.Scenario([]model.Service{sv}, r)
	s.Duration, s.End, s.Window = 370_000, model.EndStop, 10_000
	s.Changes = []model.Change{{At: 60_000, Path: "workers", To: 0}, {At: 70_000, Path: "workers", To: 1}}
	return s
}

// points runs a scenario and returns its windows.
func points(t testing.TB, s *model.Scenario) []model.Point {
	t.Helper()
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	all, _ := e.Points()
	return all
}

// TestMetastableFailure: the retries hide that the capacity left is half of what it was;
// the way back is only below capacity/(1 + retries) = 150/s.
func TestMetastableFailure(t *testing.T) {
	t.Parallel()
	rate := func(n int64) float64 { return float64(n) / 10 }
	for _, c := range []struct {
		load, lowered float64 // from 120 s on
		recovers      bool
	}{
		{280, 280, false}, {280, 160, false}, {280, 150, false}, {280, 100, true},
		{140, 140, true}, {150, 150, false}, {100, 100, true},
	} {
		s := hidden(c.load)
		s.Changes = append(s.Changes, model.Change{At: 120_000, Path: "load", To: c.lowered})
		ps := points(t, s)
		before, stuck, end := ps[4], ps[11], ps[len(ps)-1]
		if math.Abs(rate(before.Good)-c.load) > .5 || math.Abs(rate(before.Attempts)-c.load) > .5 {
			t.Errorf("%v/s before: %v good and %v attempts/s", c.load, rate(before.Good), rate(before.Attempts))
		}
		if c.load == 280 && (stuck.Good != 0 || math.Abs(rate(stuck.Attempts)-560) > .5) {
			t.Errorf("280/s after: %v good and %v attempts/s, want 0 and 560", rate(stuck.Good), rate(stuck.Attempts))
		}
		if recovered := math.Abs(rate(end.Good)-c.lowered) <= .5; recovered != c.recovers || !recovered && end.Good != 0 {
			t.Errorf("%v/s lowered to %v/s: %v good/s in the end, recovered %v, want %v", c.load, c.lowered, rate(end.Good), recovered, c.recovers)
		}
	}
	for _, c := range []struct{ load, drain float64 }{{150, 0}, {149, 2}, {140, 20}} {
		s := hidden(280)
		s.Changes = append(s.Changes, model.Change{At: 120_000, Path: "load", To: c.load})
		s.Duration = 210_000
		ps := points(t, s)
		if drain := float64(ps[15].Queue-ps[20].Queue) / 50; math.Abs(drain-c.drain) > .5 {
			t.Errorf("lowered to %v/s: the backlog drains at %v/s, want %v", c.load, drain, c.drain)
		}
	}
}

// stalled is an application at 80 % of its capacity that does nothing from 20 s on, for
// so many seconds.
func stalled(stall float64, queue string, expiry float64, demand model.Policy) *model.Scenario {
	sv := simtest.Service("application")
	sv.Queue, sv.Expiry = simtest.Policy(model.QueueFamily, queue, nil), expiry
	r := simtest.Route("client", 80, "application")
	r.Demand = demand
	s := simtest.Scenario([]model.Service{sv}, r)
	s.Duration, s.End = 400_000, model.EndDrain
	s.Changes = []model.Change{{At: 20_000, Path: "workers", To: 0}, {At: model.Millis(20_000 + 1000*stall), Path: "workers", To: 1}}
	return s
}

// recovery is how many seconds after the stall goodput is back.
func recovery(t testing.TB, s *model.Scenario, stall float64) float64 {
	t.Helper()
	ps, end := points(t, s), int(20+stall)
	for i, p := range ps[end:] {
		if float64(p.Good) >= 0.95*80 {
			return float64(i)
		}
	}
	return math.Inf(1)
}

// TestStalledApplication: a queue that is served oldest first stays late for as long as
// the backlog lasts, lambda d/(mu - lambda) after a stall of d (freeunit #198).
func TestStalledApplication(t *testing.T) {
	long(t)
	for _, c := range []struct {
		stall  float64
		queue  string
		expiry float64
		back   float64 // s after the stall
		good   int64   // of 400 s; 0 is not known
	}{
		{10, "fifo", model.ExpiryNever, 39, 0}, {30, "fifo", model.ExpiryNever, 119, 20_075},
		{30, "fifo", model.ExpiryPredicted, 0, 29_614}, {30, "lifo", model.ExpiryNever, 0, 29_602},
	} {
		s := stalled(c.stall, c.queue, c.expiry, simtest.Policy(model.DemandFamily, "constant", settings{"load": 80, "offset": 100}))
		if back := recovery(t, s, c.stall); math.Abs(back-c.back) > 1 {
			t.Errorf("%s, expiry %v, stall of %v s: good again after %v s, want %v", c.queue, c.expiry, c.stall, back, c.back)
		}
		a := settle(t, s)
		if a.Offered != 31_999 || c.good > 0 && math.Abs(float64(a.Good-c.good)) > 15 {
			t.Errorf("%s, expiry %v, stall of %v s: %d good of %d, want %d of 31 999", c.queue, c.expiry, c.stall, a.Good, a.Offered, c.good)
		}
	}
	// At random the backlog n after the stall and the time to serve it vary: with a variance
	// of n/(mu - lambda)^2 + n rho/(1 - rho)^3/mu^2, or 3.2 and 5.5 s in a run. Five runs are
	// allowed three standard errors.
	for stall, band := range map[float64]float64{10: 4.3, 30: 7.4} {
		const seeds = 5
		var back float64
		for seed := range uint64(seeds) {
			s := stalled(stall, "fifo", model.ExpiryNever, simtest.Policy(model.DemandFamily, "poisson", settings{"load": 80}))
			s.Seed, s.Duration = seed+1, 20_000+8000*stall
			back += recovery(t, s, stall) / seeds
		}
		if want := 4 * stall; math.Abs(back-want) > band {
			t.Errorf("random arrivals, stall of %v s: good again after %.1f s, want %v +- %v", stall, back, want, band)
		}
	}
}

// TestDisconnectedClients: the server does not learn that clients have left. Served all
// the same, overload leaves nothing; dropped once late, exponential work keeps mu^2/lambda;
// dropped when it would be late, nearly all (ds4 PR #3; Barrer 1957 for the formulas).
func TestDisconnectedClients(t *testing.T) {
	long(t)
	for _, c := range []struct {
		arrivals, work string
		expiry         float64
		good           [3]float64 // at 110, 150 and 300/s
	}{
		{"constant", "constant", model.ExpiryNever, [3]float64{0, 0, 0}},
		{"constant", "constant", model.ExpiryPredicted, [3]float64{100, 100, 100}},
		{"poisson", "constant", model.ExpiryPredicted, [3]float64{99.8, 100, 100}},
		{"poisson", "exponential", model.ExpiryNever, [3]float64{0, 0, 0}},
		{"poisson", "exponential", model.ExpiryLate, [3]float64{88.504924, 66.664985, 33.333333}},
		{"poisson", "exponential", model.ExpiryPredicted, [3]float64{94.773485, 87.735281, 75.474704}},
	} {
		for i, load := range []float64{110, 150, 300} {
			seconds := 400.
			if c.work == "constant" {
				seconds = 100
			}
			s := patient(load, c.work, 1, 7, int(load*seconds))
			s.Routes[0].Leave, s.Services[0].Expiry, s.End = model.LeaveAtDeadline, c.expiry, model.EndStop
			s.Routes[0].Demand.Kind = c.arrivals
			if c.arrivals == "constant" {
				s.Routes[0].Demand = simtest.Policy(model.DemandFamily, "constant", settings{"load": load})
			}
			a := settle(t, s)
			// The noise of the sampled service times is 1 % (four standard errors) in 3000 s.
			// Before the queue is as long as the deadline everything is good.
			band := 0.3 + 0.01*c.good[i]*math.Sqrt(3000/seconds)
			switch {
			case c.expiry == model.ExpiryNever:
				band = 10
			case c.work == "constant":
				band = 0.5
			}
			if got := float64(a.Good) / seconds; math.Abs(got-c.good[i]) > band {
				t.Errorf("%s arrivals at %v/s, %s work, expiry %v: %.2f good/s, want %v", c.arrivals, load, c.work, c.expiry, got, c.good[i])
			}
		}
	}
}

// TestControlledDelay has the published lesson of CoDel's requests variant: a timeout of
// 5 ms suits work of 1 ms; with work of 10 ms it empties the queue and idles the worker.
func TestControlledDelay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		queue          string
		set            settings
		expiry         float64
		work           float64
		good, p50, p99 float64
	}{
		{"fifo", nil, model.ExpiryPredicted, 10, 100, 195.7, 199.9}, {"fifo", nil, model.ExpiryPredicted, 1, 1000, 199.6, 200},
		{"codel-facebook", nil, model.ExpiryNever, 10, 95, 27.7, 73}, {"codel-facebook", nil, model.ExpiryNever, 1, 999.9, 5.6, 22},
		{"codel-facebook", settings{"order": 1}, model.ExpiryNever, 10, 95, 12.5, 45}, {"codel-facebook", settings{"order": 1}, model.ExpiryNever, 1, 997.4, 1.34, 5},
		{"lifo", nil, model.ExpiryNever, 10, 100, 13.4, 62}, {"lifo", nil, model.ExpiryNever, 1, 1000, 1.35, 5.8},
	} {
		var good, p50, p99 float64
		seeds := uint64(4)
		if c.work == 1 {
			seeds = 1 // ten times the work in the same time
		}
		for seed := range seeds {
			sv := simtest.Service("server")
			sv.Work = simtest.Policy(model.WorkFamily, "constant", settings{"service-time": c.work})
			sv.Queue, sv.Expiry = simtest.Policy(model.QueueFamily, c.queue, c.set), c.expiry
			r := simtest.Route("client", 0, "server")
			r.Demand = simtest.Policy(model.DemandFamily, "poisson", settings{"load": 2000 / c.work})
			s := simtest.Scenario([]model.Service{sv}, r)
			s.Seed, s.Duration, s.End = seed+1, 60_000, model.EndStop
			a := settle(t, s)
			n := float64(seeds)
			good, p50, p99 = good+float64(a.Good)/60/n, p50+a.percentile(50)/n, p99+a.percentile(99)/n
		}
		// 95 +- 0.35 in a run of 60 s: three standard errors of four runs are 0.5.
		if !near(good, c.good, .0055) || !near(p50, c.p50, .03) || !near(p99, c.p99, .15) {
			t.Errorf("%s %v, work of %v ms: %.2f good/s, p50 %.2f, p99 %.2f; want %v, %v, %v", c.queue, c.set, c.work, good, p50, p99, c.good, c.p50, c.p99)
		}
	}
}

// TestThrottledRetries: a backend that is down for a minute, a hundred first attempts a
// second, three attempts each. gRPC's bucket of ten lets four retries through in the whole
// minute, or three when each fails before the next first attempt; without the bucket it
// would be 12 000.
func TestThrottledRetries(t *testing.T) {
	for _, c := range []struct {
		timeout float64
		retries int64
	}{{1000, 4}, {2, 3}} {
		sv := simtest.Service("backend")
		sv.Workers = 0
		r := simtest.Route("client", 100, "backend")
		r.Deadline, r.Path[0].Timeout = 60_000, c.timeout
		r.Path[0].Retry = simtest.Policy(model.RetryFamily, "fixed", settings{"retries": 2, "backoff": 1})
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration, s.End = 60_000, model.EndStop
		without := settle(t, s)
		s.Routes[0].Path[0].Guards = []model.Policy{simtest.Policy(model.GuardFamily, "grpc-throttle", nil)}
		a := settle(t, s)
		if got := a.Attempts - a.Offered; got != c.retries || without.Attempts < 29*without.Offered/10 {
			t.Errorf("timeout of %v ms: %d retries for %d operations, want %d; without the bucket %d", c.timeout, got, a.Offered, c.retries, without.Attempts-without.Offered)
		}
	}
}

// TestLimitsAgreeWithTheory: a concurrency limit of K with c workers is M/M/c/K; with
// K = c it is Erlang's loss system, which does not care how service times are spread.
func TestLimitsAgreeWithTheory(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		workers, limit int
		offered        float64 // erlangs
		work           string
		want           float64 // refused share
	}{
		{2, 2, 1, "exponential", .2}, {5, 5, 4, "exponential", .1990668740}, {5, 5, 4, "constant", .1990668740}, {10, 10, 8, "exponential", .1216610643}, {10, 10, 8, "constant", .1216610643},
		{1, 5, .8, "exponential", .0888194987}, {1, 20, 1.1, "exponential", .1051130816}, {1, 20, 2, "exponential", .5000002384}, {4, 10, 3.5, "exponential", .0582807022}, {10, 20, 12, "exponential", .1796659157},
	} {
		const arrivals = 50_000
		s := patient(100*c.offered, c.work, c.workers, 11, arrivals)
		s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": float64(c.limit)})}
		a := settle(t, s)
		got := float64(a.Rejected) / float64(a.Offered)
		// Neighbouring refusals resemble each other: three times the error of coin tosses.
		if band := 4 * 1.5 * math.Sqrt(c.want*(1-c.want)/arrivals); math.Abs(got-c.want) > band*math.Sqrt(float64(c.limit)/float64(c.workers)) {
			t.Errorf("%d workers, limit %d, %v erlangs, %s work: %.5f refused, want %.5f +- %.5f", c.workers, c.limit, c.offered, c.work, got, c.want, band)
		}
		if c.work == "exponential" && c.limit == c.workers {
			if b := theory.ErlangB(c.workers, c.offered); math.Abs(b-c.want) > 1e-9 {
				t.Errorf("ErlangB(%d, %v) = %v, want %v", c.workers, c.offered, b, c.want)
			}
		}
	}
}

// TestPriorityAgreesWithCobham: two classes at one server, the more important one first
// and none interrupted: Wq1 = W0/(1 - r1), Wq2 = W0/((1 - r1)(1 - r)), W0 = r x 10 ms.
func TestPriorityAgreesWithCobham(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ first, second, want1, want2 float64 }{{20, 60, 10, 50}, {40, 40, 8 / .6, 8 / (.6 * .2)}} {
		s := patient(c.first+c.second, "exponential", 1, 3, 200_000)
		share := 100 * c.first / (c.first + c.second)
		s.Classes = []model.Class{{Name: "first", Share: share, Priority: 1, Value: 1}, {Name: "second", Share: 100 - share, Value: 1}}
		s.Services[0].Queue = simtest.Policy(model.QueueFamily, "priority", nil)
		var waited [2][]float64
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind == model.Started {
				waited[f.Class] = append(waited[f.Class], float64(f.Value))
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		for class, want := range []float64{c.want1, c.want2} {
			if got, sigma := mean(waited[class]), batchError(waited[class]); math.Abs(got-want) > 3*sigma {
				t.Errorf("%v and %v/s: class %d waits %.3f ms, theory says %.3f, %.1f standard errors away", c.first, c.second, class+1, got, want, math.Abs(got-want)/sigma)
			}
		}
	}
}

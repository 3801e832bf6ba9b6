package sim_test

import (
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// crowd is n clients who come within a moment to a server that works at that rate, and
// come again until they are served; each attempt has that much time.
func crowd(n int, perSecond float64, patience model.Millis, retry model.Policy) *model.Scenario {
	sv := simtest.Service("server")
	sv.Work = simtest.Policy(model.WorkFamily, "constant", settings{"service-time": 1000 / perSecond})
	r := simtest.Route("client", 0, "server")
	ms := math.Ceil(float64(n) / 1000)
	r.Demand = simtest.Policy(model.DemandFamily, "tiled", nil)
	// Half an interval less than n fit into the first segment, so that rounding cannot
	// make them n + 1.
	r.Demand.Rows = [][]float64{{(float64(n) - 0.5) / ms * 1000, ms}, {0, 3_600_000}}
	// In the reports all come at one instant, and what ends at the very end of its time is
	// late. Here they come within a few milliseconds, which the patience is shorter by.
	r.Scope, r.Deadline = model.ScopeAttempt, float64(patience)-ms
	retry.V[0] = 100
	r.Path[0].Retry = retry
	s := simtest.Scenario([]model.Service{sv}, r)
	s.Duration, s.End = 1000_000, model.EndStop
	return s
}

func fixed(backoff, jitter float64) model.Policy {
	return simtest.Policy(model.RetryFamily, "fixed", settings{"backoff": backoff, "jitter": jitter})
}

// The jitters of fixed.
const (
	exactly = iota
	full
	equal
)

// TestRetryAfterOneSecond: a thousand clients who are all told to come back in exactly
// one second do so together, and the server is idle in between
// (kubernetes/kubernetes #79805).
func TestRetryAfterOneSecond(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		limit             float64
		backoff, jitter   float64
		seconds, attempts float64
		share             float64
	}{
		{20, 1000, exactly, 49.2, 25_500, 0}, {50, 1000, exactly, 19.5, 10_500, 0}, {100, 1000, exactly, 10, 5500, 0},
		{20, 2000, full, 10.85, 5820, .03}, {50, 2000, full, 10.32, 5533, .03}, {100, 2000, full, 10.01, 5065, .03},
		{20, 2000, equal, 11.57, 4748, .03}, {50, 2000, equal, 11.34, 4351, .03}, {100, 2000, equal, 10.18, 3760, .03},
	} {
		var seconds, attempts float64
		const seeds = 3
		for seed := range uint64(seeds) {
			s := crowd(1000, 100, model.Hour, fixed(c.backoff, c.jitter))
			s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": c.limit})}
			s.Seed = seed + 1
			a := settle(t, s)
			if a.Good != 1000 {
				t.Fatalf("%+v: %d of 1000 were served", c, a.Good)
			}
			seconds, attempts = seconds+a.Last.Seconds()/seeds, attempts+float64(a.Attempts)/seeds
		}
		// All come within a millisecond, not at one instant.
		if math.Abs(seconds-c.seconds) > 0.002+c.share*c.seconds || !near(attempts, c.attempts, c.share) {
			t.Errorf("limit %v, backoff %v ms with jitter %v: served after %.3f s and %.0f attempts, want %v and %v", c.limit, c.backoff, c.jitter, seconds, attempts, c.seconds, c.attempts)
		}
	}
}

// TestReconnectStorm: agents with a timeout of 10 s reconnect to a server that accepts
// 10/s. An abandoned attempt is still carried out, so from 2 x 10/s x 10 s on nobody who
// comes back at once is ever served (Discord 2017-10-13, teleport #6889).
func TestReconnectStorm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		agents            int
		backoff, jitter   float64
		seconds, attempts float64 // 0 is never
		share             float64
	}{
		{150, 0, exactly, 20.1, 201, 0}, {150, 10_000, exactly, 25, 200, 0},
		{200, 0, exactly, 0, 0, 0}, {200, 10_000, exactly, 40.1, 301, 0}, {200, 60_000, full, 70, 300, .1},
		{450, 0, exactly, 0, 0, 0}, {450, 10_000, exactly, 0, 0, 0}, {450, 60_000, full, 237, 2000, .15},
	} {
		a := settle(t, crowd(c.agents, 10, 10*model.Second, fixed(c.backoff, c.jitter)))
		switch {
		case c.seconds == 0:
			if a.Good >= int64(c.agents)-50 {
				t.Errorf("%d agents, backoff %v: %d were served, want never all", c.agents, c.backoff, a.Good)
			}
		case a.Good != int64(c.agents) || math.Abs(a.Last.Seconds()-c.seconds) > 0.21+c.share*c.seconds || math.Abs(float64(a.Attempts)-c.attempts) > 2+c.share*c.attempts:
			t.Errorf("%d agents, backoff %v ms, jitter %v: %d served after %.2f s and %d attempts, want %v and %v", c.agents, c.backoff, c.jitter, a.Good, a.Last.Seconds(), a.Attempts, c.seconds, c.attempts)
		}
	}
	// Attempts that are given up and leave the queue cost nothing. One agent more or less
	// at the end of each of the five rounds is 0.4 %.
	for _, c := range []struct{ backoff, jitter, seconds, attempts, share float64 }{{10_000, exactly, 85.2, 1255, .005}, {60_000, full, 70, 800, .1}} {
		s := crowd(450, 10, 10*model.Second, fixed(c.backoff, c.jitter))
		s.Services[0].Cancel = model.CancelWaiting
		a := settle(t, s)
		if a.Good != 450 || !near(a.Last.Seconds(), c.seconds, c.share) || !near(float64(a.Attempts), c.attempts, c.share) {
			t.Errorf("450 agents who leave the queue, backoff %v ms, jitter %v: %d served after %.2f s and %d attempts, want %v and %v", c.backoff, c.jitter, a.Good, a.Last.Seconds(), a.Attempts, c.seconds, c.attempts)
		}
	}
	s := crowd(450, 10, 10*model.Second, fixed(100, exactly))
	s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": 90})}
	s.Routes[0].Path[0].Retry = simtest.Policy(model.RetryFamily, "exponential", settings{"retries": 100, "backoff": 1000, "factor": 1})
	if a := settle(t, s); a.Good != 450 || math.Abs(a.Last.Seconds()-45) > 1 {
		t.Errorf("450 agents and a limit of 90: %d served after %.2f s, want all after 45", a.Good, a.Last.Seconds())
	}
}

// TestLeaseStorm: leases that time out before they are renewed queue again, and the
// stale ones are renewed as well (AWS, 19 Oct 2025). Up to mu x D nothing is wasted; from
// twice that on it never ends.
func TestLeaseStorm(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		items    int
		expiry   float64
		seconds  float64
		executed int64
	}{
		{5000, model.ExpiryNever, 50, 5000}, {8000, model.ExpiryNever, 100, 10_001}, {10_000, model.ExpiryNever, 160, 16_003},
		{11_000, model.ExpiryNever, 220.1, 22_007}, {11_900, model.ExpiryNever, 416.6, 41_663},
		{10_000, model.ExpiryLate, 100, 10_000}, {20_000, model.ExpiryLate, 200.05, 20_004},
	} {
		s := crowd(c.items, 100, model.Minute, fixed(0, exactly))
		s.Services[0].Expiry = c.expiry
		a := settle(t, s)
		// One item more or less at the end of each round costs its round again.
		if a.Good != int64(c.items) || !near(a.Last.Seconds(), c.seconds, .002) || !near(float64(a.Executed), float64(c.executed), .002) {
			t.Errorf("%d items, expiry %v: %d done after %.2f s and %d executions, want %v s and %d", c.items, c.expiry, a.Good, a.Last.Seconds(), a.Executed, c.seconds, c.executed)
		}
	}
	// Within 90 % of mu x D nothing expires, however many there are.
	for _, items := range []int{5000, 20_000} {
		s := crowd(items, 100, model.Minute, fixed(5000, exactly))
		s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": 5400})}
		if a := settle(t, s); a.Executed != int64(items) || math.Abs(a.Last.Seconds()-float64(items)/100) > 0.001 {
			t.Errorf("%d items, at most 5400 at once: %d executions, the last done after %v, want %d s", items, a.Executed, a.Last, items/100)
		}
	}
	if a := settle(t, crowd(12_000, 100, model.Minute, fixed(0, exactly))); a.Good < 5999 || a.Good > 6000 || a.Executed < 99_000 {
		t.Errorf("12 000 items: %d done and %d executions after 1000 s, want 5999 or 6000 done and the server always busy", a.Good, a.Executed)
	}
}

// TestBudgetsOfABurst: a thousand refusals within a millisecond and a budget of 20 %.
// Counted when a retry is sent, the budget holds nobody back (envoyproxy/envoy #30205).
func TestBudgetsOfABurst(t *testing.T) {
	for when, want := range []int64{200, 999} { // one waits and is not refused
		s := crowd(1000, 100, model.Hour, fixed(25, exactly))
		s.Services[0].Workers = 0
		s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", settings{"limit": 1})}
		hop := &s.Routes[0].Path[0]
		hop.Retry.V[0] = 1
		hop.Guards = []model.Policy{simtest.Policy(model.GuardFamily, "retry-budget", settings{"when": float64(when)})}
		s.Duration = 1000
		if a := settle(t, s); a.Attempts-a.Offered != want {
			t.Errorf("counted from moment %d: %d retries of 1000, want %d", when, a.Attempts-a.Offered, want)
		}
	}
}

package policy

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
)

func guard(t testing.TB, name string, set map[string]float64) Guard {
	t.Helper()
	return build[Guard](t, model.GuardFamily, name, Config{}, set)
}

// granted asks n times for a retry and says how often there was leave.
func granted(g Guard, now model.Millis, n int, how model.Outcome) int {
	count := 0
	for range n {
		if _, why := g.Retry(now, 2, how); why == model.NoReason {
			count++
		}
	}
	return count
}

// TestGRPCThrottleTrace is the trace of gRPC's own retry_throttle_test.cc.
func TestGRPCThrottleTrace(t *testing.T) {
	const F, S = model.Broken, model.Good
	g := build[*grpcThrottle](t, model.GuardFamily, "grpc-throttle", Config{}, map[string]float64{"tokens": 4, "ratio": 1.6})
	for i, c := range []struct {
		how    model.Outcome
		tokens float64
		allow  bool
	}{
		{F, 3, true}, {S, 4, true}, {F, 3, true}, {F, 2, false}, {F, 1, false}, {F, 0, false}, {F, 0, false}, {S, 1.6, false}, {S, 3.2, true},
		{F, 2.2, true}, {F, 1.2, false}, {S, 2.8, true}, {F, 1.8, false}, {S, 3.4, true}, {F, 2.4, true},
	} {
		g.Result(0, Permit{}, c.how)
		if got := granted(g, 0, 1, c.how) == 1; g.milli != c.tokens*1000 || got != c.allow {
			t.Fatalf("step %d, outcome %d: %v tokens and a retry is granted: %v, want %v and %v", i, c.how, g.milli/1000, got, c.tokens, c.allow)
		}
	}
	g = build[*grpcThrottle](t, model.GuardFamily, "grpc-throttle", Config{}, map[string]float64{"tokens": 4, "ratio": 1.6})
	g.Result(0, Permit{}, F)
	g.v[0] = 10
	if g.resize(); g.milli != 7500 {
		t.Errorf("3 of 4 tokens become %v of 10, want 7.5", g.milli/1000)
	}
}

// The sustained share of failures at which retries stop is ratio/(1 + ratio).
func TestGRPCThrottleStopsAtItsShare(t *testing.T) {
	for _, c := range []struct {
		every int // one of so many attempts fails
		stops bool
	}{{12, false}, {10, true}} { // 1/11 is the limit for 0.1
		g := guard(t, "grpc-throttle", nil)
		for i := range 10_000 {
			how := model.Good
			if i%c.every == 0 {
				how = model.Broken
			}
			g.Result(0, Permit{}, how)
		}
		if stopped := granted(g, 0, 1, model.Broken) == 0; stopped != c.stops {
			t.Errorf("one of %d fails: retries have stopped: %v, want %v", c.every, stopped, c.stops)
		}
	}
}

func TestRetryQuota(t *testing.T) {
	for _, c := range []struct {
		how  model.Outcome
		want int
	}{{model.Broken, 100}, {model.Rejected, 100}, {model.Abandoned, 50}} {
		if got := granted(guard(t, "retry-quota", nil), 0, 1000, c.how); got != c.want {
			t.Errorf("everything ends %d: %d retries from a full bucket, want %d", c.how, got, c.want)
		}
	}
	g := build[*retryQuota](t, model.GuardFamily, "retry-quota", Config{}, nil)
	p, _ := g.Retry(0, 2, model.Abandoned)
	q, _ := g.Retry(0, 2, model.Broken)
	g.Result(0, p, model.Good)
	g.Result(0, q, model.Broken)
	g.Result(0, Permit{}, model.Good)
	if g.tokens != 496 {
		t.Errorf("500 - 10 - 5, 10 back for the success, 1 for a first attempt: %v tokens, want 496", g.tokens)
	}
}

// TestRetryBudgetCounts: a thousand first attempts fail at one instant. What is granted
// depends on what counts, and on when.
func TestRetryBudgetCounts(t *testing.T) {
	for _, c := range []struct {
		name    string
		counts  float64
		when    float64
		oneByOn bool // each failure is followed by its own question
		want    int
	}{
		{"offered, entering", countOffered, onEntering, true, 200},
		{"offered, leaving", countOffered, onLeaving, true, 1000},
		{"active, entering, all failed before the first question", countActive, onEntering, false, 3},
		// The budget shrinks while it is used: 20 % of 1000 - n is less than n from 167 on.
		{"active, entering, one by one", countActive, onEntering, true, 166},
		{"successes", countSuccesses, onEntering, true, 3},
	} {
		g := guard(t, "retry-budget", map[string]float64{"counts": c.counts, "when": c.when})
		var permits []Permit
		for range 1000 {
			p, _ := g.Allow(0, 1, Permit{})
			permits = append(permits, p)
		}
		got := 0
		for _, p := range permits {
			g.Result(0, p, model.Broken)
			if c.oneByOn {
				got += granted(g, 0, 1, model.Broken)
			}
		}
		if !c.oneByOn {
			got = granted(g, 0, 1000, model.Broken)
		}
		if got != c.want {
			t.Errorf("%s: %d of 1000 retries were granted, want %d", c.name, got, c.want)
		}
	}
}

// TestRetryBudgetOfActiveAttempts has Envoy's figures, and failsafe-go's.
func TestRetryBudgetOfActiveAttempts(t *testing.T) {
	for _, c := range []struct {
		ratio, minimum float64
		active, want   int
	}{{20, 3, 25, 5}, {20, 3, 2, 3}, {50, 1, 3, 1}} {
		g := guard(t, "retry-budget", map[string]float64{"ratio": c.ratio, "minimum": c.minimum, "counts": countActive})
		for range c.active {
			g.Allow(0, 1, Permit{})
		}
		if got := granted(g, 0, 100, model.Broken); got != c.want {
			t.Errorf("%v %%, minimum %v, %d active: %d retries, want %d", c.ratio, c.minimum, c.active, got, c.want)
		}
	}
	g := guard(t, "retry-budget", map[string]float64{"ratio": 50, "minimum": 1, "counts": countActive})
	held, _ := g.Retry(0, 2, model.Broken)
	if n := granted(g, 0, 1, model.Broken); n != 0 {
		t.Errorf("a second retry was granted beside the only one")
	}
	g.Cancel(0, held)
	if n := granted(g, 0, 1, model.Broken); n != 1 {
		t.Errorf("no retry was granted after the only one had been given back")
	}
}

// TestFinagleBudget: 20 % on top of 10 retries/s, with everything failing and callers
// who would try for ever.
func TestFinagleBudget(t *testing.T) {
	for _, c := range []struct{ load, want float64 }{{10, 12}, {100, 30}, {1000, 210}} {
		g := guard(t, "retry-budget", map[string]float64{"minimum": 0, "reserve": 10})
		count := 0
		const seconds = 60
		for i := range int(c.load * seconds) {
			now := model.Millis(float64(i) * 1000 / c.load)
			p, _ := g.Allow(now, 1, Permit{})
			g.Result(now, p, model.Broken)
			n := granted(g, now, 100, model.Broken)
			if now >= 20*model.Second {
				count += n
			}
		}
		if got := float64(count) / (seconds - 20); math.Abs(got-c.want) > 0.05*c.want {
			t.Errorf("all of %v/s fail: %.2f retries/s, want %v", c.load, got, c.want)
		}
	}
}

// A budget never grants more than its formula allows since the start, whatever the
// order of the questions.
func TestRetryBudgetIsNeverExceeded(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		ratio, minimum := float64(rapid.IntRange(0, 100).Draw(r, "ratio")), float64(rapid.IntRange(0, 5).Draw(r, "minimum"))
		counts := float64(rapid.SampledFrom([]int{countOffered, countSuccesses}).Draw(r, "counts"))
		g := guard(t, "retry-budget", map[string]float64{"ratio": ratio, "minimum": minimum, "counts": counts, "window": 1000})
		now, counted, retries := model.Millis(0), 0.0, 0.0
		var sent []Permit
		for range rapid.IntRange(1, 200).Draw(r, "steps") {
			now += model.Millis(rapid.IntRange(0, 20).Draw(r, "pause"))
			switch rapid.IntRange(0, 2).Draw(r, "step") {
			case 0:
				p, _ := g.Allow(now, 1, Permit{})
				sent = append(sent, p)
				if counts == countOffered {
					counted++
				}
			case 1:
				if len(sent) == 0 {
					continue
				}
				how := rapid.SampledFrom([]model.Outcome{model.Good, model.Broken}).Draw(r, "how")
				if how == model.Good && counts == countSuccesses {
					counted++
				}
				g.Result(now, sent[0], how)
				sent = sent[1:]
			case 2:
				retries += float64(granted(g, now, 1, model.Broken))
				// The minimum is there again in each window.
				if most := ratio/100*counted + minimum*math.Ceil(float64(now)/950+1); retries > most+1e-9 {
					r.Fatalf("at %v: %v retries, %v counted at %v %% allow %v", now, retries, counted, ratio, most)
				}
			}
		}
	})
}

func TestThrottleProbabilities(t *testing.T) {
	for _, c := range []struct{ requests, accepts, k, want float64 }{
		{100, 100, 2, 0}, {100, 50, 2, 0}, {100, 50, 1.1, .445545}, {100, 40, 2, .198020}, {100, 40, 1.1, .554455}, {100, 0, 2, .990099}, {1000, 0, 2, .999001}, {1, 0, 2, .5},
	} {
		if got := throttle(c.requests, c.accepts, c.k); math.Abs(got-c.want) > 5e-7 {
			t.Errorf("throttle(%v, %v, %v) = %.6f, want %.6f", c.requests, c.accepts, c.k, got, c.want)
		}
	}
	for _, c := range []struct{ n, s, threshold, aggression, most, want float64 }{
		{1000, 900, .95, 1, 1, .052579}, {1000, 900, .95, 2, 1, .229301}, {1000, 800, .95, 1, 1, .157737}, {1000, 800, .95, 2, 1, .397161},
		{1000, 500, .95, 1, 1, .473211}, {1000, 500, .95, 2, 1, .687903}, {1000, 100, .95, 1, 1, .893843}, {1000, 100, .95, 2, 1, .945433},
		{1000, 0, .95, 1, 1, .999001}, {1000, 0, .95, 2, 1, .999500},
		{100, 95, .9, 1, .8, 0}, {120, 90, .9, 1, .8, .165289}, {200, 50, .9, 1, .8, .718629}, {1000, 10, .9, 1, .8, .8}, {1, 0, .9, 1, .8, .5},
	} {
		if got := admission(c.n, c.s, c.threshold, c.aggression, c.most); math.Abs(got-c.want) > 5e-7 {
			t.Errorf("admission(%v, %v, %v, %v, %v) = %.6f, want %.6f", c.n, c.s, c.threshold, c.aggression, c.most, got, c.want)
		}
	}
}

// TestAdaptiveThrottleSettles: a service accepts 100/s and refuses the rest; the
// throttle sends K times as many as are accepted.
func TestAdaptiveThrottleSettles(t *testing.T) {
	for _, c := range []struct{ k, times, local, refused float64 }{{2, 5, .6, .5}, {1.1, 5, .78, .0909}, {2, 10, .8, .5}} {
		g := guard(t, "adaptive-throttle", map[string]float64{"multiplier": c.k, "window": 20_000})
		var n, withheld, refused, room float64
		for i := range int(80 * 100 * c.times) {
			now := model.Millis(float64(i) * 10 / c.times)
			room = min(room+1/c.times, 10)
			counts := now > 60_000
			if counts {
				n++
			}
			p, why := g.Allow(now, 1, Permit{})
			switch {
			case why != model.NoReason:
				if counts {
					withheld++
				}
			case room >= 1:
				room--
				g.Result(now, p, model.Good)
			default:
				g.Result(now, p, model.Rejected)
				if counts {
					refused++
				}
			}
		}
		if local, there := withheld/n, refused/(n-withheld); math.Abs(local-c.local) > .02 || math.Abs(there-c.refused) > .02 {
			t.Errorf("K %v at %v times the capacity: withheld %.4f, refused %.4f of the rest; want %v and %v", c.k, c.times, local, there, c.local, c.refused)
		}
	}
}

// Invariants of breakers under everything that callers can do, and not do: never more
// probes than permitted, no attempt while open, never stuck half-open.
func TestBreakersNeverLoseAPermit(t *testing.T) {
	for _, name := range []string{"breaker", "breaker-time"} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				probes := rapid.IntRange(1, 5).Draw(r, "probes")
				b := build[Breaker](t, model.GuardFamily, name, Config{}, map[string]float64{"probes": float64(probes), "minimum": float64(rapid.IntRange(1, 20).Draw(r, "minimum")),
					"open-time": 100, "open-jitter": float64(rapid.IntRange(0, 1).Draw(r, "jitter") * 50), "probe-timeout": 300})
				now := model.Millis(0)
				var sent []Permit // that have not come back; some never do
				outstanding := func() int {
					n := 0
					for _, p := range sent {
						if p.probe > 0 && p.epoch == epochOf(b) {
							n++
						}
					}
					return n
				}
				for range rapid.IntRange(1, 300).Draw(r, "steps") {
					now += model.Millis(rapid.IntRange(0, 40).Draw(r, "pause"))
					switch rapid.IntRange(0, 4).Draw(r, "step") {
					case 0, 1:
						state := b.State(now)
						p, why := b.Allow(now, 1, Permit{})
						under := outstanding()
						if want := state == BreakerClosed || state == BreakerHalfOpen && under < probes; (why == model.NoReason) != want {
							r.Fatalf("Allow in state %d with %d probes of %d under way = %v", state, under, probes, why)
						}
						if why == model.NoReason {
							sent = append(sent, p)
						}
					default:
						if len(sent) == 0 {
							continue
						}
						i := rapid.IntRange(0, len(sent)-1).Draw(r, "which")
						p := sent[i]
						sent = append(sent[:i], sent[i+1:]...)
						if rapid.IntRange(0, 4).Draw(r, "cancel") == 0 {
							b.Cancel(now, p)
						} else {
							b.Result(now, p, rapid.SampledFrom([]model.Outcome{model.Good, model.Broken, model.Abandoned}).Draw(r, "how"))
						}
					}
				}
				// Nobody reports anything any more: time alone makes it usable again.
				if _, why := b.Allow(now+300+150+1, 1, Permit{}); why != model.NoReason && b.State(now+300+150+1) == BreakerHalfOpen {
					if _, why := b.Allow(now+600+300+2, 1, Permit{}); why != model.NoReason {
						r.Fatalf("half-open for ever: %v at %v and still %v later", why, now, why)
					}
				}
			})
		})
	}
}

func epochOf(b Breaker) uint32 {
	switch b := b.(type) {
	case *breaker:
		return b.epoch
	case *breakerTime:
		return b.epoch
	}
	panic("another breaker")
}

// TestProbesComeBack: of five probes one is cancelled, one abandoned by its caller, one
// never heard of again.
func TestProbesComeBack(t *testing.T) {
	for _, name := range []string{"breaker", "breaker-time"} {
		open := func() Breaker {
			b := build[Breaker](t, model.GuardFamily, name, Config{}, map[string]float64{"probes": 5, "minimum": 1, "open-time": 100, "probe-timeout": 1000})
			p, _ := b.Allow(0, 1, Permit{})
			b.Result(0, p, model.Broken)
			if b.State(0) != BreakerOpen || b.State(99) != BreakerOpen || b.State(100) != BreakerHalfOpen {
				t.Fatalf("%s after a failure: states %d, %d, %d at 0, 99, 100 ms", name, b.State(0), b.State(99), b.State(100))
			}
			return b
		}
		b := open()
		var probes []Permit
		for range 5 {
			p, why := b.Allow(100, 1, Permit{})
			if why != model.NoReason {
				t.Fatalf("%s: probe refused: %v", name, why)
			}
			probes = append(probes, p)
		}
		if _, why := b.Allow(100, 1, Permit{}); why != model.BreakerOpen {
			t.Errorf("%s: a sixth probe got %v", name, why)
		}
		b.Cancel(110, probes[0])
		if _, why := b.Allow(110, 1, Permit{}); why != model.NoReason {
			t.Errorf("%s: the place of a cancelled probe is lost: %v", name, why)
		}
		if s := b.State(1100); s != BreakerOpen {
			t.Errorf("%s: 1000 ms after a probe that never returned: state %d, want open", name, s)
		}
		if s := b.State(1200); s != BreakerHalfOpen {
			t.Errorf("%s: the open time after that: state %d, want half-open", name, s)
		}
		b = open()
		p, _ := b.Allow(100, 1, Permit{})
		b.Result(300, p, model.Abandoned)
		if s := b.State(300); s != BreakerOpen {
			t.Errorf("%s: after a probe whose caller left: state %d, want open", name, s)
		}
		b = open()
		p, _ = b.Allow(100, 1, Permit{})
		b.Result(120, p, model.Good)
		if s := b.State(120); s != BreakerClosed {
			t.Errorf("%s: after a probe that was answered: state %d, want closed", name, s)
		}
	}
}

func TestBreakerTimeForgets(t *testing.T) {
	b := build[Breaker](t, model.GuardFamily, "breaker-time", Config{}, map[string]float64{"window": 1000, "minimum": 4, "failures": 50})
	result := func(at model.Millis, how model.Outcome) {
		p, _ := b.Allow(at, 1, Permit{})
		b.Result(at, p, how)
	}
	for at := model.Millis(0); at < 3; at++ {
		result(at, model.Broken)
	}
	if s := b.State(3); s != BreakerClosed {
		t.Fatalf("after 3 failures with a minimum of 4: state %d", s)
	}
	for at := model.Millis(1100); at < 1103; at++ {
		result(at, model.Good)
	}
	result(1103, model.Broken)
	if s := b.State(1103); s != BreakerClosed {
		t.Errorf("one failure of the last 4, older ones forgotten: state %d", s)
	}
	result(1104, model.Broken)
	result(1105, model.Broken)
	if s := b.State(1105); s != BreakerOpen {
		t.Errorf("3 failures of the last 6: state %d, want open", s)
	}
}

func TestGuardsDoNotAllocate(t *testing.T) {
	for _, kind := range Catalog().Of(model.GuardFamily) {
		g := guard(t, kind.Name, nil)
		now := model.Millis(0)
		turn := func() {
			now += 7
			p, why := g.Allow(now, 1, Permit{})
			if why != model.NoReason {
				return
			}
			g.Result(now, p, model.Broken)
			if p, why = g.Retry(now, 2, model.Broken); why != model.NoReason {
				return
			}
			if p, why = g.Allow(now, 2, p); why == model.NoReason {
				g.Result(now, p, model.Good)
			}
		}
		for range 1000 {
			turn()
		}
		if n := testing.AllocsPerRun(1000, turn); n > 0 {
			t.Errorf("%s: %v allocations for an operation", kind.Name, n)
		}
	}
}

package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// replayed is what a replay did to the foreground.
type replayed struct {
	success float64 // share of the foreground that was good while the replay went on
	starved float64 // seconds with less than 10 % of it good
	drain   float64 // seconds that the replay took
}

// replay lets a foreground of 60/s run at a capacity of 100/s, random both, and from 20 s
// on replays 10 000 operations at that rate through that queue.
func replay(t testing.TB, queue string, perSecond float64, seed uint64) replayed {
	t.Helper()
	sv := simtest.Service("service")
	sv.Work, sv.Queue = simtest.Policy(model.WorkFamily, "exponential", nil), simtest.Policy(model.QueueFamily, queue, nil)
	foreground, rest := simtest.Route("foreground", 0, "service"), simtest.Route("replay", 0, "service")
	foreground.Demand = simtest.Policy(model.DemandFamily, "poisson", settings{"load": 60})
	// Replayed work may take an hour: by deadline the foreground comes first.
	rest.Deadline = float64(model.Hour)
	s := simtest.Scenario([]model.Service{sv}, foreground, rest)
	const start = 20 * model.Second
	s.Seed, s.Duration = seed, float64(max(300*model.Second, start+model.Millis(10_000_000/perSecond)))
	s.Changes = backlog("replay", start, 10_000, perSecond)
	type second struct{ good, all float64 }
	seconds := make([]second, int(s.Duration)/1000)
	var end model.Millis
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		switch {
		case f.Kind != model.Resolved:
		case f.Route == 1:
			end = f.At
		case int(f.Sent/model.Second) < len(seconds): // by arrival
			at := &seconds[int(f.Sent/model.Second)]
			at.all++
			if f.Outcome == model.Good {
				at.good++
			}
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	r := replayed{drain: (end - start).Seconds()}
	var good, all float64
	for i, of := range seconds {
		at := model.Millis(i) * model.Second
		if at >= start && at < end {
			good, all = good+of.good, all+of.all
		}
		if at >= start && of.good < 0.1*of.all {
			r.starved++
		}
	}
	r.success = good / all
	return r
}

// A backlog of 10 000 that is replayed after an outage (vectordotdev/vector #25704,
// false-systems/jalki #40). Dumped into the queue it is gone soonest and hurts longest:
// the drain time is the wrong measure of success. Paced well below what the foreground
// leaves, or behind it, it hardly hurts. The ranges are what three independent
// simulations gave; a mean of a few runs may be two of its standard errors outside.
func TestAReplayFloodsWhatHasRecovered(t *testing.T) {
	long(t)
	type span [2]float64
	for _, c := range []struct {
		queue                   string
		perSecond               float64
		seeds                   uint64
		success, starved, drain span
		slack                   [3]float64
	}{
		{"fifo", 1e6, 2, span{0, 0}, span{236, 254}, span{96, 101}, [3]float64{0, 7, 2}},
		{"fifo", 10, 1, span{.998, .998}, span{0, 0}, span{1000, 1000}, [3]float64{.002, 0, 1}},
		{"fifo", 20, 4, span{.988, .994}, span{0, 1}, span{500, 500}, [3]float64{.007, .9, 1}},
		{"fifo", 30, 4, span{.89, .92}, span{7, 20}, span{333, 333}, [3]float64{.023, 7, 1}},
		{"fifo", 35, 4, span{.64, .75}, span{42, 74}, span{286, 286}, [3]float64{.05, 15, 1}},
		{"edf", 1e6, 2, span{.9993, 1}, span{0, 0}, span{236, 255}, [3]float64{.0007, 0, 8}},
	} {
		var figures [3]float64
		for seed := range c.seeds {
			one := replay(t, c.queue, c.perSecond, seed+1)
			for i, v := range []float64{one.success, one.starved, one.drain} {
				figures[i] += v / float64(c.seeds)
			}
		}
		for i, want := range []span{c.success, c.starved, c.drain} {
			what := []string{"share of the foreground that was good", "s with less than 10 % good", "s to drain"}[i]
			if got := figures[i]; got < want[0]-c.slack[i] || got > want[1]+c.slack[i] {
				t.Errorf("%s at %v/s: %s %.4f, want %v..%v +- %v", c.queue, c.perSecond, what, got, want[0], want[1], c.slack[i])
			}
		}
	}
}

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
	e, err := sim.New(s, sim.Tap(func(f model.Fact) {
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
// simulations gave; the means of eight runs lie within them.
func TestAReplayFloodsWhatHasRecovered(t *testing.T) {
	t.Parallel()
	type span [2]float64
	for _, c := range []struct {
		queue                   string
		perSecond               float64
		success, starved, drain span
	}{
		{"fifo", 1e6, span{0, 0}, span{236, 254}, span{96, 101}},
		{"fifo", 10, span{.997, .999}, span{0, 0}, span{999, 1001}},
		{"fifo", 20, span{.988, .994}, span{0, 1}, span{499, 501}},
		{"fifo", 30, span{.89, .92}, span{7, 20}, span{333, 334}},
		{"fifo", 35, span{.64, .75}, span{42, 74}, span{285, 287}},
		{"edf", 1e6, span{.9993, 1}, span{0, 0}, span{236, 255}},
	} {
		const seeds = 8
		var r replayed
		for seed := range uint64(seeds) {
			one := replay(t, c.queue, c.perSecond, seed+1)
			r.success, r.starved, r.drain = r.success+one.success/seeds, r.starved+one.starved/seeds, r.drain+one.drain/seeds
		}
		for _, f := range []struct {
			what string
			got  float64
			want span
		}{{"share of the foreground that was good", r.success, c.success}, {"s with less than 10 % good", r.starved, c.starved}, {"s to drain", r.drain, c.drain}} {
			if f.got < f.want[0] || f.got > f.want[1] {
				t.Errorf("%s at %v/s: %s %.4f, want %v..%v", c.queue, c.perSecond, f.what, f.got, f.want[0], f.want[1])
			}
		}
	}
}

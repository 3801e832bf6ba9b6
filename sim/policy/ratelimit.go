package policy

import (
	"math"

	"overloadtui/model"
)

var gateRateParam = model.Param{Name: "rate", Label: "gate rate", Unit: model.PerSecond, Min: 0.001, Max: 1e6, SliderMax: 300, Step: 5, Default: 100,
	Doc: "Attempts per second that the gate lets through in the long run."}

var tokenBucketGate = entry{
	model.Kind{Family: model.GateFamily, Name: "token-bucket",
		Doc: "Policing: a bucket of tokens refills at the rate; an attempt takes one and enters at once, or is refused. Bursts pass as they are.",
		Params: []model.Param{gateRateParam, {Name: "burst", Label: "burst", Min: 1, Max: 1e6, SliderMax: 80, Step: 1, Default: 20, Whole: true,
			Doc: "Size of the bucket, which starts full: how many attempts may enter at one instant."}}},
	func(c Config) any { return &tokenBucket{v: c.V, tokens: c.V[1]} },
}

type tokenBucket struct {
	noFeedback
	v      []float64 // rate, burst
	tokens float64
	since  model.Millis
}

func (g *tokenBucket) Admit(now model.Millis, _ View) Verdict {
	g.tokens = min(g.v[1], g.tokens+float64(float64(now-g.since)*(g.v[0]/1000)))
	g.since = now
	if g.tokens < 1 {
		return Verdict{Reason: model.RateGate}
	}
	g.tokens--
	return Verdict{}
}

var leakyBucketGate = entry{
	model.Kind{Family: model.GateFamily, Name: "leaky-bucket",
		Doc: "Shaping: attempts leave the gate one by one at the rate and wait in it meanwhile. Bursts become delay.",
		Params: []model.Param{gateRateParam, {Name: "waiting", Label: "gate queue", Min: 1, Max: 1e6, SliderMax: 80, Step: 1, Default: 20, Whole: true,
			Doc: "An attempt that would be this many intervals or more behind is refused."}}},
	func(c Config) any { return &leakyBucket{v: c.V} },
}

type leakyBucket struct {
	noFeedback
	v    []float64    // rate, waiting
	next model.Millis // when the gate is free again
}

func (g *leakyBucket) Admit(now model.Millis, _ View) Verdict {
	interval := 1000 / g.v[0]
	if math.Ceil(float64(g.next-now)/interval) >= g.v[1] {
		return Verdict{Reason: model.RateGate}
	}
	release := max(now, g.next)
	g.next = release + model.Millis(interval)
	return Verdict{Release: release}
}

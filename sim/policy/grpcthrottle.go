package policy

import (
	"math"

	"overloadtui/model"
)

var grpcThrottleGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "grpc-throttle",
		Doc: "gRPC's retry throttling (gRFC A6): a bucket starts full; every failed attempt takes one token, every answered one gives the ratio back, within 0 and the maximum. Retries are granted while more than half the tokens are there. They stop at a failure share of ratio/(1 + ratio): 9 % for 0.1.",
		Params: []model.Param{
			{Name: "tokens", Label: "retry tokens", Min: 1, Max: 1000, SliderMax: 100, Step: 1, Default: 10, Whole: true,
				Doc: "Size of the bucket. When it changes, the bucket stays as full as it was."},
			{Name: "ratio", Label: "token ratio", Min: 0.001, Max: 1000, SliderMax: 2, Step: 0.1, Default: 0.1,
				Doc: "Tokens that an answered attempt gives back, to three decimals."},
		}},
	func(c Config) any { return &grpcThrottle{v: c.V, milli: c.V[0] * 1000, size: c.V[0]} },
}

// grpcThrottle counts in thousandths of a token, as gRPC does, so that sums are exact.
type grpcThrottle struct {
	freeAttempts
	v     []float64 // tokens, ratio
	milli float64
	size  float64 // of the bucket that milli is of
}

// resize follows a changed size.
func (g *grpcThrottle) resize() {
	if g.size != g.v[0] {
		g.milli = math.Round(g.milli * g.v[0] / g.size)
		g.size = g.v[0]
	}
}

func (g *grpcThrottle) Retry(model.Millis, uint16, model.Outcome) (Permit, model.Reason) {
	if g.resize(); g.milli <= g.size*500 {
		return Permit{}, model.Throttled
	}
	return Permit{}, model.NoReason
}

func (g *grpcThrottle) Result(_ model.Millis, _ Permit, how model.Outcome) {
	g.resize()
	change := -1000.0
	if how == model.Good {
		change = math.Round(g.v[1] * 1000)
	}
	g.milli = min(max(0, g.milli+change), g.size*1000)
}

func (g *grpcThrottle) Cancel(model.Millis, Permit) {}

package policy

import (
	"slices"

	"overloadtui/model"
	"overloadtui/sim/random"
)

// curve is a rate over time, known in closed form.
type curve interface {
	// rate is in operations/s.
	rate(at model.Millis) float64
	// upTo is the integral of the rate from 0 to at: how many operations are due by then.
	upTo(at model.Millis) float64
	// reach is the instant from which on that integral is above n; Forever if it never is.
	reach(n float64) model.Millis
}

// How the arrivals lie on a curve.
const (
	regularArrivals = 0
	poissonArrivals = 1
)

// arrivalsParam is the last setting of each demand whose rate varies.
var arrivalsParam = model.Param{Name: "arrivals", Label: "arrivals", Choices: []string{"regular", "poisson"}, Default: regularArrivals,
	Doc: "Regular: the k-th operation, from 0, arrives where the integral of the rate reaches k. Poisson: independent arrivals at that rate; the integral grows by an exponential number of mean 1 from each to the next. Counts from the next arrival on."}

// varying is demand along a curve. With U the integral of the rate, arrivals are where
// U reaches due, due + 1, and so on, or, for a Poisson process, due plus exponential
// numbers (the inversion of the integrated rate: Cinlar, Introduction to Stochastic
// Processes, 1975, ch. 4). Nothing is drawn when a setting changes, so the same draws
// make the same pattern at every setting.
type varying struct {
	curve
	live   []float64 // the settings, shared with the knobs
	v      []float64 // those that the curve and the pending arrival are of
	stream random.Stream
	due    float64 // where U stands at the pending arrival
}

// newVarying makes the demand of a curve that reads the settings it is given.
func newVarying(c Config, along func(v []float64) curve) *varying {
	v := slices.Clone(c.V)
	return &varying{curve: along(v), live: c.V, v: v, stream: c.Stream}
}

func (d *varying) Next(last model.Millis) model.Millis {
	poisson := d.v[len(d.v)-1] == poissonArrivals
	switch {
	case poisson:
		d.due += d.stream.Exponential()
	case last >= 0:
		d.due++
	}
	return max(last, d.reach(d.due))
}

// Retime lets what is left of U to the pending arrival pass at the new rates. That is
// exact for both kinds of arrivals: what is left of an exponential number is exponential.
func (d *varying) Retime(now, next model.Millis) model.Millis {
	if slices.Equal(d.live, d.v) {
		return next
	}
	left := max(0, d.due-d.upTo(now))
	copy(d.v, d.live)
	d.due = d.upTo(now) + left
	return max(now, d.reach(d.due))
}

func (d *varying) Rate(now model.Millis) float64 { return d.rate(now) }

// during is how many operations arrive in a time at a rate in operations/s.
func during(time model.Millis, rate float64) float64 { return float64(time) * rate / 1000 }

// lasting is how long n operations take at a rate in operations/s.
func lasting(n, rate float64) model.Millis {
	if rate <= 0 {
		return model.Forever
	}
	return model.Millis(n * 1000 / rate)
}

// later is an instant after from, or Forever.
func later(from, by model.Millis) model.Millis {
	if by == model.Forever {
		return model.Forever
	}
	return from + by
}

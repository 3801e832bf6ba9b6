package policy

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var sineDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "sine",
		Doc: "A load that swings like day and night: rate(t) = load (1 + amplitude sin(2 pi t / period)). Its integral is solved for t by Newton's method, kept between bounds.",
		Params: []model.Param{loadParam,
			{Name: "amplitude", Label: "swing", Unit: model.Percent, Min: 0, Max: 100, Step: 5, Default: 50,
				Doc: "How far the load swings up and down around its mean."},
			{Name: "period", Label: "period", Unit: model.Milliseconds, Min: 1, Max: 1e9, SliderMax: 120000, Step: 1000, Default: 20000,
				Doc: "From one peak to the next. The run starts at the mean, going up."},
			arrivalsParam}},
	func(c Config) any { return newVarying(c, func(v []float64) curve { return sineCurve{v} }) },
}

type sineCurve struct{ v []float64 } // load, amplitude, period

func (c sineCurve) rate(at model.Millis) float64 { return c.v[0] * c.slope(float64(at)) }

func (c sineCurve) upTo(at model.Millis) float64 { return c.v[0] * c.stretched(float64(at)) / 1000 }

// slope is 1 + a sin(2 pi t/period).
func (c sineCurve) slope(t float64) float64 {
	return 1 + float64(c.v[1]/100*random.SinPi(2*t/c.v[2]))
}

// lead is how far the integral of the slope is ahead of t at the middle of a period.
func (c sineCurve) lead() float64 { return c.v[1] / 100 * c.v[2] / math.Pi }

// stretched is the integral of the slope from 0 to t: with 1 - cos 2x = 2 sin^2 x,
// t + a period/pi sin^2(pi t/period).
func (c sineCurve) stretched(t float64) float64 {
	s := random.SinPi(t / c.v[2])
	return t + float64(c.lead()*float64(s*s))
}

func (c sineCurve) reach(n float64) model.Millis {
	if c.v[0] == 0 {
		return model.Forever
	}
	want := n * 1000 / c.v[0]
	low, high := max(0, want-c.lead()), want
	for t := low + (high-low)/2; ; {
		gap := c.stretched(t) - want
		if gap > 0 {
			high = t
		} else {
			low = t
		}
		next := t - gap/c.slope(t)
		if !(next > low && next < high) {
			next = low + (high-low)/2
		}
		// A thousandth of a nanosecond, or what a float64 can tell apart.
		if math.Abs(next-t) <= 1e-9 || next <= low || next >= high {
			return model.Millis(next)
		}
		t = next
	}
}

package policy

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var paretoWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "pareto",
		Doc: "Bounded Pareto service time, heavy-tailed between a least L and a largest value H = bound ratio x L: P(time > x) = ((L/x)^shape - (L/H)^shape) / (1 - (L/H)^shape), with L such that the mean is the service time. Source: Harchol-Balter, Performance Modeling and Design of Computer Systems, 2013, ch. 20.",
		Params: []model.Param{serviceTimeParam,
			{Name: "shape", Label: "tail shape", Min: 0.1, Max: 20, SliderMax: 4, Step: 0.1, Default: 1.1,
				Doc: "Exponent of the tail: the lower, the more of all work is in a few long ones; computing jobs were measured near 1."},
			{Name: "bound-ratio", Label: "bound ratio", Unit: model.Ratio, Min: 1.001, Max: 1e9, SliderMax: 1000, Step: 10, Default: 1000,
				Doc: "Largest service time as a multiple of the least."}}},
	func(c Config) any { return paretoTime{ofMean{c.V}} },
}

type paretoTime struct{ ofMean }

// Time inverts the distribution function. With l = ln(H/L) the mean of the
// distribution is L decay((shape-1) l) / decay(shape l).
func (w paretoTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	mean, shape, l := w.v[0], w.v[1], random.Log(w.v[2])
	least := mean * decay(float64(shape*l)) / decay(float64((shape-1)*l))
	span := 1 - random.Exp(-float64(shape*l)) // 1 - (L/H)^shape
	return model.Millis(least * random.Exp(-random.Log(1-float64(draw.Float()*span))/shape))
}

// decay is (1 - e^-y)/y, the mean of e^-x over x in 0..y; 1 for y = 0.
func decay(y float64) float64 {
	if math.Abs(y) < 1e-5 {
		return 1 - float64(y*0.5) + float64(y*y)/6
	}
	return (1 - random.Exp(-y)) / y
}

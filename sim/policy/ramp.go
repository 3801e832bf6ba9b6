package policy

import (
	"math"

	"overloadtui/model"
)

var rampDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "ramp",
		Doc: "A load that grows or shrinks evenly and then stays: U(t) = from t + (to - from) t^2 / (2 over), solved for t in closed form. Shows the load at which a system tips.",
		Params: []model.Param{
			rateParam("from", "load at start", 50, "Operations per second at the start of the run."),
			rateParam("to", "load at end", 150, "Operations per second at the end of the ramp and from then on."),
			{Name: "over", Label: "ramp time", Unit: model.Milliseconds, Min: 1, Max: 1e9, SliderMax: 120000, Step: 1000, Default: 30000,
				Doc: "How long the load takes to get there, from the start of the run."},
			arrivalsParam}},
	func(c Config) any { return newVarying(c, func(v []float64) curve { return rampCurve{v} }) },
}

type rampCurve struct{ v []float64 } // from, to, over

func (c rampCurve) rate(at model.Millis) float64 {
	from, to, over := c.v[0], c.v[1], c.v[2]
	if float64(at) >= over {
		return to
	}
	return from + float64((to-from)*float64(at)/over)
}

func (c rampCurve) upTo(at model.Millis) float64 {
	from, to, over := c.v[0], c.v[1], model.Millis(c.v[2])
	if at >= over {
		return during(over, (from+to)/2) + during(at-over, to)
	}
	return during(at, (from+c.rate(at))/2)
}

// reach solves from t + slope t^2/2 = n in the form that does not cancel.
func (c rampCurve) reach(n float64) model.Millis {
	from, to, over := c.v[0], c.v[1], model.Millis(c.v[2])
	if sum := during(over, (from+to)/2); n >= sum {
		return later(over, lasting(n-sum, to))
	}
	slope := (to - from) / float64(over) // operations/s for each ms
	root := math.Sqrt(max(0, float64(from*from)+float64(2000*n*slope)))
	if from+root == 0 {
		return 0
	}
	return min(over, model.Millis(2000*n/(from+root)))
}

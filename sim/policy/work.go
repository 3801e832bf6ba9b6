package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var serviceTimeParam = model.Param{Name: "service-time", Label: "service time", Unit: model.Milliseconds,
	Min: 0.001, Max: 3600000, SliderMax: 100, Step: 1, Default: 10,
	Doc: "Mean time that a worker is busy with one attempt, with everything switched on. Counts for work that starts later."}

// timeScaleParam is for work whose times stand in a table.
var timeScaleParam = model.Param{Name: "time-scale", Label: "time scale", Unit: model.Percent,
	Min: 1, Max: 100000, SliderMax: 300, Step: 5, Default: 100,
	Doc: "Multiplies every time of the table. Counts for work that starts later."}

// lawParam chooses how a time is spread around its mean.
var lawParam = model.Param{Name: "law", Label: "distribution", Choices: []string{"exponential", "constant"},
	Doc: "Whether a time is drawn from the exponential distribution of its mean, or is its mean."}

// lawful is a time with that mean, by the choice of lawParam.
func lawful(law, mean float64, draw *random.Stream) model.Millis {
	if law == 0 {
		mean *= draw.Exponential()
	}
	return model.Millis(mean)
}

// ofMean is work whose first setting is its mean time.
type ofMean struct{ v []float64 }

func (w ofMean) Mean(model.Millis, Load) model.Millis { return model.Millis(w.v[0]) }

var constantWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "constant", Params: []model.Param{serviceTimeParam},
		Doc: "Every attempt takes the same time."},
	func(c Config) any { return constantTime{ofMean{c.V}} },
}

type constantTime struct{ ofMean }

func (w constantTime) Time(model.Millis, Load, random.Stream) model.Millis {
	return model.Millis(w.v[0])
}

var exponentialWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "exponential", Params: []model.Param{serviceTimeParam},
		Doc: "Exponential service time, the M of M/M/1: many short ones, a few long ones."},
	func(c Config) any { return exponentialTime{ofMean{c.V}} },
}

type exponentialTime struct{ ofMean }

func (w exponentialTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	return model.Millis(draw.Exponential() * w.v[0])
}

package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var serviceTimeParam = model.Param{Name: "service-time", Label: "service time", Unit: model.Milliseconds,
	Min: 0.001, Max: 3600000, SliderMax: 100, Step: 1, Default: 10,
	Doc: "Mean time that a worker is busy with one attempt, with everything switched on. Counts for work that starts later."}

var constantWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "constant", Params: []model.Param{serviceTimeParam},
		Doc: "Every attempt takes the same time."},
	func(c Config) any { return &constantTime{c.V} },
}

type constantTime struct{ v []float64 }

func (w *constantTime) Time(model.Millis, random.Stream) model.Millis { return model.Millis(w.v[0]) }
func (w *constantTime) Mean(model.Millis) model.Millis                { return model.Millis(w.v[0]) }

var exponentialWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "exponential", Params: []model.Param{serviceTimeParam},
		Doc: "Exponential service time, the M of M/M/1: many short ones, a few long ones."},
	func(c Config) any { return &exponentialTime{c.V} },
}

type exponentialTime struct{ v []float64 }

func (w *exponentialTime) Time(_ model.Millis, draw random.Stream) model.Millis {
	return model.Millis(draw.Exponential() * w.v[0])
}
func (w *exponentialTime) Mean(model.Millis) model.Millis { return model.Millis(w.v[0]) }

package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var loadDependentWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "load-dependent",
		Doc: "Workers that get in each other's way, at locks, caches and disks: an attempt that starts while b of the other workers are busy takes service time x (1 + slope x b/workers) in the mean.",
		Params: []model.Param{serviceTimeParam, {Name: "slope", Label: "slowdown", Unit: model.Percent, Min: 0, Max: 10000, SliderMax: 300, Step: 5, Default: 100,
			Doc: "How much longer work takes when all are busy: near 100 % it takes twice as long. More workers then give less than their share of capacity."},
			lawParam}},
	func(c Config) any { return loadDependentTime{c.V} },
}

type loadDependentTime struct{ v []float64 } // service-time, slope, law

func (w loadDependentTime) Time(now model.Millis, load Load, draw random.Stream) model.Millis {
	return lawful(w.v[2], float64(w.Mean(now, load)), &draw)
}

func (w loadDependentTime) Mean(_ model.Millis, load Load) model.Millis {
	if load.Others == 0 {
		return model.Millis(w.v[0])
	}
	return model.Millis(w.v[0] * (1 + float64(w.v[1]/100*float64(load.Others)/load.Workers)))
}

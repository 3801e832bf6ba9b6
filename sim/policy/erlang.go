package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var erlangWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "erlang",
		Doc: "Erlang service time, the gamma distribution of whole shape: the sum of so many independent exponential stages of equal mean. Its squared coefficient of variation is 1/stages.",
		Params: []model.Param{serviceTimeParam, {Name: "stages", Label: "stages", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 2, Whole: true,
			Doc: "How many stages an attempt goes through: 1 is exponential, many are almost constant."}}},
	func(c Config) any { return erlangTime{ofMean{c.V}} },
}

type erlangTime struct{ ofMean }

func (w erlangTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	sum := 0.0
	for range int(w.v[1]) {
		sum += draw.Exponential()
	}
	return model.Millis(sum / w.v[1] * w.v[0])
}

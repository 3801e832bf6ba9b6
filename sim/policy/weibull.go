package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var weibullWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "weibull",
		Doc: "Weibull service time: P(time > x) = exp(-(x/scale)^shape), with scale = service time / Gamma(1 + 1/shape).",
		Params: []model.Param{serviceTimeParam, {Name: "shape", Label: "tail shape", Min: 0.25, Max: 50, SliderMax: 5, Step: 0.25, Default: 2,
			Doc: "1 is exponential; lower has a heavier tail, higher is closer to constant."}}},
	func(c Config) any { return weibullTime{ofMean{c.V}} },
}

type weibullTime struct{ ofMean }

func (w weibullTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	power := 1 / w.v[1]
	return model.Millis(w.v[0] / random.Gamma(1+power) * random.Pow(draw.Exponential(), power))
}

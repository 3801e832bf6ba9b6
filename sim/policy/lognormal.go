package policy

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var lognormalWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "lognormal",
		Doc: "Lognormal service time, the usual shape of measured latencies: exp(mu + sigma Z) with Z standard normal, sigma^2 = ln(1 + cv^2), mu = ln(service time) - sigma^2/2.",
		Params: []model.Param{serviceTimeParam, {Name: "cv", Label: "variation", Unit: model.Ratio, Min: 0, Max: 20, SliderMax: 4, Step: 0.1, Default: 1,
			Doc: "Coefficient of variation of the service time, standard deviation / mean: 0 is constant, 1 as spread as exponential."}}},
	func(c Config) any { return lognormalTime{ofMean{c.V}} },
}

type lognormalTime struct{ ofMean }

func (w lognormalTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	variance := random.Log(1 + float64(w.v[1]*w.v[1]))
	exponent := float64(math.Sqrt(variance)*draw.Normal()) - float64(variance*0.5)
	return model.Millis(w.v[0] * random.Exp(exponent))
}

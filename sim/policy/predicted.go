package policy

import "overloadtui/model"

var predictedGate = entry{
	model.Kind{Family: model.GateFamily, Name: "predicted-wait",
		Params: []model.Param{{Name: "share", Label: "share of deadline", Unit: model.Percent, Min: 1, Max: 1000, SliderMax: 200, Step: 5, Default: 100,
			Doc: "How much of the remaining deadline the predicted sojourn may take: less leaves time for the way back, more trusts the prediction less."}},
		Doc: "Refuses what would be late before it costs anything: with n waiting and in service at c workers of mean service time S an attempt is predicted to wait max(0, n + 1 - c) x S/c, and refused when that and S are longer than its remaining deadline. Right for first in, first out."},
	func(c Config) any { return &predicted{v: c.V} },
}

type predicted struct {
	noFeedback
	v []float64 // share
}

func (g *predicted) Admit(_ model.Millis, v View) Verdict {
	ahead := float64(v.Queued+v.InService) + 1 - v.Workers
	sojourn := v.Mean
	if ahead > 0 {
		sojourn += model.Millis(ahead * float64(v.Mean) / v.Workers)
	}
	if sojourn > v.Remaining*model.Millis(g.v[0]/100) {
		return Verdict{Reason: model.Predicted}
	}
	return Verdict{}
}

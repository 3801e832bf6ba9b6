package policy

import "overloadtui/model"

var occupancyGate = entry{
	model.Kind{Family: model.GateFamily, Name: "occupancy",
		Params: []model.Param{{Name: "waiting", Label: "most waiting", Min: 0, Max: 1e6, SliderMax: 200, Step: 5, Default: 20, Whole: true, Off: "off",
			Doc: "An attempt that finds this many or more waiting is refused."}},
		Doc: "Bounds how many wait, whatever is in service. Unlike the queue's own bound it can stand among other gates."},
	func(c Config) any { return &occupancy{v: c.V} },
}

type occupancy struct {
	noFeedback
	v []float64
}

func (g *occupancy) Admit(_ model.Millis, v View) Verdict {
	if full(g.v[0], v.Queued) {
		return Verdict{Reason: model.QueueFull}
	}
	return Verdict{}
}

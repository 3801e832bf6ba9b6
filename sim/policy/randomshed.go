package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var randomShedGate = entry{
	model.Kind{Family: model.GateFamily, Name: "random-shed",
		Doc: "Refuses a fixed share of the attempts, whoever they are: the simplest way to shed load, and blind to how much has to be shed.",
		Params: []model.Param{{Name: "refuse", Label: "share refused", Unit: model.Percent, Min: 0, Max: 100, Step: 5, Off: "off",
			Doc: "Share of the attempts that are refused at random. 1 - capacity/load would be right, if the load were known and stayed."}}},
	func(c Config) any { return &randomShed{v: c.V, stream: c.Stream} },
}

type randomShed struct {
	noFeedback
	v      []float64 // refuse
	stream random.Stream
}

func (g *randomShed) Admit(model.Millis, View) Verdict {
	if g.stream.Float()*100 < g.v[0] {
		return Verdict{Reason: model.Shed}
	}
	return Verdict{}
}

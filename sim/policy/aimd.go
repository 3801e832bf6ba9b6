package policy

import "overloadtui/model"

var aimdGate = entry{
	model.Kind{Family: model.GateFamily, Name: "aimd",
		Doc: "Concurrency limit with additive increase and multiplicative decrease (Chiu and Jain, 1989): each success adds 1/limit, which is one for every limit successes; each drop multiplies by the decrease." + adaptiveDoc,
		Params: []model.Param{initialParam, leastParam, mostParam,
			{Name: "decrease", Label: "decrease", Unit: model.Percent, Min: 1, Max: 99, Step: 5, Default: 90,
				Doc: "What a drop leaves of the limit."}}},
	func(c Config) any { return &aimd{v: c.V, adaptive: adaptive{c.V[0]}} },
}

type aimd struct {
	adaptive
	v []float64 // initial, least, most, decrease
}

func (g *aimd) Done(_ model.Millis, d Departure) {
	switch {
	case d.How != model.Good:
		g.set(g.limit*g.v[3]/100, g.v[1], g.v[2])
	case !g.unused(d):
		g.set(g.limit+1/g.limit, g.v[1], g.v[2])
	}
}

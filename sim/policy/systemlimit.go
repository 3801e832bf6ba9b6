package policy

import "overloadtui/model"

var systemLimitGate = entry{
	model.Kind{Family: model.GateFamily, Name: "system-limit",
		Params: []model.Param{{Name: "limit", Label: "limit of the system", Min: 0, Max: 1e6, SliderMax: 200, Step: 5, Default: 50, Whole: true, Off: "off",
			Doc: "An attempt that finds this many or more at all services together is refused. One that waits for another service counts at both."}},
		Doc: "Bounds the number in the whole system, not only behind this door: what a connection pool or a memory that all services share does."},
	func(c Config) any { return &systemLimit{v: c.V} },
}

type systemLimit struct {
	noFeedback
	v []float64
}

func (g *systemLimit) Admit(_ model.Millis, v View) Verdict {
	if full(g.v[0], v.Everywhere) {
		return Verdict{Reason: model.Limited}
	}
	return Verdict{}
}

func (g *systemLimit) Limit() float64 { return g.v[0] }

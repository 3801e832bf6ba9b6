package policy

import "overloadtui/model"

var concurrencyGate = entry{
	model.Kind{Family: model.GateFamily, Name: "concurrency",
		Params: []model.Param{{Name: "limit", Label: "admission limit", Min: 0, Max: 1e6, SliderMax: 80, Step: 1, Whole: true, Off: "off",
			Doc: "An attempt that finds this many or more in the system is refused at once. Little's law sizes it: capacity x deadline."}},
		Doc: "Bounds the number in the system (waiting and in service)."},
	func(c Config) any { return &concurrency{v: c.V} },
}

type concurrency struct {
	v []float64
	noFeedback
}

func (g *concurrency) Admit(_ model.Millis, v View) Verdict {
	if full(g.v[0], v.InSystem) {
		return Verdict{Reason: model.Limited}
	}
	return Verdict{}
}

func (g *concurrency) Limit() float64 { return g.v[0] }

// noFeedback is for gates that do not learn from what they admitted.
type noFeedback struct{}

func (noFeedback) Done(model.Millis, Departure) {}

package policy

import "overloadtui/model"

var queueAgeGate = entry{
	model.Kind{Family: model.GateFamily, Name: "queue-age",
		Params: []model.Param{{Name: "age", Label: "oldest waiting", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 1000, Step: 10, Default: 100, Off: "off",
			Doc: "While the oldest has waited this long or longer, nobody enters."}},
		Doc: "Refuses while the oldest waiting attempt is too old. It needs no model of the service, and reacts one wait too late: the age is that of those who came when the queue was shorter."},
	func(c Config) any { return &queueAge{v: c.V} },
}

type queueAge struct {
	noFeedback
	v []float64
}

func (*queueAge) looksAtAge() {}

func (g *queueAge) Admit(_ model.Millis, v View) Verdict {
	if limit := model.Millis(g.v[0]); limit > 0 && v.Age >= limit {
		return Verdict{Reason: model.Predicted}
	}
	return Verdict{}
}

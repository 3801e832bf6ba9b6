package policy

import "overloadtui/model"

var priorityDoorGate = entry{
	model.Kind{Family: model.GateFamily, Name: "priority-door",
		Doc: "A concurrency limit that makes room: at a full door a more important attempt takes the place of the newest less important one that waits, and is refused only when none waits.",
		Params: []model.Param{{Name: "limit", Label: "admission limit", Min: 0, Max: 1e6, SliderMax: 80, Step: 1, Default: 20, Whole: true, Off: "off",
			Doc: "The door is full when so many are in the system."}}},
	func(c Config) any { return &priorityDoor{v: c.V} },
}

type priorityDoor struct {
	noFeedback
	v []float64
}

func (g *priorityDoor) Admit(_ model.Millis, v View) Verdict {
	if full(g.v[0], v.InSystem) {
		return Verdict{Reason: model.Limited, Evict: true}
	}
	return Verdict{}
}

func (g *priorityDoor) Limit() float64 { return g.v[0] }

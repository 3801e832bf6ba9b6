package policy

import "overloadtui/model"

var stepDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "step",
		Doc: "One load, and another from a moment on, for ever or for a while: the trigger of a metastable failure.",
		Params: []model.Param{
			rateParam("before", "load before", 90, "Operations per second before the step, and when it is over."),
			rateParam("after", "load after", 150, "Operations per second from the step on."),
			{Name: "at", Label: "step at", Unit: model.Milliseconds, Min: 0, Max: 1e9, SliderMax: 60000, Step: 1000, Default: 10000,
				Doc: "When the load changes."},
			{Name: "back", Label: "back at", Unit: model.Milliseconds, Min: 0, Max: 1e9, SliderMax: 120000, Step: 1000, Off: "never",
				Doc: "When the load goes back to what it was before; before the step there is none."},
			arrivalsParam}},
	func(c Config) any { return newVarying(c, func(v []float64) curve { return stepCurve{v} }) },
}

// rateParam is a load that is one of several of a demand.
func rateParam(name, label string, usual float64, doc string) model.Param {
	p := loadParam
	p.Name, p.Label, p.Default, p.Doc = name, label, usual, doc
	return p
}

type stepCurve struct{ v []float64 } // before, after, at, back

// back is when the load goes back.
func (c stepCurve) back() model.Millis {
	if c.v[3] == 0 {
		return model.Forever
	}
	return max(model.Millis(c.v[3]), model.Millis(c.v[2]))
}

func (c stepCurve) rate(at model.Millis) float64 {
	if at >= model.Millis(c.v[2]) && at < c.back() {
		return c.v[1]
	}
	return c.v[0]
}

func (c stepCurve) upTo(at model.Millis) float64 {
	start, back := model.Millis(c.v[2]), c.back()
	return during(min(at, start), c.v[0]) + during(max(0, min(at, back)-start), c.v[1]) + during(max(0, at-back), c.v[0])
}

func (c stepCurve) reach(n float64) model.Millis {
	start, back := model.Millis(c.v[2]), c.back()
	if first := during(start, c.v[0]); n < first {
		return lasting(n, c.v[0])
	} else {
		n -= first
	}
	if second := during(back-start, c.v[1]); n < second {
		return later(start, lasting(n, c.v[1]))
	} else {
		n -= second
	}
	return later(back, lasting(n, c.v[0]))
}

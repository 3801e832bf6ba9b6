package simtest

import (
	"fmt"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/policy"
)

// Random draws a scenario from everything that the catalog and the settings allow,
// within the ranges of the sliders. A policy that joins the catalog is drawn too.
func Random(t *rapid.T) *model.Scenario {
	s := &model.Scenario{Name: "random", Seed: rapid.Uint64().Draw(t, "seed"), Thresholds: model.DefaultThresholds()}
	model.Defaults(model.RunSettings, s)
	s.Duration = float64(rapid.IntRange(200, 3000).Draw(t, "duration"))
	s.End = float64(rapid.IntRange(0, 2).Draw(t, "end"))
	s.Window = float64(rapid.IntRange(1, 10).Draw(t, "window") * 100)
	if rapid.Bool().Draw(t, "classes") {
		share := float64(rapid.IntRange(1, 99).Draw(t, "share"))
		s.Classes = []model.Class{{Name: "critical", Share: share, Priority: 1, Value: 1}, {Name: "background", Share: 100 - share, Value: 1}}
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "rungs") {
		s.Ladder = append(s.Ladder, model.Rung{Name: fmt.Sprintf("rung%d", i+1), Removes: float64(25 * (i + 1))})
	}
	s.Rung = float64(rapid.IntRange(0, len(s.Ladder)).Draw(t, "rung"))
	for i := range rapid.IntRange(1, 3).Draw(t, "services") {
		sv := model.Service{Name: fmt.Sprintf("s%d", i)}
		randomSettings(t, sv.Name, model.ServiceSettings, &sv)
		sv.Work = randomPolicy(t, model.WorkFamily)
		sv.Queue = randomPolicy(t, model.QueueFamily)
		for range rapid.IntRange(0, 2).Draw(t, "gates") {
			sv.Gates = append(sv.Gates, randomPolicy(t, model.GateFamily))
		}
		s.Services = append(s.Services, sv)
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "routes") {
		r := model.Route{Name: fmt.Sprintf("r%d", i), Demand: randomPolicy(t, model.DemandFamily)}
		randomSettings(t, r.Name, model.RouteSettings, &r)
		for j := range rapid.IntRange(1, len(s.Services)).Draw(t, "hops") {
			h := model.Hop{Service: s.Services[j].Name, Retry: randomPolicy(t, model.RetryFamily)}
			for range rapid.IntRange(0, 2).Draw(t, "guards") {
				h.Guards = append(h.Guards, randomPolicy(t, model.GuardFamily))
			}
			randomSettings(t, r.Name, model.HopSettings, &h)
			r.Path = append(r.Path, h)
		}
		s.Routes = append(s.Routes, r)
	}
	randomChanges(t, s)
	return s
}

func randomPolicy(t *rapid.T, f model.Family) model.Policy {
	kinds := policy.Catalog().Of(f)
	k := kinds[rapid.IntRange(0, len(kinds)-1).Draw(t, string(f))]
	p := k.New()
	for i, param := range k.Params {
		p.V[i] = randomValue(t, param)
	}
	for range rapid.IntRange(1, 3).Draw(t, "rows") {
		if len(k.Rows) == 0 {
			break
		}
		row := make([]float64, len(k.Rows))
		for i, column := range k.Rows {
			row[i] = randomValue(t, column)
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func randomSettings[P any](t *rapid.T, owner string, settings []model.Setting[P], part *P) {
	for _, s := range settings {
		*s.At(part) = randomValue(t, s.Param)
	}
}

// randomValue is a value on the slider, the ends and the default included.
func randomValue(t *rapid.T, p model.Param) float64 {
	low, high, step := model.KnobDecl{Param: p, Initial: p.Default}.Slider()
	switch rapid.IntRange(0, 3).Draw(t, p.Name+" how") {
	case 0:
		return p.Default
	case 1:
		return rapid.SampledFrom([]float64{low, high}).Draw(t, p.Name)
	}
	v := low + step*float64(rapid.IntRange(0, int((high-low)/step)).Draw(t, p.Name))
	return min(v, high)
}

func randomChanges(t *rapid.T, s *model.Scenario) {
	knobs, err := s.Knobs(policy.Catalog())
	if err != nil {
		panic(err)
	}
	for range rapid.IntRange(0, 6).Draw(t, "changes") {
		k := knobs[rapid.IntRange(0, len(knobs)-1).Draw(t, "knob")]
		if k.Fixed {
			continue
		}
		at := model.Millis(rapid.IntRange(0, int(s.Duration)).Draw(t, "at"))
		s.Changes = append(s.Changes, model.Change{At: at, Path: k.Path, To: randomValue(t, k.Param), Who: "scenario"})
	}
}

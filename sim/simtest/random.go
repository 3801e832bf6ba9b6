package simtest

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/policy"
)

// Random draws a scenario from everything that the catalog and the settings allow,
// within the ranges of the sliders. A policy that joins the catalog is drawn too.
func Random(t *rapid.T) *model.Scenario {
	s := &model.Scenario{Name: "random", Seed: rapid.Uint64().Draw(t, "seed"), Thresholds: model.DefaultThresholds(), Controller: model.DefaultController(), Recovery: model.DefaultRecovery()}
	model.Defaults(model.RunSettings, s)
	s.Duration = float64(rapid.IntRange(200, 2000).Draw(t, "duration"))
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
		if rapid.Bool().Draw(t, "probed") {
			sv.Probes = randomProbes(t)
		}
		sv.Work = randomPolicy(t, model.WorkFamily)
		sv.Queue = randomPolicy(t, model.QueueFamily)
		sv.Gates = randomPolicies(t, model.GateFamily, 2)
		if rapid.Bool().Draw(t, "fails over") {
			sv.Failover = "spare" // which no route visits
		}
		s.Services = append(s.Services, sv)
	}
	onPaths := len(s.Services)
	spare := model.Service{Name: "spare", Work: randomPolicy(t, model.WorkFamily), Queue: randomPolicy(t, model.QueueFamily)}
	randomSettings(t, spare.Name, model.ServiceSettings, &spare)
	s.Services = append(s.Services, spare)
	for i := range rapid.IntRange(1, 2).Draw(t, "routes") {
		r := model.Route{Name: fmt.Sprintf("r%d", i), Demand: randomDemand(t)}
		randomSettings(t, r.Name, model.RouteSettings, &r)
		for j := range rapid.IntRange(1, onPaths).Draw(t, "hops") {
			h := model.Hop{Service: s.Services[j].Name, Retry: randomPolicy(t, model.RetryFamily)}
			h.Guards = randomPolicies(t, model.GuardFamily, 2)
			randomSettings(t, r.Name, model.HopSettings, &h)
			if j == 2 && rapid.Bool().Draw(t, "fan-out") {
				h.From = s.Services[0].Name
			}
			r.Path = append(r.Path, h)
		}
		s.Routes = append(s.Routes, r)
	}
	randomSettings(t, "recovery", model.RecoverySettings, &s.Recovery)
	s.Recovery.Backlog = float64(rapid.IntRange(0, 5000).Draw(t, "backlog"))
	s.Recovery.RetryAfter = max(s.Recovery.RetryAfter, 50)
	for i := range s.Classes {
		s.Classes[i].Defer = float64(rapid.IntRange(0, 1).Draw(t, "defer"))
		s.Classes[i].BoundedFrom = float64(rapid.IntRange(0, 1).Draw(t, "bounded"))
	}
	randomChanges(t, s)
	return s
}

// randomProbes are health probes that have time to fail within a run, and restarts that
// are over before it is.
func randomProbes(t *rapid.T) model.Probes {
	upTo := func(name string, low, high int) float64 { return float64(rapid.IntRange(low, high).Draw(t, name)) }
	return model.Probes{
		Every: upTo("probe every", 10, 500), Offset: upTo("probe offset", 0, 100), Timeout: upTo("probe timeout", 1, 300),
		Misses: upTo("probe misses", 1, 3), Restart: upTo("restart time", 0, 300), Lane: upTo("probe lane", 0, 1),
	}
}

// randomDemand keeps the operations of a run in the thousands: clients who are
// refused at once and hardly think would make millions.
func randomDemand(t *rapid.T) model.Policy {
	p := randomPolicy(t, model.DemandFamily)
	k, _ := policy.Catalog().Find(model.DemandFamily, p.Kind)
	for _, pause := range []string{"think", "reconnect"} {
		if i := k.Index(pause); i >= 0 {
			p.V[i] = max(p.V[i], 200)
		}
	}
	return p
}

// randomPolicies are up to most policies of different kinds.
func randomPolicies(t *rapid.T, f model.Family, most int) []model.Policy {
	var ps []model.Policy
	for range rapid.IntRange(0, most).Draw(t, string(f)+"s") {
		p := randomPolicy(t, f)
		if !slices.ContainsFunc(ps, func(o model.Policy) bool { return o.Kind == p.Kind }) {
			ps = append(ps, p)
		}
	}
	return ps
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

// recoveryOrders are what a person may decide about recovery.
var recoveryOrders = []model.OrderKind{model.StartReplay, model.PauseReplay, model.ReleaseAll, model.FailOver, model.FailBack}

func randomChanges(t *rapid.T, s *model.Scenario) {
	for range rapid.IntRange(0, 3).Draw(t, "orders") {
		s.Changes = append(s.Changes, model.Change{
			At: model.Millis(rapid.IntRange(0, int(s.Duration)).Draw(t, "ordered at")), Who: "scenario",
			Order: model.Order{Kind: rapid.SampledFrom(recoveryOrders).Draw(t, "order"), Who: "a person", Why: "a test"},
		})
	}
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
		if rapid.Bool().Draw(t, "on the tenth") { // where steps and ends of lives are
			at = model.Millis(int(at/100) * 100)
		}
		s.Changes = append(s.Changes, model.Change{At: at, Path: k.Path, To: randomValue(t, k.Param), Who: "scenario"})
	}
}

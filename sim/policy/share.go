package policy

import "overloadtui/model"

// shareParams are the settings of the gates by share.
var shareParams = []model.Param{
	{Name: "limit", Label: "admission limit", Min: 1, Max: 1e6, SliderMax: 80, Step: 1, Default: 20, Whole: true,
		Doc: "Nobody enters while so many are in the system."},
	{Name: "contested", Label: "contested from", Min: 0, Max: 1e6, SliderMax: 80, Step: 1, Default: 15, Whole: true,
		Doc: "While fewer than this are in the system everybody enters; the places from here to the limit are kept for those below their floor."},
	{Name: "floor", Label: "protected share", Unit: model.Percent, Min: 0, Max: 100, Step: 5, Default: 100,
		Doc: "How much of its fair share is protected: at 100 % the floors use up all there is, at 0 % nobody has one."},
	{Name: "window", Label: "share window", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 60000, Step: 500, Default: 1000,
		Doc: "Shares are of what entered during the last so many milliseconds, to a twentieth of it."},
}

// shareDoc is what both gates do; they differ in whose share it is.
const shareDoc = " While places are contested, an attempt enters only if its own have had less than their floor of what entered lately; so a crowd of one kind cannot take the places of another, and a floor that nobody uses costs nobody anything."

var classShareGate = entry{
	model.Kind{Family: model.GateFamily, Name: "class-share", Params: shareParams,
		Doc: "Bounds the number in the system with a protected floor for every class: the fair share of a class is its value over the sum of all values." + shareDoc},
	func(c Config) any { return newClassShare(c) },
}

var tenantShareGate = entry{
	model.Kind{Family: model.GateFamily, Name: "tenant-share", Params: shareParams,
		Doc: "Bounds the number in the system with a protected floor for every tenant: the fair share of a tenant is one part for each tenant that has knocked lately." + shareDoc},
	func(c Config) any { return &tenantShare{shares: shares{v: c.V}} },
}

// shares counts what entered and who knocked.
type shares struct {
	noFeedback
	v      []float64 // limit, contested, floor, window
	all    window    // entered
	groups []window  // of each: entered, knocked
}

// admit decides on an attempt of a group whose fair share is fair, 0..1.
func (g *shares) admit(inSystem, group int, fair float64) Verdict {
	n := float64(inSystem)
	own, all := g.groups[group].sum[0], g.all.sum[0]
	if n >= g.v[0] || n >= g.v[1] && own >= fair*g.v[2]/100*max(all, 1) {
		return Verdict{Reason: model.Limited}
	}
	g.groups[group].add(1, 0)
	g.all.add(1, 0)
	return Verdict{}
}

// Limit is the number at which nobody enters.
func (g *shares) Limit() float64 { return g.v[0] }

func (g *shares) roll(now model.Millis, group int) {
	span := model.Millis(g.v[3])
	g.all.roll(now, span)
	g.groups[group].roll(now, span)
}

type classShare struct {
	shares
	fair []float64 // of each class
}

func newClassShare(c Config) *classShare {
	g := &classShare{shares: shares{v: c.V, groups: make([]window, len(c.Value))}}
	sum := 0.0
	for _, value := range c.Value {
		sum += value
	}
	for _, value := range c.Value {
		fair := 1 / float64(len(c.Value))
		if sum > 0 {
			fair = value / sum
		}
		g.fair = append(g.fair, fair)
	}
	return g
}

func (g *classShare) Admit(now model.Millis, v View) Verdict {
	group := int(v.Class)
	g.roll(now, group)
	return g.admit(v.InSystem, group, g.fair[group])
}

type tenantShare struct{ shares }

func (g *tenantShare) Admit(now model.Millis, v View) Verdict {
	group := int(v.Tenant)
	for group >= len(g.groups) {
		g.groups = append(g.groups, window{})
	}
	g.roll(now, group)
	g.groups[group].add(0, 1)
	knocking := 0.0
	for i := range g.groups {
		g.groups[i].roll(now, model.Millis(g.v[3]))
		if g.groups[i].sum[1] > 0 {
			knocking++
		}
	}
	return g.admit(v.InSystem, group, 1/knocking)
}

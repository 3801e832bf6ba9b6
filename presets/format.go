package presets

import "overloadtui/model"

// A field is one key of an object in a scenario file, together with the place in
// the scenario that its value lives in.
type field struct {
	key string
	value
	required bool
}

// scenarioFields is the shape of a scenario file, in the order in which it is written.
func scenarioFields(s *model.Scenario) []field {
	fields := []field{
		{key: "version", value: version{}, required: true},
		{key: "title", value: text{&s.Title}},
		{key: "story", value: text{&s.Story}},
		{key: "try", value: texts{&s.Try}},
		{key: "seed", value: number{&s.Seed}},
	}
	fields = append(fields, settings(model.RunSettings, s)...)
	return append(fields,
		field{key: "classes", value: list[model.Class]{&s.Classes, classFields, inLine, nil}},
		field{key: "services", value: list[model.Service]{&s.Services, serviceFields, inBlock, nil}, required: true},
		field{key: "routes", value: list[model.Route]{&s.Routes, routeFields, inBlock, nil}, required: true},
		field{key: "ladder", value: list[model.Rung]{&s.Ladder, rungFields, inBlock, (*model.Rung).Check}},
		field{key: model.StateGroup, value: section[model.Thresholds]{&s.Thresholds, model.ThresholdSettings,
			"What the machine of the six operating states compares its evidence with."}},
		field{key: model.ControllerGroup, value: section[model.Controller]{&s.Controller, model.ControllerSettings,
			"How control uses the ladder and admission."}},
		field{key: model.RecoveryGroup, value: section[model.Recovery]{&s.Recovery, model.RecoverySettings,
			"How deferred work is kept and redone."}},
		field{key: "actions", value: list[model.Action]{&s.Actions, actionFields, inLine, (*model.Action).Check}},
		field{key: model.PacketGroup, value: packet{&s.Packet}},
		field{key: model.GameDayGroup, value: gameDay{&s.GameDay}},
		field{key: "changes", value: list[model.Change]{&s.Changes, changeFields, inLine, nil}},
		field{key: "sweep", value: sweep{&s.Sweep}},
	)
}

func classFields(c *model.Class) []field {
	return append([]field{{key: "name", value: name{&c.Name}, required: true}}, settings(model.ClassSettings, c)...)
}

func serviceFields(s *model.Service) []field {
	fields := []field{
		{key: "name", value: name{&s.Name}, required: true},
		{key: string(model.WorkFamily), value: policy{&s.Work, model.WorkFamily}},
		{key: string(model.QueueFamily), value: policy{&s.Queue, model.QueueFamily}},
		{key: gatesKey, value: policies{&s.Gates, model.GateFamily}},
		{key: "fails-over-to", value: serviceName{&s.Failover}},
	}
	return append(fields, settings(model.ServiceSettings, s)...)
}

func routeFields(r *model.Route) []field {
	fields := []field{
		{key: "name", value: name{&r.Name}, required: true},
		{key: string(model.DemandFamily), value: policy{&r.Demand, model.DemandFamily}},
	}
	fields = append(fields, settings(model.RouteSettings, r)...)
	return append(fields, field{key: "path", value: list[model.Hop]{&r.Path, hopFields, inBlock, nil}, required: true})
}

func hopFields(h *model.Hop) []field {
	fields := []field{
		{key: "service", value: serviceName{&h.Service}, required: true},
		{key: "from", value: serviceName{&h.From}},
	}
	fields = append(fields, settings(model.HopSettings, h)...)
	return append(fields,
		field{key: string(model.RetryFamily), value: policy{&h.Retry, model.RetryFamily}},
		field{key: guardsKey, value: policies{&h.Guards, model.GuardFamily}},
	)
}

func rungFields(r *model.Rung) []field {
	fields := append([]field{{key: "name", value: text{&r.Name}, required: true}}, settings(model.RungSettings, r)...)
	return append(fields,
		field{key: "off", value: text{&r.Off}},
		field{key: "keeps", value: text{&r.Keeps}},
		field{key: "signal", value: text{&r.Signal}},
	)
}

func actionFields(a *model.Action) []field {
	return append(settings(model.ActionSettings, a),
		field{key: "population", value: text{&a.Population}},
		field{key: "priority", value: text{&a.Priority}},
		field{key: "point", value: text{&a.Point}},
		field{key: "rollback", value: text{&a.Rollback}},
	)
}

func changeFields(c *model.Change) []field {
	t := &target{path: &c.Path, to: &c.To, live: true}
	return []field{
		{key: "at", value: instant{&c.At}, required: true},
		{key: "set", value: targetName{t}},
		{key: "to", value: targetValue{t}},
		{key: "who", value: text{&c.Who}},
		{key: "note", value: text{&c.Note}},
		{key: "order", value: order{&c.Order}},
	}
}

// orderFields are what a person decides by hand, in the numbers that a screen shows.
func orderFields(o *model.Order) []field {
	states := stateWords()
	return []field{
		{key: "do", value: word[model.OrderKind]{&o.Kind, model.OrderNames[:]}, required: true},
		{key: "rung", value: orderNumber{o, model.HoldRung, 0, "The rung that is held."}},
		{key: "tenant", value: orderNumber{o, model.Isolate, 1, "The tenant that is isolated, from 1 on, as on the screen."}},
		{key: "override", value: orderNumber{o, model.EndOverride, 0, "The number of the override that ends."}},
		{key: "from", value: orderState{word[model.State]{&o.From, states}, o}},
		{key: "to", value: orderState{word[model.State]{&o.To, states}, o}},
		{key: "who", value: text{&o.Who}, required: true},
		{key: "why", value: text{&o.Why}, required: true},
		{key: "may-relax", value: text{&o.Invariant}},
		{key: "lifetime", value: instant{&o.Lifetime}},
	}
}

func sweepFields(s *model.Sweep) []field {
	t := &target{path: &s.Over}
	return []field{
		{key: "over", value: targetName{t}, required: true},
		{key: "values", value: targetValues{t, &s.Values}, required: true},
		{key: "curves", value: list[model.Curve]{&s.Curves, curveFields, inLine, nil}},
		{key: "file", value: text{&s.File}},
	}
}

func curveFields(c *model.Curve) []field {
	return []field{
		{key: "name", value: text{&c.Name}, required: true},
		{key: "set", value: assignments{&c.Set}},
	}
}

// settings are the fields of declared settings, each set to its default until it is
// read.
func settings[P any](decls []model.Setting[P], part *P) []field {
	fields := make([]field, len(decls))
	for i, d := range decls {
		fields[i] = field{key: d.Name, value: setting{d.Param, d.At(part)}}
	}
	return fields
}

// policyFields are the fields of a policy of the given kind.
func policyFields(k model.Kind, p *model.Policy) []field {
	fields := []field{{key: kindKey, value: text{&p.Kind}, required: true}}
	for i, param := range k.Params {
		fields = append(fields, field{key: param.Name, value: setting{param, &p.V[i]}})
	}
	if len(k.Rows) > 0 {
		fields = append(fields, field{key: k.RowsKey, value: rows{p, k.Rows}}, field{key: fileKey, value: rowsFile{p, k}})
	}
	return fields
}

const (
	kindKey   = "kind"
	gatesKey  = "gates"
	guardsKey = "guards"
	fileKey   = "file"
)

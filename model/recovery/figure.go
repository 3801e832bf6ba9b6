package recovery

import (
	"overloadtui/model"
)

// Figure is what follows from a packet, with how it does.
type Figure struct {
	Name    string // "replay-ceiling"
	Label   string // "replay ceiling"
	Doc     string // what it says, one sentence
	Value   float64
	Unit    model.Unit
	Formula string   // "restored capacity - foreground - ..."
	Worked  string   // "15,000 - 9,000 - 1,500 - 500 - 0 = 4,000/s"; empty while something is unknown
	Unknown []string // labels of the figures that nobody has stated; Value means nothing then
}

// Text is the value with its unit as a person reads it, or what is unknown.
func (f Figure) Text() string {
	if len(f.Unknown) > 0 {
		return "unknown: " + list(f.Unknown) + " not stated"
	}
	return withUnit(f.Value, f.Unit)
}

// Units of figures that no setting has.
const (
	seconds model.Unit = "s"
	hours   model.Unit = "h"
)

// Figures are what follows from a scenario's packet, in the order of the argument: what
// the overload is, what is kept, what the failover has left, what the recovery takes.
// The share of correct answers is that of the first route.
func Figures(s *model.Scenario) []Figure { return derive(s).figures }

// derivation is the figures of a scenario as they are derived one from the other.
type derivation struct {
	figures                                []Figure
	total, used, left, ceiling, margin     expression
	admitted, failover, replay, failReplay expression
}

func derive(s *model.Scenario) *derivation {
	d := &derivation{}
	p, r := s.Packet, &s.Routes[0]
	in := func(at *float64) expression { return valueOf(model.PacketSettings, p, at) }
	logical, attempts := in(&p.Logical), in(&p.Attempts)
	d.admitted, d.failover, d.replay, d.failReplay = in(&p.Admitted), in(&p.Failover), in(&p.Replay), in(&p.FailoverReplay)

	d.total = expression{unknown: []string{"classes"}, words: "the allocations of all classes"}
	for i := range s.Classes {
		c := &s.Classes[i]
		e := valueOf(model.ClassSettings, c, &c.Allocation)
		e.words = c.Name
		if i == 0 {
			d.total = e
			continue
		}
		d.total = d.total.plus(e)
	}
	d.total = d.add("allocation", "allocations together", "What the classes are admitted in degraded service, all together.", model.PerSecond, d.total)

	d.add("amplification", "amplification", "Attempts for each operation.", model.Ratio, attempts.over(logical))
	d.add("goodput", "goodput G", "Operations that are answered correctly within their deadline in degraded service.", model.PerSecond,
		d.admitted.times(valueOf(model.RouteSettings, r, &r.Correct)).times(in(&p.InTime)))
	d.add("removed-attempts", "attempts removed", "Attempts that never reach the constrained resource.", model.PerSecond, attempts.minus(d.admitted).atLeastZero())
	d.add("early-rejections", "early rejections", "Operations that are refused at the door.", model.PerSecond, logical.minus(d.admitted).atLeastZero())

	d.add("failover-loss", "capacity lost in failover", "What the failover can serve less than what usually serves.", model.PerSecond, in(&p.Warm).minus(d.failover))
	d.used = d.add("failover-use", "failover use", "Share of the failover's capacity that the admitted work takes.", model.Percent, d.admitted.over(d.failover))
	d.left = d.add("failover-left", "left in failover", "What remains of the failover's capacity: for probes and variance, not for replay.", model.PerSecond, d.failover.minus(d.admitted))

	d.ceiling = d.add("replay-ceiling", "replay ceiling", "The most that may be replayed each second.", model.PerSecond,
		in(&p.Restored).minus(in(&p.Foreground)).minus(in(&p.FailureReserve)).minus(in(&p.WarmUp)).minus(in(&p.Other)).atLeastZero())
	d.margin = d.add("replay-margin", "margin", "How far the chosen rate stays below the ceiling.", model.PerSecond, d.ceiling.minus(d.replay))
	drain := d.add("drain", "drain time", "Until the backlog is replayed at the chosen rate, if nothing changes.", seconds,
		in(&p.Backlog).times(in(&p.Cost)).over(d.replay))
	d.add("drain-hours", "drain time in hours", "The same in hours.", hours, drain.over(constant(3600)))
	d.add("cache-fill", "cache fill", "Until the cold caches are filled at their cap.", seconds, in(&p.CacheKeys).over(in(&p.CacheFills)))
	d.add("retry-product", "attempts at the bottom", "Attempts at the lowest layer for one operation when all of them fail.", model.Plain, in(&p.LayerAttempts).power(in(&p.RetryLayers)))
	return d
}

// add derives a figure, and is its value under its label.
func (d *derivation) add(name, label, doc string, unit model.Unit, e expression) expression {
	f := Figure{Name: name, Label: label, Doc: doc, Value: e.value, Unit: unit, Formula: e.words, Unknown: e.unknown}
	if unit == model.Percent {
		f.Value *= 100
	}
	if len(e.unknown) == 0 {
		f.Worked = e.numbers + " = " + withUnit(f.Value, unit)
	}
	d.figures = append(d.figures, f)
	return e.as(label)
}

// valueOf is the value of a declared setting of a part, which lies at that place.
func valueOf[P any](settings []model.Setting[P], part *P, at *float64) expression {
	return stated(paramAt(settings, part, at), *at)
}

func paramAt[P any](settings []model.Setting[P], part *P, at *float64) model.Param {
	for _, s := range settings {
		if s.At(part) == at {
			return s.Param
		}
	}
	panic("no setting lies there")
}

// BudgetOf is the budget that a packet states.
func BudgetOf(p *model.Packet) Budget {
	return Budget{Restored: p.Restored, Foreground: p.Foreground, Reserve: p.FailureReserve, WarmUp: p.WarmUp, Other: p.Other}
}

// SituationOf is what forbids replay in a scenario as it is set now.
func SituationOf(s *model.Scenario) Situation {
	return Situation{Unsafe: lost(s), Failover: s.Packet.Serving == model.ServingFailover, Capacity: s.Packet.Failover, Admitted: s.Packet.Admitted}
}

// lost names the first control signal of a scenario that is lost, or is "".
func lost(s *model.Scenario) string {
	for _, at := range []*float64{&s.PolicyStore, &s.Fencing, &s.Telemetry} {
		if *at == model.Lost {
			p := paramAt(model.RunSettings, s, at)
			return p.Label + " " + p.Format(*at)
		}
	}
	return ""
}

// PlanOf is the plan of a scenario's packet. It is refused while a figure that it needs
// is unknown.
func PlanOf(s *model.Scenario) Plan {
	p, situation := s.Packet, SituationOf(s)
	plan := NewPlan(BudgetOf(p), situation, Work{Remaining: p.Backlog, Planned: p.Cost}, p.Replay)
	if unknown := derive(s).margin.unknown; len(unknown) > 0 && situation.Forbids() == "" {
		plan.Refused = "the margin is unknown: " + list(unknown) + " not stated"
	}
	return plan
}

package paper

import (
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/model/gameday"
	"overloadtui/model/recovery"
)

func (c *checklist) resources() []part {
	var parts []part
	for i := range c.s.Services {
		sv := &c.s.Services[i]
		var callers []string
		for _, r := range c.s.Routes {
			for _, h := range r.Path {
				if h.Service == sv.Name {
					callers = append(callers, r.Name)
				}
			}
		}
		parts = append(parts, part{sv.Name, fmt.Sprintf("%s workers, service time %s; on the path of %s",
			settingText(model.ServiceSettings, sv, &sv.Workers), policyText(c.cat, model.WorkFamily, sv.Work), orNobody(callers))})
	}
	for i := range c.s.Routes {
		r := &c.s.Routes[i]
		parts = append(parts, part{"demand of " + r.Name, policyText(c.cat, model.DemandFamily, r.Demand)})
	}
	for i := range c.s.Classes {
		cl := &c.s.Classes[i]
		parts = append(parts, part{"class " + cl.Name, settingText(model.ClassSettings, cl, &cl.Share) + " of the demand, priority " + settingText(model.ClassSettings, cl, &cl.Priority)})
	}
	if c.run != nil {
		for i := range c.s.Classes {
			parts = append(parts, part{"class " + c.s.Classes[i].Name + " in the run", c.run.class(i)})
		}
	}
	return append(parts, part{"the constraint", c.measured(func(e *Evidence) string { return e.busiest(c.s) })})
}

func orNobody(names []string) string {
	if len(names) == 0 {
		return "no route"
	}
	return strings.Join(names, ", ")
}

// isolating are the kinds of policy that keep one class, route or tenant from using up
// what another needs.
var isolating = map[model.Family][]string{
	model.QueueFamily: {"bulkhead", "cells", "shuffle-shard", "weighted-fair", "tenant-fair"},
	model.GateFamily:  {"class-share", "tenant-share"},
}

func (c *checklist) bulkheads() []part {
	var parts []part
	for i := range c.s.Services {
		sv := &c.s.Services[i]
		parts = append(parts, c.isolation(sv.Name, model.QueueFamily, []model.Policy{sv.Queue})...)
		parts = append(parts, c.isolation(sv.Name, model.GateFamily, sv.Gates)...)
	}
	if len(parts) == 0 {
		return []part{{"bulkheads", unknown("no service keeps classes, routes or tenants apart")}}
	}
	return parts
}

func (c *checklist) isolation(service string, f model.Family, ps []model.Policy) []part {
	var parts []part
	for _, p := range ps {
		for _, kind := range isolating[f] {
			if p.Kind == kind {
				parts = append(parts, part{service, policyText(c.cat, f, p)})
			}
		}
	}
	return parts
}

func (c *checklist) brownout() []part {
	var parts []part
	for i, r := range c.s.Ladder {
		parts = append(parts, part{fmt.Sprintf("rung %d, %s", i+1, r.Name), fmt.Sprintf("turns off %s; keeps %s; users see %s",
			orUnknown(r.Off, "not said"), orUnknown(r.Keeps, "not said"), orUnknown(r.Signal, "not said"))})
		if r.Off == "" || r.Keeps == "" || r.Signal == "" {
			parts[len(parts)-1].text = unknown("the rung does not say what it turns off, keeps and shows")
		}
	}
	if len(c.s.Ladder) == 0 {
		parts = append(parts, part{"rungs", unknown("the scenario has no ladder")})
	}
	t := &c.s.Thresholds
	in := func(at *float64) string { return settingText(model.ThresholdSettings, t, at) }
	parts = append(parts,
		part{"inputs", fmt.Sprintf("goodput below %s of what is possible, queue age above %s of the deadline, predicted sojourn above %s of it, reserve below %s of the capacity",
			in(&t.Goodput), in(&t.AgeHigh), in(&t.Predicted), in(&t.Reserve))},
		part{"holds", fmt.Sprintf("%s bad windows to enter a worse state, %s good ones to leave it, %s between two transitions", in(&t.Enter), in(&t.Leave), in(&t.Hold))})
	k := &c.s.Controller
	in = func(at *float64) string { return settingText(model.ControllerSettings, k, at) }
	deepest := part{"deepest rung in the run", c.measured(func(e *Evidence) string { return e.deepest() })}
	if c.s.Control != model.ControlOn {
		return append(parts, part{"control", "off: nothing is done by itself"}, deepest)
	}
	parts = append(parts,
		part{"control", settingText(model.RunSettings, c.s, &c.s.Control)},
		part{"pace", fmt.Sprintf("one rung down every %s at most, each held for %s before it is stepped back, jitter %s", in(&k.StepEvery), in(&k.RungHold), in(&k.Jitter))},
		part{"when telemetry is stale", fmt.Sprintf("rung %v at least", min(k.FailSafe, float64(len(c.s.Ladder))))})
	for _, a := range c.s.DeclaredActions() {
		parts = append(parts, part{"action " + a.Name(), fmt.Sprintf("on %s, sparing %s, at %s, for at most %v, until %s", a.Population, a.Priority, a.Point, model.Millis(a.Longest), a.Rollback)})
	}
	return append(parts, deepest)
}

func (c *checklist) failover() []part {
	var parts []part
	for i := range c.s.Services {
		if sv := &c.s.Services[i]; sv.Failover != "" {
			parts = append(parts, part{sv.Name, "fails over to " + sv.Failover})
		}
	}
	return append(parts, []part{
		{"capacity", c.stated(func(p *model.Packet) *float64 { return &p.Failover })},
		{"lost against the usual", c.derived("failover-loss")},
		{"use in degraded service", c.derived("failover-use")},
		{"left, for probes and variance", c.derived("failover-left")},
		{"replay there", c.stated(func(p *model.Packet) *float64 { return &p.FailoverReplay })},
	}...)
}

func (c *checklist) inventory() []part {
	parts := []part{
		{"backlog", c.stated(func(p *model.Packet) *float64 { return &p.Backlog })},
		{"cold cache keys", c.stated(func(p *model.Packet) *float64 { return &p.CacheKeys })},
		{"cache fill", c.derived("cache-fill")},
		{"other recovery work", c.stated(func(p *model.Packet) *float64 { return &p.Other })},
		{"replay ceiling", c.derived("replay-ceiling")},
		{"margin", c.derived("replay-margin")},
		{"drain time", c.derived("drain")},
	}
	if c.s.Packet != nil {
		verdict := "may be carried out"
		if plan := recovery.PlanOf(c.s); plan.Refused != "" {
			verdict = "refused: " + plan.Refused
		}
		parts = append(parts, part{"plan", verdict})
	}
	return parts
}

func (c *checklist) replay() []part {
	if c.s.Packet == nil && !c.s.Replays() {
		return []part{{"replay", unknown(noPacket)}}
	}
	if c.s.Packet == nil {
		return c.limiter()
	}
	p := c.s.Packet
	in := func(at *float64) string { return settingText(model.PacketSettings, p, at) }
	parts := []part{
		{"priority", orders[int(p.Order)]},
		{"checkpoint every", in(&p.CheckpointEvery)},
		{"checkpoint after", in(&p.CheckpointAfter)},
		{"poison is quarantined after failed replays", in(&p.QuarantineAfter)},
	}
	return append(parts, pauses(&p.Pause, p.FailureReserve, in)...)
}

// limiter is how a scenario without a packet replays.
func (c *checklist) limiter() []part {
	r := &c.s.Recovery
	in := func(at *float64) string { return settingText(model.RecoverySettings, r, at) }
	parts := []part{
		{"priority", orders[int(r.Order)]},
		{"starts", in(&r.Start)},
		{"rate", in(&r.Rate) + ", limited by " + in(&r.LimitedBy)},
		{"checkpoint every", in(&r.Checkpoint)},
		{"poison is quarantined after failed replays", in(&r.Tries)},
	}
	if r.PoisonGoes != model.PoisonQuarantined {
		parts[len(parts)-1] = part{"poison", unknown("it is dropped after " + in(&r.Tries) + " failed replays, and nobody counts it")}
	}
	return append(parts, pauses(&r.Pause, r.Reserve, in)...)
}

// pauses are the conditions under which replay pauses, and for how long.
func pauses(p *model.PauseRules, reserve float64, in func(*float64) string) []part {
	var parts []part
	for _, cause := range pauseParts(*p, reserve) {
		parts = append(parts, part{"pause when " + cause.label, cause.text})
	}
	return append(parts, part{"hold", fmt.Sprintf("%s bad windows to pause, %s good ones to go on, at %s of the rate", in(&p.Windows), in(&p.Resume), in(&p.Ease))})
}

func (c *checklist) gameDay() []part {
	g := c.s.GameDay
	if g == nil {
		const none = "the scenario does not say"
		return []part{
			{"hypothesis", unknown(none)},
			{"blast radius", unknown(none)},
			{"abort conditions", unknown(none)},
			{"evidence", c.measured(func(e *Evidence) string { return e.windows() })},
		}
	}
	v := gameday.Judge(c.s, nil, nil, 0)
	parts := []part{{"hypothesis", g.Hypothesis}}
	for _, e := range v.Expectations {
		parts = append(parts, part{"expectation", e.Text})
	}
	parts = append(parts, part{"blast radius", g.Radius})
	for _, b := range v.Bounds {
		parts = append(parts, part{"what stays outside it", b.Text})
	}
	for _, a := range v.Aborts {
		parts = append(parts, part{"abort condition", a.Text})
	}
	if len(v.Aborts) == 0 {
		parts = append(parts, part{"abort conditions", unknown("the game day has none")})
	}
	parts = append(parts, part{"recovery", fmt.Sprintf("%s by %v: %s", v.Recovery.State, v.Recovery.By, orUnknown(g.Recovery.Plan, "the game day does not say how"))})
	return append(parts, part{"evidence", c.measured(func(e *Evidence) string {
		v := gameday.Judge(c.s, e.Recording.Points, e.Recording.Audit, e.Recording.Until)
		return fmt.Sprintf("%s; the hypothesis is %v, %d surprises", e.windows(), v.Verdict, len(v.Surprises))
	})})
}

// windows are what was measured, and how to know that it is the same.
func (e *Evidence) windows() string {
	return fmt.Sprintf("%s, %d windows, sha256 %s", e.Source, len(e.Recording.Points), e.SHA256)
}

package paper

import (
	"bytes"
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// Evidence is what a run has shown.
type Evidence struct {
	Source    string   // what repeats it: the file name of its manifest, or without one which run it is
	SHA256    string   // of its table; empty of a run that was not recorded
	Differs   []string // settings that the run began with and the scenario has otherwise: "load=110/s"
	Recording model.Recording
	Log       []model.Transition // of its states, oldest first
}

// which is how a recorded run is named, with what proves it, or which run it is.
func (e *Evidence) which(recorded string) string {
	if e.SHA256 == "" {
		return e.Source
	}
	return recorded + ", sha256 " + e.SHA256
}

// line is one of the lines of the readiness checklist.
type line struct {
	title string
	parts []part
}

// part is a piece of a line: what was declared or measured, or that it is unknown.
type part struct{ label, text string }

// known says whether a line has nothing unknown.
func (l line) known() bool {
	for _, p := range l.parts {
		if isUnknown(p.text) {
			return false
		}
	}
	return true
}

// Checklist is the readiness checklist of a scenario as Markdown: thirteen lines, filled
// from what the scenario declares and, when there is a run, from what it measured. run
// is nil when there is none; it must be a run of that scenario.
func Checklist(s *model.Scenario, cat model.Catalog, run *Evidence) []byte {
	c := &checklist{s: s, cat: cat, run: run}
	if s.Packet != nil {
		c.figures = map[string]recovery.Figure{}
		for _, f := range recovery.Figures(s) {
			c.figures[f.Name] = f
		}
	}
	lines := []line{
		{"Capability, population, unit, deadline, invariant", c.capability()},
		{"Evidence for the six states", c.states()},
		{"Definition of goodput", c.goodput()},
		{"Constrained resources and demand per class", c.resources()},
		{"Admission point and limits", c.admission()},
		{"Retry owner, deadline, cap, backoff, jitter, budget", c.retries()},
		{"Bulkheads at the constraint", c.bulkheads()},
		{"Brownout: rungs, inputs and holds", c.brownout()},
		{"Failover capacity", c.failover()},
		{"Recovery inventory and the sum of the replay cap", c.inventory()},
		{"Replay priority, checkpoint, poison, pause", c.replay()},
		{"Game day: hypothesis, blast radius, abort, evidence", c.gameDay()},
		{"Owners", c.owners()},
	}
	filled := 0
	for _, l := range lines {
		if l.known() {
			filled++
		}
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Readiness checklist: %s\n\n%s\n\n", s.Name, cell(s.Title))
	fmt.Fprintf(&b, "%d of %d lines are filled, %d have something unknown. ", filled, len(lines), len(lines)-filled)
	if run != nil {
		fmt.Fprintf(&b, "What was measured is of %s, %s.\n", run.which("`overloadtui replay "+run.Source+"`"), run.span())
		if len(run.Differs) > 0 {
			fmt.Fprintf(&b, "The run was not of the scenario as it is here; it began with %s.\n", strings.Join(run.Differs, ", "))
		}
	} else {
		b.WriteString("Nothing was measured: there is no run.\n")
	}
	for i, l := range lines {
		mark := "x"
		if !l.known() {
			mark = " "
		}
		fmt.Fprintf(&b, "\n## %d. [%s] %s\n\n", i+1, mark, l.title)
		for _, p := range l.parts {
			bullet(&b, p.label, p.text)
		}
	}
	return b.Bytes()
}

// checklist is what the lines are filled from.
type checklist struct {
	s       *model.Scenario
	cat     model.Catalog
	run     *Evidence
	figures map[string]recovery.Figure // nil without a packet
}

// noPacket is why what a packet would say is unknown.
const noPacket = "the scenario has no " + model.PacketGroup

// words is a text of the packet.
func (c *checklist) words(at func(*model.Packet) *string) string {
	if c.s.Packet == nil {
		return unknown(noPacket)
	}
	return orUnknown(*at(c.s.Packet), "the packet does not say")
}

// stated is a setting of the packet.
func (c *checklist) stated(at func(*model.Packet) *float64) string {
	if c.s.Packet == nil {
		return unknown(noPacket)
	}
	return settingText(model.PacketSettings, c.s.Packet, at(c.s.Packet))
}

// derived is a figure of the packet with its numbers.
func (c *checklist) derived(name string) string {
	if c.figures == nil {
		return unknown(noPacket)
	}
	f := c.figures[name]
	if len(f.Unknown) > 0 {
		return f.Text()
	}
	return f.Worked
}

func (c *checklist) capability() []part {
	var parts []part
	for _, w := range model.PacketWords {
		if w.Name != "owner" {
			parts = append(parts, part{w.Label, c.words(w.At)})
		}
	}
	for i := range c.s.Routes {
		r := &c.s.Routes[i]
		in := func(at *float64) string { return settingText(model.RouteSettings, r, at) }
		parts = append(parts, part{"deadline of " + r.Name, in(&r.Deadline) + " for each " + in(&r.Scope) + tenants(r)})
	}
	return parts
}

// tenants says how many tenants a route has, where there is more than one.
func tenants(r *model.Route) string {
	if r.Tenants < 2 {
		return ""
	}
	return ", " + settingText(model.RouteSettings, r, &r.Tenants) + " tenants"
}

func (c *checklist) states() []part {
	var parts []part
	for _, e := range recovery.StatesOf(c.s) {
		parts = append(parts, part{e.State, "enter " + orUnknown(e.Enter, "no evidence is named") + ". Leave " + orUnknown(e.Leave, "no evidence is named")})
		if e.Enter == "" || e.Leave == "" {
			parts[len(parts)-1].text = unknown("no evidence is named to enter or to leave it")
		}
	}
	if c.run == nil {
		return append(parts, part{"seen", unknown("there is no run")})
	}
	return append(parts, part{"seen", c.run.transitions()})
}

func (c *checklist) goodput() []part {
	var parts []part
	for i := range c.s.Routes {
		r := &c.s.Routes[i]
		in := func(at *float64) string { return settingText(model.RouteSettings, r, at) }
		parts = append(parts, part{r.Name, fmt.Sprintf("operations answered correctly within %s, each second; late answers, refusals and work for nobody do not count. %s of the answers are correct",
			in(&r.Deadline), in(&r.Correct))})
	}
	for i := range c.s.Classes {
		cl := &c.s.Classes[i]
		parts = append(parts, part{"value of " + cl.Name, settingText(model.ClassSettings, cl, &cl.Value)})
	}
	if c.figures != nil {
		parts = append(parts, part{"planned in degraded service", c.derived("goodput")})
	}
	return append(parts, part{"measured", c.measured(func(e *Evidence) string { return e.goodput() })})
}

func (c *checklist) measured(what func(*Evidence) string) string {
	if c.run == nil {
		return unknown("there is no run")
	}
	return what(c.run)
}

func (c *checklist) admission() []part {
	var parts []part
	gated := false
	for i := range c.s.Services {
		sv := &c.s.Services[i]
		text := "no gate; " + policyText(c.cat, model.QueueFamily, sv.Queue)
		if len(sv.Gates) > 0 {
			gated = true
			text = policiesText(c.cat, model.GateFamily, sv.Gates) + "; " + policyText(c.cat, model.QueueFamily, sv.Queue)
		}
		parts = append(parts, part{"at the door of " + sv.Name, text + "; expiry " + settingText(model.ServiceSettings, sv, &sv.Expiry)})
	}
	if !gated {
		parts = append(parts, part{"admission point", unknown("no service has a gate; only its queue bounds it")})
	}
	for i := range c.s.Classes {
		cl := &c.s.Classes[i]
		in := func(at *float64) string { return settingText(model.ClassSettings, cl, at) }
		parts = append(parts, part{"class " + cl.Name, fmt.Sprintf("allocation %s, bounded from rung %s, floor %s, reserve %s", in(&cl.Allocation), in(&cl.BoundedFrom), in(&cl.Floor), in(&cl.Reserve))})
	}
	return append(parts, part{"refused in the run", c.measured(func(e *Evidence) string { return e.refused() })})
}

func (c *checklist) retries() []part {
	var parts []part
	var owners []string
	for i := range c.s.Routes {
		r := &c.s.Routes[i]
		for j := range r.Path {
			h := &r.Path[j]
			caller := r.Name
			if from, err := r.Caller(j); err == nil && from >= 0 {
				caller = r.Path[from].Service
			}
			if tries := c.setting(model.RetryFamily, h.Retry, "retries"); tries > 0 {
				owners = append(owners, caller+" to "+h.Service)
			}
			budget := policiesText(c.cat, model.GuardFamily, h.Guards)
			if budget == "" {
				budget = "no budget or breaker"
			}
			in := func(at *float64) string { return settingText(model.HopSettings, h, at) }
			parts = append(parts, part{caller + " to " + h.Service, fmt.Sprintf("%s; timeout %s, deadline propagated: %s; %s",
				policyText(c.cat, model.RetryFamily, h.Retry), in(&h.Timeout), in(&h.Propagate), budget)})
		}
	}
	owner := "nobody retries"
	switch {
	case len(owners) == 1:
		owner = owners[0]
	case len(owners) > 1:
		owner = unknown(strings.Join(owners, ", ") + " all retry; one layer should own it")
	}
	parts = append([]part{{"owner", owner}}, parts...)
	if c.figures != nil {
		parts = append(parts, part{"attempts at the bottom when all layers retry", c.derived("retry-product")}, part{"planned amplification", c.derived("amplification")})
	}
	return append(parts, part{"amplification in the run", c.measured(func(e *Evidence) string { return e.amplification() })})
}

// setting is the value of a policy's setting of that name, or 0 when it has none.
func (c *checklist) setting(f model.Family, p model.Policy, name string) float64 {
	kind, err := c.cat.Find(f, p.Kind)
	if err != nil {
		return 0
	}
	if i := kind.Index(name); i >= 0 && i < len(p.V) {
		return p.V[i]
	}
	return 0
}

func (c *checklist) owners() []part {
	return []part{{"owner", c.words(func(p *model.Packet) *string { return &p.Owner })}}
}

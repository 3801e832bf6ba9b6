package recovery

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"overloadtui/model"
	"overloadtui/model/state"
)

// Claim is something that a packet asserts, and whether it is so.
type Claim struct {
	Name  string // "replay-ceiling"
	Text  string // what is claimed, one sentence
	Holds bool
	Why   string // the values that decide it
}

// check looks at one claim of a scenario with a packet, and says whether it holds and
// why.
type check func(s *model.Scenario, d *derivation) (holds bool, why string)

var claims = []struct {
	name, text string
	check      check
}{
	{"figures", "Every figure can be derived.", everyFigure},
	{"six-states", "There are exactly the six operating states.", sixStates},
	{"state-evidence", "Each state has evidence to enter and to leave it.", stateEvidence},
	{"ladder", "No rung of the ladder removes authorization, fraud control, durability, fencing or mandatory audit.", ladder},
	{"allocation", "The allocations of the classes sum to the degraded admission.", allocation},
	{"optional", "No optional work is admitted in degraded service.", optional},
	{"failover-capacity", "The failover can serve what is admitted.", failoverCapacity},
	{"failover-replay", "Replay is refused in failover.", failoverReplay},
	{"replay-ceiling", "The chosen rate of replay is not above the ceiling.", replayCeiling},
}

// Claims are the claims of a scenario's packet. One that rests on an unknown figure
// does not hold.
func Claims(s *model.Scenario) []Claim {
	d := derive(s)
	made := make([]Claim, len(claims))
	for i, c := range claims {
		made[i] = Claim{Name: c.name, Text: c.text}
		made[i].Holds, made[i].Why = c.check(s, d)
	}
	return made
}

func everyFigure(_ *model.Scenario, d *derivation) (bool, string) {
	for _, f := range d.figures {
		if len(f.Unknown) > 0 {
			return false, f.Label + " " + f.Text()
		}
	}
	return true, fmt.Sprintf("%d figures, each from its formula", len(d.figures))
}

// StatesOf is the declared inventory of states: the packet's own, or that of the
// machine that decides them.
func StatesOf(s *model.Scenario) []model.StateEvidence {
	if s.Packet != nil && len(s.Packet.States) > 0 {
		return s.Packet.States
	}
	return state.Inventory(s.Thresholds)
}

func sixStates(s *model.Scenario, _ *derivation) (bool, string) {
	var six, have, wrong []string
	for st := range model.State(model.States) {
		six = append(six, st.String())
	}
	for _, e := range StatesOf(s) {
		switch {
		case !slices.Contains(six, e.State):
			wrong = append(wrong, fmt.Sprintf("%q is not one of them", e.State))
		case slices.Contains(have, e.State):
			wrong = append(wrong, e.State+" stands twice")
		}
		have = append(have, e.State)
	}
	for _, name := range six {
		if !slices.Contains(have, name) {
			wrong = append(wrong, name+" is missing")
		}
	}
	if len(wrong) > 0 {
		return false, strings.Join(wrong, "; ")
	}
	return true, strings.Join(have, ", ")
}

func stateEvidence(s *model.Scenario, _ *derivation) (bool, string) {
	var missing []string
	for _, e := range StatesOf(s) {
		for _, side := range []struct{ name, text string }{{"enter", e.Enter}, {"leave", e.Leave}} {
			if strings.TrimSpace(side.text) == "" {
				missing = append(missing, fmt.Sprintf("%s has no evidence to %s it", e.State, side.name))
			}
		}
	}
	if len(missing) > 0 {
		return false, strings.Join(missing, "; ")
	}
	return true, fmt.Sprintf("%d states, each with both", len(StatesOf(s)))
}

func ladder(s *model.Scenario, _ *derivation) (bool, string) {
	var wrong []string
	for i := range s.Ladder {
		r := &s.Ladder[i]
		switch err := r.Check(); {
		case err != nil:
			wrong = append(wrong, err.Error())
		case strings.TrimSpace(r.Off) == "":
			wrong = append(wrong, fmt.Sprintf("rung %d %q does not say what it turns off", i+1, r.Name))
		}
	}
	if len(wrong) > 0 {
		return false, strings.Join(wrong, "; ")
	}
	return true, fmt.Sprintf("%d rungs, none of which does", len(s.Ladder))
}

// tolerance is how far two sums of stated rates may differ by their rounding.
const tolerance = 1e-6

func allocation(_ *model.Scenario, d *derivation) (bool, string) {
	if why := unknownIn(d.total, d.admitted); why != "" {
		return false, why
	}
	worked := d.figures[0].Worked
	if math.Abs(d.total.value-d.admitted.value) > tolerance {
		return false, fmt.Sprintf("%s, and %s is %s", worked, d.admitted.words, perSecond(d.admitted.value))
	}
	return true, worked
}

// firstRung is the rung from which on classes are bounded whose work is optional: what
// the ladder sets aside before anything else.
const firstRung = 1

func optional(s *model.Scenario, _ *derivation) (bool, string) {
	var named, wrong []string
	for _, c := range s.Classes {
		if c.BoundedFrom != firstRung {
			continue
		}
		named = append(named, fmt.Sprintf("%s %s", c.Name, perSecond(c.Allocation)))
		if c.Allocation != 0 {
			wrong = append(wrong, fmt.Sprintf("%s is set aside from rung %d on and admitted at %s", c.Name, firstRung, perSecond(c.Allocation)))
		}
	}
	switch {
	case len(s.Classes) == 0:
		return false, "unknown: the scenario has no classes"
	case len(wrong) > 0:
		return false, strings.Join(wrong, "; ")
	case len(named) == 0:
		return true, fmt.Sprintf("no class is set aside from rung %d on", firstRung)
	}
	return true, strings.Join(named, ", ")
}

func failoverCapacity(_ *model.Scenario, d *derivation) (bool, string) {
	if why := unknownIn(d.left); why != "" {
		return false, why
	}
	return d.left.value >= 0, fmt.Sprintf("%s of %s used, %s left", percent(100*d.used.value), perSecond(d.failover.value), perSecond(d.left.value))
}

func failoverReplay(_ *model.Scenario, d *derivation) (bool, string) {
	if d.failReplay.value == 0 {
		return true, "it is refused"
	}
	why := fmt.Sprintf("the plan allows %s", perSecond(d.failReplay.value))
	if unknownIn(d.left) == "" {
		why += fmt.Sprintf("; %s are left, for probes and variance", perSecond(d.left.value))
	}
	return false, why
}

func replayCeiling(_ *model.Scenario, d *derivation) (bool, string) {
	if why := unknownIn(d.margin); why != "" {
		return false, why
	}
	if d.margin.value < 0 {
		return false, fmt.Sprintf("%s is above %s by %s", perSecond(d.replay.value), perSecond(d.ceiling.value), perSecond(-d.margin.value))
	}
	return true, fmt.Sprintf("%s of %s, margin %s", perSecond(d.replay.value), perSecond(d.ceiling.value), perSecond(d.margin.value))
}

// unknownIn says which figures the expressions rest on that nobody has stated, or "".
func unknownIn(es ...expression) string {
	var names []string
	for _, e := range es {
		names = append(names, e.unknown...)
	}
	if len(names) == 0 {
		return ""
	}
	return "unknown: " + list(names) + " not stated"
}

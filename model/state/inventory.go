package state

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// Inventory is the six states in their order, each with the evidence by which this
// machine enters and leaves it: the gates of its rules by name, and the windows in a
// row for which they must be met.
func Inventory(t model.Thresholds) []model.StateEvidence {
	states := make([]model.StateEvidence, model.States)
	var enter, leave [model.States][]string
	enter[model.Normal] = []string{"at the start"}
	way := func(from, to model.State, evidence string) {
		enter[to] = append(enter[to], fmt.Sprintf("from %v: %s", from, evidence))
		leave[from] = append(leave[from], fmt.Sprintf("to %v: %s", to, evidence))
	}
	for from := range rules {
		for i := range rules[from] {
			r := &rules[from][i]
			way(model.State(from), r.to, r.evidence(&t))
		}
	}
	way(model.Unsafe, model.Recovering, "an owned manual decision (who and why), every control signal trusted")
	for s := range states {
		states[s] = model.StateEvidence{State: model.State(s).String(), Enter: strings.Join(enter[s], "; "), Leave: strings.Join(leave[s], "; ")}
	}
	return states
}

// evidence is what the rule asks for, in words.
func (r *rule) evidence(t *model.Thresholds) string {
	if r.pace == atOnce {
		return "a control signal lost, at once"
	}
	// Facts under which each condition applies and none is the special case of another.
	f := facts{Evidence: Evidence{Backlog: 1, Priority: "with the highest priority", Recovery: Recovery{Replay: Pending, Caches: Pending, Replicas: Pending, Correctness: Pending}}}
	var names []string
	for _, c := range r.gates {
		if name := c(t, &f).Name; name != "" {
			names = append(names, name)
		}
	}
	windows := map[pace]float64{entering: t.Enter, leaving: t.Leave, burning: t.Burn}[r.pace]
	return fmt.Sprintf("%s, %.0f windows", strings.Join(names, ", "), windows)
}

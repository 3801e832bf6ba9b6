package state

import "overloadtui/model"

// pace says how many windows in a row a rule needs.
type pace uint8

const (
	entering pace = iota // bad windows
	leaving              // good windows; relapses double them
	burning              // windows without reserve
	atOnce
)

// rule is a way out of a state: where all of its gates have been met for as many
// windows as its pace asks, the machine goes there.
type rule struct {
	to    model.State
	pace  pace
	gates []condition
}

// rules are the automatic ways out of each state, the most urgent first. Every rule
// but the one into unsafe has at least one user outcome and one mechanism among its
// gates. Unsafe has no automatic way out.
//
//	          worse >                       bounded on purpose
//	normal <-> elevated <-> saturated <---> degraded
//	   ^                       ^               ^ |
//	   |                       |               | v   demand cleared
//	   +-----------------------+---------- recovering
//
// and from each of them into unsafe, from where only a person leads to recovering.
var rules = [model.States][]rule{
	model.Normal: {
		{model.Unsafe, atOnce, []condition{untrusted}},
		{model.Elevated, entering, []condition{hurt, overload}},
		{model.Elevated, burning, []condition{failureWouldHurt, reserveGone, busy}},
	},
	model.Elevated: {
		{model.Unsafe, atOnce, []condition{untrusted}},
		{model.Saturated, entering, []condition{missing, hopeless}},
		{model.Normal, leaving, []condition{served, relieved, notGrowing, reserveBack, everythingOn}},
	},
	model.Saturated: {
		{model.Unsafe, atOnce, []condition{untrusted}},
		{model.Degraded, entering, []condition{admittedKept, priorityKept, rungTwo, bounded}},
		{model.Elevated, leaving, []condition{admittedServed, feasible, notGrowing, byItself}},
	},
	model.Degraded: {
		{model.Unsafe, atOnce, []condition{untrusted}},
		{model.Saturated, entering, []condition{missing, hopeless}},
		{model.Recovering, leaving, []condition{admittedServed, demandCleared, notGrowing}},
	},
	model.Recovering: {
		{model.Unsafe, atOnce, []condition{untrusted}},
		{model.Saturated, entering, []condition{missing, hopeless}},
		{model.Degraded, entering, []condition{admittedKept, demandBack, rungTwo, bounded}},
		{model.Normal, leaving, []condition{served, noBacklog, representative, reserveBack, notGrowing, everythingOn,
			replayed,
			work("caches and pools", func(r *Recovery) Progress { return r.Caches }),
			work("replicas", func(r *Recovery) Progress { return r.Replicas }),
			work("deferred correctness work", func(r *Recovery) Progress { return r.Correctness })}},
	},
}

// evaluate appends the gates of a rule and says whether all of them are met.
func (r *rule) evaluate(gates []model.Gate, t *model.Thresholds, f *facts) (all []model.Gate, met bool) {
	met = true
	for _, c := range r.gates {
		g := c(t, f)
		if g.Name == "" {
			continue
		}
		gates = append(gates, g)
		met = met && g.Met
	}
	return gates, met
}

// tempts says whether one-sided evidence for the rule is worth a refusal in the log:
// for every better state, and for the alarm in normal.
func (r *rule) tempts(from model.State) bool {
	return r.pace == leaving || from == model.Normal && r.pace == entering
}

// lure is the part of a rule's evidence that would deceive on its own: all outcomes
// without a mechanism, all mechanisms without an outcome, or an empty queue, which may
// be discarded work. It is named by its first gate; empty where nothing tempts.
func lure(gates []model.Gate) string {
	all, first := [2]bool{true, true}, [2]string{}
	for _, g := range gates {
		side := 0
		if g.Outcome {
			side = 1
		}
		if g.Met && (g.Name == zeroBacklog || g.Name == emptyQueues) {
			return g.Name
		}
		all[side] = all[side] && g.Met
		if first[side] == "" {
			first[side] = phrase(g)
		}
	}
	switch {
	case all[0] && !all[1]:
		return first[0]
	case all[1] && !all[0]:
		return first[1]
	}
	return ""
}

const (
	zeroBacklog = "zero backlog"
	emptyQueues = "empty queues" // while deferred operations are left
)

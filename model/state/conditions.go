package state

import (
	"fmt"

	"overloadtui/model"
)

// A condition looks at one window's evidence. It returns a gate, or one without a
// name where the condition does not apply.
type condition func(t *model.Thresholds, e *facts) model.Gate

// facts is the evidence together with what the machine remembers.
type facts struct {
	Evidence
	usual float64 // mean demand while the state was normal, operations/s; 0 if it never was
}

// What users get.

// hurt holds when users get less than was possible, get no answer, or wait long for
// it. The gate shows the first of these that holds, or else the goodput.
func hurt(t *model.Thresholds, e *facts) model.Gate {
	wanted := goodput(t, e)
	wanted.Needs, wanted.Met = "< "+percent(t.Goodput/100), !wanted.Met
	limit := slow(t, e)
	median := model.Gate{Name: "median answer", Value: millis(e.Median), Needs: "> " + millis(limit), Met: e.Median > limit, Outcome: true}
	return firstMet(wanted, failing(t, e), hiddenPriority(t, e), hiddenTenant(t, e), median)
}

// hiddenPriority holds when the most important class gets too little, whatever the
// total says.
func hiddenPriority(t *model.Thresholds, e *facts) model.Gate {
	return model.Gate{Name: "failing of class " + e.Priority, Value: percent(e.PriorityFailing), Needs: "> " + percent(t.FailingHigh/100),
		Met: e.Priority != "" && e.PriorityFailing > t.FailingHigh/100, Outcome: true}
}

// hiddenTenant holds when one tenant gets much less than the average.
func hiddenTenant(t *model.Thresholds, e *facts) model.Gate {
	limit := e.Failing + t.FailingHigh/100
	return model.Gate{Name: "failing of " + e.Tenant, Value: percent(e.TenantFailing), Needs: "> " + percent(limit),
		Met: e.Tenant != "" && e.TenantFailing > limit, Outcome: true}
}

// priorityKept applies where there are classes: the most important one is served.
func priorityKept(t *model.Thresholds, e *facts) model.Gate {
	if e.Priority == "" {
		return model.Gate{}
	}
	return model.Gate{Name: "failing of class " + e.Priority, Value: percent(e.PriorityFailing), Needs: "<= " + percent(t.FailingHigh/100),
		Met: e.PriorityFailing <= t.FailingHigh/100, Outcome: true}
}

// served holds when none of what hurts users does. The gate shows the first that is
// left, or else the failing operations.
func served(t *model.Thresholds, e *facts) model.Gate {
	limit := slow(t, e)
	return firstUnmet(
		model.Gate{Name: "failing operations", Value: percent(e.Failing) + worst(e), Needs: "<= " + percent(t.FailingLow/100),
			Met: e.Failing <= t.FailingLow/100, Outcome: true},
		goodput(t, e),
		model.Gate{Name: "median answer", Value: millis(e.Median), Needs: "<= " + millis(limit), Met: e.Median <= limit, Outcome: true})
}

func goodput(t *model.Thresholds, e *facts) model.Gate {
	return model.Gate{
		Name:  "goodput",
		Value: number(e.Goodput) + " of " + number(e.Possible) + " possible",
		Needs: ">= " + percent(t.Goodput/100),
		Met:   e.Goodput >= e.Possible*t.Goodput/100, Outcome: true,
	}
}

// slow is from when on an answer counts as slow: the service time and a share of what
// the deadline leaves beside it.
func slow(t *model.Thresholds, e *facts) model.Millis {
	return e.Service + share(max(0, e.Deadline-e.Service), t.Slow)
}

// failureWouldHurt holds when a loss of the reserve's size would leave operations
// without an answer: what users would get, measured against what they ask for.
func failureWouldHurt(t *model.Thresholds, e *facts) model.Gate {
	left := e.Capacity * (1 - t.Reserve/100)
	return model.Gate{
		Name:  "with " + percent(t.Reserve/100) + " of capacity lost",
		Value: number(min(left, e.Offered)) + " of " + perSecond(e.Offered) + " served",
		Needs: "< all",
		Met:   e.Offered > left, Outcome: true,
	}
}

func failing(t *model.Thresholds, e *facts) model.Gate {
	return model.Gate{Name: "failing operations", Value: percent(e.Failing) + worst(e), Needs: "> " + percent(t.FailingHigh/100),
		Met: e.Failing > t.FailingHigh/100, Outcome: true}
}

// worst names what most of the failing operations ended as.
func worst(e *facts) string {
	switch most := max(e.Late, e.Left, e.Lost); {
	case most == 0:
		return ""
	case most == e.Left:
		return " (client left)"
	case most == e.Lost:
		return " (refused)"
	}
	return " (late)"
}

func missing(t *model.Thresholds, e *facts) model.Gate {
	return admitted(e, "> ", t.FailingHigh, e.Missed > t.FailingHigh/100)
}

func admittedKept(t *model.Thresholds, e *facts) model.Gate {
	return admitted(e, "<= ", t.FailingHigh, e.Missed <= t.FailingHigh/100)
}

func admittedServed(t *model.Thresholds, e *facts) model.Gate {
	return admitted(e, "<= ", t.FailingLow, e.Missed <= t.FailingLow/100)
}

func admitted(e *facts, sign string, limit float64, met bool) model.Gate {
	return model.Gate{Name: "admitted work late", Value: percent(e.Missed), Needs: sign + percent(limit/100), Met: met, Outcome: true}
}

func representative(t *model.Thresholds, e *facts) model.Gate {
	least := e.usual * t.Representative / 100
	return model.Gate{Name: "demand carried", Value: perSecond(e.Offered), Needs: ">= " + perSecond(least),
		Met: e.Offered > 0 && e.Offered >= least, Outcome: true}
}

// The mechanism.

// overload holds when there is a reason in the system for users to be hurt. The gate
// shows the first that holds, or else the queue's age.
func overload(t *model.Thresholds, e *facts) model.Gate {
	age := model.Gate{Name: "queue age", Value: ofDeadline(e.Age, e.Deadline), Needs: "> " + percent(t.AgeHigh/100),
		Met: e.Age > share(e.Deadline, t.AgeHigh)}
	refusing := model.Gate{Name: "admission", Value: "bounded and refusing", Met: e.Bounded && e.Refused}
	return firstMet(age, predictedLate(t, e), reserveGone(t, e), refusing)
}

func predictedLate(t *model.Thresholds, e *facts) model.Gate {
	limit := share(e.Deadline, t.Predicted)
	return model.Gate{Name: "predicted sojourn", Value: millis(e.Predicted), Needs: "> " + millis(limit), Met: e.Predicted > limit}
}

// hopeless holds when work that is admitted now cannot finish in time.
func hopeless(t *model.Thresholds, e *facts) model.Gate {
	age := model.Gate{Name: "queue age", Value: millis(e.Age), Needs: "> " + millis(e.Deadline), Met: e.Age > e.Deadline}
	return firstMet(predictedLate(t, e), age)
}

func feasible(t *model.Thresholds, e *facts) model.Gate {
	limit := share(e.Deadline, t.Predicted)
	return model.Gate{Name: "predicted sojourn", Value: millis(e.Predicted), Needs: "<= " + millis(limit), Met: e.Predicted <= limit}
}

func calm(t *model.Thresholds, e *facts) model.Gate {
	return model.Gate{Name: "queue age", Value: ofDeadline(e.Age, e.Deadline), Needs: "<= " + percent(t.AgeLow/100),
		Met: e.Age <= share(e.Deadline, t.AgeLow)}
}

// relieved holds when nothing waits long, or will.
func relieved(t *model.Thresholds, e *facts) model.Gate {
	return firstUnmet(calm(t, e), feasible(t, e))
}

// noBacklog is relieved under the name that tempts people to call a recovery finished.
// Queues are empty long before the deferred work is done.
func noBacklog(t *model.Thresholds, e *facts) model.Gate {
	g := relieved(t, e)
	if e.Backlog == 0 && g.Met {
		g.Name, g.Value, g.Needs = zeroBacklog, "", ""
		if e.Deferred > 0 {
			g.Name = emptyQueues
		}
	}
	return g
}

func notGrowing(t *model.Thresholds, e *facts) model.Gate {
	limit := e.Capacity * t.Growth / 100
	return model.Gate{Name: "backlog slope", Value: perSecond(e.Slope), Needs: "<= " + perSecond(limit), Met: e.Slope <= limit}
}

func reserveGone(t *model.Thresholds, e *facts) model.Gate {
	least := e.Capacity * t.Reserve / 100
	return model.Gate{Name: "reserve", Value: perSecond(e.Reserve()), Needs: "< " + perSecond(least), Met: e.Reserve() < least}
}

func reserveBack(t *model.Thresholds, e *facts) model.Gate {
	least := e.Capacity * t.Reserve / 100
	return model.Gate{Name: "reserve", Value: perSecond(e.Reserve()), Needs: ">= " + perSecond(least), Met: e.Reserve() >= least}
}

func busy(t *model.Thresholds, e *facts) model.Gate {
	limit := 1 - t.Reserve/100
	return model.Gate{Name: "workers busy", Value: percent(e.Busy), Needs: "> " + percent(limit), Met: e.Busy > limit}
}

// demandCleared compares demand with what could be served with everything on: at a
// deep rung almost any demand fits, and stepping back would bring the trouble back.
func demandCleared(t *model.Thresholds, e *facts) model.Gate {
	limit := e.Full * (1 - t.Reserve/100)
	return model.Gate{Name: "demand", Value: perSecond(e.Offered), Needs: "<= " + perSecond(limit), Met: e.Offered <= limit}
}

func demandBack(t *model.Thresholds, e *facts) model.Gate {
	limit := e.Full * (1 - t.Reserve/100)
	return model.Gate{Name: "demand", Value: perSecond(e.Offered), Needs: "> " + perSecond(limit), Met: e.Offered > limit}
}

// What is in force, and what can be trusted.

func rungTwo(_ *model.Thresholds, e *facts) model.Gate {
	return model.Gate{Name: "rung", Value: fmt.Sprint(e.Rung), Needs: ">= 2", Met: e.Rung >= 2}
}

// byItself keeps saturated from being left as if it had passed, while it is control that
// keeps it down: by the ladder, from where the way leads through degraded, or by what it
// turns away.
func byItself(_ *model.Thresholds, e *facts) model.Gate {
	return firstUnmet(
		model.Gate{Name: "rung", Value: fmt.Sprint(e.Rung), Needs: "< 2", Met: e.Rung < 2},
		model.Gate{Name: "tightened admission", Value: word(e.Tightened && e.Refused, "refuses", "refuses nobody"), Needs: word(e.Tightened && e.Refused, "(must refuse nobody)", ""),
			Met: !e.Tightened || !e.Refused})
}

func everythingOn(_ *model.Thresholds, e *facts) model.Gate {
	return model.Gate{Name: "rung", Value: fmt.Sprint(e.Rung), Needs: "= 0", Met: e.Rung == 0}
}

func bounded(_ *model.Thresholds, e *facts) model.Gate {
	return model.Gate{Name: "admission", Value: word(e.Bounded, "bounded", "unbounded"), Needs: word(e.Bounded, "", "(needs a limit)"), Met: e.Bounded}
}

// replayed is the gate of the deferred operations: they are redone, or what is left gets
// less while replay goes on within its bounds. A replay that falls behind is none that
// could be left to itself.
func replayed(_ *model.Thresholds, e *facts) model.Gate {
	g := model.Gate{Name: "replay"}
	left := model.Group(float64(e.Deferred)) + " left"
	switch e.Recovery.Replay {
	case NotApplicable:
		return model.Gate{}
	case Complete:
		g.Value, g.Met = "complete", true
	case Governed:
		g.Value, g.Met = "governed: "+left+", at "+perSecond(e.Replayed)+" inside its ceiling", true
		// What is let go within a second does not pile up, though it be never nothing.
		if e.Growth >= 0 && float64(e.Deferred) > e.Replayed {
			g.Value, g.Met = "pending: backlog grows by "+perSecond(e.Growth), false
		}
	default:
		g.Value = "pending: " + left
	}
	return g
}

// work is the gate of one piece of recovery work; it applies where a scenario has it.
func work(name string, progress func(*Recovery) Progress) condition {
	return func(_ *model.Thresholds, e *facts) model.Gate {
		p := progress(&e.Recovery)
		if p == NotApplicable {
			return model.Gate{}
		}
		return model.Gate{Name: name, Value: word(p == Complete, "complete", "pending"), Met: p == Complete}
	}
}

// untrusted holds as soon as one signal is lost. It needs no user outcome beside it:
// without telemetry, policy or authority, outcomes prove nothing.
func untrusted(_ *model.Thresholds, e *facts) model.Gate {
	lost := e.Trust.Lost()
	if lost == "" {
		return model.Gate{Name: "control signals", Value: "trusted", Needs: "(needs one lost)"}
	}
	return model.Gate{Name: lost, Met: true}
}

func trusted(_ *model.Thresholds, e *facts) model.Gate {
	if lost := e.Trust.Lost(); lost != "" {
		return model.Gate{Name: "control signals", Value: lost, Needs: "(must be trusted)"}
	}
	return model.Gate{Name: "control signals", Value: "trusted", Met: true}
}

// Lost is a signal that is lost, in words, the most dangerous first; "" when all are
// trusted.
func (t Trust) Lost() string {
	switch {
	case t.TwoAuthorities:
		return "two authorities"
	case t.FencingLost:
		return "fencing lost"
	case t.PolicyLost:
		return "policy store lost"
	case t.TelemetryStale:
		return "telemetry stale"
	}
	return ""
}

func firstMet(gates ...model.Gate) model.Gate {
	for _, g := range gates {
		if g.Met {
			return g
		}
	}
	return gates[0]
}

func firstUnmet(gates ...model.Gate) model.Gate {
	for _, g := range gates {
		if !g.Met {
			return g
		}
	}
	return gates[0]
}

func share(m model.Millis, percent float64) model.Millis {
	return model.Millis(float64(m) * percent / 100)
}

func ofDeadline(m, deadline model.Millis) string {
	if deadline <= 0 { // nothing has been measured yet
		return percent(0) + " of deadline"
	}
	return percent(float64(m)/float64(deadline)) + " of deadline"
}

func word(yes bool, is, isNot string) string {
	if yes {
		return is
	}
	return isNot
}

package recovery

import "overloadtui/model"

// Observed is what a window says of those whom replay could hurt.
type Observed struct {
	Goodput float64      // share of the foreground answered correctly in its deadline, %
	Age     float64      // of the oldest waiting attempt, % of the deadline
	Lag     model.Millis // of the replicas
	Reserve float64      // capacity that is free, /s
}

// Reserve names the condition that rests on the failure reserve.
const Reserve = "reserve"

// Pauses are the conditions under which replay pauses, each with its value, its
// threshold and whether it holds: goodput, queue age, replication lag, reserve. One
// that holds makes a window bad. failureReserve is the whole reserve, /s.
func Pauses(rules model.PauseRules, failureReserve float64, o Observed) [4]model.Gate {
	least := failureReserve * rules.Reserve / 100
	return [4]model.Gate{
		{Name: "deadline goodput", Value: percent(o.Goodput), Needs: "< " + percent(rules.Goodput), Met: o.Goodput < rules.Goodput, Outcome: true},
		{Name: "queue age", Value: percent(o.Age) + " of the deadline", Needs: "> " + percent(rules.Age), Met: o.Age > rules.Age},
		{Name: "replication lag", Value: o.Lag.String(), Needs: "> " + model.Millis(rules.Lag).String(), Met: o.Lag > model.Millis(rules.Lag)},
		{Name: Reserve, Value: perSecond(o.Reserve), Needs: "< " + perSecond(least), Met: o.Reserve < least},
	}
}

// Governor decides window by window how much of the chosen rate is replayed. Its zero
// value replays all of it.
//
//	full --(pause windows bad)--> paused --(resume windows good)--> eased
//	 ^                              ^                                |  |
//	 |                              +------(pause windows bad)-------+  |
//	 +---------------------(resume windows good)------------------------+
type Governor struct {
	Paused, Eased bool
	Bad, Good     int // windows in a row
}

// Next is the governor after a window that was bad or good. It depends on nothing but
// its arguments.
func (g Governor) Next(rules model.PauseRules, bad bool) Governor {
	if bad {
		g.Bad, g.Good = g.Bad+1, 0
	} else {
		g.Bad, g.Good = 0, g.Good+1
	}
	switch {
	case !g.Paused && float64(g.Bad) >= rules.Windows:
		return Governor{Paused: true}
	case g.Paused && float64(g.Good) >= rules.Resume:
		return Governor{Eased: true}
	case g.Eased && float64(g.Good) >= rules.Resume:
		return Governor{}
	}
	return g
}

// Share is how much of the chosen rate is replayed now, 0..1.
func (g Governor) Share(rules model.PauseRules) float64 {
	switch {
	case g.Paused:
		return 0
	case g.Eased:
		return rules.Ease / 100
	}
	return 1
}

// Package recovery is the arithmetic of a recovery: how much deferred work may be
// replayed beside the clients who wait, how long that takes, when it must pause, and
// what a packet of figures amounts to, each with the formula that it came from.
//
// It is numbers in, numbers out. It knows no engine, no clock and no file.
package recovery

import (
	"fmt"
	"math"

	"overloadtui/model"
	"overloadtui/model/theory"
)

// Budget is what a capacity that has come back is for, in operations of the
// constrained resource per second.
//
//	restored |=========================================|
//	         | foreground      | reserve | warm | other | replay |
//	                                                    ceiling
type Budget struct {
	Restored   float64 // verified, not hoped for
	Foreground float64 // of clients who wait
	Reserve    float64 // held for the next failure
	WarmUp     float64 // filling of caches
	Other      float64 // other recovery work
}

// Spare is restored - foreground - reserve - warm-up - other, negative when these
// alone are too much.
func (b Budget) Spare() float64 {
	return b.Restored - b.Foreground - b.Reserve - b.WarmUp - b.Other
}

// Ceiling is the most that may be replayed each second: what is spare, at least 0.
func (b Budget) Ceiling() float64 { return math.Max(0, b.Spare()) }

// Free is what is left of the restored capacity while so much is replayed each second,
// the failure reserve included: a reserve that is smaller than it should be is in use.
func (b Budget) Free(replayPerS float64) float64 {
	return b.Restored - b.Foreground - b.WarmUp - b.Other - replayPerS
}

// Situation is what forbids replay whatever the ceiling is. The zero value forbids it
// not.
type Situation struct {
	Unsafe   string  // the signal that cannot be trusted, such as "policy store lost"; empty when all can
	Failover bool    // the failover serves
	Capacity float64 // of the failover, /s
	Admitted float64 // of it in use, /s
}

// Forbids is why nothing may be replayed, or "".
func (s Situation) Forbids() string {
	switch {
	case s.Unsafe != "":
		return "replay is forbidden while the state is unsafe: " + s.Unsafe
	case s.Failover && s.Admitted >= s.Capacity:
		return fmt.Sprintf("replay is forbidden in failover: %s are asked of %s, and nothing is left", rounded(s.Admitted), perSecond(s.Capacity))
	case s.Failover:
		return fmt.Sprintf("replay is forbidden in failover: %s - %s = %s left, for probes and variance and not for replay",
			rounded(s.Capacity), rounded(s.Admitted), perSecond(s.Capacity-s.Admitted))
	}
	return ""
}

// Work is a backlog and what the replay of it has cost so far.
type Work struct {
	Remaining float64 // operations that are still to be replayed
	Planned   float64 // constrained-resource operations that one is planned to take
	Done      float64 // operations that have been replayed
	Spent     float64 // constrained-resource operations that these took
}

// Cost is what the replay of one operation takes: as observed, or as planned while
// nothing has been replayed.
func (w Work) Cost() float64 {
	if w.Done > 0 {
		return w.Spent / w.Done
	}
	return w.Planned
}

// ETA is how long the rest takes at that many constrained-resource operations per
// second: remaining x cost / rate. It is +Inf when nothing is replayed.
func (w Work) ETA(replayPerS float64) model.Millis {
	return theory.Drain(float64(w.Remaining*w.Cost()), replayPerS, 0)
}

// Plan says how fast a backlog is replayed and until when, or why not.
type Plan struct {
	Ceiling float64      // the most that may be replayed, /s
	Rate    float64      // chosen, /s
	Margin  float64      // ceiling - rate, negative above it
	Drain   model.Millis // until the backlog is replayed at that rate; +Inf at none
	Refused string       // why the plan may not be carried out; empty when it may
}

// NewPlan is the plan for a chosen rate, refused where replay is forbidden or the rate
// is above the ceiling.
func NewPlan(b Budget, s Situation, w Work, replayPerS float64) Plan {
	p := Plan{Ceiling: b.Ceiling(), Rate: replayPerS, Drain: w.ETA(replayPerS)}
	p.Margin = p.Ceiling - p.Rate
	switch forbids := s.Forbids(); {
	case forbids != "":
		p.Refused = forbids
	case p.Ceiling == 0:
		p.Refused = fmt.Sprintf("nothing may be replayed: %s of the restored capacity are spare", perSecond(b.Spare()))
	case p.Rate <= 0:
		p.Refused = "no rate of replay is chosen"
	case p.Margin < 0:
		p.Refused = fmt.Sprintf("%s is above the ceiling of %s", perSecond(p.Rate), perSecond(p.Ceiling))
	}
	return p
}

// Allowed is the rate at which the plan replays: the chosen one, or 0 when it is
// refused.
func (p Plan) Allowed() float64 {
	if p.Refused != "" {
		return 0
	}
	return p.Rate
}

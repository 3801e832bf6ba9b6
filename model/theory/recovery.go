package theory

import (
	"math"

	"overloadtui/model"
)

// Degraded is a service that admits less than it is asked for, so that what it admits
// is answered. All rates are per second.
type Degraded struct {
	Logical  float64 // operations that arrive
	Attempts float64 // attempts that they make, retries counted
	Admitted float64 // attempts that are let in
	Capacity float64
	Correct  float64 // share of the answers that are correct, 0..1
	InTime   float64 // share of the answers within the deadline, 0..1
}

// Amplification is attempts per operation.
func (d Degraded) Amplification() float64 { return d.Attempts / d.Logical }

// RemovedPerS is how many attempts never reach the constrained resource.
func (d Degraded) RemovedPerS() float64 { return d.Attempts - d.Admitted }

// RefusedPerS is how many operations are refused early when each admitted attempt is one.
func (d Degraded) RefusedPerS() float64 { return d.Logical - d.Admitted }

// GoodPerS is the goodput, admitted x correct x in time.
func (d Degraded) GoodPerS() float64 { return d.Admitted * d.Correct * d.InTime }

// Used is the share of the capacity that the admitted work takes.
func (d Degraded) Used() float64 { return utilisation(d.Admitted, d.Capacity) }

// Restored is what a capacity that has come back is for, per second. What nothing else
// needs may replay deferred work.
type Restored struct {
	Capacity   float64 // verified, not hoped for
	Foreground float64
	Reserve    float64 // held for the next failure
	WarmUp     float64 // filling of caches
	Other      float64 // other recovery work
}

// CeilingPerS is the most that may be replayed: capacity less foreground, reserve,
// warm-up and other work, and never below 0.
func (r Restored) CeilingPerS() float64 {
	return math.Max(0, r.Capacity-r.Foreground-r.Reserve-r.WarmUp-r.Other)
}

// Remaining is what is left of a backlog after that time at that rate.
func Remaining(backlog, replayPerS float64, after model.Millis) float64 {
	return math.Max(0, backlog-replayPerS*after.Seconds())
}

package model

// Counts is what happened in a window, or since the start: numbers of operations
// (logical demand) and of attempts at the services that clients call.
type Counts struct {
	Offered   int64 // operations that arrived
	Attempts  int64 // attempts that clients sent, retries counted
	Withheld  int64 // attempts that clients did not send after all
	Admitted  int64 // attempts that entered a queue
	Rejected  int64 // attempts turned away at the door
	Expired   int64 // attempts dropped from the queue, too late
	Evicted   int64 // attempts dropped for more important work
	TakenBack int64 // attempts that their callers took back
	Served    int64 // attempts completed: throughput
	Wasted    int64 // of Served: nobody waited any more
	LateWork  int64 // of Served: finished after the attempt's deadline
	Errors    int64 // attempts answered with a failure, of the service itself or of what it called, or lost in a restart
	Good      int64 // operations answered within their deadline
	Late      int64 // operations answered after it
	Failed    int64 // operations that ended rejected, expired, evicted, broken or incorrect
	Abandoned int64 // operations whose client gave up
	Deferred  int64 // operations set aside, to be replayed
	Replayed  int64 // deferred operations that were redone with success
	Replays   int64 // of Attempts: of deferred operations that are redone
}

// Add adds each of d's counts.
func (c *Counts) Add(d *Counts) {
	c.Offered += d.Offered
	c.Attempts += d.Attempts
	c.Withheld += d.Withheld
	c.Admitted += d.Admitted
	c.Rejected += d.Rejected
	c.Expired += d.Expired
	c.Evicted += d.Evicted
	c.TakenBack += d.TakenBack
	c.Served += d.Served
	c.Wasted += d.Wasted
	c.LateWork += d.LateWork
	c.Errors += d.Errors
	c.Good += d.Good
	c.Late += d.Late
	c.Failed += d.Failed
	c.Abandoned += d.Abandoned
	c.Deferred += d.Deferred
	c.Replayed += d.Replayed
	c.Replays += d.Replays
}

// InFlight is how many operations are neither answered nor lost: the conservation
// law, logical = good + late + failed + abandoned + deferred + in flight, solved for it.
func (c *Counts) InFlight() int64 {
	return c.Offered - c.Good - c.Late - c.Failed - c.Abandoned - c.Deferred
}

// Gauge is the state of one service at an instant.
type Gauge struct {
	Queue     int     // attempts waiting
	InService int     // attempts being worked on
	Age       Millis  // how long the oldest waiting attempt has waited
	Workers   int     // workers there are
	Busy      float64 // share of worker time in use over the window, 0..1
	Capacity  float64 // attempts/s that it can serve: workers / mean service time
	Mean      Millis  // mean service time at the rung in force
}

// Point is what one window amounts to. Points are never changed after they are made.
type Point struct {
	Index      int    // number of the window, from 0
	Start, End Millis // of the window; an event at End belongs to the next
	Counts
	Total     Counts // since the start of the run
	InFlight  int64  // operations at End
	Reasons   [Reasons]int64
	P50, P99  Millis // sojourn of attempts completed in the window at the clients' services; NaN when none was
	Queue     int    // attempts waiting at End, all services
	InService int    // attempts being worked on at End, all services
	Age       Millis // the longest any waiting attempt has waited at End
	Busy      float64
	Capacity  float64 // operations/s that the tightest service of the routes can serve
	Deadline  Millis  // of the first route
	Rung      int
	State     State
	Classes   []ClassPoint // by class; nil when there is one
	Tenants   []ClassPoint // by tenant; nil when there is one
	Routes    []ClassPoint // by route; nil when there is one
	Services  []Gauge
	Ledger    Ledger // where the window's capacity went
	Spent     Ledger // where capacity went since the start
	Recovery  RecoveryPoint
}

// ClassPoint is a window's counts of one class, tenant or route.
type ClassPoint struct {
	Counts
	Total    Counts
	P50, P99 Millis
	Reasons  [Reasons]int64
	Queue    int    // attempts waiting at the window's end, all services
	Age      Millis // the longest any of them has waited
	Apart    Ended  // of the operations that ended, those of a tenant that a person isolates
}

// Ended is how operations ended.
type Ended struct{ Good, All int64 }

// Span is the window's length.
func (p *Point) Span() Millis { return p.End - p.Start }

// PerSecond turns a count of the window into a rate.
func (p *Point) PerSecond(n int64) float64 { return float64(n) * 1000 / float64(p.Span()) }

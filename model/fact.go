package model

// FactKind says what happened.
type FactKind uint8

// What the engine reports. An operation is what a client wants; an attempt is one
// try of it, or of an inner call, at one service.
const (
	Offered   FactKind = iota // an operation arrived; retries are not operations
	Sent                      // an attempt was sent to a service; Depth is what it found in the system
	Withheld                  // the caller itself did not send an attempt; Reason says why
	Refused                   // an attempt was turned away before it waited; Reason says why
	Admitted                  // an attempt entered the queue; Value is the delay at the gates, ms
	Started                   // a worker took it; Value is the wait since it entered the queue, ms
	Served                    // the work is done; Value is the sojourn, ms; Useful when its caller still waits
	Erred                     // the work was done, but it failed, or what it called did; Value is the sojourn, ms
	Dropped                   // it left the queue unserved; Reason says why, Value is the time since it entered, ms
	TakenBack                 // its caller took it back, out of the queue or from a worker; Value is the sojourn, ms
	GaveUp                    // the caller stopped waiting for an attempt
	Resolved                  // an operation ended; Outcome says how, Value is the response time, ms
	Changed                   // a setting changed; Depth is the index of the change
	Unserved                  // an attempt was still queued when the run ended; Value is the wait, ms
	Restarted                 // a service lost all that it had because its health probes failed; Value is how long it is down, ms
	Filled                    // a worker has filled keys of a cache that nobody had asked for; Depth is how many
	FactKinds = iota
)

// Reason says why an attempt was refused or dropped.
type Reason uint8

// The reasons of refusals and drops.
const (
	NoReason    Reason = iota
	QueueFull          // the queue's bound was reached
	Limited            // the concurrency limit was reached
	RateGate           // a rate gate had no room
	Expired            // its deadline had passed, or would have
	Evicted            // it made room for more important work
	BreakerOpen        // the caller's circuit breaker was open
	NoBudget           // the retry budget was used up
	Throttled          // the caller held it back itself
	Predicted          // the predicted wait was longer than its remaining deadline
	Shed               // shed, by active queue management or at random
	NoTime             // less than the floor was left of the deadline
	Restarting         // the service was restarted
	SetAside           // its class is deferred: it will be replayed
	Allocated          // the allocation of its class was used up
	Tightened          // what is admitted cannot finish in time, so that less is admitted
	TenantCap          // its tenant had the tenant's share
	Suppressed         // retries are suppressed
	Reasons     = iota
)

// ReasonNames are the reasons as a person reads them, by Reason.
var ReasonNames = [Reasons]string{"", "queue full", "limit", "rate", "expired", "evicted", "breaker open", "no budget", "throttled", "predicted late", "shed", "no time left", "restart",
	"deferred", "allocation", "tightened", "tenant cap", "retries suppressed"}

func (r Reason) String() string { return ReasonNames[r] }

// Outcome is how an operation ended for its client.
type Outcome uint8

// The outcomes. Every operation that arrived has exactly one of them or is in flight.
const (
	InFlight   Outcome = iota
	Good               // answered within the deadline
	Late               // answered after the deadline, to a client that waited on
	Rejected           // the last attempt was refused
	ExpiredOut         // the last attempt was dropped from the queue
	EvictedOut         // the last attempt was evicted
	Abandoned          // the client gave up waiting
	Broken             // the last attempt was answered with a failure
	Incorrect          // answered, but wrongly
	Deferred           // set aside, to be replayed
	Outcomes   = iota
)

// Fact is one thing that happened, with the simulated time at which it did. The
// mechanics report facts; counting them is done elsewhere.
type Fact struct {
	At      Millis
	Value   Millis
	Worked  Millis // of what ends with a worker: the worker time that it took,
	Shed    Millis // and the part of it that paid for refusals
	Op      uint64 // ordinal of the operation within its route, from 0
	Sent    Millis // when the attempt was sent, for facts about attempts; arrival, for Resolved
	Depth   int32  // number in system that a sent attempt found
	Service int16  // index in Scenario.Services
	Route   int16  // index in Scenario.Routes; -1 of a health probe
	Hop     int16  // index in Route.Path; -1 of a health probe
	Attempt uint16 // from 1; a hedge has the number of the attempt that it is sent beside
	Class   uint8  // index in Scenario.Classes
	Tenant  uint8
	Kind    FactKind
	Reason  Reason
	Outcome Outcome
	Useful  bool // of Served: somebody still waits for the answer
	Working bool // of TakenBack and Dropped: a worker was on it
	Apart   bool // of Resolved: of a tenant that a person isolates
	Replay  bool // it is deferred work that is redone, not demand
	InTime  bool // of Served: within the attempt's deadline
}

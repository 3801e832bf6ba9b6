package model

// RecoveryPoint is the recovery work at the end of a window, and what of it was done in
// the window.
type RecoveryPoint struct {
	Backlog    int64   // operations that wait for replay or are being replayed
	Quarantine int64   // operations that failed too often, since the start
	Expired    int64   // deferred operations that were of no use any more, since the start
	Duplicates int64   // operations that were replayed again, since the start
	Rate       float64 // operations/s that the replay limiter lets go; 0 while it is paused
	Ceiling    float64 // operations/s that may be replayed, as measured
	Foreground float64 // /s that clients asked for: attempts admitted that are no replay, or if more, operations that are not set aside
	Lag        Millis  // of the replicas
	Looked     int64   // attempts in the window that could have been answered from a warm cache
	Hits       int64   // of these: that were
	Warm       float64 // share of the demand for cacheable keys that the caches can answer, 0..1; 1 without caches
	Away       bool    // in failover
}

// RecoveryView is what a screen shows of recovery.
type RecoveryView struct {
	Any bool // there is a backlog, a cache or a failover to speak of

	Left       int64   // operations that wait for replay or are being replayed
	Flying     int64   // of these: being replayed
	Classes    []int64 // those that wait, by class; nil when there is one
	Retrying   int64   // of those that wait: their replay was refused or has failed
	Taken      int64   // all that was ever set aside, what progress was lost of included
	Replayed   int64   // with success, each operation once
	Duplicates int64   // with success, again
	Expired    int64
	Quarantine int64 // poison
	Settled    int64 // of the poison and the expired: reconciled by hand
	Missing    int64 // operations that no book accounts for

	Wanted     bool    // somebody, or the scenario, has started it
	Released   bool    // without a limit
	Paused     bool    // by a condition
	Eased      bool    // at a reduced rate after a pause
	Refused    string  // why it may not run now, or ""
	Rate       float64 // operations/s in force
	Foreground float64 // /s that clients asked for in the last window; before its end what is offered
	Chosen     float64 // operations/s
	Ceiling    float64 // operations/s; may be 0
	Conditions []PauseView

	ETA     Millis       // until the backlog is empty at the rate in force; Forever when it is 0
	Planned []DrainPoint // the line of the plan: from where replay began at the chosen rate
	Real    []DrainPoint // what was left, oldest first, thinned out

	CheckpointAge Millis  // since progress was written down
	Lag           Millis  // of the replicas
	Warm          float64 // share of the demand for cacheable keys that the caches can answer, 0..1
	Caches        bool    // there are any
	Away          bool    // in failover
}

// PauseView is a condition under which replay pauses.
type PauseView struct {
	Gate           // Met: it holds in this window
	Have, Need int // bad windows in a row of any condition while it runs, good ones while it is paused
}

// DrainPoint is how much was left at an instant.
type DrainPoint struct {
	At   Millis
	Left float64
}

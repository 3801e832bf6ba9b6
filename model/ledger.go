package model

import "math"

// Use is what worker time goes into.
type Use uint8

// The uses of worker time. Each millisecond of each worker is in exactly one of them.
const (
	OnTime     Use = iota // first attempts that were answered in time
	RetriedUse            // later attempts, and hedges, that were answered in time
	LateUse               // attempts that somebody waited for until after their deadline
	NobodyUse             // attempts that nobody waited for any more, and those taken back
	FailedUse             // attempts that ended in a failure, or were lost in a restart
	ReplayUse             // deferred work, redone
	WarmUse               // filling caches
	ShedUse               // turning attempts away
	OpenUse               // attempts that are still with a worker
	IdleUse               // nothing
	Uses       = iota
)

// UseNames are the uses as a person reads them, by Use.
var UseNames = [Uses]string{"on time", "retries", "late", "abandoned", "failed", "replay", "cache fills", "shedding", "in work", "idle"}

func (u Use) String() string { return UseNames[u] }

// Ledger is where worker time went: a share of all of it for each use, 0..1. The
// shares sum to 1 while there are workers; without any they are 0.
//
// In a window, the time that workers were busy is divided as the work that ended in it
// was; attempts that are still with a worker at its end count where they end. The
// ledger since the start is exact.
type Ledger [Uses]float64

// Wasted is the share of the worker time that served no operation.
func (l *Ledger) Wasted() float64 { return l[LateUse] + l[NobodyUse] + l[FailedUse] + l[ShedUse] }

// Share turns worker time of the work that ended, in ms, into shares of all the worker
// time that there was, of which used was busy.
func (l *Ledger) Share(used, could float64) Ledger {
	var shares Ledger
	if could <= 0 {
		return shares
	}
	var ended float64
	for _, worked := range l {
		ended += worked
	}
	busy := used / could
	shares[IdleUse] = 1 - busy
	if ended <= 0 {
		shares[OpenUse] = busy
		return shares
	}
	for use, worked := range l {
		shares[use] += busy * (worked / ended)
	}
	return shares
}

// ShareSoFar is Share since the start of a run, where what was used and has not ended
// is still with the workers.
func (l *Ledger) ShareSoFar(used, could float64) Ledger {
	all, ended := *l, 0.0
	for _, worked := range l {
		ended += worked
	}
	all[OpenUse] = max(0, used-ended)
	return all.Share(used, could)
}

// percent is the share of a use in percent; NaN when there was no worker time.
func (l *Ledger) percent(u Use) float64 {
	if *l == (Ledger{}) {
		return math.NaN()
	}
	return 100 * l[u]
}

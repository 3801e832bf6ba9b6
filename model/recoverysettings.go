package model

import "slices"

// Recovery is the work that a fault leaves behind and how it is redone: a durable queue
// of operations that were set aside, the replay of it, and what else must be in order
// before the state is normal again. Its settings are declared in RecoverySettings.
type Recovery struct {
	Backlog    float64 // operations that wait for replay when the run begins
	Keeps      float64 // KeepDeferred, KeepRefused or KeepFailed
	Expiry     float64 // ms for which deferred work is of use; 0 = for ever
	Start      float64 // StartByOrder, StartRecovering or StartAtOnce
	Rate       float64 // operations/s
	LimitedBy  float64 // LimitRate or LimitCeiling
	InFlight   float64 // replayed operations under way at most
	RetryAfter float64 // ms
	Order      float64 // OrderExpiry ... OrderFIFO

	Poison     float64 // % of the operations that are set aside
	Tries      float64 // failed replays after which an operation is poison
	PoisonGoes float64 // PoisonQuarantined or PoisonDiscarded
	Reconcile  float64 // quarantined and expired operations that people settle, operations/s
	Checkpoint float64 // ms

	Reserve, WarmUp, Other float64 // of the capacity, operations/s
	Replicas               float64 // operations/s that the replicas apply; 0 = there are none

	Pause PauseRules
}

// Which operations are kept for replay.
const (
	KeepDeferred = 0 // those of classes that are set aside
	KeepRefused  = 1 // also those that were refused, expired or evicted
	KeepFailed   = 2 // also those that were answered with a failure, or whose client left
)

// When replay starts.
const (
	StartByOrder    = 0 // a person says so
	StartRecovering = 1 // when the state is recovering
	StartAtOnce     = 2 // as soon as there is something to replay
)

// What bounds the rate of replay.
const (
	LimitRate    = 0 // the chosen rate alone
	LimitCeiling = 1 // also what is left of the capacity
)

// What becomes of an operation that fails whenever it is replayed.
const (
	PoisonQuarantined = 0 // it is put aside and counted
	PoisonDiscarded   = 1 // it is dropped and nobody counts it
)

// Replays says whether there is, or will be, anything to replay.
func (s *Scenario) Replays() bool {
	return s.Recovery.Backlog > 0 || s.Recovery.Keeps > KeepDeferred || s.Defers()
}

// Defers says whether operations of some class are set aside instead of refused.
func (s *Scenario) Defers() bool {
	return slices.ContainsFunc(s.Classes, func(c Class) bool { return c.Defer == DeferYes })
}

// RecoveryGroup is whose settings they are: their key in a file and the beginning of
// their paths.
const RecoveryGroup = "recovery"

// DefaultRecovery is every setting of recovery at its declared default.
func DefaultRecovery() Recovery {
	var r Recovery
	Defaults(RecoverySettings, &r)
	return r
}

// RecoverySettings declare how deferred work is kept and redone.
var RecoverySettings = append([]Setting[Recovery]{
	{Param{Minor: true, Name: "initial-backlog", Label: "backlog at the start", Unit: Ops, Max: 1e12, SliderMax: 1e6, Step: 10000, Off: "none", Whole: true, Fixed: true,
		Doc: "Operations that wait for replay when the run begins: what an outage has left behind. They belong to the classes that are set aside, or to all."},
		func(r *Recovery) *float64 { return &r.Backlog }},
	{Param{Minor: true, Name: "keeps", Label: "kept for replay", Choices: []string{"deferred", "refused", "failed"}, Default: KeepDeferred, Fixed: true,
		Doc: "Which operations go to the durable queue instead of being lost: those of classes that are set aside, also those that were refused, expired or evicted, or also those that failed and those whose client left."},
		func(r *Recovery) *float64 { return &r.Keeps }},
	{Param{Minor: true, Name: "replay-expiry", Label: "of use for", Unit: Milliseconds, Max: float64(1000 * Hour), SliderMax: float64(Hour), Step: 60000, Off: "ever", Fixed: true,
		Doc: "How long an operation is worth replaying after it was set aside. What is older is dropped and counted as expired; a class may say otherwise."},
		func(r *Recovery) *float64 { return &r.Expiry }},
	{Param{Minor: true, Name: "replay-start", Label: "replay starts", Choices: []string{"by-order", "recovering", "at-once"}, Default: StartRecovering,
		Doc: "When replay starts: when a person orders it, when the state is recovering, or as soon as there is something to replay. In failover and in unsafe it is refused in any case."},
		func(r *Recovery) *float64 { return &r.Start }},
	{Param{Minor: true, Name: "replay-rate", Label: "replay rate", Unit: PerSecond, Max: 1e6, SliderMax: 10000, Step: 100, Off: "off", Default: 100,
		Doc: "Operations that the replay limiter lets go per second, at equal intervals."},
		func(r *Recovery) *float64 { return &r.Rate }},
	{Param{Minor: true, Name: "replay-limit", Label: "replay limited by", Choices: []string{"rate", "ceiling"}, Default: LimitRate,
		Doc: "What bounds replay: the chosen rate alone, or also the ceiling as it is measured at the end of each window: capacity - foreground - failure reserve - warm-up - other recovery work."},
		func(r *Recovery) *float64 { return &r.LimitedBy }},
	{Param{Minor: true, Name: "replay-in-flight", Label: "replays under way", Min: 1, Max: 1e6, SliderMax: 10000, Step: 10, Default: 1000, Whole: true,
		Doc: "How many replayed operations may be under way at once. Nobody waits for their answers, so they are not given up."},
		func(r *Recovery) *float64 { return &r.InFlight }},
	{Param{Minor: true, Name: "replay-retry", Label: "replay again after", Unit: Milliseconds, Min: 1, Max: float64(Hour), SliderMax: 60000, Step: 1000, Default: 1000,
		Doc: "How long an operation whose replay was refused or failed stays in the backlog before it is tried again."},
		func(r *Recovery) *float64 { return &r.RetryAfter }},
	{Param{Minor: true, Name: "replay-first", Label: "replayed first", Choices: []string{"expiry", "dependency", "tenant", "value", "fifo"}, Default: OrderExpiry, Fixed: true,
		Doc: "What is replayed first: what expires soonest, what other work must find done, the tenant that has had least, what is worth most, or what came first, which is not safe by itself. Ties go by the next in this list."},
		func(r *Recovery) *float64 { return &r.Order }},
	{Param{Minor: true, Name: "poison", Label: "poison", Unit: Percent, Max: 100, Step: 1, Off: "none", Fixed: true,
		Doc: "Share of the operations in the backlog that fail whenever they are replayed."},
		func(r *Recovery) *float64 { return &r.Poison }},
	{Param{Minor: true, Name: "poison-tries", Label: "tries until poison", Min: 1, Max: 1000, SliderMax: 10, Step: 1, Default: 3, Whole: true,
		Doc: "How often the replay of an operation may fail before it counts as poison."},
		func(r *Recovery) *float64 { return &r.Tries }},
	{Param{Minor: true, Name: "poison-goes", Label: "poison goes", Choices: []string{"to-quarantine", "nowhere"}, Default: PoisonQuarantined, Fixed: true,
		Doc: "What becomes of poison: it is put aside and counted, or it is dropped and nobody counts it, as in a queue that discards what was delivered too often. Its books never close, and the state does not go back to normal."},
		func(r *Recovery) *float64 { return &r.PoisonGoes }},
	{Param{Minor: true, Name: "reconciled", Label: "reconciled", Unit: PerSecond, Max: 1e6, SliderMax: 100, Step: 1, Off: "not",
		Doc: "Quarantined and expired operations that people settle by hand per second. Until all are, correctness is not reconciled, and the state does not go back to normal."},
		func(r *Recovery) *float64 { return &r.Reconcile }},
	{Param{Minor: true, Name: "checkpoint", Label: "checkpoint every", Unit: Milliseconds, Max: float64(Hour), SliderMax: 60000, Step: 1000, Off: "each operation",
		Doc: "How often replay writes down how far it is. After a pause, a restart or a failover it begins at the last checkpoint: what was done since is done again, as duplicates."},
		func(r *Recovery) *float64 { return &r.Checkpoint }},
	{Param{Minor: true, Name: "replay-reserve", Label: "failure reserve", Unit: PerSecond, Max: 1e7, SliderMax: 10000, Step: 100,
		Doc: "Capacity that replay must leave free for the next failure."},
		func(r *Recovery) *float64 { return &r.Reserve }},
	{Param{Minor: true, Name: "replay-warm-up", Label: "cache warm-up", Unit: PerSecond, Max: 1e7, SliderMax: 5000, Step: 100,
		Doc: "Capacity that is left to the filling of caches."},
		func(r *Recovery) *float64 { return &r.WarmUp }},
	{Param{Minor: true, Name: "replay-other", Label: "other recovery work", Unit: PerSecond, Max: 1e7, SliderMax: 5000, Step: 100,
		Doc: "Capacity that is left to other recovery work."},
		func(r *Recovery) *float64 { return &r.Other }},
	{Param{Minor: true, Name: "replicas", Label: "replicas apply", Unit: PerSecond, Max: 1e7, SliderMax: 20000, Step: 100, Off: "none",
		Doc: "How many served attempts the replicas can apply per second. What is served faster makes them lag: by what they have not applied / this rate."},
		func(r *Recovery) *float64 { return &r.Replicas }},
}, within(pauseSettings, func(r *Recovery) *PauseRules { return &r.Pause })...)

// within is the settings of a part Q as settings of what it is part of.
func within[P, Q any](settings []Setting[Q], part func(*P) *Q) []Setting[P] {
	whole := make([]Setting[P], len(settings))
	for i, s := range settings {
		whole[i] = Setting[P]{s.Param, func(p *P) *float64 { return s.At(part(p)) }}
	}
	return whole
}

package model

import "slices"

// Packet is what a plan for degraded service and for recovery is computed from: rates
// and capacities that were measured or decided, and the rules that replay goes by. The
// arithmetic is package recovery; the deadline, the share of correct answers, the
// classes with their allocations, the ladder and the signals are the scenario's own.
//
// Rates and capacities are in operations of the constrained resource per second. A
// figure of which 0 makes no sense is unknown while it is 0, and so is what follows
// from it.
type Packet struct {
	// What it is about, in words. An empty one is unknown.
	Capability, Population, Operation, Invariant, Owner string

	Logical, Attempts, Admitted float64 // operations/s, attempts/s, attempts/s
	InTime                      float64 // % of the answers
	Warm, Failover, Restored    float64 // capacities /s
	Foreground, FailureReserve  float64 // /s
	WarmUp, Other               float64 // /s
	Replay, FailoverReplay      float64 // /s
	Serving                     float64 // ServingRestored or ServingFailover
	Backlog                     float64 // operations to replay
	Cost                        float64 // constrained-resource operations for each of them
	CacheKeys, CacheFills       float64 // keys, fills/s
	RetryLayers, LayerAttempts  float64

	Pause PauseRules

	Order           float64 // OrderExpiry ... OrderFIFO
	CheckpointEvery float64 // operations
	CheckpointAfter float64 // ms
	QuarantineAfter float64 // failed replays of an item
	FillJitter      float64 // % of an entry's life

	States []StateEvidence // of the operating states; empty means those of the machine
}

// PauseRules are when replay stops by itself and how it goes on. The thresholds are of one
// window each.
type PauseRules struct {
	Goodput float64 // % of the foreground that is answered in time, below it replay pauses
	Age     float64 // queue age, % of the deadline
	Lag     float64 // replication lag, ms
	Reserve float64 // % of the failure reserve that must be free
	Windows float64 // bad windows in a row until the pause
	Resume  float64 // good windows in a row until replay goes on
	Ease    float64 // % of the chosen rate at which it begins again
}

// StateEvidence is what has to be seen before an operating state is entered and left,
// in the words of those who operate the service.
type StateEvidence struct{ State, Enter, Leave string }

// What serves now.
const (
	ServingRestored = 0
	ServingFailover = 1
)

// What is replayed first.
const (
	OrderExpiry     = 0
	OrderDependency = 1
	OrderTenant     = 2
	OrderValue      = 3
	OrderFIFO       = 4
)

// PacketGroup is whose settings those of a packet are: their key in a file and the
// beginning of their paths.
const PacketGroup = "packet"

// Words declares a text that a person writes into a part P of a scenario.
type Words[P any] struct {
	Name, Label string
	At          func(*P) *string
}

// PacketWords are the texts of a packet.
var PacketWords = []Words[Packet]{
	{"capability", "capability", func(p *Packet) *string { return &p.Capability }},
	{"population", "population", func(p *Packet) *string { return &p.Population }},
	{"operation", "unit of work", func(p *Packet) *string { return &p.Operation }},
	{"invariant", "invariant", func(p *Packet) *string { return &p.Invariant }},
	{"owner", "owner", func(p *Packet) *string { return &p.Owner }},
}

// unknown is the word for a figure that nobody has stated.
const unknown = "unknown"

// pauseSettings declare when replay pauses and how it goes on.
var pauseSettings = []Setting[PauseRules]{
	{Param{Minor: true, Name: "pause-goodput", Label: "pause below goodput", Unit: Percent, Max: 100, Step: 1, Default: 98,
		Doc: "Replay pauses when less than this share of the foreground is answered correctly within its deadline."},
		func(r *PauseRules) *float64 { return &r.Goodput }},
	{Param{Minor: true, Name: "pause-age", Label: "pause above queue age", Unit: Percent, Max: 1000, SliderMax: 100, Step: 5, Default: 50,
		Doc: "Replay pauses when the oldest waiting attempt has waited longer than this share of the deadline."},
		func(r *PauseRules) *float64 { return &r.Age }},
	{Param{Minor: true, Name: "pause-lag", Label: "pause above replication lag", Unit: Milliseconds, Max: 3600000, SliderMax: 10000, Step: 100, Default: 2000,
		Doc: "Replay pauses when the replicas are further behind than this."},
		func(r *PauseRules) *float64 { return &r.Lag }},
	{Param{Minor: true, Name: "pause-reserve", Label: "pause below reserve", Unit: Percent, Max: 100, Step: 5, Default: 100,
		Doc: "Replay pauses when less than this share of the failure reserve is free."},
		func(r *PauseRules) *float64 { return &r.Reserve }},
	{Param{Minor: true, Name: "pause-windows", Label: "windows to pause", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 3, Whole: true,
		Doc: "Windows in a row in which one of the pause conditions holds before replay pauses."},
		func(r *PauseRules) *float64 { return &r.Windows }},
	{Param{Minor: true, Name: "resume-windows", Label: "windows to resume", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 5, Whole: true,
		Doc: "Windows in a row in which none of them holds before replay goes on."},
		func(r *PauseRules) *float64 { return &r.Resume }},
	{Param{Minor: true, Name: "resume-rate", Label: "rate to resume at", Unit: Percent, Min: 1, Max: 100, Step: 5, Default: 50,
		Doc: "Share of the chosen rate at which replay goes on after a pause, until as many good windows again have passed."},
		func(r *PauseRules) *float64 { return &r.Ease }},
}

// PacketSettings declare the figures and rules of a packet.
var PacketSettings = append([]Setting[Packet]{
	{Param{Name: "logical", Label: "logical arrivals", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "Operations that arrive each second, retries not counted."},
		func(p *Packet) *float64 { return &p.Logical }},
	{Param{Name: "observed-attempts", Label: "observed attempts", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "Attempts that are seen at the door each second, retries counted."},
		func(p *Packet) *float64 { return &p.Attempts }},
	{Param{Name: "admitted", Label: "degraded admission", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "What degraded service admits each second. The allocations of the classes sum to it."},
		func(p *Packet) *float64 { return &p.Admitted }},
	{Param{Name: "in-time", Label: "in deadline", Unit: Percent, Max: 100, Step: 0.5, Off: unknown,
		Doc: "Share of the answers to admitted work that come within the deadline."},
		func(p *Packet) *float64 { return &p.InTime }},
	{Param{Name: "warm-capacity", Label: "warm capacity", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "Capacity of the place that usually serves, with warm caches."},
		func(p *Packet) *float64 { return &p.Warm }},
	{Param{Name: "failover-capacity", Label: "failover capacity", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "Capacity of the place that serves after a failover."},
		func(p *Packet) *float64 { return &p.Failover }},
	{Param{Name: "restored-capacity", Label: "restored capacity", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "Capacity that has come back after the fault: verified, not hoped for."},
		func(p *Packet) *float64 { return &p.Restored }},
	{Param{Name: "foreground", Label: "foreground", Unit: PerSecond, Max: 1e9, SliderMax: 20000, Step: 100, Off: unknown,
		Doc: "Work of clients who wait for an answer during the recovery."},
		func(p *Packet) *float64 { return &p.Foreground }},
	{Param{Name: "failure-reserve", Label: "failure reserve", Unit: PerSecond, Max: 1e9, SliderMax: 5000, Step: 100, Off: unknown,
		Doc: "Capacity that stays free for the next failure, the one that the service is tested for."},
		func(p *Packet) *float64 { return &p.FailureReserve }},
	{Param{Name: "cache-warm-up", Label: "cache warm-up", Unit: PerSecond, Max: 1e9, SliderMax: 5000, Step: 100,
		Doc: "Capacity that the filling of cold caches takes."},
		func(p *Packet) *float64 { return &p.WarmUp }},
	{Param{Name: "other-recovery", Label: "other recovery work", Unit: PerSecond, Max: 1e9, SliderMax: 5000, Step: 100,
		Doc: "Capacity that other recovery work takes, such as catching up of replicas and reconnects."},
		func(p *Packet) *float64 { return &p.Other }},
	{Param{Name: "chosen-replay", Label: "chosen replay", Unit: PerSecond, Max: 1e9, SliderMax: 15000, Step: 100, Off: unknown,
		Doc: "Rate at which deferred work is replayed. It may be at most restored capacity - foreground - failure reserve - cache warm-up - other recovery work."},
		func(p *Packet) *float64 { return &p.Replay }},
	{Param{Name: "failover-replay", Label: "replay in failover", Unit: PerSecond, Max: 1e9, SliderMax: 5000, Step: 100, Off: "refused",
		Doc: "Rate of replay that the plan allows while the failover serves. It has to be refused: what is left there is for probes and variance."},
		func(p *Packet) *float64 { return &p.FailoverReplay }},
	{Param{Name: "serving", Label: "serving", Choices: []string{"restored", "failover"}, Default: ServingRestored,
		Doc: "What serves now: the restored capacity, or the failover, where replay is forbidden."},
		func(p *Packet) *float64 { return &p.Serving }},
	{Param{Name: "replay-backlog", Label: "backlog", Unit: Ops, Max: 1e15, SliderMax: 1e8, Step: 1e6, Off: unknown, Whole: true,
		Doc: "Deferred operations that are to be replayed."},
		func(p *Packet) *float64 { return &p.Backlog }},
	{Param{Name: "replay-cost", Label: "cost of a replay", Min: 0.001, Max: 1000, SliderMax: 5, Step: 0.1, Default: 1,
		Doc: "Operations of the constrained resource that the replay of one deferred operation takes. Measure it: it moves the end of the recovery."},
		func(p *Packet) *float64 { return &p.Cost }},
	{Param{Name: "cache-keys", Label: "cold cache keys", Max: 1e15, SliderMax: 1e7, Step: 100000, Off: unknown, Whole: true,
		Doc: "Keys of the caches that are cold when the capacity comes back."},
		func(p *Packet) *float64 { return &p.CacheKeys }},
	{Param{Name: "cache-fills", Label: "cache fills", Unit: PerSecond, Max: 1e9, SliderMax: 50000, Step: 1000, Off: unknown,
		Doc: "Keys that may be filled each second; the cap on the filling of cold caches."},
		func(p *Packet) *float64 { return &p.CacheFills }},
	{Param{Name: "retry-layers", Label: "retry layers", Max: 20, SliderMax: 6, Step: 1, Off: unknown, Whole: true,
		Doc: "Layers between a client and the constrained resource that try again."},
		func(p *Packet) *float64 { return &p.RetryLayers }},
	{Param{Name: "layer-attempts", Label: "attempts per layer", Max: 100, SliderMax: 10, Step: 1, Off: unknown, Whole: true,
		Doc: "Attempts that each of these layers makes, the first one counted."},
		func(p *Packet) *float64 { return &p.LayerAttempts }},
}, append(within(pauseSettings, func(p *Packet) *PauseRules { return &p.Pause }), []Setting[Packet]{
	{Param{Minor: true, Name: "replay-order", Label: "replay order", Choices: []string{"expiry", "dependency", "tenant", "value", "fifo"}, Default: OrderExpiry,
		Doc: "What is replayed first: what expires soonest, what other work must find done, the tenant that has had least, what is worth most, or what came first, which is not safe by itself. Ties go by the next in this list."},
		func(p *Packet) *float64 { return &p.Order }},
	{Param{Minor: true, Name: "checkpoint-every", Label: "checkpoint every", Unit: Ops, Max: 1e9, SliderMax: 100000, Step: 1000, Off: unknown, Whole: true,
		Doc: "Replayed operations after which the place reached is written down, so that a crash repeats no more than these."},
		func(p *Packet) *float64 { return &p.CheckpointEvery }},
	{Param{Minor: true, Name: "checkpoint-after", Label: "checkpoint after", Unit: Milliseconds, Max: 3600000, SliderMax: 60000, Step: 1000, Off: unknown,
		Doc: "The longest time between two checkpoints."},
		func(p *Packet) *float64 { return &p.CheckpointAfter }},
	{Param{Minor: true, Name: "quarantine-after", Label: "quarantine after", Max: 1000, SliderMax: 10, Step: 1, Off: unknown, Whole: true,
		Doc: "Failed replays after which an item counts as poison: it is put aside and counted, never dropped silently."},
		func(p *Packet) *float64 { return &p.QuarantineAfter }},
	{Param{Minor: true, Name: "fill-jitter", Label: "expiry jitter", Unit: Percent, Max: 100, Step: 5, Off: unknown,
		Doc: "By how much of its life the expiry of a filled cache entry varies, so that what was filled together does not expire together."},
		func(p *Packet) *float64 { return &p.FillJitter }},
}...)...)

// NewPacket is a packet of which nothing is known: every setting is at its default.
func NewPacket() *Packet {
	p := &Packet{}
	Defaults(PacketSettings, p)
	return p
}

// Clone is a deep copy; nil is its own.
func (p *Packet) Clone() *Packet {
	if p == nil {
		return nil
	}
	c := *p
	c.States = slices.Clone(p.States)
	return &c
}

// Stated says whether a figure of a setting has been stated: the value is not the one
// that stands for unknown.
func (p Param) Stated(v float64) bool { return p.Off != unknown || v != 0 }

package model

// Setting ties a declaration to the field that holds its value in a part P of a
// scenario. The reader, the writer, the knobs and the documentation are loops over
// these tables; no setting's name stands anywhere else.
type Setting[P any] struct {
	Param
	At func(*P) *float64
}

// RunSettings are the settings of a scenario as a whole.
var RunSettings = []Setting[Scenario]{
	{Param{Name: "window", Label: "window", Unit: Milliseconds, Min: 10, Max: 3600000, Step: 100, Default: 1000, Fixed: true,
		Doc: "Length of a measuring window in simulated time. Every rate, percentile and state decision is of one window."},
		func(s *Scenario) *float64 { return &s.Window }},
	{Param{Name: "duration", Label: "duration", Unit: Milliseconds, Min: 0, Max: 1e9, Step: 1000, Default: 60000, Fixed: true, Off: "endless",
		Doc: "When the clients stop in a headless run. A live run goes on until you stop it."},
		func(s *Scenario) *float64 { return &s.Duration }},
	{Param{Name: "end", Label: "at the end", Choices: []string{"drain", "finish", "stop"}, Default: EndDrain, Fixed: true,
		Doc: "What becomes of work in the system at the end: drain serves all of it, finish starts nothing more, stop stops. It changes averages: scoring with a drain gives 103.8/s where stopping gives 100.0/s."},
		func(s *Scenario) *float64 { return &s.End }},
	{Param{Name: "rung", Label: "brownout rung", OfRungs: true, Min: 0, Max: 16, Step: 1, Whole: true,
		Doc: "Step of the brownout ladder now in force; 0 leaves everything on. Work that starts later costs less."},
		func(s *Scenario) *float64 { return &s.Rung }},
	{Param{Name: "control", Label: "control", Choices: []string{"off", "on"}, Default: ControlOff,
		Doc: "Whether the operating states govern the run: on lets the automatic actions that are legal in the present state take effect, off only shows the state. With control the rung is chosen by it; a person holds a rung by an override."},
		func(s *Scenario) *float64 { return &s.Control }},
	{Param{Name: "telemetry", Minor: true, Label: "telemetry", Choices: []string{"fresh", "lost"}, Default: Trusted,
		Doc: "Whether the measurements that control decisions rest on arrive. Lost makes every state unsafe."},
		func(s *Scenario) *float64 { return &s.Telemetry }},
	{Param{Name: "policy-store", Minor: true, Label: "policy store", Choices: []string{"there", "lost"}, Default: Trusted,
		Doc: "Whether the store that says what is allowed can be reached. Lost makes every state unsafe."},
		func(s *Scenario) *float64 { return &s.PolicyStore }},
	{Param{Name: "fencing", Minor: true, Label: "fencing", Choices: []string{"held", "lost"}, Default: Trusted,
		Doc: "Whether exactly one authority may write. Lost makes every state unsafe."},
		func(s *Scenario) *float64 { return &s.Fencing }},
}

// RouteSettings are the settings of a route: what its clients expect.
var RouteSettings = []Setting[Route]{
	{Param{Name: "deadline", Label: "deadline", Unit: Milliseconds, Min: 1, Max: 3600000, SliderMax: 2000, Step: 10, Default: 200,
		Doc: "How long an answer is of use to the client. Counts for operations that arrive later."},
		func(r *Route) *float64 { return &r.Deadline }},
	{Param{Name: "correct", Minor: true, Label: "correct answers", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 100,
		Doc: "Share of the answers that are correct; a wrong one is not goodput, and nobody retries it."},
		func(r *Route) *float64 { return &r.Correct }},
	{Param{Name: "tenants", Label: "tenants", Min: 1, Max: 250, SliderMax: 20, Step: 1, Default: 1, Whole: true, Fixed: true,
		Doc: "How many tenants the operations belong to."},
		func(r *Route) *float64 { return &r.Tenants }},
	{Param{Name: "hot-tenant", Minor: true, Label: "hot tenant", Unit: Percent, Min: 0, Max: 100, Step: 5, Off: "even",
		Doc: "Share of the operations that belong to the first tenant; the others have equal parts of the rest. Counts for operations that arrive later."},
		func(r *Route) *float64 { return &r.HotTenant }},
	{Param{Name: "scope", Label: "deadline scope", Choices: []string{"operation", "attempt"}, Default: ScopeOperation, Fixed: true,
		Doc: "What the deadline is counted from: one budget for the operation with all its retries, or anew for each attempt as in the published collapse sweep."},
		func(r *Route) *float64 { return &r.Scope }},
	{Param{Name: "leave", Label: "client leaves", Choices: []string{"at-deadline", "never"}, Default: LeaveAtDeadline, Fixed: true,
		Doc: "Whether a client leaves at its deadline. The service learns of it only as far as its cancellation goes; otherwise it still does the work."},
		func(r *Route) *float64 { return &r.Leave }},
	{Param{Name: "mix", Label: "class draw", Choices: []string{"hashed", "lcg48"}, Default: MixHashed, Fixed: true,
		Doc: "How an operation's class is drawn: from its own number, so that it is the same under every policy, or in order from the java.util.Random stream of the published tables."},
		func(r *Route) *float64 { return &r.Mix }},
}

// HopSettings are the settings of a call: how a caller waits.
var HopSettings = []Setting[Hop]{
	{Param{Name: "timeout", Minor: true, Label: "call timeout", Unit: Milliseconds, Min: 0, Max: 3600000, SliderMax: 2000, Step: 10, Off: "none",
		Doc: "How long the caller waits for one attempt before it gives that attempt up; none waits until the deadline."},
		func(h *Hop) *float64 { return &h.Timeout }},
	{Param{Name: "tie", Label: "timer meets answer", Choices: []string{"answer-wins", "timer-wins"}, Default: TieAnswer, Fixed: true,
		Doc: "Which comes first when the caller's timer and its answer fall on one instant. At a service what completes has always left before what arrives at that instant."},
		func(h *Hop) *float64 { return &h.Tie }},
	{Param{Name: "late-answers", Label: "late answers", Choices: []string{"ignored", "accepted"}, Default: LateIgnored, Fixed: true,
		Doc: "Whether the answer to an earlier attempt counts while a later one is under way."},
		func(h *Hop) *float64 { return &h.LateAnswers }},
	{Param{Name: "propagate", Label: "deadline goes along", Choices: []string{"no", "yes"}, Default: PropagateNo, Fixed: true,
		Doc: "Deadline propagation: the call waits for at most what is left of the operation's deadline, and is not started when less than the floor is left."},
		func(h *Hop) *float64 { return &h.Propagate }},
	{Param{Name: "floor", Minor: true, Label: "deadline floor", Unit: Milliseconds, Min: 0, Max: 3600000, SliderMax: 500, Step: 5,
		Doc: "With deadline propagation, no attempt starts when less time than this is left."},
		func(h *Hop) *float64 { return &h.Floor }},
	{Param{Name: "hedge-after", Minor: true, Label: "hedge after", Unit: Milliseconds, Min: 0, Max: 3600000, SliderMax: 500, Step: 10, Off: "off",
		Doc: "When an attempt has had no answer for so long, a second one is sent beside it, without asking the guards of the call, and the first answer counts (Dean, Barroso, The tail at scale, CACM 56(2), 2013)."},
		func(h *Hop) *float64 { return &h.HedgeAfter }},
}

// ServiceSettings are the settings of a service.
var ServiceSettings = append([]Setting[Service]{
	{Param{Name: "workers", Label: "workers", Min: 0, Max: 100000, SliderMax: 16, Step: 1, Default: 1, Whole: true,
		Doc: "How many attempts the service works on at once. Capacity is workers / mean service time."},
		func(s *Service) *float64 { return &s.Workers }},
	{Param{Name: "optional", Minor: true, Label: "optional work", Unit: Percent, Min: 0, Max: 99, Step: 5, Default: 40,
		Doc: "Share of the service time that the brownout ladder can remove, such as enrichment of an answer."},
		func(s *Service) *float64 { return &s.Optional }},
	{Param{Name: "shed-cost", Minor: true, Label: "cost of a refusal", Unit: Milliseconds, Min: 0, Max: 1000, SliderMax: 10, Step: 0.1, Off: "none",
		Doc: "Worker time that turning an attempt away at the door takes; a worker pays it before its next attempt."},
		func(s *Service) *float64 { return &s.ShedCost }},
	{Param{Name: "errors", Minor: true, Label: "error rate", Unit: Percent, Min: 0, Max: 100, Step: 5, Off: "none",
		Doc: "Share of the attempts that end in a failure after the work was done."},
		func(s *Service) *float64 { return &s.Errors }},
	{Param{Name: "expiry", Label: "expiry", Choices: []string{"never", "late", "predicted"}, Default: ExpiryNever, Fixed: true,
		Doc: "What is dropped when a worker would take it from the queue: nothing, what is past its deadline, or what would be past it after the mean service time."},
		func(s *Service) *float64 { return &s.Expiry }},
	{Param{Name: "cancel", Label: "cancellation", Choices: []string{"never", "waiting", "always"}, Default: CancelNever, Fixed: true,
		Doc: "What a caller that stops waiting can take back: nothing, its attempt while it still waits, or also while a worker is on it."},
		func(s *Service) *float64 { return &s.Cancel }},
	{Param{Name: "probe-every", Minor: true, Label: "health probes", Unit: Milliseconds, Min: 0, Max: 3600000, SliderMax: 60000, Step: 1000, Off: "off",
		Doc: "How often a health probe asks the service for a sign of life. Off restarts nothing."},
		func(s *Service) *float64 { return &s.Probes.Every }},
	{Param{Name: "probe-offset", Minor: true, Label: "first probe", Unit: Percent, Min: 0, Max: 100, Step: 5, Default: 100, Fixed: true,
		Doc: "When the first probe comes, as a share of the interval; keeps the probes of several services apart."},
		func(s *Service) *float64 { return &s.Probes.Offset }},
	{Param{Name: "probe-timeout", Minor: true, Label: "probe timeout", Unit: Milliseconds, Min: 1, Max: 3600000, SliderMax: 10000, Step: 100, Default: 1000,
		Doc: "How long a probe waits for its answer before it counts as missed."},
		func(s *Service) *float64 { return &s.Probes.Timeout }},
	{Param{Name: "probe-misses", Minor: true, Label: "misses to restart", Min: 1, Max: 1000, SliderMax: 10, Step: 1, Default: 3, Whole: true,
		Doc: "How many probes in a row must be missed, or refused, before the service is restarted."},
		func(s *Service) *float64 { return &s.Probes.Misses }},
	{Param{Name: "restart-time", Minor: true, Label: "restart time", Unit: Milliseconds, Min: 0, Max: 3600000, SliderMax: 120000, Step: 1000, Default: 30000,
		Doc: "How long a restarted service has no workers. What waited and what was in service is lost; what comes meanwhile waits."},
		func(s *Service) *float64 { return &s.Probes.Restart }},
	{Param{Name: "probe-lane", Minor: true, Label: "probe lane", Choices: []string{"queue", "own"}, Default: LaneQueue,
		Doc: "Where probes wait: among the attempts, through the gates and for a worker, as one of the first class; or in a lane of their own, where they are answered at once while the service has workers. In the queue an overload looks like a death, and the restarts make it permanent."},
		func(s *Service) *float64 { return &s.Probes.Lane }},
}, within(cacheSettings, func(s *Service) *Cache { return &s.Cache })...)

// ClassSettings are the settings of a class of work.
var ClassSettings = []Setting[Class]{
	{Param{Name: "share", Label: "share of demand", Unit: Percent, Min: 0, Max: 100, Step: 5, Default: 100, Fixed: true,
		Doc: "Share of a route's operations that belong to this class."},
		func(c *Class) *float64 { return &c.Share }},
	{Param{Name: "priority", Label: "priority", Min: 0, Max: 100, Step: 1, Whole: true, Fixed: true,
		Doc: "Higher goes first, at policies that look at the class."},
		func(c *Class) *float64 { return &c.Priority }},
	{Param{Name: "value", Label: "value", Min: 0, Max: 1e6, Step: 1, Default: 1, Fixed: true,
		Doc: "Worth of one good operation of this class."},
		func(c *Class) *float64 { return &c.Value }},
	{Param{Name: "allocation", Minor: true, Label: "allocation", Unit: PerSecond, Min: 0, Max: 1e7, SliderMax: 10000, Step: 100,
		Doc: "Attempts of this class that are admitted per second while it is bounded; 0 admits none of them then."},
		func(c *Class) *float64 { return &c.Allocation }},
	{Param{Name: "bounded-from", Minor: true, Label: "bounded from rung", OfRungs: true, Min: 0, Max: 16, Step: 1, Whole: true, Off: "never",
		Doc: "Rung of the brownout ladder from which on the allocation bounds this class, with control or without."},
		func(c *Class) *float64 { return &c.BoundedFrom }},
	{Param{Name: "refused-from", Minor: true, Label: "refused from rung", OfRungs: true, Min: 0, Max: 16, Step: 1, Whole: true, Off: "never",
		Doc: "Rung of the brownout ladder from which on nothing of this class is admitted."},
		func(c *Class) *float64 { return &c.RefusedFrom }},
	{Param{Name: "defer", Minor: true, Label: "set aside", Choices: []string{"no", "yes"}, Default: DeferNo,
		Doc: "Whether operations of this class that its allocation refuses are set aside for replay instead of being refused."},
		func(c *Class) *float64 { return &c.Defer }},
	{Param{Name: "floor", Minor: true, Label: "floor", Unit: PerSecond, Min: 0, Max: 1e7, SliderMax: 10000, Step: 100, Off: "none",
		Doc: "Attempts of this class per second that are admitted also when admission is tightened: the minimum that keeps it from starving."},
		func(c *Class) *float64 { return &c.Floor }},
	{Param{Name: "reserved", Minor: true, Label: "reserve", Unit: Percent, Min: 0, Max: 100, Step: 5, Off: "none",
		Doc: "Share of the tightened room that classes of lower priority leave free for this one."},
		func(c *Class) *float64 { return &c.Reserve }},
	{Param{Name: "redo-within", Minor: true, Label: "redo within", Unit: Milliseconds, Max: float64(1000 * Hour), SliderMax: float64(Hour), Step: 60000, Off: "as recovery says", Fixed: true,
		Doc: "How long deferred work of this class is of use."},
		func(c *Class) *float64 { return &c.Expiry }},
	{Param{Name: "correctness", Minor: true, Label: "correctness work", Choices: []string{"no", "yes"}, Default: CorrectnessNo, Fixed: true,
		Doc: "Whether other work must find deferred work of this class done. Until it is, correctness is not reconciled, and the state does not go back to normal."},
		func(c *Class) *float64 { return &c.Correctness }},
}

// RungSettings are the settings of a step of the brownout ladder.
var RungSettings = []Setting[Rung]{
	{Param{Name: "removes", Label: "removes", Unit: Percent, Min: 0, Max: 100, Step: 5, Fixed: true,
		Doc: "Share of the optional work that is off in this rung, together with what the rungs below it remove."},
		func(r *Rung) *float64 { return &r.Removes }},
}

// Defaults sets every field of part to its declared default.
func Defaults[P any](settings []Setting[P], part *P) {
	for _, s := range settings {
		*s.At(part) = s.Default
	}
}

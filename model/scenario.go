package model

import (
	"fmt"
	"math"
	"slices"
)

// FormatVersion is the version of the scenario format that this program reads and
// writes.
const FormatVersion = 1

// Scenario is everything that decides a run: services, routes over them with their
// demand, policies, the brownout ladder, the seed and the changes on the timeline.
// The same scenario always gives the same run, to the byte.
type Scenario struct {
	Name  string   // file name without its ending; how presets are chosen
	Title string   // one line
	Story string   // one paragraph: what is shown and why
	Try   []string // what to do, one step each
	Seed  uint64

	Window   float64 // length of a measuring window, ms
	Duration float64 // when the clients stop, ms; 0 means never (a live run)
	End      float64 // what happens to work in the system then: EndDrain, EndFinish, EndStop
	Rung     float64 // step of the brownout ladder in force, 0 = everything on

	Control float64 // ControlOff or ControlOn

	// Signals that control rests on: Trusted or Lost.
	Telemetry, PolicyStore, Fencing float64

	Classes    []Class
	Services   []Service
	Routes     []Route
	Ladder     []Rung
	Thresholds Thresholds // of the operating states
	Controller Controller // bounds of what control does
	Actions    []Action   // what control may do; nil means DefaultActions
	Recovery   Recovery   // how deferred work is kept and redone
	Packet     *Packet    // of a plan for degraded service and recovery; nil when there is none
	GameDay    *GameDay   // what the changes rehearse; nil when they rehearse nothing
	Changes    []Change
	Sweep      Sweep
}

// What becomes of work that is still in the system at the end of a run.
const (
	EndDrain  = 0 // everything is served, as the published collapse sweep does
	EndFinish = 1 // nothing starts any more; what is in service finishes
	EndStop   = 2 // the run stops; events at exactly the end still happen
)

// Whether a signal that control rests on can be trusted.
const (
	Trusted = 0
	Lost    = 1
)

// Class is a kind of work with its own importance and share of the demand.
type Class struct {
	Name     string
	Share    float64 // of a route's operations, %
	Priority float64 // higher goes first; used by policies that look at classes
	Value    float64 // worth of one good operation

	Allocation  float64 // operations/s that are admitted while the class is bounded
	BoundedFrom float64 // rung from which the allocation bounds it; 0 = none
	RefusedFrom float64 // rung from which nothing of it is admitted; 0 = none
	Defer       float64 // whether what its allocation refuses is set aside for replay: DeferNo or DeferYes
	Floor       float64 // operations/s that are admitted also when admission is tightened
	Reserve     float64 // share of the tightened room that lower priorities leave to it, %
	Expiry      float64 // ms for which deferred work of the class is of use; 0 = as recovery says
	Correctness float64 // CorrectnessNo or CorrectnessYes
}

// Whether the work that a class's allocation refuses is lost or set aside.
const (
	DeferNo  = 0
	DeferYes = 1
)

// Whether other work must find the work of a class done.
const (
	CorrectnessNo  = 0
	CorrectnessYes = 1
)

// Service is a pool of workers behind a queue, with gates at its door.
type Service struct {
	Name     string
	Workers  float64
	Errors   float64 // share of the attempts that fail after the work was done, %
	Optional float64 // share of the service time that is optional work, %; the ladder removes it
	ShedCost float64 // worker time that a refusal at the door takes, ms
	Expiry   float64 // what leaves the queue unserved: ExpiryNever, ExpiryLate, ExpiryPredicted
	Cancel   float64 // what callers who leave can take back: CancelNever, CancelWaiting, CancelAlways
	Probes   Probes
	Cache    Cache
	Failover string // the service that takes its demand over in a failover; empty = none
	Work     Policy // service time
	Queue    Policy
	Gates    []Policy // asked in order; all must admit, and one that counts what it lets in stands last
}

// Probes are the health probes of a service, and what follows when they fail.
type Probes struct {
	Every   float64 // ms from one to the next; 0 = none
	Offset  float64 // when the first one comes, % of Every
	Timeout float64 // ms
	Misses  float64 // in a row that restart the service
	Restart float64 // ms that a restart takes
	Lane    float64 // LaneQueue or LaneOwn
}

// Where a health probe waits.
const (
	LaneQueue = 0 // among the attempts, for a worker
	LaneOwn   = 1 // nowhere: it is answered at once while the service has workers
)

// When waiting work is dropped at the moment a worker would take it.
const (
	ExpiryNever     = 0 // every admitted attempt is served, even when its client has left
	ExpiryLate      = 1 // dropped when its deadline has passed
	ExpiryPredicted = 2 // dropped when wait + mean service time exceeds the deadline
)

// What a caller that stops waiting can take back.
const (
	CancelNever   = 0 // the work is done although nobody waits
	CancelWaiting = 1 // an attempt that still waits leaves the queue
	CancelAlways  = 2 // one in service is stopped too, and what it has asked of others
)

// Route is a stream of operations that walk the same path.
type Route struct {
	Name      string
	Demand    Policy
	Deadline  float64 // ms from arrival (see Scope) within which an answer is good
	Correct   float64 // share of the answers that are correct, %
	Tenants   float64 // how many tenants there are
	HotTenant float64 // share of the operations that are the first tenant's, %; 0 = an equal one
	Scope     float64 // ScopeAttempt or ScopeOperation
	Leave     float64 // LeaveAtDeadline or LeaveNever
	Mix       float64 // MixHashed or MixLCG48
	Path      []Hop   // the first hop is called by the client, each other one by the one before it or by its From
}

// What the deadline is counted from.
const (
	ScopeOperation = 0 // one budget for the operation and all its attempts
	ScopeAttempt   = 1 // every attempt of the client gets the whole deadline anew
)

// Whether a client waits past its deadline.
const (
	LeaveAtDeadline = 0
	LeaveNever      = 1
)

// How the class of an operation is drawn.
const (
	MixHashed = 0 // from the operation's own number
	MixLCG48  = 1 // in order from the published java.util.Random stream
)

// Hop is one step of a route: a service and the way its caller calls it.
type Hop struct {
	Service     string
	From        string  // the service of an earlier hop that calls this one; empty means the hop before
	Timeout     float64 // ms the caller waits for one attempt; 0 = none
	Tie         float64 // TieAnswer or TieTimer
	LateAnswers float64 // LateIgnored or LateAccepted
	Propagate   float64 // PropagateNo or PropagateYes
	Floor       float64 // ms
	HedgeAfter  float64 // ms, 0 = off
	Retry       Policy
	Guards      []Policy
}

// Whether the answer to an earlier attempt counts while a later one is under way.
const (
	LateIgnored  = 0
	LateAccepted = 1
)

// Whether a call is bounded by what is left of the operation's deadline.
const (
	PropagateNo  = 0
	PropagateYes = 1
)

// Which comes first when a caller's timer meets its answer at one instant.
const (
	TieAnswer = 0 // an answer at exactly the deadline is in time
	TieTimer  = 1 // the timer was scheduled first and wins
)

// MaxRoutes is how many routes a scenario may have, and MaxHops how many services one
// of them may visit.
const (
	MaxRoutes = 64
	MaxHops   = 64
)

// MaxGuards is how many guards a call may have.
const MaxGuards = 4

// Policy is a choice of kind with its settings, in the order of Kind.Params, and
// the rows of its table if the kind has one.
type Policy struct {
	Kind string
	V    []float64
	Rows [][]float64
	File string // where the rows were read from; empty when they stand in the scenario
}

// Rung is a step of the brownout ladder.
type Rung struct {
	Name    string
	Removes float64 // share of the optional work that is off in this rung, %; cumulative
	Off     string  // what is turned off
	Keeps   string  // the invariant that holds
	Signal  string  // what a user sees
}

// Change is something that happens at a moment of simulated time: a setting gets a
// value, or a person notes a moment. At its instant it comes before completions and
// arrivals.
type Change struct {
	At   Millis
	Path string  // the knob's path; empty for a note
	To   float64 // the new value
	Who  string  // "you", "scenario", "automatic"
	Note string

	Order Order // instead of Path: what a person decides by hand
}

// Sweep declares the table that `sweep` makes of a scenario: one knob's values on
// the x axis, one block of rows for each curve.
type Sweep struct {
	Over   string // knob path
	Values []float64
	Curves []Curve
	File   string // name of the CSV
}

// Curve is one block of a sweep: a name and the settings that make it.
type Curve struct {
	Name string
	Set  []Assignment
}

// Assignment gives a knob a value.
type Assignment struct {
	Path string
	To   float64
}

// Clone is a deep copy; an engine owns one, so that its knobs point into it.
func (s *Scenario) Clone() *Scenario {
	c := *s
	c.Try = slices.Clone(s.Try)
	c.Classes = slices.Clone(s.Classes)
	c.Ladder = slices.Clone(s.Ladder)
	c.Changes = slices.Clone(s.Changes)
	c.Actions = slices.Clone(s.Actions)
	c.Packet = s.Packet.Clone()
	c.GameDay = s.GameDay.Clone()
	c.Sweep.Values = slices.Clone(s.Sweep.Values)
	c.Sweep.Curves = slices.Clone(s.Sweep.Curves)
	c.Services = slices.Clone(s.Services)
	for i := range c.Services {
		sv := &c.Services[i]
		sv.Work, sv.Queue, sv.Gates = sv.Work.clone(), sv.Queue.clone(), clonePolicies(sv.Gates)
	}
	c.Routes = slices.Clone(s.Routes)
	for i := range c.Routes {
		r := &c.Routes[i]
		r.Demand = r.Demand.clone()
		r.Path = slices.Clone(r.Path)
		for j := range r.Path {
			h := &r.Path[j]
			h.Retry, h.Guards = h.Retry.clone(), clonePolicies(h.Guards)
		}
	}
	return &c
}

func (p Policy) clone() Policy {
	p.V = slices.Clone(p.V)
	p.Rows = slices.Clone(p.Rows)
	for i := range p.Rows {
		p.Rows[i] = slices.Clone(p.Rows[i])
	}
	return p
}

func clonePolicies(ps []Policy) []Policy {
	ps = slices.Clone(ps)
	for i := range ps {
		ps[i] = ps[i].clone()
	}
	return ps
}

// ServiceIndex is the position of the named service, or -1.
func (s *Scenario) ServiceIndex(name string) int {
	return slices.IndexFunc(s.Services, func(sv Service) bool { return sv.Name == name })
}

// Caller is the index of the hop that calls the i-th, -1 for the client. Hops with
// one caller are called together, and their caller waits for all of them. The error
// names a From that is not the service of an earlier hop.
func (r *Route) Caller(i int) (int, error) {
	from := r.Path[i].From
	if from == "" || i == 0 {
		return i - 1, nil
	}
	for j := i - 1; j >= 0; j-- {
		if r.Path[j].Service == from {
			return j, nil
		}
	}
	return 0, fmt.Errorf("route %q: %q is called from %q, which is not earlier on its path", r.Name, r.Path[i].Service, from)
}

// Validate says what is wrong with the scenario: which setting, which value, which
// range. nil means that an engine with this catalog can run it.
func (s *Scenario) Validate(cat Catalog) error {
	_, err := s.Valid(cat)
	return err
}

// Valid is Validate, and gives the settings of a valid scenario, which it has looked at
// anyway; they have no short names.
func (s *Scenario) Valid(cat Catalog) (Knobs, error) {
	if len(s.Routes) == 0 || len(s.Services) == 0 {
		return nil, fmt.Errorf("scenario %q needs at least one service and one route", s.Name)
	}
	seen := map[string]bool{}
	for _, name := range s.names() {
		if name == "" {
			return nil, fmt.Errorf("every service, route and class needs a name")
		}
		if seen[name] {
			return nil, fmt.Errorf("the name %q stands twice; services, routes and classes need names of their own", name)
		}
		seen[name] = true
	}
	var total float64
	for _, c := range s.Classes {
		total += c.Share
	}
	if len(s.Classes) > 0 && math.Abs(total-100) > 1e-6 {
		return nil, fmt.Errorf("classes: the shares sum to %s %%, they must sum to 100 %%", Group(total))
	}
	for _, r := range s.Routes {
		if len(r.Path) == 0 {
			return nil, fmt.Errorf("route %q: its path is empty", r.Name)
		}
		if len(r.Path) > MaxHops {
			return nil, fmt.Errorf("route %q: %d hops are too many, at most %d are possible", r.Name, len(r.Path), MaxHops)
		}
		for i, h := range r.Path {
			if _, err := r.Caller(i); err != nil {
				return nil, err
			}
			if s.ServiceIndex(h.Service) < 0 {
				return nil, fmt.Errorf("route %q: its path names the unknown service %q", r.Name, h.Service)
			}
			if len(h.Guards) > MaxGuards {
				return nil, fmt.Errorf("route %q: the call of %q has %d guards, at most %d are possible", r.Name, h.Service, len(h.Guards), MaxGuards)
			}
			if kind := repeated(h.Guards); kind != "" {
				return nil, fmt.Errorf("route %q: the call of %q has two guards of the kind %q, their settings would have the same names", r.Name, h.Service, kind)
			}
		}
	}
	for _, sv := range s.Services {
		if sv.Failover != "" && (sv.Failover == sv.Name || s.ServiceIndex(sv.Failover) < 0) {
			return nil, fmt.Errorf("service %q: it fails over to %q, which is no other service", sv.Name, sv.Failover)
		}
		if r := s.together(sv.Name, sv.Failover); r != "" {
			return nil, fmt.Errorf("service %q: it fails over to %q, which the route %q visits too: its workers would wait for each other", sv.Name, sv.Failover, r)
		}
		if kind := repeated(sv.Gates); kind != "" {
			return nil, fmt.Errorf("service %q: it has two gates of the kind %q, their settings would have the same names", sv.Name, kind)
		}
	}
	for _, most := range []struct {
		what  string
		n, at int
	}{{"services", len(s.Services), 1000}, {"routes", len(s.Routes), MaxRoutes}, {"classes", len(s.Classes), 100}, {"rungs", len(s.Ladder), 16}} {
		if most.n > most.at {
			return nil, fmt.Errorf("%d %s are too many, at most %d are possible", most.n, most.what, most.at)
		}
	}
	if err := checkLadder(s.Ladder); err != nil {
		return nil, err
	}
	if err := checkActions(s.Actions); err != nil {
		return nil, err
	}
	if s.GameDay != nil {
		if err := s.GameDay.Check(s); err != nil {
			return nil, err
		}
	}
	if int(s.Rung) > len(s.Ladder) {
		return nil, fmt.Errorf("rung: %s is out of range 0..%d", Group(s.Rung), len(s.Ladder))
	}
	knobs, err := s.settings(cat)
	if err != nil {
		return nil, err
	}
	for _, k := range knobs {
		if err := k.Check(k.Value()); err != nil {
			return nil, fmt.Errorf("%s: %w", k.Path, err)
		}
	}
	paths := make(map[string]bool, len(knobs))
	for i := range knobs {
		path := knobs[i].Path
		if paths[path] {
			return nil, fmt.Errorf("%s stands twice; a path visits a service once, and a place has one policy of a kind", path)
		}
		paths[path] = true
	}
	for _, c := range s.Changes {
		if c.Order.Kind != NoOrder {
			if c.Path != "" {
				return nil, fmt.Errorf("the change at %v is an order and sets %s; a change does one of them", c.At, c.Path)
			}
			if err := c.Order.Check(s); err != nil {
				return nil, fmt.Errorf("at %v: %w", c.At, err)
			}
		}
		if c.Path == "" {
			continue
		}
		k, err := knobs.Find(c.Path)
		if err != nil {
			return nil, err
		}
		if k.Fixed {
			return nil, fmt.Errorf("%s at %v: it can be set before a run only", k.Path, c.At)
		}
		if err := k.Check(c.To); err != nil {
			return nil, fmt.Errorf("%s at %v: %w", k.Path, c.At, err)
		}
	}
	return knobs, nil
}

// together is a route that visits both services, or "".
func (s *Scenario) together(a, b string) string {
	if b == "" {
		return ""
	}
	visits := func(r *Route, name string) bool {
		return slices.ContainsFunc(r.Path, func(h Hop) bool { return h.Service == name })
	}
	for i := range s.Routes {
		if r := &s.Routes[i]; visits(r, a) && visits(r, b) {
			return r.Name
		}
	}
	return ""
}

// repeated is a kind that stands twice in a list of policies, or "".
func repeated(ps []Policy) string {
	for i := range ps {
		if slices.ContainsFunc(ps[:i], func(p Policy) bool { return p.Kind == ps[i].Kind }) {
			return ps[i].Kind
		}
	}
	return ""
}

func (s *Scenario) names() []string {
	var names []string
	for _, sv := range s.Services {
		names = append(names, sv.Name)
	}
	for _, r := range s.Routes {
		names = append(names, r.Name)
	}
	for _, c := range s.Classes {
		names = append(names, c.Name)
	}
	return names
}

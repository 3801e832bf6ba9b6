// Package sim is the engine: it turns a scenario into what happens.
//
// It is single-threaded and event-driven, and knows no wall clock and no terminal.
// Scenario, seed and timed changes decide every byte; how a run is cut into pieces
// decides nothing.
//
//	clients --> gates --> queue --> workers --> next service ...
//	   ^                                 |
//	   +------ answer, or timeout -------+      (a caller waits on a call; a call
//	           and another attempt               makes attempts; an attempt at a
//	                                             service is a span)
package sim

import (
	"fmt"
	"math"
	"slices"

	"overloadtui/model"
	"overloadtui/model/state"
	"overloadtui/sim/policy"
	"overloadtui/sim/random"
	"overloadtui/sim/record"
)

// Engine runs one scenario. It is not safe for concurrent use.
type Engine struct {
	initial  *model.Scenario // as it began; read only
	scenario *model.Scenario // its own copy, which the knobs point into
	knobs    model.Knobs     // nil until somebody asks
	changes  []model.Change  // in the order in which they were asked for

	now      model.Millis
	horizon  model.Millis // clients start nothing at or after it
	closed   bool         // services start nothing at or after the horizon
	agenda   agenda
	sources  []source
	services []service
	hops     []hop
	spans    slab[span]
	calls    slab[call]
	dirty    []int32 // services that have to look for work at this instant
	samples  float64 // windows that have ended
	used     float64 // worker time up to the last of them, ms
	could    float64 // worker time that there was, ms

	recorder *record.Recorder
	machine  *state.Machine // of the operating states
	posture  state.Posture
	control  control
	door     door
	replay   replay
	movable  bool // some service fails over to another
	away     bool // they have
	tap      func(*model.Fact)
	counted  bool                  // facts go to the recorder
	read     [model.FactKinds]bool // kinds of facts that somebody reads
	fact     model.Fact            // that is being reported
	gens     uint32
	stale    [maxLanes]int // timers of each lane that nobody waits for any more
}

// source starts the operations of a route.
type source struct {
	route   int16
	demand  policy.Demand
	closed  policy.Closed // the same, when its clients wait for answers
	next    model.Millis
	epoch   uint32 // of the pending arrival; a changed load makes a new one
	ops     uint64
	lane    int
	hop     int32 // first hop
	classes classes
	tenants random.Stream
	correct random.Stream
}

// hop is one step of a route, compiled.
type hop struct {
	spec    *model.Hop
	route   *model.Route
	index   int16 // in the route's path
	routeNo int16
	service int32
	calls   []int32 // hops that the service calls, together, for this work
	retry   policy.Retry
	guards  []policy.Guard
	draws   random.Stream // of the retry policy
	timers  int           // lanes; negative until they are needed
	resends int
	hedges  int
	caller  int32 // hop that calls this one, or -1: the client
	other   int32 // the hop to the other place in a failover, or -1
	twin    bool  // this is the other place
}

// Option sets up an engine.
type Option func(*Engine)

// Tap has every fact handed to f as it happens. The fact is good until f returns.
func Tap(f func(*model.Fact)) Option {
	return func(e *Engine) {
		e.tap = f
		e.read[model.Started], e.read[model.GaveUp] = true, true
	}
}

// TapOnly is Tap for the facts of some kinds, and leaves all others out: nothing is
// counted, Points and Total stay at nothing. What happens is the same; so where control
// needs the counts, because the scenario is Governed, they are kept.
func TapOnly(f func(*model.Fact), kinds ...model.FactKind) Option {
	return func(e *Engine) {
		if Governed(e.initial) {
			Tap(func(fact *model.Fact) {
				if slices.Contains(kinds, fact.Kind) {
					f(fact)
				}
			})(e)
			return
		}
		e.tap, e.counted, e.read = f, false, [model.FactKinds]bool{}
		for _, k := range kinds {
			e.read[k] = true
		}
	}
}

// Governed says whether what happens in a run of the scenario depends on its windows:
// control is on, or one of the changes may switch it on, or there is something to replay,
// which starts and pauses by them.
func Governed(s *model.Scenario) bool {
	return s.Control == model.ControlOn || len(s.Changes) > 0 || s.Replays()
}

// Reuse gives a new engine the memory of one whose run is over; that one must not be
// used afterwards. Many short runs in a row then find their memory in the caches.
func Reuse(old *Engine) Option {
	return func(e *Engine) {
		if old != nil {
			e.spans.inherit(&old.spans)
			e.calls.inherit(&old.calls)
			e.recorder.Inherit(old.recorder)
		}
	}
}

// Catalog lists the policies that this engine can carry out.
func Catalog() model.Catalog { return policy.Catalog() }

// New builds an engine at time 0 for the scenario, which it copies. The error is
// the scenario's Validate.
func New(s *model.Scenario, options ...Option) (*Engine, error) {
	if err := s.Validate(Catalog()); err != nil {
		return nil, err
	}
	return NewValid(s, options...)
}

// NewValid is New for a scenario that Validate has accepted, which takes as long as
// thousands of attempts: for the many short runs of a sweep. The error is of a change on
// its timeline.
func NewValid(s *model.Scenario, options ...Option) (*Engine, error) {
	e := &Engine{initial: s.Clone(), scenario: s.Clone(), agenda: newAgenda(), horizon: model.Forever, counted: true}
	tenants := 0
	for _, r := range s.Routes {
		tenants = max(tenants, int(r.Tenants))
	}
	e.recorder = record.New(len(s.Services), len(s.Classes), tenants, len(s.Routes))
	e.machine = state.New(s.Thresholds)
	for k := range e.read {
		e.read[k] = true
	}
	e.read[model.Started], e.read[model.GaveUp] = false, false // nothing is counted of them
	for _, option := range options {
		option(e)
	}
	if s.Duration > 0 {
		e.horizon = model.Millis(s.Duration)
	}
	e.closed = s.End == model.EndFinish
	e.build()
	e.takeControl()
	e.prepareReplay()
	e.agenda.add(0, model.Millis(e.scenario.Window), phaseSample, sampleEvent, 0, 0)
	for _, c := range s.Changes {
		if err := e.Change(c); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func (e *Engine) build() {
	sc := e.scenario
	stream := func(name string) random.Stream { return random.Named(sc.Seed, name) }
	priority, value := []float64{0}, []float64{1}
	if len(sc.Classes) > 0 {
		priority, value = nil, nil
	}
	for _, c := range sc.Classes {
		priority, value = append(priority, c.Priority), append(value, c.Value)
	}
	config := func(name string) policy.Config {
		return policy.Config{Stream: stream(name), Priority: priority, Value: value}
	}
	for i := range sc.Services {
		spec := &sc.Services[i]
		queueConfig := config(spec.Name + ".queue")
		queueConfig.Workers = &spec.Workers
		sv := service{
			spec:   spec,
			work:   policy.Make[policy.Work](model.WorkFamily, &spec.Work, config(spec.Name+".work")),
			queue:  policy.Make[policy.Queue](model.QueueFamily, &spec.Queue, queueConfig),
			draws:  stream(spec.Name + ".time"),
			faults: stream(spec.Name + ".error"),
			done:   e.agenda.lane(),
		}
		sv.tracker, _ = sv.queue.(policy.Tracker)
		for g := range spec.Gates {
			name := spec.Name + ".gate." + spec.Gates[g].Kind
			gate := policy.Make[policy.Gate](model.GateFamily, &spec.Gates[g], config(name))
			if _, ok := gate.(policy.AgeGate); ok {
				sv.aged = true
			}
			sv.gates = append(sv.gates, gate)
		}
		if spec.Cache.Keys > 0 {
			sv.cache = newCache(&spec.Cache, sc.Seed, spec.Name)
			e.ageCache(int32(i), sv.cache)
		}
		sv.mean = e.expected(&sv)
		e.services = append(e.services, sv)
	}
	for i := range sc.Routes {
		r := &sc.Routes[i]
		src := source{
			route:   int16(i),
			demand:  policy.Make[policy.Demand](model.DemandFamily, &r.Demand, config(r.Name+".arrivals")),
			lane:    e.agenda.lane(),
			hop:     int32(len(e.hops)),
			classes: newClasses(sc.Classes, r.Mix, sc.Seed, stream(r.Name+".class")),
			tenants: stream(r.Name + ".tenant"),
			correct: stream(r.Name + ".correct"),
		}
		src.closed, _ = src.demand.(policy.Closed)
		for j := range r.Path {
			h := hop{
				spec: &r.Path[j], route: r, index: int16(j), routeNo: int16(i),
				service: int32(sc.ServiceIndex(r.Path[j].Service)),
				retry:   policy.Make[policy.Retry](model.RetryFamily, &r.Path[j].Retry, policy.Config{}),
				draws:   stream(r.Name + "." + r.Path[j].Service + ".backoff"),
				timers:  -1,
				resends: -1,
			}
			for g := range r.Path[j].Guards {
				guard := &r.Path[j].Guards[g]
				name := r.Name + "." + r.Path[j].Service + "." + guard.Kind
				h.guards = append(h.guards, policy.Make[policy.Guard](model.GuardFamily, guard, config(name)))
			}
			if r.Path[j].HedgeAfter > 0 {
				h.hedges = e.agenda.lane()
			}
			h.caller = -1
			if caller, _ := r.Caller(j); caller >= 0 {
				h.caller = src.hop + int32(caller)
				by := &e.hops[h.caller]
				by.calls = append(by.calls, int32(len(e.hops)))
			}
			e.hops = append(e.hops, h)
		}
		e.sources = append(e.sources, src)
	}
	e.makeAways()
	for i := range e.sources {
		e.await(int32(i), -1)
	}
	for i := range e.services {
		e.armFill(int32(i))
		e.prober(int32(i))
		p := &e.services[i].spec.Probes
		e.watch(int32(i), p.Every*p.Offset/100)
	}
}

// Now is how far the run has come: everything before it has happened.
func (e *Engine) Now() model.Millis { return e.now }

// Knobs are the settings with their values now.
func (e *Engine) Knobs() model.Knobs {
	if e.knobs != nil {
		return e.knobs
	}
	began, err := e.initial.Knobs(Catalog())
	if err == nil {
		e.knobs, err = e.scenario.Knobs(Catalog())
	}
	if err != nil {
		panic(err) // the scenario is valid
	}
	for i := range e.knobs {
		e.knobs[i].Initial = began[i].Value() // control may have moved it
	}
	return e.knobs
}

// Change schedules a change of a setting, or a note, at c.At, which must not be
// before Now. The error says what is wrong with it: an unknown name, a value out of
// range, a setting that is fixed during a run, a time that has passed.
func (e *Engine) Change(c model.Change) error {
	if c.At < e.now {
		return fmt.Errorf("%s: the change at %v comes too late, the run is at %v", c.Path, c.At, e.now)
	}
	if c.Order.Kind != model.NoOrder {
		if err := c.Order.Check(e.scenario); err != nil {
			return err
		}
	}
	if c.Path != "" {
		k, err := e.Knobs().Find(c.Path)
		if err != nil {
			return err
		}
		if k.Fixed {
			return fmt.Errorf("%s: it can be set before a run only", k.Path)
		}
		if err := k.Check(c.To); err != nil {
			return err
		}
		c.Path = k.Path
	}
	e.agenda.add(0, c.At, phaseDecide, changeEvent, int32(len(e.changes)), 0)
	e.changes = append(e.changes, c)
	return nil
}

// RunUntil lets everything happen that comes before t, and the end of a window that
// ends at t. Cutting a run into any such pieces changes nothing in it.
func (e *Engine) RunUntil(t model.Millis) {
	limit := event{at: t, key: uint64(phaseDecide) << 60}
	e.run(&limit)
	e.now = max(e.now, t)
}

// Finish runs to the scenario's duration and on as its End says: until nothing is
// left in the system, until nothing is in service, or to the end of that instant.
// A scenario without a duration cannot finish; Finish does nothing then.
func (e *Engine) Finish() { e.FinishUnless(func() bool { return false }) }

// FinishUnless is Finish, but gives up soon after stopped says so. It says whether it
// has finished; an engine that has not is of no further use.
func (e *Engine) FinishUnless(stopped func() bool) bool {
	if e.horizon == model.Forever {
		return true
	}
	const stretch = model.Second // between two questions
	for e.now+stretch < e.horizon {
		if stopped() {
			return false
		}
		e.RunUntil(e.now + stretch)
	}
	e.RunUntil(e.horizon)
	switch e.scenario.End {
	case model.EndStop:
		e.RunUntil(model.Millis(math.Nextafter(float64(e.horizon), math.Inf(1))))
	case model.EndFinish:
		if !e.drain(func() bool { return e.busy() > 0 }, stopped) {
			return false
		}
		e.leave()
	default:
		return e.drain(func() bool { return e.calls.n > 0 || e.spans.n > 0 }, stopped)
	}
	return true
}

// drain goes on, event by event, while there is something left and anything but the
// end of a window to come: without workers, for one, nothing would ever leave. It says
// false when stopped has done so first.
func (e *Engine) drain(more, stopped func() bool) bool {
	const stretch = 1 << 12 // events between two questions
	for n := 1; more() && (e.agenda.n > 1 || len(e.dirty) > 0); n++ {
		if n%stretch == 0 && stopped() {
			return false
		}
		if len(e.dirty) == 0 {
			e.now = e.agenda.heads[e.agenda.next()].at
		}
		limit := event{at: e.now, key: math.MaxUint64}
		e.run(&limit)
	}
	return true
}

func (e *Engine) busy() int {
	n := 0
	for i := range e.services {
		n += e.services[i].busy
	}
	return n
}

// run is the one loop of the program.
func (e *Engine) run(limit *event) {
	for {
		lane := e.agenda.next()
		ev := e.agenda.heads[lane]
		if len(e.dirty) > 0 && ev.at > e.now {
			e.dispatch()
			continue
		}
		if !ev.before(limit) {
			return
		}
		e.agenda.drop(lane)
		e.now = ev.at
		switch ev.kind() {
		case arriveEvent:
			e.arrive(ev.idx, ev.gen)
		case completeEvent:
			e.complete(ev.idx, ev.gen)
		case timeoutEvent:
			e.timeout(ev.idx, ev.gen, lane)
		case resendEvent:
			e.resend(ev.idx, ev.gen)
		case hedgeEvent:
			e.hedge(ev.idx, ev.gen)
		case releaseEvent:
			e.enter(ev.idx)
		case probeEvent:
			e.probe(ev.idx)
		case restartEvent:
			e.restart(ev.idx)
		case backEvent:
			e.back(ev.idx)
		case sampleEvent:
			e.sample()
		case changeEvent:
			e.apply(ev.idx)
		case stepEvent:
			e.jittered(int(ev.idx), ev.gen)
		case expireEvent:
			e.expire(ev.idx)
		case replayEvent:
			e.replayNext(ev.gen)
		case fillEvent:
			e.fillDue(ev.idx)
		case filledEvent:
			e.filled(ev.idx, ev.gen)
		case entriesEvent:
			e.expireCache(ev.idx)
		}
	}
}

// await schedules the next arrival of a source.
func (e *Engine) await(i int32, last model.Millis) {
	s := &e.sources[i]
	s.next = s.demand.Next(last)
	if s.next < e.horizon {
		e.agenda.add(s.lane, s.next, phaseArrive, arriveEvent, i, s.epoch)
	}
}

func (e *Engine) arrive(i int32, epoch uint32) {
	s := &e.sources[i]
	if s.epoch != epoch && epoch != again {
		return
	}
	route := e.hops[s.hop].route
	c, k := e.calls.take()
	k.op, k.class, k.tenant = s.ops, s.classes.of(s.ops), tenantOf(route, s.tenants, s.ops)
	k.arrived, k.deadline = e.now, e.now+model.Millis(route.Deadline)
	k.hop, k.parent, k.root, k.id = s.hop, -1, c, e.newGen()
	k.rootID = k.id
	fact := e.about(model.Offered, k, &e.hops[s.hop])
	fact.Service = -1
	e.emit(fact)
	s.ops++
	if epoch != again {
		e.await(i, e.now)
	}
	e.attempt(c, k)
}

// again marks the arrivals of clients who have been here before, which are not the
// source's next.
const again = 1<<32 - 1

// comeBack schedules the next operation of a client whose last one has ended.
func (e *Engine) comeBack(i int16, how model.Outcome) {
	s := &e.sources[i]
	if at := s.closed.Ended(e.now, how); at < e.horizon {
		e.agenda.add(0, at, phaseArrive, arriveEvent, int32(i), again)
	}
}

// apply carries out the change of that index.
func (e *Engine) apply(i int32) {
	c := &e.changes[i]
	e.emit(&model.Fact{Kind: model.Changed, Depth: i, Service: -1})
	if c.Order.Kind != model.NoOrder {
		e.obey(c.Order)
		return
	}
	line := model.Entry{Kind: model.ChangeEntry, Cause: manual, Who: c.Who, Why: c.Note, Text: c.Note}
	if c.Who == "" || c.Who == scenarioWho {
		line.Cause = scenarioWho
	}
	if c.Path == "" {
		e.log(line)
		return
	}
	k, err := e.Knobs().Find(c.Path)
	if err != nil {
		panic(err) // Change has looked it up
	}
	line.Text = fmt.Sprintf("%s %s -> %s", k.Short, k.Format(k.Value()), k.Format(c.To))
	if k.At() == &e.scenario.Rung && e.scenario.Control == model.ControlOn {
		line.Kind = model.RefusalEntry
		line.Text += " refused: control chooses the rung; an override holds it"
		e.log(line)
		return
	}
	e.settle(func() { k.Set(c.To) })
	e.log(line)
	if e.scenario.Control != model.ControlOn {
		e.letGo()
		e.readPosture()
	}
}

// scenarioWho is who makes the changes that stand on a scenario's own timeline.
const scenarioWho = "scenario"

// settle changes settings and brings everything that depends on them up to date.
func (e *Engine) settle(change func()) {
	for i := range e.services {
		e.occupy(&e.services[i], 0) // so far there were as many workers as before
	}
	change()
	e.machine.SetThresholds(e.scenario.Thresholds)
	e.control.distrust = e.distrust()
	e.readPosture()
	e.guard()
	for i := range e.sources {
		e.retime(int32(i))
	}
	for i := range e.services {
		sv := &e.services[i]
		sv.mean = e.expected(sv)
		e.touch(int32(i))
		e.watch(int32(i), sv.spec.Probes.Every)
	}
	e.carry()
	e.pace()
}

// retime asks a source anew when its next operation comes.
func (e *Engine) retime(i int32) {
	s := &e.sources[i]
	next := s.demand.Retime(e.now, s.next)
	if next == s.next {
		return
	}
	s.next = next
	s.epoch++
	if next < e.horizon {
		e.agenda.add(s.lane, next, phaseArrive, arriveEvent, i, s.epoch)
	}
}

// emit reports a fact. Facts that are frequent and not always read are not built when
// nobody reads them.
func (e *Engine) emit(f *model.Fact) {
	if !e.read[f.Kind] {
		return
	}
	f.At = e.now
	if e.counted {
		e.recorder.Add(f)
	}
	if e.tap != nil {
		e.tap(f)
	}
}

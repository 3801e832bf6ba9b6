package sim

import (
	"overloadtui/model"
	"overloadtui/sim/policy"
	"overloadtui/sim/random"
)

// service is a pool of workers behind a queue, with gates at its door.
type service struct {
	spec     *model.Service
	work     policy.Work
	queue    policy.Queue
	tracker  policy.Tracker // the same, when it has to know who is in service
	gates    []policy.Gate
	draws    random.Stream // of service times
	faults   random.Stream // of errors
	done     int           // lane of completions
	inSystem int           // held by a gate, waiting, in service
	busy     int           // workers
	dirty    bool          // it has to look for work at this instant
	aged     bool          // a gate looks at the age of the oldest
	mean     model.Millis  // expected service time, as of the last change or sample
	carried  float64       // share of its capacity that the services behind it can carry, 0..1
	since    model.Millis  // when busy last changed
	used     float64       // worker time since the last sample, ms
	could    float64       // worker time that there was since then, ms
	debt     model.Millis  // worker time that refusals have cost and nobody has paid yet
	given    float64       // worker time that attempts took which began since the last sample, ms,
	began    int           // and how many these were
	prober   int32         // hop of its health probes
	probes   uint64        // sent so far
	misses   int           // probes in a row
	watched  bool          // a probe is to come
	down     bool          // it restarts
	cache    *cache        // nil when it has none
}

// span is one attempt at one service.
type span struct {
	op        uint64
	sent      model.Millis
	queued    model.Millis // when it entered the queue
	began     model.Millis // when a worker took it
	shed      model.Millis // what the worker had to pay for refusals before it
	deadline  model.Millis
	call      int32  // the call that sent it
	callGen   uint32 // while the call has this, its caller waits for this attempt
	callID    uint32
	root      int32 // the client's call
	rootID    uint32
	hop       int32
	attempt   uint16
	branch    uint16
	class     uint8
	tenant    uint8
	gen       uint32 // of its stay with a worker; the end of an earlier one is stale
	firstCall int32  // of the calls that it waits for, or -1
	waiting   uint8  // calls that it waits for
	stage     uint8
	broken    bool  // one of them failed
	replay    bool  // deferred work that is redone
	poison    bool  // it fails
	hit       bool  // it is answered from the cache
	fetches   uint8 // popularity of the key that it puts into the cache, from 1; 0 = none
	follows   int32 // from 1, the span whose fetch answers it too; 0 = none
	idle      bool  // its own work is done, and it waits for that
}

// The stages of a span.
const (
	spanHeld    = iota // by a gate
	spanWaiting        // in the queue
	spanWorking        // with a worker, which it keeps while it waits for calls
)

// knock brings the attempt of a call to the service's door. It reports a refusal and
// gives its reason.
func (e *Engine) knock(c int32, k *call, h *hop) model.Reason {
	sv := &e.services[h.service]
	release := e.now
	if e.door.guarded && h.index == 0 && h.routeNo >= 0 && !k.replay {
		if why := e.admit(k, h, sv); why != model.NoReason {
			return e.refuse(k, h, why)
		}
	}
	if len(sv.gates) > 0 {
		view := policy.View{
			InSystem: sv.inSystem, Everywhere: e.spans.n, Queued: sv.queue.Len(), InService: sv.busy,
			Class: k.class, Tenant: k.tenant, Attempt: k.attempt,
			Remaining: k.deadline - e.now, Mean: sv.mean, Workers: sv.workers(),
		}
		if sv.aged {
			if at, ok := sv.queue.Oldest(); ok {
				view.Age = e.now - at
			}
		}
		makeRoom := model.NoReason
		for _, g := range sv.gates {
			verdict := g.Admit(e.now, view)
			if verdict.Evict {
				makeRoom = verdict.Reason // once all others have admitted it
				continue
			}
			if verdict.Reason != model.NoReason {
				return e.refuse(k, h, verdict.Reason)
			}
			release = max(release, verdict.Release)
		}
		if makeRoom != model.NoReason {
			t, ok := sv.queue.Evict(k.class)
			if !ok {
				return e.refuse(k, h, makeRoom)
			}
			e.discard(t.Span, model.Evicted)
		}
	}
	i, s := e.spans.take()
	s.op, s.attempt, s.branch, s.class, s.tenant = k.op, k.attempt, k.branch, k.class, k.tenant
	s.sent, s.deadline = e.now, k.deadline
	s.hop, s.call, s.callGen, s.callID = k.hop, c, k.gen, k.id
	s.root, s.rootID, s.firstCall = k.root, k.rootID, -1
	s.replay, s.poison = k.replay, k.poison
	k.spans[k.flying] = i
	if release > e.now {
		sv.inSystem++
		e.agenda.add(0, release, phaseArrive, releaseEvent, i, 0)
		return model.NoReason
	}
	if !e.join(i, s, h, sv) {
		e.free(i)
		return e.refuse(k, h, model.QueueFull)
	}
	sv.inSystem++
	return model.NoReason
}

func (e *Engine) refuse(k *call, h *hop, why model.Reason) model.Reason {
	fact := e.about(model.Refused, k, h)
	fact.Reason = why
	e.emit(fact)
	sv := &e.services[h.service]
	sv.debt += model.Millis(sv.spec.ShedCost)
	return why
}

// enter lets an attempt that a gate had held into the queue.
func (e *Engine) enter(i int32) {
	s := e.spans.at(i)
	h := &e.hops[s.hop]
	if e.join(i, s, h, &e.services[h.service]) {
		return
	}
	fact := e.of(model.Refused, s)
	fact.Reason = model.QueueFull
	e.emit(fact)
	e.lose(i, model.Rejected)
}

// join puts an attempt into its service's queue, if that has room.
func (e *Engine) join(i int32, s *span, h *hop, sv *service) bool {
	s.queued, s.stage = e.now, spanWaiting
	if !sv.queue.Push(e.now, ticket(i, s, h)) {
		return false
	}
	if s.replay && h.index == 0 {
		e.replay.admitted++
	}
	if e.read[model.Admitted] {
		fact := e.of(model.Admitted, s)
		fact.Value = e.now - s.sent
		e.emit(fact)
	}
	e.touch(h.service)
	return true
}

// ticket stands for an attempt in a queue.
func ticket(i int32, s *span, h *hop) policy.Ticket {
	origin := policy.Origin{Class: s.class, Tenant: s.tenant, Route: uint8(h.routeNo)}
	return policy.Ticket{Span: i, At: s.queued, Deadline: s.deadline, Origin: origin}
}

// of is a fact about an attempt at a service, built like about's.
func (e *Engine) of(kind model.FactKind, s *span) *model.Fact {
	h := &e.hops[s.hop]
	f := &e.fact
	*f = model.Fact{}
	f.Kind, f.Op, f.Sent = kind, s.op, s.sent
	f.Service, f.Route, f.Hop = int16(h.service), h.routeNo, h.index
	f.Attempt, f.Class, f.Tenant, f.Replay = s.attempt, s.class, s.tenant, s.replay
	return f
}

// touch notes that a service has to look for work before this instant ends.
func (e *Engine) touch(service int32) {
	if sv := &e.services[service]; !sv.dirty {
		sv.dirty = true
		e.dirty = append(e.dirty, service)
	}
}

// dispatch lets free workers take from their queues, service by service in the
// order in which they had reason to look.
func (e *Engine) dispatch() {
	for i := 0; i < len(e.dirty); i++ {
		sv := &e.services[e.dirty[i]]
		sv.dirty = false
		if e.closed && e.now >= e.horizon {
			continue
		}
		for float64(sv.busy) < sv.workers() {
			if sv.cache != nil && sv.cache.due {
				e.fill(e.dirty[i], sv)
				continue
			}
			t, drop, ok := sv.queue.Pop(e.now)
			if !ok {
				break
			}
			if drop == model.NoReason && e.expired(sv, &t) {
				drop = model.Expired
			}
			if drop != model.NoReason {
				e.discard(t.Span, drop)
				continue
			}
			e.start(sv, t.Span)
		}
	}
	e.dirty = e.dirty[:0]
}

func (e *Engine) expired(sv *service, t *policy.Ticket) bool {
	switch sv.spec.Expiry {
	case model.ExpiryLate:
		return e.now > t.Deadline
	case model.ExpiryPredicted:
		return e.now+sv.mean > t.Deadline
	}
	return false
}

// expected is the mean service time when all workers are busy, at the rung in force:
// what capacity is made of, and what waiting work has before it. Of a cache it is what it
// is with the keys that are warm now.
func (e *Engine) expected(sv *service) model.Millis {
	full := sv.work.Mean(e.now, policy.Load{Others: max(0, int(sv.spec.Workers)-1), Workers: sv.spec.Workers})
	full = model.Millis(float64(full) * (1 - e.saved(sv)))
	if sv.cache == nil {
		return full
	}
	saves, _ := sv.cache.saves()
	return model.Millis(float64(full) * (1 - saves))
}

// start gives an attempt to a worker.
func (e *Engine) start(sv *service, i int32) {
	s := e.spans.at(i)
	h := &e.hops[s.hop]
	if e.read[model.Started] {
		fact := e.of(model.Started, s)
		fact.Value = e.now - s.queued
		e.emit(fact)
	}
	time := sv.work.Time(e.now, policy.Load{Others: sv.busy, Workers: sv.spec.Workers}, sv.draws.Of(s.op*model.MaxRoutes+uint64(h.routeNo), s.branch))
	if saved := e.saved(sv); saved > 0 {
		time = model.Millis(float64(time) * (1 - saved))
	}
	if sv.cache != nil {
		time = model.Millis(float64(time) * sv.cache.look(i, s, h.routeNo))
	}
	sv.given += float64(time)
	sv.began++
	if sv.debt > 0 {
		s.shed = sv.debt
		time += sv.debt
		sv.debt = 0
	}
	s.began = e.now
	e.occupy(sv, +1)
	if sv.tracker != nil {
		sv.tracker.Began(ticket(i, s, h))
	}
	s.gen, s.stage = e.newGen(), spanWorking
	if s.follows > 0 {
		e.follow(sv.cache, i, s)
	}
	e.agenda.add(sv.done, e.now+time, phaseComplete, completeEvent, i, s.gen)
}

// saved is the share of the service time that the brownout rung in force removes.
func (e *Engine) saved(sv *service) float64 {
	rung := int(e.scenario.Rung)
	if rung == 0 {
		return 0
	}
	return sv.spec.Optional / 100 * e.scenario.Ladder[rung-1].Removes / 100
}

// occupy changes the number of busy workers and keeps the worker time that was used,
// and that there was. Workers who were taken away while busy finish what they have.
func (e *Engine) occupy(sv *service, by int) {
	busy, span := float64(sv.busy), float64(e.now-sv.since)
	sv.used += float64(busy * span)
	sv.could += float64(max(sv.workers(), busy) * span)
	sv.since = e.now
	sv.busy += by
}

// vacate frees the worker of an attempt.
func (e *Engine) vacate(sv *service, i int32, s *span) {
	e.occupy(sv, -1)
	if sv.tracker != nil {
		sv.tracker.Ended(ticket(i, s, &e.hops[s.hop]))
	}
}

// complete is the end of an attempt's own work.
func (e *Engine) complete(i int32, gen uint32) {
	s := e.spans.at(i)
	if s.gen != gen {
		return // it was taken back
	}
	h := &e.hops[s.hop]
	sv := &e.services[h.service]
	if sv.spec.Errors > 0 {
		draw := sv.faults.Of(s.op*model.MaxRoutes+uint64(h.routeNo), s.branch)
		if draw.Float()*100 < sv.spec.Errors {
			e.finish(i, s, false)
			return
		}
	}
	if s.poison {
		e.finish(i, s, false)
		return
	}
	if s.follows > 0 {
		s.idle = true
		return
	}
	if len(h.calls) == 0 || s.hit {
		e.finish(i, s, !s.broken)
		return
	}
	s.waiting = uint8(len(h.calls))
	for _, next := range h.calls {
		e.begin(i, next)
	}
}

// finish frees the worker of an attempt and answers its caller, if that waits.
func (e *Engine) finish(i int32, s *span, ok bool) {
	c, k := s.call, e.calls.at(s.call)
	waits, current := e.waits(k, s), k.gen == s.callGen
	kind := model.Served
	if !ok {
		kind = model.Erred
	}
	fact := e.of(kind, s)
	fact.Value = e.now - s.sent
	fact.Worked, fact.Shed = e.now-s.began, s.shed
	// Its caller waits for it, and the client of the operation for that.
	fact.Useful = ok && waits && e.calls.at(s.root).id == s.rootID
	fact.InTime = e.now <= s.deadline
	e.emit(fact)
	sv := &e.services[fact.Service]
	e.fetched(i, s, ok)
	e.vacate(sv, i, s)
	how := model.Good
	switch {
	case !ok:
		how = model.Broken
	case !fact.InTime:
		how = model.Late
	}
	e.depart(sv, fact.Value, how)
	e.touch(int32(fact.Service))
	e.free(i)
	switch {
	case ok && waits:
		e.answered(c, k)
	case !ok && current:
		e.fell(c, k, model.Broken)
	}
}

// fell takes a failed attempt, or its hedge, off a call; the other may still answer.
func (e *Engine) fell(c int32, k *call, how model.Outcome) {
	if k.flying--; k.flying == 0 {
		e.failed(c, k, how)
	}
}

func (e *Engine) depart(sv *service, took model.Millis, how model.Outcome) {
	sv.inSystem--
	for _, g := range sv.gates {
		g.Done(e.now, policy.Departure{Took: took, InSystem: sv.inSystem, How: how})
	}
}

// discard drops an attempt that waits, or that a worker had.
func (e *Engine) discard(i int32, why model.Reason) {
	s := e.spans.at(i)
	fact := e.of(model.Dropped, s)
	fact.Reason, fact.Value = why, e.now-s.queued
	e.working(fact, s)
	e.emit(fact)
	outcome := model.ExpiredOut
	switch why {
	case model.Evicted:
		outcome = model.EvictedOut
	case model.Restarting:
		outcome = model.Broken
	}
	e.lose(i, outcome)
}

// working adds to a fact about the end of an attempt what it has cost.
func (e *Engine) working(f *model.Fact, s *span) {
	if s.stage == spanWorking {
		f.Working, f.Worked, f.Shed = true, e.now-s.began, min(s.shed, e.now-s.began)
	}
}

// lose ends an attempt that was not served.
func (e *Engine) lose(i int32, how model.Outcome) {
	s := e.spans.at(i)
	c, k := s.call, e.calls.at(s.call)
	current := k.gen == s.callGen
	e.depart(&e.services[e.hops[s.hop].service], e.now-s.sent, how)
	e.free(i)
	if current {
		e.fell(c, k, how)
	}
}

// leave reports what is still waiting when services start nothing any more.
func (e *Engine) leave() {
	for i := range e.services {
		for {
			t, _, ok := e.services[i].queue.Pop(e.horizon)
			if !ok {
				break
			}
			s := e.spans.at(t.Span)
			fact := e.of(model.Unserved, s)
			fact.Value = max(0, e.horizon-s.queued) // it may have come from a service that was still at work
			e.emit(fact)
		}
	}
}

package sim

import (
	"overloadtui/model"
	"overloadtui/sim/policy"
	"overloadtui/sim/random"
)

// call is a caller waiting for an answer: a client for its operation, or a service,
// which keeps its worker meanwhile, for its next hop. It makes attempts, one at a
// time.
type call struct {
	op       uint64
	arrived  model.Millis
	deadline model.Millis // when an answer is no longer good
	hop      int32
	parent   int32  // the span that waits, or -1: a client
	sibling  int32  // the next call of that span, or -1
	root     int32  // the client's call
	rootID   uint32 // which call that number stood for
	id       uint32 // no two calls have the same
	gen      uint32 // new with every attempt and pause; timers and spans of older ones are stale
	attempt  uint16 // under way, from 1
	branch   uint16 // which of all attempts of the operation at this hop; names its random draws
	class    uint8
	tenant   uint8
	replay   bool // deferred work that is redone, or part of it
	poison   bool
	timed    bool     // a timer runs for the attempt under way
	sent     bool     // permits are for the attempt under way, and a result is due
	held     bool     // permits are for the pause, and the next attempt needs them
	spans    [2]int32 // the attempt under way and its hedge
	flying   uint8    // spans of the attempt that may still answer: it and its hedge
	permits  [maxGuards]policy.Permit
	pause    model.Millis // before the attempt under way
	deferred int32        // of a replayed operation: its number
}

// maxGuards bounds the guards of a call, so that their permits fit into it.
const maxGuards = model.MaxGuards

// newGen is a number that no live timer or span carries. 0 is never one: it marks
// what is free.
func (e *Engine) newGen() uint32 {
	if e.gens++; e.gens == 0 {
		e.gens++
	}
	return e.gens
}

// begin starts the call of a span to its next hop.
func (e *Engine) begin(parent int32, next int32) {
	s := e.spans.at(parent)
	c, k := e.calls.take()
	k.op, k.branch, k.class, k.tenant = s.op, s.branch, s.class, s.tenant
	k.arrived, k.deadline = e.now, s.deadline
	k.hop, k.parent, k.sibling, k.id = next, parent, s.firstCall, e.newGen()
	k.root, k.rootID, k.replay = s.root, s.rootID, s.replay
	s.firstCall = c
	e.attempt(c, k)
}

// attempt sends the next attempt of a call.
func (e *Engine) attempt(c int32, k *call) {
	if e.movable {
		e.place(k)
	}
	h := &e.hops[k.hop]
	k.attempt++
	k.gen = e.newGen()
	k.branch = k.branch*31 + k.attempt
	k.flying = 0
	patience := model.Forever
	alone := k.replay && k.parent < 0 // nobody waits for it
	if h.spec.Timeout > 0 && !alone {
		patience = e.now + model.Millis(h.spec.Timeout)
	}
	if k.parent < 0 {
		if h.route.Scope == model.ScopeAttempt && !alone {
			k.deadline = e.now + model.Millis(h.route.Deadline)
		}
		if h.route.Leave == model.LeaveAtDeadline {
			patience = min(patience, k.deadline)
		}
	}
	if h.spec.Propagate == model.PropagateYes {
		patience = min(patience, k.deadline)
		if e.now >= k.deadline || k.deadline-e.now < model.Millis(h.spec.Floor) {
			e.withhold(k, h, model.NoTime)
			e.giveUp(c, k, model.Rejected)
			return
		}
	}
	if why := e.ask(k, h); why != model.NoReason {
		e.withhold(k, h, why)
		e.failed(c, k, model.Rejected)
		return
	}
	switch e.send(c, k, h) {
	case model.NoReason:
	case model.SetAside:
		e.setAside(c, k, h)
		return
	default:
		e.failed(c, k, model.Rejected)
		return
	}
	if h.spec.HedgeAfter > 0 && !alone {
		e.agenda.add(h.hedges, e.now+model.Millis(h.spec.HedgeAfter), phaseTimer, hedgeEvent, c, k.gen)
	}
	phase := phaseTimer
	if h.spec.Tie == model.TieTimer {
		phase = phaseComplete
	}
	if patience < model.Forever {
		k.timed = true
		e.agenda.add(e.agenda.needed(&h.timers), patience, phase, timeoutEvent, c, k.gen)
	}
}

// keptTimers is how many timers that nobody waits for may stay in a lane; more are
// swept out as soon as they are the greater part, so that memory follows what is in
// the system also when patience is long.
const keptTimers = 4096

// forget notes that the timer of a call, if one runs, will find nobody.
func (e *Engine) forget(k *call) {
	if !k.timed {
		return
	}
	k.timed = false
	lane := e.hops[k.hop].timers
	if e.stale[lane]++; e.stale[lane] < keptTimers || 2*e.stale[lane] < e.agenda.length(lane) {
		return
	}
	e.agenda.keep(lane, func(ev *event) bool {
		return ev.kind() != timeoutEvent || e.calls.at(ev.idx).gen == ev.gen
	})
	e.stale[lane] = 0
}

// setAside ends an operation that is deferred: its client is told so, which for its
// guards is an answer, and does not ask again.
func (e *Engine) setAside(c int32, k *call, h *hop) {
	e.report(k, h, model.Good)
	e.resolve(c, k, model.Deferred)
}

// send sends an attempt, or its hedge, to the service, or gives the reason of a refusal.
func (e *Engine) send(c int32, k *call, h *hop) model.Reason {
	fact := e.about(model.Sent, k, h)
	fact.Depth = int32(e.services[h.service].inSystem)
	e.emit(fact)
	why := e.knock(c, k, h)
	if why == model.NoReason {
		k.flying++
	}
	return why
}

// hedge sends a second try beside an attempt that is still without an answer.
func (e *Engine) hedge(c int32, gen uint32) {
	k := e.calls.at(c)
	if k.gen == gen {
		k.branch += hedgeBranch
		e.send(c, k, &e.hops[k.hop])
	}
}

// hedgeBranch sets the random draws of a hedge apart from those of its attempt.
const hedgeBranch = 1 << 15

func (e *Engine) withhold(k *call, h *hop, why model.Reason) {
	fact := e.about(model.Withheld, k, h)
	fact.Reason = why
	e.emit(fact)
}

// ask asks the guards of a call for leave to send the attempt. The permits of an
// attempt that is not sent after all go back as unused.
func (e *Engine) ask(k *call, h *hop) model.Reason {
	if len(h.guards) == 0 || k.replay && k.parent < 0 {
		return model.NoReason
	}
	for i, g := range h.guards {
		permit, why := g.Allow(e.now, k.attempt, k.permits[i])
		if why != model.NoReason {
			e.cancel(k, h, 0, i)
			if k.held {
				e.cancel(k, h, i+1, len(h.guards))
			}
			k.permits, k.held = [maxGuards]policy.Permit{}, false
			return why
		}
		k.permits[i] = permit
	}
	k.sent, k.held = true, false
	return model.NoReason
}

// toldNotTo says whether a client knows that it need not try again: while retries are
// suppressed, and when its tenant is isolated and had its share.
func (e *Engine) toldNotTo(k *call, how model.Outcome) bool {
	return e.control.doing[model.DoSuppress].inForce || how == model.Rejected && e.control.isolated == int(k.tenant)
}

// mayRetry asks the guards of a call for leave to make another attempt after the one
// that has failed.
func (e *Engine) mayRetry(k *call, h *hop, how model.Outcome) bool {
	if k.parent < 0 && e.toldNotTo(k, how) {
		fact := e.about(model.Withheld, k, h)
		fact.Attempt, fact.Reason = k.attempt+1, model.Suppressed
		e.emit(fact)
		return false
	}
	for i, g := range h.guards {
		permit, why := g.Retry(e.now, k.attempt+1, how)
		if why != model.NoReason {
			e.cancel(k, h, 0, i)
			k.permits = [maxGuards]policy.Permit{}
			fact := e.about(model.Withheld, k, h)
			fact.Attempt, fact.Reason = k.attempt+1, why
			e.emit(fact)
			return false
		}
		k.permits[i] = permit
	}
	k.held = len(h.guards) > 0
	return true
}

// cancel gives the permits of some guards of a call, first up to but not including
// last, back as unused.
func (e *Engine) cancel(k *call, h *hop, first, last int) {
	for i := first; i < last; i++ {
		h.guards[i].Cancel(e.now, k.permits[i])
	}
}

// report tells the guards of a call how the attempt that it had sent ended.
func (e *Engine) report(k *call, h *hop, how model.Outcome) {
	if !k.sent {
		return
	}
	k.sent = false
	for i, g := range h.guards {
		g.Result(e.now, k.permits[i], how)
	}
	k.permits = [maxGuards]policy.Permit{}
}

// about is a fact about the attempt that a call is making. It is built in one place
// that is used again for the next fact, because copies of it were a fifth of all time.
func (e *Engine) about(kind model.FactKind, k *call, h *hop) *model.Fact {
	f := &e.fact
	*f = model.Fact{}
	f.Kind, f.Op, f.Sent = kind, k.op, e.now
	f.Service, f.Route, f.Hop = int16(h.service), h.routeNo, h.index
	f.Attempt, f.Class, f.Tenant, f.Replay = k.attempt, k.class, k.tenant, k.replay
	return f
}

// timeout is a caller's timer.
func (e *Engine) timeout(c int32, gen uint32, lane int) {
	k := e.calls.at(c)
	if k.gen != gen {
		e.stale[lane]--
		return
	}
	k.timed = false
	if e.read[model.GaveUp] {
		e.emit(e.about(model.GaveUp, k, &e.hops[k.hop]))
	}
	e.failed(c, k, model.Abandoned)
}

// resend is the end of a pause between attempts.
func (e *Engine) resend(c int32, gen uint32) {
	if k := e.calls.at(c); k.gen == gen {
		e.attempt(c, k)
	}
}

// failed is called when the attempt under way has failed for its caller: it tries
// again, or gives up.
func (e *Engine) failed(c int32, k *call, how model.Outcome) {
	h := &e.hops[k.hop]
	e.takeBack(k, model.Abandoned)
	e.report(k, h, how)
	k.gen = e.newGen()
	e.forget(k)
	wait, again := h.retry.Next(k.attempt, k.pause, h.draws.Of(k.op, k.branch))
	at, phase := e.now+wait, phaseComplete
	if k.parent < 0 {
		phase = phaseResend
		// A client sends nothing after the end of the demand, and nothing that its own
		// deadline would make useless.
		tooLate := h.route.Scope == model.ScopeOperation && h.route.Leave == model.LeaveAtDeadline && at >= k.deadline
		again = again && at < e.horizon && !tooLate && !k.replay
	}
	if again && e.mayRetry(k, h, how) {
		k.pause = wait
		e.agenda.add(e.agenda.needed(&h.resends), at, phase, resendEvent, c, k.gen)
		return
	}
	e.giveUp(c, k, how)
}

// giveUp ends a call that failed.
func (e *Engine) giveUp(c int32, k *call, how model.Outcome) {
	if parent := k.parent; parent >= 0 {
		e.release(c, k)
		e.returned(parent, false)
		return
	}
	e.resolve(c, k, how)
}

// returned tells a span that one of the calls that it waits for has ended.
func (e *Engine) returned(parent int32, ok bool) {
	s := e.spans.at(parent)
	s.waiting--
	s.broken = s.broken || !ok
	if s.waiting == 0 {
		e.finish(parent, s, !s.broken)
	}
}

// answered is called when the attempt under way has its answer.
func (e *Engine) answered(c int32, k *call) {
	h := &e.hops[k.hop]
	e.takeBack(k, model.Good)
	e.report(k, h, model.Good)
	if k.parent >= 0 {
		parent := k.parent
		e.release(c, k)
		e.returned(parent, true)
		return
	}
	outcome := model.Late
	if e.now <= k.deadline {
		outcome = model.Good
	}
	if correct := h.route.Correct; correct < 100 {
		draw := e.sources[h.routeNo].correct.Of(k.op, 0)
		if draw.Float()*100 >= correct {
			outcome = model.Incorrect
		}
	}
	e.resolve(c, k, outcome)
}

// resolve ends an operation.
func (e *Engine) resolve(c int32, k *call, how model.Outcome) {
	h := &e.hops[k.hop]
	if h.routeNo < 0 {
		e.release(c, k)
		e.probed(h.service, how == model.Good)
		return
	}
	if k.replay {
		e.redone(c, k, how)
		return
	}
	if how == model.Deferred {
		e.replay.aside++
	}
	if e.keeps(how) {
		how = model.Deferred
		e.keep(k, h.routeNo)
	}
	fact := e.about(model.Resolved, k, h)
	fact.Outcome, fact.Sent, fact.Value = how, k.arrived, e.now-k.arrived
	fact.Apart = e.control.isolated == int(k.tenant)
	e.emit(fact)
	e.release(c, k)
	if e.sources[h.routeNo].closed != nil {
		e.comeBack(h.routeNo, how)
	}
}

func (e *Engine) release(c int32, k *call) {
	if k.held {
		h := &e.hops[k.hop]
		e.cancel(k, h, 0, len(h.guards))
		k.held = false
	}
	if k.parent >= 0 {
		for link := &e.spans.at(k.parent).firstCall; *link >= 0; link = &e.calls.at(*link).sibling {
			if *link == c {
				*link = k.sibling
				break
			}
		}
	}
	k.gen, k.id = 0, 0
	e.forget(k)
	e.calls.put(c)
}

// waits says whether the caller of an attempt would take its answer.
func (e *Engine) waits(k *call, s *span) bool {
	return k.gen == s.callGen || k.id == s.callID && e.hops[s.hop].spec.LateAnswers == model.LateAccepted
}

// tenantOf is the tenant of operation n.
func tenantOf(r *model.Route, stream random.Stream, n uint64) uint8 {
	if r.Tenants < 2 {
		return 0
	}
	own := stream.Of(n, 0)
	u := own.Float()
	hot := r.HotTenant / 100
	if hot == 0 {
		return uint8(u * r.Tenants)
	}
	if u < hot {
		return 0
	}
	return 1 + uint8(min((u-hot)/(1-hot)*(r.Tenants-1), r.Tenants-2))
}

// classes draws the class of each operation.
type classes struct {
	bounds []float64 // cumulative shares, 0..1
	stream random.Stream
	lcg    *random.LCG48
}

func newClasses(cs []model.Class, mix float64, seed uint64, stream random.Stream) classes {
	d := classes{stream: stream}
	if len(cs) < 2 {
		return d
	}
	var sum float64
	for _, c := range cs {
		sum += c.Share / 100
		d.bounds = append(d.bounds, sum)
	}
	if mix == model.MixLCG48 {
		g := random.NewLCG48(seed)
		d.lcg = &g
	}
	return d
}

// of is the class of operation n; operations are asked for in order.
func (d *classes) of(n uint64) uint8 {
	if d.bounds == nil {
		return 0
	}
	var u float64
	if d.lcg != nil {
		u = d.lcg.Float()
	} else {
		own := d.stream.Of(n, 0)
		u = own.Float()
	}
	for i, bound := range d.bounds[:len(d.bounds)-1] {
		if u < bound {
			return uint8(i)
		}
	}
	return uint8(len(d.bounds) - 1)
}

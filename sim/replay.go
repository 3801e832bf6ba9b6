package sim

import (
	"fmt"
	"math"
	"slices"

	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/sim/random"
)

// replay redoes deferred work through the same services that clients call, attempt by
// attempt, beside the clients who wait.
//
//	deferred, lost --> backlog --limiter--> hop of the route --> services
//	                      ^                        |
//	                      +-- refused, failed -----+--> replayed, or poison
//
// Nobody waits for a replayed operation: it has no deadline, no timer and no retries of
// its own; what fails goes back. The limiter stops when those who do wait are hurt.
type replay struct {
	backlog  backlog
	under    slab[deferred] // way: operations that are being replayed
	draws    random.Stream  // of what is poison
	ops      uint64
	wanted   bool
	held     bool // by a person, until a person lets it go on
	released bool // by a person, without a limit
	refused  string
	governor recovery.Governor
	bad      [4]model.Gate // the pause conditions in the last window

	admitted int64 // attempts of the window that are replay
	aside    int64 // operations of the window whose clients were told that they are deferred

	rate   float64 // operations/s in force; +Inf while released
	origin model.Millis
	k      float64 // the next is let go at origin + k/rate
	armed  bool
	epoch  uint32
	lane   int

	unwaited float64 // of an interval, when the rate last changed

	ceiling      float64
	foreground   float64 // /s that clients asked for in the last window
	checkpointed model.Millis
	unapplied    float64 // attempts that the replicas have not applied
	settled      float64 // operations that were reconciled by hand

	planned [2]model.DrainPoint
	real    []model.DrainPoint
	stride  int // windows between two of them
}

const (
	// replayOps sets the numbers of replayed operations apart from those of new ones,
	// so that replay changes no draw of the foreground.
	replayOps = 1 << 40
	// maxReleased is how many operations are under way when everything is released at
	// once; it keeps memory bounded. A queue of this length is past every deadline.
	maxReleased = 100_000
	// keptDrain bounds the points of a drain curve.
	keptDrain = 128
)

// prepareReplay puts the backlog in place that the run begins with.
func (e *Engine) prepareReplay() {
	r := &e.replay
	r.backlog = newBacklog(e.scenario)
	r.draws = random.Named(e.scenario.Seed, "poison")
	r.stride, r.unwaited = 1, 1
	r.foreground = e.Offered()
	if e.scenario.Replays() {
		r.lane = e.agenda.lane()
		e.inherit(e.scenario.Recovery.Backlog, e.scenario.Defers())
	}
	r.ceiling = e.budget(e.capacity()).Ceiling()
	e.wantReplay()
	e.pace()
}

// inherit splits the initial backlog by routes, classes and tenants as their demand is.
func (e *Engine) inherit(n float64, deferring bool) {
	b, sc := &e.replay.backlog, e.scenario
	var shares []float64
	var kinds []deferred
	for i := range sc.Routes {
		r := &sc.Routes[i]
		ofRoute := 1 / float64(len(sc.Routes))
		if offered := e.Offered(); offered > 0 {
			ofRoute = e.sources[i].demand.Rate(e.now) / offered
		}
		for class := range max(1, len(sc.Classes)) {
			ofClass := shareOfClass(sc.Classes, class, deferring)
			for tenant := range max(1, int(r.Tenants)) {
				shares = append(shares, float64(ofRoute*ofClass)*shareOfTenant(r, tenant))
				kinds = append(kinds, deferred{route: int16(i), class: uint8(class), tenant: uint8(tenant)})
			}
		}
	}
	var all, sum float64
	for _, share := range shares {
		all += share
	}
	var given int64
	for i, share := range shares {
		sum += share
		// The sum is rounded, not the parts, so that nothing is lost.
		upTo := int64(math.Round(n * (sum / all)))
		if i == len(shares)-1 {
			upTo = int64(n)
		}
		b.put(e.now, kinds[i], upTo-given)
		given = max(given, upTo)
	}
}

// shareOfClass is the share of the operations that are a class's: of all, or of those of
// the classes that are set aside. These count alike when there is no demand for any.
func shareOfClass(classes []model.Class, class int, deferring bool) float64 {
	if len(classes) == 0 {
		return 1
	}
	aside := func(c model.Class) bool { return !deferring || c.Defer == model.DeferYes }
	if !aside(classes[class]) {
		return 0
	}
	if !slices.ContainsFunc(classes, func(c model.Class) bool { return aside(c) && c.Share > 0 }) {
		return 1
	}
	return classes[class].Share
}

// shareOfTenant is the share of a route's operations that are a tenant's.
func shareOfTenant(r *model.Route, tenant int) float64 {
	hot := r.HotTenant / 100
	switch {
	case r.Tenants < 2:
		return 1
	case hot == 0:
		return 1 / r.Tenants
	case tenant == 0:
		return hot
	}
	return (1 - hot) / (r.Tenants - 1)
}

// keeps says whether an operation with that end is kept for replay.
func (e *Engine) keeps(how model.Outcome) bool {
	switch how {
	case model.Deferred:
		return true
	case model.Rejected, model.ExpiredOut, model.EvictedOut:
		return e.scenario.Recovery.Keeps >= model.KeepRefused
	case model.Broken, model.Abandoned:
		return e.scenario.Recovery.Keeps >= model.KeepFailed
	}
	return false
}

// keep puts the operation of a call into the backlog.
func (e *Engine) keep(k *call, route int16) {
	e.replay.backlog.put(e.now, deferred{route: route, class: k.class, tenant: k.tenant}, 1)
	e.wantReplay()
	e.pace()
}

// pace brings the limiter up to date with the rate that is allowed now.
func (e *Engine) pace() {
	r := &e.replay
	if rate := e.replayRate(); rate != r.rate {
		r.unwaited = e.unwaited()
		r.rate = rate
		r.epoch++
		r.armed = false
		r.k, r.origin = 0, model.Forever
		if rate > 0 {
			r.origin = e.now + model.Millis(float64(r.unwaited*(1000/rate)))
		}
		e.plan()
	}
	e.arm()
}

// unwaited is how much of the interval to the next replay is still to pass, 0..1. It is
// kept when the rate changes: nothing extra is let go, and a rate that changes in every
// window, as a ceiling does, loses no interval at the end of each.
func (e *Engine) unwaited() float64 {
	r := &e.replay
	switch {
	case r.rate == 0:
		return r.unwaited
	case math.IsInf(r.rate, 1):
		return 1
	}
	next := r.origin + model.Millis(float64(r.k*(1000/r.rate)))
	return min(max(float64(next-e.now)*r.rate/1000, 0), 1)
}

// replayRate is how much may be replayed per second now.
func (e *Engine) replayRate() float64 {
	r, settings := &e.replay, &e.scenario.Recovery
	switch {
	case !r.wanted || r.refused != "":
		return 0
	case r.released:
		return math.Inf(1)
	}
	rate := settings.Rate * r.governor.Share(settings.Pause)
	if settings.LimitedBy == model.LimitCeiling {
		rate = min(rate, r.ceiling)
	}
	return rate
}

// arm schedules the next replay, when there is something to replay and nothing is
// scheduled yet.
func (e *Engine) arm() {
	r := &e.replay
	if r.armed || r.rate == 0 || r.backlog.waiting == 0 || e.full() {
		return
	}
	at := r.origin + model.Millis(float64(r.k*(1000/r.rate)))
	if at < e.now {
		r.origin, r.k, at = e.now, 0, e.now
	}
	e.armAt(at)
}

func (e *Engine) armAt(at model.Millis) {
	if at < e.horizon {
		e.replay.armed = true
		e.agenda.add(e.replay.lane, at, phaseArrive, replayEvent, 0, e.replay.epoch)
	}
}

// full says whether as many operations are being replayed as may be.
func (e *Engine) full() bool {
	r := &e.replay
	if r.released {
		return r.backlog.flying >= maxReleased
	}
	return float64(r.backlog.flying) >= e.scenario.Recovery.InFlight
}

// replayNext lets the next operation go.
func (e *Engine) replayNext(epoch uint32) {
	r := &e.replay
	if epoch != r.epoch {
		return
	}
	for !e.full() { // still armed: what ends at once arms nothing
		d, ok := r.backlog.take(e.now)
		if !ok {
			r.armed = false
			if at := r.backlog.ready(); at < model.Forever {
				e.armAt(at)
			}
			return
		}
		r.k++
		before := r.backlog.flying
		e.redo(d)
		if !r.released {
			break
		}
		if r.backlog.flying < before { // refused at the door: knock again soon
			e.armAt(e.now + 1)
			return
		}
	}
	r.armed = false
	e.arm()
}

// redo sends a deferred operation on its way.
func (e *Engine) redo(d deferred) {
	r := &e.replay
	if !d.drawn {
		d.drawn = true
		if poison := e.scenario.Recovery.Poison; poison > 0 {
			own := r.draws.Of(r.ops, 0)
			d.poison = own.Float()*100 < poison
		}
	}
	n, own := r.under.take()
	*own = d
	c, k := e.calls.take()
	k.op, k.class, k.tenant = replayOps+r.ops, d.class, d.tenant
	k.arrived, k.deadline = e.now, model.Forever
	k.hop, k.parent, k.id = e.sources[d.route].hop, -1, e.newGen()
	k.root, k.rootID = c, k.id
	k.replay, k.poison, k.deferred = true, d.poison, n
	r.ops++
	e.attempt(c, k)
}

// redone ends a replayed operation.
func (e *Engine) redone(c int32, k *call, how model.Outcome) {
	r := &e.replay
	d := *r.under.at(k.deferred)
	r.under.put(k.deferred)
	fact := e.about(model.Resolved, k, &e.hops[k.hop])
	fact.Outcome, fact.Sent, fact.Value = how, k.arrived, e.now-k.arrived
	e.emit(fact)
	e.release(c, k)
	switch how {
	case model.Good, model.Late:
		r.backlog.done(d)
	case model.Broken, model.Incorrect:
		r.backlog.fell(e.now, d)
	default:
		r.backlog.refused(e.now, d)
	}
	e.arm()
}

// halt stops replay at the last checkpoint.
func (e *Engine) halt() {
	e.replay.backlog.lose(e.now)
	e.replay.checkpointed = e.now
}

// say adds a line about replay to the audit log.
func (e *Engine) say(cause, format string, a ...any) {
	e.log(model.Entry{Kind: model.ActionEntry, Cause: cause, Text: fmt.Sprintf(format, a...)})
}

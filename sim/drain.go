package sim

import (
	"math"

	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/model/state"
)

// budget is what a capacity is for beside replay.
func (e *Engine) budget(capacity float64) recovery.Budget {
	r := &e.scenario.Recovery
	return recovery.Budget{Restored: capacity, Foreground: e.replay.foreground, Reserve: r.Reserve, WarmUp: r.WarmUp, Other: r.Other}
}

// recoverable brings what recovery knows up to date with the window that has ended, and
// adds it to the window's point.
func (e *Engine) recoverable(p *model.Point) {
	r, settings := &e.replay, &e.scenario.Recovery
	b := &r.backlog
	seconds := p.Span().Seconds()
	// Where a queue is full of replays, hardly an attempt of a client is admitted: what is
	// not served is asked for all the same.
	r.foreground = p.PerSecond(max(p.Admitted-r.admitted, p.Offered-r.aside))
	answered := goodShare(p, r.aside)
	r.admitted, r.aside = 0, 0
	if settings.Replicas > 0 {
		r.unapplied = max(0, r.unapplied+float64(p.Served)-float64(settings.Replicas*seconds))
	}
	b.expire(e.now)
	r.settled = min(float64(b.quarantined+b.expired), r.settled+float64(settings.Reconcile*seconds))
	if settings.Checkpoint > 0 && e.now-r.checkpointed >= model.Millis(settings.Checkpoint) {
		b.checkpoint()
		r.checkpointed = e.now
	}
	budget := e.budget(p.Capacity)
	r.ceiling = budget.Ceiling()
	intended := settings.Rate * r.governor.Share(settings.Pause)
	if r.governor.Paused {
		intended = settings.Rate * settings.Pause.Ease / 100
	}
	if settings.LimitedBy == model.LimitCeiling {
		intended = min(intended, r.ceiling)
	}
	r.bad = recovery.Pauses(settings.Pause, settings.Reserve, recovery.Observed{
		Goodput: answered, Age: 100 * float64(p.Age/p.Deadline), Lag: e.lag(), Reserve: budget.Free(intended),
	})
	looked, hits, warm := e.cacheWindow()
	p.Recovery = model.RecoveryPoint{
		Backlog: b.left(), Quarantine: b.quarantined, Expired: b.expired, Duplicates: b.duplicates,
		Rate: r.rate, Ceiling: r.ceiling, Foreground: r.foreground, Lag: e.lag(), Looked: looked, Hits: hits, Warm: warm, Away: e.away,
	}
	e.trace(b.left())
}

// goodShare is the share of the operations that ended which were answered in time, in %.
// What failed and is kept for replay was not answered; what was set aside on purpose does
// not count. Where nothing ended, an attempt that waits past the deadline is the evidence.
func goodShare(p *model.Point, aside int64) float64 {
	ended := p.Good + p.Late + p.Failed + p.Abandoned + p.Deferred - aside
	switch {
	case ended > 0:
		return 100 * float64(p.Good) / float64(ended)
	case p.Age > p.Deadline:
		return 0
	}
	return 100
}

// lag is how far the replicas are behind.
func (e *Engine) lag() model.Millis {
	if e.scenario.Recovery.Replicas == 0 {
		return 0
	}
	return model.Millis(e.replay.unapplied / e.scenario.Recovery.Replicas * 1000)
}

// governReplay lets replay begin, pause and go on as the window and the state allow.
func (e *Engine) governReplay() {
	r, settings := &e.replay, &e.scenario.Recovery
	if r.backlog.in == 0 {
		return
	}
	e.wantReplay()
	e.permit()
	if r.wanted && r.refused == "" && !r.released && (r.backlog.left() > 0 || r.governor.Paused) {
		e.heed(settings.Pause)
	}
	e.followReplay()
	e.pace()
}

// permit stops replay when it becomes forbidden, and lets it go on when it is no more:
// with its limiter, whatever was released before, and at a reduced rate.
func (e *Engine) permit() {
	r := &e.replay
	was := r.refused
	r.refused = e.forbidden()
	switch {
	case !r.wanted || (was == "") == (r.refused == ""): // its figures change in every window
	case r.refused != "":
		e.halt()
		r.released = false
		r.governor = recovery.Governor{}
		e.say(automatic, "replay stops: %s", r.refused)
	default:
		r.governor = recovery.Governor{Eased: true}
		e.say(automatic, "replay may go on, at a reduced rate")
	}
}

// heed takes the window's pause conditions into account.
func (e *Engine) heed(rules model.PauseRules) {
	r := &e.replay
	why, bad := "", false
	for _, g := range r.bad {
		if g.Met {
			bad = true
			why += "; " + g.Name + " " + g.Value + " " + g.Needs
		}
	}
	was := r.governor
	r.governor = was.Next(rules, bad)
	switch now := r.governor; {
	case now.Paused && !was.Paused:
		e.halt()
		e.say(automatic, "replay pauses%s", why)
	case was.Paused && !now.Paused:
		e.say(automatic, "replay goes on at %s of its rate", model.Param{Unit: model.Percent}.Format(rules.Ease))
	case was.Eased && !now.Eased:
		e.say(automatic, "replay is back at its rate")
	}
}

// forbidden is why nothing may be replayed now, or "". With control it is one of the
// automatic actions: legal in recovering, and in the normal state that this led to.
func (e *Engine) forbidden() string {
	now := e.machine.State()
	s := recovery.Situation{Failover: e.away, Capacity: e.capacity(), Admitted: e.replay.foreground}
	if now == model.Unsafe {
		s.Unsafe = "a signal is not trusted"
	}
	if why := s.Forbids(); why != "" || e.scenario.Control != model.ControlOn {
		return why
	}
	d := &e.control.doing[model.DoReplay]
	switch {
	case !d.allowed:
		return "replay is none of the automatic actions of this scenario"
	case d.spent:
		return "replay has lasted its longest time: it needs a person"
	case !model.LegalAction(now, model.DoReplay):
		return "with control, replay waits for recovering; the state is " + now.String()
	}
	return ""
}

// wantReplay starts replay where the scenario says when.
func (e *Engine) wantReplay() {
	r := &e.replay
	if r.wanted || r.held || r.backlog.left() == 0 {
		return
	}
	switch e.scenario.Recovery.Start {
	case model.StartAtOnce:
		r.wanted = true
	case model.StartRecovering:
		r.wanted = e.machine.State() == model.Recovering
	}
	if !r.wanted {
		return
	}
	n := model.Group(float64(r.backlog.left()))
	if r.refused = e.forbidden(); r.refused != "" {
		e.say(automatic, "replay of %s operations waits: %s", n, r.refused)
		return
	}
	e.say(automatic, "replay of %s operations starts", n)
}

// followReplay says to control that the action is in force.
func (e *Engine) followReplay() {
	d := &e.control.doing[model.DoReplay]
	in := e.scenario.Control == model.ControlOn && e.replay.rate > 0 && e.replay.backlog.left() > 0
	if in != d.inForce {
		d.inForce, d.since = in, e.now
	}
	e.bound(model.DoReplay)
}

// progress is how far the recovery work is, as evidence for the operating states. That
// nothing waits any more proves nothing: the books of the backlog have to close.
func (e *Engine) progress() state.Recovery {
	var p state.Recovery
	r := &e.replay
	b := &r.backlog
	done := func(is bool) state.Progress {
		if is {
			return state.Complete
		}
		return state.Pending
	}
	if b.in > 0 {
		p.Replay = done(b.missing() == 0 && b.left() == 0)
		if b.missing() == 0 && b.left() > 0 && e.governed() {
			p.Replay = state.Governed
		}
		p.Correctness = done(b.unreconciled() == 0 && r.settled >= float64(b.quarantined+b.expired))
	}
	if warm, any := e.warmth(); any {
		p.Caches = done(warm >= warmEnough)
	}
	if e.scenario.Recovery.Replicas > 0 {
		p.Replicas = done(e.lag() <= model.Millis(e.scenario.Recovery.Pause.Lag))
	}
	return p
}

// governed says whether replay goes on within its bounds.
func (e *Engine) governed() bool {
	r := &e.replay
	if r.rate == 0 || r.released || r.governor.Paused || r.rate > r.ceiling {
		return false
	}
	for _, g := range r.bad {
		if g.Met {
			return false
		}
	}
	return true
}

// plan draws the line of the plan anew: from what is left now at the rate in force.
func (e *Engine) plan() {
	r := &e.replay
	left := float64(r.backlog.left())
	if r.rate == 0 || math.IsInf(r.rate, 1) || left == 0 {
		return
	}
	end := e.now + e.work().ETA(r.rate)
	r.planned = [2]model.DrainPoint{{At: e.now, Left: left}, {At: end, Left: 0}}
}

// work is what is left to replay, and how many replays each operation has taken that is
// no longer there: with those that were refused, that failed, or whose progress was lost.
func (e *Engine) work() recovery.Work {
	b := &e.replay.backlog
	return recovery.Work{
		Remaining: float64(b.left()), Planned: 1,
		Done: float64(b.in - b.redelivered - b.expired - b.left()), Spent: float64(int64(e.replay.ops) - b.flying),
	}
}

// trace adds to the drain curve, which is thinned out as it grows.
func (e *Engine) trace(left int64) {
	r := &e.replay
	if r.backlog.in == 0 || int(e.samples)%r.stride != 0 {
		return
	}
	// Views share the memory of older ones.
	if len(r.real) == keptDrain {
		thin := make([]model.DrainPoint, 0, keptDrain)
		for i := 1; i < keptDrain; i += 2 {
			thin = append(thin, r.real[i])
		}
		r.real = thin
		r.stride *= 2
	}
	r.real = append(r.real, model.DrainPoint{At: e.now, Left: float64(left)})
}

// Recovery is how far recovery is at this instant.
func (e *Engine) Recovery() model.RecoveryView {
	r, settings := &e.replay, &e.scenario.Recovery
	b := &r.backlog
	warm, caches := e.warmth()
	v := model.RecoveryView{
		Any:  b.in > 0 || caches || e.movable,
		Left: b.left(), Flying: b.flying, Taken: b.in, Replayed: b.replayed, Duplicates: b.duplicates, Expired: b.expired,
		Quarantine: b.quarantined, Settled: int64(r.settled), Missing: b.missing(),
		Wanted: r.wanted, Released: r.released, Paused: r.governor.Paused, Eased: r.governor.Eased,
		Refused: e.forbidden(), Rate: r.rate, Foreground: r.foreground, Chosen: settings.Rate, Ceiling: r.ceiling,
		ETA: model.Forever, Real: r.real[:len(r.real):len(r.real)],
		CheckpointAge: e.now - r.checkpointed, Lag: e.lag(), Warm: warm, Caches: caches, Away: e.away,
	}
	if settings.Checkpoint == 0 {
		v.CheckpointAge = 0
	}
	v.Classes, v.Retrying = b.byClass()
	if r.rate > 0 && !math.IsInf(r.rate, 1) {
		v.ETA = e.work().ETA(r.rate)
	}
	if r.planned[0].Left > 0 {
		v.Planned = r.planned[:]
		v.Planned = append([]model.DrainPoint(nil), v.Planned...)
	}
	for _, g := range r.bad {
		pause := model.PauseView{Gate: g, Have: r.governor.Bad, Need: int(settings.Pause.Windows)}
		if r.governor.Paused || r.governor.Eased {
			pause.Have, pause.Need = r.governor.Good, int(settings.Pause.Resume)
		}
		if g.Name != "" {
			v.Conditions = append(v.Conditions, pause)
		}
	}
	return v
}

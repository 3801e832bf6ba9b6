package sim

import (
	"fmt"
	"math"

	"overloadtui/model"
	"overloadtui/model/state"
	"overloadtui/sim/random"
)

// Control closes the loop: at the end of each window the machine of the operating
// states decides from evidence, and what its state allows takes effect.
//
//	windows --> evidence --> state --> legal actions --> door, rung, retries
//	   ^                       ^                            |
//	   |                       +-- orders, each with owner  |
//	   +----------------------------------------------------+
//
// Each action is bounded: by the state that it is legal in, by its longest time, and
// where it is a rung by a rate limit, a hold and one step at a time.
type control struct {
	doing     [model.Doings]doing
	overrides []model.Override
	orders    int // overrides so far
	isolated  int // tenant, or -1

	stepped   model.Millis // when the rung was last changed
	heading   int
	next      int    // rung of the step that waits for its jitter,
	moving    uint32 // and its number; 0 = none waits
	trouble   int    // windows in a row that ask for less work
	cleared   int    // windows in a row that would let everything be on
	returned  int    // windows in a row in which demand is back that a recovery cannot carry
	escalated bool   // that the state has overstayed
	draws     random.Stream
	steps     uint64

	savings []model.Saving
	owed    int   // windows until the last saving is said; 0 = none is owed
	partial bool  // the window that is open began before the last step
	usual   taken // by attempts before the last step
	taken   taken // by attempts since then, in whole windows

	distrust state.Trust // signals that were lost for some of the window that is open

	audit []model.Entry
}

// doing is one kind of automatic action.
type doing struct {
	action  model.Action
	allowed bool // the scenario declares it
	inForce bool
	spent   bool // it has lasted its longest time; a return to normal allows it again
	since   model.Millis
	granted model.Millis // it may last until then, however long it has
}

// taken is worker time that attempts have taken.
type taken struct {
	time     float64 // ms
	attempts int
}

func (t taken) mean() float64 { return t.time / float64(t.attempts) }

// Lengths that keep memory bounded however long a run is.
const (
	keptEntries = 20_000
	keptSavings = 8
	// In a window of heavy-tailed work the mean is off by several per cent.
	savingWindows = 5
)

func (e *Engine) takeControl() {
	c := &e.control
	c.isolated = -1
	c.stepped = model.Millis(math.Inf(-1))
	c.draws = random.Named(e.scenario.Seed, "control")
	e.readPosture()
	for _, a := range e.scenario.DeclaredActions() {
		c.doing[int(a.Do)] = doing{action: a, allowed: true}
	}
	e.guard()
	e.carry()
}

// govern lets what the machine has decided take effect.
func (e *Engine) govern() {
	c := &e.control
	e.noteTransitions()
	c.measureSaving(e)
	if e.scenario.Control != model.ControlOn {
		e.letGo()
		return
	}
	if e.machine.Overstayed(e.now) && !c.escalated {
		c.escalated = true
		e.log(model.Entry{Kind: model.EscalationEntry, Cause: automatic, Text: fmt.Sprintf("%v has lasted longer than its maximum: it needs a person", e.machine.State())})
	}
	c.trouble, c.cleared = countOn(c.trouble, e.machine.Trouble()), countOn(c.cleared, e.machine.Cleared())
	c.returned = countOn(c.returned, e.machine.Returned())
	for do := range c.doing {
		e.consider(do)
	}
	e.followRung() // control may have been switched on at any rung
	e.chooseRung()
	e.readPosture()
}

// readPosture brings what is in force up to date, for the machine.
func (e *Engine) readPosture() {
	c := &e.control
	e.posture = state.PostureOf(e.scenario, Catalog())
	if c.doing[model.DoTighten].inForce || c.doing[model.DoBound].inForce {
		e.posture.Limited = true
	}
	e.posture.Tightened = c.doing[model.DoTighten].inForce
	e.posture.Isolated = c.isolated + 1
}

func countOn(n int, more bool) int {
	if more {
		return n + 1
	}
	return 0
}

const automatic = "automatic"

// noteTransitions brings what the machine did into the audit log.
func (e *Engine) noteTransitions() {
	for _, t := range e.machine.Fresh() {
		kind := model.TransitionEntry
		if t.Refused {
			kind = model.RefusalEntry
		} else {
			e.control.escalated = false
		}
		e.log(model.Entry{Kind: kind, Cause: t.Cause, Text: t.Why, Gates: t.Gates})
		if t.To == model.Normal && !t.Refused {
			for do := range e.control.doing {
				e.control.doing[do].spent = false
			}
		}
	}
}

// consider begins an action that the state calls for, or ends one that it does not
// allow any more. The rung and the replay are chosen elsewhere.
func (e *Engine) consider(do int) {
	d := &e.control.doing[do]
	if do == model.DoDefer || do == model.DoRung || do == model.DoReplay {
		return
	}
	want := d.allowed && !d.spent && model.LegalAction(e.machine.State(), do)
	switch {
	case want && !d.inForce:
		e.beginAction(do, "")
	case !want && d.inForce:
		e.endAction(do, e.machine.State().String())
	}
	e.bound(do)
}

// bound ends an action that has lasted its longest time.
func (e *Engine) bound(do int) {
	d := &e.control.doing[do]
	if !d.inForce || e.now < max(d.since+model.Millis(d.action.Longest), d.granted) {
		return
	}
	d.spent = true
	e.endAction(do, "its longest time is over")
	e.log(model.Entry{Kind: model.EscalationEntry, Cause: automatic,
		Text: fmt.Sprintf("%s has been in force for its longest time of %v: rolled back, it needs a person", d.action.Name(), model.Millis(d.action.Longest))})
}

func (e *Engine) beginAction(do int, how string) {
	d := &e.control.doing[do]
	d.inForce, d.since = true, e.now
	a := &d.action
	e.log(model.Entry{Kind: model.ActionEntry, Cause: automatic, Until: e.now + model.Millis(a.Longest),
		Text: fmt.Sprintf("%s begins%s: %s, sparing %s, at %s; ends with %s", a.Name(), how, a.Population, a.Priority, a.Point, a.Rollback)})
}

func (e *Engine) endAction(do int, why string) {
	d := &e.control.doing[do]
	d.inForce = false
	e.log(model.Entry{Kind: model.ActionEntry, Cause: automatic, Text: fmt.Sprintf("%s ends: %s", d.action.Name(), why)})
}

// letGo ends all that control does, because it was switched off. The rung stays, and is
// a person's from now on.
func (e *Engine) letGo() {
	c := &e.control
	for do := range c.doing {
		switch d := &c.doing[do]; {
		case do == model.DoDefer || do == model.DoRung:
			d.inForce = false
		case d.inForce:
			e.endAction(do, "control is off")
		}
	}
	for len(c.overrides) > 0 {
		e.expireOverride(0, "control is off")
	}
	c.trouble, c.cleared, c.returned, c.moving = 0, 0, 0, 0
}

// chooseRung heads for the rung that the state calls for, one step at a time.
func (e *Engine) chooseRung() {
	c, settings := &e.control, &e.scenario.Controller
	e.boundRung()
	rung := int(e.scenario.Rung)
	to := e.wantedRung(rung)
	c.heading = to
	if c.moving != 0 && (to == rung || to > rung != (c.next > rung)) {
		c.moving = 0 // what it was to answer has passed
	}
	failSafe := e.machine.State() == model.Unsafe && to > rung
	switch {
	case to == rung:
		return
	case e.heldRung() >= 0 || failSafe:
		e.step(to) // a person, and the fail-safe rung, do not wait
	case c.moving != 0:
		return
	case to > rung && e.now-c.stepped >= model.Millis(settings.StepEvery):
		e.move(rung + 1)
	case to < rung && e.now-c.stepped >= model.Millis(settings.RungHold):
		e.move(rung - 1)
	}
}

// boundRung ends what the ladder does when that has lasted its longest time. What a
// person holds, and what is in force because nothing can be trusted, is not for control
// to roll back: that time does not count. Nor does that of the first rung while a deeper
// one is in force, which contains it.
func (e *Engine) boundRung() {
	c := &e.control
	for _, do := range [...]int{model.DoRung, model.DoDefer} {
		d := &c.doing[do]
		contained := do == model.DoDefer && c.doing[model.DoRung].inForce
		if contained || e.heldRung() >= 0 || e.machine.State() == model.Unsafe {
			d.granted = e.now + model.Millis(d.action.Longest)
		}
		e.bound(do)
	}
}

// heldRung is the rung that a person holds, or -1.
func (e *Engine) heldRung() int {
	for _, o := range e.control.overrides {
		if o.Kind == model.HoldRung {
			return int(o.Value)
		}
	}
	return -1
}

// wantedRung is the rung to head for from the one in force.
func (e *Engine) wantedRung(rung int) int {
	c, n := &e.control, len(e.scenario.Ladder)
	held := e.heldRung()
	switch {
	case e.machine.State() == model.Unsafe: // which a person can hold deeper, and not less deep
		at := rung
		if held >= 0 {
			at = held
		}
		return max(at, min(int(e.scenario.Controller.FailSafe), n))
	case held >= 0:
		return held
	}
	may := func(do int) bool { return c.doing[do].allowed && !c.doing[do].spent }
	first, deepest := 0, 0
	if may(model.DoDefer) {
		first = min(1, n)
		deepest = first
	}
	if may(model.DoRung) {
		deepest = n
	}
	enter, leave := e.windows(e.scenario.Thresholds.Enter), e.windows(e.scenario.Thresholds.Leave)
	deeper := rung
	if c.trouble >= enter {
		deeper = rung + 1
	}
	switch e.machine.State() {
	case model.Elevated:
		if rung > 0 && c.cleared >= leave || rung == 0 && c.cleared > 0 {
			return 0
		}
		return first
	case model.Saturated:
		if !e.machine.Growing() {
			deeper = rung // what is late was admitted before: it drains
		}
		return min(max(deeper, 2), deepest)
	case model.Degraded:
		return min(max(deeper, 2), deepest)
	case model.Recovering:
		switch {
		case c.returned >= enter:
			return min(max(rung, 2), deepest) // on the way back to degraded
		case c.cleared > 0:
			return 0
		}
		return min(rung, deepest)
	}
	return 0
}

// windows is how many windows make as many full ones as a threshold asks for.
func (e *Engine) windows(full float64) int {
	return state.WindowsIn(int(full), model.Millis(e.scenario.Window))
}

// move makes one step of the ladder, after its jitter.
func (e *Engine) move(to int) {
	c := &e.control
	jitter := model.Millis(e.scenario.Controller.Jitter)
	if jitter == 0 {
		e.step(to)
		return
	}
	own := c.draws.Of(c.steps, 0)
	c.next, c.moving = to, e.newGen()
	e.agenda.add(0, e.now+model.Millis(float64(jitter)*own.Float()), phaseChange, stepEvent, int32(to), c.moving)
}

// jittered is the end of the jitter of a step, which another may have overtaken.
func (e *Engine) jittered(to int, number uint32) {
	if number == e.control.moving {
		e.step(to)
	}
}

// step puts a rung in force.
func (e *Engine) step(to int) {
	c, from := &e.control, int(e.scenario.Rung)
	c.moving = 0
	if to == from || e.scenario.Control != model.ControlOn {
		return
	}
	c.steps++
	c.stepped = e.now
	c.expectSaving(e, from, to)
	e.settle(func() { e.scenario.Rung = float64(to) })
	e.followRung()
	text := fmt.Sprintf("rung %d -> %d: everything is on again", from, to)
	switch {
	case to == 0 && c.doing[model.DoBound].inForce:
		text = fmt.Sprintf("rung %d -> %d: the ladder turns nothing off; bounded classes stay so", from, to)
	case to > 0:
		r := &e.scenario.Ladder[to-1]
		text = fmt.Sprintf("rung %d -> %d %s: off: %s; kept: %s; users see: %s", from, to, r.Name, orNothing(r.Off), orNothing(r.Keeps), orNothing(r.Signal))
	}
	cause := automatic
	if e.heldRung() == to {
		cause = "manual"
	}
	e.log(model.Entry{Kind: model.ActionEntry, Cause: cause, Text: text})
}

// followRung says which of the two actions of the ladder are in force at the rung.
func (e *Engine) followRung() {
	for do, from := range [...]float64{model.DoDefer: 1, model.DoRung: 2} {
		d := &e.control.doing[do]
		if from > 0 && d.inForce != (e.scenario.Rung >= from && !d.spent) {
			d.inForce, d.since = !d.inForce, e.now
		}
	}
}

func orNothing(text string) string {
	if text == "" {
		return "nothing named"
	}
	return text
}

// expectSaving notes what a step is to save at the constrained service.
func (c *control) expectSaving(e *Engine, from, to int) {
	if c.owed > 0 {
		c.saySaving(e) // of as many windows as there were
	}
	sv := &e.services[e.constrained()]
	kept := func(rung int) float64 {
		if rung == 0 {
			return 1
		}
		return 1 - float64(sv.spec.Optional/100*e.scenario.Ladder[rung-1].Removes)/100
	}
	if len(c.savings) == keptSavings {
		c.savings = append([]model.Saving(nil), c.savings[1:]...)
	}
	c.savings = append(c.savings, model.Saving{At: e.now, From: from, To: to, Expected: 1 - kept(to)/kept(from), Observed: math.NaN()})
	c.usual, c.taken, c.owed = c.taken, taken{}, e.windows(savingWindows)
	c.partial = e.now > model.Millis(float64(e.samples*e.scenario.Window))
}

// measureSaving measures the worker time of the attempts that began in the window that
// has ended, and what the last step of the ladder has saved of it. Attempts that end
// would tell of the rung under which they began.
func (c *control) measureSaving(e *Engine) {
	busiest := e.constrained()
	for i := range e.services {
		sv := &e.services[i]
		if i == busiest && !c.partial {
			c.taken.time += sv.given
			c.taken.attempts += sv.began
		}
		sv.given, sv.began = 0, 0
	}
	whole := !c.partial
	c.partial = false
	if c.owed == 0 || !whole {
		return
	}
	if c.owed--; c.owed == 0 {
		c.saySaving(e)
	}
}

// saySaving compares the worker time of an attempt before and after the last step.
func (c *control) saySaving(e *Engine) {
	c.owed = 0
	if c.usual.attempts == 0 || c.taken.attempts == 0 {
		return
	}
	// Views share the memory of older ones.
	c.savings = append([]model.Saving(nil), c.savings...)
	s := &c.savings[len(c.savings)-1]
	s.Observed = 1 - c.taken.mean()/c.usual.mean()
	e.log(model.Entry{Kind: model.SavingEntry, Cause: automatic,
		Text: fmt.Sprintf("rung %d -> %d, worker time of an attempt: expected to %s, has %s", s.From, s.To, change(s.Expected, "save", "cost"), change(s.Observed, "saved", "cost"))})
}

// change says a saving in words: "save 20.0 %", or "cost 25.0 % more" on the way back.
func change(saving float64, saves, costs string) string {
	if saving < 0 {
		return fmt.Sprintf("%s %.1f %% more", costs, -100*saving)
	}
	return fmt.Sprintf("%s %.1f %%", saves, 100*saving)
}

// log adds a line to the audit log.
func (e *Engine) log(line model.Entry) {
	c := &e.control
	line.At, line.State, line.Rung = e.now, e.machine.State(), int(e.scenario.Rung)
	if len(c.audit) == keptEntries {
		// A new array: snapshots still read the old one.
		c.audit = append(make([]model.Entry, 0, keptEntries), c.audit[keptEntries/10:]...)
	}
	c.audit = append(c.audit, line)
}

// Audit is the audit log so far, in order. It is appended to, never changed; of a very
// long one the oldest lines are dropped.
func (e *Engine) Audit() []model.Entry {
	return e.control.audit[:len(e.control.audit):len(e.control.audit)]
}

// Control is what control does at this instant.
func (e *Engine) Control() model.ControlView {
	c := &e.control
	v := model.ControlView{On: e.scenario.Control == model.ControlOn, Rung: int(e.scenario.Rung), Heading: c.heading,
		Savings: c.savings[:len(c.savings):len(c.savings)]}
	if !v.On {
		v.Heading = v.Rung
	}
	wait := e.scenario.Controller.StepEvery
	if v.Heading < v.Rung {
		wait = e.scenario.Controller.RungHold
	}
	v.NextStep = max(e.now, c.stepped+model.Millis(wait))
	for do := range c.doing {
		if d := &c.doing[do]; d.allowed {
			v.Actions = append(v.Actions, model.ActionView{Action: d.action, Legal: model.LegalAction(e.machine.State(), do),
				InForce: d.inForce, Spent: d.spent, Since: d.since})
		}
	}
	v.Overrides = append(v.Overrides, c.overrides...)
	return v
}

package sim

import (
	"fmt"
	"slices"

	"overloadtui/model"
)

// obey carries out what a person has decided, or says in the log why it is refused.
func (e *Engine) obey(o model.Order) {
	controlled := e.scenario.Control == model.ControlOn
	if why := o.Kind.Forbidden(e.machine.State(), controlled); why != "" {
		e.refuseOrder(o, why)
		return
	}
	switch o.Kind {
	case model.HoldRung, model.BlockWay, model.Isolate:
		e.override(o)
	case model.EndOverride:
		i := slices.IndexFunc(e.control.overrides, func(in model.Override) bool { return in.Number == int(o.Value) })
		if i < 0 {
			e.refuseOrder(o, "there is no such override in force")
			return
		}
		e.endOverride(i, model.Entry{Kind: model.OrderEntry, Cause: manual, Who: o.Who, Why: o.Why, Text: "by " + o.Who + ": " + o.Why})
	case model.LeaveUnsafe:
		if lost := e.distrust().Lost(); lost != "" { // since the last window ended
			e.refuseOrder(o, lost)
			return
		}
		// The machine logs both: what it did, and what it refused.
		_ = e.machine.Manual(e.now, model.Recovering, o.Who, o.Why)
		e.noteTransitions()
	case model.StartReplay, model.PauseReplay, model.ReleaseAll:
		e.orderReplay(o)
	case model.FailOver, model.FailBack:
		e.moveDemand(o)
	default:
		e.refuseOrder(o, "this scenario has nothing that it applies to")
	}
}

func (e *Engine) refuseOrder(o model.Order, why string) {
	e.log(model.Entry{Kind: model.RefusalEntry, Cause: manual, Who: o.Who, Why: o.Why, Text: o.Say() + " refused: " + why})
}

const manual = "manual"

// override puts an order in force until its lifetime is over. Of one kind there is one
// at a time, of transitions one for each.
func (e *Engine) override(o model.Order) {
	c := &e.control
	same := func(in model.Override) bool {
		return in.Kind == o.Kind && (o.Kind != model.BlockWay || in.From == o.From && in.To == o.To)
	}
	if i := slices.IndexFunc(c.overrides, same); i >= 0 {
		e.refuseOrder(o, fmt.Sprintf("override %d is in force: %s, by %s; end it first", c.overrides[i].Number, c.overrides[i].Say(), c.overrides[i].Who))
		return
	}
	c.orders++
	until := e.now + o.Lifetime
	// Views share the memory of older ones.
	c.overrides = append(slices.Clone(c.overrides), model.Override{Order: o, Number: c.orders, Since: e.now, Until: until})
	e.agenda.add(0, until, phaseChange, expireEvent, int32(c.orders), 0)
	e.log(model.Entry{Kind: model.OrderEntry, Cause: manual, Who: o.Who, Why: o.Why, Invariant: o.Invariant, Until: until,
		Text: fmt.Sprintf("override %d: %s", c.orders, o.Say())})
	e.enforce()
}

// expire ends the override of that number, if it is still in force.
func (e *Engine) expire(number int32) {
	i := slices.IndexFunc(e.control.overrides, func(in model.Override) bool { return in.Number == int(number) })
	if i >= 0 {
		e.expireOverride(i, "its lifetime is over")
	}
}

// expireOverride ends the i-th override by itself.
func (e *Engine) expireOverride(i int, why string) {
	o := &e.control.overrides[i]
	e.endOverride(i, model.Entry{Kind: model.ExpiryEntry, Cause: "expiry", Who: o.Who, Why: o.Why, Text: why})
}

// endOverride hands what the i-th override has held back to control. The line says why
// it ends and who answers for that.
func (e *Engine) endOverride(i int, line model.Entry) {
	c := &e.control
	o := c.overrides[i]
	c.overrides = slices.Delete(slices.Clone(c.overrides), i, i+1)
	line.Invariant = o.Invariant
	line.Text = fmt.Sprintf("override %d ends: %s; %s", o.Number, o.Say(), line.Text)
	e.log(line)
	if o.Kind == model.HoldRung {
		c.stepped = e.now // what is held is handed back as if control had chosen it now
	}
	e.enforce()
}

// enforce lets the overrides that are in force take effect.
func (e *Engine) enforce() {
	c := &e.control
	c.isolated = -1
	for from := range model.State(model.States) {
		for to := range model.State(model.States) {
			e.machine.Block(from, to, false)
		}
	}
	for _, o := range c.overrides {
		switch o.Kind {
		case model.Isolate:
			c.isolated = int(o.Value)
		case model.BlockWay:
			e.machine.Block(o.From, o.To, true)
		case model.HoldRung:
			e.step(e.wantedRung(int(e.scenario.Rung)))
		}
	}
	e.readPosture()
}

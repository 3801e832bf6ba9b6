package export

import (
	"errors"
	"fmt"
	"slices"

	"overloadtui/model"
)

// Event is a change of a setting, a note or an order, at a simulated time.
type Event struct {
	AtMs  float64  `json:"at_ms"`
	Set   string   `json:"set,omitempty"` // path of the parameter
	To    *float64 `json:"to,omitempty"`  // in the parameter's own unit; for a choice its index
	Who   string   `json:"who,omitempty"`
	Note  string   `json:"note,omitempty"`
	Order *Order   `json:"order,omitempty"`
}

// Order is what a person decided by hand.
type Order struct {
	Do         string  `json:"do"`    // as model.OrderNames has it
	Value      float64 `json:"value"` // rung, tenant from 0, or number of an override
	From       string  `json:"from"`  // states, of a transition that is blocked
	To         string  `json:"to"`
	Who        string  `json:"who"`
	Why        string  `json:"why"`
	MayRelax   string  `json:"may_relax"`
	LifetimeMs float64 `json:"lifetime_ms"`
}

func eventOf(c *model.Change) Event {
	e := Event{AtMs: float64(c.At), Who: c.Who, Note: c.Note}
	if c.Path != "" {
		e.Set, e.To = c.Path, &c.To
	}
	if o := &c.Order; o.Kind != model.NoOrder {
		e.Order = &Order{Do: o.Kind.String(), Value: o.Value, From: o.From.String(), To: o.To.String(),
			Who: o.Who, Why: o.Why, MayRelax: o.Invariant, LifetimeMs: float64(o.Lifetime)}
	}
	return e
}

// change is the event as an engine takes it. It must have passed check.
func (e *Event) change() model.Change {
	c := model.Change{At: model.Millis(e.AtMs), Path: e.Set, Who: e.Who, Note: e.Note}
	if e.To != nil {
		c.To = *e.To
	}
	if o := e.Order; o != nil {
		c.Order = model.Order{Kind: model.OrderKind(slices.Index(model.OrderNames[:], o.Do)), Value: o.Value, From: state(o.From), To: state(o.To),
			Who: o.Who, Why: o.Why, Invariant: o.MayRelax, Lifetime: model.Millis(o.LifetimeMs)}
	}
	return c
}

func (e *Event) check() error {
	switch {
	case e.AtMs < 0:
		return fmt.Errorf("at_ms: %v is before the start of the run", e.AtMs)
	case (e.Set == "") != (e.To == nil):
		return errors.New("set and to belong together")
	case e.Order == nil:
		return nil
	case slices.Index(model.OrderNames[:], e.Order.Do) < 1:
		return fmt.Errorf("order: do: %q is not an order", e.Order.Do)
	}
	for _, name := range []string{e.Order.From, e.Order.To} {
		if state(name) == model.States {
			return fmt.Errorf("order: %q is not a state", name)
		}
	}
	return nil
}

// state is the state of that name, or model.States.
func state(name string) model.State {
	for s := range model.State(model.States) {
		if s.String() == name {
			return s
		}
	}
	return model.States
}

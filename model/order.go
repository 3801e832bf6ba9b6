package model

import (
	"fmt"
	"strings"
)

// OrderKind is something that a person decides by hand.
type OrderKind uint8

// The orders. The first three are overrides: they end by themselves. No order declares
// a state, and none makes a lost signal trusted.
const (
	NoOrder     OrderKind = iota
	HoldRung              // the rung stays at Value
	BlockWay              // the automatic transition From -> To is off
	Isolate               // tenant Value has the isolated share only
	EndOverride           // the override with the number Value ends now
	LeaveUnsafe           // the owned decision from unsafe to recovering
	StartReplay           // deferred work is redone
	PauseReplay           // it is not
	ReleaseAll            // all deferred work at once, without a cap: shows the second collapse
	FailOver              // demand moves to the destination
	FailBack              // and back
	Orders      = iota
)

// OrderNames are the orders as a file spells them, by OrderKind.
var OrderNames = [Orders]string{"", "hold-rung", "block-transition", "isolate-tenant", "end-override", "leave-unsafe",
	"start-replay", "pause-replay", "release-all", "fail-over", "fail-back"}

func (k OrderKind) String() string { return OrderNames[k] }

// Overrides says whether the order is in force for a lifetime.
func (k OrderKind) Overrides() bool { return k == HoldRung || k == BlockWay || k == Isolate }

// Order is what a person decides by hand, with what makes it owned.
type Order struct {
	Kind      OrderKind
	Value     float64 // rung, tenant (from 0) or number of an override
	From, To  State   // of BlockWay
	Who       string  // owner
	Why       string
	Invariant string // that it may relax
	Lifetime  Millis // of an override
}

// Override is an order that is in force.
type Override struct {
	Order
	Number int // from 1
	Since  Millis
	Until  Millis
}

// Say is the order in words: "hold rung 2".
func (o *Order) Say() string {
	switch o.Kind {
	case HoldRung:
		return fmt.Sprintf("hold rung %s", Group(o.Value))
	case BlockWay:
		return fmt.Sprintf("no automatic %v -> %v", o.From, o.To)
	case Isolate:
		return fmt.Sprintf("isolate tenant %s", Group(o.Value+1))
	case EndOverride:
		return fmt.Sprintf("end override %s", Group(o.Value))
	}
	return strings.ReplaceAll(o.Kind.String(), "-", " ")
}

// Check says what makes an order impossible in every state: a missing owner, reason or
// invariant, a lifetime that is none or longer than controller.longest-override, a rung,
// a tenant or a transition that does not exist.
func (o *Order) Check(s *Scenario) error {
	if o.Kind == NoOrder || o.Kind >= Orders {
		return fmt.Errorf("there is no such order")
	}
	if strings.TrimSpace(o.Who) == "" {
		return fmt.Errorf("%s: it needs an owner: who decides", o.Say())
	}
	if strings.TrimSpace(o.Why) == "" {
		return fmt.Errorf("%s: it needs a reason", o.Say())
	}
	switch o.Kind {
	case HoldRung:
		if o.Value < 0 || o.Value > float64(len(s.Ladder)) || o.Value != float64(int(o.Value)) {
			return fmt.Errorf("%s: the ladder has the rungs 0..%d", o.Say(), len(s.Ladder))
		}
	case Isolate:
		if n := s.Tenants(); n < 2 {
			return fmt.Errorf("%s: the scenario has one tenant only", o.Say())
		} else if o.Value < 0 || o.Value >= float64(n) || o.Value != float64(int(o.Value)) {
			return fmt.Errorf("%s: the tenants are 1..%d", o.Say(), n)
		}
	case BlockWay:
		if o.From >= States || o.To >= States {
			return fmt.Errorf("%s: no such state", o.Kind)
		}
		if legal, manual := Legal(o.From, o.To); !legal || manual {
			return fmt.Errorf("%s: there is no such automatic transition", o.Say())
		}
		if o.To == Unsafe {
			return fmt.Errorf("%s: what leads into unsafe cannot be switched off", o.Say())
		}
	}
	if !o.Kind.Overrides() {
		return nil
	}
	if strings.TrimSpace(o.Invariant) == "" {
		return fmt.Errorf("%s: it needs the invariant that it may relax", o.Say())
	}
	if longest := Millis(s.Controller.Longest); o.Lifetime <= 0 || o.Lifetime > longest {
		return fmt.Errorf("%s: lifetime: %v is out of range 1ms..%v; an override ends by itself", o.Say(), o.Lifetime, longest)
	}
	return nil
}

// Forbidden is why a kind of order is not legal now, or "".
func (k OrderKind) Forbidden(in State, controlled bool) string {
	switch k {
	case HoldRung, BlockWay, Isolate:
		switch {
		case !controlled:
			return "control is off: there is nothing to override"
		case in == Unsafe && k != Isolate:
			return "unsafe: a signal is not trusted, and no override makes it so"
		}
	case LeaveUnsafe:
		if in != Unsafe {
			return "the state is " + in.String() + ", which evidence decides"
		}
	case StartReplay, ReleaseAll:
		switch {
		case in == Unsafe:
			return "unsafe: replay is forbidden"
		case controlled && in != Normal && !LegalAction(in, DoReplay):
			return "with control, replay waits for recovering; the state is " + in.String()
		}
	}
	return ""
}

// Tenants is how many tenants the routes have at most.
func (s *Scenario) Tenants() int {
	n := 1
	for i := range s.Routes {
		n = max(n, int(s.Routes[i].Tenants))
	}
	return n
}

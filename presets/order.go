package presets

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"overloadtui/model"
)

// OrderSyntax is how an order is typed, for help texts.
const OrderSyntax = "KIND [VALUE]; who: NAME; why: REASON; may-relax: INVARIANT; lifetime: 5m"

// ParseOrder reads an order that was typed, such as
//
//	hold-rung 2; who: ada; why: the ladder is too eager; may-relax: enrichment; lifetime: 5m
//	block-transition normal elevated; who: ...
//	isolate-tenant 1; who: ...
//	leave-unsafe; who: ada; why: the store was compared
//
// Tenants and overrides count from 1, as on the screen. Errors name what is wrong and
// what would be right; whether the order has all that it needs is Order.Check's.
func ParseOrder(text string) (model.Order, error) {
	var o model.Order
	parts := strings.Split(text, ";")
	words := strings.Fields(parts[0])
	if len(words) == 0 {
		return o, fmt.Errorf("an order is missing; write %s", OrderSyntax)
	}
	kind := slices.Index(model.OrderNames[:], words[0])
	if kind <= 0 {
		return o, fmt.Errorf("%q is not one of %s", words[0], strings.Join(model.OrderNames[1:], ", "))
	}
	o.Kind = model.OrderKind(kind)
	if err := orderArgs(&o, words[1:]); err != nil {
		return o, fmt.Errorf("%s: %w", o.Kind, err)
	}
	for _, part := range parts[1:] {
		name, value, ok := strings.Cut(part, ":")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok {
			return o, fmt.Errorf("%s: %q is not NAME: TEXT, such as who: ada", o.Kind, strings.TrimSpace(part))
		}
		switch name {
		case "who":
			o.Who = value
		case "why":
			o.Why = value
		case "may-relax":
			o.Invariant = value
		case "lifetime":
			life, err := model.ParseMillis(value)
			if err != nil {
				return o, fmt.Errorf("%s: lifetime: %w", o.Kind, err)
			}
			o.Lifetime = life
		default:
			return o, fmt.Errorf("%s: %q is not one of who, why, may-relax, lifetime", o.Kind, name)
		}
	}
	return o, nil
}

// FormatOrder writes an order as ParseOrder reads it. ok is false when that is not
// possible: a text has a semicolon in it, which separates, or blanks around it.
func FormatOrder(o model.Order) (text string, ok bool) {
	words := []string{o.Kind.String()}
	switch o.Kind {
	case model.HoldRung, model.EndOverride:
		words = append(words, strconv.FormatFloat(o.Value, 'f', -1, 64))
	case model.Isolate:
		words = append(words, strconv.FormatFloat(o.Value+1, 'f', -1, 64))
	case model.BlockWay:
		words = append(words, o.From.String(), o.To.String())
	}
	text = strings.Join(words, " ")
	for _, part := range []struct{ name, value string }{{"who", o.Who}, {"why", o.Why}, {"may-relax", o.Invariant}} {
		if part.value != "" {
			text += "; " + part.name + ": " + part.value
		}
	}
	if o.Lifetime != 0 {
		text += "; lifetime: " + o.Lifetime.String()
	}
	again, err := ParseOrder(text)
	return text, err == nil && again == o
}

func orderArgs(o *model.Order, args []string) error {
	switch o.Kind {
	case model.HoldRung, model.Isolate, model.EndOverride:
		if len(args) != 1 {
			return fmt.Errorf("it needs one number after it")
		}
		n, err := strconv.Atoi(args[0])
		if err != nil {
			return fmt.Errorf("%q is not a whole number", args[0])
		}
		o.Value = float64(n)
		if o.Kind == model.Isolate {
			o.Value--
		}
		return nil
	case model.BlockWay:
		if len(args) != 2 {
			return fmt.Errorf("it needs two states after it, such as normal elevated")
		}
		for i, at := range []*model.State{&o.From, &o.To} {
			s, err := model.ParseState(args[i])
			if err != nil {
				return err
			}
			*at = s
		}
		return nil
	}
	if len(args) > 0 {
		return fmt.Errorf("%q is too much", strings.Join(args, " "))
	}
	return nil
}

// Order puts orders such as "30s:leave-unsafe; who: ada; why: ..." on the scenario's
// timeline. Each error names the order and what would be right.
func Order(s *model.Scenario, cat model.Catalog, orders ...string) error {
	for _, text := range orders {
		at, what, timed := strings.Cut(text, ":")
		if !timed {
			return fmt.Errorf("%q is not TIME:ORDER", text)
		}
		when, err := model.ParseMillis(at)
		if err != nil {
			return err
		}
		o, err := ParseOrder(what)
		if err != nil {
			return err
		}
		s.Changes = append(s.Changes, model.Change{At: when, Who: "scenario", Note: o.Say(), Order: o})
	}
	return s.Validate(cat)
}

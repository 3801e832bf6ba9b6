package ui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
)

// ordered is what the source was asked to do by hand.
func ordered(f *fake) (all []model.Order) {
	for _, c := range f.commands {
		if c.Kind == model.GiveOrder {
			all = append(all, c.Order)
		}
	}
	return all
}

// TestOrders gives each kind of order with the keys of the dialog.
func TestOrders(t *testing.T) {
	owner := []string{"enter", "<anna>", "enter", "<cold database>", "enter"}
	terms := []string{"<enrichment>", "enter", "ctrl+u", "<5m>", "enter", "enter"}
	for _, c := range []struct {
		name string
		keys [][]string
		want model.Order
	}{
		{"hold a rung", [][]string{{"enter", "right", "right", "l"}, owner, terms},
			model.Order{Kind: model.HoldRung, Value: 3, Who: "anna", Why: "cold database", Invariant: "enrichment", Lifetime: 5 * model.Minute}},
		{"switch off a transition", [][]string{{"down", "enter", "right"}, owner, terms},
			model.Order{Kind: model.BlockWay, From: model.Degraded, To: model.Recovering, Who: "anna", Why: "cold database", Invariant: "enrichment", Lifetime: 5 * model.Minute}},
		{"isolate a tenant", [][]string{{"j", "j", "enter", "right", "left", "right"}, owner, terms},
			model.Order{Kind: model.Isolate, Value: 1, Who: "anna", Why: "cold database", Invariant: "enrichment", Lifetime: 5 * model.Minute}},
		{"end an override", [][]string{{"j", "j", "j", "enter", "right"}, owner, {"enter"}},
			model.Order{Kind: model.EndOverride, Value: 2, Who: "anna", Why: "cold database"}},
	} {
		f := governed()
		s := onStates(t, f, "ascii", 80, 24, "o")
		for _, keys := range c.keys {
			pressAll(s, keys...)
		}
		if got := ordered(f); len(got) != 1 || got[0] != c.want {
			t.Errorf("%s: ordered %+v, want %+v\n%s", c.name, got, c.want, s.picture())
		}
		if s.mode != watching || !strings.Contains(s.notice, c.want.Say()) {
			t.Errorf("%s: mode %v, notice %q", c.name, s.mode, s.notice)
		}
	}
}

// TestLeavingUnsafeIsOwned: the only legal decisions in unsafe.
func TestLeavingUnsafeIsOwned(t *testing.T) {
	f := governed()
	s := onStates(t, f, "ascii", 80, 24)
	snap := *s.snap
	snap.State.State = model.Unsafe
	s.snap = &snap
	pressAll(s, "o")
	for _, want := range []string{"x hold a rung", "x switch off a transition", "a signal is not trusted"} {
		if !strings.Contains(s.picture(), want) {
			t.Errorf("no %q in\n%s", want, s.picture())
		}
	}
	pressAll(s, "j", "j", "j", "j", "enter", "enter")
	if !strings.Contains(s.picture(), "it needs an owner") {
		t.Errorf("without an owner:\n%s", s.picture())
	}
	pressAll(s, "<ben>", "enter", "<the store is back>", "enter", "enter")
	if got, want := ordered(f), (model.Order{Kind: model.LeaveUnsafe, Who: "ben", Why: "the store is back"}); len(got) != 1 || got[0] != want {
		t.Errorf("ordered %+v, want %+v", got, want)
	}
}

// TestEachLineIsCheckedInItsPlace leaves each line empty or wrong and presses enter.
func TestEachLineIsCheckedInItsPlace(t *testing.T) {
	f := governed()
	s := onStates(t, f, "ascii", 80, 24, "o", "enter", "enter")
	for _, c := range []struct {
		at   field
		bad  []string
		says string
		good string
	}{
		{whoField, nil, "! it needs an owner: who decides", "<anna>"},
		{whyField, []string{" "}, "! it needs a reason", "<cold>"},
		{invariantField, nil, "! it needs the invariant that it may relax", "<enrichment>"},
		{lifetimeField, []string{"ctrl+u", "<9h>"}, "! lifetime: 9h is out of range 1ms..1h", ""},
		{lifetimeField, []string{"ctrl+u", "<soon>"}, "\"soon\" is not a duration", ""},
		{lifetimeField, []string{"ctrl+u", "5"}, "\"5\" has no unit", "m"},
	} {
		if s.order.at != c.at {
			t.Fatalf("line %d has the focus, want %d", s.order.at, c.at)
		}
		pressAll(s, append(c.bad, "enter")...)
		if s.order.at != c.at || !strings.Contains(s.picture(), c.says) {
			t.Errorf("%v: line %d, no %q in\n%s", c.bad, s.order.at, c.says, s.picture())
		}
		if c.good != "" {
			pressAll(s, c.good, "enter")
		}
	}
	if s.order.at != giveField || len(ordered(f)) != 0 {
		t.Fatalf("line %d, ordered %v", s.order.at, ordered(f))
	}
	// Going back keeps what was typed.
	pressAll(s, "up", "up", "up", "up", "shift+tab")
	if s.order.at != valueField {
		t.Errorf("line %d after going back", s.order.at)
	}
	pressAll(s, "tab", "tab", "tab", "tab", "tab")
	for _, text := range []string{"anna", "cold", "enrichment", "5m", "anna decides: hold rung 0 for 5m, until 06:23.0"} {
		if !strings.Contains(s.picture(), text) {
			t.Errorf("no %q in\n%s", text, s.picture())
		}
	}
}

// TestEscLeavesWithoutEffect from every line of the dialog.
func TestEscLeavesWithoutEffect(t *testing.T) {
	for steps := range 8 {
		f := governed()
		s := onStates(t, f, "ascii", 80, 24, "o")
		s.order.texts = [fields]string{whoField: "a", whyField: "b", invariantField: "c", lifetimeField: "1m"}
		for range steps {
			s.press("tab", 0)
		}
		s.press("esc", 0)
		if s.mode != watching || len(ordered(f)) != 0 {
			t.Errorf("after %d lines: mode %v, ordered %v", steps, s.mode, ordered(f))
		}
	}
}

// TestWhatIsNotLegalSaysWhy opens the dialog where control is off.
func TestWhatIsNotLegalSaysWhy(t *testing.T) {
	s := newTestScreen(t, story(), "ascii", 100, 30)
	pressAll(s, "o", "enter")
	if s.order.at != whatField {
		t.Errorf("line %d has the focus", s.order.at)
	}
	for _, want := range []string{"x hold a rung", "! control is off: there is nothing to override", "x end an override", "no override is in force", "force healthy"} {
		if !strings.Contains(s.picture(), want) {
			t.Errorf("no %q in\n%s", want, s.picture())
		}
	}
}

// TestOnlyPossibleOrdersAreGiven presses any keys in the dialog: whatever is sent is
// possible and was legal when it was sent.
func TestOnlyPossibleOrdersAreGiven(t *testing.T) {
	codes := []string{"up", "down", "left", "right", "tab", "shift+tab", "enter", "enter", "backspace", "ctrl+u", "o", "a", "5", "m", "h", " "}
	rapid.Check(t, func(r *rapid.T) {
		f := governed()
		s := newScreen(Options{Source: f, Glyphs: "ascii"})
		s.w, s.h = rapid.IntRange(1, 120).Draw(r, "w"), rapid.IntRange(1, 50).Draw(r, "h")
		s.press("o", 'o')
		if rapid.Bool().Draw(r, "filled") {
			s.order.texts = [fields]string{whoField: "a", whyField: "b", invariantField: "c", lifetimeField: "1m"}
		}
		for range rapid.IntRange(1, 40).Draw(r, "keys") {
			pressAll(s, rapid.SampledFrom(codes).Draw(r, "key"))
			if lines := strings.Count(s.draw().text(noColours), "\n") + 1; lines != s.h {
				r.Fatalf("%d lines at %dx%d", lines, s.w, s.h)
			}
		}
		for _, o := range ordered(f) {
			if err := o.Check(f.scenario); err != nil {
				r.Fatalf("ordered %+v: %v", o, err)
			}
			if why := o.Kind.Forbidden(f.snap.State.State, f.snap.Control.On); why != "" {
				r.Fatalf("ordered %+v: %s", o, why)
			}
		}
	})
}

package presets_test

import (
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
)

func TestParseOrder(t *testing.T) {
	for text, want := range map[string]model.Order{
		"hold-rung 2; who: ada; why: a: b; may-relax: enrichment; lifetime: 5m": {Kind: model.HoldRung, Value: 2, Who: "ada", Why: "a: b", Invariant: "enrichment", Lifetime: 5 * model.Minute},
		"isolate-tenant 1":                  {Kind: model.Isolate, Value: 0},
		"block-transition normal elevated ": {Kind: model.BlockWay, From: model.Normal, To: model.Elevated},
		"leave-unsafe; who: ada":            {Kind: model.LeaveUnsafe, Who: "ada"},
		"end-override 3":                    {Kind: model.EndOverride, Value: 3},
	} {
		if got, err := presets.ParseOrder(text); err != nil || got != want {
			t.Errorf("ParseOrder(%q) = %+v, %v; want %+v", text, got, err, want)
		}
		if again, ok := presets.FormatOrder(want); !ok || again != strings.TrimSpace(text) {
			t.Errorf("FormatOrder(%+v) = %q, %v; want %q", want, again, ok, text)
		}
	}
	for text, says := range map[string]string{
		"":                                "an order is missing",
		"force-healthy":                   `"force-healthy" is not one of hold-rung`,
		"hold-rung":                       "one number",
		"hold-rung two":                   "whole number",
		"hold-rung 1; ada":                "NAME: TEXT",
		"hold-rung 1; when: now":          "who, why, may-relax, lifetime",
		"hold-rung 1; lifetime: 5":        "lifetime",
		"block-transition normal":         "two states",
		"block-transition normal perfect": `"perfect"`,
		"leave-unsafe now":                "too much",
	} {
		if _, err := presets.ParseOrder(text); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("ParseOrder(%q) says %v, want something about %q", text, err, says)
		}
	}
}

func TestAnOrderThatCannotBeTypedIsNotWritten(t *testing.T) {
	for _, why := range []string{"first this; then that", " blanks", "blanks ", "two\nlines"} {
		o := model.Order{Kind: model.LeaveUnsafe, Who: "ada", Why: why}
		text, ok := presets.FormatOrder(o)
		if got, err := presets.ParseOrder(text); ok != (err == nil && got == o) || ok && why != "two\nlines" {
			t.Errorf("FormatOrder(%+v) = %q, %v; ParseOrder gives %+v, %v", o, text, ok, got, err)
		}
	}
}

// Every order that can be typed can stand in a file, and comes out of it as it went in.
func TestOrdersSurviveAFile(t *testing.T) {
	s, err := presets.Load("mercury-hot-tenant", catalog)
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Order{
		{Kind: model.HoldRung, Value: 2, Who: "ada", Why: "a: b", Invariant: "c", Lifetime: model.Minute},
		{Kind: model.Isolate, Value: 0, Who: "ada", Why: "b", Invariant: "c", Lifetime: model.Minute},
		{Kind: model.BlockWay, From: model.Saturated, To: model.Degraded, Who: "ada", Why: "b", Invariant: "c", Lifetime: 90 * model.Second},
		{Kind: model.EndOverride, Value: 3, Who: "ada", Why: "b"},
		{Kind: model.LeaveUnsafe, Who: "ada", Why: "b"},
	}
	s.Changes = nil
	for i, o := range want {
		s.Changes = append(s.Changes, model.Change{At: model.Millis(i) * model.Second, Order: o})
	}
	text, err := presets.Marshal(s, catalog)
	if err != nil {
		t.Fatal(err)
	}
	again, err := presets.Read("mercury-hot-tenant.yaml", text, catalog)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	for i, c := range again.Changes {
		if c.Order != want[i] {
			t.Errorf("%+v comes back as %+v\n%s", want[i], c.Order, text)
		}
	}
	if strings.Contains(string(text), "tenant: 0") || strings.Count(string(text), "from: saturated") != 1 {
		t.Errorf("tenants count from 1, and only a transition has states:\n%s", text)
	}
}

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

package model

import (
	"math"
	"strings"
	"testing"
)

func TestEveryDefaultActionIsBounded(t *testing.T) {
	for _, a := range DefaultActions() {
		if err := a.Check(); err != nil {
			t.Errorf("DefaultActions: %v", err)
		}
	}
}

// An action that does not say who, where, how long and until when is none: "shed 10 %".
func TestAnActionNamesItsBounds(t *testing.T) {
	whole := DefaultActions()[DoTighten]
	for what, spoil := range map[string]func(*Action){
		"population": func(a *Action) { a.Population = "" },
		"priority":   func(a *Action) { a.Priority = "" },
		"point":      func(a *Action) { a.Point = "" },
		"rollback":   func(a *Action) { a.Rollback = "" },
		"longest":    func(a *Action) { a.Longest = 0 },
	} {
		a := whole
		spoil(&a)
		if err := a.Check(); err == nil || !strings.Contains(err.Error(), what) || !strings.Contains(err.Error(), "tighten") {
			t.Errorf("an action without its %s: Check says %v", what, err)
		}
	}
	if err := checkActions([]Action{whole, whole}); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("the same action twice: %v", err)
	}
}

func TestAForbiddenControlIsOnNoLadder(t *testing.T) {
	for _, off := range []string{
		"authorization of writes", "Authorisation", "permission checks", "the fraud check", "durability of orders", "fencing tokens", "the audit trail", "auditing",
	} {
		r := Rung{Name: "too far", Off: off}
		if err := r.Check(); err == nil || !strings.Contains(err.Error(), "never stands on a ladder") {
			t.Errorf("a rung that turns off %q: Check says %v", off, err)
		}
	}
	for _, off := range []string{"profile enrichment", "exports and prefetch", "recommendations", "the author's picture", "fenced code in comments", "standard work above its allocation"} {
		r := Rung{Name: "fine", Off: off}
		if err := r.Check(); err != nil {
			t.Errorf("a rung that turns off %q: Check says %v", off, err)
		}
	}
}

// In each state no other actions are legal than those of its row: none but the replay
// in normal, no replay but in recovering and in normal, and whatever is legal can be named.
func TestLegalActions(t *testing.T) {
	for s := range State(States) {
		for do := range Doings {
			legal := LegalAction(s, do)
			switch {
			case s == Normal && legal && do != DoReplay:
				t.Errorf("action %d is legal in normal", do)
			case do == DoReplay && legal != (s == Recovering || s == Normal):
				t.Errorf("replay in %v: %v", s, legal)
			case do == DoSuppress && legal && s != Saturated && s != Unsafe:
				t.Errorf("retries may be suppressed in %v", s)
			}
		}
	}
}

// No order declares a state: there is no way to say that all is well.
func TestNoOrderForcesHealth(t *testing.T) {
	for k := HoldRung; k < Orders; k++ {
		if strings.Contains(k.String(), "healthy") || strings.Contains(k.String(), "normal") {
			t.Errorf("order %v declares a state", k)
		}
	}
	if why := LeaveUnsafe.Forbidden(Degraded, true); why == "" {
		t.Error("leave-unsafe is not refused in degraded")
	}
	if why := HoldRung.Forbidden(Unsafe, true); why == "" {
		t.Error("holding a rung is not refused in unsafe")
	}
}

func TestLedgerShares(t *testing.T) {
	ended := Ledger{OnTime: 30, LateUse: 10}
	got := ended.Share(60, 100)
	want := Ledger{OnTime: 0.45, LateUse: 0.15, IdleUse: 0.4}
	for use := range got {
		if d := got[use] - want[use]; d > 1e-12 || d < -1e-12 {
			t.Errorf("Share(60, 100) of %v gives %v for %v, want %v", ended, got[use], Use(use), want[use])
		}
	}
	sofar := ended.ShareSoFar(60, 100)
	if d := max(math.Abs(sofar[OnTime]-0.3), math.Abs(sofar[OpenUse]-0.2), math.Abs(sofar[IdleUse]-0.4)); d > 1e-12 {
		t.Errorf("ShareSoFar(60, 100) of %v is %v, want 0.3 on time, 0.2 in work, 0.4 idle", ended, sofar)
	}
	if none := ended.Share(0, 0); none != (Ledger{}) {
		t.Errorf("without workers the shares are %v, want none", none)
	}
}

// A deeper rung removes no less than the ones before it.
func TestTheRungsAreInOrder(t *testing.T) {
	ladder := []Rung{{Name: "defer", Removes: 20}, {Name: "omit", Removes: 10}}
	if err := checkLadder(ladder); err == nil || !strings.Contains(err.Error(), `rung "omit"`) {
		t.Errorf("a second rung that removes less than the first: checkLadder says %v", err)
	}
	ladder[1].Removes = 20
	if err := checkLadder(ladder); err != nil {
		t.Errorf("a second rung that removes as much as the first: checkLadder says %v", err)
	}
}

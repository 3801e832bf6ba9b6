package state_test

import (
	"fmt"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/state"
)

// Every legal way stands in the inventory, at the state that it leaves and at the one
// that it enters, and no other does.
func TestTheInventoryIsTheLegalWays(t *testing.T) {
	got := state.Inventory(model.DefaultThresholds())
	if len(got) != model.States {
		t.Fatalf("Inventory() has %d states, want %d", len(got), model.States)
	}
	for from := range model.State(model.States) {
		if e := got[from]; e.State != from.String() || e.Enter == "" || e.Leave == "" {
			t.Errorf("Inventory()[%d] = %+v, want %v with both kinds of evidence", from, e, from)
		}
		if all := got[from].Enter + got[from].Leave; strings.Contains(all, ", ,") || strings.Contains(all, ": ,") {
			t.Errorf("%v: a gate without a name in %q", from, all)
		}
		for to := range model.State(model.States) {
			legal, _ := model.Legal(from, to)
			leaves := strings.Contains("; "+got[from].Leave, fmt.Sprintf("; to %v: ", to))
			enters := strings.Contains("; "+got[to].Enter, fmt.Sprintf("; from %v: ", from))
			if leaves != legal || enters != legal {
				t.Errorf("%v -> %v is legal: %v; Inventory() leaves it: %v, enters: %v", from, to, legal, leaves, enters)
			}
		}
	}
	if leave := got[model.Recovering].Leave; !strings.Contains(leave, "deferred correctness work") || !strings.Contains(leave, "5 windows") {
		t.Errorf("recovering is left by %q, want the recovery work and the windows among it", leave)
	}
}

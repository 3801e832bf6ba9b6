package recovery_test

import (
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/model/state"
)

func TestTheClaimsOfThePacketHold(t *testing.T) {
	for _, c := range recovery.Claims(mercury()) {
		if !c.Holds || c.Why == "" || !strings.HasSuffix(c.Text, ".") {
			t.Errorf("%+v, want it to hold and to say why", c)
		}
	}
}

// One input that is changed breaks the claim that rests on it, and no other.
func TestEveryClaimCanBeBroken(t *testing.T) {
	states := func(change func([]model.StateEvidence) []model.StateEvidence) func(*model.Scenario) {
		return func(s *model.Scenario) { s.Packet.States = change(state.Inventory(s.Thresholds)) }
	}
	broken := map[string]bool{}
	for _, c := range []struct {
		claim  string
		change func(*model.Scenario)
		says   string
	}{
		{"figures", func(s *model.Scenario) { s.Packet.Logical = 0 }, "amplification unknown: logical arrivals not stated"},
		{"figures", func(s *model.Scenario) { s.Packet.CacheFills = 0 }, "cache fills"},
		{"figures", func(s *model.Scenario) { s.Packet.RetryLayers = 0 }, "retry layers"},
		{"six-states", states(func(e []model.StateEvidence) []model.StateEvidence { return e[:5] }), "unsafe is missing"},
		{"six-states", states(func(e []model.StateEvidence) []model.StateEvidence { return append(e, e[0]) }), "normal stands twice"},
		{"six-states", states(func(e []model.StateEvidence) []model.StateEvidence {
			return append(e, model.StateEvidence{State: "degrading", Enter: "x", Leave: "y"})
		}), `"degrading" is not one of them`},
		{"state-evidence", states(func(e []model.StateEvidence) []model.StateEvidence { e[3].Enter = " "; return e }), "degraded has no evidence to enter it"},
		{"state-evidence", states(func(e []model.StateEvidence) []model.StateEvidence { e[5].Leave = ""; return e }), "unsafe has no evidence to leave it"},
		{"ladder", func(s *model.Scenario) { s.Ladder[0].Off = "exports and fraud checks" }, "fraud control never stands on a ladder"},
		{"ladder", func(s *model.Scenario) { s.Ladder[0].Off = "fencing of writers" }, "fencing"},
		{"ladder", func(s *model.Scenario) { s.Ladder[0].Off = "" }, "does not say what it turns off"},
		{"allocation", func(s *model.Scenario) { s.Classes[1].Allocation = 5700 }, "2,400 + 5,700 + 0 = 8,100/s, and degraded admission is 8,000/s"},
		{"allocation", func(s *model.Scenario) { s.Packet.Admitted = 7900 }, "and degraded admission is 7,900/s"},
		{"optional", func(s *model.Scenario) { s.Classes[2].Allocation, s.Classes[1].Allocation = 100, 5500 }, "optional is set aside from rung 1 on and admitted at 100/s"},
		{"failover-capacity", func(s *model.Scenario) { s.Packet.Failover = 7999 }, "-1/s left"},
		{"failover-replay", func(s *model.Scenario) { s.Packet.FailoverReplay = 300 }, "the plan allows 300/s; 400/s are left"},
		{"replay-ceiling", func(s *model.Scenario) { s.Packet.Replay = 4500 }, "4,500/s is above 4,000/s by 500/s"},
		{"replay-ceiling", func(s *model.Scenario) { s.Packet.Foreground = 10_000 }, "3,500/s is above 3,000/s by 500/s"},
		{"replay-ceiling", func(s *model.Scenario) { s.Packet.Restored = 14_000 }, "above 3,000/s"},
		{"replay-ceiling", func(s *model.Scenario) { s.Packet.FailureReserve = 2001 }, "above 3,499/s by 1/s"},
		{"replay-ceiling", func(s *model.Scenario) { s.Packet.WarmUp = 1100 }, "above 3,400/s"},
		{"replay-ceiling", func(s *model.Scenario) { s.Packet.Other = 600 }, "above 3,400/s"},
	} {
		broken[c.claim] = true
		s := mercury()
		c.change(s)
		for _, got := range recovery.Claims(s) {
			switch {
			case got.Name == c.claim && (got.Holds || !strings.Contains(got.Why, c.says)):
				t.Errorf("%+v, want it not to hold and to say %q", got, c.says)
			case got.Name != c.claim && !got.Holds:
				t.Errorf("%+v, want only %s not to hold", got, c.claim)
			}
		}
	}
	for _, c := range recovery.Claims(mercury()) {
		if !broken[c.Name] {
			t.Errorf("nothing breaks the claim %s", c.Name)
		}
	}
}

// A claim that rests on an unknown figure does not hold.
func TestAClaimOfTheUnknownDoesNotHold(t *testing.T) {
	s := mercury()
	s.Packet, s.Classes = model.NewPacket(), nil
	for _, c := range recovery.Claims(s) {
		independent := c.Name == "six-states" || c.Name == "state-evidence" || c.Name == "ladder" || c.Name == "failover-replay"
		if c.Holds != independent || !independent && !strings.Contains(c.Why, "unknown: ") {
			t.Errorf("of an empty packet: %+v", c)
		}
	}
}

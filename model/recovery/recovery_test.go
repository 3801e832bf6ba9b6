package recovery_test

import (
	"math"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// mercury is a scenario with the packet that is used for teaching.
func mercury() *model.Scenario {
	p := model.NewPacket()
	p.Logical, p.Attempts, p.Admitted, p.InTime = 10_500, 14_700, 8000, 98.5
	p.Warm, p.Failover, p.Restored = 12_000, 8400, 15_000
	p.Foreground, p.FailureReserve, p.WarmUp = 9000, 1500, 500
	p.Replay, p.Backlog = 3500, 54e6
	p.CacheKeys, p.CacheFills = 2.4e6, 20_000
	p.RetryLayers, p.LayerAttempts = 3, 4
	return &model.Scenario{
		Name:   "mercury",
		Routes: []model.Route{{Name: "client", Correct: 99.8, Deadline: 750}},
		Classes: []model.Class{
			{Name: "priority", Allocation: 2400}, {Name: "standard", Allocation: 5600, BoundedFrom: 3}, {Name: "optional", BoundedFrom: 1},
		},
		Ladder:     []model.Rung{{Name: "defer", Off: "exports"}},
		Thresholds: model.DefaultThresholds(),
		Packet:     p,
	}
}

func figureOf(t *testing.T, s *model.Scenario, name string) recovery.Figure {
	t.Helper()
	for _, f := range recovery.Figures(s) {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("Figures() has no %q", name)
	return recovery.Figure{}
}

// Every figure of the packet, exactly: the value, how it is shown, and how it was
// computed.
func TestTheFiguresOfThePacket(t *testing.T) {
	want := []struct {
		name         string
		value        float64
		text, worked string
	}{
		{"allocation", 8000, "8,000/s", "2,400 + 5,600 + 0 = 8,000/s"},
		{"amplification", 1.4, "1.4", "14,700 / 10,500 = 1.4"},
		{"goodput", 7864.24, "7,864.24/s", "8,000 x 99.8 % x 98.5 % = 7,864.24/s"},
		{"removed-attempts", 6700, "6,700/s", "14,700 - 8,000 = 6,700/s"},
		{"early-rejections", 2500, "2,500/s", "10,500 - 8,000 = 2,500/s"},
		{"failover-loss", 3600, "3,600/s", "12,000 - 8,400 = 3,600/s"},
		{"failover-use", 100 * 8000.0 / 8400, "95.24 %", "8,000 / 8,400 = 95.24 %"},
		{"failover-left", 400, "400/s", "8,400 - 8,000 = 400/s"},
		{"replay-ceiling", 4000, "4,000/s", "15,000 - 9,000 - 1,500 - 500 - 0 = 4,000/s"},
		{"replay-margin", 500, "500/s", "4,000 - 3,500 = 500/s"},
		{"drain", 54e6 / 3500, "15,428.57 s", "54,000,000 x 1 / 3,500 = 15,428.57 s"},
		{"drain-hours", 54e6 / 3500 / 3600, "4.29 h", "15,428.57 / 3,600 = 4.29 h"},
		{"cache-fill", 120, "120 s", "2,400,000 / 20,000 = 120 s"},
		{"retry-product", 64, "64", "4 ^ 3 = 64"},
	}
	got := recovery.Figures(mercury())
	if len(got) != len(want) {
		t.Fatalf("Figures() has %d figures, want %d", len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		if g.Name != w.name || math.Abs(g.Value-w.value) > 1e-9*w.value || g.Text() != w.text || g.Worked != w.worked {
			t.Errorf("Figures()[%d] = %s %v, %q, %q\nwant %s %v, %q, %q", i, g.Name, g.Value, g.Text(), g.Worked, w.name, w.value, w.text, w.worked)
		}
		if g.Formula == "" || g.Label == "" || !strings.HasSuffix(g.Doc, ".") {
			t.Errorf("%s: formula %q, label %q, doc %q", g.Name, g.Formula, g.Label, g.Doc)
		}
	}
}

func TestAFormulaSaysWhatItMeans(t *testing.T) {
	s := mercury()
	for name, want := range map[string]string{
		"replay-ceiling": "restored capacity - foreground - failure reserve - cache warm-up - other recovery work",
		"goodput":        "degraded admission x correct answers x in deadline",
		"drain":          "backlog x cost of a replay / chosen replay",
		"allocation":     "priority + standard + optional",
	} {
		if got := figureOf(t, s, name).Formula; got != want {
			t.Errorf("the formula of %s is %q, want %q", name, got, want)
		}
	}
	s.Packet.Foreground = 14_000
	if got, want := figureOf(t, s, "replay-ceiling").Worked, "15,000 - 14,000 - 1,500 - 500 - 0 = -1,000, at least 0 = 0/s"; got != want {
		t.Errorf("the ceiling under too much foreground is %q, want %q", got, want)
	}
}

// An input that nobody has stated makes unknown what follows from it, and nothing else.
func TestWhatIsNotStatedIsUnknown(t *testing.T) {
	for _, setting := range model.PacketSettings {
		s := mercury()
		if setting.Stated(0) {
			continue
		}
		*setting.At(s.Packet) = 0
		known := map[string]recovery.Figure{}
		for _, f := range recovery.Figures(mercury()) {
			known[f.Name] = f
		}
		lost := 0
		for _, f := range recovery.Figures(s) {
			if len(f.Unknown) > 0 {
				lost++
				if !strings.Contains(f.Text(), setting.Label) || f.Worked != "" {
					t.Errorf("without %s, %s says %q and %q", setting.Name, f.Name, f.Text(), f.Worked)
				}
				continue
			}
			if f.Value != known[f.Name].Value {
				t.Errorf("without %s, %s is %v, it was %v", setting.Name, f.Name, f.Value, known[f.Name].Value)
			}
		}
		if lost == 0 && !setting.Minor {
			t.Errorf("no figure needs %s", setting.Name)
		}
	}
}

func TestAPlanIsRefusedWithItsReason(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*model.Scenario)
		says   string // "" when it may go
	}{
		{"as it is", func(*model.Scenario) {}, ""},
		{"at the ceiling", func(s *model.Scenario) { s.Packet.Replay = 4000 }, ""},
		{"above the ceiling", func(s *model.Scenario) { s.Packet.Replay = 4500 }, "4,500/s is above the ceiling of 4,000/s"},
		{"nothing spare", func(s *model.Scenario) { s.Packet.Foreground = 13_000 }, "nothing may be replayed: 0/s of the restored capacity are spare"},
		{"less than nothing", func(s *model.Scenario) { s.Packet.Foreground = 14_000 }, "nothing may be replayed: -1,000/s"},
		{"in failover", func(s *model.Scenario) { s.Packet.Serving = model.ServingFailover }, "forbidden in failover: 8,400 - 8,000 = 400/s left"},
		{"policy store", func(s *model.Scenario) { s.PolicyStore = model.Lost }, "unsafe: policy store lost"},
		{"fencing", func(s *model.Scenario) { s.Fencing = model.Lost }, "unsafe: fencing lost"},
		{"telemetry, in failover", func(s *model.Scenario) { s.Telemetry, s.Packet.Serving = model.Lost, model.ServingFailover }, "unsafe: telemetry lost"},
		{"no reserve", func(s *model.Scenario) { s.Packet.FailureReserve = 0 }, "failure reserve not stated"},
		{"no rate", func(s *model.Scenario) { s.Packet.Replay = 0 }, "chosen replay not stated"},
	} {
		s := mercury()
		c.change(s)
		p := recovery.PlanOf(s)
		if (p.Refused == "") != (c.says == "") || !strings.Contains(p.Refused, c.says) {
			t.Errorf("%s: PlanOf = %+v, want it to say %q", c.name, p, c.says)
		}
		if allowed := p.Allowed(); p.Refused != "" && allowed != 0 || p.Refused == "" && allowed != s.Packet.Replay {
			t.Errorf("%s: Allowed() = %v of %v, refused: %q", c.name, allowed, s.Packet.Replay, p.Refused)
		}
	}
	if p := recovery.NewPlan(recovery.Budget{Restored: 100}, recovery.Situation{}, recovery.Work{Remaining: 5, Planned: 1}, 0); p.Refused == "" || !math.IsInf(float64(p.Drain), 1) {
		t.Errorf("NewPlan without a rate = %+v, want it refused and without an end", p)
	}
}

func TestTheETAFollowsTheObservedCost(t *testing.T) {
	for _, c := range []struct {
		work recovery.Work
		rate float64
		want model.Millis
	}{
		{recovery.Work{Remaining: 54e6, Planned: 1}, 3500, 15_428_571.428571429},
		{recovery.Work{Remaining: 54e6, Planned: 1}, 4000, 13_500 * model.Second},
		{recovery.Work{Remaining: 54e6, Planned: 2}, 4000, 27_000 * model.Second},
		{recovery.Work{Remaining: 27e6, Planned: 1, Done: 27e6, Spent: 54e6}, 4000, 13_500 * model.Second},
		{recovery.Work{Planned: 1}, 0, 0},
	} {
		if got := c.work.ETA(c.rate); math.Abs(float64(got-c.want)) > 1e-6 {
			t.Errorf("%+v.ETA(%v) = %v, want %v", c.work, c.rate, got, c.want)
		}
	}
}

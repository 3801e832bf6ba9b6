package recovery_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

func budget(t *rapid.T) recovery.Budget {
	rate := func(name string) float64 { return float64(rapid.IntRange(0, 20_000).Draw(t, name)) }
	return recovery.Budget{Restored: rate("restored"), Foreground: rate("foreground"), Reserve: rate("reserve"), WarmUp: rate("warm-up"), Other: rate("other")}
}

// More capacity never lowers the ceiling; more of anything else never raises it. Where
// it is positive, each does so one for one.
func TestTheCeilingIsMonotoneInEachTerm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := budget(t)
		more := float64(rapid.IntRange(0, 5000).Draw(t, "more"))
		for i, term := range []struct {
			at   func(*recovery.Budget) *float64
			sign float64
		}{
			{func(b *recovery.Budget) *float64 { return &b.Restored }, 1},
			{func(b *recovery.Budget) *float64 { return &b.Foreground }, -1},
			{func(b *recovery.Budget) *float64 { return &b.Reserve }, -1},
			{func(b *recovery.Budget) *float64 { return &b.WarmUp }, -1},
			{func(b *recovery.Budget) *float64 { return &b.Other }, -1},
		} {
			c := b
			*term.at(&c) += more
			was, is := b.Ceiling(), c.Ceiling()
			if (is-was)*term.sign < 0 || is < 0 || was > 0 && is > 0 && is-was != term.sign*more {
				t.Fatalf("term %d of %+v plus %v: the ceiling goes from %v to %v", i, b, more, was, is)
			}
		}
	})
}

// A plan that is not refused keeps to the ceiling, and beside it the whole failure
// reserve is free.
func TestAPlanThatMayGoLeavesTheReserveFree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, rate := budget(t), float64(rapid.IntRange(0, 20_000).Draw(t, "rate"))
		p := recovery.NewPlan(b, recovery.Situation{}, recovery.Work{Remaining: 1, Planned: 1}, rate)
		fits := rate > 0 && rate <= b.Ceiling()
		if (p.Refused == "") != fits || p.Margin != b.Ceiling()-rate {
			t.Fatalf("NewPlan(%+v, %v) = %+v", b, rate, p)
		}
		if free := b.Free(p.Allowed()); fits && free < b.Reserve {
			t.Fatalf("%+v at %v leaves %v free", b, rate, free)
		}
		for _, s := range []recovery.Situation{{Failover: true}, {Unsafe: "fencing lost"}} {
			if p := recovery.NewPlan(b, s, recovery.Work{}, rate); p.Refused == "" || p.Allowed() != 0 {
				t.Fatalf("NewPlan(%+v, %+v, %v) = %+v, want it refused", b, s, rate, p)
			}
		}
	})
}

// After any part of the drain at the rate that was planned, what remains takes what is
// left of the first estimate.
func TestTheETAIsConsistent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		backlog := float64(rapid.IntRange(1, 1e9).Draw(t, "backlog"))
		cost := rapid.Float64Range(0.1, 10).Draw(t, "cost")
		rate := float64(rapid.IntRange(1, 20_000).Draw(t, "rate"))
		part := rapid.Float64Range(0, 1).Draw(t, "part")
		whole := recovery.Work{Remaining: backlog, Planned: cost}
		first := whole.ETA(rate)
		done := backlog * part
		later := recovery.Work{Remaining: backlog - done, Planned: cost, Done: done, Spent: done * cost}
		elapsed := float64(first) * part
		if got, want := float64(later.ETA(rate)), float64(first)-elapsed; math.Abs(got-want) > 1e-9*float64(first)+1e-9 {
			t.Fatalf("%+v.ETA(%v) = %v, and after %v of it %+v.ETA = %v, want %v", whole, rate, first, elapsed, later, got, want)
		}
		if faster := whole.ETA(2 * rate); math.Abs(float64(2*faster-first)) > 1e-9*float64(first) {
			t.Fatalf("%+v: ETA(%v) = %v, ETA(%v) = %v", whole, rate, first, 2*rate, faster)
		}
	})
}

// The figures of a packet and its plan say the same.
func TestFiguresAndPlanAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := mercury()
		p := s.Packet
		for _, at := range []*float64{&p.Restored, &p.Foreground, &p.FailureReserve, &p.Replay, &p.Backlog} {
			*at = float64(rapid.IntRange(1, 20_000).Draw(t, "figure"))
		}
		p.Cost = rapid.Float64Range(0.1, 10).Draw(t, "cost")
		plan, figures := recovery.PlanOf(s), map[string]float64{}
		for _, f := range recovery.Figures(s) {
			figures[f.Name] = f.Value
		}
		for name, got := range map[string]float64{"replay-ceiling": plan.Ceiling, "replay-margin": plan.Margin, "drain": plan.Drain.Seconds()} {
			if want := figures[name]; math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Fatalf("%+v: the plan's %s is %v, the figure %v", p, name, got, want)
			}
		}
	})
}

func TestPauseConditions(t *testing.T) {
	rules := model.NewPacket().Pause
	fine := recovery.Observed{Goodput: 98, Age: 50, Lag: 2 * model.Second, Reserve: 1500}
	for i, c := range []struct {
		name   string
		change func(*recovery.Observed)
	}{
		{"deadline goodput", func(o *recovery.Observed) { o.Goodput = 97.9 }},
		{"queue age", func(o *recovery.Observed) { o.Age = 50.1 }},
		{"replication lag", func(o *recovery.Observed) { o.Lag = 2001 }},
		{"reserve", func(o *recovery.Observed) { o.Reserve = 1499 }},
	} {
		o := fine
		c.change(&o)
		was, is := recovery.Pauses(rules, 1500, fine), recovery.Pauses(rules, 1500, o)
		for j := range is {
			if is[j].Met != (i == j) || was[j].Met {
				t.Errorf("%s: Pauses(%+v)[%d] = %+v, with what is fine %+v", c.name, o, j, is[j], was[j])
			}
		}
		if is[i].Name != c.name {
			t.Errorf("Pauses()[%d] is %q, want %q", i, is[i].Name, c.name)
		}
	}
	// Replay at the ceiling leaves the reserve just free; above it, it does not.
	b := recovery.Budget{Restored: 15_000, Foreground: 9000, Reserve: 1500, WarmUp: 500}
	for rate, pauses := range map[float64]bool{3500: false, 4000: false, 4500: true} {
		o := fine
		o.Reserve = b.Free(rate)
		if g := recovery.Pauses(rules, b.Reserve, o)[3]; g.Met != pauses {
			t.Errorf("at %v/s: %+v, want it to hold: %v", rate, g, pauses)
		}
	}
}

func TestTheGovernorPausesAndEases(t *testing.T) {
	rules := model.NewPacket().Pause // 3 bad windows, 5 good ones, half the rate
	var g recovery.Governor
	for i, w := range []struct {
		windows string // b bad, g good
		share   float64
	}{
		{"bb", 1}, {"g", 1}, {"bb", 1}, {"b", 0}, {"gggg", 0}, {"b", 0}, {"gggg", 0}, {"g", 0.5}, {"gggg", 0.5}, {"g", 1}, {"bbb", 0}, {"ggggg", 0.5}, {"bbb", 0},
	} {
		for _, c := range w.windows {
			g = g.Next(rules, c == 'b')
		}
		if got := g.Share(rules); got != w.share {
			t.Fatalf("after step %d, %q: %+v.Share() = %v, want %v", i, w.windows, g, got, w.share)
		}
	}
}

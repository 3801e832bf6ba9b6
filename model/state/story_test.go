package state_test

import (
	"slices"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/state"
)

// watch lets a machine watch the service for n windows and returns the letters of
// its states, one for each window.
func watch(m *state.Machine, s *service, n int) string {
	var letters strings.Builder
	for range n {
		e := s.tick()
		letters.WriteByte(m.Step(s.now, e).Letter())
	}
	return letters.String()
}

func sentences(v model.StateView, refused bool) []string {
	var all []string
	for _, tr := range v.Log {
		if tr.Refused == refused {
			all = append(all, tr.Why)
		}
	}
	return all
}

// TestStories drives the service by hand, as a person does at the sliders.
func TestStories(t *testing.T) {
	type act struct {
		do      func(*service)
		windows int
		want    string // states on the way, one letter each
	}
	start := act{func(*service) {}, 20, "N"}
	load := func(v float64) func(*service) { return func(s *service) { s.load = v } }
	for _, story := range []struct {
		name    string
		acts    []act
		why     []string // of each transition, in part
		refused string   // part of a refusal
	}{
		{"steady load below capacity stays normal", []act{start, {load(95), 30, "N"}}, nil, ""},
		{"overload, then less load", []act{start, {load(110), 10, "NES"}, {load(60), 40, "SEN"}}, []string{
			"N->E: goodput 0 of 100 possible < 90%, queue age 181% of deadline > 50%, 3/3 windows",
			"E->S: admitted work late 100% > 5%, predicted sojourn 710 ms > 200 ms, 3/3 windows",
			"S->E: admitted work late 0% <= 1%, predicted sojourn 10 ms <= 200 ms, backlog slope ",
			"E->N: failing operations 0% <= 1%, queue age 0% of deadline <= 40%, backlog slope ",
		}, ""},
		{"a limit rescues goodput, not the reserve", []act{start, {load(110), 10, "NES"},
			{func(s *service) { s.limit = 20 }, 40, "SE"}}, nil, ""},
		{"full use without a victim burns the reserve", []act{start, {load(98), 15, "NE"}}, []string{
			"N->E: with 5% of capacity lost 95 of 98/s served < all, reserve 2/s < 5/s, workers busy 98% > 95%, 10/10 windows",
		}, ""},
		{"a limit that refuses while there is room is not normal", []act{start,
			{func(s *service) { s.load, s.limit, s.random = 70, 1, true }, 12, "NE"}}, []string{" possible < 90%, admission bounded and refusing, 3/3 windows"}, ""},
		{"degraded by hand and back", []act{start, {load(110), 10, "NES"},
			{func(s *service) { s.limit, s.rung = 20, 2 }, 30, "SD"},
			{load(80), 10, "DR"},
			{func(s *service) { s.rung = 1 }, 10, "R"},
			{func(s *service) { s.rung = 0 }, 10, "RN"},
		}, []string{"N->E", "E->S", "S->D: admitted work late 0% <= 5%, rung 2 >= 2, admission bounded, 3/3 windows",
			"D->R: admitted work late 0% <= 1%, demand 80/s <= 95/s", "R->N: failing operations 0% <= 1%, zero backlog, demand carried 80/s >= "},
			"degraded -> recovering refused: admitted work late 0% <= 1% alone; demand 110/s is not <= 95/s"},
		{"relapse while recovering", []act{start, {load(110), 10, "NES"},
			{func(s *service) { s.limit, s.rung = 20, 2 }, 30, "SD"},
			{load(80), 10, "DR"},
			{load(250), 10, "RD"},
			{func(s *service) { s.limit = 0 }, 10, "DS"},
		}, nil, "recovering -> normal refused: zero backlog alone; rung 2 is not = 0"},
		{"no recovery is finished without demand", []act{start, {load(110), 10, "NES"},
			{func(s *service) { s.limit, s.rung = 20, 2 }, 30, "SD"},
			{func(s *service) { s.load, s.rung = 10, 0 }, 60, "DR"},
		}, nil, "recovering -> normal refused: zero backlog alone; demand carried 10/s is not >= 46.3/s"},
	} {
		t.Run(story.name, func(t *testing.T) {
			s, m := newService(90, 1), state.New(model.DefaultThresholds())
			for i, a := range story.acts {
				a.do(s)
				got := watch(m, s, a.windows)
				if path := string(slices.Compact([]byte(got))); path != a.want {
					t.Errorf("act %d: the states were %s, want the path %s", i, got, a.want)
				}
			}
			moves := sentences(m.View(), false)
			for i, want := range story.why {
				if i >= len(moves) || !strings.Contains(moves[i], want) {
					t.Errorf("transition %d is not because of %q", i, want)
				}
			}
			if !strings.Contains(strings.Join(sentences(m.View(), true), "\n"), story.refused) {
				t.Errorf("no refusal says %q", story.refused)
			}
			if t.Failed() {
				for _, tr := range m.View().Log {
					t.Logf("%s %s", tr.At.Clock(), tr.Why)
				}
			}
		})
	}
}

func TestUnsafeIsLeftByAnOwnerOnly(t *testing.T) {
	lost := map[string]state.Trust{
		"telemetry stale": {TelemetryStale: true}, "policy store lost": {PolicyLost: true},
		"fencing lost": {FencingLost: true}, "two authorities": {TwoAuthorities: true},
	}
	for name, trust := range lost {
		s, m := newService(90, 1), state.New(model.DefaultThresholds())
		watch(m, s, 5)
		e := s.tick()
		e.Trust = trust
		m.Step(s.now, e)
		if v := m.View(); v.State != model.Unsafe || !strings.Contains(v.Why, name) {
			t.Fatalf("Step with %s leads to %v: %q", name, v.State, v.Why)
		}
		if err := m.Manual(s.now, model.Recovering, "ada", "it looks fine"); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("Manual while %s: %v, want a refusal that names it", name, err)
		}
		if got := watch(m, s, 310); strings.Trim(got, "U") != "" {
			t.Errorf("after %s came back by itself the states are %s, want unsafe only", name, got)
		}
		if !m.View().Overstayed {
			t.Errorf("%v in unsafe is not overstayed (maximum %v)", s.now-m.View().Since, m.View().MaxDwell)
		}
		for _, bad := range []struct {
			to       model.State
			who, why string
		}{{model.Normal, "ada", "force healthy"}, {model.Recovering, " ", "no owner"}, {model.Recovering, "ada", ""}} {
			if err := m.Manual(s.now, bad.to, bad.who, bad.why); err == nil {
				t.Errorf("Manual(%v, %q, %q) is accepted", bad.to, bad.who, bad.why)
			}
		}
		if err := m.Manual(s.now, model.Recovering, "ada", "policy checked against the audit log"); err != nil {
			t.Errorf("Manual by an owner: %v", err)
		}
		v := m.View()
		if last := v.Log[len(v.Log)-1]; v.State != model.Recovering || last.Cause != "manual" || !strings.Contains(last.Why, "ada: policy checked") {
			t.Errorf("after the decision: %v because of %q", v.State, last.Why)
		}
	}
}

func TestRecoveryWorkKeepsRecoveringFromNormal(t *testing.T) {
	for _, pending := range []state.Recovery{{Replay: state.Pending}, {Caches: state.Pending}, {Replicas: state.Pending}, {Correctness: state.Pending}} {
		s, m := newService(80, 1), state.New(model.DefaultThresholds())
		e := s.tick()
		e.Trust.FencingLost = true
		m.Step(s.now, e)
		e = s.tick()
		m.Step(s.now, e)
		if err := m.Manual(s.now, model.Recovering, "ada", "fencing is back"); err != nil {
			t.Fatal(err)
		}
		for range 30 {
			e = s.tick()
			e.Recovery = pending
			m.Step(s.now, e)
			if v := m.View(); v.State != model.Recovering {
				t.Fatalf("with %+v recovering ends in %v: %s", pending, v.State, v.Why)
			}
		}
		for range 5 {
			e = s.tick()
			e.Recovery = state.Recovery{Replay: state.Complete, Caches: state.Complete, Replicas: state.Complete, Correctness: state.Complete}
			m.Step(s.now, e)
		}
		if v := m.View(); v.State != model.Normal || !strings.Contains(v.Why, "replay complete") {
			t.Errorf("with all work complete the state is %v because of %q", v.State, v.Why)
		}
	}
}

func TestRelapsesRaiseTheBar(t *testing.T) {
	s, m := newService(90, 1), state.New(model.DefaultThresholds())
	var needed []int
	for range 6 {
		s.load = 300
		for m.View().State == model.Normal {
			watch(m, s, 1)
		}
		s.load, s.jobs, s.free = 50, nil, s.now // everybody left
		watch(m, s, 1)
		for _, way := range m.View().Ways {
			if way.To == model.Normal {
				needed = append(needed, way.Need)
			}
		}
		for i := 0; m.View().State != model.Normal; i++ {
			if watch(m, s, 1); i > 100 {
				t.Fatalf("the state is still %v", m.View().State)
			}
		}
	}
	if want := []int{5, 10, 20, 40, 40, 40}; !slices.Equal(needed, want) {
		t.Errorf("good windows needed after each relapse: %v, want %v", needed, want)
	}
}

// Replay that goes on counts while it gets somewhere: what is left gets less, or is so
// little that a second replays it. The gate says which.
func TestReplayCountsWhileItsBacklogShrinks(t *testing.T) {
	for _, c := range []struct {
		progress         state.Progress
		left             int64
		growth           float64
		normal           bool
		replayIs, queues string
	}{
		{state.Governed, 112_726, -700, true, "replay governed: 112,726 left, at 800/s inside its ceiling", "empty queues"},
		{state.Governed, 112_726, 1037, false, "replay pending: backlog grows by 1,037/s", "empty queues"},
		{state.Governed, 112_726, 0, false, "replay pending: backlog grows by 0/s", "empty queues"},
		{state.Governed, 600, 5, true, "replay governed: 600 left, at 800/s inside its ceiling", "empty queues"},
		{state.Pending, 112_726, -700, false, "replay pending: 112,726 left", "empty queues"},
		{state.Complete, 0, 0, true, "replay complete", "zero backlog"},
	} {
		s, m := newService(80, 1), state.New(model.DefaultThresholds())
		e := s.tick()
		e.Trust.FencingLost = true
		m.Step(s.now, e)
		m.Step(s.now, s.tick())
		if err := m.Manual(s.now, model.Recovering, "ada", "fencing is back"); err != nil {
			t.Fatal(err)
		}
		for range 10 {
			e = s.tick()
			e.Backlog, e.Age = 0, 0
			e.Recovery.Replay, e.Deferred, e.Growth, e.Replayed = c.progress, c.left, c.growth, 800
			m.Step(s.now, e)
		}
		v := m.View()
		last := v.Log[len(v.Log)-1].Why
		if got := v.State == model.Normal; got != c.normal || !strings.Contains(last, c.replayIs) || !strings.Contains(last, c.queues) {
			t.Errorf("with %d left that grow by %v/s the state is %v: %q; want normal %v, %q and %q", c.left, c.growth, v.State, last, c.normal, c.replayIs, c.queues)
		}
	}
}

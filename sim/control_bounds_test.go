package sim_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// brownout is a service in trouble with a ladder of four rungs and control on.
func brownout() *model.Scenario {
	s := simtest.Collapse()
	s.Duration, s.Control = 0, model.ControlOn
	s.Ladder = []model.Rung{{Name: "defer"}, {Name: "omit", Removes: 50}, {Name: "more", Removes: 80}, {Name: "core", Removes: 100}}
	return s
}

// A step that waits for its jitter does not break what a person holds meanwhile, nor
// does it come when control is off.
func TestAStepInItsJitterCanBeOvertaken(t *testing.T) {
	for _, c := range []struct {
		what  string
		order func(t *testing.T, w *watched)
	}{
		{"a hold", func(t *testing.T, w *watched) { w.order(t, w.Now()+1, order(model.HoldRung, 0)) }},
		{"control off", func(t *testing.T, w *watched) { w.set(t, "control", model.ControlOff) }},
	} {
		s := brownout()
		s.Controller.Jitter = float64(20 * model.Second)
		w := watch(t, s)
		w.set(t, "load", 300)
		for w.run(1); w.Control().Heading == 0; w.run(1) {
		}
		if rung := w.Control().Rung; rung != 0 {
			t.Fatalf("%s: rung %d before the jitter is over\n%s", c.what, rung, w.audit())
		}
		c.order(t, w)
		for range 190 {
			if w.RunUntil(w.Now() + 100); w.Control().Rung != 0 {
				t.Errorf("%s: rung %d, want the step not to come\n%s", c.what, w.Control().Rung, w.audit())
				break
			}
		}
	}
}

// The fail-safe rung waits for nobody: not for a step's jitter, not for a person who
// holds less.
func TestTheFailSafeRungComesAtOnce(t *testing.T) {
	for _, held := range []bool{false, true} {
		s := brownout()
		s.Controller.Jitter, s.Controller.FailSafe = float64(model.Hour), 3
		w := watch(t, s)
		w.set(t, "load", 300)
		for w.run(1); w.Control().Heading == 0; w.run(1) {
		}
		if held {
			w.order(t, w.Now()+1, order(model.HoldRung, 1))
			w.run(1)
		}
		w.set(t, "telemetry", model.Lost)
		if w.run(2); w.Control().Rung != 3 {
			t.Errorf("held: %v: rung %d with stale telemetry, want the fail-safe rung 3\n%s", held, w.Control().Rung, w.audit())
		}
	}
}

// What has lasted its longest time is rolled back, in every state, and does not come
// back before a person or normal has been there.
func TestWhatHasLastedItsLongestTimeIsRolledBack(t *testing.T) {
	for _, c := range []struct {
		what    string
		action  float64
		deepest int
	}{{"the rung", model.DoRung, 1}, {"the first rung", model.DoDefer, 4}} {
		s := brownout()
		s.Actions = model.DefaultActions()
		for i := range s.Actions {
			if s.Actions[i].Do == c.action {
				s.Actions[i].Longest = float64(30 * model.Second)
			}
		}
		w := watch(t, s)
		w.set(t, "load", 300)
		for w.run(1); w.Control().Rung < 2; w.run(1) {
		}
		since := w.Now()
		w.run(60)
		said := w.said(model.EscalationEntry)
		if c.action == model.DoDefer {
			if rung := w.Control().Rung; rung < 2 {
				t.Errorf("%s: rung %d, want the deeper one that is still allowed\n%s", c.what, rung, w.audit())
			}
			continue
		}
		if rung := w.Control().Rung; rung > c.deepest {
			t.Errorf("%s: rung %d a minute after it began, want at most %d\n%s", c.what, rung, c.deepest, w.audit())
		}
		if len(said) == 0 || said[0].At-since > 30*model.Second+1 {
			t.Errorf("%s: escalations %v, want one after 30 s\n%s", c.what, said, w.audit())
		}
	}

	s := brownout() // in elevated nothing but the first rung is legal
	s.Actions = model.DefaultActions()
	s.Actions[0].Longest = float64(10 * model.Second)
	s.Thresholds.Reserve = 40
	w := watch(t, s)
	w.set(t, "load", 80)
	letters := w.run(40)
	if !strings.HasSuffix(letters, "E") || w.Control().Rung != 0 {
		t.Errorf("the states are %s and the rung is %d, want elevated with the first rung rolled back\n%s", letters, w.Control().Rung, w.audit())
	}
}

// Control ends when it is switched off, not at the window's end, and says so.
func TestSwitchingControlOffEndsWhatItDoes(t *testing.T) {
	s := brownout()
	w := watch(t, s)
	w.set(t, "load", 300)
	for w.run(1); w.Control().Rung < 2; w.run(1) {
	}
	w.order(t, w.Now()+1, order(model.HoldRung, 3))
	w.run(1)
	w.set(t, "control", model.ControlOff)
	w.RunUntil(w.Now() + 10)
	v := w.Control()
	if len(v.Overrides) > 0 || v.Rung != 3 {
		t.Errorf("overrides %v at rung %d, want none and the rung that was held\n%s", v.Overrides, v.Rung, w.audit())
	}
	for _, a := range v.Actions {
		if a.InForce {
			t.Errorf("%s is in force without control\n%s", a.Name(), w.audit())
		}
	}
	w.set(t, "control", model.ControlOn)
	w.run(1)
	for _, a := range w.Control().Actions {
		if a.Do == model.DoRung && !a.InForce {
			t.Errorf("the rung is %d, and its action is not in force when control is on again", w.Control().Rung)
		}
	}
}

// A signal that is lost and comes back within a window was lost, and nobody leaves
// unsafe while one is lost, whatever the last window said.
func TestALossWithinAWindowCounts(t *testing.T) {
	s := brownout()
	s.Window = float64(model.Minute)
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	change := func(at model.Millis, c model.Change) {
		t.Helper()
		c.At = at * model.Second
		if err := e.Change(c); err != nil {
			t.Fatal(err)
		}
	}
	leave := model.Change{Order: model.Order{Kind: model.LeaveUnsafe, Who: "ada", Why: "the store was compared"}}
	lose, restore := model.Change{Path: "policy-store", To: model.Lost}, model.Change{Path: "policy-store", To: model.Trusted}
	change(70, lose)
	change(90, restore)
	e.RunUntil(120*model.Second + 1)
	if in := e.State().State; in != model.Unsafe {
		t.Fatalf("%v after a loss of 20 s within a window of a minute, want unsafe", in)
	}
	change(190, lose) // the window up to 180 was good
	change(200, leave)
	e.RunUntil(200*model.Second + 1)
	if in := e.State().State; in != model.Unsafe {
		t.Errorf("%v by a decision while the store is lost, want unsafe", in)
	}
	change(210, restore)
	change(301, leave)
	e.RunUntil(302 * model.Second)
	if in := e.State().State; in != model.Recovering {
		t.Errorf("%v by a decision after a good window, want recovering", in)
	}
}

// Short windows make evidence no faster: the first rung stays on for as long as the good
// windows that full ones would take.
func TestShortWindowsDoNotHurryTheLadder(t *testing.T) {
	for _, window := range []model.Millis{model.Second, 100} {
		s := brownout()
		s.Window, s.Controller.RungHold = float64(window), 0
		s.Thresholds.Reserve, s.Thresholds.Burn = 20, 3
		e, err := sim.New(s)
		if err != nil {
			t.Fatal(err)
		}
		const clear = 60 * model.Second
		if err := e.Change(model.Change{At: clear, Path: "load", To: 10}); err != nil {
			t.Fatal(err)
		}
		if e.RunUntil(clear); e.Control().Rung != 1 {
			t.Fatalf("windows of %v: rung %d in %v, want 1 in elevated", window, e.Control().Rung, e.State().State)
		}
		at := clear
		for ; e.Control().Rung == 1 && at < 2*clear; at += window {
			e.RunUntil(at)
		}
		if after := at - clear; after < 5*model.Second || after > 8*model.Second {
			t.Errorf("windows of %v: the rung is stepped back after %v, want about 5 good windows of a second", window, after)
		}
	}
}

// Admission is tightened to what the tightest service can do in time, also when that is
// not the one at whose door it happens.
func TestTightenedAdmissionKnowsWhatIsBehind(t *testing.T) {
	s := simtest.Collapse()
	s.Control = model.ControlOn
	front := s.Services[0]
	front.Name, front.Workers = "front", 50
	front.Gates, front.Queue = nil, simtest.Policy(model.QueueFamily, "fifo", nil)
	front.Work = simtest.Policy(model.WorkFamily, "constant", nil)
	s.Services = append(s.Services, front)
	hop := s.Routes[0].Path[0]
	s.Routes[0].Path = append([]model.Hop{{Service: "front", Retry: simtest.Policy(model.RetryFamily, "none", nil)}}, hop)
	w := watch(t, s)
	w.set(t, "load", 150)
	w.run(60)
	sum, _ := w.over(40, 60)
	if good := float64(sum.Good) / 20; good < 90 {
		t.Errorf("goodput is %.1f/s behind a fast front, want nearly the 100/s that the service behind it can do\n%s", good, w.audit())
	}
}

// Whatever persons and evidence do at whatever time: nothing is in force that the state
// does not allow, a held rung stays, the steps of control are of one rung, and the whole
// is repeated by its changes.
func TestControlIsBoundedWhateverPersonsDo(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := brownout()
		s.Seed = rapid.Uint64().Draw(r, "seed")
		s.Window = rapid.SampledFrom([]float64{100, 1000, 5000}).Draw(r, "window")
		s.Controller.Jitter = rapid.SampledFrom([]float64{0, 900, 7000}).Draw(r, "jitter")
		s.Routes[0].Tenants = 3
		w := watch(t, s)
		for range 8 {
			at := w.Now() + model.Millis(rapid.Float64Range(0, 3000).Draw(r, "after"))
			var c model.Change
			switch rapid.IntRange(0, 4).Draw(r, "what") {
			case 0, 1:
				c = model.Change{Path: "load", To: rapid.Float64Range(10, 400).Draw(r, "load")}
			case 2:
				c = model.Change{Path: "control", To: float64(rapid.IntRange(0, 1).Draw(r, "control"))}
			case 3:
				c = model.Change{Order: order(model.HoldRung, float64(rapid.IntRange(0, 4).Draw(r, "rung")))}
			case 4:
				c = model.Change{Path: "telemetry", To: float64(rapid.IntRange(0, 1).Draw(r, "telemetry"))}
			}
			c.At = at
			if c.Order.Kind != model.NoOrder {
				c.Order.Lifetime = model.Millis(rapid.Float64Range(1, 20000).Draw(r, "lifetime"))
			}
			if err := w.Change(c); err != nil {
				r.Fatal(err)
			}
			for range rapid.IntRange(1, 60).Draw(r, "pieces") {
				w.RunUntil(w.Now() + 333)
				v, in := w.Control(), w.State().State
				for _, o := range v.Overrides {
					if v.On && v.Rung != int(o.Value) && in != model.Unsafe {
						r.Fatalf("rung %d while %d is held in %v\n%s", v.Rung, int(o.Value), in, w.audit())
					}
				}
				for _, a := range v.Actions {
					if a.InForce && !(v.On && a.Legal) && a.Do != model.DoRung && a.Do != model.DoDefer {
						r.Fatalf("%s is in force in %v with control %v\n%s", a.Name(), in, v.On, w.audit())
					}
				}
			}
		}
		failSafe := int(s.Controller.FailSafe)
		for _, line := range w.said(model.ActionEntry) {
			rest, ok := strings.CutPrefix(line.Text, "rung ")
			if !ok || line.Cause != "automatic" {
				continue
			}
			from, to := int(rest[0]-'0'), int(rest[5]-'0')
			if d := to - from; d != 1 && d != -1 && !(line.State == model.Unsafe && to >= failSafe) {
				r.Fatalf("control steps %d -> %d in %v\n%s", from, to, line.State, w.audit())
			}
		}
	})
}

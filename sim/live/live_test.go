package live

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// start runs the collapse live inside a synctest bubble and returns the runner and
// what ends it.
func start(t *testing.T) (*Runner, func()) {
	t.Helper()
	r, err := New(simtest.Collapse())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- r.Run(ctx) }()
	return r, func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run = %v, want nil when the context ends", err)
		}
	}
}

// after lets wall time pass and returns the snapshot then.
func after(r *Runner, d time.Duration) *model.Snapshot {
	time.Sleep(d)
	synctest.Wait()
	return r.Snapshot()
}

func TestSimulatedTimeKeepsPaceWithTheWall(t *testing.T) {
	for _, speed := range []float64{0.1, 1, 10, 200} {
		synctest.Test(t, func(t *testing.T) {
			r, stop := start(t)
			defer stop()
			r.Do(model.Command{Kind: model.SetSpeed, Value: speed})
			begin := after(r, 100*time.Millisecond).Now
			got, want := after(r, 5*time.Second).Now-begin, model.Millis(5000*speed)
			if off := got - want; off < -1 || off > 1 {
				t.Errorf("at x%v, 5 s of wall time are %v of simulated time, want %v", speed, got, want)
			}
		})
	}
}

func TestPauseStopsTimeAndAStepIsOneWindow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, stop := start(t)
		defer stop()
		after(r, 2500*time.Millisecond)
		r.Do(model.Command{Kind: model.Pause})
		at := after(r, beat).Now
		if s := after(r, time.Minute); s.Now != at || !s.Paused {
			t.Fatalf("a minute after a pause at %v: now %v, paused %v", at, s.Now, s.Paused)
		}
		for i := range 3 {
			want := 3000 + model.Millis(i)*1000
			r.Do(model.Command{Kind: model.StepWindow})
			if s := after(r, time.Second); s.Now != want || len(s.Points) != 3+i {
				t.Errorf("step %d from %v: now %v with %d windows, want %v with %d", i+1, at, s.Now, len(s.Points), want, 3+i)
			}
		}
		r.Do(model.Command{Kind: model.Resume})
		after(r, beat)
		if s := after(r, 10*time.Second); s.Now < 14900 || s.Now > 15100 {
			t.Errorf("10 s after going on from 5 s: %v; the minute of the pause must not be made up for", s.Now)
		}
	})
}

func TestACommandThatCannotBeCarriedOutSaysWhy(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, stop := start(t)
		defer stop()
		for _, c := range []struct {
			command model.Command
			want    string
		}{
			{model.Command{Kind: model.SetKnob, Path: "load", Value: -5}, "load: -5 /s is out of range"},
			{model.Command{Kind: model.SetKnob, Path: "lod", Value: 5}, `unknown parameter "lod"`},
			{model.Command{Kind: model.SetKnob, Path: "window", Value: 500}, "before a run only"},
			{model.Command{Kind: model.SetSpeed, Value: -1}, "out of range"},
		} {
			before := after(r, beat)
			r.Do(c.command)
			s := after(r, 2*beat)
			if s.NoticeID != before.NoticeID+1 || !strings.Contains(s.Notice, c.want) || len(s.Journal) != 0 {
				t.Errorf("Do(%+v): notice %d %q and %d changes, want a new one with %q and none", c.command, s.NoticeID, s.Notice, len(s.Journal), c.want)
			}
		}
	})
}

func TestARestartKeepsTheKnobsAndAResetDoesNot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, stop := start(t)
		defer stop()
		load := func(s *model.Snapshot) (now, initial float64) {
			for _, k := range s.Knobs {
				if k.Short == "load" {
					return k.Now, k.Initial
				}
			}
			t.Fatal("no knob is called load")
			return 0, 0
		}
		r.Do(model.Command{Kind: model.SetKnob, Path: "load", Value: 110})
		after(r, 5*time.Second)
		r.Do(model.Command{Kind: model.Restart, Seed: 7})
		s := after(r, 2*beat)
		if now, initial := load(s); now != 110 || initial != 90 || s.Seed != 7 || s.Run != 2 || s.Now > 100 || len(s.Journal) != 0 {
			t.Errorf("after a restart: load %v (scenario's own %v), seed %d, run %d, now %v, %d changes; want 110 (90), 7, 2, about 0, 0", now, initial, s.Seed, s.Run, s.Now, len(s.Journal))
		}
		r.Do(model.Command{Kind: model.Reset, Seed: 23})
		s = after(r, 2*beat)
		if now, _ := load(s); now != 90 || s.Seed != 23 || s.Run != 3 {
			t.Errorf("after a reset: load %v, seed %d, run %d; want 90, 23, 3", now, s.Seed, s.Run)
		}
	})
}

// Whatever speeds and pauses a person chooses, the journal replays headless to the
// same points.
func TestALiveSessionReplaysHeadless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, stop := start(t)
		defer stop()
		random := rand.New(rand.NewPCG(1, 2))
		live := r.Snapshot().Knobs
		for range 60 {
			switch k := live[random.IntN(len(live))]; {
			case random.IntN(4) == 0:
				r.Do(model.Command{Kind: model.SetSpeed, Value: []float64{0.1, 1, 7, 100}[random.IntN(4)]})
			case !k.Fixed:
				low, high, step := k.Slider()
				v := low + step*float64(random.IntN(int((high-low)/step)+1))
				r.Do(model.Command{Kind: model.SetKnob, Path: k.Path, Value: v})
			}
			after(r, time.Duration(random.IntN(1500))*time.Millisecond)
		}
		s := after(r, time.Second)
		if len(s.Journal) < 20 || len(s.Points) < 50 {
			t.Fatalf("%d changes in %d windows; the session is too short to say anything", len(s.Journal), len(s.Points))
		}
		replay := s.Scenario.Clone()
		replay.Changes = s.Journal
		e, err := sim.New(replay)
		if err != nil {
			t.Fatal(err)
		}
		e.RunUntil(s.Now)
		points, _ := e.Points()
		if fmt.Sprint(points) != fmt.Sprint(s.Points) {
			t.Errorf("%d changes over %v: the points of the replay differ", len(s.Journal), s.Now)
		}
	})
}

func TestAPanicOfTheEngineEndsTheRunWithItsReason(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r, err := New(simtest.Collapse())
		if err != nil {
			t.Fatal(err)
		}
		r.engine, _ = sim.New(simtest.Collapse(), sim.Tap(func(*model.Fact) { panic("broken on purpose") }))
		err = r.Run(t.Context())
		if err == nil || !strings.Contains(err.Error(), "broken on purpose") || r.Snapshot().Err == nil {
			t.Errorf("Run = %v and the snapshot has %v, want the panic's reason in both", err, r.Snapshot().Err)
		}
	})
}

package ui

import (
	"math"
	"strings"
	"testing"
	"time"

	"overloadtui/model"
)

// TestWhatIsToComeHasNotHappened puts a scenario's changes into the journal before what a
// person did earlier: the moments are in order, and what is to come is not among them.
func TestWhatIsToComeHasNotHappened(t *testing.T) {
	f := story()
	now := f.now()
	f.journal = []model.Change{
		{At: 20000, Path: "web.load", To: 130, Who: "scenario"},
		{At: now + 5000, Path: "web.load", To: 10, Who: "scenario"},
		{At: now + 9000, Path: "web.load", To: 90, Who: "scenario"},
		{At: 60000, Path: "web.load", To: 95, Who: "you"},
		{At: now, Note: "marked", Who: "you"},
	}
	f.publish()
	s := newTestScreen(t, f, "ascii", 160, 48)
	var mine []string
	last := model.Millis(0)
	for _, m := range s.moments() {
		if m.at < last || m.at > now {
			t.Errorf("a moment at %v after one at %v; it is %v now", m.at, last, now)
		}
		last = m.at
		if m.number > 0 {
			mine = append(mine, m.text)
		}
	}
	if got, want := strings.Join(mine, "; "), "load 90 -> 130; load 130 -> 95; marked"; got != want {
		t.Errorf("the changes are %q, want %q", got, want)
	}
}

// TestAnOrderIsOneLine has an automatic line of the audit log at the instant of an order.
func TestAnOrderIsOneLine(t *testing.T) {
	f := governed()
	control := f.control
	at := f.now()
	f.journal = append(f.journal, model.Change{At: at, Who: "you", Note: "hold rung 0", Order: model.Order{Kind: model.HoldRung, Who: "bob"}})
	f.control = func(snap *model.Snapshot) {
		control(snap)
		snap.Audit = append(snap.Audit, model.Entry{At: at, Kind: model.ActionEntry, Cause: "automatic", Text: "suppress-retries begins"},
			model.Entry{At: at, Kind: model.OrderEntry, Cause: manual, Who: "bob", Text: "override 4: hold rung 0"})
	}
	f.publish()
	s := onStates(t, f, "ascii", 160, 48)
	n := 0
	for _, m := range s.moments() {
		if strings.Contains(m.text, "hold rung 0") || strings.Contains(m.why, "hold rung 0") {
			n++
			if m.number == 0 || m.entry == nil {
				t.Errorf("%+v is not the order's line of the audit log with its number", m)
			}
		}
	}
	if n != 1 {
		t.Errorf("%d lines of one order in\n%s", n, s.picture())
	}
}

// TestTheLogComesBackToTheNewest after the previous moments have been looked at.
func TestTheLogComesBackToTheNewest(t *testing.T) {
	for _, key := range []string{"esc", "end"} {
		s := onStates(t, governed(), "ascii", 80, 24, "{", "{", "{", "{", "{")
		if s.moment == 0 || strings.Contains(s.picture(), "01:22.0 escalation") {
			t.Fatalf("the newest moment is still there:\n%s", s.picture())
		}
		pressAll(s, key)
		if s.moment != 0 || !strings.Contains(s.picture(), "01:22.0 escalation") {
			t.Errorf("after %s moment %d is chosen in\n%s", key, s.moment, s.picture())
		}
	}
}

// TestABurstOfKeysCountsEachKey presses keys before any snapshot shows what they did.
func TestABurstOfKeysCountsEachKey(t *testing.T) {
	f := story()
	s := newTestScreen(t, f, "ascii", 80, 24)
	f.frozen = true
	pressAll(s, "]", "]", "]", " ", " ", "[")
	var speeds []float64
	var pauses []model.CommandKind
	for _, c := range f.commands {
		switch c.Kind {
		case model.SetSpeed:
			speeds = append(speeds, c.Value)
		case model.Pause, model.Resume:
			pauses = append(pauses, c.Kind)
		}
	}
	if n := len(speeds); n < 4 || speeds[n-4] != 2 || speeds[n-3] != 5 || speeds[n-2] != 10 || speeds[n-1] != 5 {
		t.Errorf("the speeds asked for are %v, want 2 5 10 5 from 1", speeds)
	}
	if len(pauses) != 2 || pauses[0] != model.Pause || pauses[1] != model.Resume {
		t.Errorf("asked for %v, want pause and resume", pauses)
	}
	s.beat(s.now.Add(2 * patience)) // it never came true
	pressAll(s, "]")
	if got := f.commands[len(f.commands)-1].Value; got != 2 {
		t.Errorf("a step faster than 1 is %v", got)
	}
}

// TestTheRunWaitsForTheOwner opens the order dialog in a run that goes, and in one that
// stands still.
func TestTheRunWaitsForTheOwner(t *testing.T) {
	for _, paused := range []bool{false, true} {
		for _, leave := range [][]string{{"esc"}, {"enter", "enter", "<anna>", "enter", "<cold>", "enter", "<enrichment>", "enter", "enter", "enter"}} {
			f := governed()
			f.paused = paused
			f.publish()
			s := onStates(t, f, "ascii", 80, 24, "o")
			s.beat(s.now.Add(time.Second))
			if !f.snap.Paused || strings.Contains(s.picture(), "the run waits") == paused {
				t.Errorf("paused before %v: paused %v while the dialog is open\n%s", paused, f.snap.Paused, s.picture())
			}
			pressAll(s, leave...)
			if s.mode != watching || f.snap.Paused != paused {
				t.Errorf("paused before %v: mode %v, paused %v after %v", paused, s.mode, f.snap.Paused, leave)
			}
		}
	}
}

// TestALostSignalForbidsToLeaveUnsafe, and says which.
func TestALostSignalForbidsToLeaveUnsafe(t *testing.T) {
	f := governed()
	control := f.control
	f.control = func(snap *model.Snapshot) {
		control(snap)
		snap.State.State = model.Unsafe
		snap.State.Ways = []model.Way{{To: model.Recovering, Manual: true, Gates: []model.Gate{
			{Name: "owned manual decision", Needs: "(who and why)"}, {Name: "control signals", Value: "telemetry stale", Needs: "(must be trusted)"}}}}
	}
	f.publish()
	s := onStates(t, f, "ascii", 80, 24, "o")
	if want := "x leave unsafe            control signals: telemetry stale"; !strings.Contains(s.picture(), want) || s.decided().kind == model.LeaveUnsafe {
		t.Errorf("%v is chosen, and no %q in\n%s", s.decided().name, want, s.picture())
	}
	f.Do(model.Command{Kind: model.SetKnob, Path: "telemetry", Value: 1})
	s.beat(s.now.Add(time.Second))
	if want := "x leave unsafe            telemetry is lost"; !strings.Contains(s.picture(), want) {
		t.Errorf("no %q in\n%s", want, s.picture())
	}
}

// TestARefusedOrderSaysWhy shows what the audit log says of an order that was sent.
func TestARefusedOrderSaysWhy(t *testing.T) {
	f := governed()
	s := onStates(t, f, "ascii", 80, 24, "o", "enter", "enter", "<bob>", "enter", "<cold>", "enter", "<enrichment>", "enter", "enter", "enter")
	if !strings.HasPrefix(s.notice, "order sent: hold rung 0") {
		t.Fatalf("said %q", s.notice)
	}
	control := f.control
	f.control = func(snap *model.Snapshot) {
		control(snap)
		snap.Audit = append(snap.Audit, model.Entry{At: snap.Now, Kind: model.RefusalEntry, Cause: manual, Who: "bob", Text: "hold rung 0 refused: override 1 is in force"})
	}
	f.publish()
	s.beat(s.now.Add(time.Second))
	if want := "hold rung 0 refused: override 1 is in force"; s.notice != want {
		t.Errorf("said %q, want %q", s.notice, want)
	}
}

// TestLettersOnAChoiceSayWhatItWants, and the keys of recovery begin at the owner.
func TestLettersOnAChoiceSayWhatItWants(t *testing.T) {
	s := onStates(t, governed(), "ascii", 80, 24, "o", "a")
	if want := "! this line is chosen, not typed: up and down choose, enter goes on"; !strings.Contains(s.picture(), want) {
		t.Errorf("no %q in\n%s", want, s.picture())
	}
	pressAll(s, "enter", "x")
	if want := "left and right choose"; !strings.Contains(s.picture(), want) {
		t.Errorf("no %q in\n%s", want, s.picture())
	}
	s.press("esc", 0)
	for _, key := range []string{"a", "s"} {
		if s := onRecover(t, restoring(), "ascii", 80, 24, key); s.mode != ordering || s.order.at != whoField {
			t.Errorf("%s: mode %v, line %d has the focus, want the owner", key, s.mode, s.order.at)
		}
	}
	for _, kind := range []model.OrderKind{model.HoldRung, model.EndOverride} {
		s.openOrderOf(kind)
		if s.order.at != valueField || s.decided().kind != kind {
			t.Errorf("%v begins at line %d", kind, s.order.at)
		}
		s.press("esc", 0)
	}
}

// TestEachStepKeepsItsSaving goes up and down a ladder more often than a snapshot keeps.
func TestEachStepKeepsItsSaving(t *testing.T) {
	var c stepSavings
	snap := &model.Snapshot{}
	saved := func(at model.Millis, from, to int, observed float64) {
		snap.Control.Savings = []model.Saving{{At: at, From: from, To: to, Expected: -0.2, Observed: observed}}
		c.follow(snap)
	}
	saved(1, 0, 1, 0.1)
	saved(2, 1, 2, math.NaN())
	saved(2, 1, 2, 0.2)
	saved(3, 2, 1, -0.23)
	saved(4, 1, 2, math.NaN())
	var got []string
	for i := range c.all {
		got = append(got, savingText(&c.all[i]))
	}
	want := []string{"00:00.0 0 -> 1 to cost 20.0 % more, has saved 10.0 %", "00:00.0 1 -> 2 to cost 20.0 % more, has saved 20.0 %",
		"00:00.0 2 -> 1 to cost 20.0 % more, has cost 23.0 % more", "00:00.0 1 -> 2 to cost 20.0 % more, measuring"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("the savings are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	c.follow(&model.Snapshot{Run: 1})
	if len(c.all) != 0 {
		t.Errorf("a new run begins with %v", c.all)
	}
}

package sim_test

import (
	"strings"
	"testing"

	"overloadtui/model"
)

// What clients ask for comes before replay also when hardly any of it is admitted, and
// nobody's being answered is no goodput of 100 %.
func TestClientsWhoGetNothingStillAsk(t *testing.T) {
	t.Parallel()
	e := engine(t, preset(t, "second-collapse"))
	for at := 30 * model.Second; at <= 100*model.Second; at += model.Second {
		e.RunUntil(at)
		v := e.Recovery()
		points, _ := e.Points()
		p := &points[len(points)-1]
		if asked := p.PerSecond(p.Offered); v.Foreground < asked || p.Recovery.Foreground != v.Foreground {
			t.Fatalf("at %v the foreground is %v/s, in the window %v/s; clients asked for %v/s", at, v.Foreground, p.Recovery.Foreground, asked)
		}
		if want := max(0, p.Capacity-v.Foreground); v.Ceiling != want {
			t.Fatalf("at %v the ceiling is %v/s; %v/s less %v/s are %v/s", at, v.Ceiling, p.Capacity, v.Foreground, want)
		}
		goodput := v.Conditions[0]
		switch {
		case at < 40*model.Second || at > 50*model.Second: // nobody is answered
			if p.Good != 0 || !goodput.Met || goodput.Value != "0 %" {
				t.Errorf("at %v, with %d good answers, the condition is %q, met %v", at, p.Good, goodput.Value, goodput.Met)
			}
		case at == 44*model.Second && goodput.Met:
			t.Errorf("at %v, with %d good answers, replay would pause: %s %s", at, p.Good, goodput.Name, goodput.Value)
		}
	}
}

// Where nothing ends at all, what waits past its deadline is the evidence.
func TestAServiceThatStandsStillPausesReplay(t *testing.T) {
	t.Parallel()
	s := preset(t, "second-collapse", "keeps=deferred", "leave=never")
	e := engine(t, s)
	e.RunUntil(20 * model.Second)
	points, _ := e.Points()
	p := &points[len(points)-1]
	if g := e.Recovery().Conditions[0]; p.Good+p.Late != 0 || p.Age <= p.Deadline || !g.Met {
		t.Errorf("after ten seconds without a worker (%d answers, the oldest waits %v): %s %s, met %v", p.Good+p.Late, p.Age, g.Name, g.Value, g.Met)
	}
}

// Recovering ends with work left only while that gets less, and what is left is replayed
// in normal.
func TestReplayThatFallsBehindIsNotGoverned(t *testing.T) {
	long(t)
	w := watch(t, mercury(t, "mercury-teaching"))
	letters := w.run(260)
	refusals := w.said(model.RefusalEntry)
	if last := refusals[len(refusals)-1].Text; !strings.Contains(last, "empty queues alone") || !strings.Contains(last, "replay pending: backlog grows by ") {
		t.Errorf("the last refusal is %q", last)
	}
	points, _ := w.Points()
	for i := range points {
		p := &points[i]
		if letters[i] != 'R' || i+1 == len(letters) || letters[i+1] != 'N' {
			continue
		}
		was := &points[i+1-5]
		if p.Recovery.Backlog == 0 || p.Recovery.Backlog >= was.Recovery.Backlog {
			t.Errorf("recovering ends at %v with %d left, and %d at %v", p.End, p.Recovery.Backlog, was.Recovery.Backlog, was.End)
		}
	}
	if strings.Count(letters, "RN") != 1 || !strings.HasSuffix(letters, "N") {
		t.Errorf("the states are %s, want R N once and N from then on", letters)
	}
	if v := w.Recovery(); v.Left != 0 || v.Missing != 0 || v.Replayed != v.Taken {
		t.Errorf("at the end %d of %d are left, %d replayed, %d missing", v.Left, v.Taken, v.Replayed, v.Missing)
	}
}

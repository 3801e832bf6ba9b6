package gameday_test

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/gameday"
	"overloadtui/sim/simtest"
)

func preset(t *testing.T, name string, set ...string) *model.Scenario {
	t.Helper()
	s, err := presets.Load(name, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	if err := presets.Set(s, sim.Catalog(), set...); err != nil {
		t.Fatal(err)
	}
	return s
}

func run(t *testing.T, s *model.Scenario) (model.Recording, model.GameDayView) {
	t.Helper()
	rec, v, err := gameday.Run(context.Background(), s, func(model.Millis, model.GameDayView) {})
	if err != nil {
		t.Fatalf("Run(%s) = %v", s.Name, err)
	}
	return rec, v
}

// days are the verdicts that the presets' texts tell of, also those of what they say to
// try, with what fails and what surprises.
var days = []struct {
	preset, set string
	verdict     model.GameDayVerdict
	fails       []string // beginnings of the expectations that do not hold
	surprises   []string // parts, in order; nil when nothing surprises
}{
	{"gameday-cell-loss-skew", "", model.VerdictFailed, []string{"goodput of clients-b", "goodput of clients-c", "goodput of clients-a"}, []string{"rung outside"}},
	{"gameday-cell-loss-skew", "cell-a.expiry=predicted", model.VerdictFailed, []string{"goodput of clients-b", "goodput of clients-c"}, []string{"rung outside"}},
	{"gameday-cell-loss-skew", "control=off", model.VerdictFailed, []string{"goodput of clients-a"}, nil},
	{"gameday-cell-loss-skew", "cell-a.queue=fifo", model.VerdictAborted, nil, []string{"*"}},
	{"gameday-enrichment-latency", "", model.VerdictHeld, nil, []string{"goodput of priority outside", "queue age outside"}},
	{"gameday-enrichment-latency", "control=off", model.VerdictAborted, nil, []string{"*"}},
	{"gameday-enrichment-latency", "step-every=1s", model.VerdictFailed, []string{"goodput, mean in omitted"}, []string{"*"}},
	{"gameday-enrichment-latency", "enter-windows=1", model.VerdictHeld, nil, []string{"*"}},
	{"gameday-retry-answers", "", model.VerdictFailed, []string{"goodput, mean", "queue age", "rung"}, []string{"*"}},
	{"gameday-retry-answers", "ratio=10%", model.VerdictFailed, []string{"goodput, mean"}, []string{"*"}},
	{"gameday-retry-answers", "control=off", model.VerdictAborted, nil, []string{"*"}},
	{"gameday-stale-telemetry", "", model.VerdictHeld, nil, nil},
	{"gameday-stale-telemetry", "fail-safe-rung=0", model.VerdictFailed, []string{"rung, min in blind"}, nil},
	{"gameday-stale-telemetry", "control=off", model.VerdictAborted, nil, []string{"*"}},
	{"gameday-failover-cold", "", model.VerdictHeld, nil, nil},
	{"gameday-failover-cold", "control=off", model.VerdictFailed, []string{"goodput of priority"}, []string{"*"}},
	{"gameday-failover-cold", "standby.fill-rate=500/s", model.VerdictHeld, nil, nil},
	{"gameday-replay-peak", "", model.VerdictAborted, nil, []string{"queue age outside", "normal to elevated was not expected", "elevated to normal was not expected"}},
	{"gameday-replay-peak", "pause-windows=3", model.VerdictHeld, nil, nil},
	{"gameday-replay-peak", "replay-limit=ceiling", model.VerdictHeld, nil, nil},
	{"gameday-policy-store", "", model.VerdictHeld, nil, nil},
	{"gameday-policy-store", "fail-safe-rung=0", model.VerdictFailed, []string{"rung, min in fault", "rung, last in waiting"}, nil},
}

func TestEachGameDayEndsAsItsTextSays(t *testing.T) {
	seen := map[string]bool{}
	for _, d := range days {
		seen[d.preset] = true
		if simtest.Racing && (d.set != "" || d.preset != "gameday-replay-peak") {
			continue // millions of attempts in one goroutine
		}
		s := preset(t, d.preset, strings.Fields(d.set)...)
		_, v := run(t, s)
		var fails []string
		for _, e := range v.Expectations {
			if !e.Holds {
				fails = append(fails, e.Text)
			}
		}
		if v.Verdict != d.verdict {
			t.Errorf("%s with %q: %v, want %v; fails %q, recovery %+v, bounds %+v", d.preset, d.set, v.Verdict, d.verdict, fails, v.Recovery, v.Bounds)
			continue
		}
		if d.verdict != model.VerdictAborted && !slices.EqualFunc(fails, d.fails, strings.HasPrefix) {
			t.Errorf("%s with %q: %q do not hold, want %q", d.preset, d.set, fails, d.fails)
		}
		if len(d.surprises) == 1 && d.surprises[0] == "*" {
			continue
		}
		if !slices.EqualFunc(v.Surprises, d.surprises, func(got model.Surprise, part string) bool { return strings.Contains(got.Text, part) }) {
			t.Errorf("%s with %q: surprises %+v, want %q", d.preset, d.set, v.Surprises, d.surprises)
		}
	}
	for _, name := range presets.Names() {
		if s := preset(t, name); s.GameDay != nil && !seen[name] {
			t.Errorf("nothing holds the verdict of %s", name)
		}
	}
}

// A game day that is not called off is an ordinary run of its scenario.
func TestTheWindowsAreThoseOfARun(t *testing.T) {
	s := preset(t, "gameday-replay-peak", "replay-limit=ceiling")
	rec, _ := run(t, s)
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(model.Millis(s.Duration))
	e.Finish()
	points, _ := e.Points()
	if got, want := export.CSV(rec.Points, export.AllColumns()), export.CSV(points, export.AllColumns()); !bytes.Equal(got, want) {
		t.Errorf("the game day's CSV has sha256 %s, that of a run %s", export.SHA256(got), export.SHA256(want))
	}
	if again, _ := run(t, s); !bytes.Equal(export.CSV(again.Points, export.AllColumns()), export.CSV(rec.Points, export.AllColumns())) {
		t.Error("the game day gives other windows the second time")
	}
}

// An abort takes the fault back: what restores comes at once, at its distances, what was
// left of the fault never, and the run ends earlier by as much.
func TestAnAbortTakesTheFaultBack(t *testing.T) {
	s := preset(t, "gameday-replay-peak")
	s.Changes = append(s.Changes, model.Change{At: 40 * model.Second, Path: "client.load", To: 20000, Who: "scenario"})
	var phases []model.GameDayPhase
	rec, v, err := gameday.Run(context.Background(), s, func(_ model.Millis, v model.GameDayView) {
		if len(phases) == 0 || phases[len(phases)-1] != v.Phase {
			phases = append(phases, v.Phase)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := 25 * model.Second; !v.Aborted || v.AbortedAt != want || rec.Until != 100*model.Second {
		t.Fatalf("called off %v at %v, ended at %v; want %v and 1m40s", v.Aborted, v.AbortedAt, rec.Until, want)
	}
	if !slices.Equal(phases, []model.GameDayPhase{model.BeforeFault, model.InFault, model.InRecovery, model.GameDayOver}) {
		t.Errorf("phases %v", phases)
	}
	type step struct {
		at model.Millis
		to float64
	}
	var loads []step
	for _, c := range rec.Changes {
		if c.Path == "client.load" {
			loads = append(loads, step{c.At, c.To})
		}
	}
	if want := []step{{15000, 12500}, {25000, 9000}}; !slices.Equal(loads, want) {
		t.Errorf("loads %v, want %v", loads, want)
	}
	if !v.Recovery.Holds {
		t.Errorf("it has not recovered: %+v", v.Recovery)
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	_, _, err := gameday.Run(ctx, preset(t, "gameday-replay-peak"), func(model.Millis, model.GameDayView) { cancel(why) })
	if !errors.Is(err, why) {
		t.Errorf("Run = %v, want %v", err, why)
	}
	if _, _, err := gameday.Run(context.Background(), preset(t, "collapse"), nil); err == nil || !strings.Contains(err.Error(), "it has no gameday") {
		t.Errorf("Run of collapse = %v", err)
	}
}

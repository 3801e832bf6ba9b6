package main

import (
	"os"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
)

// snapshotAt is a run of a preset as a screen would see it at a time, with settings.
func snapshotAt(t *testing.T, preset string, until model.Millis, set ...string) *model.Snapshot {
	t.Helper()
	s, err := presets.Load(preset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	s.Duration = 0
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	knobs := e.Knobs()
	for _, text := range set {
		name, value, _ := strings.Cut(text, "=")
		k, err := knobs.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		v, err := k.Parse(value)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Change(model.Change{At: 0, Path: k.Path, To: v, Who: "you"}); err != nil {
			t.Fatal(err)
		}
	}
	e.RunUntil(until)
	rec := e.Recording()
	snap := &model.Snapshot{Now: e.Now(), Scenario: rec.Scenario, Seed: rec.Seed, Journal: rec.Changes, Points: rec.Points, FirstPoint: rec.First,
		State: e.State(), Audit: e.Audit(), Recovery: e.Recovery()}
	for _, k := range e.Knobs() {
		snap.Knobs = append(snap.Knobs, model.KnobView{KnobDecl: k.KnobDecl, Now: k.Value()})
	}
	return snap
}

// TestPapersOfARun holds that each text says what the run has measured and how it is set
// now, and that it is written as it was read.
func TestPapersOfARun(t *testing.T) {
	inDir(t)
	for _, c := range []struct {
		preset string
		until  model.Millis
		set    []string
		paper  string
		want   []string
	}{
		{"second-collapse", 40_000, []string{"replay-rate=200/s", "replay-reserve=100/s"}, "recovery plan",
			[]string{"second-collapse", "Measured in the run at 00:40.0", "**rate**: 200 /s", "REFUSED", "Owner: unknown"}},
		{"second-collapse", 8_000, nil, "checklist", []string{"13 lines", "the run on the screen until 00:08.0"}},
		{"failover-8400", 60_000, nil, "packet", []string{"failover-8400", "refused: replay is forbidden in failover"}},
		{"mercury", 60_000, nil, "recovery plan", []string{"4,000/s", "3,500 /s"}},
	} {
		snap := snapshotAt(t, c.preset, c.until, c.set...)
		for _, p := range papers() {
			if p.Name != c.paper {
				continue
			}
			text, err := p.Make(snap)
			if err != nil {
				t.Errorf("%s of %s: %v", p.Name, c.preset, err)
				continue
			}
			for _, want := range c.want {
				if !strings.Contains(string(text), want) {
					t.Errorf("%s of %s: no %q in\n%s", p.Name, c.preset, want, text)
				}
			}
			message, err := p.Write(snap, text)
			if err != nil {
				t.Errorf("writing %s of %s: %v", p.Name, c.preset, err)
				continue
			}
			data, err := os.ReadFile(strings.TrimPrefix(message, "wrote "))
			if err != nil || string(data) != string(text) {
				t.Errorf("%q: %v, %d bytes of %d", message, err, len(data), len(text))
			}
		}
	}
}

// TestPapersOfNothing says why there is none before the first window.
func TestPapersOfNothing(t *testing.T) {
	snap := snapshotAt(t, "second-collapse", 0)
	for _, p := range papers() {
		if text, err := p.Make(snap); (err == nil) != (p.Name == "checklist") {
			t.Errorf("%s: %q, %v", p.Name, text, err)
		}
	}
}

package report_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export/plot"
	"overloadtui/sim/export/report"
	"overloadtui/sim/sweep"
)

// collapse is the recording of a run that falls off the cliff and comes back, and what
// the report says of where it came from.
func collapse(t *testing.T) (model.Recording, report.Source) {
	t.Helper()
	return measure(t, "collapse", 60*model.Second,
		model.Change{At: 12 * model.Second, Path: "client.load", To: 120, Who: "you"},
		model.Change{At: 30 * model.Second, Path: "server.concurrency.limit", To: 20, Who: "you"},
		model.Change{At: 31 * model.Second, Who: "you", Note: `it {} <comes> & "goes"`},
		model.Change{At: 45 * model.Second, Path: "client.load", To: 90, Who: "scenario"})
}

// measure runs a preset with changes.
func measure(t *testing.T, preset string, until model.Millis, changes ...model.Change) (model.Recording, report.Source) {
	t.Helper()
	text, err := presets.Source(preset)
	if err != nil {
		t.Fatal(err)
	}
	s, err := presets.Load(preset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	s.Duration = 0
	s.Changes = append(s.Changes, changes...)
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(until)
	return e.Recording(), source(t, s, string(text))
}

func source(t *testing.T, s *model.Scenario, text string) report.Source {
	t.Helper()
	knobs, err := s.Clone().Knobs(sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	return report.Source{
		Program: "overloadtui 1.2.3", Command: "overloadtui run --preset " + s.Name + " --for 60s", Text: text,
		Preset: s.Name, Changed: []string{"load=90/s"}, Knobs: knobs, Golden: "absent",
		Files: []report.File{{Name: "run.csv", SHA256: "965e6578eba2dbb33316af1fa12dc225f99b5b1d05ca6dee2572270b2ab84eeb"}},
	}
}

// controlled is the recording with what control adds to it, made by hand: states, rungs,
// an audit log and a ledger.
func controlled(t *testing.T) (model.Recording, report.Source) {
	rec, src := collapse(t)
	for i := range rec.Points {
		p := &rec.Points[i]
		p.State, p.Rung = model.State(min(5, i/8)), i/20
		p.Spent = model.Ledger{model.OnTime: 0.5, model.LateUse: 0.125, model.NobodyUse: 0.25, model.IdleUse: 0.125}
		p.Classes = []model.ClassPoint{{Counts: p.Counts, Total: p.Total, P99: p.P99}, {P99: p.P99}}
		p.Tenants = p.Classes
	}
	rec.Audit = []model.Entry{
		{At: 8000, Kind: model.TransitionEntry, State: model.Elevated, Cause: "automatic", Text: "normal -> elevated: queue age 120 ms > 100 ms for 3 windows",
			Gates: []model.Gate{{Name: "queue age", Value: "120 ms", Needs: "> 100 ms", Met: true}, {Name: "reserve", Value: "8 %", Needs: "< 5 %"}}},
		{At: 20000, Kind: model.OrderEntry, State: model.Saturated, Rung: 1, Cause: "manual", Text: "hold rung 1", Who: "Ada", Why: "exports <first>", Invariant: "enrichment", Until: 40000},
	}
	return rec, src
}

// cliff is the sweep of the collapse.
func cliff(t *testing.T) (*model.Scenario, plot.Table, report.Source) {
	t.Helper()
	s, err := presets.Load("collapse", sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	s.Duration = float64(5 * model.Second)
	table, err := sweep.Run(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	src := source(t, s, "")
	src.Command = "overloadtui sweep --preset collapse --duration 5s"
	return s, plot.Table(*table), src
}

func must(t *testing.T) func([]byte, error) string {
	return func(data []byte, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
}

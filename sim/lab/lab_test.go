package lab_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/lab"
)

func base(t testing.TB, x *lab.Experiment) *model.Scenario {
	t.Helper()
	s, err := presets.Load(x.Preset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestEveryPublishedTable(t *testing.T) {
	for i := range lab.Experiments {
		x := &lab.Experiments[i]
		for _, want := range x.Tables {
			t.Run(want.File, func(t *testing.T) {
				got, err := want.Make(base(t, x))
				if err != nil {
					t.Fatal(err)
				}
				if got.File != want.File || got.SHA256() != want.SHA256 {
					t.Errorf("%s of %s: SHA-256 %s, want %s; the file is\n%s", got.File, x.Name, got.SHA256(), want.SHA256, got.CSV())
				}
			})
		}
	}
}

// What a preset does on its timeline is its story, not part of the published model.
func TestTheTimelineOfTheBaseDoesNotCount(t *testing.T) {
	x := &lab.Experiments[0]
	s := base(t, x)
	s.Changes = append(s.Changes, model.Change{At: 1000, Path: "client.load", To: 1})
	if got, err := x.Tables[0].Make(s); err != nil || got.SHA256() != x.Tables[0].SHA256 {
		t.Errorf("%s from a base with a change = %v, %v", x.Name, got, err)
	}
}

func BenchmarkAllTables(b *testing.B) {
	for b.Loop() {
		for i := range lab.Experiments {
			x := &lab.Experiments[i]
			for _, want := range x.Tables {
				if _, err := want.Make(base(b, x)); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

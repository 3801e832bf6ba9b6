package export_test

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/export"
)

// manifest is one of a run with one CSV.
func manifest(rec model.Recording, scenario string) export.Manifest {
	m := export.NewManifest(export.KindRun, "overloadtui 1", []string{"overloadtui", "run"}, time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC))
	m.Record(rec, scenario)
	m.Files = append(m.Files, export.Made{Name: "a.csv", Format: "csv", Content: "windows", Bytes: 1, SHA256: export.SHA256([]byte("x"))})
	return m
}

func TestManifestIsReadBackToTheLastBit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := recording()
		rec.Seed = rapid.Uint64().Draw(t, "seed")
		rec.Until = model.Millis(rapid.Float64Range(0, math.MaxFloat64).Draw(t, "until"))
		rec.First = rapid.IntRange(0, 1e9).Draw(t, "first")
		rec.Changes = rapid.SliceOf(rapid.Custom(func(t *rapid.T) model.Change {
			c := model.Change{
				At:  model.Millis(rapid.Float64Range(0, 1e12).Draw(t, "at")),
				Who: rapid.String().Draw(t, "who"), Note: rapid.String().Draw(t, "note"),
			}
			switch rapid.IntRange(0, 2).Draw(t, "kind") {
			case 0:
				c.Path, c.To = "a.b", rapid.Float64Range(-1e300, 1e300).Draw(t, "to")
			case 1:
				c.Order = model.Order{
					Kind: model.OrderKind(rapid.IntRange(1, model.Orders-1).Draw(t, "order")), Value: rapid.Float64Range(0, 99).Draw(t, "value"),
					From: model.State(rapid.IntRange(0, model.States-1).Draw(t, "from")), To: model.State(rapid.IntRange(0, model.States-1).Draw(t, "to state")),
					Who: rapid.String().Draw(t, "owner"), Why: rapid.String().Draw(t, "why"), Invariant: rapid.String().Draw(t, "may relax"),
					Lifetime: model.Millis(rapid.Float64Range(0, 1e9).Draw(t, "lifetime")),
				}
			}
			return c
		})).Draw(t, "changes")
		want := manifest(rec, rapid.StringMatching(`(.|\n)+`).Draw(t, "scenario"))
		want.Golden = rapid.SampledFrom([]export.Golden{export.GoldenTrue, export.GoldenFalse, export.GoldenAbsent}).Draw(t, "golden")
		data := want.Marshal()
		got, err := export.ReadManifest("a.manifest.json", data)
		if err != nil || !reflect.DeepEqual(*got, want) {
			t.Fatalf("ReadManifest = %+v, %v\nwant %+v\nfrom %s", got, err, want, data)
		}
		if changes := got.Timeline(); len(changes) != len(rec.Changes) || len(changes) > 0 && !reflect.DeepEqual(changes, rec.Changes) {
			t.Fatalf("Timeline() = %+v, want %+v", changes, rec.Changes)
		}
	})
}

func TestReadManifestSaysWhatIsWrong(t *testing.T) {
	rec := recording()
	m := manifest(rec, "version: 1\n")
	good := string(m.Marshal())
	for _, c := range []struct{ name, old, new, says string }{
		{"unknown key", `"seed"`, `"sed"`, `unknown field "sed"`},
		{"wrong type", `"windows": 2`, `"windows": "2"`, ": not a manifest: windows: string where int belongs"},
		{"later format", `"format": 2`, `"format": 3`, "format: 3 is not a format that this program reads; it reads 1 to 2"},
		{"other kind", `"kind": "run"`, `"kind": "walk"`, `kind: "walk" is not one of run, gameday, sweep, lab`},
		{"more columns", `"window": `, `"window": 9`, "columns: "},
		{"unknown division", `"by": []`, `"by": ["cell"]`, `by: "cell" is not one of class, tenant, route, service`},
		{"path for a file", `"name": "a.csv"`, `"name": "../a.csv"`, `files[0]: name: "../a.csv"`},
		{"no order", `"do": "hold-rung"`, `"do": "hold"`, `changes[2]: order: do: "hold" is not an order`},
		{"no state", `"from": "normal"`, `"from": "well"`, `changes[2]: order: "well" is not a state`},
		{"golden word", `"golden_match": "absent"`, `"golden_match": 1`, "golden_match: 1 is not true, false"},
		{"path for a name", `"name": "collapse"`, `"name": "../x"`, `name: "../x"`},
		{"negative time", `"at_ms": 12000,`, `"at_ms": -1,`, "changes[0]: at_ms: -1 is before the start"},
		{"set without to", `"to": 120,`, ``, "changes[0]: set and to belong together"},
		{"short sum", `"sha256": "`, `"sha256": "00`, "is not 64 hexadecimal digits"},
		{"cut off", "}\n", "", "unexpected EOF"},
		{"something after", "a.csv", "a.csv", "something follows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			bad := strings.Replace(good, c.old, c.new, 1)
			switch c.name {
			case "cut off":
				bad = good[:len(good)-2]
			case "something after":
				bad = good + "{}"
			}
			_, err := export.ReadManifest("m.json", []byte(bad))
			if err == nil || !strings.Contains(err.Error(), c.says) || !strings.HasPrefix(err.Error(), "m.json:") || strings.Contains(err.Error(), "\n") {
				t.Errorf("ReadManifest = %v\nwant one line with the file and %q\n%s", err, c.says, bad)
			}
		})
	}
	if _, err := export.ReadManifest("m.json", nil); err == nil || !strings.Contains(err.Error(), "m.json:1:1: not a manifest: the file is empty") {
		t.Errorf("ReadManifest of nothing = %v", err)
	}
}

func TestAManifestOfFormat1IsRead(t *testing.T) {
	m, err := export.ReadManifest("m.json", []byte(`{
  "format": 1, "program": "overloadtui 1", "name": "collapse", "scenario": "version: 1\n", "seed": 18446744073709551615,
  "changes": [{"at_ms": 12000, "set": "client.load", "to": 120, "who": "you"}, {"at_ms": 13000, "note": "here"}],
  "first_window": 0, "windows": 2, "until_ms": 2000, "csv": "a.csv", "sha256": "`+export.SHA256([]byte("x"))+`"
}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Change{{At: 12000, Path: "client.load", To: 120, Who: "you"}, {At: 13000, Note: "here"}}
	if m.Kind != export.KindRun || m.Seed != math.MaxUint64 || !reflect.DeepEqual(m.Timeline(), want) || m.Columns.Window != 30 {
		t.Errorf("ReadManifest = %+v", m)
	}
	if file := m.Files[0]; len(m.Files) != 1 || file.Name != "a.csv" || file.Format != "csv" || file.SHA256 != export.SHA256([]byte("x")) {
		t.Errorf("its files are %+v", m.Files)
	}
}

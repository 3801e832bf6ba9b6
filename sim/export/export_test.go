package export_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
)

func recording() model.Recording {
	return model.Recording{
		Scenario: &model.Scenario{Name: "collapse"},
		Seed:     math.MaxUint64,
		Changes: []model.Change{
			{At: 12000, Path: "client.load", To: 120, Who: "you"},
			{At: 12000.000000000002, Who: "you", Note: "it <begins>"},
			{At: 13000, Who: "you", Order: model.Order{Kind: model.HoldRung, Value: 2, Who: "you", Why: "to see", Invariant: "freshness", Lifetime: 60000}},
		},
		Points: []model.Point{
			{Index: 0, Start: 0, End: 1000, Counts: model.Counts{Offered: 90, Attempts: 90, Served: 3}, Total: model.Counts{Good: 90}, P50: 10, P99: 10},
			{Index: 1, Start: 1000, End: 2000, P50: model.Millis(math.NaN()), P99: model.Millis(math.NaN())},
		},
		Until: model.Millis(math.Nextafter(2000, 3000)),
	}
}

func TestCSVHasAColumnForEachMetricAndARowForEachWindow(t *testing.T) {
	rec := recording()
	data := export.CSV(rec.Points, export.AllColumns())
	rows, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil || len(rows) != 1+len(rec.Points) {
		t.Fatalf("CSV has %d rows (error %v), want %d\n%s", len(rows), err, 1+len(rec.Points), data)
	}
	for i := range model.Metrics {
		m := &model.Metrics[i]
		if rows[0][i] != m.Name {
			t.Errorf("column %d is %q, want %q", i, rows[0][i], m.Name)
		}
		for p := range rec.Points {
			field := rows[1+p][i]
			if m.Word != nil {
				if field != m.Word(&rec.Points[p]) {
					t.Errorf("%s of window %d is %q", m.Name, p, field)
				}
				continue
			}
			want := m.Of(&rec.Points[p])
			got, err := strconv.ParseFloat(field, 64)
			if math.IsNaN(want) != (field == "") || !math.IsNaN(want) && (err != nil || got != want) {
				t.Errorf("%s of window %d is %q, want %v", m.Name, p, field, want)
			}
		}
	}
}

// played is what the engine records of a preset, with the facts handed to tap.
func played(t *testing.T, preset string, until model.Millis, tap func(*model.Fact)) model.Recording {
	t.Helper()
	s, err := presets.Load(preset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	e, err := sim.New(s, sim.Tap(tap))
	if err != nil {
		t.Fatal(err)
	}
	e.RunUntil(until)
	return e.Recording()
}

func rows(t *testing.T, data []byte) [][]string {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	return all
}

// objects are the lines of a JSON lines file, numbers as they stand there.
func objects(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	var all []map[string]any
	for _, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		dec := json.NewDecoder(bytes.NewReader(line))
		dec.UseNumber()
		var o map[string]any
		if err := dec.Decode(&o); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		all = append(all, o)
	}
	return all
}

// field is a value of JSON as a CSV has it.
func field(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case json.Number:
		return v.String()
	}
	return v.(string)
}

func TestJSONLinesAreTheNumbersOfTheCSVs(t *testing.T) {
	by := []model.By{model.ByClass, model.ByTenant, model.ByRoute, model.ByService}
	for _, preset := range []string{"priority-door", "cascade"} {
		rec := played(t, preset, 10*model.Second, func(*model.Fact) {})
		lines := objects(t, export.JSONLines(rec, by, export.AllColumns()))
		table := rows(t, export.CSV(rec.Points, export.AllColumns()))
		if len(lines) != len(rec.Points) || len(table) != len(rec.Points)+1 {
			t.Fatalf("%s: %d lines and %d rows of %d windows", preset, len(lines), len(table)-1, len(rec.Points))
		}
		for i, line := range lines {
			for c, name := range table[0] {
				if got := field(line[name]); got != table[1+i][c] {
					t.Errorf("%s: window %d: %s is %q in JSON and %q in CSV", preset, i, name, got, table[1+i][c])
				}
			}
			if len(line) != len(table[0])+len(by) {
				t.Errorf("%s: window %d has %d keys in JSON, want %d columns and %d divisions", preset, i, len(line), len(table[0]), len(by))
			}
		}
		long := rows(t, export.GroupCSV(rec, by, export.AllColumns()))
		for _, row := range long[1:] {
			i := slices.IndexFunc(rec.Points, func(p model.Point) bool { return model.Exact(float64(p.Start)) == row[0] })
			member, ok := lines[i][row[2]].(map[string]any)[row[3]].(map[string]any)
			if !ok {
				t.Fatalf("%s: window %d has no %s %s in JSON", preset, i, row[2], row[3])
			}
			for c := len(export.GroupKeys); c < len(row); c++ {
				if got := field(member[long[0][c]]); got != row[c] {
					t.Errorf("%s: window %d: %s %s: %s is %q in JSON and %q in CSV", preset, i, row[2], row[3], long[0][c], got, row[c])
				}
			}
		}
	}
}

// What is counted of the members of a division is what is counted of the whole, and a
// division into one is the whole.
func TestTheLongFormatAddsUpToTheWindow(t *testing.T) {
	rec := played(t, "priority-door", 10*model.Second, func(*model.Fact) {})
	for _, by := range []model.By{model.ByClass, model.ByTenant, model.ByRoute} {
		long := rows(t, export.GroupCSV(rec, []model.By{by}, export.AllColumns()))
		members := by.Members(rec.Scenario)
		if want := 1 + len(rec.Points)*len(members); len(long) != want {
			t.Fatalf("by %v: %d rows, want %d", by, len(long), want)
		}
		for _, name := range []string{"offered_per_s", "attempts_per_s", "goodput_per_s", "rejected_per_s", "throughput_per_s", "failed_per_s"} {
			column := slices.Index(long[0], name)
			for i := range rec.Points {
				sum := 0.0
				for m, member := range members {
					row := long[1+i*len(members)+m]
					if row[2] != by.String() || row[3] != member {
						t.Fatalf("by %v: row %d is of %s %s, want %s", by, 1+i*len(members)+m, row[2], row[3], member)
					}
					v, err := strconv.ParseFloat(row[column], 64)
					if err != nil {
						t.Fatalf("by %v: %s of %s is %q", by, name, member, row[column])
					}
					sum += v
				}
				if want := model.FindMetric(name).Of(&rec.Points[i]); math.Abs(sum-want) > 1e-9 {
					t.Errorf("by %v: %s of window %d sums to %v, the window has %v", by, name, i, sum, want)
				}
			}
		}
	}
}

func TestAServiceHasItsOwnNumbersAndNoOthers(t *testing.T) {
	rec := played(t, "cascade", 10*model.Second, func(*model.Fact) {})
	long := rows(t, export.GroupCSV(rec, []model.By{model.ByService}, export.AllColumns()))
	n := len(rec.Scenario.Services)
	for r, row := range long[1:] {
		g := rec.Points[r/n].Services[r%n]
		for name, want := range map[string]string{
			"queue_depth_ops": strconv.Itoa(g.Queue), "workers": strconv.Itoa(g.Workers), "mean_service_time_ms": model.Exact(float64(g.Mean)),
			"capacity_per_s": model.Exact(g.Capacity), "goodput_per_s": "", "sojourn_p99_ms": "",
		} {
			if got := row[slices.Index(long[0], name)]; got != want {
				t.Errorf("row %d, %s %s: %s is %q, want %q", r, row[2], row[3], name, got, want)
			}
		}
	}
}

// A table with fewer columns is the beginning of today's.
func TestFewerColumnsAreTheFirstOnes(t *testing.T) {
	rec := recording()
	all := rows(t, export.CSV(rec.Points, export.AllColumns()))
	few := rows(t, export.CSV(rec.Points, export.Columns{Window: 30, Group: 1}))
	for i := range all {
		if !slices.Equal(few[i], all[i][:30]) {
			t.Errorf("row %d of 30 columns is %q, want %q", i, few[i], all[i][:30])
		}
	}
	if last := few[0][29]; last != "state" {
		t.Errorf("the last column of a manifest of format 1 is %q, want state", last)
	}
}

func TestATableAsJSONLines(t *testing.T) {
	got := string(export.TableLines([]string{"mode", "load", "p99_ms"}, [][]string{{"no \"<retry>", "25", "10.0"}, {"x", "true", ""}, {"1e999", "NaN", "-0.5"}}))
	want := `{"mode":"no \"<retry>","load":25,"p99_ms":10.0}
{"mode":"x","load":"true","p99_ms":null}
{"mode":"1e999","load":"NaN","p99_ms":-0.5}
`
	if got != want {
		t.Errorf("TableLines =\n%swant\n%s", got, want)
	}
}

func TestTheAuditLogIsOneObjectForEachEntry(t *testing.T) {
	got := string(export.AuditLines([]model.Entry{
		{At: 12000.5, Kind: model.TransitionEntry, State: model.Elevated, Cause: "automatic", Text: "N->E: <1>",
			Gates: []model.Gate{{Name: "goodput", Value: "50", Needs: "< 90%", Met: true}}},
		{At: 13000, Kind: model.OrderEntry, State: model.Saturated, Rung: 2, Cause: "manual", Text: "hold rung 2", Who: "you", Why: "because", Invariant: "freshness", Until: 73000},
	}))
	want := `{"at_ms":12000.5,"kind":"transition","state":"elevated","rung":0,"cause":"automatic","text":"N->E: <1>","evidence":[{"name":"goodput","value":"50","needs":"< 90%","met":true}]}
{"at_ms":13000,"kind":"order","state":"saturated","rung":2,"cause":"manual","text":"hold rung 2","who":"you","why":"because","may_relax":"freshness","until_ms":73000}
`
	if got != want {
		t.Errorf("AuditLines =\n%swant\n%s", got, want)
	}
}

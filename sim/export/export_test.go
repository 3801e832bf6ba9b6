package export_test

import (
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/export"
)

func recording() model.Recording {
	return model.Recording{
		Scenario: &model.Scenario{Name: "collapse"},
		Seed:     math.MaxUint64,
		Changes: []model.Change{
			{At: 12000, Path: "client.load", To: 120, Who: "you"},
			{At: 12000.000000000002, Who: "you", Note: "it <begins>"},
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
	data := export.CSV(rec.Points)
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
			if rapid.Bool().Draw(t, "set") {
				c.Path, c.To = "a.b", rapid.Float64Range(-1e300, 1e300).Draw(t, "to")
			}
			return c
		})).Draw(t, "changes")
		want := export.NewManifest("overloadtui 1", rapid.StringMatching(`(.|\n)+`).Draw(t, "scenario"), rec, "a.csv", []byte("x"))
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
	m := export.NewManifest("overloadtui 1", "version: 1\n", rec, "a.csv", nil)
	good := string(m.Marshal())
	for _, c := range []struct{ name, old, new, says string }{
		{"unknown key", `"seed"`, `"sed"`, `unknown field "sed"`},
		{"wrong type", `"windows": 2`, `"windows": "2"`, "m.json:21:17: not a manifest: windows: string where int belongs"},
		{"later format", `"format": 1`, `"format": 2`, "format: 2 is not a format that this program reads; it reads 1"},
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

func TestRunWritesTheTableAndItsManifest(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "run.csv")
	sum, err := export.Run(path, "overloadtui 1", "version: 1\n", recording(), false)
	if err != nil {
		t.Fatalf("Run = %v", err)
	}
	data := read(t, path)
	if want := sha256.Sum256(data); sum != hex.EncodeToString(want[:]) {
		t.Errorf("Run gives the sum %s of a file with %x", sum, want)
	}
	m, err := export.ReadManifest("run.manifest.json", read(t, filepath.Join(dir, "run.manifest.json")))
	if err != nil || m.SHA256 != sum || m.CSV != "run.csv" || m.Windows != 2 {
		t.Errorf("the manifest is %+v, %v", m, err)
	}
	if names := list(t, dir); len(names) != 2 {
		t.Errorf("the directory holds %q, want the two files", names)
	}
}

func TestNothingIsOverwrittenUnasked(t *testing.T) {
	for _, taken := range []string{"run.csv", "run.manifest.json"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, taken), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "run.csv")
		_, err := export.Run(path, "p", "s", recording(), false)
		if !errors.Is(err, export.ErrExists) || !strings.Contains(err.Error(), taken) {
			t.Errorf("Run over %s = %v", taken, err)
		}
		if got := read(t, filepath.Join(dir, taken)); string(got) != "mine" || len(list(t, dir)) != 1 {
			t.Errorf("after a refused Run %s is %q in %q", taken, got, list(t, dir))
		}
		if _, err := export.Run(path, "p", "s", recording(), true); err != nil {
			t.Errorf("Run with force = %v", err)
		}
		if string(read(t, filepath.Join(dir, taken))) == "mine" || len(list(t, dir)) != 2 {
			t.Errorf("force did not write both: %q", list(t, dir))
		}
	}
}

// Two writers that both find the name free must not both get it.
func TestOneOfManyWritersWins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.csv")
	const writers = 8
	errs := make(chan error, writers)
	for range writers {
		go func() {
			_, err := export.Run(path, "p", "s", recording(), false)
			errs <- err
		}()
	}
	won := 0
	for range writers {
		if err := <-errs; err == nil {
			won++
		} else if !errors.Is(err, export.ErrExists) {
			t.Errorf("Run = %v", err)
		}
	}
	if won != 1 || len(list(t, filepath.Dir(path))) != 2 {
		t.Errorf("%d of %d writers won; the directory holds %q", won, writers, list(t, filepath.Dir(path)))
	}
}

func TestForceReplacesRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "link.csv")
	if err := os.Symlink("elsewhere", path); err != nil {
		t.Skip(err)
	}
	if err := export.Write(true, export.File{Path: path, Data: []byte("x")}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("Write over a symbolic link = %v", err)
	}
}

func TestAMissingDirectoryIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "run.csv")
	_, err := export.Run(path, "p", "s", recording(), false)
	if err == nil || err.Error() != path+": no such file or directory" {
		t.Errorf("Run = %v", err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

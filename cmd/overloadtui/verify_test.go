package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/simtest"
)

// allFormats is every format of a kind of product, as --format has them.
func allFormats(kind string) string { return strings.Join(formatNames(formatsFor(kind)), ",") }

func TestVerifyFindsEveryFileTheSame(t *testing.T) {
	simtest.Long(t)
	for args, files := range map[string]int{
		"run --for 20s --set load=110 --change 12s:limit=20 --output-dir out --by class,tenant,route,service --format " + allFormats(export.KindRun): 6,
		"run --preset priority-door --set scale=120% --for 20s --output-dir out":                                                                     1,
		"run --set duration=4500ms --set load=130 --output-dir out --format json":                                                                    2,
		"sweep --duration 2s --set limit=20 --seed 7 --output-dir out --format " + allFormats(export.KindSweep):                                      2,
		"lab shaping breaker --output-dir out --format " + allFormats(export.KindLab):                                                                8,
	} {
		inDir(t)
		if r := call(strings.Fields(args)...); r.code != exitOK {
			t.Error(r)
			continue
		}
		r := call("verify", "out")
		if r.code != exitOK || strings.Count(r.out, "  the same\n") < files || strings.Count(r.out, "\n") != 1+strings.Count(r.out, "  the same\n") {
			t.Errorf("after %s\n%v\nwant %d files at least, all the same", args, r, files)
		}
	}
}

// The distributions of a run are recorded while it runs, or learned from another run.
func TestASecondRunGivesTheSameDistributions(t *testing.T) {
	simtest.Long(t)
	inDir(t)
	if r := call("run", "--preset", "priority-door", "--change", "3s:scale=150%", "--for", "20s", "-o", "run.hlog"); r.code != exitOK {
		t.Fatal(r)
	}
	if r := call("replay", "run.manifest.json", "-o", "again.hlog"); r.code != exitOK || read(t, "again.hlog") != read(t, "run.hlog") || read(t, "again.hgrm") != read(t, "run.hgrm") {
		t.Errorf("%v\nthe log of the second run differs", r)
	}
}

func TestVerifySaysWhatDiffersAndWhere(t *testing.T) {
	inDir(t)
	if r := call("run", "--for", "10s", "-o", "run.csv", "--format", "json,hlog"); r.code != exitOK {
		t.Fatal(r)
	}
	clean := map[string]string{}
	for _, name := range files(t) {
		clean[name] = read(t, name)
	}
	other := strings.Replace(clean["run.csv"], "\n1000,2000,90,", "\n1000,2000,91,", 1)
	for _, c := range []struct {
		name, file, old, new string
		says                 []string
	}{
		{"a number", "run.csv", "\n1000,2000,90,", "\n1000,2000,91,", []string{`run.csv  it was altered after it was written: line 3, offered_per_s: "91" in the file, "90" made again`, "differences: 1"}},
		{"a line", "run.jsonl", "}\n{", "}\n\n{", []string{`run.jsonl  it was altered after it was written: line 2: "" in the file`}},
		{"a cut", "run.hlog", clean["run.hlog"][len(clean["run.hlog"])-100:], "", []string{"run.hlog  it was altered"}},
		{"no text", "run.hgrm", "#", "\xff", []string{"run.hgrm  it was altered after it was written: byte "}},
		{"a hash", "run.manifest.json", export.SHA256([]byte(clean["run.csv"])), strings.Repeat("0", 64), []string{"run.csv  the same bytes, but the manifest has the sha256 000"}},
		{"the seed", "run.manifest.json", `"until_ms": 10000`, `"until_ms": 9000`, []string{"run.csv  it comes out differently: 11 lines in the file, 10 made again", "run.manifest.json: differences: 4"}},
		{"both", "run.manifest.json", export.SHA256([]byte(clean["run.csv"])), export.SHA256([]byte(other)), []string{"run.csv  the same bytes, but"}},
		{"golden", "run.manifest.json", `"golden_match": "absent"`, `"golden_match": true`, []string{"golden_match is true there and absent here"}},
		{"a time stamp", "run.manifest.json", `"written_at": "2`, `"written_at": "3`, nil},
	} {
		for name, text := range clean {
			write(t, name, text)
		}
		if !strings.Contains(clean[c.file], c.old) {
			t.Fatalf("%s: %s has no %q", c.name, c.file, c.old)
		}
		write(t, c.file, strings.Replace(clean[c.file], c.old, c.new, 1))
		r := call("verify", "run.manifest.json")
		want := exitFailed
		if c.says == nil {
			want = exitOK
		}
		if r.code != want {
			t.Errorf("%s: %v\nwant exit %d", c.name, r, want)
		}
		for _, says := range c.says {
			if !strings.Contains(r.out+r.err, says) {
				t.Errorf("%s: %v\nwant it to say %s", c.name, r, says)
			}
		}
	}
	if err := os.Remove("run.csv"); err != nil {
		t.Fatal(err)
	}
	if r := call("verify", "."); r.code != exitFailed || !strings.Contains(r.out, "run.csv  it is missing\n") {
		t.Errorf("%v\nwant exit 1 and the missing file", r)
	}
}

// A manifest of format 1 knows a table of as many columns as there were then.
func TestAManifestOfFormat1IsRepeated(t *testing.T) {
	inDir(t)
	if r := call("run", "--set", "load=110", "--change", "3s:limit=20", "--for", "10s", "--csv", "new.csv"); r.code != exitOK {
		t.Fatal(r)
	}
	for _, columns := range []int{30, 39} {
		repeatOld(t, columns)
	}
}

func repeatOld(t *testing.T, columns int) {
	var table strings.Builder
	for line := range strings.Lines(read(t, "new.csv")) {
		table.WriteString(strings.Join(strings.Split(strings.TrimSuffix(line, "\n"), ",")[:columns], ",") + "\n")
	}
	write(t, "old.csv", table.String())
	m, err := readManifest("new.manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	scenario, err := json.Marshal(m.Scenario)
	if err != nil {
		t.Fatal(err)
	}
	write(t, "old.manifest.json", fmt.Sprintf(`{"format": 1, "program": "overloadtui 0", "name": "collapse", "scenario": %s, "seed": 23,
"changes": [{"at_ms": 3000, "set": "server.concurrency.limit", "to": 20, "who": "command line"}],
"first_window": 0, "windows": 10, "until_ms": 10000, "csv": "old.csv", "sha256": %q}`, scenario, export.SHA256([]byte(table.String()))))
	for _, verb := range []string{"replay", "verify"} {
		if r := call(verb, "old.manifest.json"); r.code != exitOK || !strings.Contains(r.out, "same") {
			t.Errorf("%v\nwant the same run", r)
		}
	}
}

func TestTheManifestSaysWhatMadeTheFiles(t *testing.T) {
	inDir(t)
	args := []string{"sweep", "--preset", "collapse", "--deterministic", "--duration", "5s", "--output-dir", "out"}
	if r := call(args...); r.code != exitOK {
		t.Fatal(r)
	}
	names, err := filepath.Glob("out/*")
	if want := "out/bp-post1-amplification.png out/bp-post1-collapse-sweep.csv out/bp-post1-goodput.png out/manifest.json out/report.html"; err != nil || strings.Join(names, " ") != want {
		t.Errorf("the sweep wrote %q (%v), want %s", names, err, want)
	}
	m, err := readManifest("out/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if m.Golden != export.GoldenTrue || !strings.Contains(read(t, "out/manifest.json"), `"golden_match": true`) || m.Kind != export.KindSweep {
		t.Errorf("golden_match is %s, kind %s", m.Golden, m.Kind)
	}
	if !slices.Equal(m.Command, append([]string{"overloadtui"}, args...)) || m.Build.Go == "" || m.Build.OS == "" || m.Build.Arch == "" || m.Program != program() {
		t.Errorf("the manifest says of its making %q, %+v, %s", m.Command, m.Build, m.Program)
	}
	for _, f := range m.Files {
		data := read(t, filepath.Join("out", f.Name))
		if f.Bytes != len(data) || f.SHA256 != export.SHA256([]byte(data)) {
			t.Errorf("%s has %d bytes and the sha256 %s, the manifest says %+v", f.Name, len(data), export.SHA256([]byte(data)), f)
		}
	}
	for args, want := range map[string]export.Golden{"--set service-time=11ms --duration 5s": export.GoldenFalse, "--duration 3s": export.GoldenAbsent} {
		if r := call(append(strings.Fields("sweep --force --output-dir out"), strings.Fields(args)...)...); r.code != exitOK {
			t.Fatal(r)
		}
		if m, err := readManifest("out/manifest.json"); err != nil || m.Golden != want {
			t.Errorf("golden_match of sweep %s is %v (%v), want %s", args, m, err, want)
		}
	}
}

// writtenAt is the one time stamp of a manifest.
var writtenAt = regexp.MustCompile(`"written_at": "[^"]*"`)

func TestTwoExportsAreTheSameButForTheDeclaredTimeStamps(t *testing.T) {
	simtest.Long(t)
	for _, args := range []string{
		"sweep --preset collapse --deterministic --duration 5s --output-dir out --format " + allFormats(export.KindSweep),
		"run --preset priority-door --for 20s --by class --output-dir out --format " + allFormats(export.KindRun),
	} {
		var first map[string]string
		for range 2 {
			inDir(t)
			if r := call(strings.Fields(args)...); r.code != exitOK {
				t.Fatal(r)
			}
			now := map[string]string{}
			paths, err := filepath.Glob("out/*")
			if err != nil {
				t.Fatal(err)
			}
			for _, path := range paths {
				now[path] = writtenAt.ReplaceAllString(read(t, path), "")
			}
			if first == nil {
				first = now
			}
			if len(now) < 3 || len(now) != len(first) {
				t.Errorf("%s wrote %d files, first %d", args, len(now), len(first))
			}
			for path, text := range now {
				if text != first[path] {
					t.Errorf("%s: %s differs the second time: %s", args, path, difference([]byte(first[path]), []byte(text), ""))
				}
			}
		}
	}
}

func TestWhereAndAsWhatFilesAreWritten(t *testing.T) {
	for args, want := range map[string]string{
		"run --for 2s --csv run.csv":                       "run.csv run.manifest.json",
		"run --for 2s --csv table.txt":                     "table.txt table.txt.manifest.json",
		"run --for 2s -o run.json":                         "run.audit.jsonl run.json run.manifest.json",
		"run --for 2s -o run.csv --format hlog --by class": "run.csv run.groups.csv run.hgrm run.hlog run.manifest.json",
		"run --for 2s -o run.out --format csv,json":        "run.out.audit.jsonl run.out.csv run.out.jsonl run.out.manifest.json",
		"run --for 2s --output-dir . --format json":        "collapse.audit.jsonl collapse.jsonl manifest.json",
		"sweep --duration 1s -o mine.jsonl":                "mine.jsonl mine.manifest.json",
		"sweep --duration 1s --output-dir . --format csv":  "bp-post1-collapse-sweep.csv manifest.json",
		"lab shaping --output-dir . --format csv":          "bp-post3-burst-sweep.csv bp-post3-shaping.csv manifest.json",
		"run --for 2s -o -":                                "",
		"run --for 2s -o - --format json":                  "",
		"sweep --duration 1s -o - --format json":           "",
	} {
		inDir(t)
		r := call(strings.Fields(args)...)
		if got := strings.Join(files(t), " "); r.code != exitOK || got != want {
			t.Errorf("%v\nwrote %q, want %q", r, got, want)
		}
		if want == "" && !strings.HasPrefix(r.out, "window_start_ms,") && !strings.HasPrefix(r.out, "{") {
			t.Errorf("%v\nwant the file alone on the standard output", r)
		}
	}
	inDir(t)
	for args, says := range map[string]string{
		"run --for 2s -o run.doc":                      "--output: run.doc ends like none of the formats csv",
		"run --for 2s -o run.csv --format xls":         `--format: "xls" is not one of csv`,
		"sweep --duration 1s -o run.csv --format hlog": `--format: "hlog" is not one of csv`,
		"run --for 2s --format csv":                    "say where to with --output",
		"run --for 2s --by class":                      "say where to with --output",
		"run --for 2s -o run.csv --by cell":            `--by: "cell" is not one of class, tenant, route, service`,
		"run --for 2s -o - --format csv,json":          "one format alone",
		"run --for 2s -o run.csv --output-dir out":     "output",
		"run --for 2s --csv run.csv -o run.csv":        "csv",
		"run --seeds 3 --output-dir out":               "--output-dir: it is of one run",
		"verify .":                                     ".: there is no manifest.json in it",
		"verify none":                                  "none: no such file or directory",
	} {
		r := call(strings.Fields(args)...)
		if r.code != exitUsage || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, says) || len(files(t)) != 0 {
			t.Errorf("%v\nwant exit 2, nothing written, and %s", r, says)
		}
	}
}

// A second file of a kind that is in the way is found before the run, not after it.
func TestNoFileOfSeveralIsOverwritten(t *testing.T) {
	for _, taken := range []string{"run.jsonl", "run.audit.jsonl", "run.hgrm", "run.manifest.json"} {
		inDir(t)
		write(t, taken, "mine")
		args := []string{"run", "--for", "2s", "-o", "run.csv", "--format", "json,hlog"}
		if r := call(args...); r.code != exitFailed || !strings.Contains(r.err, taken+": the file exists") || len(files(t)) != 1 || read(t, taken) != "mine" {
			t.Errorf("%v\nwant %s to stay, alone", r, taken)
		}
		if r := call(append(args, "--force")...); r.code != exitOK || read(t, taken) == "mine" {
			t.Errorf("%v\nwant %s replaced", r, taken)
		}
	}
}

func TestAnOrderSurvivesTheManifest(t *testing.T) {
	source, err := presets.Source(defaultPreset)
	if err != nil {
		t.Fatal(err)
	}
	inDir(t)
	order := "\nchanges:\n  - at: 2s\n    who: you\n    order: {do: hold-rung, rung: 1, who: you, why: to see, may-relax: freshness, lifetime: 1m}\n"
	if strings.Contains(string(source), "\nchanges:") {
		t.Skip("the preset has changes of its own")
	}
	write(t, "mine.yaml", strings.TrimRight(string(source), "\n")+order)
	if r := call("run", "--scenario", "mine.yaml", "--for", "5s", "-o", "run.csv"); r.code != exitOK {
		t.Skipf("this engine takes no orders yet: %v", r)
	}
	m, err := readManifest("run.manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	if o := m.Changes[0].Order; o == nil || o.Do != "hold-rung" || o.Value != 1 || o.Who != "you" || o.Why != "to see" || o.MayRelax != "freshness" || o.LifetimeMs != 60000 {
		t.Errorf("the order in the manifest is %+v", o)
	}
}

// Where another build may be why a file differs, verify names both.
func TestVerifyNamesAnotherBuild(t *testing.T) {
	inDir(t)
	if r := call("run", "--for", "3s", "-o", "run.csv"); r.code != exitOK {
		t.Fatal(r)
	}
	whole, manifest := read(t, "run.csv"), read(t, "run.manifest.json")
	now := export.ThisBuild()
	other := strings.Replace(manifest, `"go": "`+now.Go+`"`, `"go": "go1.99"`, 1)
	says := "the files were written by "
	for _, c := range []struct {
		name, csv, manifest string
		code                int
		want                bool
	}{
		{"another Go and the same bytes", whole, other, exitOK, false},
		{"another Go and other bytes", strings.Replace(whole, "90", "91", 1), other, exitFailed, true},
		{"the same Go and other bytes", strings.Replace(whole, "90", "91", 1), manifest, exitFailed, false},
	} {
		write(t, "run.csv", c.csv)
		write(t, "run.manifest.json", c.manifest)
		r := call("verify", ".")
		if named := strings.Contains(r.out, says); r.code != c.code || named != c.want || named && !(strings.Contains(r.out, "go1.99, ") && strings.Contains(r.out, "; this is "+now.String()+"\n")) {
			t.Errorf("%s: %v\nwant exit %d and both builds named: %v", c.name, r, c.code, c.want)
		}
	}
}

// shellWords are a command line as a shell understands it.
func shellWords(t *testing.T, command string) []string {
	t.Helper()
	out, err := exec.Command("sh", "-c", "printf '%s\\n' "+command).Output()
	if err != nil {
		t.Fatalf("sh does not understand %s: %v", command, err)
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

// What a person ordered can be ordered again by flags, where they have a way to say it.
func TestALiveRunWithOrdersIsReproduced(t *testing.T) {
	simtest.Long(t)
	hold := model.Order{Kind: model.HoldRung, Value: 1, Who: "Ada", Why: "it isn't \"safe\": $HOME", Invariant: "exports", Lifetime: 90 * model.Second}
	block := model.Order{Kind: model.BlockWay, From: model.Saturated, To: model.Degraded, Who: "Bo", Why: "a drill", Invariant: "none", Lifetime: 5 * model.Minute}
	unsayable := hold
	unsayable.Why = "first this; then that"
	load := model.Change{At: 15 * model.Second, Path: "client.load", To: 11000, Who: "you"}
	ordered := func(at model.Millis, o model.Order) model.Change {
		return model.Change{At: at, Who: o.Who, Order: o, Note: o.Say()}
	}
	for _, c := range []struct {
		name    string
		changes []model.Change
		verify  bool // only the manifest has all
	}{
		{"orders", []model.Change{ordered(12345.678, hold), load, ordered(load.At, block)}, false},
		{"an order before a change of the same instant", []model.Change{ordered(load.At, block), load}, true},
		{"a semicolon", []model.Change{ordered(12000, unsayable)}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			inDir(t)
			choose := choice{preset: "mercury-teaching"}
			s, err := choose.scenario()
			if err != nil {
				t.Fatal(err)
			}
			s.Changes = append(s.Changes, c.changes...)
			e, err := runHeadless(t.Context(), s, 30*model.Second, func(*sim.Engine) error { return nil })
			if err != nil {
				t.Fatal(err)
			}
			rec := e.Recording()
			snap := &model.Snapshot{Scenario: rec.Scenario, Seed: rec.Seed, Journal: rec.Changes, Points: rec.Points, Now: rec.Until, Audit: rec.Audit}
			if message, err := exportSnapshot(choose.originOfLive(nil, rec), snap); err != nil {
				t.Fatalf("exportSnapshot = %q, %v", message, err)
			}
			m, err := readManifest("mercury-teaching-1.manifest.json")
			if err != nil {
				t.Fatal(err)
			}
			if c.verify {
				if m.Reproduce != "overloadtui verify mercury-teaching-1.manifest.json" || !strings.Contains(choose.reproduction(rec), " # without an order") {
					t.Errorf("it is reproduced by %q, and a person is told %q", m.Reproduce, choose.reproduction(rec))
				}
				if r := call(strings.Fields(m.Reproduce)[1:]...); r.code != exitOK || strings.Count(r.out, "  the same\n") != len(m.Files) {
					t.Errorf("%v\nwant %d files, all the same", r, len(m.Files))
				}
				return
			}
			r := call(append(shellWords(t, m.Reproduce)[1:], "-o", "-", "--format", "json", "--by", "class")...)
			if r.code != exitOK || !strings.HasPrefix(m.Reproduce, "overloadtui run --preset mercury-teaching --order ") {
				t.Fatalf("%s\nexit %d: %s", m.Reproduce, r.code, r.err)
			}
			if r.out != read(t, "mercury-teaching-1.jsonl") {
				t.Errorf("%s\ngives other windows: %s", m.Reproduce, difference([]byte(read(t, "mercury-teaching-1.jsonl")), []byte(r.out), ""))
			}
			without := call("run", "--preset", "mercury-teaching", "--change", "15s:load=11000", "--for", "30s", "-o", "-", "--format", "json", "--by", "class")
			if r.out == without.out {
				t.Error("the orders make no difference: the test sees nothing")
			}
		})
	}
}

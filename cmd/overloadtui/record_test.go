package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/live"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

func TestRunWritesARowForEachWindowAndReplayTheSameBytes(t *testing.T) {
	inDir(t)
	r := call("run", "--preset", "collapse", "--set", "load=110", "--change", "12s:limit=20", "--change", "15.5s:load=150", "--for", "30s", "--csv", "run.csv")
	if r.code != exitOK || r.err != "" {
		t.Fatal(r)
	}
	if rows := strings.Count(read(t, "run.csv"), "\n"); rows != 31 {
		t.Errorf("%v\nthe CSV has %d lines, want a header and 30 windows", r, rows)
	}
	if r := call("replay", "run.manifest.json", "--csv", "again.csv"); r.code != exitOK || read(t, "again.csv") != read(t, "run.csv") {
		t.Errorf("%v\nthe replayed CSV differs", r)
	}
	if r := call("replay", "again.manifest.json"); r.code != exitOK || !strings.Contains(r.out, "the same 30 windows") {
		t.Errorf("%v\nwant the replay of a replay to be the same", r)
	}
	if r := call("replay", "run.manifest.json", "--csv", "-"); r.out != read(t, "run.csv") {
		t.Errorf("%v\nwant the CSV on the standard output", r)
	}
}

// A run that ends by its scenario's End has instants that are no ends of windows.
func TestARunToTheScenariosEndIsRepeated(t *testing.T) {
	for _, end := range []string{"drain", "finish", "stop"} {
		inDir(t)
		r := call("run", "--set", "duration=4500ms", "--set", "load=130", "--set", "end="+end, "--csv", "run.csv")
		if r.code != exitOK {
			t.Fatal(r)
		}
		if r := call("replay", "run.manifest.json"); r.code != exitOK {
			t.Errorf("end %s: %v", end, r)
		}
	}
}

func TestAnotherResultIsNotWritten(t *testing.T) {
	inDir(t)
	if r := call("run", "--set", "demand=poisson", "--for", "5s", "--csv", "run.csv"); r.code != exitOK {
		t.Fatal(r)
	}
	write(t, "run.manifest.json", strings.Replace(read(t, "run.manifest.json"), `"seed": 23`, `"seed": 24`, 1))
	r := call("replay", "run.manifest.json", "--csv", "again.csv")
	if r.code != exitFailed || !strings.Contains(r.err, "sha256") {
		t.Errorf("%v\nwant exit 1 with both hashes", r)
	}
	if _, err := os.Stat("again.csv"); err == nil {
		t.Errorf("%v\nit wrote a CSV that is not the recorded one", r)
	}
}

func TestExistingFilesStay(t *testing.T) {
	inDir(t)
	write(t, "run.csv", "mine")
	if r := call("run", "--for", "2s", "--csv", "run.csv"); r.code != exitFailed || !strings.Contains(r.err, "run.csv: the file exists; --force overwrites it") || read(t, "run.csv") != "mine" {
		t.Errorf("%v\nrun.csv: %q", r, read(t, "run.csv"))
	}
	if r := call("run", "--for", "2s", "--csv", "run.csv", "--force"); r.code != exitOK || read(t, "run.csv") == "mine" {
		t.Errorf("%v", r)
	}
}

func TestSweepWritesThePublishedFile(t *testing.T) {
	inDir(t)
	want, _ := sweep.Published("bp-post1-collapse-sweep.csv", 5*model.Second)
	r := call("sweep", "--preset", "collapse", "--deterministic", "--duration", "5s", "--output-dir", "out")
	if r.code != exitOK || !strings.Contains(r.out, "sha256 "+want) || !strings.Contains(r.out, "matches the published result") {
		t.Fatalf("%v\nwant the SHA-256 %s", r, want)
	}
	lines := strings.Split(read(t, "out/bp-post1-collapse-sweep.csv"), "\n")
	if len(lines) != 22 || lines[6] != "no-retry,110,110.0,100.0,42.0,61.8,259.0,505.0,25.41" {
		t.Errorf("the file has %d lines, the seventh is %q", len(lines), lines[6])
	}
	r = call("sweep", "--deterministic", "--duration", "5s", "--set", "service-time=11ms", "--output-dir", "other")
	if r.code != exitFailed || !strings.Contains(r.err, want) {
		t.Errorf("%v\nwant exit 1, because this is not the published table", r)
	}
	if _, err := os.Stat("other"); err == nil {
		t.Errorf("%v\nit wrote a table that is not the published one", r)
	}
}

// A person moves twenty knobs at moments of their own choice; what they exported is
// repeated, from its manifest and from the command that the screen offers.
func TestALiveSessionIsRepeatedToTheByte(t *testing.T) {
	inDir(t)
	choose := choice{set: []string{"demand=poisson", "load=95"}}
	s, err := choose.scenario()
	if err != nil {
		t.Fatal(err)
	}
	var snap *model.Snapshot
	err = withRunner(context.Background(), s, func(_ context.Context, r *live.Runner) error {
		random := rand.New(rand.NewPCG(1, 2))
		r.Do(model.Command{Kind: model.SetSpeed, Value: 100})
		knobs := r.Snapshot().Knobs
		for moved := 0; moved < 20; {
			k := knobs[random.IntN(len(knobs))]
			if k.Fixed {
				continue
			}
			low, high, step := k.Slider()
			v := low + step*float64(random.IntN(int((high-low)/step)+1))
			r.Do(model.Command{Kind: model.SetKnob, Path: k.Path, Value: v})
			moved++
			time.Sleep(time.Duration(random.IntN(30)) * time.Millisecond)
		}
		r.Do(model.Command{Kind: model.Pause})
		for !r.Snapshot().Paused {
			time.Sleep(time.Millisecond)
		}
		snap = r.Snapshot()
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(snap.Journal) != 20 || len(snap.Points) == 0 {
		t.Fatalf("the session has %d changes and %d windows: %+v", len(snap.Journal), len(snap.Points), snap.Journal)
	}
	if message, err := exportSnapshot(origin{command: []string{"overloadtui"}}, snap); err != nil {
		t.Fatalf("exportSnapshot = %q, %v", message, err)
	}
	if r := call("replay", "collapse-1.manifest.json", "--csv", "again.csv"); r.code != exitOK || read(t, "again.csv") != read(t, "collapse-1.csv") {
		t.Errorf("%v\nthe replay differs from the live session", r)
	}
	command := choose.reproduction(snap.Recording())
	r := call(append(strings.Fields(command)[1:], "--csv", "-")...)
	if r.code != exitOK || r.out != read(t, "collapse-1.csv") {
		t.Errorf("%s\nexit %d, %s; its CSV differs from the live session", command, r.code, r.err)
	}
	if message, err := exportSnapshot(origin{command: []string{"overloadtui"}}, snap); err != nil || !strings.Contains(message, "collapse-2.csv") {
		t.Errorf("a second export = %q, %v; want it under the next free name", message, err)
	}
}

func TestTheTextOfAScenarioFileIsWhatRuns(t *testing.T) {
	inDir(t)
	write(t, "mine.yaml", call("presets", "collapse").out)
	a, b := call("run", "--for", "3s", "--csv", "-"), call("run", "--scenario", "mine.yaml", "--for", "3s", "--csv", "-")
	if a.code != exitOK || a.out != b.out {
		t.Errorf("%v\ndiffers from\n%v", a, b)
	}
}

func TestEveryPresetRunsAndIsRepeated(t *testing.T) {
	simtest.Long(t)
	for _, name := range presets.Names() {
		t.Run(name, func(t *testing.T) {
			inDir(t)
			if r := call("run", "--preset", name, "--for", "20s", "--csv", "run.csv"); r.code != exitOK {
				t.Fatal(r)
			}
			if r := call("replay", "run.manifest.json"); r.code != exitOK {
				t.Error(r)
			}
			s, err := presets.Load(name, sim.Catalog())
			if err != nil {
				t.Fatal(err)
			}
			r := call("sweep", "--preset", name, "--duration", "2s", "--output-dir", ".")
			if len(s.Sweep.Values) == 0 {
				if r.code != exitUsage || !strings.Contains(r.err, "declares no sweep") {
					t.Errorf("%v\nwant a word that there is nothing to sweep", r)
				}
			} else if r.code != exitOK {
				t.Error(r)
			}
		})
	}
}

func TestParamsNamesEverySettingAndKind(t *testing.T) {
	r := call("params")
	s, err := presets.Load(defaultPreset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	knobs, err := s.Knobs(sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	flat := strings.Join(strings.Fields(r.out), " ")
	for _, k := range knobs {
		entry := fmt.Sprintf("%s %s (range %s, default %s", k.Short, k.Format(k.Value()), k.Range(), k.Format(k.Default))
		if !strings.Contains(flat, entry) || !strings.Contains(flat, strings.Join(strings.Fields(k.Doc), " ")) {
			t.Errorf("params does not say %q with its meaning:\n%s", entry, r.out)
		}
	}
	for _, k := range sim.Catalog() {
		if !strings.Contains(r.out, fmt.Sprintf("%s=%s", k.Family, k.Name)) {
			t.Errorf("params does not name %s=%s", k.Family, k.Name)
		}
	}
}

func TestParamsDocumentsWhatNoScenarioUses(t *testing.T) {
	all := call("params", "--all")
	for _, k := range sim.Catalog() {
		r := call("params", fmt.Sprintf("%s=%s", k.Family, k.Name))
		if r.code != exitOK || !strings.Contains(all.out, r.out) {
			t.Errorf("%v\nwant it to be part of params --all", r)
		}
		flat := strings.Join(strings.Fields(r.out), " ")
		for _, p := range append(slices.Clone(k.Params), k.Rows...) {
			entry := fmt.Sprintf("%s (range %s, default %s", p.Name, p.Range(), p.Format(p.Default))
			if !strings.Contains(flat, entry) || !strings.Contains(flat, strings.Join(strings.Fields(p.Doc), " ")) {
				t.Errorf("%v\ndoes not say %q with its meaning", r, entry)
			}
		}
	}
	for _, name := range []string{"deadline", "propagate", "workers", "share", "removes", "enter-windows", "telemetry"} {
		if !strings.Contains(all.out, "\n  "+name+" ") {
			t.Errorf("params --all does not name %s", name)
		}
	}
	if r := call("params", "priority-door"); r.code != exitOK || !strings.Contains(r.out, "gate=priority-door") {
		t.Errorf("%v\nwant the kind of that name", r)
	}
}

// What a scenario's files say is part of the recording.
func TestARunFromATraceIsRepeatedWithoutItsFile(t *testing.T) {
	inDir(t)
	if err := os.Mkdir("dir", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, "dir/load.csv", "rate,for\n90,2000\n150,2000\n")
	write(t, "dir/mine.yaml", strings.Replace(call("presets", "collapse").out, "{kind: constant, load: 90/s}", "{kind: trace-rates, file: load.csv}", 1))
	write(t, "dir/mine.yaml", strings.NewReplacer("over: load", "over: scale", "[25/s, 50/s, 75/s, 90/s, 100/s, 110/s, 125/s, 150/s, 200/s, 300/s]", "[100%]").Replace(read(t, "dir/mine.yaml")))
	if r := call("run", "--scenario", "dir/mine.yaml", "--for", "5s", "--csv", "run.csv"); r.code != exitOK || !strings.Contains(r.out, "offered 630 ") {
		t.Fatal(r)
	}
	r := callWith(context.Background(), "save here.yaml\nsave dir/there.yaml\nquit\n", "live", "--plain", "--scenario", "dir/mine.yaml")
	if r.code != exitOK || strings.Contains(read(t, "here.yaml"), "load.csv") || !strings.Contains(read(t, "dir/there.yaml"), "file: load.csv") {
		t.Errorf("%v\nin the same directory a saved file names the trace, elsewhere it holds it", r)
	}
	if r := call("validate", "here.yaml", "dir/there.yaml"); r.code != exitOK {
		t.Error(r)
	}
	if err := os.Remove("dir/load.csv"); err != nil {
		t.Fatal(err)
	}
	if r := call("replay", "run.manifest.json"); r.code != exitOK {
		t.Error(r)
	}
}

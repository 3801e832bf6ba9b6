package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"overloadtui/model/recovery"
)

func TestPacketVerifies(t *testing.T) {
	for _, format := range []string{"text", "json", "markdown"} {
		if r := call("packet", "--verify", "--format", format); r.code != exitOK || r.err != "" || !strings.Contains(r.out, "15,000 - 9,000 - 1,500 - 500 - 0 = 4,000/s") {
			t.Errorf("%v\nwant exit 0 and the ceiling with its numbers", r)
		}
	}
	if r := call("packet", "--verify", "--quiet"); r.code != exitOK || r.out+r.err != "" {
		t.Errorf("%v\nwant exit 0 and nothing", r)
	}
	if r := call("packet", "--format", "json"); !json.Valid([]byte(r.out)) {
		t.Errorf("%v\nwant JSON", r)
	}
}

// Each claim, broken from the command line or in the file, is named with exit 1;
// without --verify the same is exit 0.
func TestPacketNamesTheClaimThatFails(t *testing.T) {
	inDir(t)
	source := call("presets", packetPreset).out
	six := "  states:\n"
	for _, state := range []string{"normal", "elevated", "saturated", "degraded", "recovering", "unsafe"} {
		six += fmt.Sprintf("    - {state: %s, enter: seen, leave: gone}\n", state)
	}
	named := map[string]bool{}
	for _, c := range []struct{ claim, set, old, new string }{
		{claim: "figures", set: "logical=unknown"},
		{claim: "figures", set: "cache-keys=0"},
		{claim: "six-states", old: "\nchanges:", new: strings.Replace(six, "    - {state: degraded, enter: seen, leave: gone}\n", "", 1) + "\nchanges:"},
		{claim: "six-states", old: "\nchanges:", new: six + "    - {state: critical, enter: seen, leave: gone}\n\nchanges:"},
		{claim: "state-evidence", old: "\nchanges:", new: strings.Replace(six, "unsafe, enter: seen, leave: gone", "unsafe, enter: seen", 1) + "\nchanges:"},
		{claim: "ladder", old: "    off: profile enrichment\n"},
		{claim: "allocation", set: "standard.allocation=5500/s"},
		{claim: "allocation", set: "packet.admitted=8100"},
		{claim: "optional", set: "optional.allocation=1"},
		{claim: "failover-capacity", set: "failover-capacity=7000"},
		{claim: "failover-replay", set: "failover-replay=400"},
		{claim: "replay-ceiling", set: "chosen-replay=4500"},
		{claim: "replay-ceiling", set: "foreground=10500"},
	} {
		named[c.claim] = true
		args := []string{"packet", "--preset", packetPreset}
		if c.set != "" {
			args = append(args, "--set", c.set)
		} else {
			if !strings.Contains(source, c.old) {
				t.Fatalf("the preset has no %q", c.old)
			}
			write(t, "mine.yaml", strings.Replace(source, c.old, c.new, 1))
			args = []string{"packet", "--scenario", "mine.yaml"}
		}
		r := call(append(args, "--verify")...)
		if r.code != exitFailed || !strings.Contains(r.err, c.claim+" (") || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%v\nwant exit 1 and one line that names %s", r, c.claim)
		}
		if r := call(args...); r.code != exitOK || r.err != "" || !strings.Contains(r.out, "FAILS  "+c.claim) {
			t.Errorf("%v\nwant exit 0, and FAILS %s among the claims", r, c.claim)
		}
	}
	choose := choice{preset: packetPreset}
	s, err := choose.scenario()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range recovery.Claims(s) {
		if !named[c.Name] {
			t.Errorf("nothing breaks the claim %s", c.Name)
		}
	}
}

// A ladder that turns off a forbidden control is no scenario at all.
func TestPacketRefusesAForbiddenRung(t *testing.T) {
	inDir(t)
	write(t, "mine.yaml", strings.Replace(call("presets", packetPreset).out, "off: profile enrichment", "off: fraud control", 1))
	if r := call("packet", "--scenario", "mine.yaml", "--verify"); r.code != exitUsage || !strings.HasPrefix(r.err, "overloadtui: mine.yaml:") || !strings.Contains(r.err, "fraud control never stands on a ladder") {
		t.Errorf("%v\nwant exit 2 with the place of the rung", r)
	}
}

func TestAnotherServiceHasItsOwnFigures(t *testing.T) {
	inDir(t)
	write(t, "mine.yaml", call("presets", "collapse").out+"packet:\n  restored-capacity: 100/s\n  foreground: 60/s\n  failure-reserve: 10/s\n  chosen-replay: 20/s\n  replay-backlog: 7200\n")
	r := call("packet", "--scenario", "mine.yaml")
	for _, says := range []string{"100 - 60 - 10 - 0 - 0 = 30/s", "7,200 x 1 / 20 = 360 s", "replay may begin", "unknown: observed attempts"} {
		if r.code != exitOK || !strings.Contains(r.out, says) {
			t.Errorf("%v\nwant it to say %s", r, says)
		}
	}
}

func TestDocumentsAreWrittenWhole(t *testing.T) {
	inDir(t)
	for _, verb := range []string{"plan", "checklist"} {
		shown := call(verb, "--preset", packetPreset)
		if shown.code != exitOK || !strings.HasPrefix(shown.out, "# ") {
			t.Fatalf("%v\nwant a document", shown)
		}
		file := verb + ".md"
		if r := call(verb, "--preset", packetPreset, "-o", file); r.code != exitOK || r.out != "wrote "+file+"\n" {
			t.Errorf("%v\nwant exit 0", r)
		}
		if r := call(verb, "-o", file); r.code != exitFailed || !strings.Contains(r.err, file+": the file exists; --force overwrites it") {
			t.Errorf("%v\nwant exit 1, because the file exists", r)
		}
		if r := call(verb, "-o", file, "--force", "--set", "chosen-replay=4500"); r.code != exitOK {
			t.Errorf("%v\nwant exit 0", r)
		}
		data, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(data), "4,500/s is above the ceiling of 4,000/s") {
			t.Errorf("%s: %v\n%s", file, err, data)
		}
		if r := call(verb, "-o", "nowhere/"+file); r.code != exitFailed || !strings.Contains(r.err, "nowhere/"+file+": no such file or directory") {
			t.Errorf("%v\nwant exit 1, because the directory is missing", r)
		}
	}
}

func TestPlanIsRefusedInFailover(t *testing.T) {
	for set, says := range map[string]string{"serving=failover": "400/s left", "policy-store=lost": "unsafe: policy store lost"} {
		if r := call("plan", "--set", set); r.code != exitOK || !strings.Contains(r.out, "**REFUSED**: replay is forbidden") || !strings.Contains(r.out, says) {
			t.Errorf("%v\nwant the plan refused: %s", r, says)
		}
	}
}

// The evidence of a checklist is of a run that was repeated and is the same.
func TestChecklistOfARun(t *testing.T) {
	inDir(t)
	if r := call("run", "--set", "load=110", "--for", "10s", "--csv", "run.csv"); r.code != exitOK {
		t.Fatal(r)
	}
	r := call("checklist", "--run", "run.manifest.json")
	for _, says := range []string{
		"# Readiness checklist: collapse\n", "`overloadtui replay run.manifest.json`", "10s in 10 windows",
		"21/s good of 110/s offered, on average (19.1 %)", "**the constraint**: server, its workers were busy for 100 % of the run",
		"normal to elevated", "**owner**: unknown: ",
	} {
		if r.code != exitOK || !strings.Contains(r.out, says) {
			t.Errorf("%v\nwant it to say %s", r, says)
		}
	}
	if strings.Contains(r.out, "was not of the scenario") {
		t.Errorf("%v\nwant the scenario to be the run's own", r)
	}
	if r := call("checklist", "--preset", "collapse", "--run", "run.manifest.json"); !strings.Contains(r.out, "The run was not of the scenario as it is here; it began with load=110/s.\n") {
		t.Errorf("%v\nwant it to say how the run differs", r)
	}
	if r := call("checklist", "--preset", packetPreset, "--run", "run.manifest.json"); r.code != exitUsage || !strings.Contains(r.err, "run.manifest.json is a run of collapse, not of "+packetPreset) {
		t.Errorf("%v\nwant exit 2, because it is another scenario's run", r)
	}
	write(t, "run.csv", "altered\n")
	if r := call("checklist", "--run", "run.manifest.json", "-o", "x.md"); r.code != exitFailed || !strings.Contains(r.err, "it is not the file that was recorded") {
		t.Errorf("%v\nwant exit 1, because the table was altered", r)
	}
}

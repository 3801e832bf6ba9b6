package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"overloadtui/presets"
)

// result is what a call of the program gave.
type result struct {
	args     []string
	code     int
	out, err string
}

func (r result) String() string {
	return fmt.Sprintf("overloadtui %s: exit %d\nstdout: %s\nstderr: %s", strings.Join(r.args, " "), r.code, r.out, r.err)
}

func call(args ...string) result { return callWith(context.Background(), "", args...) }

func callWith(ctx context.Context, in string, args ...string) result {
	var out, errw bytes.Buffer
	code := run(ctx, args, strings.NewReader(in), &out, &errw)
	return result{args, code, out.String(), errw.String()}
}

// inDir makes a new directory the present one for a test.
func inDir(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
}

func files(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("*")
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestBadInputIsOneLineAndExit2(t *testing.T) {
	inDir(t)
	collapse, err := presets.Source("collapse")
	if err != nil {
		t.Fatal(err)
	}
	write(t, "bad.yaml", strings.Replace(string(collapse), "200ms", "0.1ms", 1))
	write(t, "bad-packet.yaml", "version: 1\npacket:  3\n")
	write(t, "broken.yaml", "version: 1\nservices: [\n")
	write(t, "bad.manifest.json", `{"format": 1, "nonsense": 2}`)
	before := files(t)
	for _, c := range []struct {
		args string
		says []string
	}{
		{"nonsense", []string{`unknown command "nonsense"`}},
		{"--nonsense", []string{"--nonsense"}},
		{"run --nonsense", []string{"--nonsense"}},
		{"run extra", []string{`"extra"`}},
		{"run --preset colapse --csv x.csv", []string{"preset", `"colapse"`, `did you mean "collapse"?`}},
		{"run --set load=-1 --csv x.csv", []string{"--set", "load: -1 /s is out of range 0..1,000,000 /s"}},
		{"run --set lod=1 --csv x.csv", []string{`unknown parameter "lod"`, `did you mean "load"?`}},
		{"run --set load --csv x.csv", []string{`"load" is not NAME=VALUE`}},
		{"run --set work=quick --csv x.csv", []string{`"quick" is not one of constant, exponential`}},
		{"run --change 12:load=1 --csv x.csv", []string{"--change", `"12" has no unit`}},
		{"run --change load=1 --csv x.csv", []string{"--change", "is not TIME:NAME=VALUE"}},
		{"run --change -1s:load=1 --csv x.csv", []string{"--change", "before the start"}},
		{"run --change 1s:window=2s --csv x.csv", []string{"--change", "window", "before a run only"}},
		{"run --scenario bad.yaml --csv x.csv", []string{"bad.yaml:32:15: deadline: 0.1 ms is out of range 1..3,600,000 ms"}},
		{"run --scenario broken.yaml --csv x.csv", []string{"broken.yaml:2:11: "}},
		{"run --scenario none.yaml --csv x.csv", []string{"none.yaml: no such file or directory"}},
		{"run --scenario bad.yaml --preset collapse", []string{"preset", "scenario"}},
		{"run --for 30 --csv x.csv", []string{"--for", `"30" has no unit`}},
		{"run --for 0s --csv x.csv", []string{"--for", "out of range"}},
		{"run --for 1000000h --csv x.csv", []string{"--for", "out of range"}},
		{"run --seed -1 --csv x.csv", []string{"--seed", "whole number from 0 to 18446744073709551615"}},
		{"run --set duration=endless --csv x.csv", []string{"duration", "--for"}},
		{"replay", []string{"arg"}},
		{"replay none.json", []string{"none.json: no such file or directory"}},
		{"replay bad.manifest.json --csv x.csv", []string{"bad.manifest.json:1:", `unknown field "nonsense"`}},
		{"sweep --duration 5 --output-dir d", []string{"--duration", `"5" has no unit`}},
		{"sweep --set load=x --output-dir d", []string{`load: "x" is not a number`}},
		{"run --seeds 1 --csv x.csv", []string{"--seeds: 1 is out of range 2..10000"}},
		{"run --compare limit=20 --csv x.csv", []string{"--compare", "need --seeds"}},
		{"run --seeds 3 --compare lmit=20 --csv x.csv", []string{"--compare", `did you mean "limit"?`}},
		{"run --seeds 3 --for 5s --warmup 5s --csv x.csv", []string{"a warm-up of 5s leaves nothing of 5s to measure"}},
		{"trust M/X/1", []string{"no setting has M/X/1 in its name"}},
		{"trust --seeds 1", []string{"--seeds: 1 is out of range 2..10000"}},
		{"params --all load", []string{"--all"}},
		{"lab cascad", []string{`lab: "cascad" is not one of collapse, admission`, `did you mean "cascade"?`}},
		{"packet extra", []string{`"extra"`}},
		{"packet --format yaml", []string{`--format: "yaml" is not one of text, json, markdown`}},
		{"packet --preset collapse", []string{"preset collapse: it has no packet", "overloadtui presets mercury"}},
		{"packet --scenario none.yaml", []string{"none.yaml: no such file or directory"}},
		{"packet --set chosen-replay=-1", []string{"chosen-replay: -1 /s is out of range"}},
		{"packet --set chosen-replays=1", []string{`did you mean "chosen-replay"?`}},
		{"packet --scenario bad-packet.yaml", []string{"bad-packet.yaml:2:10: ", "packet: a single value where keys and values belong"}},
		{"plan --preset collapse -o x.md", []string{"it has no packet"}},
		{"plan --scenario bad.yaml -o x.md", []string{"bad.yaml:32:15: deadline"}},
		{"checklist --run none.json -o x.md", []string{"none.json: no such file or directory"}},
		{"checklist --run bad.manifest.json -o x.md", []string{"bad.manifest.json:1:", `unknown field "nonsense"`}},
		{"checklist --scenario bad.yaml -o x.md", []string{"bad.yaml:32:15: deadline"}},
		{"validate", []string{"arg"}},
		{"params lod", []string{`unknown parameter "lod"`}},
		{"presets colapse", []string{`did you mean "collapse"?`}},
		{"live --plain --theme pink", []string{"--theme", "auto, dark, light"}},
		{"live --fps 100", []string{"--fps: 100 is out of range 1..60"}},
	} {
		r := call(strings.Fields(c.args)...)
		if r.code != exitUsage || r.out != "" || strings.Count(r.err, "\n") != 1 {
			t.Errorf("%v\nwant exit 2, one line on stderr, nothing on stdout", r)
		}
		for _, part := range c.says {
			if !strings.Contains(r.err, part) {
				t.Errorf("%v\nwant it to say %s", r, part)
			}
		}
		if after := files(t); len(after) != len(before) {
			t.Fatalf("%v\nwrote files: %q", r, after)
		}
	}
}

func TestEveryVerbExplainsItselfWithExamples(t *testing.T) {
	var each func(*cobra.Command)
	each = func(c *cobra.Command) {
		for _, sub := range c.Commands() {
			if sub.Name() == "help" || sub.Name() == "completion" {
				continue // cobra's own
			}
			each(sub)
		}
		if c.Short == "" || !strings.Contains(c.Example, "overloadtui") {
			t.Errorf("%s: short %q, example %q; both are needed", c.CommandPath(), c.Short, c.Example)
		}
		r := call(append(strings.Fields(c.CommandPath())[1:], "--help")...)
		if r.code != exitOK || !strings.Contains(r.out, "Examples:") || r.err != "" {
			t.Errorf("%v", r)
		}
	}
	each(rootCommand())
}

func TestCompletionKnowsPresetsAndParameters(t *testing.T) {
	for args, want := range map[string]string{
		"run --preset ": "collapse",
		"run --set ":    "load=\toffered load, 0..1,000,000 /s",
		"live --set ":   "client.demand=\tconstant | poisson",
		"presets ":      "collapse",
		"--theme ":      "dark",
	} {
		r := call(append([]string{"__complete"}, strings.Split(args, " ")...)...)
		if r.code != exitOK || !strings.Contains(r.out, want) {
			t.Errorf("%v\nwant the completion %q", r, want)
		}
	}
}

func TestASignalIsTheExitCode(t *testing.T) {
	inDir(t)
	for signal, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		for _, args := range []string{"run --csv x.csv", "live --plain", "replay run.manifest.json"} {
			if strings.HasPrefix(args, "replay") {
				if r := call("run", "--for", "5s", "--csv", "run.csv", "--force"); r.code != exitOK {
					t.Fatal(r)
				}
			}
			ctx, cancel := context.WithCancelCause(context.Background())
			cancel(signalled{signal})
			r := callWith(ctx, "", strings.Fields(args)...)
			if args == "live --plain" {
				// With the end of its input it may end by itself first.
				if r.code != want && r.code != exitOK {
					t.Errorf("%v\nwant exit %d after %v", r, want, signal)
				}
				continue
			}
			if r.code != want || r.err != "" {
				t.Errorf("%v\nwant a silent exit %d after %v", r, want, signal)
			}
		}
	}
	if _, err := os.Stat("x.csv"); err == nil {
		t.Error("a run that was stopped wrote its file")
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWithoutATerminalTenSecondsArePrinted(t *testing.T) {
	r := call()
	if r.code != exitOK || r.err != "overloadtui: not a terminal; running as --plain for 10s of simulated time\n" ||
		strings.Count(r.out, "\n") != 10 || !strings.Contains(r.out, "00:10.0 goodput 90.0/s") {
		t.Errorf("%v\nwant ten windows", r)
	}
}

// full is a stream whose disk is full.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, syscall.ENOSPC }

func TestAFullStandardOutputIsAFailure(t *testing.T) {
	for _, args := range []string{"", "run --for 2s", "run --for 2s --csv -", "params", "presets", "version", "sweep --duration 1s", "live --plain --for 1s"} {
		var errw bytes.Buffer
		code := run(context.Background(), strings.Fields(args), strings.NewReader(""), full{}, &errw)
		if code != exitFailed || !strings.HasSuffix(errw.String(), "no space left on device\n") {
			t.Errorf("overloadtui %s with a full standard output: exit %d, %s", args, code, errw.String())
		}
	}
}

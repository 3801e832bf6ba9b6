package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"overloadtui/sim/export"
	"overloadtui/sim/simtest"
)

func TestGameDay(t *testing.T) {
	simtest.Long(t)
	inDir(t)
	r := call("gameday", "--preset", "gameday-failover-cold", "-o", "day.record.json", "--format", "csv")
	if r.code != exitOK || !strings.Contains(r.out, "00:15.0 fault") || !strings.HasSuffix(r.out, "over      the hypothesis held, 0 surprises\n") {
		t.Fatalf("%v\nwant exit 0, the phases and the verdict", r)
	}
	data, err := os.ReadFile("day.record.json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Verdict string
		Command string
		SHA256  string
		Signals struct{ Rows [][]string }
	}
	if err := json.Unmarshal(data, &record); err != nil {
		t.Fatal(err)
	}
	csv, err := os.ReadFile("day.csv")
	if err != nil {
		t.Fatal(err)
	}
	if record.Verdict != "held" || record.SHA256 != export.SHA256(csv) || record.Command != "overloadtui gameday --preset gameday-failover-cold" || len(record.Signals.Rows) != 120 {
		t.Errorf("the record is %+v; the CSV has sha256 %s", record, export.SHA256(csv))
	}
	if r := call("gameday", "--preset", "gameday-failover-cold", "-o", "day.record.json"); r.code != exitFailed || !strings.Contains(r.err, "--force overwrites it") {
		t.Errorf("%v\nwant exit 1, because the file exists", r)
	}
}

func TestGameDaySaysByItsExitCode(t *testing.T) {
	simtest.Long(t)
	inDir(t)
	write(t, "mine.yaml", call("presets", "gameday-replay-peak").out)
	write(t, "strict.yaml", strings.Replace(call("presets", "gameday-replay-peak").out, "value: 250ms", "value: 1ms", 1))
	for _, c := range []struct {
		file, set, says string
		code            int
	}{
		{"mine.yaml", "pause-windows=3", "VERDICT  held", exitOK},
		{"mine.yaml", "pause-windows=1000", "VERDICT  aborted", exitFailed},
		{"strict.yaml", "pause-windows=3", "VERDICT  failed", exitAssertion},
	} {
		r := call("gameday", c.file, "--set", c.set)
		if r.code != c.code || !strings.Contains(r.out, c.says) || !strings.Contains(r.out, "overloadtui gameday "+c.file+" --set "+c.set+"\n") || strings.Contains(r.err, "overloadtui:") {
			t.Errorf("%v\nwant exit %d and %s", r, c.code, c.says)
		}
	}
}

func TestGameDayRefuses(t *testing.T) {
	inDir(t)
	for _, c := range []struct{ args, says string }{
		{"", "which game day? name a scenario file, or --preset and one of gameday-cell-loss-skew"},
		{"--preset collapse", "it has no gameday"},
		{"--preset gameday-replay-peak mine.yaml", "one of them is enough"},
		{"--preset gameday-replay-peak --format yaml", `"yaml" is not one of csv, record, markdown, text, json`},
		{"--preset gameday-replay-peak --change 20s:workers=20", "an abort could not take it back"},
	} {
		if r := call(append([]string{"gameday"}, strings.Fields(c.args)...)...); r.code != exitUsage || !strings.Contains(r.err, c.says) || r.out != "" {
			t.Errorf("%v\nwant exit 2 and %s", r, c.says)
		}
	}
}

// A game day is written as a run is, and made again from its manifest, called off or not.
func TestAGameDaySharesTheExport(t *testing.T) {
	simtest.Long(t)
	for preset, code := range map[string]int{"gameday-failover-cold": exitOK, "gameday-replay-peak": exitFailed} {
		inDir(t)
		r := call("gameday", "--preset", preset, "--output-dir", "out", "--by", "class", "--format", allFormats(export.KindGameDay))
		if r.code != code || r.err != "" {
			t.Fatal(r)
		}
		page := read(t, "out/report.html")
		for _, says := range []string{"The hypothesis ", "overloadtui gameday --preset " + preset} {
			if !strings.Contains(page, says) {
				t.Errorf("%s: the report does not say %q", preset, says)
			}
		}
		if v := call("verify", "out"); v.code != exitOK || strings.Count(v.out, "  the same\n") != 12 {
			t.Errorf("%v\nwant twelve files, all the same", v)
		}
		if r := call("replay", "out/manifest.json"); r.code != exitUsage || !strings.Contains(r.err, "it is of a gameday, which overloadtui verify repeats") {
			t.Errorf("%v\nwant a word on what repeats it", r)
		}
		md := call("gameday", "--preset", preset, "-o", "-", "--format", "markdown")
		if md.code != code || md.out != read(t, "out/"+preset+".md") {
			t.Errorf("%v\nwant the record alone, as in the file", md)
		}
	}
}

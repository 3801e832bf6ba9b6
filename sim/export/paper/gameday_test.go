package paper_test

import (
	"encoding/json"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/gameday"
	"overloadtui/sim/export/paper"
)

// day is a game day of which every window says the same.
func day(t *testing.T) *paper.GameDayRun {
	t.Helper()
	s := preset(t, "gameday-policy-store")
	points := make([]model.Point, 100)
	for i := range points {
		points[i] = model.Point{Index: i, Start: model.Millis(1000 * i), End: model.Millis(1000 * (i + 1)), Rung: 1}
		points[i].Good = 7000
	}
	audit := []model.Entry{{At: 16000, Kind: model.TransitionEntry, State: model.Unsafe, Cause: "automatic", Text: "N->U: policy store lost"}}
	return &paper.GameDayRun{
		View:      gameday.Judge(s, points, audit, 100000),
		Recording: model.Recording{Scenario: s, Seed: 23, Points: points, Until: 100000, Audit: audit},
		Command:   "overloadtui gameday mine.yaml", SHA256: "abc",
	}
}

func TestGameDayRecord(t *testing.T) {
	run := day(t)
	for format, says := range map[string][]string{
		"text": {"VERDICT  failed", "rung, min in fault, at least 2: 1", "not recovered by 01:25.0", "expected    00:16.0 normal to unsafe (automatic): policy store lost",
			"missing     recovering", "overloadtui gameday mine.yaml", "sha256 of its 100 windows: abc", "queue age above 750 ms for 5 windows: 0 in a row at most"},
		"markdown": {"Verdict: **failed**", "## Blast radius", "- missing: normal", "window_start_ms,window_end_ms,state,", "99000,100000,normal,"},
	} {
		text, err := paper.GameDay(run, format)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range says {
			if !strings.Contains(string(text), want) {
				t.Errorf("GameDay(%s) does not say %q:\n%s", format, want, text)
			}
		}
	}
	text, err := paper.GameDay(run, "json")
	if err != nil {
		t.Fatal(err)
	}
	var record struct {
		Verdict      string
		Expectations []struct{ Holds bool }
		Recovery     struct {
			Done *float64 `json:"recovered_ms"`
		}
		Missing []string `json:"missing_transitions"`
		Signals struct{ Columns, Rows []any }
	}
	if err := json.Unmarshal(text, &record); err != nil {
		t.Fatal(err)
	}
	if record.Verdict != "failed" || record.Expectations[0].Holds || record.Recovery.Done != nil || len(record.Missing) != 2 || len(record.Signals.Rows) != 100 {
		t.Errorf("GameDay(json) = %+v", record)
	}
	if _, err := paper.GameDay(run, "yaml"); err == nil || err.Error() != `"yaml" is not one of text, json, markdown` {
		t.Errorf(`GameDay(run, "yaml") = %v`, err)
	}
}

func TestChecklistOfAGameDay(t *testing.T) {
	run := day(t)
	s := run.Recording.Scenario
	text := string(paper.Checklist(s, catalog, &paper.Evidence{Source: "run.manifest.json", SHA256: "abc", Recording: run.Recording}))
	for _, want := range []string{"## 12. [x] Game day", "**hypothesis**: " + s.GameDay.Hypothesis, "**abort condition**: goodput below 5,000 /s for 3 windows", "**what stays outside it**: goodput of priority at least 1,800 /s", "the hypothesis is failed, 3 surprises"} {
		if !strings.Contains(text, want) {
			t.Errorf("the checklist does not say %q:\n%s", want, text)
		}
	}
}

package paper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"

	"overloadtui/model"
)

// GameDayRun is a game day that was carried out.
type GameDayRun struct {
	View      model.GameDayView
	Recording model.Recording // its Scenario has the game day
	Command   string          // that gives it again
	SHA256    string          // of the windows as CSV
}

// GameDay is the record of a game day in one of the Formats: what was believed and what
// came of it, with the evidence, what nobody had declared, and how to repeat it. JSON and
// Markdown have the raw signals too. It ends with a newline.
func GameDay(run *GameDayRun, format string) ([]byte, error) {
	r := recordOf(run)
	switch format {
	case "text":
		return r.text(), nil
	case "json":
		return r.json(), nil
	case "markdown":
		return r.markdown(), nil
	}
	return nil, fmt.Errorf("%q is not one of %s", format, strings.Join(Formats, ", "))
}

// Findings are what came of the hypothesis, and what it failed by, a sentence each.
func (run *GameDayRun) Findings() []string {
	r := recordOf(run)
	words := map[model.GameDayVerdict]string{model.VerdictOpen: "is open", model.VerdictHeld: "held", model.VerdictFailed: "failed", model.VerdictAborted: "was not put to the test to the end: called off"}
	said := []string{"The hypothesis " + words[run.View.Verdict] + ". It was: " + strings.TrimSuffix(strings.Join(strings.Fields(r.Hypothesis), " "), ".") + "."}
	for _, why := range r.Why {
		said = append(said, "Not so: "+why+".")
	}
	return said
}

// record is what all formats write. Times are in ms of simulated time.
type record struct {
	Scenario   string       `json:"scenario"`
	Title      string       `json:"title"`
	Seed       uint64       `json:"seed"`
	Verdict    string       `json:"verdict"`
	Why        []string     `json:"why"` // nothing when it held
	Hypothesis string       `json:"hypothesis"`
	Expect     []evidence   `json:"expectations"`
	Radius     string       `json:"blast_radius"`
	Bounds     []evidence   `json:"bounds"`
	Abort      []abort      `json:"abort_conditions"`
	AbortedMs  *float64     `json:"aborted_ms"` // null when it was not called off
	Phases     []phase      `json:"phases"`
	Recovery   recoveryPart `json:"recovery"`
	Ways       []way        `json:"transitions"`
	Missing    []string     `json:"missing_transitions"`
	Surprises  []surprise   `json:"surprises"`
	Timeline   []happening  `json:"timeline"`
	Command    string       `json:"command"`
	SHA256     string       `json:"sha256"`
	Signals    signals      `json:"signals"`
}

type evidence struct {
	Text    string   `json:"text"`
	FromMs  *float64 `json:"from_ms,omitempty"`
	ToMs    *float64 `json:"to_ms,omitempty"`
	Windows int      `json:"windows,omitempty"`
	Value   *float64 `json:"value"` // null when nothing was measured
	Shown   string   `json:"shown"`
	AtMs    *float64 `json:"at_ms,omitempty"` // end of the window with the worst value
	Holds   bool     `json:"holds"`
}

type abort struct {
	Text    string   `json:"text"`
	Longest int      `json:"most_windows_in_a_row"`
	Fired   bool     `json:"fired"`
	AtMs    *float64 `json:"at_ms,omitempty"`
}

type phase struct {
	Name    string  `json:"name"`
	BeganMs float64 `json:"began_ms"`
}

type recoveryPart struct {
	Plan    string     `json:"plan"`
	BeganMs float64    `json:"began_ms"`
	ByMs    float64    `json:"by_ms"`
	State   string     `json:"state"`
	Must    []evidence `json:"must"`
	DoneMs  *float64   `json:"recovered_ms"` // null when it has not
	Holds   bool       `json:"holds"`
}

type way struct {
	AtMs     float64 `json:"at_ms"`
	From     string  `json:"from"`
	To       string  `json:"to"`
	Cause    string  `json:"cause"`
	Evidence string  `json:"evidence"`
	Expected bool    `json:"expected"`
}

type surprise struct {
	FromMs float64 `json:"from_ms"`
	ToMs   float64 `json:"to_ms"`
	Text   string  `json:"text"`
}

// happening is a line of the audit log.
type happening struct {
	AtMs  float64 `json:"at_ms"`
	Kind  string  `json:"kind"`
	Cause string  `json:"cause"`
	Who   string  `json:"who,omitempty"`
	Text  string  `json:"text"`
}

// signals are the windows, one row each.
type signals struct {
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
}

func recordOf(run *GameDayRun) record {
	s, v := run.Recording.Scenario, &run.View
	g := s.GameDay
	r := record{
		Scenario: s.Name, Title: s.Title, Seed: run.Recording.Seed, Verdict: v.Verdict.String(), Why: []string{},
		Hypothesis: g.Hypothesis, Radius: g.Radius, Bounds: []evidence{}, Abort: []abort{}, Ways: []way{}, Missing: []string{}, Surprises: []surprise{}, Timeline: []happening{},
		Recovery: recoveryPart{
			Plan: g.Recovery.Plan, BeganMs: float64(v.Began[model.InRecovery]), ByMs: float64(v.Recovery.By), State: v.Recovery.State.String(),
			Must: []evidence{}, Holds: v.Recovery.Holds,
		},
		Command: run.Command, SHA256: run.SHA256, Signals: signalsOf(run),
	}
	for _, e := range v.Expectations {
		r.Expect = append(r.Expect, evidence{Text: e.Text, FromMs: millis(e.In.From), ToMs: millis(e.In.To), Windows: e.Windows, Value: number(e.Value), Shown: e.Shown, Holds: e.Holds})
		if !e.Holds {
			r.Why = append(r.Why, e.Text+": "+e.Shown)
		}
	}
	for _, b := range v.Bounds {
		r.Bounds = append(r.Bounds, worstOf(b))
		if !b.Holds {
			r.Why = append(r.Why, "outside the blast radius: "+b.Text+": "+b.Shown+" at "+b.At.Clock())
		}
	}
	for _, a := range v.Aborts {
		out := abort{Text: a.Text, Longest: a.Longest, Fired: a.Fired}
		if a.Fired {
			out.AtMs = millis(a.At)
			r.Why = append(r.Why, "called off at "+a.At.Clock()+": "+a.Text)
		}
		r.Abort = append(r.Abort, out)
	}
	if v.Aborted {
		r.AbortedMs = millis(v.AbortedAt)
	}
	for p, at := range v.Began {
		r.Phases = append(r.Phases, phase{model.GameDayPhase(p).String(), float64(at)})
	}
	for _, m := range v.Recovery.Must {
		r.Recovery.Must = append(r.Recovery.Must, worstOf(m))
	}
	if v.Recovery.Done {
		r.Recovery.DoneMs = millis(v.Recovery.At)
	}
	if !v.Recovery.Holds {
		r.Why = append(r.Why, "not recovered by "+v.Recovery.By.Clock())
	}
	for _, t := range v.Transitions {
		r.Ways = append(r.Ways, way{float64(t.At), t.From.String(), t.To.String(), t.Cause, t.Text, t.Expected})
	}
	for _, m := range v.Missing {
		r.Missing = append(r.Missing, m.String())
	}
	for _, one := range v.Surprises {
		r.Surprises = append(r.Surprises, surprise{float64(one.From), float64(one.To), one.Text})
	}
	for _, e := range run.Recording.Audit {
		r.Timeline = append(r.Timeline, happening{float64(e.At), e.Kind.String(), e.Cause, e.Who, e.Text})
	}
	return r
}

func worstOf(l model.LimitView) evidence {
	e := evidence{Text: l.Text, Value: number(l.Worst), Shown: l.Shown, Holds: l.Holds}
	if e.Value != nil {
		e.AtMs = millis(l.At)
	}
	return e
}

func millis(m model.Millis) *float64 { v := float64(m); return &v }

func number(v float64) *float64 {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return nil
	}
	return &v
}

// usualSignals are in every record.
var usualSignals = []model.Measured{{Metric: "offered_per_s"}, {Metric: "attempts_per_s"}, {Metric: "goodput_per_s"}, {Metric: "queue_age_ms"}, {Metric: "rung"}}

// signalsOf are the windows with what the game day looks at.
func signalsOf(run *GameDayRun) signals {
	s := run.Recording.Scenario
	columns := slices.Clone(usualSignals)
	for _, m := range s.GameDay.Measured() {
		if !slices.Contains(columns, m) {
			columns = append(columns, m)
		}
	}
	out := signals{Columns: []string{"window_start_ms", "window_end_ms", "state"}}
	for _, c := range columns {
		out.Columns = append(out.Columns, strings.TrimSuffix(c.Metric+" of "+c.Of, " of "))
	}
	for i := range run.Recording.Points {
		p := &run.Recording.Points[i]
		var row []string
		for _, name := range out.Columns[:3] {
			row = append(row, model.FindMetric(name).Text(p))
		}
		for _, c := range columns {
			m, of, err := s.FindMeasured(c)
			if err != nil {
				panic(err) // the scenario was validated
			}
			text := ""
			if part := p.Part(of); part != nil {
				text = m.Text(part)
			}
			row = append(row, text)
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func (r record) json() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(r); err != nil {
		panic(err) // plain values and finite numbers only
	}
	return out.Bytes()
}

package paper_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/presets"
	"overloadtui/sim/export/paper"
	"overloadtui/sim/policy"
)

var update = flag.Bool("update", false, "write the golden files")

var catalog = policy.Catalog()

func preset(t *testing.T, name string) *model.Scenario {
	t.Helper()
	s, err := presets.Load(name, catalog)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	path := filepath.Join("testdata", file)
	if *update {
		if err := os.WriteFile(path, got, 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Equal(got, want) {
		return
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("%s:%d says\n%s\nand now comes\n%s\ngo test ./sim/export/paper -update takes it over", path, i+1, w[i], g[i])
		}
	}
	t.Fatalf("%s has %d lines, now there are %d", path, len(w), len(g))
}

func packet(t *testing.T, s *model.Scenario, format string) []byte {
	t.Helper()
	text, err := paper.Packet(s, format)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestPacket(t *testing.T) {
	for format, file := range map[string]string{"text": "packet.txt", "json": "packet.json", "markdown": "packet.md"} {
		golden(t, file, packet(t, store(t), format))
	}
	if _, err := paper.Packet(store(t), "yaml"); err == nil || err.Error() != `"yaml" is not one of text, json, markdown` {
		t.Errorf(`Packet(s, "yaml") = %v`, err)
	}
}

func TestTextKeepsToItsWidth(t *testing.T) {
	s := preset(t, "mercury")
	s.Packet.Replay, s.Packet.Logical = 4500, 0
	for _, line := range strings.Split(string(packet(t, s, "text")), "\n") {
		if len(line) > 79 {
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

// What is unknown is null and says so; no number stands in for it.
func TestJSONOfTheUnknown(t *testing.T) {
	s := preset(t, "mercury")
	s.Packet = model.NewPacket()
	var got struct {
		Inputs, Figures []struct {
			Name, Text, Worked string
			Value              *float64
			Unknown            []string
		}
		Plan struct {
			Refused string
			Ceiling *float64 `json:"ceiling_per_s"`
			Drain   *float64 `json:"drain_s"`
		}
	}
	if err := json.Unmarshal(packet(t, s, "json"), &got); err != nil {
		t.Fatal(err)
	}
	for _, f := range got.Figures {
		if unknown := f.Name != "allocation"; (f.Value == nil) != unknown || (len(f.Unknown) > 0) != unknown || unknown && f.Worked != "" {
			t.Errorf("of an empty packet: %+v", f)
		}
	}
	for _, in := range got.Inputs {
		if (in.Value == nil) != (in.Text == "unknown") {
			t.Errorf("of an empty packet: %+v", in)
		}
	}
	if !strings.Contains(got.Plan.Refused, "restored capacity") || got.Plan.Ceiling != nil || got.Plan.Drain != nil {
		t.Errorf("the plan of an empty packet: %+v", got.Plan)
	}
}

// store is the scenario of the golden files, with evidence for its states in words of
// its own.
func store(t *testing.T) *model.Scenario {
	t.Helper()
	file := filepath.Join("testdata", "store.yaml")
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := presets.Read(file, data, catalog)
	if err != nil {
		t.Fatal(err)
	}
	for st := range model.State(model.States) {
		s.Packet.States = append(s.Packet.States, model.StateEvidence{State: st.String(), Enter: "what is seen before " + st.String(), Leave: "what is seen after " + st.String()})
	}
	return s
}

func TestPlan(t *testing.T) {
	golden(t, "plan.md", paper.Plan(store(t)))
	s := preset(t, "mercury")
	s.Packet.Serving = model.ServingFailover
	if got := string(paper.Plan(s)); !strings.Contains(got, "**REFUSED**: replay is forbidden in failover: 8,400 - 8,000 = 400/s left") {
		t.Errorf("the plan in failover does not say that it is refused:\n%s", got)
	}
	s = store(t)
	s.Packet.States[model.Recovering].Leave = ""
	states := s.Packet.States
	s.Packet, s.Ladder = model.NewPacket(), nil
	s.Packet.States = states
	golden(t, "plan-unknown.md", paper.Plan(s))
}

// run is the evidence of two windows of a scenario with one service and three classes.
func run(s *model.Scenario) *paper.Evidence {
	total := model.Counts{Offered: 20_000, Attempts: 24_000, Rejected: 4000, Served: 16_000, Good: 15_000}
	classes := []model.ClassPoint{
		{Total: model.Counts{Offered: 5000, Good: 5000}}, {Total: model.Counts{Offered: 12_000, Good: 10_000}}, {Total: model.Counts{Offered: 3000}},
	}
	return &paper.Evidence{
		Source: "run.manifest.json", SHA256: strings.Repeat("ab", 32), Differs: []string{"load=9000/s"},
		Recording: model.Recording{Scenario: s, Points: []model.Point{
			{Start: 0, End: 1000, Rung: 3, Services: []model.Gauge{{Busy: 1, Capacity: 8400}}},
			{Start: 1000, End: 2000, Total: total, Classes: classes, State: model.Elevated, Services: []model.Gauge{{Busy: 0.5, Capacity: 8400}}},
		}},
		Log: []model.Transition{
			{At: 1000, From: model.Normal, To: model.Elevated, Why: "N->E: goodput 5 of 10 possible < 90%"},
			{At: 2000, From: model.Elevated, To: model.Normal, Why: "not yet", Refused: true},
		},
	}
}

func TestChecklist(t *testing.T) {
	s := store(t)
	golden(t, "checklist.md", paper.Checklist(s, catalog, nil))
	golden(t, "checklist-run.md", paper.Checklist(s, catalog, run(s)))
}

var heading = regexp.MustCompile(`(?m)^## (\d+)\. \[([x ])\] `)

// There are thirteen lines whatever the scenario is, a line is marked as filled exactly
// when nothing in it is unknown, and the count at the beginning is right.
func TestEveryChecklistHasThirteenLines(t *testing.T) {
	for _, name := range presets.Names() {
		s := preset(t, name)
		for _, e := range []*paper.Evidence{nil, {Source: "m.json", Recording: model.Recording{Scenario: s}}} {
			text := string(paper.Checklist(s, catalog, e))
			at := heading.FindAllStringSubmatchIndex(text, -1)
			if len(at) != 13 {
				t.Fatalf("the checklist of %s has %d lines", name, len(at))
			}
			filled := 0
			for i, m := range at {
				end := len(text)
				if i+1 < len(at) {
					end = at[i+1][0]
				}
				mark, body := text[m[4]:m[5]], text[m[1]:end]
				if mark == "x" {
					filled++
				}
				if strings.Contains(body, "unknown: ") == (mark == "x") {
					t.Errorf("%s: line %d is marked %q:\n%s", name, i+1, mark, body)
				}
			}
			if want := regexp.MustCompile(`(\d+) of 13 lines are filled`).FindStringSubmatch(text); want == nil || want[1] != itoa(filled) {
				t.Errorf("%s: %v, and %d lines are marked", name, want, filled)
			}
		}
	}
}

func itoa(n int) string { return model.Group(float64(n)) }

// Each setting of a packet changes what one of the papers says: none is declared and
// then forgotten.
func TestEverySettingIsSaidSomewhere(t *testing.T) {
	papers := func(s *model.Scenario) string {
		return string(packet(t, s, "json")) + string(paper.Plan(s)) + string(paper.Checklist(s, catalog, nil))
	}
	was := papers(preset(t, "mercury"))
	for _, setting := range model.PacketSettings {
		s := preset(t, "mercury")
		if at := setting.At(s.Packet); *at == setting.Max || len(setting.Choices) > 0 {
			*at = setting.Min
			if len(setting.Choices) > 0 {
				*at = 1
			}
		} else {
			*at = *at + 1
		}
		if papers(s) == was {
			t.Errorf("nothing says %s", setting.Name)
		}
	}
	for _, words := range model.PacketWords {
		s := preset(t, "mercury")
		*words.At(s.Packet) = "something else"
		if !strings.Contains(papers(s), "something else") {
			t.Errorf("nothing says %s", words.Name)
		}
	}
	if len(recovery.Claims(preset(t, "mercury"))) == 0 {
		t.Error("the packet claims nothing")
	}
}

// The kinds of policy that count as bulkheads exist.
func TestBulkheadsAreFound(t *testing.T) {
	for _, c := range []struct {
		family model.Family
		kind   string
	}{
		{model.QueueFamily, "bulkhead"}, {model.QueueFamily, "tenant-fair"}, {model.QueueFamily, "weighted-fair"},
		{model.QueueFamily, "cells"}, {model.QueueFamily, "shuffle-shard"}, {model.GateFamily, "class-share"}, {model.GateFamily, "tenant-share"},
	} {
		kind, err := catalog.Find(c.family, c.kind)
		if err != nil {
			t.Fatal(err)
		}
		s := preset(t, "mercury")
		if c.family == model.QueueFamily {
			s.Services[0].Queue = kind.New()
		} else {
			s.Services[0].Gates = []model.Policy{kind.New()}
		}
		text := string(paper.Checklist(s, catalog, nil))
		_, rest, _ := strings.Cut(text, "Bulkheads at the constraint")
		body, _, _ := strings.Cut(rest, "## ")
		if !strings.Contains(body, "mercury**: "+c.kind) {
			t.Errorf("with %s the line on bulkheads says %s", c.kind, body)
		}
	}
}

// Without a packet the checklist says what the scenario itself has to say of failover and replay, and
// what nobody controls has no pace.
func TestChecklistWithoutAPacket(t *testing.T) {
	for _, c := range []struct {
		name      string
		set       []string
		has, lack []string
	}{
		{"failover-8400", nil, []string{"**core**: fails over to standby", "**rate**: 1,500 /s, limited by rate", "**pause when reserve**: < 1,000/s"}, []string{"one rung down every"}},
		{"retry-topic", nil, []string{"**poison is quarantined after failed replays**: 3", "**pause when reserve**: unknown"}, []string{"fails over"}},
		{"retry-topic", []string{"poison-goes=nowhere"}, []string{"**poison**: unknown: it is dropped after 3 failed replays"}, nil},
		{"collapse", nil, []string{"**replay**: unknown"}, []string{"**rate**", "when telemetry is stale", "action "}},
		{"collapse", []string{"control=on", "fail-safe-rung=16"}, []string{"**when telemetry is stale**: rung 4 at least", "action tighten"}, nil},
	} {
		s := preset(t, c.name)
		if err := presets.Set(s, catalog, c.set...); err != nil {
			t.Fatal(err)
		}
		text := string(paper.Checklist(s, catalog, nil))
		for _, want := range c.has {
			if !strings.Contains(text, want) {
				t.Errorf("%s with %q: %q is not in\n%s", c.name, c.set, want, text)
			}
		}
		for _, not := range c.lack {
			if strings.Contains(text, not) {
				t.Errorf("%s with %q: %q is in\n%s", c.name, c.set, not, text)
			}
		}
	}
}

package ui

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
)

// listed is the rows as text: names of knobs, headings as "owner+n".
func (ks *knobs) listed() []string {
	var rows []string
	for _, r := range ks.rows {
		switch {
		case r.knob >= 0:
			rows = append(rows, ks.all[r.knob].Name)
		case ks.open[r.owner]:
			rows = append(rows, r.owner+"-"+strconv.Itoa(r.folded))
		default:
			rows = append(rows, r.owner+"+"+strconv.Itoa(r.folded))
		}
	}
	return rows
}

// TestRarelyUsedKnobsAreFolded walks through the list as a person would.
func TestRarelyUsedKnobsAreFolded(t *testing.T) {
	plainRows := []string{"load", "deadline", "retries", "backoff", "limit", "service-time", "bound", "workers", "rung"}
	f := newFake()
	s := newTestScreen(t, f, "ascii", 80, 24)
	check := func(did string, want ...string) {
		t.Helper()
		s.beat(wall)
		if got := s.knobs.listed(); !slices.Equal(got, want) {
			t.Errorf("%s: rows %q, want %q\n%s", did, got, want, s.picture())
		}
	}
	rows := func(after ...string) []string { return append(slices.Clone(plainRows), after...) }
	check("at the start", rows("web.server+1", "server+1", "run+1", "state+2")...)
	for range plainRows {
		s.press("down", 0)
	}
	if !strings.Contains(s.picture(), "> web.server: call timeout ") {
		t.Errorf("the detail line does not say what is folded away:\n%s", s.picture())
	}
	s.press("right", 0)
	check("right on a heading", rows("web.server-1", "timeout", "server+1", "run+1", "state+2")...)
	s.press("down", 0)
	s.press("right", 0)
	if got := f.value("web.server.timeout"); got != 10 {
		t.Fatalf("right on an unfolded knob: timeout %v, want 10", got)
	}
	check("a change of an unfolded knob moves nothing", rows("web.server-1", "timeout", "server+1", "run+1", "state+2")...)
	s.press("up", 0)
	s.press("enter", 0)
	check("enter on an open heading", append(append(slices.Clone(plainRows[:4]), "timeout"), rows("server+1", "run+1", "state+2")[4:]...)...)
	for k, ok := s.knobs.chosen(); !ok || k.Name != "timeout"; k, ok = s.knobs.chosen() {
		s.press("up", 0)
	}
	s.press("0", 0)
	check("a knob put back to its default stays under the hand", append(append(slices.Clone(plainRows[:4]), "timeout"), rows("server+1", "run+1", "state+2")[4:]...)...)
	s.press("up", 0)
	check("and is folded when the focus goes on", rows("web.server+1", "server+1", "run+1", "state+2")...)
	f.Do(model.Command{Kind: model.SetKnob, Path: "state.hold", Value: 0})
	check("a knob that was changed elsewhere shows itself", append(rows(), "hold", "web.server+1", "server+1", "run+1", "state+1")...)
}

// TestSearchFindsFoldedKnobs by name, by label, by owner, by several words.
func TestSearchFindsFoldedKnobs(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"time", []string{"web.server+0", "timeout", "server+0", "service-time"}},
		{"bad windows", []string{"state+0", "enter-windows"}},
		{"STATE", []string{"state+0", "enter-windows", "hold"}},
		{"run", []string{"run+0", "rung", "telemetry"}},
		{"server bound", []string{"server+0", "bound"}},
		{"nothing like it", nil},
	} {
		s := newTestScreen(t, newFake(), "ascii", 80, 24)
		before := s.knobs.listed()
		s.press("/", '/')
		for _, r := range c.text {
			s.press(string(r), r)
		}
		s.picture()
		if got := s.knobs.listed(); !slices.Equal(got, c.want) {
			t.Errorf("/%s lists %q, want %q", c.text, got, c.want)
		}
		s.press("enter", 0)
		if got := s.knobs.listed(); !slices.Equal(got, c.want) {
			t.Errorf("/%s and enter lists %q, want %q", c.text, got, c.want)
		}
		s.press("esc", 0)
		s.press("down", 0) // from what was found, which stays under the hand
		s.press("down", 0)
		s.beat(wall)
		if got := s.knobs.listed(); len(got) != len(before) {
			t.Errorf("/%s and esc lists %q, want %q", c.text, got, before)
		}
	}
}

// TestPresetKnobsNeedNoScrolling holds that at 80x24 every knob of a scenario with
// one service is in sight, the folded ones aside.
func TestPresetKnobsNeedNoScrolling(t *testing.T) {
	s := newTestScreen(t, newFake(), "ascii", 80, 24)
	for _, name := range []string{"load", "deadline", "retries", "backoff", "limit", "service-time", "bound", "workers", "rung", "1 more +"} {
		if !strings.Contains(s.picture(), name) {
			t.Errorf("no %q in\n%s", name, s.picture())
		}
	}
}

// TestTheFocusStaysWhereItIs holds for any keys that the focus is on a row where it
// can be, and that the picture shows it.
func TestTheFocusStaysWhereItIs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		f := newFake()
		if rapid.Bool().Draw(r, "grouped") {
			f.scenario.Services = append(f.scenario.Services, model.Service{Name: "db"})
		}
		s := newTestScreen(t, f, "ascii", 80, rapid.IntRange(12, 30).Draw(r, "rows"))
		for _, k := range rapid.SliceOfN(rapid.SampledFrom([]string{"down", "down", "down", "up", "right", "left", "0", "enter", "u", "U", "/", "t", "i", "esc", "backspace"}), 1, 60).Draw(r, "keys") {
			c := rune(0)
			if len(k) == 1 {
				c = rune(k[0])
			}
			if k == "t" && s.mode != typing {
				continue // only as a letter of a name
			}
			s.press(k, c)
			s.beat(wall)
			picture := s.picture()
			ks := &s.knobs
			if len(ks.rows) == 0 {
				continue
			}
			if !ks.rows[ks.at].rests() {
				r.Fatalf("after %q the focus is on a row where it can't be: %v", k, ks.listed())
			}
			if s.mode == watching && s.region == onKnobs && !strings.Contains(picture, "|>") {
				r.Fatalf("after %q the focus is out of sight\n%s", k, picture)
			}
		}
	})
}

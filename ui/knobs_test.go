package ui

import (
	"strings"
	"testing"
	"time"

	"overloadtui/model"
)

func TestSteps(t *testing.T) {
	load := model.Param{Name: "load", Max: 1000, SliderMax: 300, Step: 5}
	deadline := model.Param{Name: "deadline", Min: 1, Max: 3600, SliderMax: 2000, Step: 10}
	fine := model.Param{Name: "fine", Max: 1, Step: 0.1}
	word := model.Param{Name: "word", Choices: []string{"a", "b", "c"}}
	for _, c := range []struct {
		p            model.Param
		from, n, out float64
	}{
		{load, 90, 1, 95}, {load, 90, -1, 85}, {load, 90, 10, 140}, {load, 92, 1, 95}, {load, 93, -1, 90},
		{load, 298, 1, 300}, {load, 3, -10, 0}, {load, 300, 1, 305}, {load, 0, -1, -5},
		{deadline, 1, 1, 10}, {deadline, 10, -1, 1}, {deadline, 200, 1, 210},
		{fine, 0.2, 1, 0.3}, {fine, 0.7, -1, 0.6},
		{word, 0, 1, 1}, {word, 1, 10, 2},
	} {
		k := knob{KnobView: model.KnobView{KnobDecl: model.KnobDecl{Param: c.p}, Now: c.from}}
		if got := k.stepped(c.n); got != c.out {
			t.Errorf("%s from %v by %v steps = %v, want %v", c.p.Name, c.from, c.n, got, c.out)
		}
	}
}

func TestUndoTakesAHeldKeyAsOneChange(t *testing.T) {
	var ks knobs
	at := wall
	ks.record("load", 90, 95, at)
	ks.record("load", 95, 100, at.Add(100*time.Millisecond))
	ks.record("load", 100, 105, at.Add(5*time.Second))
	ks.record("limit", 0, 20, at.Add(5*time.Second))
	for i, want := range []edit{{"limit", 0, 20, at}, {"load", 100, 105, at}, {"load", 90, 100, at}} {
		e, ok := ks.undo()
		if !ok || e.path != want.path || e.from != want.from || e.to != want.to {
			t.Errorf("undo %d: %+v %v, want %+v", i, e, ok, want)
		}
	}
	if e, ok := ks.undo(); ok {
		t.Errorf("a fourth undo: %+v", e)
	}
	if e, ok := ks.redo(); !ok || e.to != 100 {
		t.Errorf("redo: %+v %v", e, ok)
	}
	ks.record("limit", 20, 21, at.Add(time.Minute))
	if e, ok := ks.redo(); ok {
		t.Errorf("redo after a new change: %+v", e)
	}
}

// TestFixedKnobsHaveNoSlider and the rest of the list comes from the snapshot alone.
func TestFixedKnobsHaveNoSlider(t *testing.T) {
	s := newTestScreen(t, newFake(), "ascii", 80, 24)
	if _, ok := s.knobs.find("web.scope"); ok {
		t.Error("a setting that is fixed for the run has a slider")
	}
	if got, want := len(s.knobs.all), len(fakeKnobs())-1; got != want {
		t.Errorf("%d sliders, want %d", got, want)
	}
}

// TestManyKnobsScroll holds that the chosen knob is always in sight.
func TestManyKnobsScroll(t *testing.T) {
	f := newFake()
	for i := range 40 {
		k := fakeKnobs()[0]
		k.Path = string(rune('a'+i%26)) + k.Path
		k.Name, k.Group = "knob"+string(rune('a'+i%26))+string(rune('a'+i/26)), "group"
		f.knobs = append(f.knobs, k)
	}
	f.scenario.Services = append(f.scenario.Services, model.Service{Name: "db"})
	f.publish()
	s := newTestScreen(t, f, "ascii", 80, 24)
	for i := range s.knobs.all {
		k, ok := s.knobs.chosen()
		if !ok {
			s.press("down", 0) // a heading
			continue
		}
		if picture := s.picture(); !strings.Contains(picture, ">"+cut(k.Name, 12)) {
			t.Fatalf("knob %d %q is out of sight\n%s", i, k.Short, picture)
		}
		s.press("down", 0)
	}
}

func TestMomentsOfAHeldKeyAreOne(t *testing.T) {
	f := newFake()
	f.windows(5)
	for _, v := range []float64{95, 100, 105} {
		f.Do(model.Command{Kind: model.SetKnob, Path: "web.load", Value: v})
	}
	f.windows(5)
	f.Do(model.Command{Kind: model.Note, Text: "lunch"})
	f.Do(model.Command{Kind: model.SetKnob, Path: "web.load", Value: 90})
	s := newTestScreen(t, f, "ascii", 80, 24)
	want := []string{"^1 load 90 -> 105", "^2 lunch", "^3 load 105 -> 90"}
	all := s.journalMoments()
	for i, m := range all {
		if i >= len(want) || m.sign()+" "+m.text != want[i] {
			t.Errorf("moment %d: %s %s, want %v", i, m.sign(), m.text, want)
		}
	}
	if len(all) != len(want) {
		t.Errorf("%d moments, want %d", len(all), len(want))
	}
}

// TestASpikeOfTheScenarioIsTwoMoments, however short it is.
func TestASpikeOfTheScenarioIsTwoMoments(t *testing.T) {
	f := newFake()
	f.journal = []model.Change{{At: 1000, Path: "web.load", To: 350, Who: "scenario"}, {At: 2000, Path: "web.load", To: 90, Who: "scenario"},
		{At: 60000, Path: "web.load", To: 400, Who: "scenario"}} // has not happened yet
	f.windows(2)
	s := newTestScreen(t, f, "ascii", 80, 24)
	var got []string
	for _, m := range s.journalMoments() {
		got = append(got, m.sign()+" "+m.text)
	}
	if want := "^1 load 90 -> 350, ^2 load 350 -> 90"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestTheCursorStaysOnItsWindow(t *testing.T) {
	f := story()
	s := newTestScreen(t, f, "ascii", 80, 24)
	s.press("{", '{')
	p := s.shownPoint()
	if want := model.Millis(52000); !s.time.held || p.Start != want {
		t.Fatalf("{ goes to the window from %v, want %v", p.Start, want)
	}
	f.windows(5)
	s.beat(wall.Add(time.Second))
	if got := s.shownPoint(); got.Index != p.Index {
		t.Errorf("the run goes on and the cursor moves from window %d to %d", p.Index, got.Index)
	}
	s.press(",", ',')
	if got := s.shownPoint(); got.Index != p.Index-1 {
		t.Errorf(", goes from window %d to %d", p.Index, got.Index)
	}
	for range 200 {
		s.press(",", ',')
	}
	if got := s.shownPoint(); got.Index != 0 || s.chartEnd() < got.End || s.chartEnd()-span(s.snap) > got.Start {
		t.Errorf("far left: window %d, charts end at %v", got.Index, s.chartEnd())
	}
	for range 200 {
		s.press(";", ';')
	}
	if s.time.held {
		t.Error("past the newest window the cursor does not let go")
	}
}

// TestTheEndOfASliderSaysWhatIsPossible beyond it: a word list, a typed value, nothing.
func TestTheEndOfASliderSaysWhatIsPossible(t *testing.T) {
	for _, c := range []struct {
		p    model.Param
		now  float64
		want string
	}{
		{model.Param{Name: "load", Max: 1000, SliderMax: 300, Step: 5}, 300, "the slider ends here; = types a value in 0..1,000"},
		{model.Param{Name: "load", Max: 1000, SliderMax: 300, Step: 5}, 0, "it ends here, in 0..1,000"},
		{model.Param{Name: "deadline", Min: 1, Max: 3600, Step: 10}, 3600, "it ends here, in 1..3,600"},
		{model.Param{Name: "word", Choices: []string{"a", "b"}}, 1, "there is only a | b"},
	} {
		k := knob{KnobView: model.KnobView{KnobDecl: model.KnobDecl{Param: c.p}, Now: c.now}}
		by := 1.0
		if c.now == 0 {
			by = -1
		}
		if got := k.atEnd(k.stepped(by)); got != c.want {
			t.Errorf("%s at %v, one step of %v: %q, want %q", c.p.Name, c.now, by, got, c.want)
		}
	}
}

// TestAChoiceShowsItsWord whole, beside a slider, at every width with room for one.
func TestAChoiceShowsItsWord(t *testing.T) {
	f := newFake()
	p := model.Param{Name: "jitter", Label: "jitter", Choices: []string{"none", "full", "decorrelated"}}
	f.knobs = append(f.knobs, model.KnobView{KnobDecl: model.KnobDecl{Param: p, Path: "web.server.jitter", Short: "jitter", Group: "web.server"}, Now: 2})
	f.publish()
	for w := 80; w <= 200; w += 5 {
		s := newTestScreen(t, f, "ascii", w, 24)
		row := ""
		for _, line := range strings.Split(s.picture(), "\n") {
			if strings.Contains(line, "jitter") {
				row = line
			}
		}
		if !strings.Contains(row, "O]") || !strings.HasSuffix(row, " decorrelated*") {
			t.Errorf("at %d: %q", w, row)
		}
	}
}

package main

import (
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/live"
	"overloadtui/ui"
)

// scene is a run and what a person does in it, up to the instant of a picture.
type scene struct {
	name   string // of the file, without its ending
	view   string // the screen whose page has it; empty: none
	shows  string // the description for those who do not see it, and the caption
	preset string
	w, h   int
	glyphs string // "braille", "block", "ascii"
	acts   []act
	at     model.Millis
}

// act is keys that are pressed at an instant: names of keys with blanks between them, and
// in quotes what is typed.
type act struct {
	at   model.Millis
	keys string
}

// scenes are the pictures of the documentation.
var scenes = []scene{
	{
		name: "live", view: "live", preset: "collapse", w: 120, h: 36, glyphs: "braille", at: 50.4 * model.Second,
		shows: "The preset collapse. At 10 s the load went from 90 to 110 requests a second and goodput fell to zero within some seconds; " +
			"at 30 s the admission limit was set to 20 and goodput came back.",
		acts: []act{{10 * model.Second, `l l l l`}, {30 * model.Second, `/ "admission limit" enter = "20" enter esc`}},
	},
	{
		name: "live-classes", view: "live", preset: "mercury-teaching", w: 160, h: 50, glyphs: "braille", at: 45.2 * model.Second,
		shows: "The preset mercury-teaching in a large terminal: below the figures stand the classes of work, why attempts were refused, and where worker time went.",
	},
	{
		name: "live-why", view: "live", preset: "collapse", w: 120, h: 26, glyphs: "braille", at: 20.4 * model.Second,
		shows: "Why this number: the explanation of goodput ten seconds after the load went past capacity.",
		acts:  []act{{10 * model.Second, `l l l l`}, {20.4 * model.Second, `tab tab w`}},
	},
	{
		name: "states", view: "states", preset: "mercury-teaching", w: 120, h: 36, glyphs: "braille", at: 29.9 * model.Second,
		shows: "The preset mercury-teaching 20 seconds after a spike of load: bounded on purpose in degraded, and held there by demand.",
		acts:  []act{{0, `2`}},
	},
	{
		name: "states-order", view: "states", preset: "mercury-teaching", w: 120, h: 26, glyphs: "braille", at: 29.9 * model.Second,
		shows: "An order by hand that is being put together: hold rung 2, by whom, why, what it may relax, and for how long.",
		acts:  []act{{0, `2`}, {29.9 * model.Second, `o tab l l tab "ada" tab "the database is still cold" tab`}},
	},
	{
		name: "recover", view: "recover", preset: "recovery-drain", w: 120, h: 36, glyphs: "braille", at: 120 * model.Second,
		shows: "The preset recovery-drain after two minutes: 54,000,000 operations wait, and 3,500 a second are replayed beside the clients.",
		acts:  []act{{0, `3`}},
	},
	{
		name: "game-day", view: "game day", preset: "gameday-replay-peak", w: 120, h: 36, glyphs: "braille", at: 60 * model.Second,
		shows: "The preset gameday-replay-peak after a minute: what was believed of the run, against what has been measured so far.",
		acts:  []act{{0, `4`}},
	},
}

// texts are the screens that stand as text in the README.
var texts = []scene{
	{
		name: "live", preset: "collapse", w: 80, h: 24, glyphs: "ascii", at: 15.5 * model.Second,
		shows: "a live run at 80x24 with --glyphs ascii, some seconds after the load went from 90 to 110",
		acts:  []act{{4 * model.Second, `l l l l`}},
	},
	{
		name: "states", preset: "mercury-teaching", w: 80, h: 24, glyphs: "ascii", at: 29.9 * model.Second,
		shows: "the states of the preset mercury-teaching at 80x24 with --glyphs ascii, held in degraded by demand",
		acts:  []act{{0, `2`}},
	},
	{
		name: "recover", preset: "failover-8400", w: 80, h: 24, glyphs: "ascii", at: 60 * model.Second,
		shows: "recovery in the preset failover-8400 at 80x24 with --glyphs ascii, a minute after it began",
		acts:  []act{{0, `3`}},
	},
}

// sceneOf is a scene for a screen that has none of its own: of the first preset that has
// something to show there. The error is that of a preset, or that there is none.
func sceneOf(v ui.ViewHelp) (scene, error) {
	for _, preset := range append([]string{"mercury-teaching"}, presets.Names()...) {
		s := scene{name: v.File(), view: v.Name, preset: preset, w: 120, h: 36, glyphs: "braille", acts: []act{{0, v.Key}}}
		still, err := s.play()
		if err != nil {
			return scene{}, err
		}
		if still.View() == v.Name {
			s.at = 30 * model.Second
			s.shows = "The preset " + preset + " after " + s.at.String() + "."
			return s, nil
		}
	}
	return scene{}, fmt.Errorf("no preset has anything to show on the screen %s", v.Name)
}

// pictures is the scenes, with one for each screen that has none.
func pictures() ([]scene, error) {
	all := scenes
	for _, v := range ui.Views() {
		if len(picturesOf(v.Name, all)) > 0 {
			continue
		}
		s, err := sceneOf(v)
		if err != nil {
			return nil, err
		}
		all = append(all[:len(all):len(all)], s)
	}
	return all, nil
}

// picturesOf is those of the scenes that show a screen.
func picturesOf(view string, all []scene) []scene {
	var of []scene
	for _, s := range all {
		if s.view == view {
			of = append(of, s)
		}
	}
	return of
}

// title names the picture.
func (s *scene) title() string {
	return "overloadtui: the screen " + s.view + ", preset " + s.preset
}

// play runs the scene with the engine and gives the dashboard as it is at its end. The
// error is the preset's.
func (s *scene) play() (*ui.Still, error) {
	scenario, err := presets.Load(s.preset, sim.Catalog())
	if err != nil {
		return nil, err
	}
	r, err := live.New(scenario)
	if err != nil {
		return nil, err
	}
	still := ui.NewStill(ui.Options{
		Source: r, Glyphs: s.glyphs,
		Export:    func(*model.Snapshot) (string, error) { return "", nil },
		Papers:    []ui.Paper{{Name: "plan"}},
		Reproduce: func(*model.Snapshot) string { return "" },
	}, s.w, s.h)
	for _, a := range s.acts {
		r.Leap(a.at)
		still.Press(keys(a.keys)...)
		r.Leap(a.at)
	}
	r.Leap(s.at)
	return still, nil
}

// keys are the names of the keys of an act: typed text is a key for each character.
func keys(text string) []string {
	var all []string
	for i, part := range strings.Split(text, `"`) {
		if i%2 == 0 {
			all = append(all, strings.Fields(part)...)
			continue
		}
		for _, r := range part {
			all = append(all, string(r))
		}
	}
	return all
}

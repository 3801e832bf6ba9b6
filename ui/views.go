package ui

import "strings"

// view is one of the screens that a person goes between: a tab in the first row and a
// key. To add one is to add a line to views.
type view struct {
	key, name string
	help      string // what it shows, for the list of keys
	// layout is what stands where at the screen's present size, with the regions that
	// the keys can act on there, the first of which has the focus at first.
	layout func(*screen) plan
	draw   func(*screen, area, *plan) // all but the title and the two lowest rows
	small  func(*screen, area)        // what is left of it below 40 x 12
	// when says whether the scenario has anything for it to show; nil means always.
	when func(*screen) bool
	// knobs are the paths of the knobs that it shows, in their order; nil means all.
	knobs func(*screen) []string
}

// there says whether a screen is of use for the scenario that is run.
func (v *view) there(s *screen) bool { return v.when == nil || v.when(s) }

// views are the screens that there are, in the order of their tabs. It is filled by
// init, because drawing reaches functions that read it.
var views []view

// recoverName is the screen on which replay and failovers are ordered.
const recoverName = "recover"

func declaredViews() []view {
	return []view{
		{key: "1", name: "live", help: "the run live: charts, knobs, figures", layout: livePlan, draw: (*screen).drawLive, small: (*screen).drawLiveSmall},
		{key: "2", name: "states", help: "operating states: evidence, actions, ladder, log", layout: statesPlan, draw: (*screen).drawPanels, small: (*screen).drawWays},
		{key: "3", name: recoverName, help: "recovery: how much may be replayed, backlog, gates", layout: recoverPlan, draw: (*screen).drawPanels, small: (*screen).drawRecoverSmall,
			when: (*screen).recovers, knobs: (*screen).recoveryKnobs},
		{key: "4", name: "game day", help: "game day: hypothesis, aborts, surprises, recovery", layout: gameDayPlan, draw: (*screen).drawPanels, small: (*screen).drawDaySmall,
			when: (*screen).rehearses},
	}
}

// planFor is the plan of the screen that is shown, at its present size.
func planFor(s *screen) plan { return views[s.view].layout(s) }

// show goes to another screen, where the focus is as it was left there.
func (s *screen) show(view int) {
	if len(s.focus) < len(views) {
		s.focus = append(s.focus, make([]region, len(views)-len(s.focus))...)
	}
	s.focus[s.view] = s.region
	s.view, s.mode, s.overlay = view, watching, false
	s.knobs.show(s.shownKnobs())
	s.region = s.focus[view]
	if !s.has(s.region) {
		s.region = planFor(s).regions[0]
	}
	s.chosenState = false
}

// shownKnobs are the paths of the knobs that the screen shows; nil means all.
func (s *screen) shownKnobs() []string {
	if of := views[s.view].knobs; of != nil {
		return of(s)
	}
	return nil
}

// tabs is how the screens are named in the first row: the present one in brackets and
// capitals; in short, the others by their keys alone. One that has nothing to show is
// empty.
func (s *screen) tabs(short bool) []string {
	names := make([]string, len(views))
	for i, v := range views {
		switch {
		case !v.there(s):
		case i == s.view:
			names[i] = "[" + v.key + " " + strings.ToUpper(v.name) + "]"
		case short:
			names[i] = " " + v.key + " "
		default:
			names[i] = " " + v.key + " " + v.name + " "
		}
	}
	return names
}

// fitTabs is the tabs and the fullest of some texts that stand beside them and a name
// in a row of some cells. Where there is no room for any, a long name is cut, and in a
// very short row the name comes first.
func (s *screen) fitTabs(cells, name int, texts []string) (tabs []string, text string) {
	kept := name
	if cells >= 60 {
		kept = min(name, longName)
	}
	for _, try := range []struct {
		tabs []string
		name int
	}{{s.tabs(false), name}, {s.tabs(true), name}, {s.tabs(true), kept}, {nil, name}} {
		for _, text := range texts {
			if named(try.tabs)+2+try.name+2+width(text) <= cells {
				return try.tabs, text
			}
		}
	}
	return nil, texts[len(texts)-1]
}

// longName is how many cells of a scenario's name stay beside the names of the screens.
const longName = 12

// named is how many cells the names of the screens take.
func named(tabs []string) int {
	cells := 0
	for _, name := range tabs {
		if name != "" {
			cells += width(name) + 1
		}
	}
	return max(cells-1, 0)
}

// drawTabs names the screens and gives the column after them.
func (s *screen) drawTabs(a area, tabs []string) int {
	x := 0
	for i, name := range tabs {
		if name == "" {
			continue
		}
		k := plain
		if i == s.view {
			k = strong
		}
		end := a.text(x, 0, k, name)
		s.hit(a.part(x, 0, end-x, 1), hitView, i)
		x = end + 1
	}
	return x
}

// has says whether the screen that is shown has a place for a region.
func (s *screen) has(r region) bool {
	p := planFor(s)
	return p.has(r)
}

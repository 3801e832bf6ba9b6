package ui

import (
	"slices"
	"strings"
)

func (s *screen) toDefault() {
	if s.region != onKnobs {
		return
	}
	if k, ok := s.knobs.chosen(); ok && !s.comesBack(k) {
		s.set(k, k.Initial)
	}
}

// find searches the knobs when they have the focus, otherwise the keys.
func (s *screen) find() {
	if s.region != onKnobs {
		s.openHelp()
		return
	}
	s.overlay = s.overlay || planFor(s).overlay // what is found has to be seen
	s.typeLine("find a knob: ", s.knobs.filter, func(s *screen, text string) error {
		s.knobs.search(text)
		return nil
	})
	s.line.changed = func(s *screen, text string) { s.knobs.search(text) }
	s.line.pick = func(s *screen, by int) { s.knobs.move(by) }
}

// back leaves one thing after the other: an explanation, the knobs over the charts, a
// filter, the time cursor.
func (s *screen) back() {
	switch {
	case s.mode != watching:
		s.mode = watching
	case s.overlay:
		s.overlay = false
	case s.knobs.filter != "":
		s.knobs.search("")
	default:
		s.live()
	}
}

func (s *screen) explain() { s.mode = explaining }

func (s *screen) enter() {
	switch r, fold := s.knobs.fold(); {
	case s.region == onKnobs && fold:
		s.knobs.unfold(!s.knobs.open[r.owner])
		return
	case s.region != onMoments:
		s.explain()
		return
	}
	all := s.moments()
	if i := len(all) - 1 - s.moment; i >= 0 && i < len(all) {
		s.lookAt(all[i].at)
	}
}

// turnPage shows the next of the charts, or of the panels, that do not all fit.
func (s *screen) turnPage() {
	if len(planFor(s).places) > 0 {
		s.page++
		return
	}
	s.single++
}

// noMoreCharts says why there is no next chart.
func (s *screen) noMoreCharts() string {
	if p := planFor(s); p.line || p.small {
		return "no room for another chart; 40x12 has it"
	}
	return "all of it is on the screen"
}

func (s *screen) toggleMouse() {
	s.mouse = !s.mouse
	if s.mouse {
		s.effect(mouseOn)
		s.say("mouse on: click a tab, a knob, a state, a moment or a time; the wheel changes a knob. M turns it off")
		return
	}
	s.effect(mouseOff)
	s.say("mouse off")
}

// typedLine is a line that is being typed on the detail line.
type typedLine struct {
	prompt  string
	text    []rune
	before  string
	err     string
	done    func(*screen, string) error // an error keeps the line up
	changed func(*screen, string)       // with each key, if not nil
	pick    func(*screen, int)          // with up and down, if not nil
}

func (s *screen) typeLine(prompt, text string, done func(*screen, string) error) {
	s.mode, s.line = typing, &typedLine{prompt: prompt, text: []rune(text), before: text, done: done}
}

func (s *screen) pressLine(code string, printable rune) {
	l := s.line
	l.err = ""
	switch {
	case code == "ctrl+c":
		s.effect(quitNow)
		return
	case code == "esc":
		if l.changed != nil {
			l.changed(s, l.before)
		}
		s.mode, s.line = watching, nil
		return
	case code == "enter":
		if err := l.done(s, strings.TrimSpace(string(l.text))); err != nil {
			l.err = err.Error()
			return
		}
		s.mode, s.line = watching, nil
		return
	case code == "backspace":
		if n := len(l.text); n > 0 {
			l.text = l.text[:n-1]
		}
	case code == "ctrl+u":
		l.text = nil
	case code == "up" && l.pick != nil:
		l.pick(s, -1)
		return
	case code == "down" && l.pick != nil:
		l.pick(s, 1)
		return
	case printable != 0 && len(l.text) < 200:
		l.text = append(l.text, printable)
	}
	if l.changed != nil {
		l.changed(s, string(l.text))
	}
}

// helpList is the table of keys as a list that can be searched and carried out.
type helpList struct {
	filter string
	at     int
}

func (s *screen) openHelp() {
	s.mode, s.help = helping, helpList{}
}

type helpItem struct {
	group string
	*action
}

// helpItems is the keys that are of use now and that the search lets through, and the
// knobs that it finds.
func (s *screen) helpItems() []helpItem {
	var items []helpItem
	filter := strings.ToLower(s.help.filter)
	for _, g := range keyTable {
		for i := range g.actions {
			a := &g.actions[i]
			if a.help == "" || !a.usable(s) {
				continue
			}
			if strings.Contains(strings.ToLower(a.keys+" "+a.help+" "+g.name), filter) {
				items = append(items, helpItem{g.name, a})
			}
		}
	}
	if filter == "" {
		return items
	}
	for i := range s.knobs.all {
		if k := &s.knobs.all[i]; k.matches(filter) {
			path := k.Path
			items = append(items, helpItem{"knobs of " + k.Group, &action{
				keys: k.Name, help: "go to " + k.Label + ". " + k.Doc, do: func(s *screen) { s.goTo(path) },
			}})
		}
	}
	return items
}

// goTo puts the focus on a knob, wherever it is.
func (s *screen) goTo(path string) {
	if !s.has(onKnobs) || len(s.knobs.only) > 0 && !slices.Contains(s.knobs.only, path) {
		s.show(0) // all knobs are there
	}
	s.region = onKnobs
	s.overlay = s.overlay || planFor(s).overlay
	s.knobs.filter = ""
	s.knobs.arrange(place{path: path})
}

func (s *screen) pressHelp(code string, printable rune) {
	items := s.helpItems()
	switch {
	case code == "ctrl+c":
		s.effect(quitNow)
	case code == "esc", printable == '?':
		s.mode = watching
	case code == "down", code == "tab":
		s.help.at = min(s.help.at+1, max(len(items)-1, 0))
	case code == "up", code == "shift+tab":
		s.help.at = max(s.help.at-1, 0)
	case code == "enter":
		s.mode = watching
		if s.help.at < len(items) {
			items[s.help.at].do(s)
		}
	case code == "backspace":
		if r := []rune(s.help.filter); len(r) > 0 {
			s.help.filter, s.help.at = string(r[:len(r)-1]), 0
		}
	case printable == '/' && s.help.filter == "":
		// Whoever is used to searching with a slash finds it does no harm.
	case printable != 0:
		s.help.filter, s.help.at = s.help.filter+string(printable), 0
	}
}

// read shows a command on the detail line, or over the charts where it is longer.
func (s *screen) read(command string) {
	if width(command) <= s.w-2 {
		s.detail = command
		return
	}
	s.mode, s.command = reading, command
}

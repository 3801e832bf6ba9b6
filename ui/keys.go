package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"overloadtui/model"
)

// action is a key, what it does, and where it says so. Footer, help and documentation
// are loops over the tables of this file; a key stands nowhere else.
type action struct {
	key.Binding
	keys string // as a person reads them: "h l, arrows"
	help string // what it does, one line
	foot string // the footer's words, or empty
	when func(*screen) bool
	do   func(*screen)
}

// group is a part of the key table.
type group struct {
	name    string
	actions []action
}

func bind(keys string, help string, foot string, do func(*screen), codes ...string) action {
	return action{
		Binding: key.NewBinding(key.WithKeys(codes...), key.WithHelp(keys, help)),
		keys:    keys, help: help, foot: foot, do: do,
	}
}

func (a action) only(when func(*screen) bool) action {
	a.when = when
	return a
}

func (a *action) usable(s *screen) bool { return a.when == nil || a.when(s) }

// keyTable is what the keys do while the dashboard is watched. Of two actions of one
// key, the first that is usable acts. It is filled by init, because its actions reach
// functions that read it.
var keyTable []group

func init() {
	views = declaredViews()
	overlay := func(s *screen) bool { return planFor(s).overlay }
	knobs := func(s *screen) bool { return s.has(onKnobs) }
	recovering := func(s *screen) bool { return views[s.view].name == recoverName }
	var screens []action
	for i, v := range views {
		screens = append(screens, bind(v.key, v.help, "", func(s *screen) { s.show(i) }, v.key).only(v.there))
	}
	keyTable = []group{
		{"screens", screens},
		{"knobs", []action{
			bind("k", "show the knobs over the charts", "knobs", func(s *screen) { s.overlay, s.region = true, onKnobs }, "k").
				only(func(s *screen) bool { return overlay(s) && !s.overlay && knobs(s) }),
			bind("j k, arrows", "choose a knob, a number, a moment, a line", "pick", func(s *screen) { s.pick(1) }, "j", "down"),
			bind("j k, arrows", "", "", func(s *screen) { s.pick(-1) }, "k", "up"),
			bind("h l, arrows, - +", "change the knob by one step; choose a state", "change", func(s *screen) { s.change(-1) }, "h", "left", "-").only(knobs),
			bind("h l, arrows, - +", "", "", func(s *screen) { s.change(-1) }, "h", "left", "-"),
			bind("h l, arrows, - +", "", "", func(s *screen) { s.change(1) }, "l", "right", "+"),
			bind("H L, shift+arrows", "change it by ten steps", "", func(s *screen) { s.change(-10) }, "H", "shift+left").only(knobs),
			bind("H L, shift+arrows", "", "", func(s *screen) { s.change(10) }, "L", "shift+right").only(knobs),
			bind("0, backspace", "back to the scenario's own value", "default", func(s *screen) { s.toDefault() }, "0", "backspace").only(knobs),
			bind("=", "type a value; enter sets it, esc does not", "type", func(s *screen) { s.typeValue() }, "=").only(knobs),
			bind("u U", "undo, redo a change", "undo", func(s *screen) { s.undo() }, "u"),
			bind("u U", "", "", func(s *screen) { s.redo() }, "U"),
			bind("/", "find a knob, folded ones too (in the knobs), or a key", "", func(s *screen) { s.find() }, "/"),
		}},
		{"run", []action{
			bind("space", "pause, resume", "pause", func(s *screen) { s.pause() }, " "),
			bind(".", "one window on, then pause", "step", func(s *screen) { s.step() }, "."),
			bind("[ ]", "slower, faster: x0.1 .. x1000, max", "speed", func(s *screen) { s.faster(-1) }, "["),
			bind("[ ]", "", "", func(s *screen) { s.faster(1) }, "]"),
			bind("r", "start again with the same seed (asks)", "", func(s *screen) { s.restart(s.snap.Seed, "the same seed") }, "r"),
			bind("R", "start again with the next seed (asks)", "", func(s *screen) { s.restart(s.snap.Seed+1, "the new seed") }, "R"),
		}},
		{"control", []action{
			bind("o", "order by hand: hold a rung, isolate a tenant, ...", "order", func(s *screen) { s.openOrder() }, "o"),
			bind("s", "start replay, or pause it: an order with its owner", "replay", func(s *screen) { s.orderReplay() }, "s").only(recovering),
			bind("a", "release everything at once: shows the second collapse", "at once", func(s *screen) { s.openOrderOf(model.ReleaseAll) }, "a").only(recovering),
			bind("f", "fail over, or fail back: an order with its owner", "failover", func(s *screen) { s.orderFailover() }, "f").
				only(func(s *screen) bool { return recovering(s) && s.failsOver() }),
		}},
		{"time", []action{
			bind("{ }", "previous, next moment", "moments", func(s *screen) { s.jump(-1) }, "{"),
			bind("{ }", "", "", func(s *screen) { s.jump(1) }, "}"),
			bind(", ;", "time cursor one window back, on: all panels show it", "", func(s *screen) { s.turn(-1) }, ","),
			bind(", ;", "", "", func(s *screen) { s.turn(1) }, ";"),
			bind("esc, end", "back to live, back to the charts", "", func(s *screen) { s.back() }, "esc", "end"),
			bind("m", "mark a moment", "", func(s *screen) { s.note() }, "m"),
		}},
		{"look", []action{
			bind("tab, shift+tab", "next, previous region: knobs, state, numbers, ...", "region", func(s *screen) { s.move(1) }, "tab"),
			bind("tab, shift+tab", "", "", func(s *screen) { s.move(-1) }, "shift+tab"),
			bind("w", "why: this state, this number, this knob", "why", func(s *screen) { s.explain() }, "w"),
			bind("t", "what this scenario shows, and what to try", "try", func(s *screen) { s.openTry() }, "t").
				only(func(s *screen) bool { return s.tells() }),
			bind("enter", "why; to the moment that is chosen; show folded knobs", "", func(s *screen) { s.enter() }, "enter"),
			bind("g", "the next chart, the next panels", "more", func(s *screen) { s.turnPage() }, "g").
				only(func(s *screen) bool { return planFor(s).cycles }),
			bind("g", "", "", func(s *screen) { s.say(s.noMoreCharts()) }, "g"),
			bind("M", "mouse on, off; while on, the terminal selects no text", "", func(s *screen) { s.toggleMouse() }, "M"),
			bind("ctrl+l", "redraw the screen", "", func(s *screen) { s.effect(redraw) }, "ctrl+l"),
		}},
		{"keep", []action{
			bind("i", "papers of this run: read them; x there writes one", "papers", func(s *screen) { s.openPapers() }, "i").
				only(func(s *screen) bool { return len(s.papers.names) > 0 }),
			bind("x", "export: the files of the run and a manifest", "export", func(s *screen) { s.effect(export) }, "x").
				only(func(s *screen) bool { return s.exports }),
			bind("y", "show and copy the command that reproduces this run", "copy", func(s *screen) { s.effect(copyCommand) }, "y").
				only(func(s *screen) bool { return s.reproduce != nil }),
			bind("ctrl+z", "suspend; the run is paused meanwhile", "", func(s *screen) { s.effect(suspend) }, "ctrl+z"),
			bind("q", "quit (asks only if something would be lost)", "quit", func(s *screen) { s.leave() }, "q"),
			bind("ctrl+c", "quit now", "", func(s *screen) { s.effect(quitNow) }, "ctrl+c"),
			bind("?", "all keys; type to find a key or a knob, enter goes there", "help", func(s *screen) { s.openHelp() }, "?"),
		}},
	}
}

// KeyHelp is one line of the key table.
type KeyHelp struct {
	Group string // "screens", "knobs", "run", "control", "time", "look", "keep"
	Keys  string // as a person reads them: "h l, arrows"
	Does  string
}

// Keys is the key table in the order in which it is shown, for documentation.
func Keys() []KeyHelp {
	var all []KeyHelp
	for _, g := range keyTable {
		for i := range g.actions {
			if a := &g.actions[i]; a.help != "" {
				all = append(all, KeyHelp{g.name, a.keys, a.help})
			}
		}
	}
	return all
}

// footer is the order in which the footer offers keys; what finds no room is left out
// from the right.
var footer = []string{"help", "knobs", "more", "region", "pick", "change", "pause", "try", "why", "quit", "replay", "at once", "failover", "order", "papers", "export", "moments", "default", "speed", "type", "undo", "step", "copy"}

// recoverFooter are the words that come first on the screen of recovery.
var recoverFooter = []string{"help", "replay", "at once", "failover", "papers", "more", "region", "change", "pause", "why"}

// footItems is the footer's words at the moment, most important first.
func (s *screen) footItems() []string {
	switch s.mode {
	case helping:
		return []string{"type finds keys and knobs", "arrows choose", "enter does it", "esc back"}
	case explaining, reading:
		return []string{"esc back", "space pause"}
	case trying:
		return []string{"esc back", "t next", "jk pick", "space pause"}
	case typing:
		return []string{"enter takes it", "esc leaves it"}
	case ordering:
		return s.order.footItems()
	case papering:
		return s.papers.footItems()
	case asking:
		var items []string
		for _, a := range s.ask.answers {
			items = append(items, a.key+" "+a.text)
		}
		return append(items, "esc no")
	}
	var items []string
	switch {
	case s.overlay && planFor(s).overlay:
		items = append(items, "esc charts")
	case s.knobs.filter != "":
		items = append(items, "esc all knobs")
	case s.time.held:
		items = append(items, "esc live")
	}
	words := footer
	if views[s.view].name == recoverName {
		words = append(slices.Clone(recoverFooter), footer...)
	}
	if planFor(s).small {
		words = []string{"help", "quit", "knobs", "pause"}
	}
	for i, word := range words {
		if a := footAction(s, word); a != nil && !slices.Contains(words[:i], word) {
			items = append(items, shortKeys(a.keys)+" "+word)
		}
	}
	return items
}

func footAction(s *screen, word string) *action {
	for _, g := range keyTable {
		for i := range g.actions {
			if a := &g.actions[i]; a.foot == word && a.usable(s) {
				return a
			}
		}
	}
	return nil
}

// shortKeys is the first spelling of a list of keys, without blanks: "hl".
func shortKeys(keys string) string {
	keys, _, _ = strings.Cut(keys, ", ")
	if keys == "" { // the comma itself
		return ",;"
	}
	return strings.ReplaceAll(keys, " ", "")
}

// press carries out a key, by Bubble Tea's name for it.
func (s *screen) press(code string, printable rune) {
	if code != "" {
		s.detail, s.refused = "", false
	}
	switch s.mode {
	case helping:
		s.pressHelp(code, printable)
		return
	case typing:
		s.pressLine(code, printable)
		return
	case asking:
		if code == "ctrl+c" {
			s.effect(quitNow)
			return
		}
		s.reply(code)
		return
	case explaining, reading:
		again := map[mode]string{explaining: "w", reading: "y"}[s.mode]
		switch code {
		case "esc", "q", "enter", again:
			s.mode = watching
			return
		}
	case trying:
		if s.pressTry(code) {
			return
		}
	case ordering:
		s.pressOrder(code, printable)
		return
	case papering:
		if s.pressPapers(code, printable) {
			return
		}
	}
	for _, g := range keyTable {
		for i := range g.actions {
			a := &g.actions[i]
			if contains(a.Binding.Keys(), code) && a.usable(s) {
				a.do(s)
				return
			}
		}
	}
}

func contains(list []string, s string) bool {
	for _, v := range list {
		if v == s {
			return true
		}
	}
	return false
}

package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"overloadtui/model"
)

// actions are the automatic actions. A source that does not control its run says what
// they would be.
func (s *screen) actions() []model.ActionView {
	if views := s.snap.Control.Actions; len(views) > 0 {
		return views
	}
	declared := s.snap.Scenario.DeclaredActions()
	all := make([]model.ActionView, len(declared))
	for i, a := range declared {
		all[i] = model.ActionView{Action: a, Legal: model.LegalAction(s.snap.State.State, int(a.Do))}
	}
	return all
}

// actionStatus is what an action does at the moment, as a mark and in words.
func (s *screen) actionStatus(v *model.ActionView) (mark rune, text string, k ink) {
	switch {
	case v.Spent:
		return '!', "SPENT, waits for a person", alarm
	case v.InForce:
		return '*', "in force " + age(s.snap.Now-v.Since), changed
	case !v.Legal:
		return 'x', "not legal in " + s.snap.State.State.String(), dim
	case !s.snap.Control.On:
		return '-', "legal, but control is off", dim
	}
	return '-', "legal, not needed", plain
}

// shortStatus is actionStatus for a narrow panel.
func (s *screen) shortStatus(v *model.ActionView) string {
	switch {
	case v.Spent:
		return "SPENT"
	case v.InForce:
		return "on " + age(s.snap.Now-v.Since)
	case !v.Legal:
		return "illegal"
	}
	return "legal"
}

// bounds are what bounds an action, in the order of their importance.
func bounds(v *model.ActionView) []string {
	return []string{
		"for " + v.Population + "; spares " + v.Priority,
		"at " + v.Point + ", at most " + model.Millis(v.Longest).String(),
		"until " + v.Rollback,
	}
}

// drawActions is what control may do by itself, whether it does, and what bounds it.
func (s *screen) drawActions(a area) {
	tail := "control off"
	if s.snap.Control.On {
		tail = "control on"
	}
	if s.time.held {
		tail += ", as of now"
	}
	focused := s.region == onActions
	s.heading(a.row(0), focused, "automatic actions", tail)
	all := s.actions()
	each := 1
	if len(all) > 0 && a.w >= 40 {
		each = min(max((a.h-1)/len(all), 1), 4)
	}
	nameCells := 0
	for i := range all {
		nameCells = max(nameCells, width(all[i].Name()))
	}
	rows := (a.h - 1) / each
	first := 0
	if focused {
		first = min(max(s.chosen[onActions]-rows+1, 0), max(len(all)-rows, 0))
	}
	y := 1
	for i := first; i < len(all); i++ {
		v := &all[i]
		mark, text, k := s.actionStatus(v)
		if a.w < 48 {
			text = s.shortStatus(v)
		}
		s.hitLine(a.part(0, y, a.w, each), onActions, i)
		name := plain
		if focused && i == s.chosen[onActions] {
			a.set(0, y, '>', strong)
			name = strong
		}
		a.set(2, y, mark, k)
		a.text(4, y, name, cut(v.Name(), a.w-5))
		a.right(a.w-1, y, k, text)
		if v.InForce && a.w >= 50 {
			if m := model.Millis(v.Longest); m > 0 {
				drawShare(a.part(nameCells+6, y, a.w-nameCells-width(text)-10, 1), float64((s.snap.Now-v.Since)/m), s.glyphs)
			}
		}
		for n, text := range bounds(v) {
			if n+1 < each {
				a.text(4, y+1+n, dim, cut(text, a.w-5))
			}
		}
		y += each
	}
}

// drawShare is a share of a whole as a bar.
func drawShare(a area, share float64, g glyphs) {
	cells := min(a.w, 12)
	if cells < 6 {
		return
	}
	inner := cells - 2
	filled := int(math.Round(math.Min(math.Max(share, 0), 1) * float64(inner)))
	x := a.w - cells
	a.set(x, 0, '[', dim)
	for i := range inner {
		if i < filled {
			a.set(x+1+i, 0, g.fill, plain)
		}
	}
	a.set(x+cells-1, 0, ']', dim)
}

// hitLine makes a line of a panel something to click.
func (s *screen) hitLine(a area, r region, n int) { s.hit(a, hitLine, n*regions+int(r)) }

// rungText is a rung of the ladder in parts: its name, what it turns off, what it
// keeps, what a user sees.
func (s *screen) rungText(i int) (name, off, keeps, signal string) {
	if i == 0 {
		return "full", "nothing, everything is on", "everything", "the whole answer"
	}
	r := &s.snap.Scenario.Ladder[i-1]
	return r.Name, r.Off, r.Keeps, r.Signal
}

// rung is the rung that the screen shows: at the time cursor, or in force.
func (s *screen) rung() int {
	if p := s.cursorPoint(); p != nil {
		return p.Rung
	}
	return s.snap.Live.Rung
}

// ladderTail says where the ladder is and where it heads.
func (s *screen) ladderTail() string {
	c := &s.snap.Control
	switch {
	case s.time.held:
		return fmt.Sprintf("rung %d at cursor", s.rung())
	case c.On && c.Heading != s.rung():
		text := fmt.Sprintf("rung %d -> %d", s.rung(), c.Heading)
		if wait := c.NextStep - s.snap.Now; wait > 0 {
			text += ", next step in " + age(wait)
		}
		return text
	}
	text := fmt.Sprintf("rung %d", s.rung())
	if n := len(c.Savings); n > 0 && !math.IsNaN(c.Savings[n-1].Observed) {
		text += ", has " + savedText(c.Savings[n-1].Observed, "saved", "cost")
	}
	return text
}

// drawLadder is the rungs of the brownout ladder, the one in force, what each turns
// off and keeps, and what the last steps have saved.
func (s *screen) drawLadder(a area) {
	focused := s.region == onLadder
	s.heading(a.row(0), focused, "ladder", s.ladderTail())
	rungs := len(s.snap.Scenario.Ladder) + 1
	if rungs == 1 {
		a.text(1, 1, dim, cut("this scenario has no ladder", a.w-1))
		return
	}
	rows := a.h - 1
	savings := s.savings.all
	saved := min(max(rows-rungs, 0), max(len(savings), 1), 4)
	if rows < rungs {
		saved = 0
	}
	room := min(rows-saved, rungs)
	each := 1
	if rows-min(saved, 2) >= 2*rungs {
		each = 2
		saved = min(saved, rows-2*rungs)
	}
	at := s.rung()
	if focused {
		at = s.chosen[onLadder]
	}
	first := min(max(at-room/2, 0), rungs-room)
	for y := range room {
		s.drawRung(a.part(0, 1+y*each, a.w, each), first+y, focused)
	}
	for i := range saved {
		y := a.h - saved + i
		if len(savings) == 0 {
			a.text(1, y, dim, cut("no step yet: what it saves is measured", a.w-2))
			break
		}
		if n := len(savings) - min(saved, len(savings)) + i; n < len(savings) {
			a.text(1, y, plain, cut(savingText(&savings[n]), a.w-2))
		}
	}
}

// drawRung is a rung in a line or two.
func (s *screen) drawRung(a area, i int, focused bool) {
	name, off, keeps, signal := s.rungText(i)
	left, right, k := ' ', ' ', plain
	if i == s.rung() {
		left, right, k = '[', ']', strong
	}
	s.hitLine(a, onLadder, i)
	if focused && i == s.chosen[onLadder] {
		a.set(0, 0, '>', strong)
	}
	a.set(1, 0, left, k)
	x := a.text(2, 0, k, fmt.Sprint(i))
	a.set(x, 0, right, k)
	x = a.text(x+2, 0, k, cut(name, a.w-x-3))
	text := "off: " + off
	if a.h > 1 {
		a.text(5, 1, dim, cut("keeps: "+keeps+"; users see: "+signal, a.w-6))
	} else if full := text + "; keeps: " + keeps; x+2+width(full) < a.w {
		text = full
	}
	if c := &s.snap.Control; c.On && i == c.Heading && i != s.rung() && !s.time.held {
		text = "heading here; " + text
	}
	if x+10 < a.w {
		a.text(x+2, 0, dim, cut(text, a.w-x-3))
	}
}

// savingText is what a step of the ladder was to save and what it has.
func savingText(v *model.Saving) string {
	text := fmt.Sprintf("%s %d -> %d to %s", v.At.Clock(), v.From, v.To, savedText(v.Expected, "save", "cost"))
	if math.IsNaN(v.Observed) {
		return text + ", measuring"
	}
	return text + ", has " + savedText(v.Observed, "saved", "cost")
}

// savedText is a share of the worker time of an attempt: "save 20.0 %", or "cost 25.0 %
// more" on the way back.
func savedText(share float64, saves, costs string) string {
	if share < 0 {
		return costs + " " + number(-100*share, 1) + " % more"
	}
	return saves + " " + number(100*share, 1) + " %"
}

// stepSavings is the newest saving of each step of the ladder, in the order of time.
// A snapshot has those of the last few steps only.
type stepSavings struct {
	run int
	all []model.Saving
}

// follow takes over the savings of a snapshot. One that is still being measured does not
// hide what the same step has saved before.
func (c *stepSavings) follow(snap *model.Snapshot) {
	if c.run != snap.Run {
		*c = stepSavings{run: snap.Run}
	}
	for _, v := range snap.Control.Savings {
		c.all = slices.DeleteFunc(c.all, func(old model.Saving) bool {
			same := old.From == v.From && old.To == v.To
			return same && (old.At == v.At || math.IsNaN(old.Observed) || !math.IsNaN(v.Observed))
		})
		c.all = append(c.all, v)
	}
	slices.SortStableFunc(c.all, func(a, b model.Saving) int { return cmp.Compare(a.At, b.At) })
}

// drawOverrides is the orders that are in force, with the time that each has left.
func (s *screen) drawOverrides(a area) {
	focused := s.region == onOverrides
	all := s.snap.Control.Overrides
	tail := ""
	if len(all) > 0 {
		tail = fmt.Sprintf("%d in force", len(all))
		if s.time.held {
			tail += ", as of now"
		}
	}
	s.heading(a.row(0), focused, "overrides", tail)
	if len(all) == 0 {
		a.text(1, 1, dim, cut("none in force; o gives one", a.w-2))
		a.text(1, 2, dim, cut("each ends by itself", a.w-2))
		return
	}
	each := 1
	if a.h-1 >= 2*len(all) {
		each = 2
	}
	room := max((a.h-1)/each, 0)
	first := 0
	if focused {
		first = min(max(s.chosen[onOverrides]-room/2, 0), max(len(all)-room, 0))
	}
	for n := 0; n < room && first+n < len(all); n++ {
		o, y := &all[first+n], 1+n*each
		s.hitLine(a.part(0, y, a.w, each), onOverrides, first+n)
		k := plain
		if focused && first+n == s.chosen[onOverrides] {
			a.set(0, y, '>', strong)
			k = strong
		}
		left := age(o.Until-s.snap.Now) + " left"
		a.right(a.w-1, y, changed, left)
		a.text(1, y, k, cut(fmt.Sprintf("%d %s", o.Number, o.Say()), a.w-width(left)-3))
		if each > 1 {
			a.text(3, y+1, dim, cut(o.Who+": "+strings.TrimSpace(o.Why)+"; may relax "+o.Invariant, a.w-4))
		}
	}
}

package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// formulas put the numbers of a window into the formula of a metric.
var formulas = map[string]func(p *model.Point) string{
	"goodput_per_s": func(p *model.Point) string {
		return ratio("good operations / window length", float64(p.Good), p.Span().Seconds(), "s", p.PerSecond(p.Good), "/s", 1)
	},
	"wasted_pct": func(p *model.Point) string {
		return ratio("100 x wasted / completed attempts", 100*float64(p.Wasted), float64(p.Served), "", 100*float64(p.Wasted)/float64(p.Served), "%", 1)
	},
	"amplification_ratio": func(p *model.Point) string {
		return ratio("attempts / operations offered", float64(p.Attempts), float64(p.Offered), "", float64(p.Attempts)/float64(p.Offered), "", 2)
	},
	"queue_depth_ops": func(p *model.Point) string {
		return fmt.Sprintf("admitted - started - dropped, counted at %s = %d", p.End.Clock(), p.Queue)
	},
	"rejected_per_s": func(p *model.Point) string {
		return ratio("rejected attempts / window length", float64(p.Rejected), p.Span().Seconds(), "s", p.PerSecond(p.Rejected), "/s", 1)
	},
}

func ratio(formula string, part, whole float64, unit string, value float64, valueUnit string, digits int) string {
	if unit != "" {
		unit = " " + unit
	}
	if valueUnit != "" {
		valueUnit = " " + valueUnit
	}
	return fmt.Sprintf("%s = %s / %s%s = %s%s", formula, model.Group(part), model.Group(whole), unit, number(value, digits), valueUnit)
}

// readable is how wide a text may be so that the eye finds the next line.
const readable = 84

// drawWhy explains what the focus is on.
func (s *screen) drawWhy(a area) {
	a.blank()
	a.w = min(a.w, readable)
	inner := a.part(1, 1, a.w-2, a.h-1)
	switch s.region {
	case onNumbers:
		m := model.FindMetric(s.chosenMetric())
		s.heading(a.row(0), true, "why: "+m.Label, "esc")
		s.explainNumber(inner, m)
	case onKnobs:
		if k, ok := s.knobs.chosen(); ok && s.w >= 40 {
			s.heading(a.row(0), true, "why: "+k.Label, "esc")
			y := 0
			for _, line := range wrap(k.Doc+" Range "+k.Range()+", default "+k.Format(k.Initial)+". Its full name is "+k.Path+".", inner.w) {
				inner.text(0, y, plain, line)
				y++
			}
			s.drawWays(a.part(0, y+2, a.w, a.h-y-2))
			return
		}
		s.drawWays(a)
	case onMoments:
		s.heading(a.row(0), true, "why: this moment", "esc")
		all := s.moments()
		if i := len(all) - 1 - s.moment; i >= 0 && i < len(all) {
			m := &all[i]
			y := 0
			for _, line := range wrap(m.at.Clock()+" "+m.text+". "+m.why+" ("+m.who+")", inner.w) {
				inner.text(0, y, plain, line)
				y++
			}
			s.explainGates(inner.part(0, y+1, inner.w, inner.h), m)
		}
	case onActions, onLadder, onOverrides, onLedger, onParts:
		s.explainStates(a)
	case onBudget, onDrain, onBacklog, onPauses:
		s.explainRecovery(a)
	case onExpect, onAborts, onBounds, onRestore, onSurprises:
		s.explainDay(a)
	default:
		if s.view != 0 {
			s.explainState(a)
			return
		}
		s.drawWays(a)
	}
}

// explainGates shows the evidence of a moment, and of an order its terms.
func (s *screen) explainGates(a area, m *moment) {
	y := 0
	for _, g := range m.gates {
		y = drawGate(a, y, g)
	}
	e := m.entry
	if e == nil {
		return
	}
	for _, part := range []struct{ name, text string }{{"who", e.Who}, {"why", e.Why}, {"may relax", e.Invariant}} {
		if part.text == "" {
			continue
		}
		for i, line := range wrap(part.text, a.w-12) {
			if i == 0 {
				a.text(0, y, dim, part.name)
			}
			a.text(11, y, plain, line)
			y++
		}
	}
	if e.Until > 0 {
		a.text(0, y, dim, "until")
		a.text(11, y, plain, e.Until.Clock())
		y++
	}
	a.text(0, y, dim, cut(fmt.Sprintf("afterwards: state %v, rung %d", e.State, e.Rung), a.w))
}

func (s *screen) explainNumber(a area, m *model.Metric) {
	y := 0
	put := func(k ink, text string) {
		for _, line := range wrap(text, a.w) {
			a.text(0, y, k, line)
			y++
		}
	}
	put(plain, m.Doc)
	p := s.shownPoint()
	if p == nil {
		put(dim, "No window is complete yet.")
		return
	}
	y++
	if f, ok := formulas[m.Name]; ok {
		put(strong, f(p))
	}
	put(dim, fmt.Sprintf("Window %d, %s to %s.", p.Index, p.Start.Clock(), p.End.Clock()))
	y++
	n := func(v int64) string { return model.Group(float64(v)) }
	put(plain, fmt.Sprintf("Operations in this window: %s arrived; %s ended: %s good, %s late, %s refused or dropped, %s given up by their clients.",
		n(p.Offered), n(p.Good+p.Late+p.Failed+p.Abandoned), n(p.Good), n(p.Late), n(p.Failed), n(p.Abandoned)))
	put(plain, fmt.Sprintf("Attempts: %s sent, %s admitted, %s rejected; %s served, of which %s for nobody.",
		n(p.Attempts), n(p.Admitted), n(p.Rejected), n(p.Served), n(p.Wasted)))
	if list := reasons(p); len(list) > 0 {
		text := "Not served, per s" + s.whoseReasons() + ":"
		for i, r := range list {
			if i > 0 {
				text += ","
			}
			text += " " + r.name + " " + r.rate
		}
		put(plain, text+".")
	}
	if m.Name == "goodput_per_s" && len(p.Routes) > 0 {
		put(plain, s.byRoute(p))
	}
	t := &p.Total
	put(plain, fmt.Sprintf("Since the start: %s offered = %s good + %s late + %s refused or dropped + %s given up + %s in flight.",
		n(t.Offered), n(t.Good), n(t.Late), n(t.Failed), n(t.Abandoned), n(t.InFlight())))
}

// drawWays is why the state is what it is: each legal way out with its gates.
func (s *screen) drawWays(a area) {
	view := &s.snap.State
	tail := "esc"
	if s.mode != explaining {
		tail = "w"
	}
	if p := s.cursorPoint(); p != nil {
		s.heading(a.row(0), s.mode == explaining, "why "+p.State.String()+" at "+p.End.Clock(), tail)
		s.drawPastReason(a.part(1, 1, a.w-1, a.h-1), p)
		return
	}
	s.heading(a.row(0), s.mode == explaining, "why "+view.State.String(), tail)
	y := 1
	for _, line := range wrap(view.Why, a.w-2) {
		a.text(1, y, plain, line)
		y++
	}
	dwell, k := "for "+age(s.snap.Now-view.Since), dim
	if view.Overstayed {
		dwell, k = s.overstay(), alarm
	} else if view.MaxDwell > 0 && view.MaxDwell < model.Forever {
		dwell += " of at most " + view.MaxDwell.String()
	}
	for _, line := range wrap(dwell, a.w-2) {
		a.text(1, y, k, line)
		y++
	}
	order := make([]int, 0, len(view.Ways)+1)
	if view.Nearest >= 0 && view.Nearest < len(view.Ways) {
		order = append(order, view.Nearest) // first: a low panel has no room for the others
	}
	for i := range view.Ways {
		if i != view.Nearest {
			order = append(order, i)
		}
	}
	for _, i := range order {
		way := &view.Ways[i]
		if y >= a.h {
			break
		}
		k := plain
		if i == view.Nearest {
			k = strong
		}
		end := a.w - 1
		switch {
		case way.Off:
			end = a.right(end, y, alarm, "switched off")
		case way.Manual:
			end = a.right(end, y, dim, "by a person only")
		case way.Need > 0:
			end = a.right(end, y, k, fmt.Sprintf("windows %d/%d", way.Have, way.Need))
		}
		a.part(0, y, end-1, 1).cut(1, 0, k, fmt.Sprintf("%c -> %c %s", view.State.Letter(), way.To.Letter(), way.To))
		y++
		for _, g := range way.Gates {
			y = drawGate(a, y, g)
		}
	}
}

// drawGate is one condition: its name, its value, what is needed, and whether it
// holds. It gives the row after it: where the columns do not fit, value and need have
// lines of their own.
func drawGate(a area, y int, g model.Gate) int {
	verdict, k := "NO", alarm
	if g.Met {
		verdict, k = "yes", good
	}
	end := a.right(a.w-1, y, k, padLeft(verdict, 3)) - 1
	a.part(0, 0, end, a.h).text(3, y, plain, g.Name)
	if 3+width(g.Name)+2+width(g.Value)+1+width(g.Needs) > end {
		for _, line := range wrap(g.Value+" "+g.Needs, a.w-6) {
			y++
			a.text(5, y, plain, line)
		}
		return y + 1
	}
	x := a.right(end, y, dim, g.Needs)
	a.right(x-1, y, plain, g.Value)
	return y + 1
}

// drawCommand is a command in as many lines as it takes, which a shell reads as one.
func (s *screen) drawCommand(a area) {
	a.blank()
	s.heading(a.row(0), true, "the command that gives this run again", "esc")
	lines := wrap(s.command, a.w-4)
	for y, line := range lines {
		if y < len(lines)-1 {
			line += " \\"
		}
		a.text(1, 1+y, plain, line)
	}
}

// drawHelp is the list of keys: searched by typing, carried out by enter.
func (s *screen) drawHelp(a area) {
	a.blank()
	items := s.helpItems()
	s.heading(a.row(0), true, "keys and knobs: "+s.help.filter+"_", strings.TrimSpace(fmt.Sprintf("%d  %s", len(items), s.version)))
	type line struct {
		text string
		at   int
	}
	var list []line
	chosen, last := 0, ""
	for i := range items {
		if items[i].group != last {
			last = items[i].group
			list = append(list, line{last, -1})
		}
		if i == s.help.at {
			chosen = len(list)
		}
		list = append(list, line{"", i})
	}
	rows := max(a.h-1, 0)
	columns := 1
	if a.w >= 130 {
		columns = 2
	}
	width := a.w / columns
	top := 0
	if chosen >= rows*columns {
		top = chosen - rows*columns + 1
	}
	for n := 0; n < rows*columns && top+n < len(list); n++ {
		l := list[top+n]
		cell := a.part(n/max(rows, 1)*width, 1+n%max(rows, 1), width, 1)
		if l.at < 0 {
			cell.text(1, 0, dim, l.text)
			continue
		}
		k := plain
		if l.at == s.help.at {
			k = strong
			cell.set(1, 0, '>', strong)
		}
		cell.text(3, 0, strong, pad(items[l.at].keys, 18))
		cell.cut(22, 0, k, items[l.at].help)
	}
}

// drawHelpChoice is the detail line of the chosen key, which may be cut in the list.
func (s *screen) drawHelpChoice(a area, detail int) {
	items := s.helpItems()
	if s.help.at >= len(items) {
		tell(a, detail, plain, "", "no key does that and no knob is called so; backspace takes a letter back")
		return
	}
	tell(a, detail, plain, "> "+items[s.help.at].keys, "  "+items[s.help.at].help)
}

// drawPastReason is why a state in the past was what it was: the transition that led
// to it, with the gates as they stood when it was decided. The gates of its ways out
// were not recorded, and those of this instant would be a different state's.
func (s *screen) drawPastReason(a area, p *model.Point) {
	y := 0
	for _, line := range wrap(s.stateReason(p.End), a.w-1) {
		a.text(0, y, plain, line)
		y++
	}
	a.text(0, y, dim, "for "+s.dwell(p.State)+" until the end of this window")
	y++
	t := s.enteredBy(p.End)
	if t == nil {
		return
	}
	a.text(0, y, strong, fmt.Sprintf("%c -> %c %s at %s", t.From.Letter(), t.To.Letter(), t.To, t.At.Clock()))
	y++
	for _, g := range t.Gates {
		y = drawGate(a, y, g)
	}
}

// overstay says what is meant by a state that has lasted too long.
func (s *screen) overstay() string {
	view := &s.snap.State
	return "OVERSTAYED: for " + age(s.snap.Now-view.Since) + ", past its longest time of " + view.MaxDwell.String()
}

package ui

import (
	"fmt"

	"overloadtui/model"
)

// formLine is a line of the dialog.
type formLine struct {
	label, text string
	ink         ink
	chosen      bool
	typed       bool // a cursor stands at its end
	wide        bool // no label: the text begins where the label would
}

// fieldLabels are what the dialog asks.
var fieldLabels = [fields]string{"what", "which", "who decides", "why", "may relax", "ends after", "in words"}

// fieldHints say how a line is answered.
var fieldHints = [fields]string{
	"choose what to decide; what is marked x is not legal now",
	"left and right choose",
	"the owner: your name; it stands in the log",
	"the reason: what you have seen, and what it is to bring",
	"the invariant that this may relax, such as: 99 % of the priority class served",
	"a lifetime with its unit, such as 10m; it ends by itself then",
	"enter gives the order; esc leaves without it",
}

// drawOrder is the dialog of an order: all decisions, those that are not legal with
// the reason, and the lines that the chosen one asks for.
func (s *screen) drawOrder(a area) {
	a.blank()
	f := &s.order
	s.heading(a.row(0), true, "order by hand: what do you decide?", "esc leaves")
	lines, focus := s.formLines(a.w)
	rows := a.h - 2 // the last one is what is wrong, or how to answer
	first := min(max(focus-rows+2, 0), max(len(lines)-rows, 0))
	labelCells := min(13, max(a.w/4, 5))
	for y := 0; y < rows && first+y < len(lines); y++ {
		l := &lines[first+y]
		row := a.row(1 + y)
		if l.chosen {
			row.set(0, 0, '>', strong)
		}
		row.text(1, 0, dim, cut(l.label, labelCells))
		at := labelCells + 2
		if l.wide {
			at = 2
		}
		room := a.w - at - 1
		text := l.text
		if r := []rune(text); l.typed && len(r) > room-1 && room > 1 {
			text = string(r[len(r)-room+1:]) // the end, where one types
		}
		x := row.text(at, 0, l.ink, cut(text, room))
		if l.typed {
			row.text(x, 0, cursor, "_")
		}
	}
	last := a.row(a.h - 1)
	if f.err != "" {
		for i, line := range wrap("! "+f.err, a.w-2) {
			row := a.row(a.h - 1 + i - len(wrap("! "+f.err, a.w-2)) + 1)
			row.blank()
			row.text(1, 0, alarm, line)
		}
		return
	}
	hint := fieldHints[f.at]
	if why := s.forbidden(s.decided()); f.at == whatField && why != "" {
		hint = "not now: " + why
	}
	if f.at == lifetimeField {
		hint += ", at most " + model.Millis(s.snap.Scenario.Controller.Longest).String()
	}
	last.text(1, 0, dim, cut(hint, a.w-2))
}

// formLines are the lines of the dialog, and which of them has the focus.
func (s *screen) formLines(w int) (lines []formLine, focus int) {
	f := &s.order
	for i, d := range s.decisions() {
		mark, k, text := " ", plain, d.name
		if w >= 70 {
			text = pad(d.name, 24) + d.does
		}
		if why := s.forbidden(d); why != "" {
			mark, k, text = "x", dim, pad(d.name, 24)+why
		}
		if i == f.what {
			if mark == " " {
				mark, k = "*", strong
			}
			if f.at == whatField {
				focus = len(lines)
			}
		}
		lines = append(lines, formLine{wide: true, text: mark + " " + text, ink: k, chosen: f.at == whatField && i == f.what})
	}
	lines = append(lines, formLine{wide: true, text: "  There is no \"force healthy\": evidence decides the state.", ink: dim}, formLine{})
	for _, at := range s.orderFields() {
		if at == whatField {
			continue
		}
		l := formLine{label: fieldLabels[at], ink: plain, chosen: at == f.at}
		if l.chosen {
			l.ink, focus = strong, len(lines)
		}
		switch at {
		case valueField:
			all, i := s.orderValues()
			l.text = "< " + all[i].text + " >"
			if len(all) > 1 {
				l.text += fmt.Sprintf("  %d of %d", i+1, len(all))
			}
		case giveField:
			lines = append(lines, formLine{})
			if l.chosen {
				focus++
			}
			room := w - 16
			for i, text := range wrap(s.orderSummary(), max(room, 10)) {
				if i > 0 {
					l = formLine{ink: l.ink}
				}
				l.text = text
				lines = append(lines, l)
			}
			continue
		default:
			l.text, l.typed = f.texts[at], l.chosen
		}
		lines = append(lines, l)
	}
	return lines, focus
}

// orderSummary is the order as a sentence.
func (s *screen) orderSummary() string {
	o, err := s.composed()
	blank := func(text string) string {
		if text == "" {
			return "..."
		}
		return text
	}
	text := blank(o.Who) + " decides: " + o.Say()
	if o.Kind.Overrides() {
		if err == nil {
			text += fmt.Sprintf(" for %v, until %s", o.Lifetime, (s.snap.Now + o.Lifetime).Clock())
		} else {
			text += " for ..."
		}
	}
	text += ", because " + blank(o.Why)
	if o.Kind.Overrides() {
		text += "; it may relax: " + blank(o.Invariant)
	}
	if warns := s.decided().warns; warns != "" {
		text += ". " + warns
	}
	return text
}

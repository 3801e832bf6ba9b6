package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// shownState is the state of the window that is shown: the machine's, or the one that
// was decided at the cursor.
func (s *screen) shownState() model.State {
	if p := s.shownPoint(); s.time.held && p != nil {
		return p.State
	}
	return s.snap.State.State
}

// drawState is the indicator: the six states in their places, what may come next, and
// how near the nearest transition is.
func (s *screen) drawState(a area, p *plan) {
	now := s.shownState()
	const lead = 7
	row, next := a.row(p.state), a.row(p.next)
	focused := s.region == onState && s.mode == watching
	k := plain
	if focused {
		row.set(0, 0, '>', strong)
		k = strong
	}
	named := a.w >= 79
	if named {
		row.text(1, 0, k, "STATE")
		next.text(1, 0, dim, "next")
	}
	// The columns have the width of their names; wide screens spread them.
	extra := 0
	x := lead
	if named {
		extra = min((a.w-79)/model.States, 10)
	} else {
		x = 1
	}
	for st := range model.State(model.States) {
		name := string(st.Letter())
		if named {
			name += " " + st.String()
		} else if st == now {
			name += " " + strings.ToUpper(st.String())
		}
		w := width(name) + 2
		ink := dim
		left, right := ' ', ' '
		if st == now {
			ink, left, right = stateInks[st], '[', ']'
			name = strings.ToUpper(name)
		}
		if focused && st == s.state {
			ink = strong
			if st != now {
				left = '>'
			}
		}
		row.set(x, 0, left, ink)
		end := row.text(x+1, 0, ink, name)
		row.set(end, 0, right, ink)
		word, wordInk := s.reach(now, st)
		if !named {
			word = cut(word, w)
		}
		if named || st != now {
			cell := next.part(x+1, 0, w+extra-1, 1)
			cell.text(0, 0, wordInk, word)
		}
		x += w + extra
	}
	if !named {
		row.text(x+1, 0, plain, s.dwell(now))
	}
	near := a.row(p.near)
	if s.time.held {
		near.cut(1, 0, plain, s.reasonFor(near.w-1))
		return
	}
	near.text(1, 0, plain, s.nearest(near.w-1))
}

// reach says what leads from one state to another: nothing, evidence, or a person.
func (s *screen) reach(now, to model.State) (string, ink) {
	if now == to {
		text, k := "NOW "+s.dwell(now), plain
		if s.time.held {
			text = "FOR " + s.dwell(now)
		}
		if s.snap.State.Overstayed && !s.time.held {
			text, k = "OVERSTAYED", alarm
		}
		return text, k
	}
	legal, _ := model.Legal(now, to)
	switch {
	case !legal:
		return "x", dim
	case to == model.Unsafe:
		return "! legal", dim
	case to < now:
		return "< legal", plain
	}
	return "> legal", plain
}

// dwell is how long the shown state has lasted.
func (s *screen) dwell(model.State) string {
	since, now := s.snap.State.Since, s.snap.Now
	if p := s.cursorPoint(); p != nil {
		now, since = p.End, 0
		if t := s.enteredBy(p.End); t != nil {
			since = t.At
		}
	}
	return age(now - since)
}

// age is a span in at most five cells: "4.1s", "12.3m", "3.4h".
func age(m model.Millis) string {
	switch s := max(m, 0).Seconds(); {
	case s < 100:
		return number(s, 1) + "s"
	case s < 6000:
		return number(s/60, 1) + "m"
	default:
		return number(s/3600, 1) + "h"
	}
}

// nearest is the transition that is nearest, with the windows it has and the gates
// that decide it: while windows count, those that hold, and otherwise those that do
// not yet.
func (s *screen) nearest(room int) string {
	view := &s.snap.State
	if view.Nearest < 0 || view.Nearest >= len(view.Ways) {
		return cut(view.Why, room)
	}
	way := &view.Ways[view.Nearest]
	text := wayText(view.State, way)
	const tail = "  w all gates"
	named := 0
	for _, met := range []bool{way.Have > 0, way.Have == 0} {
		for _, g := range way.Gates {
			if g.Met != met {
				continue
			}
			part := gateText(g)
			if named > 0 {
				part = ", " + part
			} else {
				part = " " + shortGate(g, room-width(text)-1)
			}
			switch free := room - width(text) - width(part); {
			case free < 0, named > 0 && free < width(tail):
				return s.pointToGates(text, tail, room)
			}
			text += part
			named++
		}
	}
	return s.pointToGates(text, tail, room)
}

// pointToGates adds where all gates are to be read, if there is room.
func (s *screen) pointToGates(text, tail string, room int) string {
	if width(text)+width(tail) <= room {
		text += tail
	}
	return cut(text, room)
}

// wayText is "N -> E 2/3:", the windows in a row that a transition has and needs.
func wayText(from model.State, way *model.Way) string {
	text := fmt.Sprintf("%c -> %c", from.Letter(), way.To.Letter())
	switch {
	case way.Manual:
		text += ": owned manual decision only (o)"
	case way.Need > 0:
		text += fmt.Sprintf(" %d/%d:", way.Have, way.Need)
	}
	return text
}

// gateText is a gate as a phrase; one that does not hold says so.
func gateText(g model.Gate) string {
	text := strings.Join(strings.Fields(g.Name+" "+g.Value+" "+g.Needs), " ")
	if !g.Met {
		text += " NO"
	}
	return text
}

// shortGate is gateText in some cells: where they are too few, what is cut is the
// name, because the numbers decide.
func shortGate(g model.Gate, cells int) string {
	text := gateText(g)
	if over := width(text) - cells; over > 0 && width(g.Name)-over >= 4 {
		g.Name = cut(g.Name, width(g.Name)-over)
		return gateText(g)
	}
	return cut(text, cells)
}

// reasonAt is why the state at the time cursor was entered.
func (s *screen) reasonAt() string {
	p := s.shownPoint()
	if p == nil {
		return ""
	}
	return fmt.Sprintf("at %s: %s %s", p.End.Clock(), p.State, s.stateReason(p.End))
}

// reasonFor is reasonAt, shorter where there is no room for it whole.
func (s *screen) reasonFor(room int) string {
	text := s.reasonAt()
	p := s.shownPoint()
	if p == nil || width(text) <= room {
		return text
	}
	text = s.stateReason(p.End) // clock and state stand above
	if width(text) <= room {
		return text
	}
	// Whole pieces of evidence, or none.
	const tail = ", ...  w all of it"
	kept, rest, _ := strings.Cut(text, ", ")
	for _, piece := range strings.Split(rest, ", ") {
		if width(kept)+2+width(piece)+width(tail) > room {
			break
		}
		kept += ", " + piece
	}
	return kept + tail
}

// stateSentence says how the chosen state can be reached from the present one.
func (s *screen) stateSentence(to model.State) string {
	view := &s.snap.State
	from := s.shownState()
	past := s.cursorPoint()
	if to == from && past != nil {
		return s.reasonAt()
	}
	if to == from && view.Overstayed {
		return s.overstay() + "; " + view.Why
	}
	if to == from {
		return fmt.Sprintf("%s since %s: %s", from, view.Since.Clock(), strings.TrimPrefix(withoutHead(view.Why), from.String()+": "))
	}
	for i := range view.Ways {
		if w := &view.Ways[i]; w.To == to && past == nil {
			text := wayText(from, w)
			for i, g := range w.Gates {
				if i > 0 {
					text += ","
				}
				text += " " + gateText(g)
			}
			return text
		}
	}
	if legal, _ := model.Legal(from, to); legal {
		return fmt.Sprintf("%c -> %c: legal", from.Letter(), to.Letter())
	}
	var by []string
	for st := range model.State(model.States) {
		if legal, _ := model.Legal(st, to); legal {
			by = append(by, st.String())
		}
	}
	return fmt.Sprintf("%c -> %c is not a legal transition: %s is entered only from %s", from.Letter(), to.Letter(), to, strings.Join(by, ", "))
}

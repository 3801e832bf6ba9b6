package ui

import (
	"fmt"
	"slices"

	"overloadtui/model"
)

// waysInOrder are the ways out of the present state, as they are read: the one into
// the state that is chosen, the nearest, the others, and last the one into unsafe.
func (s *screen) waysInOrder() []int {
	view := &s.snap.State
	order := make([]int, 0, len(view.Ways))
	take := func(fits func(i int) bool) {
		for i := range view.Ways {
			if !slices.Contains(order, i) && fits(i) {
				order = append(order, i)
			}
		}
	}
	take(func(i int) bool { return s.region == onState && view.Ways[i].To == s.state })
	take(func(i int) bool { return i == view.Nearest })
	take(func(i int) bool { return view.Ways[i].To != model.Unsafe })
	take(func(int) bool { return true })
	return order
}

// drawEvidence is the legal ways out with each gate's value against its threshold, and
// how many windows in a row each way has and needs.
func (s *screen) drawEvidence(a area) {
	view := &s.snap.State
	if p := s.cursorPoint(); p != nil {
		s.heading(a.row(0), false, "why "+p.State.String()+" at "+p.End.Clock(), "w")
		s.drawPastReason(a.part(1, 1, a.w-1, a.h-1), p)
		return
	}
	tail := "u: users get, m: mechanism"
	if a.w < 60 {
		tail = "u users m mechanism"
	}
	s.heading(a.row(0), false, "ways out of "+view.State.String(), tail)
	y := 1
	order := s.waysInOrder()
	for n, i := range order {
		way := &view.Ways[i]
		if y >= a.h || y == a.h-1 && n < len(order)-1 && len(way.Gates) > 0 {
			s.moreWays(a, len(order)-n)
			return
		}
		y = s.drawWayHead(a, y, way, i == view.Nearest)
		for j := range way.Gates {
			if y == a.h-1 && (n < len(order)-1 || j < len(way.Gates)-1) {
				left := len(way.Gates) - j
				a.text(1, y, dim, cut(fmt.Sprintf("  %s and %s more: %s", count(left, "gate"), count(len(order)-1-n, "way"), s.whereMore()), a.w-1))
				return
			}
			if y < a.h {
				s.drawEvidenceGate(a, y, &way.Gates[j])
				y++
			}
		}
		if t := s.refusedWay(way.To); t != nil && y < a.h-1 {
			a.text(3, y, dim, cut("refused at "+t.At.Clock()+": "+withoutHead(t.Why), a.w-4))
			y++
		}
	}
}

func (s *screen) moreWays(a area, n int) {
	a.text(1, a.h-1, dim, cut(fmt.Sprintf("  %s more: %s", count(n, "way"), s.whereMore()), a.w-1))
}

// whereMore is the key that shows what has no room.
func (s *screen) whereMore() string {
	if s.mode == explaining {
		return "hl another way first"
	}
	return "w"
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// drawWayHead names a way, and what it still needs: windows in a row, a person, or
// that the override that blocks it ends.
func (s *screen) drawWayHead(a area, y int, way *model.Way, nearest bool) int {
	from := s.snap.State.State
	k := plain
	if nearest {
		k = strong
	}
	text, ink := "", k
	switch o := s.blocks(from, way.To); {
	case o != nil:
		text, ink = fmt.Sprintf("x off by override %d, %s left", o.Number, age(o.Until-s.snap.Now)), alarm
	case way.Off:
		text, ink = "x switched off", alarm
	case way.Manual:
		text = "by a person only: o"
	case way.Need == 1:
		text = "at once"
	case way.Need > 1:
		text = fmt.Sprintf("windows %d/%d", way.Have, way.Need)
		if p := pips(way.Have, way.Need); p != "" && a.w >= 44 {
			text += " [" + p + "]"
		}
	}
	head := fmt.Sprintf("%c -> %c %s", from.Letter(), way.To.Letter(), way.To)
	if from != model.Unsafe && way.To == model.Unsafe {
		head = "! " + head
	} else if way.To < from {
		head = "< " + head
	} else {
		head = "> " + head
	}
	a.right(a.w-1, y, ink, text)
	a.part(0, y, a.w-2-width(text), 1).cut(1, 0, k, head)
	return y + 1
}

// blocks is the override that has switched a transition off, or nil.
func (s *screen) blocks(from, to model.State) *model.Override {
	for i := range s.snap.Control.Overrides {
		if o := &s.snap.Control.Overrides[i]; o.Kind == model.BlockWay && o.From == from && o.To == to {
			return o
		}
	}
	return nil
}

// refusedWay is the newest refusal of a transition since the present state was
// entered, or nil.
func (s *screen) refusedWay(to model.State) *model.Transition {
	log := s.snap.State.Log
	for i := len(log) - 1; i >= 0 && log[i].At >= s.snap.State.Since; i-- {
		if t := &log[i]; t.Refused && t.To == to {
			return t
		}
	}
	return nil
}

// drawEvidenceGate is a gate in a line: what it is about, a bar of its value against
// the threshold, both as words, and whether it holds. Where there is no room for all
// of it, the bar goes first, and then the end of the name, because the numbers decide.
func (s *screen) drawEvidenceGate(a area, y int, g *model.Gate) {
	verdict, k := " NO", alarm
	if g.Met {
		verdict, k = "yes", good
	}
	side := "m "
	if g.Outcome {
		side = "u "
	}
	end := a.right(a.w-1, y, k, verdict) - 1
	a.text(3, y, dim, side)
	nameCells := min(max(a.w/4, 14), 26)
	barCells := 6
	if a.w >= 60 {
		barCells = min(a.w/5, 24)
	}
	words := g.Value
	if g.Needs != "" {
		words += " " + g.Needs
	}
	bar := 5 + nameCells + 1
	free := end - bar
	m, ok := measure(g)
	switch {
	case width(words) > free:
		name := max(end-6-width(words), 8)
		a.text(5, y, plain, cut(g.Name, name))
		a.text(max(end-width(words), 6+name), y, plain, cut(words, end-6-name))
		return
	case ok && barCells+1+width(words) <= free:
		drawBar(a, bar, y, barCells, m, s.glyphs, k)
	case width(g.Name) > nameCells:
		nameCells = min(width(g.Name), end-width(words)-6)
	}
	a.text(5, y, plain, cut(g.Name, nameCells))
	x := a.right(end, y, dim, g.Needs)
	if g.Needs != "" {
		x--
	}
	a.right(x, y, plain, g.Value)
}

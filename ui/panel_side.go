package ui

import "strconv"

// drawSide is the panel beside the charts: the knobs, the reasons, the moments.
func (s *screen) drawSide(a area, p *plan) {
	if p.right == 0 {
		return
	}
	for y := range p.sideH {
		r := s.glyphs.divider
		if c := a.at(p.right-2, p.sideTop+y); c.r == s.glyphs.rule {
			r = s.glyphs.cross
		}
		a.set(p.right-1, p.sideTop+y, r, dim)
	}
	side := a.part(p.right, p.sideTop, p.w-p.right, p.sideH)
	a.set(p.right-1, p.sideTop, s.glyphs.tee, dim)
	switch {
	case s.mode == explaining && p.explains():
		s.drawWhy(side)
		return
	case s.mode == trying && p.explains():
		s.drawTry(side)
		return
	}
	s.drawKnobs(side.part(0, 0, side.w, p.knobsH))
	if p.whyH > 0 {
		s.drawWays(side.part(0, p.knobsH, side.w, p.whyH))
	}
	if p.momentsH > 0 {
		s.drawMoments(side.part(0, p.knobsH+p.whyH, side.w, p.momentsH))
	}
}

// drawMoments is the list of what happened, newest at the bottom.
func (s *screen) drawMoments(a area) {
	focused := s.region == onMoments
	all := s.moments()
	tail := ""
	if len(all) > 0 {
		tail = strconv.Itoa(len(all))
	}
	s.heading(a.row(0), focused, "moments", tail)
	rows := a.h - 1
	if len(all) == 0 {
		if rows > 0 {
			a.text(1, 1, dim, cut("a change makes one; m marks one", a.w-1))
		}
		return
	}
	last := len(all)
	if focused {
		// Keep the chosen one in sight.
		last = min(last, max(len(all)-s.moment-1+max(rows/2, 1), rows))
	}
	first := max(last-rows, 0)
	spare := rows - (last - first) // for what is longer than a line
	y := 1
	for i := first; i < last; i++ {
		m := &all[i]
		row := a.row(y)
		y++
		k := plain
		if focused && i == len(all)-1-s.moment {
			row.set(0, 0, '>', strong)
			k = strong
		}
		row.text(1, 0, changed, m.sign())
		clock := m.at.Clock()
		if a.w < 40 {
			clock = clock[:max(len(clock)-2, 0)]
		}
		x := row.text(5, 0, dim, clock) + 1
		room := a.w - x
		text, short, who := m.text, m.within(room), m.who
		switch {
		case m.number == 0 && m.why != "" && room >= 36:
			text, who = m.sentence(), "" // the evidence says more than that it was automatic
			short = text
		case m.why != "" && room > width(m.why)+width(who):
			text = m.why
		}
		if who != "" && room > min(width(text), width(short))+width(who) {
			row.right(a.w, 0, dim, who)
		}
		s.hit(row, hitMoment, len(all)-1-i)
		lines := wrap(text, room)
		if len(lines) < 2 || len(lines)-1 > spare {
			if width(text) > room {
				text = short
			}
			row.cut(x, 0, k, text)
			continue
		}
		spare -= len(lines) - 1
		row.text(x, 0, k, lines[0])
		for _, line := range lines[1:] {
			a.text(x, y, k, line)
			y++
		}
	}
}

package ui

import "fmt"

// drawLog is what happened in control and by whom, each with its sentence, newest at
// the bottom.
func (s *screen) drawLog(a area) {
	focused := s.region == onMoments
	all := s.moments()
	chosen := len(all) - 1 - s.moment
	rows := a.h - 1
	last := len(all)
	if s.moment > 0 || focused || s.time.held {
		last = min(last, max(chosen+1+rows/3, rows))
	}
	first := max(last-rows, 0)
	tail := ""
	if len(all) > rows {
		tail = fmt.Sprintf("%d-%d of %d  {} go there", first+1, last, len(all))
	}
	s.heading(a.row(0), focused, "log: transitions, actions, orders", tail)
	if len(all) == 0 {
		a.text(1, 1, dim, cut("nothing has happened yet", a.w-1))
		return
	}
	for i := first; i < last; i++ {
		m := &all[i]
		row := a.row(1 + i - first)
		k := plain
		if i == chosen && (focused || s.time.held) {
			row.set(0, 0, '>', strong)
			k = strong
		}
		s.hit(row, hitMoment, len(all)-1-i)
		x := row.text(1, 0, dim, m.at.Clock()) + 1
		kind := m.kind.String()
		if a.w >= 60 {
			x = row.text(x, 0, kindInk(m), pad(kind, 10)) + 1
		} else {
			x = row.text(x, 0, kindInk(m), kind[:3]) + 1
		}
		text := m.full()
		if m.number > 0 {
			text = m.sign() + " " + text
		}
		if by := m.who; by != "" && by != "automatic" && x+width(text)+width(by)+3 < a.w {
			row.right(a.w-1, 0, dim, by)
		}
		row.part(0, 0, a.w-1, 1).cut(x, 0, k, text)
	}
}

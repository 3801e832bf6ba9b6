package ui

import (
	"strconv"

	"overloadtui/model"
	"overloadtui/ui/chart"
	"overloadtui/ui/slider"
)

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
	if s.mode == explaining && p.explains() {
		s.drawWhy(side)
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

// drawOverlay shows the knobs over the charts where there is no room beside them.
func (s *screen) drawOverlay(a area) {
	a.blank()
	s.drawKnobs(a)
}

// headings is how many lines the names of the knobs' owners take.
func (ks *knobs) headings() int {
	if !ks.grouped {
		return 0
	}
	n, last := 0, ""
	for _, i := range ks.shown {
		if g := ks.all[i].Group; g != last {
			n, last = n+1, g
		}
	}
	return n
}

// drawKnobs is the list of sliders, by a loop over what the scenario declares.
func (s *screen) drawKnobs(a area) {
	ks := &s.knobs
	focused := s.region == onKnobs
	tail := ""
	if n := ks.changedCount(); n > 0 {
		tail = strconv.Itoa(n) + " changed"
	}
	title := "knobs"
	if ks.filter != "" {
		title = "knobs /" + ks.filter
	}
	type line struct {
		heading string
		at      int // of shown
	}
	var list []line
	chosen, last := 0, ""
	for n, i := range ks.shown {
		if g := ks.all[i].Group; ks.grouped && g != last {
			list, last = append(list, line{heading: g}), g
		}
		if n == ks.at {
			chosen = len(list)
		}
		list = append(list, line{at: n})
	}
	rows := a.h - 1
	if rows < 1 {
		s.heading(a.row(0), focused, title, tail)
		return
	}
	ks.top = min(max(ks.top, chosen-rows+1), chosen)
	ks.top = min(ks.top, max(len(list)-rows, 0))
	if hidden := len(list) - rows; hidden > 0 {
		tail = strconv.Itoa(ks.at+1) + "/" + strconv.Itoa(len(ks.shown)) + "  " + tail
	}
	s.heading(a.row(0), focused, title, trimRight(tail))
	if len(list) == 0 {
		a.text(1, 1, dim, "no knob has that in its name; esc")
	}
	for y := range rows {
		if ks.top+y >= len(list) {
			break
		}
		l := list[ks.top+y]
		if l.heading != "" {
			a.text(1, 1+y, dim, l.heading)
			continue
		}
		row := a.row(1 + y)
		s.drawKnob(row, &ks.all[ks.shown[l.at]], focused && l.at == ks.at)
		s.hit(row, hitKnob, l.at)
	}
}

func trimRight(text string) string {
	for len(text) > 0 && text[len(text)-1] == ' ' {
		text = text[:len(text)-1]
	}
	return text
}

// valueWidth is the cells of a value; longer ones are rare and are cut.
const valueWidth = 9

// drawKnob is one slider:
//
//	>load    [==|O---]    120 /s*
//	>offered load       0 [====|O--------] 300      120 /s *
func (s *screen) drawKnob(a area, k *knob, chosen bool) {
	low, high, _ := k.Slider()
	wide := a.w >= 50
	name, nameWidth := s.knobs.name(k), min(max(s.knobs.shortWidth, 6), 12)
	if wide {
		name, nameWidth = k.Label, min(max(s.knobs.longWidth, 8), max(a.w-39, 12)) // the slider keeps 14 cells
	}
	nameInk := plain
	if chosen {
		nameInk = strong
		a.set(0, 0, '>', strong)
	}
	x := a.text(1, 0, nameInk, pad(name, nameWidth)) + 1
	end := a.w - valueWidth - 2
	if wide {
		x = a.text(x, 0, dim, padLeft(endText(k, low), 5)) + 1
		end -= 7
	}
	bar := slider.Slider{Low: low, High: high, Default: k.Initial, Now: k.Now, Pending: k.pending, Target: k.target}
	set := slider.Unicode
	if s.glyphs.chart == chart.ASCII {
		set = slider.ASCII
	}
	barInk := plain
	switch {
	case k.refused:
		barInk = alarm
	case k.wanted() != k.Initial:
		barInk = changed
	case !chosen:
		barInk = dim
	}
	if end-x >= 5 {
		for i, r := range bar.Text(end-x, set) {
			a.set(x+i, 0, r, barInk)
		}
	}
	if wide {
		a.text(end+1, 0, dim, endText(k, high))
		end += 7
	}
	a.right(end+valueWidth+1, 0, nameInk, cut(k.Format(k.wanted()), valueWidth))
	mark := ' '
	switch {
	case k.refused:
		mark = '!'
	case k.pending:
		mark = '>'
	case k.Now != k.Initial:
		mark = '*'
	}
	a.set(end+valueWidth+1, 0, mark, barInk)
}

// endText is an end of a slider, without its unit.
func endText(k *knob, v float64) string {
	if len(k.Choices) > 0 {
		return ""
	}
	return chart.Label(v, 6)
}

// drawKnobChoice is the detail line of the chosen knob.
func (s *screen) drawKnobChoice(a area) {
	k, ok := s.knobs.chosen()
	if !ok {
		return
	}
	low, high, step := k.Slider()
	x := a.text(0, 0, strong, "> "+k.Label+" "+k.Format(k.wanted()))
	text := "  " + k.Range()
	if len(k.Choices) == 0 {
		text = "  " + model.Group(low) + ".." + model.Group(high) + " step " + model.Group(step)
	}
	text += "  default " + k.Format(k.Initial)
	if s.knobs.grouped {
		text += "  of " + k.Group
	}
	a.cut(x, 0, plain, text)
	tail := "  = type it"
	if a.w-x-width(text) > width(k.Doc)+width(tail)+2 {
		a.text(x+width(text)+2, 0, dim, k.Doc)
	}
	if a.w-x-width(text) >= width(tail) {
		a.right(a.w, 0, dim, tail)
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
	for i := first; i < last; i++ {
		m := &all[i]
		row := a.row(1 + i - first)
		k := plain
		if focused && i == len(all)-1-s.moment {
			row.set(0, 0, '>', strong)
			k = strong
		}
		signInk := changed
		row.text(1, 0, signInk, m.sign())
		clock := m.at.Clock()
		if a.w < 40 {
			clock = m.at.Clock()[:max(len(clock)-2, 0)]
		}
		x := row.text(5, 0, dim, clock) + 1
		room := a.w - x
		text, who := m.text, m.who
		switch {
		case m.number == 0 && m.why != "" && room >= 36:
			text, who = m.sentence(), "" // the evidence says more than that it was automatic
		case m.why != "" && room > width(m.why)+width(who):
			text = m.why
		}
		if who != "" && room > width(text)+width(who) {
			row.right(a.w, 0, dim, who)
		}
		row.cut(x, 0, k, text)
		s.hit(row, hitMoment, len(all)-1-i)
	}
}

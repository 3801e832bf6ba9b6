package ui

import (
	"strconv"
	"strings"

	"overloadtui/model"
	"overloadtui/ui/chart"
	"overloadtui/ui/slider"
)

// drawOverlay shows the knobs over the charts where there is no room beside them.
func (s *screen) drawOverlay(a area) {
	a.blank()
	s.drawKnobs(a)
}

// drawKnobs is the list of sliders, by a loop over what the scenario declares.
func (s *screen) drawKnobs(a area) {
	ks := &s.knobs
	focused := s.region == onKnobs
	title, tail := "knobs", ""
	var then map[string]float64
	if p := s.cursorPoint(); p != nil {
		title, then = "knobs at "+p.End.Clock(), s.valuesAt(p)
	}
	if ks.filter != "" {
		title += " /" + ks.filter
	}
	if n := ks.changedCount(); n > 0 && then == nil {
		tail = strconv.Itoa(n) + " changed"
	}
	rows := a.h - 1
	if rows < 1 {
		s.heading(a.row(0), focused, title, tail)
		return
	}
	first := ks.at
	if first > 0 && ks.rows[first-1].knob < 0 && rows > 1 {
		first-- // a knob comes into sight with the heading above it
	}
	ks.top = min(max(ks.top, ks.at-rows+1), first)
	ks.top = max(min(ks.top, len(ks.rows)-rows), 0)
	if len(ks.rows) > rows {
		tail = strings.TrimSpace(strconv.Itoa(ks.at+1) + "/" + strconv.Itoa(len(ks.rows)) + "  " + tail)
	}
	s.heading(a.row(0), focused, title, tail)
	if len(ks.rows) == 0 {
		a.cut(1, 1, dim, "no knob has that in a name; esc shows all")
	}
	for y := range rows {
		at := ks.top + y
		if at >= len(ks.rows) {
			break
		}
		row, r := a.row(1+y), ks.rows[at]
		chosen := focused && at == ks.at
		if r.knob < 0 {
			s.drawHeading(row, r, chosen)
		} else {
			k := &ks.all[r.knob]
			if then != nil {
				k = k.asItWas(then[k.Path])
			}
			s.drawKnob(row, k, chosen)
		}
		if r.rests() {
			s.hit(row, hitKnob, at)
		}
	}
}

// drawHeading is the name of an owner, and how many of its knobs are folded away.
func (s *screen) drawHeading(a area, r knobRow, chosen bool) {
	k := dim
	if chosen {
		k = strong
		a.set(0, 0, '>', strong)
	}
	x := a.text(1, 0, k, r.owner)
	if r.folded == 0 {
		return
	}
	tail := strconv.Itoa(r.folded) + " more +"
	if s.knobs.open[r.owner] {
		tail = "less -"
	}
	if x+width(tail) < a.w-1 {
		a.right(a.w-1, 0, k, tail)
	}
}

// valueWidth is the cells of most values, mostValueWidth those of the longest; what is
// longer still is cut here and whole on the detail line.
const (
	valueWidth     = 9
	mostValueWidth = 12
)

// drawKnob is one slider:
//
//	>load    [==|O---]    120 /s*
//	>offered load       0 [====|O--------] 300      120 /s *
func (s *screen) drawKnob(a area, k *knob, chosen bool) {
	low, high, _ := k.Slider()
	wide := a.w >= 50
	most := 12
	if len(s.knobs.only) > 0 {
		most = 14 // names of more than one owner, without headings
	}
	name, nameWidth := s.knobs.name(k), min(max(s.knobs.shortWidth, 6), most)
	if wide {
		name, nameWidth = s.knobs.label(k), min(max(s.knobs.longWidth, 8), max(a.w-39, 12)) // the slider keeps 14 cells
	}
	nameInk := plain
	if chosen {
		nameInk = strong
		a.set(0, 0, '>', strong)
	}
	x := a.text(1, 0, nameInk, pad(name, nameWidth)) + 1
	value := k.Format(k.wanted())
	values := max(valueWidth, width(value))
	for _, c := range k.Choices {
		values = max(values, width(c))
	}
	values = min(values, mostValueWidth)
	end := a.w - values - 2 // a long value takes its room from the slider
	if wide {
		x = a.text(x, 0, dim, padLeft(endText(k, low), 5)) + 1
		end = a.w - valueWidth - 9 // or from where the slider's end would be written
	}
	bar := slider.Slider{Low: low, High: high, Default: k.Initial, Now: k.Now, Pending: k.pending, Target: k.target, Choices: len(k.Choices)}
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
	value = cut(value, values)
	if text := endText(k, high); wide && end+1+width(text) < a.w-1-width(value) {
		a.text(end+1, 0, dim, text)
	}
	a.right(a.w-1, 0, nameInk, value)
	mark := ' '
	switch {
	case k.refused:
		mark = '!'
	case k.pending:
		mark = '>'
	case k.Now != k.Initial:
		mark = '*'
	}
	a.set(a.w-1, 0, mark, barInk)
}

// endText is an end of a slider, without its unit.
func endText(k *knob, v float64) string {
	if len(k.Choices) > 0 {
		return ""
	}
	if text := model.Group(v); width(text) <= 6 {
		return text
	}
	return chart.Label(v, 6)
}

// drawKnobChoice is the detail line of the chosen knob.
func (s *screen) drawKnobChoice(a area) {
	k, ok := s.knobs.chosen()
	if !ok {
		s.drawFoldChoice(a)
		return
	}
	low, high, step := k.Slider()
	parts := []string{k.Range(), "default " + k.Format(k.Initial)}
	if len(k.Choices) == 0 {
		parts[0] = model.Group(low) + ".." + model.Group(high) + " step " + model.Group(step)
	}
	x := a.text(0, 0, strong, "> "+k.Label+" "+k.Format(k.wanted()))
	put := func(text string, ink ink) bool {
		if x+2+width(text) > a.w {
			return false
		}
		x = a.text(x+2, 0, ink, text)
		return true
	}
	for _, part := range parts {
		if !put(part, plain) {
			return
		}
	}
	tail := "= type it"
	if len(k.Choices) == 0 && k.Max > high {
		tail = "= type up to " + model.Group(k.Max)
	}
	if x+2+width(tail) > a.w {
		return
	}
	a.right(a.w, 0, dim, tail)
	a.w -= width(tail) + 2
	if s.knobs.grouped || s.knobs.filter != "" {
		put("of "+k.Group, plain)
	}
	put(k.Doc, dim)
}

// drawFoldChoice is the detail line of the chosen heading: what is folded away there.
func (s *screen) drawFoldChoice(a area) {
	r, ok := s.knobs.fold()
	if !ok {
		return
	}
	var labels []string
	for i := range s.knobs.all {
		if k := &s.knobs.all[i]; k.Group == r.owner && s.knobs.folds(k, place{}) {
			labels = append(labels, k.Label)
		}
	}
	tail := "  enter shows them"
	if s.knobs.open[r.owner] {
		tail = "  enter folds them away"
	}
	x := a.text(0, 0, strong, "> "+r.owner+": ")
	room := a.w - x
	if room > 2*width(tail) {
		room = a.right(a.w, 0, dim, tail) - x
	}
	a.text(x, 0, plain, cut(strings.Join(labels, ", "), room))
}

package ui

import (
	"strings"

	"overloadtui/model"
)

// chosenMetric is the metric of the figures that the focus is on.
func (s *screen) chosenMetric() string {
	return headline[min(max(s.number, 0), len(headline)-1)]
}

// figure is a headline metric as text: the value at the cursor or of the newest
// window. What waits now is known without waiting for the window's end.
func (s *screen) figure(m *model.Metric) string {
	if m.Name == "queue_depth_ops" && !s.time.held {
		return number(float64(s.snap.Live.Queue), 0)
	}
	if p := s.shownPoint(); p != nil {
		return metricText(m, p)
	}
	return "-"
}

// drawFigures is the numbers of the window that is shown, what is known of this
// instant, and the classes of work.
func (s *screen) drawFigures(a area, p *plan) {
	if p.figures >= 0 {
		rows := 2
		if p.big {
			rows = 5
		}
		s.drawHeadline(a.part(0, p.figures, a.w, rows), p)
	}
	if p.instant >= 0 {
		s.drawInstant(a.row(p.instant))
	}
	if p.classesH > 0 {
		s.drawClasses(a.part(0, p.classes, a.w, p.classesH))
	}
}

func (s *screen) drawHeadline(a area, p *plan) {
	title := "no window yet"
	tail := ""
	if w := s.shownPoint(); w != nil {
		title = "this window (" + w.Span().String() + ") " + w.Start.Clock() + " - " + w.End.Clock()
		since := model.FindMetric("goodput_since_start_per_s")
		tail = since.Label + " " + metricText(since, w) + " " + unitText(since.Unit)
		if s.time.held {
			title = "window at the cursor (" + w.Span().String() + ") " + w.Start.Clock() + " - " + w.End.Clock()
		}
	}
	focused := s.region == onNumbers
	s.heading(a.row(0), focused, title, tail)
	column := a.w / len(p.numbers)
	for i, name := range p.numbers {
		m := model.FindMetric(name)
		cell := a.part(i*column, 1, column, a.h-1)
		s.hit(cell, hitNumber, i)
		label := m.Label
		if !p.big && width(label)+9 > column {
			label = shortLabel(label, column-9)
		}
		chosen := focused && i == min(s.number, len(p.numbers)-1)
		k := plain
		if chosen {
			k = strong
			cell.set(0, 0, '>', strong)
		}
		value, unit := s.figure(m), unitText(m.Unit)
		ink := figureInk(name)
		if p.big {
			x := cell.text(1, 0, k, label)
			cell.text(x+1, 0, dim, unit)
			drawDigits(cell.part(1, 1, cell.w-2, 3), value, ink)
			continue
		}
		x := cell.text(1, 0, k, label)
		x = cell.text(x+1, 0, ink, value)
		cell.text(x, 0, dim, " "+unit)
	}
}

// shortLabel cuts a label at a word, or else anywhere.
func shortLabel(label string, n int) string {
	if first, _, found := strings.Cut(label, " "); found && width(first) <= n {
		return first
	}
	return strings.TrimRight(string([]rune(label)[:max(min(n, width(label)), 1)]), " ")
}

func figureInk(name string) ink {
	switch name {
	case "goodput_per_s":
		return good
	case "wasted_pct":
		return wasted
	case "amplification_ratio":
		return attempts
	case "queue_depth_ops":
		return queue
	case "rejected_per_s":
		return rejected
	}
	return strong
}

// segments are digits of three rows, of strokes that every font has.
var segments = map[rune][3]string{
	'0': {" _ ", "| |", "|_|"}, '1': {"   ", "  |", "  |"}, '2': {" _ ", " _|", "|_ "},
	'3': {" _ ", " _|", " _|"}, '4': {"   ", "|_|", "  |"}, '5': {" _ ", "|_ ", " _|"},
	'6': {" _ ", "|_ ", "|_|"}, '7': {" _ ", "  |", "  |"}, '8': {" _ ", "|_|", "|_|"},
	'9': {" _ ", "|_|", " _|"}, '-': {"   ", " _ ", "   "}, '.': {" ", " ", "."}, ',': {" ", " ", ","},
}

// drawDigits writes a number in large digits, or in a plain line where there is no
// room for them.
func drawDigits(a area, value string, k ink) {
	need := 0
	for _, r := range value {
		seg, ok := segments[r]
		if !ok {
			need = a.w + 1
			break
		}
		need += len(seg[0])
	}
	if need > a.w || a.h < 3 {
		a.text(0, min(1, a.h-1), k, value)
		return
	}
	x := 0
	for _, r := range value {
		seg := segments[r]
		for y, part := range seg {
			a.text(x, y, k, part)
		}
		x += len(seg[0])
	}
}

// drawInstant is what is true now, between the ends of windows.
func (s *screen) drawInstant(a area) {
	l := &s.snap.Live
	x := a.text(1, 0, dim, "now  ")
	put := func(label string, value string, unit string) {
		x = a.text(x, 0, dim, label+" ")
		x = a.text(x, 0, plain, padLeft(value, 6))
		x = a.text(x, 0, dim, unit+"   ")
	}
	put("waiting", number(float64(l.Queue), 0), "")
	put("in service", number(float64(l.InService), 0), "")
	put("oldest waits", age(l.Age), "")
	put("in flight", number(float64(l.InFlight), 0), "")
	x = a.text(x, 0, dim, "  open window  ")
	put("offered", number(float64(l.Partial.Offered), 0), "")
	put("good", number(float64(l.Partial.Good), 0), "")
	if a.w >= 150 {
		put("rejected", number(float64(l.Partial.Rejected), 0), "")
		put("wasted", number(float64(l.Partial.Wasted), 0), "")
	}
}

// classColumns are the counts of a class in a window.
var classColumns = []struct {
	name string
	of   func(*model.Counts) int64
}{
	{"offered", func(c *model.Counts) int64 { return c.Offered }},
	{"attempts", func(c *model.Counts) int64 { return c.Attempts }},
	{"admitted", func(c *model.Counts) int64 { return c.Admitted }},
	{"rejected", func(c *model.Counts) int64 { return c.Rejected }},
	{"expired", func(c *model.Counts) int64 { return c.Expired }},
	{"evicted", func(c *model.Counts) int64 { return c.Evicted }},
	{"good", func(c *model.Counts) int64 { return c.Good }},
	{"late", func(c *model.Counts) int64 { return c.Late }},
}

// drawClasses is a table of rates by class of work.
func (s *screen) drawClasses(a area) {
	p := s.shownPoint()
	if p == nil {
		return
	}
	x := a.text(1, 0, dim, pad("class, per s", 16))
	for _, c := range classColumns {
		x = a.text(x, 0, dim, padLeft(c.name, 11))
	}
	a.text(x, 0, dim, padLeft("p99 ms", 11))
	put := func(y int, name string, counts *model.Counts, p99 model.Millis) {
		x := a.text(1, y, plain, pad(name, 16))
		for _, c := range classColumns {
			x = a.text(x, y, plain, padLeft(number(p.PerSecond(c.of(counts)), 1), 11))
		}
		a.text(x, y, plain, padLeft(number(float64(p99), 0), 11))
	}
	put(1, "all", &p.Counts, p.P99)
	for i := range p.Classes {
		if i < len(s.snap.Scenario.Classes) {
			put(2+i, s.snap.Scenario.Classes[i].Name, &p.Classes[i].Counts, p.Classes[i].P99)
		}
	}
}

package ui

import (
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// chosenMetric is the metric of the figures that the focus is on.
func (s *screen) chosenMetric() string {
	return headline[min(max(s.number, 0), len(headline)-1)]
}

// figure is a headline metric as text: of the window at the cursor or of the newest.
func (s *screen) figure(m *model.Metric) string {
	if p := s.shownPoint(); p != nil {
		return metricText(m, p)
	}
	return "-"
}

// drawFigures is the numbers of the window that is shown, as a whole and in parts, and
// what is known of this instant.
func (s *screen) drawFigures(a area, p *plan) {
	if p.figures >= 0 {
		rows := 2
		if p.big {
			rows = 5
		}
		s.drawHeadline(a.part(0, p.figures, a.w, rows), p)
	}
	if p.servicesH > 0 {
		s.drawServices(a.part(0, p.services, a.w, p.servicesH))
	}
	if p.tableH > 0 {
		s.drawTable(a.part(0, p.table, a.w, p.tableH))
	}
	if p.reasons >= 0 {
		s.drawReasons(a.row(p.reasons))
	}
	if p.worked >= 0 {
		s.drawWorked(a.row(p.worked))
	}
	if p.instant >= 0 {
		s.drawInstant(a.row(p.instant))
	}
}

// stamp is an end of a window, to the millisecond where windows are that short.
func stamp(at model.Millis, w *model.Point) string {
	if w.Span() >= 100 || at >= 60*model.Minute {
		return at.Clock()
	}
	minutes := math.Floor(float64(at / model.Minute))
	return fmt.Sprintf("%02.0f:%06.3f", minutes, float64(at)/1000-60*minutes)
}

func (s *screen) drawHeadline(a area, p *plan) {
	title, tail := "no window yet", ""
	if w := s.shownPoint(); w != nil {
		title = "this window"
		if s.time.held {
			title = "window at cursor"
		}
		title += " (" + w.Span().String() + ") " + stamp(w.Start, w) + " - " + stamp(w.End, w)
		if a.w >= 80 {
			title += ", per s"
		}
		since := model.FindMetric("goodput_since_start_per_s")
		tail = since.Label + " " + metricText(since, w)
	}
	focused := s.region == onNumbers
	s.heading(a.row(0), focused, title, tail)
	widths, labels := figureWidths(p)
	x := 0
	for i, name := range p.numbers {
		m := model.FindMetric(name)
		cell := a.part(x, 1, widths[i], a.h-1)
		x += widths[i]
		s.hit(cell, hitNumber, i)
		k := plain
		if focused && i == s.number {
			k = strong
			cell.set(0, 0, '>', strong)
		}
		value := s.figure(m)
		if p.big {
			at := cell.text(1, 0, k, labels[i])
			cell.text(at+1, 0, dim, unitText(m.Unit))
			drawDigits(cell.part(1, 1, cell.w-2, 3), value, figureInk(name), s.glyphs.chart)
			continue
		}
		at := cell.text(1, 0, k, labels[i])
		at = cell.text(at+1, 0, figureInk(name), value)
		if m.Unit == model.Percent {
			cell.text(at, 0, dim, "%")
		}
	}
}

// figureWidths divides a line among the figures by what they need, so that nothing
// moves when a number gets longer. Where the labels do not fit, they are shortened.
func figureWidths(p *plan) (widths []int, labels []string) {
	widths, labels = make([]int, len(p.numbers)), make([]string, len(p.numbers))
	fit := func(short func(string) string) bool {
		total := 0
		for i, name := range p.numbers {
			m := model.FindMetric(name)
			labels[i] = short(m.Label)
			widths[i] = 1 + width(labels[i]) + 1 + valueCells(m)
			total += widths[i]
		}
		for i := range widths {
			widths[i] += max(p.w-total, 0) / len(widths)
		}
		return total <= p.w
	}
	whole := func(label string) string { return label }
	word := func(label string) string { first, _, _ := strings.Cut(label, " "); return first }
	if fit(whole) || fit(word) {
		return widths, labels
	}
	for n := 8; n > 1; n-- {
		if fit(func(label string) string { return string([]rune(label)[:min(n, width(label))]) }) {
			break
		}
	}
	return widths, labels
}

// valueCells is how many cells the values of a metric usually take.
func valueCells(m *model.Metric) int {
	switch m.Unit {
	case model.Ratio:
		return 5
	case model.PerSecond:
		return 7
	}
	return 6
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

// strokes are digits of three rows for terminals with letters only.
var strokes = map[rune][3]string{
	'0': {" _ ", "| |", "|_|"}, '1': {"   ", "  |", "  |"}, '2': {" _ ", " _|", "|_ "},
	'3': {" _ ", " _|", " _|"}, '4': {"   ", "|_|", "  |"}, '5': {" _ ", "|_ ", " _|"},
	'6': {" _ ", "|_ ", "|_|"}, '7': {" _ ", "  |", "  |"}, '8': {" _ ", "|_|", "|_|"},
	'9': {" _ ", "|_|", " _|"}, '-': {"   ", " _ ", "   "}, '.': {" ", " ", "."}, ',': {" ", " ", ","},
}

// blocks are digits of three rows of half blocks.
var blocks = map[rune][3]string{
	'0': {"█▀█", "█ █", "▀▀▀"}, '1': {" ▀█", "  █", "  ▀"}, '2': {"▀▀█", "█▀▀", "▀▀▀"},
	'3': {"▀▀█", " ▀█", "▀▀▀"}, '4': {"█ █", "▀▀█", "  ▀"}, '5': {"█▀▀", "▀▀█", "▀▀▀"},
	'6': {"█▀▀", "█▀█", "▀▀▀"}, '7': {"▀▀█", "  █", "  ▀"}, '8': {"█▀█", "█▀█", "▀▀▀"},
	'9': {"█▀█", "▀▀█", "▀▀▀"}, '-': {"   ", "▀▀▀", "   "}, '.': {" ", " ", "▀"}, ',': {" ", " ", "▌"},
}

// drawDigits writes a number in large digits, or in a plain line where there is no
// room for them.
func drawDigits(a area, value string, k ink, set chart.Glyphs) {
	font := blocks
	if set == chart.ASCII {
		font = strokes
	}
	need := 0
	for _, r := range value {
		need += width(font[r][0]) + 1
	}
	if need > a.w || a.h < 3 {
		a.text(0, min(1, a.h-1), k, value)
		return
	}
	x := 0
	for _, r := range value {
		for y, part := range font[r] {
			a.text(x, y, k, part)
		}
		x += width(font[r][0]) + 1
	}
}

// drawInstant is what is true now, between the ends of windows.
func (s *screen) drawInstant(a area) {
	l := &s.snap.Live
	x := a.text(1, 0, dim, "now")
	put := func(label string, value string) {
		if x+width(label)+9 > a.w {
			x = a.w
			return
		}
		x = a.text(x+2, 0, dim, label)
		x = a.text(x, 0, plain, padLeft(value, 6))
	}
	put("waiting", number(float64(l.Queue), 0))
	put("in service", number(float64(l.InService), 0))
	put("oldest waits", age(l.Age))
	put("in flight", number(float64(l.InFlight), 0))
	x = a.text(x+2, 0, dim, "  open window:")
	put("offered", number(float64(l.Partial.Offered), 0))
	put("good", number(float64(l.Partial.Good), 0))
	put("rejected", number(float64(l.Partial.Rejected), 0))
	put("wasted", number(float64(l.Partial.Wasted), 0))
	if s.snap.Control.On {
		put("overrides", number(float64(len(s.snap.Control.Overrides)), 0))
	}
}

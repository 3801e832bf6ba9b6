package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"overloadtui/model"
)

// draw makes the picture of the screen at its present size: exactly w x h cells.
func (s *screen) draw() *sheet {
	if s.sheet == nil || s.sheet.w != s.w || s.sheet.h != s.h {
		s.sheet = newSheet(max(s.w, 0), max(s.h, 0))
	}
	s.sheet.clear()
	s.hits = s.hits[:0]
	a := s.sheet.all()
	p := planFor(s)
	if !p.has(s.region) {
		s.region = p.regions[0]
	}
	if !s.chosenState {
		s.state = s.shownState()
	}
	switch {
	case p.line:
		s.drawFigure(a)
	case p.small:
		s.drawSmall(a, &p)
	default:
		s.drawTitle(a.row(0))
		views[s.view].draw(s, a, &p)
		s.drawFooter(a.row(p.footer))
		s.drawDetail(a, &p)
		s.spillVerdict(a, &p)
	}
	return s.sheet
}

// drawLive is the dashboard.
func (s *screen) drawLive(a area, p *plan) {
	s.drawState(a, p)
	body := a.part(0, p.charts[0].y, p.w, p.detail-p.charts[0].y)
	body.h -= p.messageH
	beside := p.explains() && (s.mode == explaining || s.mode == trying)
	if !beside && s.drawCover(body) {
		return
	}
	s.drawCharts(a, p)
	s.drawSide(a, p)
	s.drawFigures(a, p)
	if s.overlay && p.overlay {
		s.drawOverlay(body)
	}
}

// drawCover draws what is up in the place of the panels, and says whether anything is.
func (s *screen) drawCover(body area) bool {
	switch s.mode {
	case helping:
		s.drawHelp(body)
	case explaining:
		s.drawWhy(body)
	case trying:
		s.drawTry(body)
	case reading:
		s.drawCommand(body)
	case ordering:
		s.drawOrder(body)
	case papering:
		s.drawPapers(body)
	default:
		return false
	}
	return true
}

// drawTitle names the screens, what is run, and how its clock goes.
func (s *screen) drawTitle(a area) {
	snap := s.snap
	status, k := "> run ", calmState
	switch {
	case snap.Err != nil:
		status, k = "! stopped ", alarm
	case snap.Paused:
		status, k = "= paused ", changed
	}
	clock := snap.Now.Clock()
	pace := fmt.Sprintf("%-5s  ", speedText(snap.Speed))
	tails := []string{status + pace + "t " + clock + " ", status + speedText(snap.Speed) + " t " + clock + " ", status + "t " + clock + " ", status + clock + " "}
	if p := s.cursorPoint(); p != nil {
		at, live := "AT "+p.End.Clock(), fmt.Sprintf("[%c] ", snap.State.State.Letter())
		tails = []string{status + pace + at + "  live " + clock + " " + live, status + at + "  live " + live, at + "  live " + live, at + " "}
	}
	if snap.Lag >= 250 && !snap.Paused && snap.Speed > 0 {
		tails = append([]string{fmt.Sprintf("lag %s s  ", number(snap.Lag.Seconds(), 1)) + tails[0]}, tails...)
	}
	tabs, tail := s.fitTabs(a.w, width(snap.Scenario.Name), tails)
	x := a.right(a.w, 0, plain, tail)
	if i := strings.Index(tail, status); i >= 0 {
		a.text(x+i, 0, k, status)
	}
	left := a.part(0, 0, x-1, 1)
	at := s.drawTabs(left, tabs) + 1
	at = left.text(at, 0, strong, cut(snap.Scenario.Name, left.w-at))
	for _, text := range []string{"seed " + strconv.FormatUint(snap.Seed, 10), snap.Scenario.Title} {
		if left.w-at < width(text)+3 {
			break
		}
		at = left.text(at+2, 0, dim, text)
	}
}

// heading is a rule with a title at its left and, if there is room, a value at its
// right. It gives the column after the title.
func (s *screen) heading(a area, focused bool, title string, tail string) int {
	a.fill(0, s.glyphs.rule, dim)
	k := plain
	if focused {
		k = strong
	}
	end := a.w - 1
	if tail != "" && width(title)+width(tail)+7 <= a.w {
		end = a.right(a.w-1, 0, strong, " "+tail+" ")
	}
	a = a.part(0, 0, end, 1)
	mark := " "
	if focused {
		mark = ">"
	}
	x := a.text(1, 0, k, mark+title)
	return a.text(x, 0, plain, " ")
}

// drawFooter offers keys. An item stands whole or not at all.
func (s *screen) drawFooter(a area) {
	x := 0
	for i, item := range s.footItems() {
		gap := 2
		if i == 0 {
			gap = 0
		}
		if x+gap+width(item) > a.w {
			break
		}
		keys, words, _ := strings.Cut(item, " ")
		x = a.text(x+gap, 0, strong, keys)
		x = a.text(x, 0, dim, " "+words)
	}
}

// drawSmall is the screen below 40 x 12: the state, the figure, a curve.
func (s *screen) drawSmall(a area, p *plan) {
	body := a.part(0, 1, a.w, a.h-2)
	switch {
	case s.drawCover(body):
	case s.overlay:
		s.drawOverlay(body)
	default:
		views[s.view].small(s, body)
	}
	state := s.shownState()
	x := a.text(0, 0, stateInks[state], "["+string(state.Letter())+" "+strings.ToUpper(state.String())+"]")
	for _, text := range []string{s.snap.Now.Clock(), s.pace()} {
		if x+1+width(text) <= a.w {
			x = a.text(x+1, 0, plain, text)
		}
	}
	s.drawFooter(a.row(p.footer))
	detail := a.h - 2
	switch {
	case s.mode == typing:
		a.row(detail).blank()
		s.drawLine(a.row(detail))
		s.drawLineError(a, detail)
	case s.mode == asking:
		s.drawQuestion(a, detail)
	case s.detail != "" && s.refused:
		tell(a, detail, alarm, "! ", s.detail)
	case s.detail != "":
		tell(a, detail, plain, "", s.detail)
	case s.notice != "":
		tell(a, detail, changed, "", s.notice)
	}
}

// drawLiveSmall is the figure that matters and its curve.
func (s *screen) drawLiveSmall(a area) {
	s.drawFigure(a.row(0))
	s.drawSpark(a.part(0, 1, a.w, a.h-1))
}

func (s *screen) pace() string {
	if s.snap.Paused {
		return "paused"
	}
	return speedText(s.snap.Speed)
}

// drawFigure is the one number that matters, and where nothing else fits, the state's
// letter.
func (s *screen) drawFigure(a area) {
	text := "-"
	if p := s.shownPoint(); p != nil {
		text = metricText(model.FindMetric(headline[0]), p)
	}
	state := s.shownState()
	if a.w >= 20 {
		x := a.text(0, 0, good, "goodput "+text)
		a.text(x, 0, dim, " /s")
		return
	}
	x := a.text(0, 0, good, "G "+text+" ")
	a.text(x, 0, stateInks[state], string(state.Letter()))
}

// drawSpark is goodput over the visible time as columns of height one or more.
func (s *screen) drawSpark(a area) {
	points := s.visible()
	most := 0.0
	m := model.FindMetric(headline[0])
	for i := range points {
		if v := m.Of(&points[i]); !math.IsNaN(v) {
			most = math.Max(most, v)
		}
	}
	top := s.axes.rate.Fit(most, s.now)
	n := len(points)
	levels := len(s.glyphs.sparks)
	for x := range a.w {
		i := n - a.w + x
		if i < 0 {
			continue
		}
		v := m.Of(&points[i])
		if math.IsNaN(v) {
			continue
		}
		full := int(math.Round(v / top * float64(a.h*levels-1)))
		for y := 0; y <= full/levels && y < a.h; y++ {
			r := s.glyphs.sparks[levels-1]
			if y == full/levels {
				r = s.glyphs.sparks[full%levels]
			}
			a.set(x, a.h-1-y, r, good)
		}
	}
}

// number is a value with a fixed count of decimals and a comma between thousands, or
// a dash where there is none.
func number(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "-"
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	whole, rest, found := strings.Cut(text, ".")
	if len(whole) > 3 {
		if v, err := strconv.ParseFloat(whole, 64); err == nil {
			whole = model.Group(v)
		}
	}
	if found {
		return whole + "." + rest
	}
	return whole
}

// metricText is a metric of a window, without its unit.
func metricText(m *model.Metric, p *model.Point) string {
	if m.Word != nil {
		return m.Word(p)
	}
	return number(m.Of(p), m.Digits)
}

// unitText is a unit as it stands behind a number.
func unitText(u model.Unit) string {
	switch u {
	case model.Plain, model.Ratio:
		return ""
	}
	return string(u)
}

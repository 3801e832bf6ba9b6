package ui

import (
	"math"
	"strconv"
	"strings"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// labelWidth is the cells of a y axis' numbers; with the stroke of the axis, a chart
// begins at the next column but one.
const labelWidth = 5

// lines declares what a chart shows: metrics by name, most important last, so that
// it covers the others.
type lines struct {
	title  string
	series []lineOf
}

type lineOf struct {
	metric  string
	ink     ink
	pattern chart.Pattern
	mark    rune
	area    bool
}

var chartLines = [chartKinds]lines{
	rateChart: {"per s", []lineOf{
		{"attempts_per_s", attempts, chart.Dashed, '+', false},
		{"offered_per_s", offered, chart.Dotted, '.', false},
		{"goodput_per_s", good, chart.Solid, '#', false},
	}},
	queueChart: {"queue depth", []lineOf{
		{"queue_depth_ops", queue, chart.Solid, '#', true},
	}},
	slowChart: {"latency ms", []lineOf{
		{"sojourn_p50_ms", median, chart.Dotted, 'o', false},
		{"sojourn_p99_ms", slow, chart.Solid, '#', false},
	}},
}

// metricsOf are the metrics of chartLines.
var metricsOf = func() (of [chartKinds][]*model.Metric) {
	for kind, l := range chartLines {
		for _, line := range l.series {
			of[kind] = append(of[kind], model.FindMetric(line.metric))
		}
	}
	return of
}()

func (s *screen) drawCharts(a area, p *plan) {
	points := s.visible()
	s.curves.take(points, float64(span(s.snap))/float64(max(2*(p.left-labelWidth-1), 1)))
	for _, at := range p.charts {
		kind := at.kind
		if p.cycles {
			kind = chartKind((int(kind) + s.single) % cycled)
		}
		s.drawChart(a.part(0, at.y, p.left, at.h), kind, points)
	}
	if p.axis >= 0 {
		s.drawLetters(a.part(labelWidth+1, p.letters, p.left-labelWidth-1, 1), points)
		s.drawAxis(a.part(0, p.axis, p.left, 1))
	}
	bottom := p.charts[len(p.charts)-1]
	s.hit(a.part(labelWidth+1, p.charts[0].y, p.left-labelWidth-1, bottom.y+bottom.h-p.charts[0].y), hitTime, 0)
}

// chartView is what a chart shows apart from its lines.
type chartView struct {
	chart.Plot
	title string
	when  string   // of what instant or window the tail speaks
	tails []string // the chart's figures, the fullest text first
	short string   // the figures where a line would have no name otherwise
	must  int      // how many lines have to be named, the most important first
	names []sample
	bound float64 // the horizontal line, 0 = none
}

// drawChart is a chart in its frame: the rule above it and the axis at its left.
func (s *screen) drawChart(a area, kind chartKind, points []model.Point) {
	inner := a.part(labelWidth+1, 1, a.w-labelWidth-1, a.h-1)
	end := s.chartEnd()
	v := chartView{title: chartLines[kind].title, bound: s.bounds()[kind], when: "now "}
	v.Plot = chart.Plot{
		Width: inner.w, Height: inner.h, Glyphs: s.glyphs.chart,
		From: float64(end - span(s.snap)), To: float64(end),
	}
	if kind == workChart {
		s.drawWork(a, inner, &v.Plot, points)
		return
	}
	cs := s.curves.of[kind]
	for i, l := range chartLines[kind].series {
		c := &cs[i]
		v.Series = append(v.Series, chart.Series{
			Ink: l.ink, Mark: l.mark, Pattern: l.pattern, Area: l.area, N: len(c.points),
			At: func(i int) (float64, float64) { return c.points[i].x, c.points[i].y },
		})
	}
	if v.bound > 0 {
		v.Levels = []chart.Level{{Ink: limit, Mark: s.glyphs.level, Y: v.bound}}
	}
	shown := s.shownPoint()
	if s.time.held && shown != nil {
		v.when = "at " + shown.End.Clock() + " "
	}
	most, least := extremes(cs)
	switch kind {
	case rateChart:
		s.viewRate(&v, shown, most)
	case queueChart:
		s.viewQueue(&v, shown, most)
	case slowChart:
		s.viewSlow(&v, shown, most, least)
	}
	names, tail := v.fit(a.w)
	x := s.heading(a.row(0), false, v.title, tail)
	if a.h < 2 || inner.w < 1 {
		return
	}
	for _, n := range names {
		x = n.draw(a, x-1)
	}
	s.drawYAxis(a, &v.Plot, v.bound)
	v.Draw(inner.set)
	s.drawCursor(inner, &v.Plot)
}

// fit chooses the names of lines and the text of figures for a rule of w cells: the
// fullest text that takes no name away, and a shorter title and text where a line
// that has to be named would have no name.
func (v *chartView) fit(w int) (names []sample, tail string) {
	fit := func(tail string) int {
		room := w - width(v.title) - width(tail) - 7
		for i, n := range v.names {
			if room -= n.width(); room < 0 {
				return i
			}
		}
		return len(v.names)
	}
	tails := v.tails
	if len(tails) == 0 {
		tails = []string{""}
	}
	least := tails[len(tails)-1]
	if fit(least) < v.must {
		least = v.short
		tails = append(tails[:len(tails):len(tails)], v.short)
	}
	if fit(least) < v.must {
		v.title = strings.TrimSuffix(v.title, " ms") // latency is known to be a time
	}
	names = v.names[:fit(least)]
	for _, tail = range tails {
		if width(v.title)+width(tail)+7 <= w && fit(tail) == len(names) {
			break
		}
	}
	return names, tail
}

func (s *screen) viewRate(v *chartView, shown *model.Point, most float64) {
	if s.curves.condensed {
		v.title = "per s, means"
	}
	if shown != nil {
		text := metricText(model.FindMetric("goodput_per_s"), shown) + " of " + number(v.bound, 0)
		v.tails, v.short = []string{v.when + text, text}, metricText(model.FindMetric("goodput_per_s"), shown)
	}
	if most > 0 && v.bound > 6*most {
		v.bound, v.Levels = 0, nil // a far capacity would flatten what happens
	}
	most = math.Max(most, v.bound*1.3) // room above the line of what is possible
	if v.High = chart.RoundUp(most); shown != nil {
		v.High = s.axes.rate.Fit(most, s.now)
	}
	v.names, v.must = s.legend(rateChart, v), 2
	if s.retries() {
		// What clients really send matters more than what they wanted.
		v.names[1], v.names[2] = v.names[2], v.names[1]
	}
}

func (s *screen) viewQueue(v *chartView, shown *model.Point, most float64) {
	services := len(s.snap.Scenario.Services)
	waiting := float64(s.snap.Live.Queue)
	if shown != nil && (s.time.held || services > 1) {
		waiting = float64(shown.Queue) // as the window's end has the queues that make it up
	}
	most = math.Max(most, waiting)
	now, peak := number(waiting, 0), "  peak "+number(most, 0)
	v.tails = []string{v.when + now + peak, now + peak}
	if services > 1 {
		v.title = "sum of " + strconv.Itoa(services) + " queues"
		if longest := s.longest(shown); longest != "" {
			v.tails = []string{v.when + now + peak + longest, v.when + now + longest, now + longest, now + peak}
		}
	}
	if v.bound <= math.Max(4*most, 40) {
		most = math.Max(most, v.bound) // a far limit would flatten what waits
	}
	v.High = s.axes.queue.Fit(math.Max(most, 4), s.now)
	v.names = s.legend(queueChart, v)
}

func (s *screen) viewSlow(v *chartView, shown *model.Point, most, least float64) {
	v.Log, v.Low = true, 1
	if !math.IsInf(least, 1) {
		v.Low = decade(least)
	}
	if v.bound > 0 {
		most, v.Low = math.Max(most, v.bound), math.Min(v.Low, decade(v.bound))
	}
	v.High = math.Max(s.axes.slow.Decades(most, s.now), v.Low*10)
	v.names, v.must = s.legend(slowChart, v), 2
	if shown != nil {
		for i := range chartLines[slowChart].series {
			m := metricsOf[slowChart][len(metricsOf[slowChart])-1-i]
			v.names[i].name += " " + metricText(m, shown)
		}
		if s.time.held {
			v.tails = []string{strings.TrimSpace(v.when), ""}
		}
	}
}

// retries says whether clients sent noticeably more, or less, than was offered in any
// of the windows that the charts show.
func (s *screen) retries() bool {
	for _, p := range s.visible() {
		if d := p.Attempts - p.Offered; 100*max(d, -d) > p.Offered {
			return true
		}
	}
	return false
}

// decade is the power of ten that is not above v.
func decade(v float64) float64 { return math.Pow(10, math.Floor(math.Log10(v))) }

// bounds is the horizontal line of each chart, 0 where it has none: of this instant,
// or of the window at the time cursor. A window does not record the limit; and a limit
// is of one service, which a line over the sum of several queues would not be.
func (s *screen) bounds() (level [chartKinds]float64) {
	l := &s.snap.Live
	level[rateChart], level[slowChart] = l.Capacity, float64(l.Deadline)
	if p := s.shownPoint(); s.time.held && p != nil {
		level[rateChart], level[slowChart] = p.Capacity, float64(p.Deadline)
	} else if len(s.snap.Scenario.Services) == 1 {
		level[queueChart] = l.Limit
	}
	return level
}

// longest names the service with the most waiting attempts in a window.
func (s *screen) longest(p *model.Point) string {
	if p == nil {
		return ""
	}
	most, at := 0, -1
	for i := range p.Services {
		if n := p.Services[i].Queue; n > most && i < len(s.snap.Scenario.Services) {
			most, at = n, i
		}
	}
	if at < 0 {
		return ""
	}
	return "  most " + s.snap.Scenario.Services[at].Name + " " + number(float64(most), 0)
}

// boundNames are what the horizontal lines are called in the charts' rules.
var boundNames = [chartKinds]string{rateChart: "capacity", queueChart: "limit", slowChart: "deadline"}

// sample is a line's look and its name.
type sample struct {
	look string
	ink  ink
	name string
}

func (l sample) width() int { return width(l.look) + width(l.name) + 2 }

// draw writes the sample after a blank and gives the column after the blank behind it.
func (l sample) draw(a area, x int) int {
	if l.look != "" {
		x = a.text(x, 0, plain, " ")
		x = a.text(x, 0, l.ink, l.look)
	}
	return a.text(x, 0, plain, " "+l.name+" ")
}

// legend is the lines of a chart, the most important first.
func (s *screen) legend(kind chartKind, v *chartView) []sample {
	var all []sample
	series := chartLines[kind].series
	for i := len(series) - 1; i >= 0 && len(series) > 1; i-- {
		l := series[i]
		look := string(l.mark)
		if s.glyphs.chart == chart.Braille {
			look = [...]string{s.glyphs.solid, s.glyphs.dotted, s.glyphs.dashed}[l.pattern]
		}
		all = append(all, sample{look, l.ink, metricsOf[kind][i].Label})
	}
	if v.bound > 0 {
		name, look := boundNames[kind]+" "+number(v.bound, 0), string(s.glyphs.level)
		switch {
		case v.LevelRow(v.bound) < 0:
			look = "" // too low to be told from 0
		case kind == rateChart:
			name = boundNames[kind] // the figure behind it is of that many
		}
		if routes := s.snap.Scenario.Routes; kind == slowChart && len(routes) > 1 {
			name += " of " + routes[0].Name
		}
		all = append(all, sample{look, limit, name})
	}
	return all
}

// drawYAxis puts the numbers of the axis and its stroke.
func (s *screen) drawYAxis(a area, plot *chart.Plot, bound float64) {
	for y := range plot.Height {
		a.set(labelWidth, 1+y, s.glyphs.divider, dim)
	}
	taken := make([]bool, plot.Height)
	put := func(v float64, y int, k ink) {
		if y < 0 || y >= plot.Height || taken[y] || v != plot.High && v != plot.Low && (y > 0 && taken[y-1] && plot.Height < 4) {
			return
		}
		taken[y] = true
		a.right(labelWidth, 1+y, k, axisText(v))
	}
	put(plot.High, plot.Row(plot.High), dim)
	if plot.Low == 0 {
		put(0, plot.Row(0), dim) // before a bound that is next to it: an axis without its zero misleads
	}
	if bound > 0 {
		put(math.Round(bound), plot.LevelRow(bound), plain)
	}
	put(plot.Low, plot.Row(plot.Low), dim)
	if plot.Height >= 6 && !plot.Log {
		put(plot.High/2, plot.Row(plot.High/2), dim)
	}
}

// axisText is a number of a y axis, written as everywhere else if there is room.
func axisText(v float64) string {
	if text := model.Group(v); width(text) <= labelWidth {
		return text
	}
	return chart.Label(v, labelWidth-1)
}

func (s *screen) drawCursor(inner area, plot *chart.Plot) {
	if !s.time.held {
		return
	}
	p := s.shownPoint()
	if p == nil {
		return
	}
	x := plot.Column(float64(p.End))
	for y := range inner.h {
		if c := inner.at(x, y); c.r == ' ' || c.ink == limit {
			inner.set(x, y, s.glyphs.stroke, cursor)
		}
	}
}

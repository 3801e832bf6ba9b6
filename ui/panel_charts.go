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

func (s *screen) drawCharts(a area, p *plan) {
	points := s.visible()
	for _, at := range p.charts {
		kind := at.kind
		if p.cycles {
			kind = chartKind(s.single % 3)
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

// plot is a chart's frame: the rule above it and the axis at its left.
func (s *screen) drawChart(a area, kind chartKind, points []model.Point) {
	inner := a.part(labelWidth+1, 1, a.w-labelWidth-1, a.h-1)
	end := s.chartEnd()
	plot := chart.Plot{
		Width: inner.w, Height: inner.h, Glyphs: s.glyphs.chart,
		From: float64(end - span(s.snap)), To: float64(end),
	}
	if kind == workChart {
		s.drawWork(a, inner, &plot, points)
		return
	}
	l := &chartLines[kind]
	most, least := 0.0, math.Inf(1)
	for _, line := range l.series {
		m := model.FindMetric(line.metric)
		for i := range points {
			if v := m.Of(&points[i]); !math.IsNaN(v) && !math.IsInf(v, 0) {
				most = math.Max(most, v)
				if v > 0 {
					least = math.Min(least, v)
				}
			}
		}
		plot.Series = append(plot.Series, chart.Series{
			Ink: line.ink, Mark: line.mark, Pattern: line.pattern, Area: line.area, N: len(points),
			At: func(i int) (float64, float64) { return float64(points[i].End), m.Of(&points[i]) },
		})
	}
	title, tail := l.title, ""
	shown := s.shownPoint()
	when := "now "
	if s.time.held && shown != nil {
		when = "at " + shown.End.Clock() + " "
	}
	capacity, deadline := s.snap.Live.Capacity, float64(s.snap.Live.Deadline)
	waiting := float64(s.snap.Live.Queue)
	if s.time.held && shown != nil {
		capacity, deadline, waiting = shown.Capacity, float64(shown.Deadline), float64(shown.Queue)
	}
	switch kind {
	case rateChart:
		most = math.Max(most, capacity*1.3) // room above the line of what is possible
		plot.High = s.axes.rate.Fit(most, s.now)
		plot.Levels = []chart.Level{{Ink: limit, Mark: s.glyphs.level, Y: capacity}}
		if shown != nil {
			tail = when + metricText(model.FindMetric("goodput_per_s"), shown) + " of " + number(capacity, 0)
		}
	case queueChart:
		most = math.Max(most, waiting)
		plot.High = s.axes.queue.Fit(math.Max(most, 4), s.now)
		tail = when + number(waiting, 0) + "  peak " + number(most, 0)
	case slowChart:
		plot.Log, plot.Low = true, 1
		if !math.IsInf(least, 1) {
			plot.Low = math.Pow(10, math.Floor(math.Log10(least)))
		}
		if deadline > 0 {
			most, plot.Low = math.Max(most, deadline), math.Min(plot.Low, math.Pow(10, math.Floor(math.Log10(deadline))))
		}
		plot.High = math.Max(s.axes.slow.Decades(most, s.now), plot.Low*10)
		plot.Levels = []chart.Level{{Ink: limit, Mark: s.glyphs.level, Y: deadline}}
		if shown != nil {
			tail = when + "p50 " + metricText(model.FindMetric("sojourn_p50_ms"), shown) + "  p99 " + metricText(model.FindMetric("sojourn_p99_ms"), shown)
		}
	}
	if kind != queueChart && a.w < 60 || width(title)+width(tail)+7 > a.w {
		tail = strings.TrimPrefix(tail, when)
	}
	x := s.heading(a.row(0), false, title, tail)
	if a.h < 2 || inner.w < 1 {
		return
	}
	s.legend(a.row(0), x-1, kind, capacity, deadline, width(tail))
	s.drawYAxis(a, &plot, kind, capacity, deadline)
	plot.Draw(inner.set)
	s.drawCursor(inner, &plot)
}

// legend names the lines in the chart's rule, as far as there is room.
func (s *screen) legend(a area, x int, kind chartKind, capacity, deadline float64, tail int) {
	room := a.w - tail - 3
	put := func(sample string, k ink, name string) {
		if x+width(sample)+width(name)+3 > room {
			room = 0
			return
		}
		x = a.text(x, 0, plain, " ")
		x = a.text(x, 0, k, sample)
		x = a.text(x, 0, plain, " "+name)
		a.text(x, 0, plain, " ")
	}
	series := chartLines[kind].series
	for i := len(series) - 1; i >= 0 && len(series) > 1; i-- {
		l := series[i]
		sample := string(l.mark)
		if s.glyphs.chart == chart.Braille {
			sample = [...]string{s.glyphs.solid, s.glyphs.dotted, s.glyphs.dashed}[l.pattern]
		}
		put(sample, l.ink, model.FindMetric(l.metric).Label)
	}
	level := string(s.glyphs.level)
	switch {
	case kind == rateChart && capacity > 0:
		put(level, limit, "capacity")
	case kind == slowChart && deadline > 0:
		put(level, limit, "deadline "+number(deadline, 0))
	}
}

// drawYAxis puts the numbers of the axis and its stroke.
func (s *screen) drawYAxis(a area, plot *chart.Plot, kind chartKind, capacity, deadline float64) {
	for y := range plot.Height {
		a.set(labelWidth, 1+y, s.glyphs.divider, dim)
	}
	taken := make([]bool, plot.Height)
	put := func(v float64, k ink) {
		y := plot.Row(v)
		if y < 0 || y >= plot.Height || taken[y] || v != plot.High && v != plot.Low && (y > 0 && taken[y-1] && plot.Height < 4) {
			return
		}
		taken[y] = true
		a.right(labelWidth, 1+y, k, chart.Label(v, labelWidth-1))
	}
	put(plot.High, dim)
	switch kind {
	case rateChart:
		put(math.Round(capacity), plain)
	case slowChart:
		put(deadline, plain)
	}
	put(plot.Low, dim)
	if plot.Height >= 6 && !plot.Log {
		put(plot.High/2, dim)
	}
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

// drawWork shows what became of the attempts: shares of useful, wasted and rejected
// work in each column of time.
func (s *screen) drawWork(a, inner area, plot *chart.Plot, points []model.Point) {
	stack := chart.Stack{Width: inner.w, Height: inner.h, Bands: []chart.Band{
		{Ink: good, Mark: s.glyphs.useful}, {Ink: wasted, Mark: s.glyphs.waste}, {Ink: rejected, Mark: s.glyphs.refusal},
	}}
	step := (plot.To - plot.From) / float64(max(inner.w, 1))
	at := 0
	stack.At = func(x int, parts []float64) {
		from, to := plot.From+float64(x)*step, plot.From+float64(x+1)*step
		for at < len(points) && float64(points[at].End) <= from {
			at++
		}
		for i := at; i < len(points) && (i == at || float64(points[i].Start) < to); i++ {
			if float64(points[i].Start) >= to {
				break
			}
			u, w, r := work(&points[i])
			parts[0], parts[1], parts[2] = parts[0]+u, parts[1]+w, parts[2]+r
		}
	}
	s.heading(a.row(0), false, "work, share of attempts", "")
	if p := s.shownPoint(); p != nil {
		u, w, r := work(p)
		whole := u + w + r
		x := a.right(a.w-2, 0, plain, " ")
		for _, l := range []struct {
			band int
			name string
			v    float64
		}{{2, "turned away", r}, {1, "wasted", w}, {0, "useful", u}} {
			text := " " + l.name + " " + percent(l.v, whole) + " "
			if x-width(text)-2 < 26 {
				break
			}
			x = a.right(x, 0, plain, text)
			x = a.right(x, 0, stack.Bands[l.band].Ink, string(stack.Bands[l.band].Mark))
			x = a.right(x, 0, plain, " ")
		}
	}
	for y := range inner.h {
		a.set(labelWidth, 1+y, s.glyphs.divider, dim)
	}
	a.right(labelWidth, 1, dim, "100%")
	a.right(labelWidth, inner.h, dim, "0%")
	stack.Draw(inner.set)
}

// work divides the attempts that ended in a window: useful, done for nobody, turned
// away or dropped before anybody worked on them.
func work(p *model.Point) (useful, waste, refused float64) {
	return float64(p.Served - p.Wasted), float64(p.Wasted), float64(p.Rejected + p.Expired + p.Evicted)
}

func percent(part, whole float64) string {
	if !(whole > 0) {
		return "  -%"
	}
	return padLeft(strconv.Itoa(int(math.Round(100*part/whole))), 3) + "%"
}

// drawLetters is the state over time, one letter for a column.
func (s *screen) drawLetters(a area, points []model.Point) {
	end := float64(s.chartEnd())
	from := end - float64(span(s.snap))
	step := (end - from) / float64(max(a.w, 1))
	at := 0
	for x := range a.w {
		t := from + (float64(x)+0.5)*step
		for at < len(points) && float64(points[at].End) < t {
			at++
		}
		if at < len(points) && float64(points[at].Start) <= t {
			st := points[at].State
			a.set(x, 0, rune(st.Letter()), stateInks[st])
		}
	}
}

// drawAxis is the time axis with the moments on it.
func (s *screen) drawAxis(a area) {
	end := s.chartEnd()
	plot := chart.Plot{Width: a.w - labelWidth - 1, From: float64(end - span(s.snap)), To: float64(end)}
	right := "now"
	if s.time.held {
		right = end.Clock()
	}
	a.text(0, 0, dim, "-"+strconv.Itoa(int(span(s.snap).Seconds()))+"s")
	free := a.right(a.w, 0, dim, right) - 1
	all := s.moments()
	for i := len(all) - 1; i >= 0; i-- {
		m := &all[i]
		if m.number == 0 {
			continue
		}
		x := plot.Column(float64(m.at))
		if x < 0 {
			if float64(m.at) < plot.From {
				break
			}
			continue
		}
		x += labelWidth + 1
		sign := m.sign()
		if over := x + width(sign) - free; over > 5 {
			continue // a newer one stands there
		} else if over > 0 {
			x -= over
		}
		if room := free - x - width(sign) - 2; room >= width(m.text) && a.w >= 90 {
			a.text(x+width(sign)+1, 0, dim, m.text)
		}
		a.text(x, 0, changed, sign)
		free = x - 1
	}
}

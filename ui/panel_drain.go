package ui

import (
	"fmt"
	"math"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// lineChart is a chart of a panel: its heading, the lines, the axes.
type lineChart struct {
	chart.Plot
	title string
	tails []string // the fullest first
	names []sample
	bound float64 // the horizontal line, 0 = none
	ends  [2]string
}

// drawLines draws a chart with its heading, and below it where its time begins and
// ends, where there is room for that.
func (s *screen) drawLines(a area, c *lineChart) {
	names := 0
	for _, n := range c.names {
		names += n.width()
	}
	tail, legend := c.fit(a.w, names), true
	if tail == "" {
		tail, legend = c.fit(a.w, 0), false
	}
	x := s.heading(a.row(0), s.region == onDrain, c.title, tail)
	for _, n := range c.names {
		if legend {
			x = n.draw(a, x-1)
		}
	}
	times := 0
	if a.h >= 5 {
		times = 1
	}
	inner := a.part(labelWidth+1, 1, a.w-labelWidth-1, a.h-1-times)
	if inner.h < 1 || inner.w < 8 {
		return
	}
	c.Width, c.Height, c.Glyphs = inner.w, inner.h, s.glyphs.chart
	if c.bound > 0 {
		c.Levels = []chart.Level{{Ink: limit, Mark: s.glyphs.level, Y: c.bound}}
	}
	s.drawYAxis(a, &c.Plot, c.bound)
	c.Draw(inner.set)
	s.drawCursor(inner, &c.Plot)
	if times > 0 {
		end := a.text(labelWidth+1, a.h-1, dim, cut(c.ends[0], inner.w))
		if end+2+width(c.ends[1]) <= a.w {
			a.right(a.w, a.h-1, dim, c.ends[1])
		}
	}
}

// fit is the fullest tail for which a rule of w cells has room beside the names of the
// lines, or "".
func (c *lineChart) fit(w, names int) string {
	for _, text := range c.tails {
		if width(c.title)+names+width(text)+7 <= w {
			return text
		}
	}
	return ""
}

// lookOf is a line's sample as a legend has it.
func (s *screen) lookOf(mark rune, p chart.Pattern) string {
	if s.glyphs.chart == chart.Braille {
		return [...]string{s.glyphs.solid, s.glyphs.dotted, s.glyphs.dashed}[p]
	}
	return string(mark)
}

// plannedDrain is the line of the plan: as replay goes by it, or while nothing is
// replayed, as it would be from now on at the chosen rate.
func (s *screen) plannedDrain() (line []model.DrainPoint, name string) {
	r := &s.snap.Recovery
	_, rate, _ := s.budget()
	if r.Rate > 0 && len(r.Planned) == 2 && !r.Released {
		return r.Planned, "plan"
	}
	if r.Left == 0 && len(r.Planned) == 2 {
		return r.Planned, "plan"
	}
	if r.Left > 0 && rate > 0 {
		return []model.DrainPoint{{At: s.snap.Now, Left: float64(r.Left)}, {At: s.snap.Now + model.Millis(float64(r.Left)/rate*1000), Left: 0}}, "if started now"
	}
	return nil, ""
}

// drawDrain is the backlog over time: as planned, and as it really is.
func (s *screen) drawDrain(a area) {
	r := &s.snap.Recovery
	c := lineChart{title: "backlog"}
	if r.Taken == 0 {
		s.heading(a.row(0), s.region == onDrain, c.title, "")
		for y, line := range wrap("Nothing was set aside yet. What will be is drawn here, beside the plan for its replay.", a.w-2) {
			a.text(1, 1+y, dim, line)
		}
		return
	}
	planned, name := s.plannedDrain()
	n := len(r.Real)
	real := func(i int) (float64, float64) {
		if i == n {
			return float64(s.snap.Now), float64(r.Left)
		}
		return float64(r.Real[i].At), r.Real[i].Left
	}
	from, to, most := float64(s.snap.Now), float64(s.snap.Now), float64(r.Left)
	take := func(x, y float64) {
		if finite(x) && finite(y) {
			from, to, most = math.Min(from, x), math.Max(to, x), math.Max(most, y)
		}
	}
	for i := range n {
		take(real(i))
	}
	for _, p := range planned {
		take(float64(p.At), p.Left)
	}
	c.From, c.To, c.High = from, math.Max(to, from+1000), chart.RoundUp(most)
	if len(planned) > 0 {
		c.Series = append(c.Series, chart.Series{Ink: offered, Mark: '.', Pattern: chart.Dotted, N: len(planned),
			At: func(i int) (float64, float64) { return float64(planned[i].At), planned[i].Left }})
		c.names = append(c.names, sample{s.lookOf('.', chart.Dotted), offered, name})
	}
	c.Series = append(c.Series, chart.Series{Ink: good, Mark: '#', N: n + 1, At: real})
	left := model.Group(float64(r.Left))
	short := left
	if width(short) > 7 {
		short = chart.Label(float64(r.Left), 5)
	}
	c.tails = []string{left}
	if p := s.cursorPoint(); p != nil {
		c.tails = []string{"at " + p.End.Clock() + " " + model.Group(float64(p.Recovery.Backlog)), model.Group(float64(p.Recovery.Backlog))}
	} else if r.Left > 0 {
		eta := "not replayed"
		if r.Rate > 0 {
			if eta = etaText(s.eta()); eta != "never" {
				eta += " left"
			}
		}
		c.tails = []string{left + " operations, " + eta, left + ", " + eta, short + ", " + eta, short}
	}
	c.ends = [2]string{model.Millis(c.From).Clock(), model.Millis(c.To).Clock()}
	s.drawLines(a, &c)
}

// drainSentence is the forecast in words.
func (s *screen) drainSentence() string {
	r := &s.snap.Recovery
	if r.Taken == 0 {
		return fmt.Sprintf("nothing was set aside; the caches can answer %s%% of what they could", number(100*r.Warm, 1))
	}
	text := fmt.Sprintf("%s operations are left of %s", model.Group(float64(r.Left)), model.Group(float64(r.Taken)))
	planned, name := s.plannedDrain()
	if len(planned) == 2 {
		text += fmt.Sprintf("; %s: empty at %s", name, planned[1].At.Clock())
	}
	if r.Rate > 0 && r.Left > 0 {
		text += fmt.Sprintf("; re-estimated from what is left and how fast it falls: %s, at %s", etaText(s.eta()), s.endText())
	}
	return text
}

// overVisible is a chart over the time that all charts show.
func (s *screen) overVisible(title string) lineChart {
	end := s.chartEnd()
	c := lineChart{title: title}
	c.From, c.To = float64(end-span(s.snap)), float64(end)
	c.ends = [2]string{"-" + span(s.snap).String(), end.Clock()}
	return c
}

// line is a curve over some windows.
func (c *lineChart) line(points []model.Point, of func(*model.Point) float64, look string, n sample, mark rune, p chart.Pattern) {
	c.Series = append(c.Series, chart.Series{Ink: n.ink, Mark: mark, Pattern: p, N: len(points),
		At: func(i int) (float64, float64) { return float64(points[i].End), of(&points[i]) }})
	n.look = look
	c.names = append([]sample{n}, c.names...)
}

// most is the greatest value of some windows.
func most(points []model.Point, of func(*model.Point) float64) float64 {
	high := 0.0
	for i := range points {
		if v := of(&points[i]); finite(v) {
			high = math.Max(high, v)
		}
	}
	return high
}

// drawLoad is what the constrained resource is asked for, with and without replay,
// beside its capacity.
func (s *screen) drawLoad(a area) {
	c := s.overVisible("load /s")
	points := s.visible()
	foreground := func(p *model.Point) float64 { return p.PerSecond(p.Admitted - p.Replays) }
	all := func(p *model.Point) float64 { return p.PerSecond(p.Admitted) }
	c.line(points, foreground, s.lookOf('.', chart.Dotted), sample{ink: offered, name: "clients"}, '.', chart.Dotted)
	c.line(points, all, s.lookOf('#', chart.Solid), sample{ink: good, name: "all"}, '#', chart.Solid)
	c.bound = s.snap.Live.Capacity
	if p := s.cursorPoint(); p != nil {
		c.bound = p.Capacity
	}
	if !finite(c.bound) {
		c.bound = 0
	}
	c.High = chart.RoundUp(math.Max(most(points, all), c.bound*1.1))
	if p := s.shownPoint(); p != nil {
		now := number(all(p), 0) + " of " + number(c.bound, 0)
		c.tails = []string{now + " capacity", now, number(all(p), 0)}
	}
	s.drawLines(a, &c)
}

// drawWarm is how warm the caches are over time.
func (s *screen) drawWarm(a area) {
	c := s.overVisible("caches %")
	points := s.visible()
	warm := func(p *model.Point) float64 { return 100 * p.Recovery.Warm }
	hits := func(p *model.Point) float64 {
		if p.Recovery.Looked == 0 {
			return math.NaN()
		}
		return 100 * float64(p.Recovery.Hits) / float64(p.Recovery.Looked)
	}
	c.line(points, hits, s.lookOf('.', chart.Dotted), sample{ink: offered, name: "hits"}, '.', chart.Dotted)
	c.line(points, warm, s.lookOf('#', chart.Solid), sample{ink: good, name: "warm"}, '#', chart.Solid)
	c.High = 100
	if p := s.shownPoint(); p != nil {
		c.tails = []string{"warm " + number(warm(p), 1) + "%"}
		if v := hits(p); !math.IsNaN(v) {
			c.tails = append([]string{c.tails[0] + ", hits " + number(v, 1) + "%"}, c.tails...)
		}
	}
	s.drawLines(a, &c)
}

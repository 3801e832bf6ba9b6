package ui

import (
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
	"overloadtui/model/gameday"
)

// dayCache keeps the judgement of a game day until there is more to judge.
type dayCache struct {
	view               model.GameDayView
	run, points, audit int
	first              int
	phase              model.Millis // from when on the phase may be another one
}

// rehearses says whether the scenario is a game day.
func (s *screen) rehearses() bool { return s.snap.Scenario.GameDay != nil }

// day is how far the game day has come.
func (s *screen) day() *model.GameDayView {
	c, snap := &s.judged, s.snap
	if c.run != snap.Run || c.points != len(snap.Points) || c.first != snap.FirstPoint || c.audit != len(snap.Audit) || snap.Now >= c.phase {
		*c = dayCache{view: gameday.Judge(snap.Scenario, snap.Points, snap.Audit, snap.Now), run: snap.Run, points: len(snap.Points), first: snap.FirstPoint, audit: len(snap.Audit)}
		c.phase = model.Forever
		for _, at := range c.view.Began {
			if at > snap.Now {
				c.phase = min(c.phase, at)
			}
		}
	}
	return &c.view
}

// gameDayPlan is the plan of the screen of a game day.
func gameDayPlan(s *screen) plan {
	v := s.day()
	return layoutGameDay(s.w, s.h, gameDayContent{len(v.Expectations), len(v.Bounds), len(v.Aborts), 1 + len(v.Recovery.Must), s.page})
}

// gameDayContent is what the screen of a game day has to show, as far as it decides how
// room is divided. None of it changes in a run.
type gameDayContent struct{ expectations, bounds, aborts, restores, page int }

// layoutGameDay divides the screen of a game day: what is believed and what of it holds
// is always there.
func layoutGameDay(w, h int, c gameDayContent) plan {
	p := emptyPlan(w, h)
	p.overlay = false
	if p.line || p.small {
		p.regions = []region{onState}
		return p
	}
	each := 1
	if w >= 76 && h >= 36 {
		each = 2
	}
	story := 5
	if h >= 36 {
		story = 7
	}
	limits := 1 + 2*max(c.aborts, c.bounds, 1) // two rows each: half a screen is too narrow for one
	expect := whole(expectPanel, 1+each*max(c.expectations, 1), 1+each*max(c.expectations, 1), 0)
	log := whole(logPanel, 4, 99, 2)
	var head, pages []band
	switch {
	case w >= 76 && h >= 20:
		head = []band{whole(indicatorPanel, 1, 1, 0), whole(dayPanel, story, story, 0)}
		if h >= 36 {
			head[0] = whole(indicatorPanel, 3, 3, 0)
		}
		pages = []band{expect, beside(abortsPanel, boundsPanel, limits, limits, 0).at(w / 2),
			beside(surprisesPanel, restorePanel, max(4, 1+c.restores), 14, 1).at(w / 2), log}
	default:
		head = []band{whole(indicatorPanel, 1, 1, 0)}
		pages = []band{whole(dayPanel, 5, 8, 1), whole(expectPanel, 1+c.expectations, 1+2*c.expectations, 1), whole(abortsPanel, 1+max(c.aborts, 1), 9, 1),
			whole(surprisesPanel, 3, 9, 1), whole(boundsPanel, 1+max(c.bounds, 1), 9, 1), whole(restorePanel, 1+c.restores, 9, 1), log}
	}
	bottom := h - 2
	if h >= 18 { // sentences of two lines, and the footer still there
		p.detail--
		bottom--
	}
	room := bottom - 1
	for _, b := range head {
		room -= b.least
	}
	shown, n := paginate(pages, room, c.page)
	p.cycles = n > 1
	p.place(append(head, shown...), 1, bottom-1)
	return p
}

// verdictWords is what came of a hypothesis, as it is said.
var verdictWords = [...]string{model.VerdictOpen: "open", model.VerdictHeld: "HELD", model.VerdictFailed: "FAILED", model.VerdictAborted: "CALLED OFF"}

// drawDay is what is believed, and where on its timeline the game day is.
func (s *screen) drawDay(a area) {
	v, g := s.day(), s.snap.Scenario.GameDay
	now := s.snap.Now
	tail := v.Phase.String()
	if v.Phase != model.GameDayOver {
		tail += ", " + etaText(v.Next()-now) + " left"
	}
	s.heading(a.row(0), false, "game day: the hypothesis is "+verdictWords[v.Verdict], tail)
	s.drawTimeline(a.part(1, 1, a.w-2, 1), v)
	text, k, most := "blast radius: "+g.Radius, dim, 1
	for _, r := range v.Aborts {
		if r.Fired {
			text, k, most = "CALL IT OFF: "+r.Text+", at "+r.At.Clock()+" (it goes on)", alarm, 2
		}
	}
	last := wrap(strings.Join(strings.Fields(text), " "), a.w-2)
	believed := wrap(g.Hypothesis, a.w-2) // whole with w
	room := max(a.h-2-min(len(last), most), 1)
	y := putLines(a, 2, room, strong, believed)
	putLines(a, y, a.h-y, k, last)
}

// putLines writes lines into some rows from y on and gives the row after them. What has
// no room is cut at the end of the last one.
func putLines(a area, y, rows int, k ink, lines []string) int {
	for i := 0; i < rows && i < len(lines); i++ {
		line := lines[i]
		if i == rows-1 && len(lines) > rows {
			line = cut(strings.Join(lines[i:], " "), a.w-2)
		}
		a.text(1, y, k, line)
		y++
	}
	return y
}

// drawTimeline is the phases in proportion, with the present instant:
//
//	before 00:00|fault 00:15=====>.......|recovery 00:45......|over
func (s *screen) drawTimeline(a area, v *model.GameDayView) {
	end := float64(v.Began[model.GameDayOver])
	column := func(at model.Millis) int {
		if !(end > 0) {
			return 0
		}
		return min(max(int(math.Round(float64(at)/end*float64(a.w-1))), 0), a.w-1)
	}
	for x := range a.w {
		r, k := s.glyphs.dottedRule, dim
		if x < column(s.snap.Now) {
			r, k = s.glyphs.fill, plain
		}
		a.set(x, 0, r, k)
	}
	for phase := model.BeforeFault; phase < model.GameDayOver; phase++ {
		x, next := column(v.Began[phase]), column(v.Began[phase+1])
		k := dim
		if phase == v.Phase {
			k = strong
		}
		for _, text := range []string{" " + phase.String() + " " + v.Began[phase].Clock() + " ", " " + phase.String() + " ", phase.String()[:1]} {
			if width(text)+1 < next-x || width(text) == 1 {
				a.set(x, 0, s.glyphs.divider, k)
				a.text(x+1, 0, k, text)
				break
			}
		}
	}
	if x := column(s.snap.Now); v.Phase != model.GameDayOver && (a.at(x, 0).r == s.glyphs.fill || a.at(x, 0).r == s.glyphs.dottedRule) {
		a.set(x, 0, 'v', cursor)
	}
}

// dayLine is a line of what is watched: its text, its value, and what that means.
type dayLine struct {
	text, value, verdict string
	ink                  ink
}

// held is yes or NO, or when nothing is known yet, neither.
func held(holds, known bool) (string, ink) {
	switch {
	case !known:
		return "  -", dim
	case holds:
		return "yes", good
	}
	return " NO", alarm
}

// dayLines are the lines of a region of the screen of a game day.
func (s *screen) dayLines(r region) (lines []dayLine) {
	v := s.day()
	limits := func(all []model.LimitView) {
		for _, b := range all {
			known := !math.IsNaN(b.Worst)
			l := dayLine{text: b.Text, value: "no value yet"}
			if known {
				l.value = "worst " + b.Shown + " at " + b.At.Clock()
			}
			l.verdict, l.ink = held(b.Holds, known)
			lines = append(lines, l)
		}
	}
	switch r {
	case onExpect:
		for _, e := range v.Expectations {
			l := dayLine{text: e.Text, value: fmt.Sprintf("%s in %s", e.Shown, count(e.Windows, "window"))}
			switch {
			case e.Windows == 0:
				l.value = "from " + e.In.From.Clock()
			case !e.Closed:
				l.value += " so far"
			}
			l.verdict, l.ink = held(e.Holds, e.Windows > 0)
			lines = append(lines, l)
		}
	case onBounds:
		limits(v.Bounds)
	case onAborts:
		for _, r := range v.Aborts {
			l := dayLine{text: r.Text, value: fmt.Sprintf("%s  %d/%d", r.Shown, r.Have, r.Need), verdict: " no", ink: good}
			if r.Fired {
				l.value, l.verdict, l.ink = "fired at "+r.At.Clock(), "YES", alarm
			}
			lines = append(lines, l)
		}
	case onRestore:
		w := &v.Recovery
		l := dayLine{text: fmt.Sprintf("%v by %s, and all below", w.State, w.By.Clock()), value: "not yet", verdict: "  -", ink: dim}
		switch {
		case w.Done:
			l.value = "since " + w.At.Clock()
			l.verdict, l.ink = held(w.Holds, v.Phase == model.GameDayOver || w.Holds)
		case s.snap.Now >= w.By:
			l.verdict, l.ink = held(false, true)
		}
		lines = append(lines, l)
		for _, b := range w.Must {
			l := dayLine{text: b.Text, value: "worst " + b.Shown}
			if math.IsNaN(b.Worst) {
				l.value = "no value yet"
			}
			l.verdict, l.ink = held(b.Now, !math.IsNaN(b.Worst))
			lines = append(lines, l)
		}
	case onSurprises:
		for i := len(v.Surprises) - 1; i >= 0; i-- {
			e := v.Surprises[i]
			lines = append(lines, dayLine{text: e.From.Clock() + " " + e.Text, verdict: "   ", ink: changed})
		}
	}
	return lines
}

// drawDayLines is a panel of lines, in two rows each where there is room for that.
func (s *screen) drawDayLines(a area, r region, title, none string) {
	lines := s.dayLines(r)
	focused := s.region == r
	tail := ""
	if r == onSurprises && len(lines) > 0 {
		tail = fmt.Sprint(len(lines))
	}
	s.heading(a.row(0), focused, title, tail)
	if len(lines) == 0 {
		a.text(1, 1, dim, cut(none, a.w-2))
		return
	}
	each := 1
	if a.h-1 >= 2*len(lines) && r != onSurprises {
		each = 2
	}
	rows := (a.h - 1) / each
	first := 0
	if focused {
		first = min(max(s.picked(r)-rows+1, 0), max(len(lines)-rows, 0))
	}
	for n := 0; n < rows && first+n < len(lines); n++ {
		l, y := &lines[first+n], 1+n*each
		s.hitLine(a.part(0, y, a.w, each), r, first+n)
		k := plain
		if focused && first+n == s.picked(r) {
			a.set(0, y, '>', strong)
			k = strong
		}
		end := a.w - 1
		if r != onSurprises {
			end = a.right(a.w-1, y, l.ink, l.verdict) - 2
		}
		if each > 1 {
			a.text(1, y, k, cut(l.text, end-1))
			a.text(3, y+1, dim, cut(l.value, a.w-4))
			continue
		}
		room := end - 2
		if width(l.text)+width(l.value)+3 <= end || end >= 60 {
			a.right(end, y, dim, l.value)
			room -= width(l.value) + 1
		}
		a.text(1, y, k, cut(l.text, room)) // whole, with its value, on the detail line
	}
}

func (s *screen) drawExpect(a area) {
	s.drawDayLines(a, onExpect, "what is believed, in numbers", "nothing")
}

func (s *screen) drawBounds(a area) {
	s.drawDayLines(a, onBounds, "outside the blast radius", "nothing is said")
}

func (s *screen) drawAborts(a area) {
	s.drawDayLines(a, onAborts, "called off when", "it has no abort condition")
}

func (s *screen) drawRestore(a area) {
	s.drawDayLines(a, onRestore, "recovered when", "nothing is said")
}

func (s *screen) drawSurprises(a area) {
	s.drawDayLines(a, onSurprises, "surprises: nobody had declared them", "none so far")
}

// daySentence tells about what is chosen on the screen of a game day.
func (s *screen) daySentence() (head, text string) {
	lines := s.dayLines(s.region)
	if len(lines) == 0 {
		return "", "nothing to choose from here"
	}
	l := &lines[s.picked(s.region)]
	return "> " + l.text, strings.TrimRight("  "+l.value+" "+strings.TrimSpace(l.verdict), " ")
}

// explainDay is all of a game day in words.
func (s *screen) explainDay(a area) {
	v, g := s.day(), s.snap.Scenario.GameDay
	s.heading(a.row(0), true, "game day: the hypothesis is "+verdictWords[v.Verdict], "esc")
	y := 1
	put := func(x int, k ink, text string) {
		for _, line := range wrap(text, a.w-x-1) {
			a.text(x, y, k, line)
			y++
		}
	}
	put(1, strong, g.Hypothesis)
	put(1, dim, "blast radius: "+g.Radius)
	put(1, dim, "recovery: "+g.Recovery.Plan)
	for _, part := range []struct {
		region region
		name   string
	}{{s.region, "chosen"}, {onExpect, "believed"}, {onAborts, "called off when"}, {onBounds, "must hold"}, {onRestore, "recovered when"}, {onSurprises, "surprises"}} {
		if part.name != "chosen" && part.region == s.region {
			continue
		}
		for _, l := range s.dayLines(part.region) {
			put(1, l.ink, strings.TrimSpace(l.verdict)+" "+l.text)
			if l.value != "" {
				put(5, dim, l.value)
			}
		}
	}
}

// drawDaySmall is what is left of a game day on a very small screen.
func (s *screen) drawDaySmall(a area) {
	v := s.day()
	y := 0
	for _, text := range append([]string{v.Phase.String() + ", " + verdictWords[v.Verdict]}, wrap(s.snap.Scenario.GameDay.Hypothesis, a.w)...) {
		a.text(0, y, plain, cut(text, a.w))
		y++
	}
}

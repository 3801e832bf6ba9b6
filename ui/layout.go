package ui

import "slices"

// chartKind is one of the charts, in the order of their importance.
type chartKind uint8

const (
	rateChart chartKind = iota
	queueChart
	slowChart
	workChart
	chartKinds = iota
)

// cycled is how many charts take turns where they do not all fit.
const cycled = 3

// slot is a place for a chart: its heading and the rows below.
type slot struct {
	kind chartKind
	y, h int
}

// plan says what stands where on a screen of a size. Rows are -1 and heights 0 where
// there is no room; what is left out, and in which order, is the same for every size.
type plan struct {
	w, h int
	// line: nothing but a figure fits; small: state, figure, curve.
	line, small bool

	state, next, near int // rows
	charts            []slot
	left              int // width of the charts
	letters, axis     int // rows
	right             int // first column of the side panel; 0 = none
	sideTop, sideH    int
	knobsH            int // of the side panel, headings counted
	whyH, momentsH    int

	figures   int // row of the heading
	big       bool
	services  int // first row of the strip of services
	servicesH int
	table     int // first row of the table of classes and tenants
	tableH    int
	reasons   int // row of why attempts were not served
	worked    int // row of where worker time went
	instant   int // row of the numbers of this instant
	message   int // first row of what is happening
	messageH  int
	detail    int
	footer    int
	overlay   bool      // the knobs have no place of their own
	cycles    bool      // not all of the charts at a time
	numbers   []string  // the metrics of the figures
	regions   []region  // that the keys can act on, in the order of tab
	places    []panelAt // of the panels, on a screen that is made of them
}

// content is what a screen has to show, as far as it decides how room is divided.
type content struct {
	knobs    int // rows that the knobs would like
	services int
	table    int      // rows that the table of classes and tenants would like
	try      []string // what the scenario suggests
}

// has says whether the keys can act on a region: whether it is on the screen.
func (p *plan) has(r region) bool { return slices.Contains(p.regions, r) }

// regionsOfLive are the regions that the dashboard has room for.
func (p *plan) regionsOfLive() []region {
	all := []region{onKnobs}
	for _, r := range []struct {
		region
		there bool
	}{{onState, p.state >= 0}, {onNumbers, p.figures >= 0}, {onMoments, p.momentsH > 0}} {
		if r.there {
			all = append(all, r.region)
		}
	}
	return all
}

// explains says whether an explanation has room in the side panel, so that the charts
// go on beside it.
func (p *plan) explains() bool { return p.right > 0 && p.w-p.right >= 44 && p.sideH >= 20 }

// headline is the metrics of the big figures, in the order of their importance.
var headline = []string{"goodput_per_s", "wasted_pct", "amplification_ratio", "queue_depth_ops", "rejected_per_s"}

// livePlan is the plan of the dashboard.
func livePlan(s *screen) plan {
	sc := s.snap.Scenario
	p := layout(s.w, s.h, content{s.knobs.height, len(sc.Services), tableRows(sc), sc.Try})
	p.regions = p.regionsOfLive()
	return p
}

// emptyPlan has no place for anything yet, or where the terminal is very small, only
// for a figure or a state.
func emptyPlan(w, h int) plan {
	p := plan{w: w, h: h, numbers: headline}
	for _, row := range []*int{&p.state, &p.next, &p.near, &p.letters, &p.axis, &p.figures, &p.services, &p.table, &p.reasons, &p.worked, &p.instant, &p.message, &p.detail, &p.footer} {
		*row = -1
	}
	switch {
	case w < 20 || h < 4:
		p.line, p.overlay = true, true
	case w < 40 || h < 12:
		p.small, p.overlay, p.state, p.footer = true, true, 0, h-1
	default:
		p.footer, p.detail = h-1, h-2
	}
	return p
}

// layout divides the dashboard's w x h cells.
func layout(w, h int, c content) plan {
	p := emptyPlan(w, h)
	if p.line || p.small {
		return p
	}
	p.state, p.next, p.near = 1, 2, 3
	p.overlay = w < 80
	top, bottom := 4, h-2

	give := func(rows int) int {
		bottom -= rows
		return bottom
	}
	roomy, large := h >= 32 && w >= 100, h >= 40 && w >= 100
	if h >= 26 {
		p.messageH = messageRows(c.try, w, h)
		p.message = give(p.messageH)
	}
	if roomy {
		p.instant = give(1)
	}
	if large {
		p.reasons = give(1)
		p.worked = give(1)
		if c.table > 0 {
			p.tableH = c.table
			p.table = give(p.tableH)
		}
	}
	if roomy && c.services > 1 {
		n := servicesPerRow(w)
		p.servicesH = min((c.services+n-1)/n, 3)
		p.services = give(p.servicesH)
	}
	if h >= 24 {
		p.big = h >= 38 && w >= 100
		rows := 2
		if p.big {
			rows = 5
		}
		p.figures = give(rows)
	}
	p.left = w
	if !p.overlay {
		p.right = w - min(max(w*36/100, 33), 66)
		p.left = p.right - 1
	}
	p.divideCharts(top, bottom)
	if !p.overlay {
		p.divideSide(top, bottom, c.knobs)
	}
	return p
}

// messageRows is how many lines the longest suggestion takes, so that nothing moves
// when the next one is shown: at most three, on a low screen one.
func messageRows(try []string, w, h int) int {
	rows := 1
	for i := range try {
		rows = max(rows, len(wrap(tryText(try, i), w-2)))
	}
	if h < 30 {
		return 1
	}
	return min(rows, 3)
}

// least is the fewest rows of a chart, its heading counted.
var least = [chartKinds]int{5, 4, 4, 5}

// divideCharts gives rows to the charts: all three that matter if they fit, then
// without the latency, then without the queue, then without the time axis.
func (p *plan) divideCharts(top, bottom int) {
	kinds := []chartKind{rateChart, queueChart, slowChart}
	if bottom-top >= 30 && p.left >= 60 {
		kinds = append(kinds, workChart)
	}
	if p.w < 60 {
		kinds = kinds[:1]
	}
	rows := bottom - top - 2
	need := func() int {
		n := 0
		for _, k := range kinds {
			n += least[k]
		}
		return n
	}
	for len(kinds) > 1 && need() > rows {
		kinds = kinds[:len(kinds)-1]
	}
	p.cycles = len(kinds) < cycled
	if need() > rows {
		rows += 2
	} else {
		p.letters, p.axis = bottom-2, bottom-1
	}
	spare := rows - need()
	weights := [chartKinds]int{5, 3, 4, 2}
	total := 0
	for _, k := range kinds {
		total += weights[k]
	}
	y := top
	given := 0
	for i, k := range kinds {
		extra := spare * weights[k] / total
		if i == len(kinds)-1 {
			extra = spare - given
		}
		given += extra
		n := max(least[k]+extra, 1)
		p.charts = append(p.charts, slot{k, y, n})
		y += n
	}
}

// divideSide shares the side panel: the knobs as far as they need, but what explains
// the state and lists the moments keeps a place where there is height for it.
func (p *plan) divideSide(top, bottom, knobRows int) {
	p.sideTop, p.sideH = top, bottom-top
	rows := p.sideH
	switch {
	case rows >= 26:
		p.whyH, p.momentsH = min(rows*2/5, 16), max(rows/5, 5)
	case rows >= 12:
		p.momentsH = max(rows/4, 4)
	}
	p.knobsH = min(knobRows+1, rows-p.whyH-p.momentsH)
	spare := rows - p.knobsH - p.whyH - p.momentsH
	if p.momentsH > 0 || spare >= 3 {
		p.momentsH += spare
	} else {
		p.knobsH += spare
	}
}

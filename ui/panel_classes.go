package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"overloadtui/model"
)

// part is one line of the table of routes, classes and tenants.
type part struct {
	name   string
	of     *model.ClassPoint
	tenant int // from 0, or -1
}

// parts are the routes, classes and tenants of a window: of each kind so many at most,
// the last of which is the sum of the others. A tenant that is isolated is never
// summed up.
func (s *screen) parts(p *model.Point, most int) []part {
	sc := s.snap.Scenario
	var all []part
	add := func(of []model.ClassPoint, names string, entry func(i int) part) {
		if len(of) < 2 {
			return
		}
		order := make([]int, len(of))
		for i := range order {
			order[i] = i
		}
		if len(of) > most && names == "tenants" {
			slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.apart(a), s.apart(b)) })
		}
		rows := min(len(of), most)
		for n, i := range order[:rows] {
			if rest := order[n:]; n == rows-1 && len(rest) > 1 {
				sum := sumOf(of, rest)
				all = append(all, part{fmt.Sprintf("%d more %s", len(rest), names), &sum, -1})
				return
			}
			all = append(all, entry(i))
		}
	}
	add(p.Routes, "routes", func(i int) part { return part{sc.Routes[i].Name, &p.Routes[i], -1} })
	add(p.Classes, "classes", func(i int) part { return part{sc.Classes[i].Name, &p.Classes[i], -1} })
	add(p.Tenants, "tenants", func(i int) part { return part{tenantName(i), &p.Tenants[i], i} })
	return all
}

// apart orders tenants: isolated ones first.
func (s *screen) apart(tenant int) int {
	if s.isolation(tenant) != nil {
		return 0
	}
	return 1
}

func tenantName(i int) string { return fmt.Sprintf("tenant %d", i+1) }

// statesPartRows is how many lines the table takes on the screen of the states: the
// columns' names, all work, each part, and what isolation costs.
func statesPartRows(sc *model.Scenario) int {
	n := 2 + partRows(len(sc.Routes)) + partRows(len(sc.Classes)) + partRows(tenants(sc))
	if tenants(sc) > 1 {
		n++
	}
	return n
}

// column is something that is said of each part, in at least so many cells.
type column struct {
	name  string
	cells int
	text  func(p *model.Point, c *model.ClassPoint) string
}

// partColumns are what the screen of the states says of each part.
var partColumns = []column{
	{"offered", 8, func(p *model.Point, c *model.ClassPoint) string { return rateText(p.PerSecond(c.Offered)) }},
	{"goodput", 8, func(p *model.Point, c *model.ClassPoint) string { return rateText(p.PerSecond(c.Good)) }},
	{"good %", 7, func(_ *model.Point, c *model.ClassPoint) string {
		if c.Offered == 0 {
			return "-"
		}
		return number(100*float64(c.Good)/float64(c.Offered), 1)
	}},
	{"waiting", 8, func(_ *model.Point, c *model.ClassPoint) string { return number(float64(c.Queue), 0) }},
	{"age ms", 7, func(_ *model.Point, c *model.ClassPoint) string { return number(float64(c.Age), 0) }},
	{"p99 ms", 7, func(_ *model.Point, c *model.ClassPoint) string { return number(float64(c.P99), 0) }},
	{"refused att", 12, func(p *model.Point, c *model.ClassPoint) string { return rateText(p.PerSecond(c.Rejected)) }},
	{"deferred", 9, func(p *model.Point, c *model.ClassPoint) string { return rateText(p.PerSecond(c.Deferred)) }},
}

// rateText is a rate in as many digits as a column has room for.
func rateText(perSecond float64) string {
	if perSecond >= 1000 {
		return number(perSecond, 0)
	}
	return number(perSecond, 1)
}

// drawParts is the outcome of each class, tenant and route: one aggregate would hide
// who starves.
func (s *screen) drawParts(a area) {
	focused := s.region == onParts
	s.heading(a.row(0), focused, "classes and tenants, per s", "")
	p := s.shownPoint()
	if p == nil {
		a.text(1, 1, dim, cut("no window yet", a.w-1))
		return
	}
	nameCells := min(12, max(a.w-68, 8))
	if a.w >= 100 {
		nameCells = 19
	}
	extra := a.w - nameCells - 2
	for i := range partColumns {
		extra -= partColumns[i].cells
	}
	extra = min(max(extra/len(partColumns), 0), 3)
	put := func(y int, name string, k ink, text func(int) string) int {
		x := a.text(1, y, k, pad(name, nameCells))
		for i := range partColumns {
			x = a.text(x, y, k, padLeft(text(i), partColumns[i].cells+extra))
		}
		return x + 2
	}
	why := put(1, "", dim, func(i int) string { return partColumns[i].name })
	if why+14 < a.w {
		a.text(why, 1, dim, "why not served, per s")
	}
	all := wholeOf(p)
	put(2, "all", plain, func(i int) string { return partColumns[i].text(p, &all) })
	s.drawWhyNot(a.part(why, 2, a.w-why, 1), p, &all.Reasons)
	notes := min(len(s.isolated()), 1)
	y := 3
	list := s.parts(p, mostParts)
	room := a.h - 3 - notes
	first := 0
	if focused {
		first = min(max(s.chosen[onParts]-room+1, 0), max(len(list)-room, 0))
	}
	for n := 0; n < room && first+n < len(list); n++ {
		e := &list[first+n]
		k := plain
		if focused && first+n == s.chosen[onParts] {
			a.set(0, y, '>', strong)
			k = strong
		}
		name := e.name
		if s.isolation(e.tenant) != nil {
			name += " ISOLATED"
			if width(name) > nameCells {
				name = fmt.Sprintf("t%d ISOLATED", e.tenant+1)
			}
		}
		s.hitLine(a.row(y), onParts, first+n)
		put(y, name, k, func(i int) string { return partColumns[i].text(p, e.of) })
		s.drawWhyNot(a.part(why, y, a.w-why, 1), p, &e.of.Reasons)
		y++
	}
	for i, o := range s.isolated() {
		if y+i < a.h {
			a.text(1, y+i, changed, cut(s.isolationCost(o), a.w-2))
		}
	}
}

// drawWhyNot is why attempts were not served, the commonest reason first.
func (s *screen) drawWhyNot(a area, p *model.Point, counts *[model.Reasons]int64) {
	if a.w < 12 {
		return
	}
	x := 0
	for _, r := range commonest(counts) {
		text := r.String() + " " + rateText(p.PerSecond(counts[r]))
		if x+width(text) > a.w-1 {
			if x > 0 {
				a.text(x-1, 0, dim, "..")
			}
			return
		}
		x = a.text(x, 0, dim, text) + 2
	}
}

// commonest are the reasons that there were, the commonest first.
func commonest(counts *[model.Reasons]int64) []model.Reason {
	var all []model.Reason
	for r, n := range counts {
		if n > 0 {
			all = append(all, model.Reason(r))
		}
	}
	slices.SortStableFunc(all, func(a, b model.Reason) int { return cmp.Compare(counts[b], counts[a]) })
	return all
}

// isolated are the overrides that isolate a tenant.
func (s *screen) isolated() (all []*model.Override) {
	for i := range s.snap.Control.Overrides {
		if o := &s.snap.Control.Overrides[i]; o.Kind == model.Isolate {
			all = append(all, o)
		}
	}
	return all
}

// isolation is the override that isolates a tenant, or nil.
func (s *screen) isolation(tenant int) *model.Override {
	for _, o := range s.isolated() {
		if int(o.Value) == tenant {
			return o
		}
	}
	return nil
}

// isolationCost is what the isolation of a tenant has cost it: the attempts that its
// share refused, and its goodput before and now.
func (s *screen) isolationCost(o *model.Override) string {
	tenant := int(o.Value)
	var refused, sent int64
	before, windows, now := 0.0, 0, math.NaN()
	points := s.snap.Points
	for i := len(points) - 1; i >= 0 && windows < 5; i-- {
		p := &points[i]
		if tenant >= len(p.Tenants) {
			break
		}
		c := &p.Tenants[tenant]
		switch {
		case p.Start >= o.Since:
			refused += c.Reasons[model.TenantCap]
			sent += c.Attempts
			if math.IsNaN(now) {
				now = p.PerSecond(c.Good)
			}
		case p.End <= o.Since:
			before += p.PerSecond(c.Good)
			windows++
		}
	}
	text := fmt.Sprintf("tenant %d isolated since %s: its share refused %s of its %s attempts", tenant+1, o.Since.Clock(), model.Group(float64(refused)), model.Group(float64(sent)))
	if windows > 0 && !math.IsNaN(now) {
		text += fmt.Sprintf("; its goodput %s -> %s /s", number(before/float64(windows), 1), number(now, 1))
	}
	return text + "; " + age(o.Until-s.snap.Now) + " left"
}

// partSentence tells about the part that is chosen.
func (s *screen) partSentence() (head, text string) {
	p := s.shownPoint()
	if p == nil {
		return "", "no window yet"
	}
	list := s.parts(p, mostParts)
	if len(list) == 0 {
		return "", "one class, one tenant, one route: all work is one part"
	}
	e := &list[min(s.chosen[onParts], len(list)-1)]
	return "> " + e.name + ":", " " + s.partText(p, e)
}

// partText is a part's goodput with all that was not served of it, and why.
func (s *screen) partText(p *model.Point, e *part) string {
	text := fmt.Sprintf("good %s of %s offered per s", rateText(p.PerSecond(e.of.Good)), rateText(p.PerSecond(e.of.Offered)))
	for i, r := range commonest(&e.of.Reasons) {
		sep := ", "
		if i == 0 {
			sep = "; not served: "
		}
		text += sep + r.String() + " " + rateText(p.PerSecond(e.of.Reasons[r]))
	}
	if o := s.isolation(e.tenant); o != nil {
		text += "; " + s.isolationCost(o)
	}
	return text
}

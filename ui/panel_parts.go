package ui

import (
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
)

// serviceCells is the width of a service in the strip of services.
const serviceCells = 50

// servicesPerRow is how many services stand side by side.
func servicesPerRow(w int) int { return max(w/serviceCells, 1) }

// drawServices says of each service how it stood at the end of the window: who waits,
// how busy it was, and how long the first has waited.
func (s *screen) drawServices(a area) {
	p := s.shownPoint()
	columns := servicesPerRow(a.w)
	cells := a.w / columns
	services := s.snap.Scenario.Services
	for i := range services {
		cell := a.part(i%columns*cells, i/columns, cells, 1)
		if i == columns*a.h-1 && i < len(services)-1 {
			cell.text(1, 0, dim, fmt.Sprintf("and %d services more", len(services)-i))
			return
		}
		g := model.Gauge{}
		if p != nil && i < len(p.Services) {
			g = p.Services[i]
		}
		busy := plain
		if g.Busy > 0.995 {
			busy = strong
		}
		x := cell.text(1, 0, plain, pad(services[i].Name, 12))
		x = cell.text(x, 0, dim, " waiting")
		x = cell.text(x, 0, queue, padLeft(number(float64(g.Queue), 0), 7))
		x = cell.text(x, 0, dim, " busy")
		x = cell.text(x, 0, busy, padLeft(number(100*g.Busy, 0), 4)+"%")
		x = cell.text(x, 0, dim, " age")
		cell.text(x, 0, plain, padLeft(age(g.Age), 7))
	}
}

// tableColumns are the metrics of the table of routes, classes and tenants. Each is of the
// counts alone, so that it can be said of a part of the demand as of all of it.
var tableColumns = []string{
	"offered_per_s", "attempts_per_s", "admitted_per_s", "rejected_per_s", "expired_per_s", "evicted_per_s",
	"goodput_per_s", "late_per_s", "wasted_pct", "sojourn_p99_ms",
}

// wideColumns follow them where there is room: how a part waits, and what of it is set
// aside.
var wideColumns = []column{
	{"oldest ms", 9, func(p *model.Point, c *model.ClassPoint) string { return number(float64(c.Age), 0) }},
	{"deferred", 9, func(p *model.Point, c *model.ClassPoint) string { return rateText(p.PerSecond(c.Deferred)) }},
}

// most parts of each kind that the table shows; of more, the last row is the sum of
// the others.
const mostParts = 4

// tableRows is how many lines the table of a scenario's routes, classes and tenants takes.
func tableRows(s *model.Scenario) int {
	n := partRows(len(s.Routes)) + partRows(len(s.Classes)) + partRows(tenants(s))
	if n == 0 {
		return 0
	}
	return n + 2
}

func partRows(n int) int {
	if n < 2 {
		return 0
	}
	return min(n, mostParts)
}

// tenants is how many tenants the routes' operations belong to.
func tenants(s *model.Scenario) int {
	most := 1
	for i := range s.Routes {
		most = max(most, int(s.Routes[i].Tenants))
	}
	return most
}

// drawTable is rates by route, by class of work and by tenant, below those of all work.
func (s *screen) drawTable(a area) {
	p := s.shownPoint()
	if p == nil {
		return
	}
	const nameCells = 14
	more := wideColumns
	if a.w < 140 {
		more = nil
	}
	cells := min((a.w-nameCells-2)/(len(tableColumns)+len(more)), 14)
	put := func(y int, name string, k ink, metric func(*model.Metric) string, wide func(*column) string) {
		x := a.text(1, y, k, pad(name, nameCells))
		for _, column := range tableColumns {
			x = a.text(x, y, k, padLeft(metric(model.FindMetric(column)), cells))
		}
		for i := range more {
			x = a.text(x, y, k, padLeft(wide(&more[i]), cells))
		}
	}
	put(0, "per s", dim, func(m *model.Metric) string {
		if m.Unit == model.PerSecond {
			return m.Label
		}
		return m.Label + " " + unitText(m.Unit)
	}, func(c *column) string { return c.name })
	all := wholeOf(p)
	put(1, "all", plain, func(m *model.Metric) string { return metricText(m, p) }, func(c *column) string { return c.text(p, &all) })
	for i, part := range s.parts(p, mostParts) {
		of := model.Point{Start: p.Start, End: p.End, Counts: part.of.Counts, P50: part.of.P50, P99: part.of.P99}
		put(2+i, part.name, plain, func(m *model.Metric) string { return metricText(m, &of) }, func(c *column) string { return c.text(p, part.of) })
	}
}

// wholeOf is all of a window as if it were one part.
func wholeOf(p *model.Point) model.ClassPoint {
	return model.ClassPoint{Counts: p.Counts, Total: p.Total, P50: p.P50, P99: p.P99, Reasons: p.Reasons, Queue: p.Queue, Age: p.Age}
}

// sumOf adds the counts of some parts; their percentiles have no sum.
func sumOf(parts []model.ClassPoint, which []int) model.ClassPoint {
	nan := model.Millis(math.NaN())
	sum := model.ClassPoint{P50: nan, P99: nan}
	for _, i := range which {
		sum.Add(&parts[i].Counts)
		for r, n := range parts[i].Reasons {
			sum.Reasons[r] += n
		}
		sum.Queue += parts[i].Queue
		sum.Age = max(sum.Age, parts[i].Age)
	}
	return sum
}

// drawReasons says why attempts of the window were refused, dropped or never sent.
func (s *screen) drawReasons(a area) {
	p := s.shownPoint()
	if p == nil {
		return
	}
	x := a.text(1, 0, dim, "not served, per s"+s.whoseReasons()+"  ")
	list := reasons(p)
	if len(list) == 0 {
		a.text(x, 0, plain, "none")
	}
	for _, r := range list {
		if x+width(r.name)+width(r.rate)+6 > a.w {
			a.text(x, 0, dim, "...")
			return
		}
		x = a.text(x, 0, dim, r.name)
		x = a.text(x+1, 0, rejected, r.rate) + 2
	}
}

// whoseReasons says that reasons are also of calls between services, where there are
// such calls; the rates of rejected and dropped attempts are of clients' calls alone.
func (s *screen) whoseReasons() string {
	for i := range s.snap.Scenario.Routes {
		if len(s.snap.Scenario.Routes[i].Path) > 1 {
			return " (inner calls too)"
		}
	}
	return ""
}

type reasonRate struct{ name, rate string }

// reasons are why attempts of a window were refused, dropped or never sent, with
// their rates.
func reasons(p *model.Point) []reasonRate {
	var list []reasonRate
	for r, n := range p.Reasons {
		if n > 0 {
			list = append(list, reasonRate{model.ReasonNames[r], number(p.PerSecond(n), 1)})
		}
	}
	return list
}

// byRoute is goodput of a window by route, as a sentence.
func (s *screen) byRoute(p *model.Point) string {
	var parts []string
	for i := range min(len(p.Routes), len(s.snap.Scenario.Routes)) {
		c := &p.Routes[i]
		parts = append(parts, s.snap.Scenario.Routes[i].Name+" "+number(p.PerSecond(c.Good), 1)+" of "+number(p.PerSecond(c.Offered), 1))
	}
	return "By route, good of offered per s: " + strings.Join(parts, ", ") + "."
}

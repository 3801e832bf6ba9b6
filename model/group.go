package model

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// By is a way to divide what happened in a window.
type By uint8

// The divisions.
const (
	ByClass By = iota
	ByTenant
	ByRoute
	ByService
	Divisions = iota
)

// ByNames are the divisions as a flag and a file spell them, by By.
var ByNames = [Divisions]string{"class", "tenant", "route", "service"}

func (b By) String() string { return ByNames[b] }

// ParseBy reads the name of a division. The error lists them.
func ParseBy(name string) (By, error) {
	for b := range By(Divisions) {
		if b.String() == name {
			return b, nil
		}
	}
	return 0, fmt.Errorf("%q is not one of %s", name, strings.Join(ByNames[:], ", "))
}

// Members are the names of the classes, tenants (which are numbered from 1), routes or
// services. There is always one at least; without declared classes it is "all".
func (b By) Members(s *Scenario) []string {
	var names []string
	switch b {
	case ByClass:
		for i := range s.Classes {
			names = append(names, s.Classes[i].Name)
		}
	case ByTenant:
		for i := range s.Tenants() {
			names = append(names, strconv.Itoa(i+1))
		}
	case ByRoute:
		for i := range s.Routes {
			names = append(names, s.Routes[i].Name)
		}
	case ByService:
		for i := range s.Services {
			names = append(names, s.Services[i].Name)
		}
	}
	if len(names) == 0 {
		names = []string{"all"}
	}
	return names
}

// GroupMetric declares an output of one class, tenant, route or service, once. Of and
// OfService are NaN where the window has no such number.
type GroupMetric struct {
	Name      string // with its unit
	Doc       string
	Unit      Unit
	Of        func(*Point, *ClassPoint) float64 // of a class, tenant or route; nil for what only a service has
	OfService func(*Point, *Gauge) float64      // of a service; nil for what it has not
}

// GroupMetrics are the columns of the long format after window, division and name, in
// their order. The order only grows.
var GroupMetrics = groupMetrics()

func groupMetrics() []GroupMetric {
	metrics := []GroupMetric{
		{Name: "offered_per_s", Unit: PerSecond, Doc: "Operations that arrived, retries not counted.",
			Of: groupRate(func(c *Counts) int64 { return c.Offered })},
		{Name: "attempts_per_s", Unit: PerSecond, Doc: "Attempts that clients sent, retries counted.",
			Of: groupRate(func(c *Counts) int64 { return c.Attempts })},
		{Name: "admitted_per_s", Unit: PerSecond, Doc: "Attempts that entered the queue.",
			Of: groupRate(func(c *Counts) int64 { return c.Admitted })},
		{Name: "rejected_per_s", Unit: PerSecond, Doc: "Attempts turned away at the doors of the services that clients call.",
			Of: groupRate(func(c *Counts) int64 { return c.Rejected })},
		{Name: "throughput_per_s", Unit: PerSecond, Doc: "Attempts completed with an answer, useful or not, at the services that clients call.",
			Of: groupRate(func(c *Counts) int64 { return c.Served })},
		{Name: "goodput_per_s", Unit: PerSecond, Doc: "Operations answered within their deadline.",
			Of: groupRate(func(c *Counts) int64 { return c.Good })},
		{Name: "late_answers_per_s", Unit: PerSecond, Doc: "Operations answered after their deadline, to clients who waited on.",
			Of: groupRate(func(c *Counts) int64 { return c.Late })},
		{Name: "abandoned_per_s", Unit: PerSecond, Doc: "Operations whose client gave up waiting.",
			Of: groupRate(func(c *Counts) int64 { return c.Abandoned })},
		{Name: "failed_per_s", Unit: PerSecond, Doc: "Operations that ended refused, dropped, broken or answered wrongly.",
			Of: groupRate(func(c *Counts) int64 { return c.Failed })},
		{Name: "deferred_per_s", Unit: PerSecond, Doc: "Operations set aside, to be replayed.",
			Of: groupRate(func(c *Counts) int64 { return c.Deferred })},
		{Name: "wasted_pct", Unit: Percent, Doc: "Share of completed attempts that nobody waited for any more.",
			Of: func(_ *Point, g *ClassPoint) float64 { return 100 * share(g.Wasted, g.Served) }},
		{Name: "sojourn_p50_ms", Unit: Milliseconds, Doc: "Median of wait + service of the attempts completed in the window.",
			Of: func(_ *Point, g *ClassPoint) float64 { return float64(g.P50) }},
		{Name: "sojourn_p99_ms", Unit: Milliseconds, Doc: "99th percentile of wait + service of the attempts completed in the window.",
			Of: func(_ *Point, g *ClassPoint) float64 { return float64(g.P99) }},
		{Name: "queue_depth_ops", Unit: Ops, Doc: "Attempts waiting at the window's end: of a class, tenant or route in all services.",
			Of:        func(_ *Point, g *ClassPoint) float64 { return float64(g.Queue) },
			OfService: func(_ *Point, g *Gauge) float64 { return float64(g.Queue) }},
		{Name: "queue_age_ms", Unit: Milliseconds, Doc: "How long the oldest of them has waited.",
			Of:        func(_ *Point, g *ClassPoint) float64 { return float64(g.Age) },
			OfService: func(_ *Point, g *Gauge) float64 { return float64(g.Age) }},
		{Name: "in_service_ops", Unit: Ops, Doc: "Attempts that workers are busy with at the window's end.",
			OfService: func(_ *Point, g *Gauge) float64 { return float64(g.InService) }},
		{Name: "workers", Doc: "Workers that there are at the window's end.",
			OfService: func(_ *Point, g *Gauge) float64 { return float64(g.Workers) }},
		{Name: "utilization_pct", Unit: Percent, Doc: "Share of worker time in use over the window.",
			OfService: func(_ *Point, g *Gauge) float64 { return 100 * g.Busy }},
		{Name: "capacity_per_s", Unit: PerSecond, Doc: "Attempts that it can serve: workers / mean service time.",
			OfService: func(_ *Point, g *Gauge) float64 { return g.Capacity }},
		{Name: "mean_service_time_ms", Unit: Milliseconds, Doc: "Mean service time at the rung in force.",
			OfService: func(_ *Point, g *Gauge) float64 { return float64(g.Mean) }},
	}
	for r := NoReason + 1; r < Reasons; r++ {
		metrics = append(metrics, GroupMetric{
			Name: "refused_" + column(r.String()) + "_per_s", Unit: PerSecond,
			Doc: "Attempts refused, dropped or withheld for the reason: " + r.String() + ".",
			Of:  func(p *Point, g *ClassPoint) float64 { return p.PerSecond(g.Reasons[r]) },
		})
	}
	return metrics
}

func groupRate(count func(*Counts) int64) func(*Point, *ClassPoint) float64 {
	return func(p *Point, g *ClassPoint) float64 { return p.PerSecond(count(&g.Counts)) }
}

// Value is the metric of the i-th member of a division in a window, NaN where the
// division has no such metric.
func (m *GroupMetric) Value(p *Point, by By, i int) float64 {
	if by == ByService {
		if m.OfService == nil {
			return math.NaN()
		}
		return m.OfService(p, &p.Services[i])
	}
	if m.Of == nil {
		return math.NaN()
	}
	return m.Of(p, p.group(by, i))
}

// group is the i-th class, tenant or route of the window. A division into one has no
// numbers of its own, which would be the window's again.
func (p *Point) group(by By, i int) *ClassPoint {
	groups := [Divisions][]ClassPoint{ByClass: p.Classes, ByTenant: p.Tenants, ByRoute: p.Routes}[by]
	if groups == nil {
		return &ClassPoint{Counts: p.Counts, Total: p.Total, P50: p.P50, P99: p.P99, Reasons: p.Reasons, Queue: p.Queue, Age: p.Age}
	}
	return &groups[i]
}

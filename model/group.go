package model

import (
	"fmt"
	"slices"
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

// Part is the n-th member of the division as a part of the scenario.
func (b By) Part(n int) Part {
	return Part{[Divisions]PartKind{ByClass: ClassPart, ByTenant: TenantPart, ByRoute: RoutePart, ByService: ServicePart}[b], n}
}

// GroupMetrics are the columns of the long format after window, division and name, in
// their order: the metrics that can be taken of a part, and serviceMetrics. The order
// only grows.
var GroupMetrics = groupMetrics()

// serviceMetrics are those that a service has and the whole has not.
var serviceMetrics = []Metric{
	{Name: "workers", Label: "workers", Doc: "Workers that there are at the window's end.",
		Of: func(p *Point) float64 { return float64(p.Services[0].Workers) }, Parts: OfServices},
	{Name: "mean_service_time_ms", Label: "mean service time", Unit: Milliseconds, Doc: "Mean service time at the rung in force.",
		Of: func(p *Point) float64 { return float64(p.Services[0].Mean) }, Parts: OfServices},
}

// groupOrder are the columns that the long format had first; the others follow as they
// are declared.
var groupOrder = []string{"offered_per_s", "attempts_per_s", "admitted_per_s", "rejected_per_s", "throughput_per_s", "goodput_per_s",
	"late_answers_per_s", "abandoned_per_s", "failed_per_s", "deferred_per_s", "wasted_pct", "sojourn_p50_ms", "sojourn_p99_ms",
	"queue_depth_ops", "queue_age_ms", "in_service_ops", "workers", "utilization_pct", "capacity_per_s", "mean_service_time_ms"}

func groupMetrics() []*Metric {
	declared := slices.Concat(serviceMetrics, reasonMetrics(), windowMetrics)
	ordered := make([]*Metric, len(groupOrder))
	for i := range declared {
		m := &declared[i]
		if at := slices.Index(groupOrder, m.Name); at >= 0 {
			ordered[at] = m
		} else if m.Parts != 0 {
			ordered = append(ordered, m)
		}
	}
	return ordered
}

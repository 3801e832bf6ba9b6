package model

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Part is a part of a scenario that a metric is taken of. The zero value is the whole.
type Part struct {
	Kind  PartKind
	Index int // in the scenario; of a tenant from 0
}

// PartKind is what a part is.
type PartKind uint8

// The kinds of parts.
const (
	Whole PartKind = iota
	ClassPart
	RoutePart
	TenantPart
	ServicePart
)

// tenantPrefix begins the name of a tenant, which scenarios do not name. They count
// from 1, as on a screen.
const tenantPrefix = "tenant-"

// FindPart is the part of that name: a class, a route or a service of the scenario,
// "tenant-2" for the second tenant, or "" for the whole. The error lists the names.
func (s *Scenario) FindPart(name string) (Part, error) {
	if name == "" {
		return Part{}, nil
	}
	if i := slices.IndexFunc(s.Classes, func(c Class) bool { return c.Name == name }); i >= 0 {
		return Part{ClassPart, i}, nil
	}
	if i := slices.IndexFunc(s.Routes, func(r Route) bool { return r.Name == name }); i >= 0 {
		return Part{RoutePart, i}, nil
	}
	if i := s.ServiceIndex(name); i >= 0 {
		return Part{ServicePart, i}, nil
	}
	tenants := s.Tenants()
	if number, ok := strings.CutPrefix(name, tenantPrefix); ok {
		if n, err := strconv.Atoi(number); err == nil && n >= 1 && n <= tenants {
			return Part{TenantPart, n - 1}, nil
		}
	}
	names := s.names()
	if tenants > 1 {
		names = append(names, fmt.Sprintf("%s1..%d", tenantPrefix, tenants))
	}
	return Part{}, fmt.Errorf("%q is not one of %s", name, strings.Join(names, ", "))
}

// Taken says whether the metric is a number that can be taken of that part.
func (m *Metric) Taken(of Part) bool {
	switch {
	case m.Of == nil:
		return false
	case of.Kind == Whole:
		return true
	case of.Kind == ServicePart:
		return m.Parts&OfServices != 0
	}
	return m.Parts&OfGroups != 0
}

// TextOf writes the metric's value of a part as a CSV field, given the part as Point.Part
// has it: as Text does, and empty for what cannot be taken of that part.
func (m *Metric) TextOf(of Part, p *Point) string {
	if p == nil || !m.Taken(of) {
		return ""
	}
	return Exact(m.Of(p))
}

// Measure is the metric's value of a part of a window, NaN where there is none. The
// part must be one that the metric can be taken of.
func (m *Metric) Measure(p *Point, of Part) float64 {
	part := p.Part(of)
	if part == nil {
		return math.NaN()
	}
	return m.Of(part)
}

// Part is a part of a window as a point of its own, of which only what Metric.Taken
// allows has a meaning; nil when the window knows no such part. A scenario with one
// class, tenant or route has the whole for it.
func (p *Point) Part(of Part) *Point {
	var groups []ClassPoint
	switch of.Kind {
	case Whole:
		return p
	case ServicePart:
		if of.Index >= len(p.Services) {
			return nil
		}
		g := p.Services[of.Index]
		return &Point{Index: p.Index, Start: p.Start, End: p.End,
			Queue: g.Queue, InService: g.InService, Age: g.Age, Busy: g.Busy, Capacity: g.Capacity, Services: p.Services[of.Index : of.Index+1]}
	case ClassPart:
		groups = p.Classes
	case RoutePart:
		groups = p.Routes
	case TenantPart:
		groups = p.Tenants
	}
	switch {
	case groups == nil && of.Index == 0:
		return p
	case of.Index >= len(groups):
		return nil
	}
	g := &groups[of.Index]
	return &Point{Index: p.Index, Start: p.Start, End: p.End, Counts: g.Counts, Total: g.Total,
		InFlight: g.Total.InFlight(), Reasons: g.Reasons, P50: g.P50, P99: g.P99, Queue: g.Queue, Age: g.Age}
}

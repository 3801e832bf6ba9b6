package report

import (
	"math"

	"overloadtui/model"
)

// naming is how a recording's classes, tenants or routes are called, and which of a
// point's parts they are.
type naming struct {
	of   func(*model.Point) []model.ClassPoint
	name func(*model.Scenario, int) string
}

var (
	classNames = naming{func(p *model.Point) []model.ClassPoint { return p.Classes },
		func(s *model.Scenario, i int) string {
			return nth(s != nil && i < len(s.Classes), func() string { return s.Classes[i].Name }, i)
		}}
	tenantNames = naming{func(p *model.Point) []model.ClassPoint { return p.Tenants },
		func(_ *model.Scenario, i int) string { return whole(i + 1) }}
	routeNames = naming{func(p *model.Point) []model.ClassPoint { return p.Routes },
		func(s *model.Scenario, i int) string {
			return nth(s != nil && i < len(s.Routes), func() string { return s.Routes[i].Name }, i)
		}}
)

// nth is a name where there is one, or the number from 1.
func nth(known bool, name func() string, i int) string {
	if known {
		return name()
	}
	return whole(i + 1)
}

// outcomes are the columns of a part: what became of its operations since the start.
var outcomes = []struct {
	name string
	of   func(*model.Counts) int64
}{
	{"offered", func(c *model.Counts) int64 { return c.Offered }},
	{"good", func(c *model.Counts) int64 { return c.Good }},
	{"late", func(c *model.Counts) int64 { return c.Late }},
	{"failed", func(c *model.Counts) int64 { return c.Failed }},
	{"abandoned", func(c *model.Counts) int64 { return c.Abandoned }},
	{"deferred", func(c *model.Counts) int64 { return c.Deferred }},
	{"replayed", func(c *model.Counts) int64 { return c.Replayed }},
	{"in flight", (*model.Counts).InFlight},
	{"attempts", func(c *model.Counts) int64 { return c.Attempts }},
	{"rejected", func(c *model.Counts) int64 { return c.Rejected }},
}

// classTable is what each class, tenant or route got since the start; empty when there
// is only one.
func classTable(id, what string, rec model.Recording, n naming) grid {
	g := grid{ID: id + "-table", Caption: "Operations since the start, by " + what, Columns: []column{{Name: what}}}
	for _, o := range outcomes {
		g.Columns = append(g.Columns, column{Name: o.name, Number: true})
	}
	g.Columns = append(g.Columns, column{Name: "good, %", Number: true}, column{Name: "longest p99 of a window, ms", Number: true})
	parts := n.of(last(rec))
	for i := range parts {
		t := &parts[i].Total
		cells := []cell{{Text: n.name(rec.Scenario, i)}}
		for _, o := range outcomes {
			cells = append(cells, counted(o.of(t)))
		}
		slow := math.NaN()
		for p := range rec.Points {
			if list := n.of(&rec.Points[p]); i < len(list) {
				slow = most(slow, float64(list[i].P99))
			}
		}
		g.Rows = append(g.Rows, row{Cells: append(cells, number(100*part(t.Good, t.Offered), 1), number(slow, 0))})
	}
	return g
}

// serviceTable is how each service fared in the windows of the recording.
func serviceTable(rec model.Recording) grid {
	g := grid{ID: "services-table", Caption: "Services", Columns: []column{{Name: "service"}, {Name: "workers at the end", Number: true},
		{Name: "capacity at the end, /s", Number: true}, {Name: "mean utilization, %", Number: true}, {Name: "longest queue, attempts", Number: true},
		{Name: "oldest waiting, ms", Number: true}}}
	for i, end := range last(rec).Services {
		busy, queue, age, n := 0.0, 0.0, 0.0, 0.0
		for p := range rec.Points {
			if list := rec.Points[p].Services; i < len(list) {
				busy, queue, age, n = busy+list[i].Busy, most(queue, float64(list[i].Queue)), most(age, float64(list[i].Age)), n+1
			}
		}
		name := nth(rec.Scenario != nil && i < len(rec.Scenario.Services), func() string { return rec.Scenario.Services[i].Name }, i)
		g.Rows = append(g.Rows, row{Cells: []cell{{Text: name}, counted(int64(end.Workers)), number(end.Capacity, 1), number(100*busy/n, 1), number(queue, 0), number(age, 0)}})
	}
	return g
}

// most is the greater of two numbers of which either may be missing.
func most(a, b float64) float64 {
	if math.IsNaN(a) || b > a {
		return b
	}
	return a
}

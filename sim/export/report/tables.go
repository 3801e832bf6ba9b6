package report

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"overloadtui/model"
	"overloadtui/sim/export/plot"
)

// Bounds of a page that can still be opened; the CSV has every window.
const (
	mostWindows = 400
	mostLines   = 1000
)

// runSections are the tables of a recording.
func runSections(rec model.Recording, src Source) []section {
	var list []section
	add := func(id, title string, intro string, tables ...grid) {
		sec := section{ID: id, Title: title}
		if intro != "" {
			sec.Intro.say(intro)
		}
		for _, t := range tables {
			if len(t.Rows) > 0 {
				sec.Tables = append(sec.Tables, t)
			}
		}
		if len(sec.Tables) > 0 {
			list = append(list, sec)
		}
	}
	add("changes", "What was changed", "", changeTable(rec, src.Knobs))
	add("states", "Operating states", "", stateShares(rec), stateTable(rec))
	add("audit", "Audit log", "Every line of control's log: what happened, from which cause, on which evidence, and who decided.", auditTable(rec))
	if len(rec.Points) == 0 {
		return list
	}
	add("ledger", "Where the workers' time went", "Each millisecond of each worker is in exactly one line; together they are 100 %.", ledgerTable(rec))
	add("parts", "Who got what", "", reasonTable(rec), classTable("classes", "class", rec, classNames), classTable("tenants", "tenant", rec, tenantNames),
		classTable("routes", "route", rec, routeNames), serviceTable(rec))
	add("windows", "Windows", "", windowTable(rec))
	return list
}

func changeTable(rec model.Recording, knobs model.Knobs) grid {
	g := grid{ID: "changes-table", Caption: "Changes, orders and notes; their numbers are those in the picture",
		Columns: []column{{Name: "number", Number: true}, {Name: "at, min:s", Number: true}, {Name: "what"}, {Name: "who"}}}
	for i, m := range plot.Moments(rec, knobs) {
		g.Rows = append(g.Rows, row{Cells: []cell{counted(int64(i + 1)), at(m.At), {Text: m.Text}, {Text: m.Who}}})
	}
	return g
}

// stateShares is how long each state was in force.
func stateShares(rec model.Recording) grid {
	g := grid{ID: "state-shares", Caption: "Time in each state",
		Columns: []column{{Name: "state"}, {Name: "time, s", Number: true}, {Name: "share of the time, %", Number: true}}}
	var times [model.States]model.Millis
	var all model.Millis
	for _, f := range plot.InForce(rec) {
		times[f.State] += f.To - f.From
		all += f.To - f.From
	}
	for s, t := range times {
		if t > 0 {
			share := 100 * float64(t/all)
			c := number(share, 1)
			c.Bar = strconv.FormatFloat(share, 'f', 1, 64)
			g.Rows = append(g.Rows, row{Cells: []cell{stateCell(model.State(s)), number(t.Seconds(), 1), c}})
		}
	}
	return g
}

// stateCell has a space at which no line is broken.
func stateCell(s model.State) cell { return cell{Text: string(s.Letter()) + "\u00a0" + s.String()} }

func stateTable(rec model.Recording) grid {
	g := grid{ID: "state-table", Caption: "States one after the other; each is decided at the end of a window and in force from then on",
		Columns: []column{{Name: "from, min:s", Number: true}, {Name: "to, min:s", Number: true}, {Name: "state"}, {Name: "rung at the end", Number: true}}}
	forces := plot.InForce(rec)
	for i := range forces {
		f := &forces[i]
		if i == 0 || f.State != forces[i-1].State {
			if len(g.Rows) == mostLines {
				g.Caption += fmt.Sprintf("; the first %s", whole(mostLines))
				break
			}
			g.Rows = append(g.Rows, row{Cells: []cell{at(f.From), at(f.To), stateCell(f.State), counted(int64(f.Rung))}})
			continue
		}
		cells := g.Rows[len(g.Rows)-1].Cells
		cells[1], cells[3] = at(f.To), counted(int64(f.Rung))
	}
	return g
}

func auditTable(rec model.Recording) grid {
	g := grid{ID: "audit-table", Caption: "Audit log", Columns: []column{{Name: "at, min:s", Number: true}, {Name: "kind"},
		{Name: "state"}, {Name: "rung", Number: true}, {Name: "what, and its evidence"}, {Name: "cause"}, {Name: "who and why"}}}
	if len(rec.Audit) > mostLines {
		g.Caption += fmt.Sprintf(": the first %s of %s lines", whole(mostLines), whole(len(rec.Audit)))
	}
	for i := range rec.Audit[:min(len(rec.Audit), mostLines)] {
		e := &rec.Audit[i]
		what, who := cell{Text: e.Text}, cell{Text: e.Who}
		for _, gate := range e.Gates {
			what.Lines = append(what.Lines, gateLine(gate))
		}
		if e.Why != "" {
			who.Lines = append(who.Lines, "why: "+e.Why)
		}
		if e.Invariant != "" {
			who.Lines = append(who.Lines, "may relax: "+e.Invariant)
		}
		if e.Until > 0 {
			who.Lines = append(who.Lines, "ends at "+e.Until.Clock())
		}
		g.Rows = append(g.Rows, row{Cells: []cell{at(e.At), {Text: e.Kind.String()}, stateCell(e.State), counted(int64(e.Rung)), what, {Text: e.Cause}, who}})
	}
	return g
}

func gateLine(g model.Gate) string {
	holds := "no"
	if g.Met {
		holds = "yes"
	}
	return fmt.Sprintf("%s %s %s: %s", g.Name, g.Value, g.Needs, holds)
}

// ledgerTable is where worker time went since the start.
func ledgerTable(rec model.Recording) grid {
	g := grid{ID: "ledger-table", Caption: "Ledger of worker time since the start",
		Columns: []column{{Name: "use"}, {Name: "share of worker time, %", Number: true, Of: "spent"}}}
	spent := last(rec).Spent
	if spent == (model.Ledger{}) {
		return g
	}
	sum := 0.0
	for use, share := range spent {
		sum += share
		c := number(100*share, 1)
		c.Bar = strconv.FormatFloat(100*share, 'f', 1, 64)
		g.Rows = append(g.Rows, row{Cells: []cell{{Text: model.Use(use).String()}, c}})
	}
	g.Caption += ", together " + rounded(100*sum, 1) + " %"
	return g
}

// reasonTable is why attempts were turned away, withheld or dropped, in the windows of
// the recording.
func reasonTable(rec model.Recording) grid {
	g := grid{ID: "reasons-table", Caption: "Why attempts were refused, withheld or dropped",
		Columns: []column{{Name: "reason"}, {Name: "attempts", Number: true}}}
	var sum [model.Reasons]int64
	for i := range rec.Points {
		for r, n := range rec.Points[i].Reasons {
			sum[r] += n
		}
	}
	for r := range sum {
		if r > 0 && sum[r] > 0 {
			g.Rows = append(g.Rows, row{Cells: []cell{{Text: model.Reason(r).String()}, counted(sum[r])}})
		}
	}
	return g
}

// windowTable is the metrics of the windows. Of a long run it has those in which the
// state changed, the worst ones, and others evenly between.
func windowTable(rec model.Recording) grid {
	g := grid{ID: "windows-table", Caption: "Metrics of each window, as in the CSV"}
	main := []string{"window_start_ms", "offered_per_s", "attempts_per_s", "goodput_per_s", "rejected_per_s", "wasted_pct", "sojourn_p50_ms", "sojourn_p99_ms", "queue_depth_ops", "state"}
	for i := range model.Metrics {
		m := &model.Metrics[i]
		name := m.Label
		if m.Unit != model.Plain {
			name += ", " + string(m.Unit)
		}
		g.Columns = append(g.Columns, column{Name: name, Doc: m.Doc, Of: m.Name, Number: m.Word == nil, Minor: !slices.Contains(main, m.Name)})
	}
	chosen := chooseWindows(rec.Points, mostWindows)
	if len(chosen) < len(rec.Points) {
		g.Caption = fmt.Sprintf("Metrics of %s of the %s windows: where the state changed, and others evenly between; the CSV has all", whole(len(chosen)), whole(len(rec.Points)))
	}
	for _, i := range chosen {
		p := &rec.Points[i]
		r := row{Of: strconv.Itoa(p.Index)}
		for j := range model.Metrics {
			m := &model.Metrics[j]
			c := cell{Value: m.Text(p)}
			switch {
			case m.Word != nil:
				c.Text = m.Word(p)
			case !math.IsNaN(m.Of(p)):
				c.Text = rounded(m.Of(p), m.Digits)
			}
			r.Cells = append(r.Cells, c)
		}
		g.Rows = append(g.Rows, r)
	}
	return g
}

// chooseWindows are the indices of at most that many windows, in order.
func chooseWindows(points []model.Point, most int) []int {
	chosen := map[int]bool{}
	for i := 1; i < len(points) && len(chosen) < most/2; i++ {
		if points[i].State != points[i-1].State {
			chosen[i] = true
		}
	}
	rest := most - len(chosen)
	for k := range rest {
		if len(points) <= most {
			break
		}
		chosen[k*(len(points)-1)/(rest-1)] = true
	}
	var list []int
	for i := range points {
		if len(points) <= most || chosen[i] {
			list = append(list, i)
		}
	}
	return list
}

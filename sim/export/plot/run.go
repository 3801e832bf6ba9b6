package plot

import (
	"fmt"
	"math"

	"overloadtui/model"
)

var nan = math.NaN()

// OfRun is the chart of a run over time: the rates with the capacity, the queue, and
// the sojourn with the deadline, each point at the end of its window; below them the
// state and, when the ladder was used, the rung. knobs are the scenario's as the run
// began; changes of settings that are not among them are shown by their paths.
func OfRun(rec model.Recording, knobs model.Knobs) Chart {
	c := Chart{
		Name: "run", Title: "Offered load, attempts and goodput over time", About: About(rec),
		Alt:   "Over simulated time: offered load, attempts and goodput beside the capacity; the number waiting; median and 99th percentile of the sojourn beside the deadline; and the operating state.",
		X:     Axis{Label: "simulated time", Time: true},
		Bands: append(stateBands(InForce(rec)), rungBand(InForce(rec))...),
	}
	series := func(name, column string, look Look) Curve {
		return over(rec.Points, Curve{Name: name, Column: column, Look: look}, model.FindMetric(column).Of)
	}
	c.Panels = []Panel{
		{Y: Axis{Label: "operations or attempts/s"}, Tall: 2, Curves: []Curve{
			series("capacity", "capacity_per_s", Bound),
			series("offered", "offered_per_s", Offered),
			series("attempts", "attempts_per_s", Attempts),
			series("goodput", "goodput_per_s", Good)}},
		{Y: Axis{Label: "queue depth, attempts"}, Tall: 1, Curves: []Curve{series("queue", "queue_depth_ops", Queue)}},
		{Y: Axis{Label: "sojourn, ms", Log: true}, Tall: 1.2, Curves: []Curve{
			over(rec.Points, Curve{Name: "deadline", Look: Bound}, func(p *model.Point) float64 { return float64(p.Deadline) }),
			series("p50", "sojourn_p50_ms", Median),
			series("p99", "sojourn_p99_ms", Slow)}},
	}
	for i, m := range Moments(rec, knobs) {
		c.Marks = append(c.Marks, Mark{At: float64(m.At), Number: i + 1, Text: m.Text, Person: m.Who != "" && m.Who != "scenario" && m.Who != "automatic"})
	}
	return c
}

// About is what a recording is of, in one line: the scenario, the seed, the length.
func About(rec model.Recording) string {
	name := ""
	if rec.Scenario != nil {
		name = rec.Scenario.Name + ", "
	}
	about := fmt.Sprintf("%sseed %d, %s of simulated time", name, rec.Seed, rec.Until.Clock())
	if rec.First > 0 {
		about += fmt.Sprintf(", the first %d windows left out", rec.First)
	}
	return about
}

func over(points []model.Point, c Curve, of func(*model.Point) float64) Curve {
	c.X, c.Y = make([]float64, len(points)), make([]float64, len(points))
	for i := range points {
		c.X[i], c.Y[i] = float64(points[i].End), of(&points[i])
	}
	return c
}

// Moment is a change of a setting, an order or a note, in words.
type Moment struct {
	At   model.Millis
	Text string // "load 90 /s → 120 /s"
	Who  string
	Knob *model.KnobDecl // nil for an order, a note, and a setting that is not known
	From float64         // the knob's value before, and
	To   float64         // after
}

// Moments are the changes of a recording that have happened, in the order of time.
func Moments(rec model.Recording, knobs model.Knobs) []Moment {
	decls := make(map[string]*model.KnobDecl, len(knobs))
	now := make(map[string]float64, len(knobs))
	for i := range knobs {
		decls[knobs[i].Path], now[knobs[i].Path] = &knobs[i].KnobDecl, knobs[i].Initial
	}
	changes := model.Happened(rec.Changes, 0, model.Millis(math.Nextafter(float64(rec.Until), math.Inf(1))))
	moments := make([]Moment, len(changes))
	for i := range changes {
		c := &changes[i]
		m := Moment{At: c.At, Who: c.Who, Text: c.Note}
		switch k := decls[c.Path]; {
		case c.Order.Kind != model.NoOrder:
			m.Text, m.Who = c.Order.Say(), c.Order.Who
		case c.Path != "" && k == nil:
			m.Text = fmt.Sprintf("%s → %s", c.Path, model.Group(c.To))
		case k != nil:
			m.Knob, m.From, m.To = k, now[c.Path], c.To
			m.Text = fmt.Sprintf("%s %s → %s", shortest(k), k.Format(m.From), k.Format(m.To))
			now[c.Path] = c.To
		}
		moments[i] = m
	}
	return moments
}

// shortest is the shortest name of a knob that is nobody else's.
func shortest(k *model.KnobDecl) string {
	if k.Short != "" {
		return k.Short
	}
	return k.Path
}

// Force is what was in force during a window: what had been decided by its start.
type Force struct {
	From, To model.Millis
	State    model.State
	Rung     int
}

// InForce is what was in force during each window of a recording. A point has what was
// decided at its end, which is in force in the next window; of the window before the
// first that is kept nothing is known, so that the first has its own.
func InForce(rec model.Recording) []Force {
	forces := make([]Force, len(rec.Points))
	for i := range rec.Points {
		p := &rec.Points[i]
		f := Force{From: p.Start, To: p.End, State: p.State, Rung: p.Rung}
		switch {
		case i > 0:
			f.State, f.Rung = rec.Points[i-1].State, rec.Points[i-1].Rung
		case p.Index == 0:
			f.State = model.Normal
			if rec.Scenario != nil {
				f.Rung = int(rec.Scenario.Rung)
			}
		}
		forces[i] = f
	}
	return forces
}

// stateBands are the states that occurred, in the order of the six, and when.
func stateBands(forces []Force) []Band {
	bands := make([]Band, 0, model.States)
	for s := range model.State(model.States) {
		spans := spans(forces, func(f *Force) string {
			if f.State != s {
				return ""
			}
			return string(s.Letter())
		})
		if spans != nil {
			bands = append(bands, Band{Name: s.String(), Look: FirstState + Look(s), Spans: spans})
		}
	}
	return bands
}

// rungBand is the rungs that were in force; none when the ladder was never used.
func rungBand(forces []Force) []Band {
	spans := spans(forces, func(f *Force) string {
		if f.Rung == 0 {
			return ""
		}
		return fmt.Sprint(f.Rung)
	})
	if spans == nil {
		return nil
	}
	return []Band{{Name: "rung", Look: Bound, Spans: spans}}
}

// spans are the times in which there is a text, neighbours with the same one joined.
func spans(forces []Force, text func(*Force) string) []Span {
	var spans []Span
	for i := range forces {
		f := &forces[i]
		t := text(f)
		if t == "" {
			continue
		}
		if n := len(spans); n > 0 && spans[n-1].To == float64(f.From) && spans[n-1].Text == t {
			spans[n-1].To = float64(f.To)
			continue
		}
		spans = append(spans, Span{float64(f.From), float64(f.To), t})
	}
	return spans
}

package gameday

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"overloadtui/model"
)

// expectation takes the statistic of the observation's windows. Without a value there
// is nothing that the expectation could hold of.
func (j *judge) expectation(e *model.Expectation) model.ExpectationView {
	w, err := j.g.Observation(e.In)
	if err != nil {
		panic(err) // the scenario was validated
	}
	w = j.observed(w)
	m, of := j.measured(e.Measured)
	values := numbers(j.within(w.From, w.To), m, of)
	v := model.ExpectationView{In: w, Value: statistic(e, values), Windows: len(values), Closed: j.now >= w.To}
	v.Holds = e.Holds(v.Value)
	v.Shown = value(m, v.Value, e.Value)
	v.Text = fmt.Sprintf("%s, %s in %s, %s", what(m, e.Of), statisticName(e), e.In, needs(m, &e.Limit))
	return v
}

// numbers are the values of a metric in windows, those that have one.
func numbers(points []model.Point, m *model.Metric, of model.Part) []float64 {
	var values []float64
	for i := range points {
		if v := m.Measure(&points[i], of); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
}

// statistic is NaN of nothing.
func statistic(e *model.Expectation, values []float64) float64 {
	if len(values) == 0 {
		return math.NaN()
	}
	switch e.Take {
	case model.TakeMin:
		return slices.Min(values)
	case model.TakeMax:
		return slices.Max(values)
	case model.TakeLast:
		return values[len(values)-1]
	case model.TakeQuantile:
		sorted := slices.Sorted(slices.Values(values))
		rank := int(math.Ceil(e.Quantile / 100 * float64(len(sorted))))
		return sorted[max(rank, 1)-1]
	}
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

func statisticName(e *model.Expectation) string {
	if e.Take == model.TakeQuantile {
		return "p" + model.Group(e.Quantile)
	}
	return model.ExpectationSettings[0].Format(e.Take)
}

// bound watches a limit of the blast radius from the fault on.
func (j *judge) bound(l *model.Limit) model.LimitView {
	return j.watch(l, j.v.Began[model.InFault], j.v.Began[model.GameDayOver])
}

// watch looks at a limit in every window of a time. A window without a value says
// nothing about it.
func (j *judge) watch(l *model.Limit, from, to model.Millis) model.LimitView {
	m, of := j.measured(l.Measured)
	v := model.LimitView{Worst: math.NaN(), Holds: true, Text: what(m, l.Of) + " " + needs(m, l)}
	points := j.within(from, to)
	for i := range points {
		p := &points[i]
		got := m.Measure(p, of)
		if math.IsNaN(got) {
			v.Now = false
			continue
		}
		v.Now = l.Holds(got)
		v.Holds = v.Holds && v.Now
		if math.IsNaN(v.Worst) || worse(l, got, v.Worst) {
			v.Worst, v.At = got, p.End
		}
	}
	v.Shown = value(m, v.Worst, l.Value)
	return v
}

func worse(l *model.Limit, a, b float64) bool {
	if l.Is == model.AtLeast || l.Is == model.Above {
		return a < b
	}
	return a > b
}

// Aborts looks at the abort conditions of the scenario's game day in each of the
// windows. A condition fires when it holds in as many windows in a row as it says, until
// the recovery is to begin, also before the fault: a game day does not start into
// trouble. A window without a value counts neither for nor against it.
func Aborts(s *model.Scenario, points []model.Point) []model.AbortView {
	return aborts(s, points, model.Forever)
}

// aborts is Aborts of a game day that was called off at that time.
func aborts(s *model.Scenario, points []model.Point, off model.Millis) []model.AbortView {
	var views []model.AbortView
	for i := range s.GameDay.Abort {
		a := &s.GameDay.Abort[i]
		m, of := mustMeasure(s, a.Measured)
		v := model.AbortView{Need: int(a.Windows), Shown: value(m, math.NaN(), 0),
			Text: fmt.Sprintf("%s %s for %s windows", what(m, a.Of), needs(m, &a.Limit), model.Group(a.Windows))}
		for k := range points {
			p := &points[k]
			got := m.Measure(p, of)
			v.Shown = value(m, got, a.Value)
			switch {
			case math.IsNaN(got):
			case a.Holds(got):
				v.Have++
			default:
				v.Have = 0
			}
			v.Longest = max(v.Longest, v.Have)
			if v.Have >= v.Need && !v.Fired && p.End < s.GameDay.Recovery.From && p.End <= off {
				v.Fired, v.At = true, p.End
			}
		}
		views = append(views, v)
	}
	return views
}

// what is what is measured, as a person reads it.
func what(m *model.Metric, of string) string {
	if of == "" {
		return m.Label
	}
	return m.Label + " of " + of
}

// needs is the comparison with its value: "at least 2,300 /s".
func needs(m *model.Metric, l *model.Limit) string {
	return strings.ReplaceAll(model.LimitSettings[0].Format(l.Is), "-", " ") + " " + unit(model.Group(l.Value), m)
}

// value is a number of a metric with its unit, in as many decimals as a screen shows,
// and in more where it would otherwise look like the threshold that it is not.
func value(m *model.Metric, v, threshold float64) string {
	if math.IsNaN(v) {
		return "no value"
	}
	text := decimals(v, m.Digits)
	for digits := m.Digits + 1; v != threshold && text == model.Group(threshold) && digits < 9; digits++ {
		text = decimals(v, digits)
	}
	return unit(text, m)
}

func unit(number string, m *model.Metric) string {
	if m.Unit == model.Plain || m.Unit == model.Ratio {
		return number
	}
	return number + " " + string(m.Unit)
}

package gameday

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"overloadtui/model"
)

// transitions compares the transitions that were seen with those that were expected: the
// longest sequence that both have in common is what was expected of it.
func (j *judge) transitions() {
	from := model.Normal
	for i := range j.audit {
		e := &j.audit[i]
		if e.Kind != model.TransitionEntry {
			continue
		}
		_, evidence, _ := strings.Cut(e.Text, ": ")
		j.v.Transitions = append(j.v.Transitions, model.GameDayWay{At: e.At, From: from, To: e.State, Cause: e.Cause, Text: cmp.Or(evidence, e.Text)})
		from = e.State
	}
	seen, want := j.v.Transitions, j.g.Through
	// common[i][k] is the length of the longest sequence in common of seen[i:] and want[k:].
	common := make([][]int, len(seen)+1)
	common[len(seen)] = make([]int, len(want)+1)
	for i := len(seen) - 1; i >= 0; i-- {
		common[i] = make([]int, len(want)+1)
		for k := len(want) - 1; k >= 0; k-- {
			if seen[i].To == want[k] {
				common[i][k] = common[i+1][k+1] + 1
			} else {
				common[i][k] = max(common[i+1][k], common[i][k+1])
			}
		}
	}
	i, k := 0, 0
	for i < len(seen) && k < len(want) {
		switch {
		case seen[i].To == want[k]:
			seen[i].Expected = true
			i, k = i+1, k+1
		case common[i+1][k] >= common[i][k+1]:
			i++
		default:
			j.v.Missing = append(j.v.Missing, want[k])
			k++
		}
	}
	j.v.Missing = append(j.v.Missing, want[k:]...)
}

// surprises collects what nobody had declared: values outside the envelope, transitions
// that were not expected or did not come, escalations and orders that were refused.
func (j *judge) surprises() {
	for i := range j.g.Envelope {
		j.outside(&j.g.Envelope[i])
	}
	for _, t := range j.v.Transitions {
		if !t.Expected {
			j.surprise(t.At, t.At, fmt.Sprintf("%v to %v was not expected: %s", t.From, t.To, t.Text))
		}
	}
	for i := range j.audit {
		e := &j.audit[i]
		if e.Kind == model.EscalationEntry || e.Kind == model.RefusalEntry && e.Who != "" {
			j.surprise(e.At, e.At, e.Text)
		}
	}
	slices.SortStableFunc(j.v.Surprises, func(a, b model.Surprise) int { return cmp.Compare(a.From, b.From) })
	if end := j.v.Began[model.GameDayOver]; j.now >= end && !j.v.Aborted {
		for _, s := range j.v.Missing {
			j.surprise(end, end, fmt.Sprintf("the transition to %v was expected and did not come", s))
		}
	}
}

func (j *judge) surprise(from, to model.Millis, text string) {
	j.v.Surprises = append(j.v.Surprises, model.Surprise{From: from, To: to, Text: text})
}

// outside finds the windows whose value is outside a range; those in a row are one
// surprise.
func (j *judge) outside(r *model.Range) {
	w := model.Observation{To: model.Forever}
	if r.In != "" {
		w, _ = j.g.Observation(r.In)
		w = j.observed(w)
	}
	m, of := j.measured(r.Measured)
	points := j.within(w.From, w.To)
	for i := 0; i < len(points); i++ {
		first, worst := i, math.NaN()
		for ; i < len(points); i++ {
			v := m.Measure(&points[i], of)
			if !(v < r.Least || v > r.Most) {
				break
			}
			if math.IsNaN(worst) || beyond(r, v) > beyond(r, worst) {
				worst = v
			}
		}
		if n := i - first; n > 0 {
			windows := "1 window"
			if n > 1 {
				windows = fmt.Sprintf("%d windows, at worst", n)
			}
			j.surprise(points[first].Start, points[i-1].End, fmt.Sprintf("%s outside %s in %s: %s",
				what(m, r.Of), rangeText(m, r), windows, value(m, worst, math.NaN())))
		}
	}
}

// beyond is how far a value is outside a range.
func beyond(r *model.Range, v float64) float64 { return max(r.Least-v, v-r.Most) }

func rangeText(m *model.Metric, r *model.Range) string {
	switch {
	case math.IsInf(r.Least, -1):
		return "at most " + unit(model.Group(r.Most), m)
	case math.IsInf(r.Most, 1):
		return "at least " + unit(model.Group(r.Least), m)
	}
	return model.Group(r.Least) + ".." + unit(model.Group(r.Most), m)
}

// recovery looks for the last windows in a row, up to now, in which the service is in
// the wanted state and every limit holds. A window in which something has no value is
// not one of them.
func (j *judge) recovery() {
	r, v := &j.g.Recovery, &j.v.Recovery
	began := j.v.Began[model.InRecovery]
	v.By, v.State = r.By-j.moved, r.State
	for i := range r.Must {
		v.Must = append(v.Must, j.watch(&r.Must[i], began, j.v.Began[model.GameDayOver]))
	}
	points := j.within(began, j.v.Began[model.GameDayOver])
	for i := len(points) - 1; i >= 0; i-- {
		p := &points[i]
		if p.State != r.State || slices.ContainsFunc(r.Must, func(l model.Limit) bool {
			m, of := j.measured(l.Measured)
			return !l.Holds(m.Measure(p, of))
		}) {
			break
		}
		v.Done, v.At = true, p.End
	}
	v.Holds = v.Done && v.At <= v.By
}

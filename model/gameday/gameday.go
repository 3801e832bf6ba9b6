// Package gameday judges a rehearsal of a failure: what was believed against what the
// windows of a run and its audit log show.
//
// It is a pure function of a scenario, points and an audit log, so that a record at the
// end and a screen in the middle of a run say the same. It knows no engine: carrying the
// timeline out, and taking the fault back when an abort condition fires, is done
// elsewhere and shows in the audit log as a note by Who.
package gameday

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"overloadtui/model"
)

// Who signs the note in the audit log with which the fault is taken back.
const Who = "game day"

// Ready says why the scenario cannot be carried out as a game day: it has none, it never
// ends, it has no fault, or an abort could not take back all of its fault, because the
// recovery part of the timeline does not set again what the fault has set.
func Ready(s *model.Scenario) error {
	switch {
	case s.GameDay == nil:
		return fmt.Errorf("it has no %s", model.GameDayGroup)
	case s.Duration <= 0:
		return errors.New("duration: a game day has an end; set the scenario's duration")
	}
	fault, restore := Timeline(s)
	if !slices.ContainsFunc(fault, acts) {
		return fmt.Errorf("%s: no change on the timeline comes before the recovery at %v, so there is no fault", model.GameDayGroup, s.GameDay.Recovery.From)
	}
	for _, c := range fault {
		undone := func(r model.Change) bool { return r.Path == c.Path }
		switch {
		case c.Order.Kind == model.FailOver:
			undone = func(r model.Change) bool { return r.Order.Kind == model.FailBack }
		case c.Order.Kind == model.ReleaseAll:
			undone = func(r model.Change) bool {
				return r.Order.Kind == model.PauseReplay || r.Order.Kind == model.StartReplay
			}
		case c.Path == "":
			continue
		}
		if !slices.ContainsFunc(restore, undone) {
			what := c.Path
			if what == "" {
				what = c.Order.Say()
			}
			return fmt.Errorf("%s: the fault changes %s at %v, and no change from %v on sets it back, so that an abort could not take it back",
				model.GameDayGroup, what, c.At, s.GameDay.Recovery.From)
		}
	}
	return nil
}

// acts says whether a change does something: it is no note.
func acts(c model.Change) bool { return c.Path != "" || c.Order.Kind != model.NoOrder }

// Timeline is the scenario's changes in the order in which they happen, those of the
// fault and those of the recovery part.
func Timeline(s *model.Scenario) (fault, restore []model.Change) {
	all := slices.Clone(s.Changes)
	slices.SortStableFunc(all, func(a, b model.Change) int {
		switch {
		case a.At < b.At:
			return -1
		case a.At > b.At:
			return 1
		}
		return 0
	})
	i := slices.IndexFunc(all, func(c model.Change) bool { return c.At >= s.GameDay.Recovery.From })
	if i < 0 {
		i = len(all)
	}
	return all[:i], all[i:]
}

// judge is the state of one judgement.
type judge struct {
	s      *model.Scenario
	g      *model.GameDay
	points []model.Point
	audit  []model.Entry
	now    model.Millis
	moved  model.Millis // by how much an abort has brought the recovery forward
	v      model.GameDayView
}

// Judge says how far a game day has come and what it has shown. points are the complete
// windows and audit the log until now, of a run of the scenario s, whose GameDay is not
// nil. Of a run that has dropped its oldest windows, only those that are left count.
func Judge(s *model.Scenario, points []model.Point, audit []model.Entry, now model.Millis) model.GameDayView {
	j := judge{s: s, g: s.GameDay, points: points, audit: audit, now: now}
	j.phases()
	for i := range j.g.Expect {
		j.v.Expectations = append(j.v.Expectations, j.expectation(&j.g.Expect[i]))
	}
	for i := range j.g.Bounds {
		j.v.Bounds = append(j.v.Bounds, j.bound(&j.g.Bounds[i]))
	}
	off := model.Forever
	if j.v.Aborted {
		off = j.v.AbortedAt
	}
	j.v.Aborts = aborts(s, points, off)
	j.transitions()
	j.recovery()
	j.surprises()
	j.v.Verdict = j.verdict()
	return j.v
}

// phases finds where the phases begin, and whether the fault was taken back.
func (j *judge) phases() {
	v, r := &j.v, &j.g.Recovery
	if i := slices.IndexFunc(j.audit, func(e model.Entry) bool { return e.Who == Who }); i >= 0 {
		v.Aborted, v.AbortedAt = true, j.audit[i].At
		j.moved = r.From - v.AbortedAt
	}
	end := model.Millis(j.s.Duration)
	if end == 0 { // a run that goes on is watched as long as there is something to see
		end = r.By
		for _, w := range j.g.Windows {
			end = max(end, w.To)
		}
	}
	v.Began[model.InRecovery], v.Began[model.GameDayOver] = r.From-j.moved, end-j.moved
	v.Began[model.InFault] = v.Began[model.InRecovery]
	fault, _ := Timeline(j.s)
	if i := slices.IndexFunc(fault, acts); i >= 0 {
		v.Began[model.InFault] = min(fault[i].At, v.Began[model.InRecovery])
	}
	for phase, at := range v.Began {
		if j.now >= at {
			v.Phase = model.GameDayPhase(phase)
		}
	}
}

// verdict is what the whole amounts to.
func (j *judge) verdict() model.GameDayVerdict {
	v := &j.v
	switch {
	case v.Phase != model.GameDayOver:
		return model.VerdictOpen
	case v.Aborted:
		return model.VerdictAborted
	case !v.Recovery.Holds,
		slices.ContainsFunc(v.Expectations, func(e model.ExpectationView) bool { return !e.Holds }),
		slices.ContainsFunc(v.Bounds, func(b model.LimitView) bool { return !b.Holds }):
		return model.VerdictFailed
	}
	return model.VerdictHeld
}

// observed is an observation window as it came: what belongs to the recovery moves with
// it, and what belongs to the fault ends with it.
func (j *judge) observed(w model.Observation) model.Observation {
	switch {
	case j.moved == 0:
	case w.From >= j.g.Recovery.From:
		w.From, w.To = w.From-j.moved, w.To-j.moved
	default:
		w.To = min(w.To, j.v.AbortedAt)
	}
	return w
}

// measured is a metric and a part that Validate has found to be there.
func (j *judge) measured(what model.Measured) (*model.Metric, model.Part) {
	return mustMeasure(j.s, what)
}

func mustMeasure(s *model.Scenario, what model.Measured) (*model.Metric, model.Part) {
	m, of, err := s.FindMeasured(what)
	if err != nil {
		panic(err) // the scenario was validated
	}
	return m, of
}

// within are the windows that lie whole in from..to.
func (j *judge) within(from, to model.Millis) []model.Point {
	first := slices.IndexFunc(j.points, func(p model.Point) bool { return p.Start >= from })
	if first < 0 {
		return nil
	}
	last := first
	for last < len(j.points) && j.points[last].End <= to {
		last++
	}
	return j.points[first:last]
}

// decimals writes a number with at most so many of them.
func decimals(v float64, digits int) string {
	if math.IsNaN(v) {
		return "no value"
	}
	scale := math.Pow10(digits)
	return model.Group(math.Round(v*scale) / scale)
}

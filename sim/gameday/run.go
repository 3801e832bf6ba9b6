// Package gameday carries a game day out on the engine: the timeline of a scenario,
// window by window, until an abort condition fires or all of it is over.
//
// The judging is package model/gameday, which knows no engine; this package knows no
// file and no screen.
package gameday

import (
	"context"
	"fmt"

	"overloadtui/model"
	"overloadtui/model/gameday"
	"overloadtui/sim"
)

// Run carries out the game day of a scenario and judges it. After each window it shows
// progress the instant and how far the game day has come. The same scenario always gives the same windows; those of
// a game day that is not called off are the ones that any run of the scenario gives.
//
// When an abort condition fires, the changes of the fault that are still to come do not
// happen, those of the recovery part happen from that moment on at their distances, and
// the run is shorter by the time that it saved. The recording has them as they happened.
//
// Errors are those of gameday.Ready and of Validate, and the cause of a context that ends
// first.
func Run(ctx context.Context, s *model.Scenario, progress func(now model.Millis, v model.GameDayView)) (model.Recording, model.GameDayView, error) {
	if err := gameday.Ready(s); err != nil {
		return model.Recording{}, model.GameDayView{}, err
	}
	if err := s.Validate(sim.Catalog()); err != nil {
		return model.Recording{}, model.GameDayView{}, err
	}
	began := s.Clone()
	began.Changes = nil // they are handed over as they come, because an abort drops some
	e, err := sim.New(began)
	if err != nil {
		return model.Recording{}, model.GameDayView{}, err
	}
	d := day{s: s, engine: e, end: model.Millis(s.Duration)}
	d.fault, d.restore = gameday.Timeline(s)
	for e.Now() < d.end {
		if ctx.Err() != nil {
			return model.Recording{}, model.GameDayView{}, context.Cause(ctx)
		}
		if err := d.window(); err != nil {
			return model.Recording{}, model.GameDayView{}, err
		}
		progress(e.Now(), d.judge())
	}
	if !d.aborted && !e.FinishUnless(func() bool { return ctx.Err() != nil }) {
		return model.Recording{}, model.GameDayView{}, context.Cause(ctx)
	}
	rec := e.Recording()
	rec.Scenario, rec.Points, rec.First = s, d.windows(), 0
	return rec, d.judge(), nil
}

// day is a game day on its way.
type day struct {
	s              *model.Scenario
	engine         *sim.Engine
	fault, restore []model.Change // that are still to come
	points         []model.Point
	begun          int // windows
	end            model.Millis
	aborted        bool
}

// window runs to the end of the next window, and calls the game day off when an abort
// condition has fired in it.
func (d *day) window() error {
	d.begun++
	to := min(d.end, model.Millis(float64(d.begun)*d.s.Window))
	for _, changes := range []*[]model.Change{&d.fault, &d.restore} {
		for len(*changes) > 0 && (*changes)[0].At < to {
			if err := d.engine.Change((*changes)[0]); err != nil {
				return err
			}
			*changes = (*changes)[1:]
		}
	}
	d.engine.RunUntil(to)
	d.windows()
	if d.aborted {
		return nil
	}
	for _, a := range gameday.Aborts(d.s, d.points) {
		if a.Fired {
			return d.abort("abort: " + a.Text + ", last " + a.Shown)
		}
	}
	return nil
}

// abort takes the fault back now.
func (d *day) abort(why string) error {
	d.aborted = true
	now := d.engine.Now()
	moved := d.s.GameDay.Recovery.From - now
	d.fault, d.end = nil, d.end-moved
	for i := range d.restore {
		d.restore[i].At -= moved
	}
	return d.engine.Change(model.Change{At: now, Who: gameday.Who, Note: why})
}

// windows are all windows so far, also when the engine has dropped the oldest ones.
func (d *day) windows() []model.Point {
	points, first := d.engine.Points()
	if len(d.points) < first {
		panic(fmt.Sprintf("%d windows were dropped unseen", first-len(d.points)))
	}
	d.points = append(d.points, points[len(d.points)-first:]...)
	return d.points
}

func (d *day) judge() model.GameDayView {
	return gameday.Judge(d.s, d.points, d.engine.Audit(), d.engine.Now())
}

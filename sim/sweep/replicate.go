package sweep

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/record"
)

// Plan is how a scenario is replicated: with which seeds, for how long, and how much of
// the beginning, when the system is not yet what it will be, does not count.
type Plan struct {
	Seeds  []uint64
	Until  model.Millis
	WarmUp model.Millis // less than Until; rounded up to whole windows

	Watch func(done, of int) // is told how many runs are done, from several goroutines; may be nil
}

// Seeds are n seeds from the first on. The same seeds give every scenario the same
// arrivals and the same work, so that runs of two policies can be compared pair by pair.
func Seeds(first uint64, n int) []uint64 {
	seeds := make([]uint64, n)
	for i := range seeds {
		seeds[i] = first + uint64(i)
	}
	return seeds
}

// Replications are what the runs of a plan measured.
type Replications struct {
	Plan
	Metrics []*model.Metric
	Values  [][]float64   // by metric, then by seed; NaN where a run had none
	Ends    []model.State // the state at the end of each run
}

// Replicate runs the scenario with each seed of the plan, on all cores. The clients go
// on until the end. A metric that counts is taken over the whole measured time, one
// that is true of an instant is averaged over the ends of the windows. The error is the
// scenario's, the plan's, or the cause of the context's end.
func Replicate(ctx context.Context, s *model.Scenario, p Plan) (*Replications, error) {
	window := model.Millis(s.Window)
	p.WarmUp = model.Millis(math.Ceil(float64(p.WarmUp/window))) * window
	if p.WarmUp+window > p.Until {
		return nil, fmt.Errorf("a warm-up of %v leaves nothing of %v to measure", p.WarmUp, p.Until)
	}
	r := &Replications{Plan: p, Ends: make([]model.State, len(p.Seeds))}
	for i := range model.Metrics {
		if m := &model.Metrics[i]; m.Sum != model.NoSum {
			r.Metrics = append(r.Metrics, m)
			r.Values = append(r.Values, make([]float64, len(p.Seeds)))
		}
	}
	var done atomic.Int64
	err := Parallel(len(p.Seeds), func() func(int) error {
		return func(i int) error {
			err := r.run(ctx, s, i)
			if n := int(done.Add(1)); p.Watch != nil {
				p.Watch(n, len(p.Seeds))
			}
			return err
		}
	})
	return r, err
}

func (r *Replications) run(ctx context.Context, s *model.Scenario, i int) error {
	run := s.Clone()
	run.Seed, run.Duration = r.Seeds[i], 0
	recorder := record.New(len(s.Services), 0, 0, 0)
	e, err := sim.New(run, sim.Tap(func(f *model.Fact) {
		if f.At >= r.WarmUp {
			recorder.Add(f)
		}
	}))
	if err != nil {
		return err
	}
	window := model.Millis(run.Window)
	for e.Now() < r.WarmUp {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		e.RunUntil(min(r.WarmUp, e.Now()+window))
	}
	windows := 0.0
	sums := make([]float64, len(r.Metrics))
	warm := math.Round(float64(r.WarmUp / window))
	for t := model.Millis((warm + 1) * float64(window)); t <= r.Until; t = model.Millis((warm + windows + 1) * float64(window)) {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		e.RunUntil(t)
		points, _ := e.Points()
		for m, metric := range r.Metrics {
			if metric.Sum == model.MeanOfWindows {
				sums[m] += metric.Of(&points[len(points)-1])
			}
		}
		windows++
	}
	whole := recorder.Close(e.Now() - r.WarmUp) // as if it had begun with the measuring
	for m, metric := range r.Metrics {
		r.Values[m][i] = sums[m] / windows
		if metric.Sum == model.WholeTime {
			r.Values[m][i] = metric.Of(whole)
		}
	}
	r.Ends[i] = e.State().State
	return nil
}

// Interval is the confidence interval of a metric's mean, by the metric's index.
func (r *Replications) Interval(metric int, level float64) Interval {
	return Confidence(r.Values[metric], level)
}

// Any says whether a run had a number other than 0 of a metric, by its index.
func (r *Replications) Any(metric int) bool {
	return slices.ContainsFunc(r.Values[metric], func(v float64) bool { return v != 0 && !math.IsNaN(v) })
}

// Minus is the difference of each metric seed by seed. Both must be of one plan; what
// the seeds have in common goes out of the difference, which is why its interval is
// narrower than the two means make one think.
func (r *Replications) Minus(o *Replications) *Replications {
	d := &Replications{Plan: r.Plan, Metrics: r.Metrics, Values: make([][]float64, len(r.Values))}
	for m := range r.Values {
		d.Values[m] = make([]float64, len(r.Seeds))
		for i := range r.Seeds {
			d.Values[m][i] = r.Values[m][i] - o.Values[m][i]
		}
	}
	return d
}

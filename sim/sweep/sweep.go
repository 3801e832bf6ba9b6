package sweep

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/record"
)

// results are the columns of a sweep's table beside the curve and the value on the x axis.
var results = []string{"effective_rps", "ideal_goodput_rps", "goodput_rps", "wasted_pct", "p50_ms", "p99_ms", "avg_queue_depth"}

// published are the SHA-256 of the reference lab's collapse sweep, by its window.
var published = map[model.Millis]string{
	1 * model.Second: "9ee056fb317fc1fff77cf7258e99e40c0f0872bf79f1028e9da66122b888bcf2",
	2 * model.Second: "dde27055ae7562c6cc7cb74f70f74130bc1723d0a7e5948654cce2ed4da8e5d8",
	4 * model.Second: "26814f7a68df528311df6d227f70702a02a31507935e33ca955be619b5bb29e5",
	5 * model.Second: "965e6578eba2dbb33316af1fa12dc225f99b5b1d05ca6dee2572270b2ab84eeb",
}

// Published is the SHA-256 that the reference lab published for a file of that name
// and window; ok is false when it published none.
func Published(file string, window model.Millis) (hash string, ok bool) {
	if file != "bp-post1-collapse-sweep.csv" {
		return "", false
	}
	hash, ok = published[window]
	return hash, ok
}

// Run makes the table that the scenario's sweep section declares: for each curve,
// one row for each value of the swept knob, which it keeps: what the timeline makes of it
// is left out. Each run lasts the scenario's duration and ends as its End says. Errors name the knob or value that cannot be used, or are the
// cause of a context that ends first. What watches is told, from several goroutines, how
// many of the runs are done.
func Run(ctx context.Context, s *model.Scenario, watch ...func(done, of int)) (*Table, error) {
	if len(s.Sweep.Values) == 0 {
		return nil, fmt.Errorf("scenario %q declares no sweep", s.Name)
	}
	if s.Duration == 0 {
		return nil, fmt.Errorf("duration: a sweep needs one, such as 5s")
	}
	if err := s.Validate(sim.Catalog()); err != nil {
		return nil, err
	}
	v, err := variantsOf(s)
	if err != nil {
		return nil, err
	}
	over, err := v.knobs.Find(s.Sweep.Over)
	if err != nil {
		return nil, err
	}
	t := &Table{File: s.Sweep.File, Header: append([]string{"mode", column(over)}, results...)}
	curves := s.Sweep.Curves
	if len(curves) == 0 {
		curves = []model.Curve{{Name: s.Name}}
	}
	runs := make([]*model.Scenario, 0, len(curves)*len(s.Sweep.Values))
	t.Rows = make([][]string, cap(runs))
	for i, curve := range curves {
		if slices.ContainsFunc(curves[:i], func(c model.Curve) bool { return c.Name == curve.Name }) {
			return nil, fmt.Errorf("sweep: two curves are called %q", curve.Name)
		}
		for _, a := range curve.Set {
			if k, err := v.knobs.Find(a.Path); err == nil && k.Path == over.Path {
				return nil, fmt.Errorf("sweep: the curve %q sets %s, which the sweep is over", curve.Name, over.Path)
			}
		}
		for _, x := range s.Sweep.Values {
			run, err := v.with(append([]model.Assignment{{Path: s.Sweep.Over, To: x}}, curve.Set...)...)
			if err != nil {
				return nil, err
			}
			run.Changes = slices.DeleteFunc(run.Changes, func(c model.Change) bool { return c.Path == over.Path })
			t.Rows[len(runs)] = []string{curve.Name, cell(over.Param, x)}
			runs = append(runs, run)
		}
	}
	var done atomic.Int64
	err = Parallel(len(runs), func() func(int) error {
		tally := newTally()
		return func(i int) error {
			row, err := tally.row(ctx, runs[i])
			t.Rows[i] = append(t.Rows[i], row...)
			n := int(done.Add(1))
			for _, w := range watch {
				w(n, len(runs))
			}
			return err
		}
	})
	return t, err
}

// Parallel does the jobs 0..n-1 on all cores, each worker with a function of its
// own, and returns the error of the first job that failed.
func Parallel(n int, worker func() func(int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		group.Go(func() {
			do := worker()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = do(i)
			}
		})
	}
	group.Wait()
	return cmp.Or(errs...)
}

// column is how the column of the swept knob is called: by its shortest name and its
// unit, but the load as in the published sweep.
func column(k model.Knob) string {
	if k.Unit == model.PerSecond && k.Name == "load" {
		return "offered_rps"
	}
	name := strings.NewReplacer("-", "_", ".", "_").Replace(k.Short)
	if suffix := unitSuffix[k.Unit]; suffix != "" {
		return name + "_" + suffix
	}
	return name
}

// cell is a value of the swept knob: the number, or the word for 0 and for a choice.
func cell(p model.Param, x float64) string {
	if x == 0 && p.Off != "" || len(p.Choices) > 0 {
		return p.Format(x)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// unitSuffix is how a column's name ends, by the unit of its numbers.
var unitSuffix = map[model.Unit]string{model.PerSecond: "per_s", model.Milliseconds: "ms", model.Percent: "pct"}

// With is a copy of the scenario with some knobs at other values.
func With(s *model.Scenario, set ...model.Assignment) (*model.Scenario, error) {
	v, err := variantsOf(s)
	if err != nil {
		return nil, err
	}
	return v.with(set...)
}

// variants makes copies of one scenario, whose settings it looks up once.
type variants struct {
	last  *model.Scenario // that was made, which the knobs point into
	knobs model.Knobs
}

func variantsOf(s *model.Scenario) (v variants, err error) {
	v.last = s.Clone()
	v.knobs, err = v.last.Knobs(sim.Catalog())
	return v, err
}

// with is the scenario with some knobs at other values and the others as they were.
func (v *variants) with(set ...model.Assignment) (*model.Scenario, error) {
	for _, k := range v.knobs {
		k.Set(k.Initial)
	}
	if err := v.knobs.Assign(set...); err != nil {
		return nil, err
	}
	return v.last.Clone(), nil
}

// tally is what a row is computed from: operations, and attempts at the clients'
// service.
type tally struct {
	offered  int64 // operations
	attempts int64
	good     int64 // operations answered in time; every other attempt was for nothing
	found    int64 // number in system, summed over attempts
	sojourn  *record.Latency
	last     *sim.Engine // whose memory the next one takes over
}

func newTally() *tally { return &tally{sojourn: record.NewLabLatency()} }

func (t *tally) row(ctx context.Context, s *model.Scenario) ([]string, error) {
	if !sim.Governed(s) {
		s.Window = float64(model.Hour) // a row is of the whole run: nobody looks at its windows
	}
	*t = tally{sojourn: t.sojourn, last: t.last}
	t.sojourn.Reset()
	e, err := sim.NewValid(s, sim.TapOnly(t.count, model.Offered, model.Sent, model.Served, model.Resolved), sim.Reuse(t.last))
	if err != nil {
		return nil, err
	}
	t.last = e
	live := e.Live()
	if !e.FinishUnless(func() bool { return ctx.Err() != nil }) {
		return nil, context.Cause(ctx)
	}
	seconds := model.Millis(s.Duration).Seconds()
	return []string{
		Fixed(float64(t.attempts)/seconds, 1),
		Fixed(min(float64(t.offered)/seconds, live.Capacity), 1),
		Fixed(float64(t.good)/seconds, 1),
		Fixed(percent(t.attempts-t.good, t.attempts), 1),
		Fixed(float64(t.sojourn.Percentile(50)), 1),
		Fixed(float64(t.sojourn.Percentile(99)), 1),
		Fixed(float64(t.found)/float64(t.attempts), 2),
	}, nil
}

// count reads a fact.
func (t *tally) count(f *model.Fact) {
	if f.Hop != 0 {
		return
	}
	switch f.Kind {
	case model.Offered:
		t.offered++
	case model.Sent:
		t.attempts++
		t.found += int64(f.Depth)
	case model.Resolved:
		if f.Outcome == model.Good {
			t.good++
		}
	case model.Served:
		t.sojourn.Add(f.Value)
	}
}

func percent(part, whole int64) float64 {
	if whole == 0 {
		return 0
	}
	return 100 * float64(part) / float64(whole)
}

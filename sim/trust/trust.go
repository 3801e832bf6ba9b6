// Package trust holds the engine against the closed forms of model/theory. Each setting
// is a scenario of which theory knows what it does in the long run; it is run with
// several seeds, and the confidence interval of what was measured has to hold the
// theory. The verb and the tests share the table.
//
// It is beside package sweep because it is a claim about the engine and not a tool for
// people's scenarios.
package trust

import (
	"context"
	"fmt"
	"math"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/sweep"
)

// Confidence is the level of the intervals: with some eighty checks, one in twelve
// complete runs with seeds of its own misses one by chance.
const Confidence = 0.999

// How much of it a complete and a quick comparison run, and the first of their seeds.
const (
	Arrivals      = 50_000
	QuickArrivals = 5_000
	FirstSeed     = 1
)

// Setting is a scenario and what theory says of it.
type Setting struct {
	Name   string
	Checks []Check
	load   float64 // operations/s, for the length of a run
	make   func() *model.Scenario
	exact  bool // nothing in it is random, so that a hundredth of the operations will do
}

// Check is one quantity of a setting.
type Check struct {
	Quantity string // with its unit
	Theory   float64
	Bound    bool // theory gives the most that it may be
	of       func(*tally) float64
}

// Result is a check with what was measured.
type Result struct {
	Setting string
	Check
	Measured sweep.Interval
	// Little is the largest residual of Little's law in the setting's runs: the number
	// in the system over time against the sum of the sojourns, relative. For a run that
	// starts and ends empty it is an identity and not an estimate.
	Little float64
}

// Residual is how far the measured mean is from theory.
func (r *Result) Residual() float64 { return r.Measured.Mean - r.Theory }

// maxLittle is what rounding leaves of Little's law.
const maxLittle = 1e-9

// OK says whether the engine agrees with theory.
func (r *Result) OK() bool {
	agrees := r.Measured.Has(r.Theory) || r.Bound && r.Measured.Mean <= r.Theory
	return agrees && r.Little <= maxLittle
}

// warmUp is the share of a run that is left out, when the system is still filling.
const warmUp = 0.1

// Run runs every setting with each seed, for so many operations in the mean, and
// compares. The results are in the order of the table. The error is the cause of the
// context's end, or a setting that cannot be run.
func Run(ctx context.Context, settings []Setting, seeds []uint64, arrivals int) ([]Result, error) {
	tallies := make([]*tally, len(settings)*len(seeds))
	err := sweep.Parallel(len(tallies), func() func(int) error {
		return func(i int) (err error) {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			setting := &settings[i/len(seeds)]
			if tallies[i], err = setting.run(seeds[i%len(seeds)], arrivals); err != nil {
				err = fmt.Errorf("%s: %w", setting.Name, err)
			}
			return err
		}
	})
	if err != nil {
		return nil, err
	}
	var results []Result
	for i, s := range settings {
		runs := tallies[i*len(seeds) : (i+1)*len(seeds)]
		little := 0.0
		for _, t := range runs {
			little = max(little, t.little())
		}
		for _, c := range s.Checks {
			values := make([]float64, len(runs))
			for j, t := range runs {
				values[j] = c.of(t)
			}
			results = append(results, Result{s.Name, c, sweep.Confidence(values, Confidence), little})
		}
	}
	return results, nil
}

func (s *Setting) run(seed uint64, arrivals int) (*tally, error) {
	scenario := s.make()
	if s.exact {
		arrivals = max(1, arrivals/100)
	}
	scenario.Seed, scenario.Duration = seed, float64(arrivals)/s.load*1000
	scenario.Window = min(scenario.Duration, float64(model.Hour)) // nobody looks at windows here
	t := &tally{from: model.Millis(warmUp * scenario.Duration), to: model.Millis(scenario.Duration), last: int16(len(scenario.Services) - 1)}
	e, err := sim.New(scenario, sim.Tap(t.add))
	if err != nil {
		return nil, err
	}
	e.Finish()
	return t, nil
}

// tally is what a run did: counts from the end of the warm-up on, and what Little's law
// needs from the start on.
type tally struct {
	from, to model.Millis
	last     int16 // the service at the end of the chain

	sent, refused, dropped   float64
	started, waited          float64
	wait                     model.Millis
	served                   float64
	sojourn                  model.Millis
	good, resolved, withheld float64
	classWait                [2]model.Millis
	classStarted             [2]float64
	area                     float64 // number in the system over time, ms, between from and to

	offeredInAll, deepInAll float64 // from the start on: operations, and attempts at the last service
	inside                  float64
	since                   model.Millis
	areaInAll, sojournInAll float64
}

func (t *tally) add(f *model.Fact) {
	t.follow(f)
	if f.At < t.from {
		return
	}
	switch f.Kind {
	case model.Sent:
		t.sent++
	case model.Withheld:
		t.withheld++
	case model.Refused:
		t.refused++
	case model.Dropped:
		t.dropped++
	case model.Started:
		t.started++
		t.wait += f.Value
		if f.Value > 0 {
			t.waited++
		}
		if int(f.Class) < len(t.classWait) {
			t.classWait[f.Class] += f.Value
			t.classStarted[f.Class]++
		}
	case model.Served:
		t.served++
		t.sojourn += f.Value
	case model.Resolved:
		t.resolved++
		if f.Outcome == model.Good {
			t.good++
		}
	}
}

// follow keeps the number in the system.
func (t *tally) follow(f *model.Fact) {
	step := 0.0
	switch f.Kind {
	case model.Offered:
		t.offeredInAll++
	case model.Sent:
		if f.Service == t.last {
			t.deepInAll++
		}
	case model.Admitted:
		step = 1
	case model.Served, model.Dropped, model.Erred:
		step = -1
		t.sojournInAll += float64(f.Value)
	}
	if step == 0 {
		return
	}
	t.areaInAll += float64(t.inside * float64(f.At-t.since))
	t.area += float64(t.inside * max(0, float64(min(f.At, t.to)-max(t.since, t.from))))
	t.inside, t.since = t.inside+step, f.At
}

// little is the residual of Little's law for the whole run, which ends empty.
func (t *tally) little() float64 {
	if t.inside != 0 {
		return math.Inf(1)
	}
	return math.Abs(t.areaInAll-t.sojournInAll) / math.Max(1, t.sojournInAll)
}

func meanWait(t *tally) float64    { return float64(t.wait) / t.started }
func meanSojourn(t *tally) float64 { return float64(t.sojourn) / t.served }
func waiting(t *tally) float64     { return t.waited / t.started }
func refused(t *tally) float64     { return t.refused / t.sent }
func dropped(t *tally) float64     { return t.dropped / t.sent }
func success(t *tally) float64     { return t.good / t.resolved }
func inSystem(t *tally) float64    { return t.area / float64(t.to-t.from) }
func perOperation(t *tally) float64 {
	return t.deepInAll / t.offeredInAll
}

// perResolved is attempts per operation at the door, once the run has settled.
func perResolved(t *tally) float64 { return t.sent / t.resolved }

func classWait(class int) func(*tally) float64 {
	return func(t *tally) float64 { return float64(t.classWait[class]) / t.classStarted[class] }
}

package trust

import (
	"context"
	"errors"
	"strings"
	"testing"

	"overloadtui/sim/sweep"
)

func compare(t *testing.T, settings []Setting, arrivals int) []Result {
	t.Helper()
	results, err := Run(context.Background(), settings, sweep.Seeds(FirstSeed, 10), arrivals)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestTheEngineAgreesWithTheory(t *testing.T) {
	t.Parallel()
	settings := Settings()
	if len(settings) < 20 {
		t.Errorf("only %d settings", len(settings))
	}
	for _, r := range compare(t, settings, 1500) {
		if !r.OK() {
			t.Errorf("%s, %s: theory %g, measured %g +- %g, residual of Little's law %g", r.Setting, r.Quantity, r.Theory, r.Measured.Mean, r.Measured.Half, r.Little)
		}
	}
}

// A theory that is wrong by three tenths is found out in nearly every check.
func TestAWrongTheoryMisses(t *testing.T) {
	t.Parallel()
	var settings []Setting
	for _, s := range Settings() {
		if s.Name == "M/M/1, load 0.5" || s.Name == "M/D/1, load 0.8" || s.Name == "M/M/10, 8 erlang" || strings.Contains(s.Name, "layers of") || strings.Contains(s.Name, "M/M/1/20") {
			for j := range s.Checks {
				s.Checks[j].Theory *= 0.7
			}
			settings = append(settings, s)
		}
	}
	missed := 0
	results := compare(t, settings, 3000)
	for i := range results {
		if !results[i].OK() {
			missed++
		}
	}
	if share := float64(missed) / float64(len(results)); len(results) < 15 || share < 0.8 {
		t.Errorf("of %d checks only %d notice a theory that is wrong by three tenths", len(results), missed)
	}
}

func TestLittlesLawIsPartOfTheVerdict(t *testing.T) {
	r := Result{Check: Check{Theory: 1}, Measured: sweep.Interval{Mean: 1, Half: 0.1}}
	if !r.OK() {
		t.Error("an engine that agrees is not ok")
	}
	if r.Little = 1e-3; r.OK() {
		t.Error("a residual of Little's law of 0.001 is ok")
	}
	bound := Result{Check: Check{Theory: 1.3, Bound: true}, Measured: sweep.Interval{Mean: 1.29, Half: 0.001}}
	if !bound.OK() {
		t.Error("less than the bound is not ok")
	}
	if bound.Measured.Mean = 1.31; bound.OK() {
		t.Error("more than the bound is ok")
	}
}

func TestAStoppedComparisonSaysWhy(t *testing.T) {
	why := errors.New("enough")
	ctx, stop := context.WithCancelCause(context.Background())
	stop(why)
	if _, err := Run(ctx, Settings(), sweep.Seeds(1, 2), 10); !errors.Is(err, why) {
		t.Errorf("Run = %v, want %v", err, why)
	}
}

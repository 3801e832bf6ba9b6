package main

import (
	"strings"
	"testing"

	"overloadtui/sim/sweep"
	"overloadtui/sim/trust"
)

func TestTrustPrintsTheSettingsAndAgrees(t *testing.T) {
	r := call("trust", "--quick", "--seeds", "4", "M/D/1", "layers")
	if r.code != exitOK || !strings.HasSuffix(r.out, " checks, 0 missed; 4 seeds of 5000 operations each, 99.9 % confidence\n") {
		t.Errorf("%v", r)
	}
	for _, s := range trust.Settings() {
		if shown := strings.Contains(r.out, s.Name); shown != named(s.Name, []string{"M/D/1", "layers"}) {
			t.Errorf("%v\nshows %s: %v", r, s.Name, shown)
		}
	}
}

func TestTrustMarksWhatMisses(t *testing.T) {
	check := func(theory float64) trust.Check { return trust.Check{Quantity: "mean wait, ms", Theory: theory} }
	text, missed := trustText([]trust.Result{
		{Setting: "right", Check: check(10), Measured: sweep.Interval{Mean: 10.1, Half: 0.2}, Little: 1e-14},
		{Setting: "wrong", Check: check(12), Measured: sweep.Interval{Mean: 10.1, Half: 0.2}, Little: 1e-14},
		{Setting: "leaking", Check: check(10), Measured: sweep.Interval{Mean: 10.1, Half: 0.2}, Little: 0.5},
	})
	const want = `setting  quantity       theory  measured   +-  residual  Little  verdict
right    mean wait, ms      10      10.1  0.2       0.1   1e-14       ok
wrong    mean wait, ms      12      10.1  0.2      -1.9   1e-14     MISS
leaking  mean wait, ms      10      10.1  0.2       0.1   5e-01     MISS
`
	if text != want || missed != 2 {
		t.Errorf("trustText gives %d misses and\n%s\nwant 2 and\n%s", missed, text, want)
	}
}

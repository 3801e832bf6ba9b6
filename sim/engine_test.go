package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

func TestCollapseAtAHundredAndTen(t *testing.T) {
	s, err := sweep.With(simtest.Collapse(), model.Assignment{Path: "load", To: 110}, model.Assignment{Path: "retries", To: 3})
	if err != nil {
		t.Fatal(err)
	}
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	c := e.Total()
	if c.Attempts != 1406 || c.Good != 210 {
		t.Errorf("collapse at 110/s for 5 s with 3 retries: %d attempts and %d good, want 1406 and 210", c.Attempts, c.Good)
	}
}

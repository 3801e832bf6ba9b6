package sim

import (
	"math"
	"testing"

	"overloadtui/sim/simtest"
)

// Generations are 32 bits and wrap in a long run; what is free must not look alive
// then.
func TestGenerationsMayWrap(t *testing.T) {
	for back := range uint32(60) {
		l := newLedger(1)
		s := simtest.Collapse()
		s.Routes[0].Demand.V[0], s.Duration = 300, 500
		e, err := New(s, Tap(l.add))
		if err != nil {
			t.Fatal(err)
		}
		e.gens = math.MaxUint32 - 5*back
		e.Finish()
		if total := e.Total(); l.broken != "" || total.InFlight() != 0 || e.calls.n != 0 || e.spans.n != 0 {
			t.Fatalf("%d generations before the wrap: %q, %d in flight, %d calls and %d spans left", 5*back, l.broken, total.InFlight(), e.calls.n, e.spans.n)
		}
	}
}

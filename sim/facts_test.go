package sim

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// Who reads facts of some kinds only, reads them of the same run as who reads all.
func TestFactsOfSomeKindsAreThoseOfTheWholeRun(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		if rapid.Bool().Draw(t, "without control") {
			s.Control, s.Changes = model.ControlOff, nil
		}
		var kinds []model.FactKind
		for k := range model.FactKind(model.FactKinds) {
			if rapid.Bool().Draw(t, "read") {
				kinds = append(kinds, k)
			}
		}
		var want, got story
		finish := func(tap Option) *Engine {
			e, err := New(s, tap)
			if err != nil {
				t.Fatalf("New(%+v): %v", s, err)
			}
			e.Finish()
			return e
		}
		finish(Tap(func(f *model.Fact) {
			if slices.Contains(kinds, f.Kind) {
				want.add(f)
			}
		}))
		e := finish(TapOnly(got.add, kinds...))
		if got != want {
			t.Fatalf("of the kinds %v, TapOnly gives %+v, Tap gives %+v", kinds, got, want)
		}
		if total := e.Total(); total != (model.Counts{}) && !Governed(s) {
			t.Fatalf("after TapOnly the total is %+v, want nothing", total)
		}
	})
}

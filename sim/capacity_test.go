package sim

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// At a deep rung the service that is optional work relieves may not be the tightest any
// more; with everything on it is.
func TestFullCapacityIsOfTheServiceThatIsTightestThen(t *testing.T) {
	front, back := simtest.Service("front"), simtest.Service("back")
	front.Optional, front.Work = 50, simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 16})
	back.Optional, back.Work = 0, simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 10})
	s := simtest.Scenario([]model.Service{front, back}, simtest.Route("client", 10, "front", "back"))
	s.Ladder, s.Rung = []model.Rung{{Name: "omit", Removes: 100}}, 1
	e, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	if now, full := e.capacity(), e.fullCapacity(); now != 100 || full != 62.5 {
		t.Errorf("at rung 1 the capacity is %v and with everything on %v; want 100, of back, and 62.5, of front", now, full)
	}
}

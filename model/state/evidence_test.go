package state_test

import (
	"math"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/state"
)

func TestFromPoints(t *testing.T) {
	point := func(index int, queue int, c model.Counts) model.Point {
		start := model.Millis(index) * model.Second
		return model.Point{Index: index, Start: start, End: start + model.Second, Counts: c, Queue: queue, Capacity: 125, Deadline: 200, Rung: 2,
			Age: 80, Busy: 0.5, P50: 42, Services: []model.Gauge{
				{Queue: 3, Capacity: 1000, Mean: 1}, {Queue: queue, Capacity: 125, Mean: 8}}}
	}
	counts := model.Counts{Offered: 150, Attempts: 300, Admitted: 120, Rejected: 180, Expired: 10, Evicted: 5, Served: 85, LateWork: 5,
		Good: 80, Late: 2, Failed: 12, Abandoned: 6}
	points := []model.Point{point(0, 20, model.Counts{}), point(1, 10, model.Counts{}), point(2, 50, counts)}
	e := state.FromPoints(points, state.Posture{Full: 100})
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Offered", e.Offered, 150}, {"Goodput", e.Goodput, 80}, {"Possible", e.Possible, 125},
		{"Failing", e.Failing, 0.2}, {"Late", e.Late, 0.02}, {"Lost", e.Lost, 0.12}, {"Left", e.Left, 0.06},
		{"Missed", e.Missed, 0.2}, {"Median", float64(e.Median), 42}, {"Age", float64(e.Age), 80},
		{"Service", float64(e.Service), 8}, {"Predicted", float64(e.Predicted), 408}, // 50/125 s + 8 ms
		{"Slope", e.Slope, 15}, // from 20 to 50 in 2 s
		{"Capacity", e.Capacity, 125}, {"Full", e.Full, 100}, {"Admitted", e.Admitted, 120}, {"Reserve", e.Reserve(), 5},
		{"Backlog", float64(e.Backlog), 50}, {"Attempts", e.Attempts, 2}, {"Rung", float64(e.Rung), 2},
	} {
		if math.Abs(c.got-c.want) > 1e-9 {
			t.Errorf("FromPoints: %s is %v, want %v", c.name, c.got, c.want)
		}
	}
	if !e.Bounded || !e.Refused {
		t.Errorf("FromPoints with 180 rejected: bounded %v, refused %v", e.Bounded, e.Refused)
	}
}

func TestAStandstillIsSeen(t *testing.T) {
	p := model.Point{End: 1000, Queue: 100, Age: 900, Deadline: 200, P50: model.Millis(math.NaN()), Counts: model.Counts{Offered: 100, Attempts: 100, Admitted: 100},
		Services: []model.Gauge{{Queue: 100, Mean: 10}}}
	e := state.FromPoints([]model.Point{p}, state.Posture{})
	if e.Failing != 1 || e.Missed != 1 || e.Predicted < model.Forever {
		t.Errorf("a service without workers: failing %v, missed %v, predicted %v", e.Failing, e.Missed, e.Predicted)
	}
	m := state.New(model.DefaultThresholds())
	for i := range 10 {
		m.Step(model.Millis(i+1)*model.Second, e)
	}
	if v := m.View(); v.State != model.Saturated {
		t.Errorf("after ten such windows the state is %v: %s", v.State, v.Why)
	}
}

func TestPostureOf(t *testing.T) {
	cat := model.Catalog{
		{Family: model.GateFamily, Name: "limit", Params: []model.Param{{Name: "limit", Off: "off"}}},
		{Family: model.GateFamily, Name: "always", Params: []model.Param{{Name: "rate"}}},
	}
	gate := func(kind string, v float64) []model.Policy { return []model.Policy{{Kind: kind, V: []float64{v}}} }
	for _, c := range []struct {
		name string
		s    model.Scenario
		want state.Posture
	}{
		{"nothing in force", model.Scenario{Services: []model.Service{{Optional: 40, Gates: gate("limit", 0)}}}, state.Posture{}},
		{"a limit", model.Scenario{Services: []model.Service{{Gates: gate("limit", 20)}}}, state.Posture{Limited: true}},
		{"a gate that cannot be switched off", model.Scenario{Services: []model.Service{{Gates: gate("always", 0)}}}, state.Posture{Limited: true}},
	} {
		if got := state.PostureOf(&c.s, cat); got != c.want {
			t.Errorf("PostureOf(%s) = %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestShortWindowsAreTakenTogether: ten windows of 100 ms say the same as one of a
// second, and the machine asks for ten times as many.
func TestShortWindowsAreTakenTogether(t *testing.T) {
	var short []model.Point
	var sum model.Counts
	for i := range 30 {
		start := model.Millis(i) * 100
		c := model.Counts{Offered: 9, Attempts: 9, Admitted: 9, Served: 8 + int64(i%2), Good: 8, Late: int64(i % 2)}
		if i >= 20 {
			sum.Add(&c)
		}
		short = append(short, model.Point{Start: start, End: start + 100, Counts: c, Busy: float64(i%2) / 2, P50: 30, Queue: i, Age: 50, Capacity: 100, Deadline: 200})
	}
	long := model.Point{Start: 2000, End: 3000, Counts: sum, Busy: 0.25, P50: 30, Queue: 29, Age: 50, Capacity: 100, Deadline: 200}
	got, want := state.FromPoints(short, state.Posture{}), state.FromPoints([]model.Point{long}, state.Posture{})
	if got.Slope != 10 {
		t.Errorf("the slope is %v, want 10", got.Slope)
	}
	if got.Slope = want.Slope; got != want {
		t.Errorf("FromPoints of short windows: %+v\nof a long one: %+v", got, want)
	}
	for length, needs := range map[model.Millis]int{100: 30, 700: 5, model.Second: 3, model.Minute: 3} {
		m := state.New(model.DefaultThresholds())
		m.Step(length, want)
		for _, way := range m.View().Ways {
			if way.To == model.Elevated && way.Need != needs {
				t.Errorf("with windows of %v elevated needs %d of them, want %d", length, way.Need, needs)
			}
		}
	}
}

// A reason never names a condition as met that is not.
func TestTheReasonForNormalSaysWhatIsLacking(t *testing.T) {
	m := state.New(model.DefaultThresholds())
	m.Step(model.Second, state.Evidence{Offered: 100, Goodput: 100, Possible: 100, Admitted: 100, Capacity: 100, Full: 100, Deadline: 200, Service: 10, Busy: 1})
	if why := m.View().Why; !strings.Contains(why, "but reserve 0/s is not >= 5/s") {
		t.Errorf("at 100 of 100/s the reason for normal is %q", why)
	}
}

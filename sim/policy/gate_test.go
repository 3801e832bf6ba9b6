package policy

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
)

func gate(t testing.TB, name string, set map[string]float64) Gate {
	t.Helper()
	return build[Gate](t, model.GateFamily, name, Config{}, set)
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		gate string
		set  map[string]float64
		view View
		want model.Reason
	}{
		{"occupancy", nil, View{Queued: 19}, model.NoReason},
		{"occupancy", nil, View{Queued: 20}, model.QueueFull},
		{"occupancy", map[string]float64{"waiting": 0}, View{Queued: 1000}, model.NoReason},
		// Nineteen are ahead, one of them in service: 190 ms of waiting and 10 of service.
		{"predicted-wait", nil, View{Queued: 18, InService: 1, Workers: 1, Mean: 10, Remaining: 200}, model.NoReason},
		{"predicted-wait", nil, View{Queued: 19, InService: 1, Workers: 1, Mean: 10, Remaining: 200}, model.Predicted},
		{"predicted-wait", map[string]float64{"share": 50}, View{Queued: 9, InService: 1, Workers: 1, Mean: 10, Remaining: 200}, model.Predicted},
		{"predicted-wait", nil, View{InService: 3, Workers: 4, Mean: 10, Remaining: 10}, model.NoReason},
		{"predicted-wait", nil, View{InService: 4, Workers: 4, Mean: 10, Remaining: 12.5}, model.NoReason},
		{"predicted-wait", nil, View{InService: 4, Workers: 4, Mean: 10, Remaining: 12}, model.Predicted},
		{"predicted-wait", nil, View{Workers: 0, Mean: 10, Remaining: 1e6}, model.Predicted},
		{"system-limit", nil, View{Everywhere: 49}, model.NoReason},
		{"system-limit", nil, View{Everywhere: 50}, model.Limited},
		{"queue-age", nil, View{Age: 99}, model.NoReason},
		{"queue-age", nil, View{Age: 100}, model.Predicted},
		{"queue-age", map[string]float64{"age": 0}, View{Age: 1e6}, model.NoReason},
	} {
		if got := gate(t, c.gate, c.set).Admit(0, c.view); got.Reason != c.want {
			t.Errorf("%s %v: Admit(%+v) = %v, want %v", c.gate, c.set, c.view, got.Reason, c.want)
		}
	}
}

// bounds are the gates that bound a number, and what of the view that is.
var bounds = map[string]struct {
	set func(bound float64) map[string]float64
	of  func(View) int
}{
	"concurrency":   {func(b float64) map[string]float64 { return map[string]float64{"limit": b} }, func(v View) int { return v.InSystem }},
	"priority-door": {func(b float64) map[string]float64 { return map[string]float64{"limit": b} }, func(v View) int { return v.InSystem }},
	"occupancy":     {func(b float64) map[string]float64 { return map[string]float64{"waiting": b} }, func(v View) int { return v.Queued }},
	"system-limit":  {func(b float64) map[string]float64 { return map[string]float64{"limit": b} }, func(v View) int { return v.Everywhere }},
	"class-share":   {func(b float64) map[string]float64 { return map[string]float64{"limit": b} }, func(v View) int { return v.InSystem }},
	"tenant-share":  {func(b float64) map[string]float64 { return map[string]float64{"limit": b} }, func(v View) int { return v.InSystem }},
	"aimd":          {greatest, func(v View) int { return v.InSystem }},
	"gradient":      {greatest, func(v View) int { return v.InSystem }},
	"vegas":         {greatest, func(v View) int { return v.InSystem }},
}

func greatest(b float64) map[string]float64 { return map[string]float64{"most": b, "initial": b} }

// Whatever comes and however it ends, nobody is let in over the bound.
func TestNoGateAdmitsOverItsBound(t *testing.T) {
	for name, bound := range bounds {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				limit := rapid.IntRange(1, 30).Draw(r, "limit")
				g := gate(t, name, bound.set(float64(limit)))
				now := model.Millis(0)
				queued, working := 0, 0
				for range rapid.IntRange(1, 300).Draw(r, "steps") {
					now += model.Millis(rapid.IntRange(0, 50).Draw(r, "pause"))
					v := View{InSystem: queued + working, Everywhere: queued + working, Queued: queued, InService: working, Workers: 2, Mean: 10, Remaining: 200,
						Class: uint8(rapid.IntRange(0, 3).Draw(r, "class")), Tenant: uint8(rapid.IntRange(0, 5).Draw(r, "tenant"))}
					switch rapid.IntRange(0, 2).Draw(r, "step") {
					case 0, 1:
						verdict := g.Admit(now, v)
						if verdict.Reason == model.NoReason {
							if bound.of(v) >= limit {
								r.Fatalf("Admit(%+v) with a bound of %d", v, limit)
							}
							queued++
						}
					case 2:
						switch {
						case working < 2 && queued > 0:
							queued, working = queued-1, working+1
						case working > 0:
							working--
							g.Done(now, Departure{Took: model.Millis(rapid.IntRange(0, 500).Draw(r, "took")), InSystem: queued + working,
								How: rapid.SampledFrom([]model.Outcome{model.Good, model.Late, model.Broken, model.ExpiredOut}).Draw(r, "how")})
						}
					}
				}
			})
		})
	}
}

// limitOf is the present limit of an adaptive gate.
func limitOf(g Gate) float64 { return g.(interface{ Limit() float64 }).Limit() }

// TestGradientClimbsWhenEverythingTimesOut: as published, it takes an outage in which
// every sojourn is the same for a service without a queue. With drops counted it
// shrinks.
func TestGradientClimbsWhenEverythingTimesOut(t *testing.T) {
	set := map[string]float64{"initial": 20, "most": 200, "drops": 1}
	g := gate(t, "gradient", set)
	for i := range 225 {
		g.Done(0, Departure{Took: 1000, InSystem: 200, How: model.Late})
		if want := 20 + 0.8*float64(i+1); math.Abs(limitOf(g)-want) > 1e-9 {
			t.Fatalf("after %d equal sojourns the limit is %v, want %v", i+1, limitOf(g), want)
		}
	}
	if g.Done(0, Departure{Took: 1000, InSystem: 200, How: model.Late}); limitOf(g) != 200 {
		t.Errorf("the limit went on to %v, beyond 200", limitOf(g))
	}
	set["drops"] = 0
	g = gate(t, "gradient", set)
	for range 40 {
		g.Done(0, Departure{Took: 1000, InSystem: 200, How: model.Late})
	}
	if limitOf(g) != 1 {
		t.Errorf("with drops counted 40 timeouts left a limit of %v, want 1", limitOf(g))
	}
}

func TestAdaptiveLimits(t *testing.T) {
	ok := func(took model.Millis) Departure { return Departure{Took: took, InSystem: 100, How: model.Good} }
	drop := func(took model.Millis) Departure { return Departure{Took: took, InSystem: 100, How: model.Late} }
	quiet := Departure{Took: 10, InSystem: 3, How: model.Good}
	for _, c := range []struct {
		name, gate string
		set        map[string]float64
		done       []Departure
		want       float64
	}{
		{"a success adds one for each limit successes", "aimd", nil, []Departure{ok(10)}, 20.05},
		{"a late answer is a drop", "aimd", nil, []Departure{drop(10)}, 18},
		{"what nobody uses does not grow", "aimd", nil, []Departure{quiet, quiet}, 20},
		{"never below the least", "aimd", map[string]float64{"least": 19}, []Departure{drop(10), drop(10)}, 19},
		{"never above the greatest", "aimd", map[string]float64{"most": 20}, []Departure{ok(10)}, 20},
		{"a sojourn of the average adds a fifth of the queue allowance", "gradient", nil, []Departure{ok(10)}, 20.8},
		// The average of 10 and 40 is 25: g = 1.5 x 25/40 = 0.9375; 0.8 x 20.8 + 0.2 x (20.8 x 0.9375 + 4).
		{"a slow sojourn shrinks it", "gradient", nil, []Departure{ok(10), ok(40)}, 21.34},
		{"by half at most", "gradient", nil, []Departure{ok(10), ok(10), ok(10), ok(1000)}, 0.8*22.4 + 0.2*(22.4*0.5+4)},
		{"what nobody uses does not move it", "gradient", nil, []Departure{quiet}, 20},
		{"the first sojourn is the shortest", "vegas", nil, []Departure{ok(10)}, 20},
		{"no queue: a leap", "vegas", nil, []Departure{ok(10), ok(10)}, 26},
		{"a queue of 2, between 1 and 3: a step up", "vegas", nil, []Departure{ok(10), ok(11)}, 21},
		{"a queue of 4, between 3 and 6: stay", "vegas", nil, []Departure{ok(10), ok(12.4)}, 20},
		{"a queue of 10: a step down", "vegas", nil, []Departure{ok(10), ok(20)}, 19},
		{"a drop: a step down", "vegas", nil, []Departure{ok(10), drop(10)}, 19},
		{"steps of two from 100 on", "vegas", map[string]float64{"initial": 100}, []Departure{ok(10), ok(10)}, 112},
	} {
		g := gate(t, c.gate, c.set)
		for _, d := range c.done {
			g.Done(0, d)
		}
		if got := limitOf(g); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%s, %s: the limit after %+v is %v, want %v", c.gate, c.name, c.done, got, c.want)
		}
	}
}

// The shortest sojourn is forgotten in the end: a service that became slower for good is
// not taken for one with a queue for ever.
func TestVegasMeasuresAnew(t *testing.T) {
	g := gate(t, "vegas", nil)
	g.Done(0, Departure{Took: 10, InSystem: 100, How: model.Good})
	for range 2000 {
		g.Done(0, Departure{Took: 100, InSystem: 100, How: model.Good})
	}
	if limitOf(g) < 150 {
		t.Errorf("2000 samples after the service became ten times slower the limit is %v", limitOf(g))
	}
}

// TestSharesProtect: one class or tenant sends ten times as much as another to a full
// service. With floors the small one gets its fair share of what enters.
func TestSharesProtect(t *testing.T) {
	for _, name := range []string{"class-share", "tenant-share"} {
		for _, c := range []struct{ floor, low, high float64 }{{0, 0, 0.15}, {100, 0.40, 0.60}} {
			g := build[Gate](t, model.GateFamily, name, Config{Priority: []float64{0, 0}, Value: []float64{1, 1}}, map[string]float64{"floor": c.floor})
			inSystem, small, all := 0, 0.0, 0.0
			for i := range 100_000 {
				now := model.Millis(float64(i) / 10)
				if i%10 == 0 && inSystem > 0 { // one leaves each millisecond
					inSystem--
				}
				var who uint8
				if i%11 == 0 {
					who = 1
				}
				if v := g.Admit(now, View{InSystem: inSystem, Class: who, Tenant: who}); v.Reason == model.NoReason {
					inSystem++
					all++
					small += float64(who)
				}
			}
			if share := small / all; share < c.low || share > c.high {
				t.Errorf("%s with floors of %v %%: 1/11 of the demand got %.3f of what entered, want %v..%v", name, c.floor, share, c.low, c.high)
			}
		}
	}
}

func TestGatesDoNotAllocate(t *testing.T) {
	for _, kind := range Catalog().Of(model.GateFamily) {
		g := gate(t, kind.Name, nil)
		now := model.Millis(0)
		turn := func() {
			now += 7
			g.Admit(now, View{InSystem: 10, Queued: 9, InService: 1, Workers: 1, Mean: 10, Remaining: 200, Tenant: 3})
			g.Done(now, Departure{Took: 20, InSystem: 10, How: model.Good})
		}
		turn()
		if n := testing.AllocsPerRun(1000, turn); n > 0 {
			t.Errorf("%s: %v allocations for an attempt", kind.Name, n)
		}
	}
}

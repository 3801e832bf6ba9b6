package sweep_test

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"

	"overloadtui/model"
	"overloadtui/model/theory"
	"overloadtui/sim/simtest"
	"overloadtui/sim/sweep"
)

func TestConfidence(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		values     []float64
		level      float64
		mean, half float64
		n          int
	}{
		// Student's t: 4.302653 with 2 degrees of freedom at 95 %, 2.262157 with 9, 4.780913 at 99.9 %.
		{[]float64{1, 2, 3}, 0.95, 2, 4.302653 / math.Sqrt(3), 3},
		{[]float64{1, nan, 2, 3}, 0.95, 2, 4.302653 / math.Sqrt(3), 3},
		{[]float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 0.95, 0.5, 2.262157 * 0.527046 / math.Sqrt(10), 10},
		{[]float64{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}, 0.999, 0.5, 4.780913 * 0.527046 / math.Sqrt(10), 10},
		{[]float64{5, 5}, 0.95, 5, 0, 2},
		{[]float64{7}, 0.95, 7, inf, 1},
		{[]float64{nan}, 0.95, nan, inf, 0},
	} {
		got := sweep.Confidence(c.values, c.level)
		if !near(got.Mean, c.mean) || !near(got.Half, c.half) || got.N != c.n {
			t.Errorf("Confidence(%v, %v) = %+v, want %v +- %v of %d", c.values, c.level, got, c.mean, c.half, c.n)
		}
	}
}

func near(got, want float64) bool {
	return got == want || math.IsNaN(got) && math.IsNaN(want) || math.Abs(got-want) < 1e-5
}

// queue is an M/M/1 queue of patient clients.
func queue(load float64) *model.Scenario {
	sv := simtest.Service("server")
	sv.Work = simtest.Policy(model.WorkFamily, "exponential", nil)
	sv.Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", nil)}
	r := simtest.Route("client", load, "server")
	r.Demand = simtest.Policy(model.DemandFamily, "poisson", map[string]float64{"load": load})
	r.Leave = model.LeaveNever
	return simtest.Scenario([]model.Service{sv}, r)
}

func replicate(t *testing.T, s *model.Scenario, p sweep.Plan) *sweep.Replications {
	t.Helper()
	r, err := sweep.Replicate(context.Background(), s, p)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func metric(t *testing.T, r *sweep.Replications, name string) int {
	t.Helper()
	i := slices.IndexFunc(r.Metrics, func(m *model.Metric) bool { return m.Name == name })
	if i < 0 {
		t.Fatalf("no metric %s", name)
	}
	return i
}

func TestReplicationsAgreeWithTheory(t *testing.T) {
	r := replicate(t, queue(80), sweep.Plan{Seeds: sweep.Seeds(1, 10), Until: 200 * model.Second, WarmUp: 20 * model.Second})
	q := theory.MM1{Lambda: 80, Mu: 100}
	for name, want := range map[string]float64{
		"offered_per_s": 80, "throughput_per_s": 80, "queue_depth_ops": q.Lq(), "in_service_ops": q.Rho(), "utilization_pct": 80,
		"goodput_per_s": q.GoodPerS(200), "amplification_ratio": 1, "sojourn_p50_ms": float64(q.SojournQuantile(0.5)),
	} {
		if i := r.Interval(metric(t, r, name), 0.999); !i.Has(want) {
			t.Errorf("%s is %.3f +- %.3f, theory says %.3f", name, i.Mean, i.Half, want)
		}
	}
}

// The spread of what is measured is that of the seeds; what is not random has none.
func TestWithoutChanceThereIsNoInterval(t *testing.T) {
	s := simtest.Collapse()
	s.Routes[0].Demand.V[0] = 80
	r := replicate(t, s, sweep.Plan{Seeds: sweep.Seeds(1, 3), Until: 10 * model.Second, WarmUp: 1500})
	if i := r.Interval(metric(t, r, "goodput_per_s"), 0.95); i.Mean != 80 || i.Half != 0 {
		t.Errorf("goodput of constant arrivals is %+v, want 80 +- 0", i)
	}
	if r.WarmUp != 2000 {
		t.Errorf("a warm-up of 1.5 s with windows of 1 s is %v, want 2 s", r.WarmUp)
	}
}

// The transient is left out: a queue that overflows at first and not later.
func TestTheWarmUpDoesNotCount(t *testing.T) {
	s := queue(50)
	s.Changes = []model.Change{{At: 0, Path: "client.load", To: 300}, {At: 1000, Path: "client.load", To: 50}}
	cold := replicate(t, s, sweep.Plan{Seeds: sweep.Seeds(1, 3), Until: 20 * model.Second})
	warm := replicate(t, s, sweep.Plan{Seeds: sweep.Seeds(1, 3), Until: 20 * model.Second, WarmUp: 10 * model.Second})
	i := metric(t, cold, "offered_per_s")
	if a, b := cold.Interval(i, 0.95).Mean, warm.Interval(i, 0.95).Mean; a < 58 || b > 55 {
		t.Errorf("offered is %.1f/s with the beginning and %.1f/s without", a, b)
	}
}

func TestReplicationsAreInTheOrderOfTheirSeeds(t *testing.T) {
	plan := sweep.Plan{Seeds: sweep.Seeds(1, 4), Until: 5 * model.Second}
	all := replicate(t, queue(80), plan)
	for i, seed := range plan.Seeds {
		one := replicate(t, queue(80), sweep.Plan{Seeds: []uint64{seed}, Until: plan.Until})
		for m := range all.Metrics {
			if got, want := all.Values[m][i], one.Values[m][0]; !near(got, want) {
				t.Errorf("seed %d: %s is %v among others and %v alone", seed, all.Metrics[m].Name, got, want)
			}
		}
	}
}

// Two policies see the same arrivals, so that the difference is clearer than the means.
func TestADifferenceIsOfTheSameArrivals(t *testing.T) {
	plan := sweep.Plan{Seeds: sweep.Seeds(1, 10), Until: 60 * model.Second, WarmUp: 5 * model.Second}
	limited := queue(90)
	limited.Services[0].Gates[0].V[0] = 20
	a, b := replicate(t, queue(90), plan), replicate(t, limited, plan)
	offered, queued := metric(t, a, "offered_per_s"), metric(t, a, "queue_depth_ops")
	if !reflect.DeepEqual(a.Values[offered], b.Values[offered]) {
		t.Errorf("the arrivals differ: %v and %v", a.Values[offered], b.Values[offered])
	}
	d := b.Minus(a)
	if i := d.Interval(offered, 0.95); i.Mean != 0 || i.Half != 0 {
		t.Errorf("the difference of the arrivals is %+v", i)
	}
	if i := d.Interval(queued, 0.95); i.Mean >= 0 || i.Has(0) {
		t.Errorf("a limit makes the queue %+v longer", i)
	}
}

func TestReplicateSaysWhatIsWrong(t *testing.T) {
	if _, err := sweep.Replicate(context.Background(), queue(80), sweep.Plan{Seeds: sweep.Seeds(1, 2), Until: 5000, WarmUp: 4500}); err == nil {
		t.Error("a warm-up that leaves nothing to measure is accepted")
	}
	stopped, stop := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	stop(why)
	if _, err := sweep.Replicate(stopped, queue(80), sweep.Plan{Seeds: sweep.Seeds(1, 2), Until: 5000}); !errors.Is(err, why) {
		t.Errorf("a stopped context gives %v", err)
	}
}

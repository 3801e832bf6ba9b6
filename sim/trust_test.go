package sim_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/model/theory"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// patient is a scenario of one service that is called at random, whose clients wait
// for as long as it takes.
func patient(load float64, work string, workers int, seed uint64, arrivals int) *model.Scenario {
	sv := simtest.Service("server")
	sv.Workers = float64(workers)
	sv.Work = simtest.Policy(model.WorkFamily, work, map[string]float64{"service-time": 10})
	sv.Queue = simtest.Policy(model.QueueFamily, "fifo", nil)
	r := simtest.Route("client", load, "server")
	r.Demand = simtest.Policy(model.DemandFamily, "poisson", map[string]float64{"load": load})
	r.Leave = model.LeaveNever
	s := simtest.Scenario([]model.Service{sv}, r)
	s.Seed, s.Duration, s.Window = seed, float64(arrivals)/load*1000, 60000
	return s
}

// waits runs a scenario to its end and returns the wait of each attempt, ms.
func waits(t testing.TB, s *model.Scenario) []float64 {
	t.Helper()
	var all []float64
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		if f.Kind == model.Started {
			all = append(all, float64(f.Value))
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	return all
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// batchError is the standard error of the mean of values that resemble their
// neighbours, from the spread of the means of long batches.
func batchError(values []float64) float64 {
	const batches = 40
	size := len(values) / batches
	var means []float64
	for i := range batches {
		means = append(means, mean(values[i*size:(i+1)*size]))
	}
	centre, squares := mean(means), 0.0
	for _, m := range means {
		squares += (m - centre) * (m - centre)
	}
	return math.Sqrt(squares / (batches - 1) / batches)
}

// TestTheEngineAgreesWithTheory compares the mean wait with the closed form: within
// three standard errors, known in closed form for M/M/1 and taken from the run for
// the others. The start, when the system is still empty, is left out.
func TestTheEngineAgreesWithTheory(t *testing.T) {
	t.Parallel()
	const arrivals = 40_000
	type setting struct {
		name    string
		load    float64
		work    string
		workers int
		want    model.Millis
		waiting float64 // P(wait > 0)
	}
	var settings []setting
	for _, rho := range []float64{0.5, 0.8, 0.9} {
		settings = append(settings,
			setting{"M/M/1", 100 * rho, "exponential", 1, theory.MM1{Lambda: 100 * rho, Mu: 100}.Wait(), rho},
			setting{"M/D/1", 100 * rho, "constant", 1, theory.MD1{Lambda: 100 * rho, Service: 10}.Wait(), rho})
		for _, c := range []int{2, 10} {
			q := theory.MMC{Lambda: 100 * rho * float64(c), Mu: 100, Servers: c}
			settings = append(settings, setting{fmt.Sprintf("M/M/%d", c), q.Lambda, "exponential", c, q.Wait(), q.Waiting()})
		}
	}
	for _, s := range settings {
		w := waits(t, patient(s.load, s.work, s.workers, 1, arrivals))
		w = w[len(w)/50:]
		sigma := batchError(w)
		if s.name == "M/M/1" {
			q := theory.MM1{Lambda: s.load, Mu: 100}
			sigma = q.WaitError(len(w)) * float64(q.Wait())
		}
		if got, want := mean(w), float64(s.want); math.Abs(got-want) > 3*sigma {
			t.Errorf("%s at %v/s: mean wait %.3f ms, theory says %.3f, %.1f standard errors away", s.name, s.load, got, want, math.Abs(got-want)/sigma)
		}
		waited := make([]float64, len(w))
		for i, v := range w {
			if v > 0 {
				waited[i] = 1
			}
		}
		if got, sigma := mean(waited), batchError(waited); math.Abs(got-s.waiting) > 3*sigma {
			t.Errorf("%s at %v/s: %.4f had to wait, theory says %.4f, %.1f standard errors away", s.name, s.load, got, s.waiting, math.Abs(got-s.waiting)/sigma)
		}
	}
}

// TestLateWorkAgreesWithTheory: in a stable queue that serves late work anyway, more
// load gives less goodput from about 85 % on.
func TestLateWorkAgreesWithTheory(t *testing.T) {
	long(t)
	good := map[float64]float64{}
	for _, c := range []struct {
		load     float64
		arrivals int // the higher the load, the more a wait is like the one before
	}{{80, 50_000}, {85, 50_000}, {90, 100_000}, {95, 150_000}} {
		s := patient(c.load, "exponential", 1, 5, c.arrivals)
		s.Routes[0].Deadline = 200
		var late []float64
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind == model.Resolved {
				v := 0.0
				if f.Outcome != model.Good {
					v = 1
				}
				late = append(late, v)
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		q := theory.MM1{Lambda: c.load, Mu: 100}
		got, want, sigma := mean(late), q.SojournBeyond(200), batchError(late)
		if math.Abs(got-want) > 4*sigma {
			t.Errorf("at %v/s %.4f are late, theory says %.4f, %.1f standard errors away", c.load, got, want, math.Abs(got-want)/sigma)
		}
		good[c.load] = c.load * (1 - got)
	}
	if good[80] > good[85] || good[85]-good[95] < 10 {
		t.Errorf("goodput at 80, 85, 90 and 95/s is %v, want a peak near 85 and 20/s less at 95", good)
	}
}

// area runs a scenario to its end and returns the number in the system, integrated
// over time, and the sum of the sojourns: two ways to the same number.
func area(t testing.TB, s *model.Scenario) (integral, sojourns float64, last model.Millis, n int) {
	t.Helper()
	inside := 0
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		step := 0
		switch f.Kind {
		case model.Admitted:
			step = 1
		case model.Served, model.Dropped, model.Erred:
			step = -1
			sojourns += float64(f.Value)
			n++
		default:
			return
		}
		integral += float64(inside) * float64(f.At-last)
		inside, last = inside+step, f.At
	}))
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	if inside != 0 {
		t.Fatalf("%d are still inside after a run that drains", inside)
	}
	return integral, sojourns, last, n
}

// TestLittlesLaw is an identity for every run that starts and ends empty, overload and
// retries included: L = lambda W holds to the last digits, not on average.
func TestLittlesLaw(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		s := patient(rapid.Float64Range(1, 300).Draw(r, "load"), rapid.SampledFrom([]string{"constant", "exponential"}).Draw(r, "work"),
			rapid.IntRange(1, 4).Draw(r, "workers"), rapid.Uint64().Draw(r, "seed"), 1000)
		s.Routes[0].Leave = float64(rapid.IntRange(0, 1).Draw(r, "leave"))
		s.Services[0].Expiry = float64(rapid.IntRange(0, 2).Draw(r, "expiry"))
		s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency",
			map[string]float64{"limit": float64(rapid.IntRange(0, 30).Draw(r, "limit"))})}
		s.Routes[0].Path[0].Retry = simtest.Policy(model.RetryFamily, "fixed", map[string]float64{"retries": float64(rapid.IntRange(0, 3).Draw(r, "retries"))})
		integral, sojourns, _, n := area(t, s)
		if math.Abs(integral-sojourns) > 1e-9*(1+sojourns) {
			r.Fatalf("%d attempts: the number in the system over time is %.9g, the sum of the sojourns %.9g", n, integral, sojourns)
		}
	})
}

func TestLittlesLawInOverload(t *testing.T) {
	t.Parallel()
	s := patient(130, "constant", 1, 1, 260)
	s.Routes[0].Demand = simtest.Policy(model.DemandFamily, "constant", map[string]float64{"load": 130})
	s.Duration = 2000
	integral, sojourns, last, n := area(t, s)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"attempts", float64(n), 260}, {"end of the drain, s", last.Seconds(), 2.6}, {"sum of the sojourns, s", sojourns / 1000, 80.3},
		{"mean sojourn, ms", sojourns / float64(n), 308.846}, {"mean number in the system", integral / float64(last), 30.885},
	} {
		if math.Abs(c.got-c.want) > 5e-4*c.want {
			t.Errorf("130/s for 2 s: %s is %.6g, want %.6g", c.name, c.got, c.want)
		}
	}
}

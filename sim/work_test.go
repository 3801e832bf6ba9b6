package sim_test

import (
	"fmt"
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/model/theory"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// trial is a queue of patient clients whose long-run behaviour is known.
type trial struct {
	name    string
	load    float64
	demand  string
	work    model.Policy
	workers int
}

func workOf(kind string, set map[string]float64, rows ...[]float64) model.Policy {
	p := simtest.Policy(model.WorkFamily, kind, set)
	p.Rows = rows
	return p
}

// pooled runs a trial with five seeds and gives the mean of a measure of the waits, and
// its standard error. The start, when the system is still empty, is left out.
func (c trial) pooled(t *testing.T, arrivals int, measures ...func(wait float64) float64) (means, sigmas []float64) {
	t.Helper()
	const seeds = 5
	means, sigmas = make([]float64, len(measures)), make([]float64, len(measures))
	for seed := range uint64(seeds) {
		s := patient(c.load, "constant", c.workers, seed+1, arrivals)
		s.Services[0].Work = c.work
		s.Routes[0].Demand = simtest.Policy(model.DemandFamily, c.demand, map[string]float64{"load": c.load})
		w := waits(t, s)
		w = w[len(w)/10:]
		for i, measure := range measures {
			values := make([]float64, len(w))
			for j := range w {
				values[j] = measure(w[j])
			}
			means[i] += mean(values) / seeds
			sigmas[i] = math.Hypot(sigmas[i], batchError(values)/seeds)
		}
	}
	return means, sigmas
}

func (c trial) compare(t *testing.T, what string, got, sigma, want float64) {
	t.Helper()
	if !(math.Abs(got-want) <= 4*sigma) {
		t.Errorf("%s at %.4g/s: %s is %.6g, theory says %.6g, %.1f standard errors away", c.name, c.load, what, got, want, math.Abs(got-want)/sigma)
	}
}

func itself(wait float64) float64 { return wait }

// within is 1 for a wait of at most limit, else 0; its mean is the share of such waits.
func within(limit model.Millis) func(float64) float64 {
	return func(wait float64) float64 {
		if wait <= float64(limit) {
			return 1
		}
		return 0
	}
}

// The mean wait depends on the service time by its mean and its variation alone
// (Pollaczek-Khinchine).
func TestTheWaitOfAnyServiceTimeAgreesWithTheory(t *testing.T) {
	long(t)
	type law struct {
		work     model.Policy
		mean     model.Millis
		cv2      float64
		arrivals int
		rhos     []float64
	}
	usual := []float64{0.8, 0.9, 0.95}
	for _, l := range []law{
		{workOf("erlang", map[string]float64{"stages": 2}), 10, 0.5, 20_000, usual},
		{workOf("hyperexponential", map[string]float64{"cv2": 4}), 10, 4, 20_000, usual},
		{workOf("lognormal", map[string]float64{"cv": 1.5}), 10, 2.25, 20_000, usual[:1]},
		{workOf("weibull", map[string]float64{"service-time": 100, "shape": 2}), 100, 0.27323954, 20_000, usual[:1]},
		// One in a thousand is a hundred times as long: Brooker's example of a mean
		// that a run of 36,000 arrivals misses by two thirds.
		{workOf("mixture", nil, []float64{99.9, 100}, []float64{0.1, 10_000}), 109.9, 17.21327, 60_000, usual[:1]},
	} {
		for _, rho := range l.rhos {
			c := trial{l.work.Kind, rho * 1000 / float64(l.mean), "poisson", l.work, 1}
			means, sigmas := c.pooled(t, l.arrivals, itself)
			want := theory.MG1{Lambda: c.load, Service: l.mean, CV2: l.cv2}.Wait()
			c.compare(t, "mean wait, ms", means[0], sigmas[0], float64(want))
		}
	}
}

// M/D/1 in its quantiles, which separate random arrivals from random service.
func TestTheWaitQuantilesOfConstantServiceAgreeWithTheory(t *testing.T) {
	t.Parallel()
	for _, rho := range []float64{0.5, 0.8, 0.9} {
		c := trial{"M/D/1", 100 * rho, "poisson", workOf("constant", nil), 1}
		q := theory.MD1{Lambda: c.load, Service: 10}
		shares := []float64{1 - rho, 0.9, 0.99}
		var measures []func(float64) float64
		for _, p := range shares {
			measures = append(measures, within(q.WaitQuantile(p)))
		}
		measures = append(measures, within(190))
		means, sigmas := c.pooled(t, 20_000, measures...)
		for i, p := range shares {
			c.compare(t, fmt.Sprintf("share of waits below quantile %v", p), means[i], sigmas[i], p)
		}
		if last := len(shares); sigmas[last] > 0 {
			c.compare(t, "share answered within 200 ms", means[last], sigmas[last], q.SojournWithin(200))
		}
	}
}

// D/M/1: arrivals at equal intervals and exponential service, the open loop of most
// load generators.
func TestRegularArrivalsAgreeWithTheory(t *testing.T) {
	long(t)
	for _, rho := range []float64{0.5, 0.8, 0.9, 0.95} {
		c := trial{"D/M/1", 100 * rho, "constant", workOf("exponential", nil), 1}
		q := theory.DM1{Lambda: c.load, Mu: 100}
		means, sigmas := c.pooled(t, 20_000, itself, within(0))
		c.compare(t, "mean wait, ms", means[0], sigmas[0], float64(q.Wait()))
		c.compare(t, "share that need not wait", means[1], sigmas[1], 1-q.Sigma())
	}
}

// The share that a service without a queue refuses depends on the mean of the service
// time alone (Erlang B is insensitive to the rest).
func TestRefusalsDoNotDependOnTheLawOfTheServiceTime(t *testing.T) {
	long(t)
	const servers, erlangs = 5, 4.0
	want := theory.ErlangB(servers, erlangs)
	for _, work := range []model.Policy{
		workOf("constant", nil), workOf("exponential", nil), workOf("lognormal", map[string]float64{"cv": 2}),
		workOf("pareto", map[string]float64{"shape": 1.5, "bound-ratio": 100}), workOf("empirical", nil, []float64{2, 9}, []float64{42, 2}, []float64{18, 1}),
	} {
		var all []float64
		for seed := range uint64(5) {
			s := patient(erlangs*100, "constant", servers, seed+1, 20_000)
			s.Services[0].Work = work
			s.Services[0].Gates = []model.Policy{simtest.Policy(model.GateFamily, "concurrency", map[string]float64{"limit": servers})}
			e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
				switch f.Kind {
				case model.Refused:
					all = append(all, 1)
				case model.Admitted:
					all = append(all, 0)
				}
			}))
			if err != nil {
				t.Fatal(err)
			}
			e.Finish()
		}
		if got, sigma := mean(all), batchError(all); math.Abs(got-want) > 4*sigma {
			t.Errorf("%s: %.5f are refused, theory says %.5f, %.1f standard errors away", work.Kind, got, want, math.Abs(got-want)/sigma)
		}
	}
}

// Workers that share something: the first to start is alone, each next one slower.
func TestWorkersGetInEachOthersWay(t *testing.T) {
	t.Parallel()
	s := patient(100, "constant", 4, 1, 4)
	s.Services[0].Work = workOf("load-dependent", map[string]float64{"law": 1})
	s.Routes[0].Demand = simtest.Policy(model.DemandFamily, "constant", map[string]float64{"load": 1000})
	s.Duration = 4
	var took []model.Millis
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		if f.Kind == model.Served {
			took = append(took, f.Value)
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	if capacity := e.Live().Capacity; math.Abs(capacity-4000/17.5) > 1e-9 {
		t.Errorf("capacity is %v/s, want %v: four workers that take 17.5 ms when all are busy", capacity, 4000/17.5)
	}
	e.Finish()
	if fmt.Sprint(took) != "[10ms 12.5ms 15ms 17.5ms]" {
		t.Errorf("the attempts took %v", took)
	}
}

package lab

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/policy"
	"overloadtui/sim/record"
	"overloadtui/sim/sweep"
)

var cascade = Experiment{Name: "cascade", Preset: "cascade", Tables: []Table{
	{File: "fp-post1-cascade-sweep.csv", SHA256: "4af4318ed7e620d7a8b68074f59d282d0b37d80c4fff4ee1fec053ed3494ca1e", Make: cascadeSweep},
	{File: "fp-post1-cascade-timeline.csv", SHA256: "fb0fe9d32f9f98727ba5fe9e0ade5a26381eb82fae492465ac1804ba03aa6dd9", Make: cascadeTimeline},
}}

const databaseTime = "database.service-time"

// roots are the operations of a route that arrive early enough to be answered
// within the window.
type roots struct {
	h      *history
	route  int16
	cutoff model.Millis
}

func (h *history) roots(s *model.Scenario, route int) roots {
	return roots{h, int16(route), window - model.Millis(s.Routes[route].Deadline)}
}

func (r roots) scored(o *operation) bool { return o.route == r.route && o.arrived <= r.cutoff }

// success is the share of scored operations that were good.
func (r roots) success() string {
	var all, good float64
	for i := range r.h.ops {
		if o := &r.h.ops[i]; r.scored(o) {
			all++
			if o.outcome == model.Good {
				good++
			}
		}
	}
	return share(good, all)
}

// percentile is that of the response times of scored operations that ended.
func (r roots) percentile(p float64) string {
	l := record.NewLabLatency()
	for i := range r.h.ops {
		if o := &r.h.ops[i]; r.scored(o) && o.outcome != model.InFlight {
			l.Add(o.end - o.arrived)
		}
	}
	return tenth(zeroIfNone(l.Percentile(p)))
}

// timeline is the share of good operations by window of arrival.
func (r roots) timeline() []string {
	return successes(int(r.cutoff/bin), len(r.h.ops), func(i int) (model.Millis, bool, bool) {
		o := &r.h.ops[i]
		return o.arrived, r.scored(o), o.outcome == model.Good
	})
}

func cascadeSweep(base *model.Scenario) (*sweep.Table, error) {
	var rows [][]string
	for _, d := range []float64{10, 50, 100, 150, 200, 250, 300, 400, 500} {
		s, h, err := play(base, set(databaseTime, d))
		if err != nil {
			return nil, err
		}
		for i, route := range s.Routes {
			r := h.roots(s, i)
			rows = append(rows, []string{number(d), route.Name, r.success(), r.percentile(99)})
		}
	}
	return table("fp-post1-cascade-sweep.csv", []string{"db_service_ms", "route", "success_pct", "p99_ms"}, rows), nil
}

func cascadeTimeline(base *model.Scenario) (*sweep.Table, error) {
	s, err := vary(base, set(databaseTime, 10), at(2000, databaseTime, 500))
	if err != nil {
		return nil, err
	}
	var queues [][]string
	h, err := watch(s, func(e *sim.Engine) {
		var row []string
		for _, g := range e.Gauges() {
			row = append(row, number(float64(g.Queue)))
		}
		queues = append(queues, row)
	})
	if err != nil {
		return nil, err
	}
	a, b := h.roots(s, 0), h.roots(s, 1)
	rows := startColumn(a.cutoff)
	for i := range rows {
		rows[i] = append(append(rows[i], a.timeline()[i], b.timeline()[i]), queues[i]...)
	}
	return table("fp-post1-cascade-timeline.csv", []string{"window_start_ms", "route_a_success_pct", "route_b_success_pct",
		"frontend_queue", "service_a_queue", "service_b_queue", "database_queue"}, rows), nil
}

var retryStorm = Experiment{Name: "retry-storm", Preset: "retry-storm", Tables: []Table{
	{File: "fp-post2-amplification-sweep.csv", SHA256: "228ed7de6ba24acc704bc735e7410a51a049c81affb21409bb6f9b782cc2f54a", Make: amplification},
	{File: "fp-post2-storm-timeline.csv", SHA256: "698109683e4a9391b9b70d3cf6919fcfacebe0fb75ad8bfe249b2bf4ab9fd108", Make: stormTimeline},
}}

// toDatabase are the attempts at the database by the operations that count.
func (h *history) toDatabase(s *model.Scenario, counts func(op uint64) bool) float64 {
	database := int16(s.ServiceIndex("database"))
	return h.count(func(a *attempt) bool { return a.service == database && counts(a.op) })
}

func all(uint64) bool { return true }

// wholeTrees is how many of the first operations have their whole tree of retries
// within the window: the last attempt of each of two hops starts 450 ms, timeout and
// backoff, after the one before.
func wholeTrees(attempts float64) float64 {
	return math.Floor((float64(window)-(10+2*(attempts-1)*450))/20) + 1
}

// perRequest is database attempts per operation, over those with whole trees.
func (h *history) perRequest(s *model.Scenario, attempts float64) string {
	n := wholeTrees(attempts)
	return sweep.Fixed(h.toDatabase(s, func(op uint64) bool { return float64(op) < n })/n, 2)
}

func amplification(base *model.Scenario) (*sweep.Table, error) {
	var rows [][]string
	for _, mode := range []struct {
		name string
		d    float64
	}{{"healthy", 10}, {"degraded", 500}} {
		for _, n := range []float64{1, 2, 3, 4} {
			s, h, err := play(base, set(databaseTime, mode.d), attempts(n), guards())
			if err != nil {
				return nil, err
			}
			r := h.roots(s, 0)
			rows = append(rows, []string{mode.name, number(n), r.success(), h.perRequest(s, n), perSecond(h.toDatabase(s, all)), r.percentile(99)})
		}
	}
	return table("fp-post2-amplification-sweep.csv", []string{"mode", "attempts_per_hop", "success_pct", "db_attempts_per_request", "db_attempts_rps", "p99_resolution_ms"}, rows), nil
}

// slowSecond makes the database slow for work that starts in [1500, 2500).
func slowSecond(s *model.Scenario) error {
	for _, e := range []edit{set(databaseTime, 10), at(1500, databaseTime, 500), at(2500, databaseTime, 10)} {
		if err := e(s); err != nil {
			return err
		}
	}
	return nil
}

// databaseTimeline is attempts at the database by window, as a rate.
func (h *history) databaseTimeline(s *model.Scenario) []float64 {
	database := int16(s.ServiceIndex("database"))
	return bins(h, func(a *attempt) bool { return a.service == database }, func(a *attempt) model.Millis { return a.sent })
}

func stormTimeline(base *model.Scenario) (*sweep.Table, error) {
	var success [][]string
	var sent [][]float64
	var rows [][]string
	for _, n := range []float64{1, 3} {
		s, h, err := play(base, slowSecond, attempts(n), guards())
		if err != nil {
			return nil, err
		}
		r := h.roots(s, 0)
		rows = startColumn(r.cutoff)
		success, sent = append(success, r.timeline()), append(sent, h.databaseTimeline(s))
	}
	for i := range rows {
		rows[i] = append(rows[i], success[0][i], success[1][i], tenth(10*valueAt(sent[0], i)), tenth(10*valueAt(sent[1], i)))
	}
	return table("fp-post2-storm-timeline.csv", []string{"window_start_ms", "r1_success_pct", "r3_success_pct", "r1_db_attempts_rps", "r3_db_attempts_rps"}, rows), nil
}

var circuitBreaker = Experiment{Name: "breaker", Preset: "breaker", Tables: []Table{
	{File: "fp-post3-breaker-sweep.csv", SHA256: "6b7a95c5b0a1ee3f38a9ead780ee41721b15a44b5948975acd1aef86b79e246c", Make: breakerSweep},
	{File: "fp-post3-blast-radius.csv", SHA256: "50761be6d2900e06e2d241badae7802f56c094af51be2b4cbd43fd52fa4b56ba", Make: blastRadius},
}}

// checkout narrows the scenario of the blast radius to the chain of the retry storm.
func checkout(s *model.Scenario) error {
	s.Routes = s.Routes[:1]
	s.Routes[0].Deadline = 1000
	return set("frontend.workers", 200)(s)
}

func breakerSweep(base *model.Scenario) (*sweep.Table, error) {
	var rows [][]string
	for _, caller := range []struct {
		name  string
		guard edit
	}{{"naive-retry", guards()}, {"with-breaker", guards("breaker")}} {
		s, h, err := play(base, checkout, set(databaseTime, 500), attempts(3), caller.guard)
		if err != nil {
			return nil, err
		}
		r := h.roots(s, 0)
		rows = append(rows, []string{caller.name, r.success(), h.perRequest(s, 3), perSecond(h.toDatabase(s, all)), r.percentile(50), r.percentile(99)})
	}
	return table("fp-post3-breaker-sweep.csv", []string{"policy", "success_pct", "db_attempts_per_request", "db_attempts_rps", "p50_resolution_ms", "p99_resolution_ms"}, rows), nil
}

func blastRadius(base *model.Scenario) (*sweep.Table, error) {
	var success [2][2][]string
	var sent [2][]float64
	var states [][]string
	var rows [][]string
	for i, guard := range []edit{guards(), guards("breaker")} {
		s, err := vary(base, slowSecond, attempts(3), guard)
		if err != nil {
			return nil, err
		}
		states = nil
		h, err := watch(s, func(e *sim.Engine) {
			frontend, database := e.Guard(0, 1, 0), e.Guard(0, 2, 0)
			states = append(states, []string{breakerState(frontend, e.Now()), breakerState(database, e.Now())})
		})
		if err != nil {
			return nil, err
		}
		for route := range 2 {
			success[i][route] = h.roots(s, route).timeline()
		}
		sent[i] = h.databaseTimeline(s)
		rows = startColumn(h.roots(s, 0).cutoff)
	}
	for i := range rows {
		rows[i] = append(rows[i], success[0][0][i], success[0][1][i], success[1][0][i], success[1][1][i],
			tenth(10*valueAt(sent[0], i)), tenth(10*valueAt(sent[1], i)))
		rows[i] = append(rows[i], states[i]...)
	}
	return table("fp-post3-blast-radius.csv", []string{"window_start_ms", "naive_route_a_pct", "naive_route_b_pct", "breaker_route_a_pct", "breaker_route_b_pct",
		"naive_db_attempts_rps", "breaker_db_attempts_rps", "frontend_edge_state", "database_edge_state"}, rows), nil
}

func breakerState(g policy.Guard, now model.Millis) string {
	if b, ok := g.(policy.Breaker); ok {
		return number(float64(b.State(now)))
	}
	return ""
}

package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// Clients of one server of 10/s with a patience of 10 s lose their connections. Whoever
// comes back at once after each failure is behind the attempts that were given up: more
// than 2 x 10/s x 10 s of them never all come through. A pause in which the server works
// its queue off, or jitter, lets them in.
func TestReconnectStorms(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		clients, reconnect, spread float64
		connected                  int64
		seconds                    [2]float64 // until the last is, if all are
	}{
		{150, 0, 0, 150, [2]float64{20, 20.2}},
		{150, 10_000, 0, 150, [2]float64{25, 25.2}},
		{200, 0, 0, 100, [2]float64{}},
		{200, 10_000, 0, 200, [2]float64{29, 41}},
		{200, 0, 60_000, 200, [2]float64{60, 75}},
		{450, 0, 0, 100, [2]float64{}},
		{450, 10_000, 0, 100, [2]float64{}},
		{450, 0, 60_000, 450, [2]float64{200, 290}},
	} {
		sv := simtest.Service("server")
		sv.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 100})
		r := simtest.Route("client", 0, "server")
		r.Deadline = 10_000
		r.Demand = simtest.Policy(model.DemandFamily, "reconnect", map[string]float64{
			"clients": c.clients, "lost-at": 1, "reconnect": c.reconnect, "spread": c.spread, "first": 1})
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration, s.Window = 0, 100
		e := engine(t, s)
		done := 0.0
		for e.Now() < 600*model.Second {
			was := e.Total().Good
			e.RunUntil(e.Now() + 100)
			if e.Total().Good > was {
				done = e.Now().Seconds()
			}
		}
		if total := e.Total(); total.Good != c.connected || c.connected == int64(c.clients) && (done < c.seconds[0] || done > c.seconds[1]) {
			t.Errorf("%v clients, again after %v ms + up to %v ms: %d are connected, the last after %.1f s; want %d in %v s",
				c.clients, c.reconnect, c.spread, total.Good, done, c.connected, c.seconds)
		}
	}
}

// A restart takes the connections away too, and everybody comes back.
func TestARestartDisconnects(t *testing.T) {
	t.Parallel()
	sv := simtest.Service("server")
	sv.Probes = model.Probes{Every: 1000, Offset: 100, Timeout: 100, Misses: 1, Restart: 500}
	sessions := simtest.Route("client", 0, "server")
	sessions.Demand = simtest.Policy(model.DemandFamily, "reconnect", map[string]float64{"clients": 20})
	s := simtest.Scenario([]model.Service{sv}, sessions, simtest.Route("flood", 150, "server"))
	s.Duration = 20_000
	s.Changes = []model.Change{{At: 2500, Path: "flood.load", To: 0}}
	e := engine(t, s)
	e.RunUntil(10 * model.Second)
	points, _ := e.Points()
	if total := points[len(points)-1].Routes[0].Total; total.Offered < 20 || total.Good != 20 && total.Good%20 != 0 {
		t.Errorf("after a restart %d operations of 20 clients are offered and %d good", total.Offered, total.Good)
	}
}

// A tenant that asks for more than all reaches those who share its workers: everybody in
// one pool, the tenants of its cell, hardly anybody when each has workers drawn for it.
func TestShardsIsolateTenants(t *testing.T) {
	t.Parallel()
	hurt := func(queue string, set map[string]float64) (tenants int) {
		sv := simtest.Service("server")
		sv.Workers = 16
		sv.Expiry = model.ExpiryLate
		sv.Queue = simtest.Policy(model.QueueFamily, queue, set)
		r := simtest.Route("client", 2000, "server")
		r.Tenants, r.HotTenant = 12, 75
		r.Demand = simtest.Policy(model.DemandFamily, "poisson", map[string]float64{"load": 2000})
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration = 0
		e := engine(t, s)
		e.RunUntil(30 * model.Second)
		points, _ := e.Points()
		for _, tenant := range points[len(points)-1].Tenants[1:] {
			if float64(tenant.Total.Good) < 0.9*float64(tenant.Total.Offered) {
				tenants++
			}
		}
		return tenants
	}
	one := hurt("fifo", nil)
	cells := hurt("cells", map[string]float64{"cells": 4})
	shuffled := hurt("shuffle-shard", map[string]float64{"shards": 16, "hand": 4})
	if one != 11 || cells != 2 || shuffled > 1 {
		t.Errorf("of 11 other tenants are hurt: %d in one pool, %d in 4 cells, %d with 4 of 16 workers; want 11, 2, at most 1", one, cells, shuffled)
	}
}

package sim

import (
	"math"

	"overloadtui/model"
	"overloadtui/model/state"
	"overloadtui/sim/policy"
)

// sample ends a window.
func (e *Engine) sample() {
	e.samples++
	window := model.Millis(e.scenario.Window)
	p := e.recorder.Close(e.now)
	e.measure(p)
	points, _ := e.recorder.Points()
	e.posture.Full = e.fullCapacity()
	evidence := state.FromPoints(points, e.posture)
	evidence.Trust = e.distrust()
	e.control.distrust = state.Trust{}
	evidence.Recovery = e.progress()
	e.carry()
	p.State = e.machine.Step(e.now, evidence)
	e.govern()
	p.Rung = int(e.scenario.Rung) // as decided with the state
	e.governReplay()
	e.agenda.add(0, model.Millis(float64((e.samples+1)*float64(window))), phaseSample, sampleEvent, 0, 0)
}

// distrust is which signals are lost now, or were for some of the window that is open:
// one that is lost for less than a window is no less lost.
func (e *Engine) distrust() state.Trust {
	lost := e.control.distrust
	lost.TelemetryStale = lost.TelemetryStale || e.scenario.Telemetry == model.Lost
	lost.PolicyLost = lost.PolicyLost || e.scenario.PolicyStore == model.Lost
	lost.FencingLost = lost.FencingLost || e.scenario.Fencing == model.Lost
	return lost
}

// measure adds to a point what is true at its end.
func (e *Engine) measure(p *model.Point) {
	p.Deadline = model.Millis(e.scenario.Routes[0].Deadline)
	p.Rung = int(e.scenario.Rung)
	p.Capacity = e.capacity()
	p.Services = make([]model.Gauge, len(e.services))
	var used, could float64
	for i := range e.services {
		sv := &e.services[i]
		sv.mean = e.expected(sv)
		e.occupy(sv, 0)
		g := e.gauge(sv)
		if sv.could > 0 {
			g.Busy = sv.used / sv.could
		}
		used += sv.used
		could += sv.could
		sv.used, sv.could = 0, 0
		p.Services[i] = g
		p.Queue += g.Queue
		p.InService += g.InService
		p.Age = max(p.Age, g.Age)
	}
	if could > 0 {
		p.Busy = used / could
	}
	e.used += used
	e.could += could
	p.Ledger, p.Spent = p.Ledger.Share(used, could), p.Spent.ShareSoFar(e.used, e.could)
	e.crowd(p)
	e.recoverable(p)
}

// crowd adds to a point how much of each class and tenant waits, and for how long.
func (e *Engine) crowd(p *model.Point) {
	if p.Classes == nil && p.Tenants == nil && p.Routes == nil {
		return
	}
	count := func(g *model.ClassPoint, s *span) {
		g.Queue++
		g.Age = max(g.Age, e.now-s.queued)
	}
	for i := range e.spans.len() {
		s := e.spans.at(i)
		h := &e.hops[s.hop]
		if s.callID == 0 || s.stage != spanWaiting || h.routeNo < 0 {
			continue
		}
		if p.Classes != nil {
			count(&p.Classes[s.class], s)
		}
		if p.Tenants != nil {
			count(&p.Tenants[s.tenant], s)
		}
		if p.Routes != nil {
			count(&p.Routes[h.routeNo], s)
		}
	}
}

func (e *Engine) gauge(sv *service) model.Gauge {
	g := model.Gauge{
		Queue: sv.queue.Len(), InService: sv.busy, Workers: int(sv.workers()),
		Mean: e.expected(sv),
	}
	if at, ok := sv.queue.Oldest(); ok {
		g.Age = e.now - at
	}
	if workers := sv.workers(); workers > 0 {
		g.Capacity = workers * 1000 / float64(g.Mean)
	}
	return g
}

// capacity is how many operations per second the tightest service can serve, with
// the routes in the mix in which they are offered now: what the service can do,
// divided by how often an average operation visits it.
func (e *Engine) capacity() float64 {
	least, _ := e.tightest(anywhere, func(sv *service) float64 { return e.gauge(sv).Capacity })
	return least
}

// fullCapacity is the same with everything on: at rung 0 another service may be the
// tightest.
func (e *Engine) fullCapacity() float64 {
	least, _ := e.tightest(anywhere, func(sv *service) float64 { return e.gauge(sv).Capacity * (1 - e.saved(sv)) })
	return least
}

// constrained is the tightest service.
func (e *Engine) constrained() int {
	_, at := e.tightest(anywhere, func(sv *service) float64 { return e.gauge(sv).Capacity })
	return at
}

// anywhere is every service that clients call.
const anywhere = -1

// tightest is the least capacity in operations per second, and the service that has it,
// for operations of all routes or of those whose clients call one service.
func (e *Engine) tightest(called int32, capacity func(*service) float64) (least float64, at int) {
	offered := e.Offered()
	visits := make([]float64, len(e.services))
	for i := range e.hops {
		h := &e.hops[i]
		if h.routeNo < 0 {
			continue // probes are no demand
		}
		src := &e.sources[h.routeNo]
		if called != anywhere && e.hops[src.hop].service != called {
			continue
		}
		share := 1 / float64(len(e.sources)) // while nothing is offered
		if offered > 0 {
			share = src.demand.Rate(e.now) / offered
		}
		if e.active(h) {
			visits[h.service] += float64(share * e.passed(int32(i)))
		}
	}
	least = math.Inf(1)
	for i := range e.services {
		if visits[i] > 0 {
			if c := capacity(&e.services[i]) / visits[i]; c < least {
				least, at = c, i
			}
		}
	}
	return least, at
}

// State is what the machine of the operating states has decided, and what it waits
// for.
func (e *Engine) State() model.StateView { return e.machine.View() }

// Guard is a guard of a call: the i-th of the hop of the route, by their indices;
// nil when there is none.
func (e *Engine) Guard(route, hop, i int) policy.Guard {
	h := &e.hops[int(e.sources[route].hop)+hop]
	if i >= len(h.guards) {
		return nil
	}
	return h.guards[i]
}

// Points are the complete windows so far, oldest first, and the index of the first
// one that is kept. They are never changed.
func (e *Engine) Points() ([]model.Point, int) { return e.recorder.Points() }

// Total counts everything since the start.
func (e *Engine) Total() model.Counts { return e.recorder.Total() }

// Gauges are the services at this instant; their Busy is not measured between the
// ends of windows.
func (e *Engine) Gauges() []model.Gauge {
	gauges := make([]model.Gauge, len(e.services))
	for i := range e.services {
		gauges[i] = e.gauge(&e.services[i])
	}
	return gauges
}

// Offered is the rate at which the routes' clients start operations at this instant,
// in operations per second.
func (e *Engine) Offered() float64 {
	var sum float64
	for i := range e.sources {
		sum += e.sources[i].demand.Rate(e.now)
	}
	return sum
}

// Live is what can be said of this instant.
func (e *Engine) Live() model.Live {
	l := model.Live{
		Capacity: e.capacity(), Deadline: model.Millis(e.scenario.Routes[0].Deadline),
		Rung: int(e.scenario.Rung), Partial: e.recorder.Partial(),
	}
	total := e.recorder.Total()
	l.InFlight = total.InFlight()
	for i := range e.services {
		g := e.gauge(&e.services[i])
		l.Queue += g.Queue
		l.InService += g.InService
		l.Age = max(l.Age, g.Age)
		for _, gate := range e.services[i].gates {
			if limiter, ok := gate.(policy.Limiter); ok && limiter.Limit() > 0 && (l.Limit == 0 || limiter.Limit() < l.Limit) {
				l.Limit = limiter.Limit()
			}
		}
	}
	return l
}

// Recording is the run so far: what reproduces it and what it measured.
func (e *Engine) Recording() model.Recording {
	points, first := e.Points()
	return model.Recording{
		Scenario: e.initial, Seed: e.initial.Seed, Changes: e.changes[:len(e.changes):len(e.changes)],
		Points: points, First: first, Until: e.now, Audit: e.Audit(),
	}
}

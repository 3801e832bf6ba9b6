package sim

import (
	"overloadtui/model"
	"overloadtui/sim/policy"
)

// A health probe is a call that nobody's operation needs: at each interval one is sent
// to the service, and after so many misses in a row the service is restarted.
//
//	probe --gates, queue, worker--> answer in time     misses = 0
//	  |                  +--------> late or refused    misses + 1
//	  +---lane of its own---------> workers there?
//	                                misses = limit --> all that it has is lost,
//	                                                   no workers for a while
//
// In the queue probes wait as long as everything else: a service with a backlog is
// taken for dead, and while it restarts the others get its load.

// prober makes the call of a service's probes, which belongs to no route.
func (e *Engine) prober(service int32) {
	spec := &model.Hop{Service: e.services[service].spec.Name, Retry: model.Policy{Kind: "none"}}
	e.services[service].prober = int32(len(e.hops))
	e.hops = append(e.hops, hop{
		spec: spec, route: &model.Route{Leave: model.LeaveNever, Correct: 100}, index: -1, routeNo: -1, service: service, caller: -1, other: -1,
		retry: policy.Make[policy.Retry](model.RetryFamily, &spec.Retry, policy.Config{}),
	})
}

// watch schedules the next probe of a service, unless one is to come.
func (e *Engine) watch(i int32, wait float64) {
	sv := &e.services[i]
	at := e.now + model.Millis(wait)
	if sv.watched || sv.spec.Probes.Every == 0 || at >= e.horizon {
		return
	}
	sv.watched = true
	e.agenda.add(0, at, phaseArrive, probeEvent, i, 0)
}

// probe asks a service for a sign of life; one that restarts is not asked.
func (e *Engine) probe(i int32) {
	sv := &e.services[i]
	probes := &sv.spec.Probes
	sv.watched = false
	e.watch(i, probes.Every)
	switch {
	case probes.Every == 0 || sv.down:
		return
	case probes.Lane == model.LaneOwn:
		e.probed(i, sv.spec.Workers > 0)
		return
	}
	e.hops[sv.prober].spec.Timeout = probes.Timeout
	c, k := e.calls.take()
	k.op, k.arrived, k.deadline = sv.probes, e.now, e.now+model.Millis(probes.Timeout)
	k.hop, k.parent, k.root, k.id = sv.prober, -1, c, e.newGen()
	k.rootID = k.id
	sv.probes++
	e.attempt(c, k)
}

// probed is the outcome of a probe. The restart is an event of its own, so that nothing
// that is under way at this instant loses its queue beneath it.
func (e *Engine) probed(i int32, alive bool) {
	sv := &e.services[i]
	if alive {
		sv.misses = 0
		return
	}
	if sv.misses++; float64(sv.misses) >= sv.spec.Probes.Misses && !sv.down {
		e.occupy(sv, 0) // until now it had workers
		sv.down = true
		e.agenda.add(0, e.now, phaseChange, restartEvent, i, 0)
	}
}

// restart takes a service's workers away, and all that it has.
func (e *Engine) restart(i int32) {
	sv := &e.services[i]
	wait := model.Millis(sv.spec.Probes.Restart)
	e.emit(&model.Fact{Kind: model.Restarted, Service: int16(i), Route: -1, Hop: -1, Sent: e.now, Value: wait})
	for n := range e.spans.len() {
		s := e.spans.at(n)
		if s.callID != 0 && s.stage == spanWorking && e.hops[s.hop].service == i {
			e.stopCalls(s, model.Abandoned)
			e.vacate(sv, n, s)
			e.discard(n, model.Restarting)
		}
	}
	for {
		t, _, ok := sv.queue.Pop(e.now)
		if !ok {
			break
		}
		e.discard(t.Span, model.Restarting)
	}
	e.coldStart(sv)
	e.disconnect(i)
	if e.replay.wanted {
		e.halt()
	}
	e.agenda.add(0, e.now+wait, phaseChange, backEvent, i, 0)
}

// back gives a restarted service its workers again.
func (e *Engine) back(i int32) {
	sv := &e.services[i]
	e.occupy(sv, 0)
	sv.down, sv.misses = false, 0
	e.touch(i)
	e.armFill(i)
}

// workers is how many workers a service has at this instant.
func (sv *service) workers() float64 {
	if sv.down {
		return 0
	}
	return sv.spec.Workers
}

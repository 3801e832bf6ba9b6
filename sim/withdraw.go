package sim

import "overloadtui/model"

// A caller that stops waiting can take its attempt back. How far a service lets it
// is its setting:
//
//	never     the work is done although nobody waits
//	waiting   an attempt that still waits leaves the queue
//	always    one in service is stopped too, and so is what it has asked of others
//
// Taking waiting work back exactly when its client leaves does not restore goodput
// under constant overload: the head of the queue then always starts just before its
// deadline and ends just after.

// takeBack withdraws what a call has under way, as far as the services let it: because
// the caller gave up (how is Abandoned), or because it has its answer from elsewhere
// (how is Good).
func (e *Engine) takeBack(k *call, how model.Outcome) {
	h := &e.hops[k.hop]
	cancel := e.services[h.service].spec.Cancel
	if k.flying == 0 || cancel == model.CancelNever {
		return
	}
	for _, i := range k.spans {
		s := e.spans.at(i)
		if s.callGen != k.gen || s.callID != k.id {
			continue // it has ended
		}
		switch {
		case s.stage == spanWaiting:
			if e.services[h.service].queue.Withdraw(i) {
				e.stop(i, s, how)
			}
		case s.stage == spanWorking && cancel == model.CancelAlways:
			e.stopCalls(s, how)
			e.vacate(&e.services[h.service], i, s)
			e.touch(h.service)
			e.stop(i, s, how)
		}
	}
}

// stop ends an attempt that has been taken back.
func (e *Engine) stop(i int32, s *span, how model.Outcome) {
	fact := e.of(model.TakenBack, s)
	fact.Value = e.now - s.sent
	e.working(fact, s)
	e.emit(fact)
	sv := &e.services[fact.Service]
	if how == model.Good {
		sv.inSystem-- // that its answer came from elsewhere says nothing of the service
	} else {
		e.depart(sv, fact.Value, how)
	}
	e.free(i)
}

// stopCalls ends the calls that a span waits for, and takes back what they have
// under way.
func (e *Engine) stopCalls(s *span, how model.Outcome) {
	for s.firstCall >= 0 {
		c := s.firstCall
		k := e.calls.at(c)
		e.takeBack(k, how)
		e.report(k, &e.hops[k.hop], model.Abandoned)
		e.release(c, k)
	}
}

// free gives the number of a span back; what still refers to it is stale.
func (e *Engine) free(i int32) {
	s := e.spans.at(i)
	e.fetched(i, s, false)
	s.gen, s.callGen, s.callID = 0, 0, 0
	e.spans.put(i)
}

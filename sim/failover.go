package sim

import (
	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/sim/policy"
)

// A failover sends the demand of each service that names a destination there: to its
// capacity, its caches, its own demand. What the service called, the destination calls
// too, so that a shared dependency stays shared.
//
//	          +--> core -----+
//	client ---+              +--> store
//	          +==> standby --+
//
// Attempts that are under way stay where they are; the next one of each call moves.

// makeAways gives each hop to a service with a destination a twin that goes there.
func (e *Engine) makeAways() {
	for i := range e.hops {
		e.hops[i].other = -1
	}
	for i := range len(e.hops) {
		to := e.services[e.hops[i].service].spec.Failover
		if to == "" {
			continue
		}
		twin := e.hops[i] // with the same policies, timers and draws
		twin.service, twin.other, twin.twin = int32(e.scenario.ServiceIndex(to)), int32(i), true
		e.hops[i].other = int32(len(e.hops))
		e.hops = append(e.hops, twin)
		e.movable = true
	}
}

// place moves a call to where its service's demand goes now.
func (e *Engine) place(k *call) {
	if h := &e.hops[k.hop]; h.other >= 0 && h.twin != e.away {
		k.hop = h.other
	}
}

// moveDemand carries out a failover, or the way back.
func (e *Engine) moveDemand(o model.Order) {
	away := o.Kind == model.FailOver
	switch {
	case !e.movable:
		e.refuseOrder(o, "no service of this scenario fails over to another")
		return
	case away == e.away:
		e.refuseOrder(o, "demand is there already")
		return
	}
	e.away = away
	for i := range e.services {
		if e.services[i].spec.Failover != "" {
			e.disconnect(int32(i))
		}
	}
	e.logOrder(o)
	if e.replay.wanted {
		e.halt()
	}
	e.permit()
	e.pace()
}

// disconnect takes the connections away of the clients whose routes begin at a service.
func (e *Engine) disconnect(service int32) {
	for i := range e.sources {
		s := &e.sources[i]
		sessions, ok := s.demand.(policy.Sessions)
		if !ok || e.hops[s.hop].service != service {
			continue
		}
		sessions.Lose(e.now)
		e.retime(int32(i))
	}
}

// orderReplay carries out a decision about replay.
func (e *Engine) orderReplay(o model.Order) {
	r := &e.replay
	switch why := e.forbidden(); {
	case o.Kind == model.PauseReplay && !r.wanted:
		e.refuseOrder(o, "nothing is being replayed")
		return
	case o.Kind == model.PauseReplay:
		r.wanted, r.released, r.held = false, false, true
		e.halt()
	case why != "":
		e.refuseOrder(o, why)
		return
	case r.backlog.left() == 0:
		e.refuseOrder(o, "nothing waits for replay")
		return
	default:
		r.wanted, r.held, r.released, r.refused = true, false, o.Kind == model.ReleaseAll, ""
		r.governor = recovery.Governor{}
	}
	e.logOrder(o)
	e.pace()
}

// Forbids is why a kind of order cannot be carried out now, or "": of replay in failover
// and in unsafe, with what is left of the capacity.
func (e *Engine) Forbids(k model.OrderKind) string {
	if k == model.StartReplay || k == model.ReleaseAll {
		return e.forbidden()
	}
	return ""
}

func (e *Engine) logOrder(o model.Order) {
	e.log(model.Entry{Kind: model.OrderEntry, Cause: manual, Who: o.Who, Why: o.Why, Text: o.Say()})
}

package sim

import (
	"math"

	"overloadtui/model"
)

// What control enforces stands at the door of the service that clients call, before
// the service's own gates: the earliest point that knows class, tenant and capacity.
//
//	attempt --> class --> tenant --> room --> gates
//	            |         |          |
//	            |         |          +- more would be in the system than can finish in time
//	            |         +- its tenant has had its share
//	            +- its class is bounded: refused, or set aside for replay

// burst is how much of a second's allocation may come at once.
const burst = 0.1

// bucket is a token bucket. Its rate is given with each use, because a person may
// change it at any time.
type bucket struct {
	tokens float64
	at     model.Millis
}

// take takes a token, if there is one at the rate, per second.
func (b *bucket) take(now model.Millis, rate float64) bool {
	if rate <= 0 {
		return false
	}
	most := max(1, rate*burst)
	b.tokens = min(most, b.tokens+float64(rate*float64(now-b.at))/1000)
	b.at = now
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

// door is what has been admitted of late.
type door struct {
	guarded bool // something may be in force
	classes []bucket
	apart   []bucket // of classes, for a tenant that is isolated
	floors  []bucket
	tenants []bucket
	left    []float64 // share of the tightened room that is a class's, 0..1
}

// guard brings the door up to date with the settings.
func (e *Engine) guard() {
	d, sc := &e.door, e.scenario
	if d.classes == nil {
		n := max(1, len(sc.Classes))
		d.classes, d.apart, d.floors, d.left = make([]bucket, n), make([]bucket, n), make([]bucket, n), make([]float64, n)
		d.tenants = make([]bucket, sc.Tenants())
	}
	d.guarded = sc.Control == model.ControlOn
	for i := range d.left {
		d.left[i] = 1
	}
	for i := range sc.Classes {
		c := &sc.Classes[i]
		d.guarded = d.guarded || c.BoundedFrom > 0 || c.RefusedFrom > 0
		for j := range sc.Classes {
			if sc.Classes[j].Priority > c.Priority {
				d.left[i] = max(0, d.left[i]-sc.Classes[j].Reserve/100)
			}
		}
	}
}

// carry finds how much of what each service lets in can be carried by the services that
// it asks in turn: a front that is faster than its store must not admit what would wait
// there, out of its sight.
func (e *Engine) carry() {
	for i := range e.services {
		sv := &e.services[i]
		sv.carried = 1
		if e.scenario.Control != model.ControlOn {
			continue
		}
		able := func(of *service) float64 { return e.gauge(of).Capacity }
		own, _ := e.tightest(int32(i), func(of *service) float64 {
			if of == sv {
				return able(of)
			}
			return math.Inf(1)
		})
		if all, _ := e.tightest(int32(i), able); own > 0 && all < own {
			sv.carried = all / own
		}
	}
}

// admit asks control whether an attempt may come in.
func (e *Engine) admit(k *call, h *hop, sv *service) model.Reason {
	if why := e.ofClass(k); why != model.NoReason {
		return why
	}
	if e.scenario.Control != model.ControlOn {
		return model.NoReason
	}
	c := &e.control
	settings := &e.scenario.Controller
	capacity := float64(sv.workers() * 1000 / float64(sv.mean) * sv.carried)
	switch {
	case c.isolated == int(k.tenant):
		if !e.door.tenants[k.tenant].take(e.now, float64(settings.IsolatedShare/100*capacity)) {
			return model.TenantCap
		}
	case settings.TenantCap > 0 && (c.doing[model.DoTighten].inForce || c.doing[model.DoBound].inForce):
		if !e.door.tenants[k.tenant].take(e.now, float64(settings.TenantCap/100*capacity)) {
			return model.TenantCap
		}
	}
	if !c.doing[model.DoTighten].inForce {
		return model.NoReason
	}
	room := float64(settings.Room / 100 * capacity * h.route.Deadline / 1000)
	if float64(sv.inSystem) < float64(room*e.door.left[k.class]) {
		return model.NoReason
	}
	if len(e.scenario.Classes) > 0 && e.door.floors[k.class].take(e.now, e.scenario.Classes[k.class].Floor) {
		return model.NoReason
	}
	return model.Tightened
}

// allocated takes an attempt from its class's allocation. A tenant that is isolated has
// its share of that to itself, and the others have the rest.
func (e *Engine) allocated(k *call, class *model.Class) bool {
	if e.control.isolated < 0 {
		return e.door.classes[k.class].take(e.now, class.Allocation)
	}
	own := float64(e.scenario.Controller.IsolatedShare / 100 * class.Allocation)
	if e.control.isolated == int(k.tenant) {
		return e.door.apart[k.class].take(e.now, own)
	}
	return e.door.classes[k.class].take(e.now, class.Allocation-own)
}

// ofClass is whether the class of an attempt bounds it.
func (e *Engine) ofClass(k *call) model.Reason {
	if len(e.scenario.Classes) == 0 {
		return model.NoReason
	}
	class, rung := &e.scenario.Classes[k.class], e.scenario.Rung
	refused := class.RefusedFrom > 0 && rung >= class.RefusedFrom
	bounded := class.BoundedFrom > 0 && (rung >= class.BoundedFrom || e.control.doing[model.DoBound].inForce)
	switch {
	case !refused && !bounded:
		return model.NoReason
	case !refused && e.allocated(k, class):
		return model.NoReason
	case class.Defer == model.DeferYes:
		return model.SetAside
	}
	return model.Allocated
}

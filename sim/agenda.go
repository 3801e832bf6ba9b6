package sim

import (
	"math"
	"math/bits"

	"overloadtui/model"
	"overloadtui/sim/ring"
)

// phase orders what happens at one instant; within a phase the order of scheduling
// decides.
type phase uint8

const (
	phaseSample   phase = iota // a window ends: it sees the instant before anything else
	phaseDecide                // a setting changes, or a person decides, whenever it was scheduled
	phaseChange                // what control, restarts and caches have scheduled for this instant
	phaseComplete              // work completes, and timers that were scheduled first win
	phaseTimer                 // timers that lose against an answer of the same instant
	phaseArrive                // operations arrive
	phaseResend                // clients send retries, after the originals
	// Dispatch comes last: a free worker picks from everybody who has arrived.
)

// kind says what an event is.
type kind uint8

const (
	sampleEvent kind = iota
	changeEvent
	arriveEvent   // of a source
	completeEvent // of a span
	timeoutEvent  // of a call
	resendEvent   // of a call
	hedgeEvent    // of a call
	releaseEvent  // of a span held by a gate
	probeEvent    // of a service
	restartEvent  // of a service
	backEvent     // of a service
	stepEvent     // of the brownout ladder
	expireEvent   // of an override
	replayEvent
	fillEvent    // of a service's cache
	filledEvent  // of a service's cache
	entriesEvent // of a service's cache
)

// event is a thing to come. key holds phase, order of scheduling and kind, so that
// one comparison orders events of one instant.
type event struct {
	at  model.Millis
	key uint64
	idx int32  // of what kind is about
	gen uint32 // that it must still have; otherwise the event is stale
}

func (e *event) kind() kind { return kind(e.key & 0xff) }

func (e *event) before(o *event) bool { return e.at < o.at || e.at == o.at && e.key < o.key }

// agenda holds the events to come.
//
//	lane 0 (a heap)   events with random delays
//	lane 1..n (rings) events that are scheduled in the order in which they happen:
//	                  arrivals of a source, timers of one length, completions of a
//	                  single worker; adding and taking is a few instructions
//
// Whoever promises order and breaks it, because a setting changed, costs nothing:
// that event goes to the heap.
type agenda struct {
	heads []event            // the first event of each lane; at = Forever when it is empty
	rings []ring.Ring[event] // rings[0] is unused
	heap  []event            // without its first, which is heads[0]
	seq   uint64
	n     int // events to come
}

// maxLanes bounds the scan for the next event; who comes later shares the heap.
const maxLanes = 16

var noEvent = event{at: model.Forever, key: math.MaxUint64}

func newAgenda() agenda {
	return agenda{heads: []event{noEvent}, rings: make([]ring.Ring[event], 1)}
}

// lane makes a lane of its own for events that are scheduled in order.
func (a *agenda) lane() int {
	if len(a.heads) == maxLanes {
		return 0
	}
	a.heads = append(a.heads, noEvent)
	a.rings = append(a.rings, ring.Ring[event]{})
	return len(a.heads) - 1
}

// needed is a lane that is made when it is first needed: each one costs a look when the
// next event is searched.
func (a *agenda) needed(lane *int) int {
	if *lane < 0 {
		*lane = a.lane()
	}
	return *lane
}

// add schedules an event.
func (a *agenda) add(lane int, at model.Millis, p phase, k kind, idx int32, gen uint32) {
	if at >= model.Forever {
		return
	}
	a.seq++
	a.n++
	e := event{at, uint64(p)<<60 | a.seq<<8 | uint64(k), idx, gen}
	if lane > 0 {
		head := &a.heads[lane]
		if head.at >= model.Forever {
			*head = e
			return
		}
		last, r := head, &a.rings[lane]
		if r.Len() > 0 {
			last = r.At(r.Len() - 1)
		}
		if !e.before(last) {
			r.PushBack(e)
			return
		}
	}
	if e.before(&a.heads[0]) {
		e, a.heads[0] = a.heads[0], e
		if e.at >= model.Forever {
			return
		}
	}
	a.push(e)
}

// next is the lane with the earliest event.
func (a *agenda) next() int {
	best, lane := &a.heads[0], 0
	for i := 1; i < len(a.heads); i++ {
		if h := &a.heads[i]; h.before(best) {
			best, lane = h, i
		}
	}
	return lane
}

// drop takes the first event out of a lane.
func (a *agenda) drop(lane int) {
	a.n--
	switch r := &a.rings[lane]; {
	case lane == 0 && len(a.heap) > 0:
		a.heads[0] = a.pop()
	case lane > 0 && r.Len() > 0:
		a.heads[lane] = r.PopFront()
	default:
		a.heads[lane] = noEvent
	}
}

// length is how many events wait in a lane.
func (a *agenda) length(lane int) int {
	if lane == 0 {
		return len(a.heap)
	}
	return a.rings[lane].Len()
}

// keep drops the events of a lane that are not wanted any more.
func (a *agenda) keep(lane int, wanted func(*event) bool) {
	if lane == 0 {
		all := a.heap
		a.heap = make([]event, 0, len(all)/2)
		for i := range all {
			if wanted(&all[i]) {
				a.push(all[i])
			} else {
				a.n--
			}
		}
		return
	}
	r := &a.rings[lane]
	for range r.Len() {
		if e := r.PopFront(); wanted(&e) {
			r.PushBack(e)
		} else {
			a.n--
		}
	}
}

// The heap has four children to a node: fewer levels, and the children share a
// cache line or two.

func (a *agenda) push(e event) {
	a.heap = append(a.heap, e)
	h := a.heap
	i := len(h) - 1
	for i > 0 {
		parent := (i - 1) / 4
		if !e.before(&h[parent]) {
			break
		}
		h[i] = h[parent]
		i = parent
	}
	h[i] = e
}

func (a *agenda) pop() event {
	h := a.heap
	top := h[0]
	last := h[len(h)-1]
	h = h[:len(h)-1]
	a.heap = h
	i := 0
	for {
		first := 4*i + 1
		if first >= len(h) {
			break
		}
		least := first
		if first+3 < len(h) {
			// Which child is the least is as good as random, so the processor would
			// guess wrong every other time: computed, it costs half.
			four := h[first : first+4 : first+4]
			left := int(four[1].earlier(&four[0]))
			right := 2 + int(four[3].earlier(&four[2]))
			least += left + (right-left)*int(four[right&3].earlier(&four[left&3]))
		} else {
			for c := first + 1; c < len(h); c++ {
				if h[c].before(&h[least]) {
					least = c
				}
			}
		}
		if !h[least].before(&last) {
			break
		}
		h[i] = h[least]
		i = least
	}
	if len(h) > 0 {
		h[i] = last
	}
	return top
}

// earlier is before as a number, 1 or 0, without a branch: the borrow of a subtraction
// of 128 bits. Instants are not negative, and the bits of such floats are in their
// order.
func (e *event) earlier(o *event) uint64 {
	_, borrow := bits.Sub64(e.key, o.key, 0)
	_, borrow = bits.Sub64(math.Float64bits(float64(e.at)), math.Float64bits(float64(o.at)), borrow)
	return borrow
}

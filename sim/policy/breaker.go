package policy

import "overloadtui/model"

var breakerGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "breaker",
		Doc: "Circuit breaker over the last outcomes of a call: opens when too many failed, then sends nothing for a time, then a bounded number of probes. A success closes it and forgets the past, a failure opens it again. What it refuses itself is not an outcome, and outcomes that arrive while it is open are ignored.",
		Params: []model.Param{
			{Name: "outcomes", Label: "breaker window", Min: 1, Max: 10000, SliderMax: 200, Step: 5, Default: 20, Whole: true,
				Doc: "How many of the last outcomes count. A window that becomes shorter forgets the oldest."},
			{Name: "minimum", Label: "minimum outcomes", Min: 1, Max: 10000, SliderMax: 200, Step: 5, Default: 10, Whole: true,
				Doc: "With fewer outcomes than this it stays closed."},
			{Name: "failures", Label: "failure threshold", Unit: model.Percent, Min: 1, Max: 100, Step: 5, Default: 50,
				Doc: "Share of failures at or above which it opens."},
			{Name: "open-time", Label: "open time", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 10000, Step: 100, Default: 500,
				Doc: "How long it stays open before it lets probes through."},
			{Name: "probes", Label: "probes", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 1, Whole: true,
				Doc: "How many attempts may be under way while it is half-open."},
		}},
	func(c Config) any { return &breaker{v: c.V} },
}

// The states of a breaker, as reference tables number them.
const (
	BreakerClosed = iota
	BreakerOpen
	BreakerHalfOpen
)

// Breaker is a guard that opens and closes.
type Breaker interface {
	Guard
	// State is BreakerClosed, BreakerOpen or BreakerHalfOpen at now.
	State(now model.Millis) int
}

type breaker struct {
	v       []float64 // outcomes, minimum, failures, open-time, probes
	state   int
	until   model.Millis // when open, the end of it
	epoch   uint32       // of the present state; outcomes of attempts of older ones say nothing
	probing int          // probes under way
	past    []bool       // the last outcomes, oldest first; true is a failure
	failed  int          // of past
}

func (b *breaker) Allow(now model.Millis, _ uint16) (Permit, model.Reason) {
	if b.state == BreakerOpen && now >= b.until {
		b.turn(BreakerHalfOpen)
	}
	switch {
	case b.state == BreakerOpen, b.state == BreakerHalfOpen && float64(b.probing) >= b.v[4]:
		return Permit{}, model.BreakerOpen
	case b.state == BreakerHalfOpen:
		b.probing++
		return Permit{b.epoch, true}, model.NoReason
	}
	return Permit{b.epoch, false}, model.NoReason
}

func (b *breaker) Result(now model.Millis, p Permit, ok bool) {
	switch {
	case b.state == BreakerOpen:
	case b.state == BreakerHalfOpen && p.epoch == b.epoch && p.probe && ok:
		b.turn(BreakerClosed)
	case b.state == BreakerHalfOpen && p.epoch == b.epoch && p.probe:
		b.open(now)
	case b.state == BreakerClosed:
		b.note(!ok)
		if n := float64(len(b.past)); n >= b.v[1] && float64(b.failed)*100 >= b.v[2]*n {
			b.open(now)
		}
	}
}

func (b *breaker) Cancel(_ model.Millis, p Permit) {
	if p.probe && p.epoch == b.epoch {
		b.probing--
	}
}

// note adds an outcome to the window.
func (b *breaker) note(failure bool) {
	b.past = append(b.past, failure)
	if failure {
		b.failed++
	}
	for float64(len(b.past)) > b.v[0] {
		if b.past[0] {
			b.failed--
		}
		b.past = b.past[:copy(b.past, b.past[1:])]
	}
}

func (b *breaker) open(now model.Millis) {
	b.turn(BreakerOpen)
	b.until = now + model.Millis(b.v[3])
}

func (b *breaker) turn(state int) {
	b.state, b.probing = state, 0
	b.past, b.failed = b.past[:0], 0
	b.epoch++
}

// State is the breaker's state at now: open until its time is over, half-open then.
func (b *breaker) State(now model.Millis) int {
	if b.state == BreakerOpen && now >= b.until {
		return BreakerHalfOpen
	}
	return b.state
}

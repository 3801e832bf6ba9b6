package policy

import (
	"slices"

	"overloadtui/model"
	"overloadtui/sim/random"
)

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

// circuitDoc is what all breakers do; they differ in which outcomes they look at.
const circuitDoc = " Then it sends nothing for the open time, then a bounded number of probes. A success closes it and forgets the past, a failure or a probe that is not answered in time opens it again. What it refuses itself is not an outcome, and outcomes of attempts from before it opened are ignored while it is not closed."

// circuitParams are the settings that all breakers have, after their own.
var circuitParams = []model.Param{
	{Name: "minimum", Label: "minimum outcomes", Min: 1, Max: 10000, SliderMax: 200, Step: 5, Default: 10, Whole: true,
		Doc: "With fewer outcomes than this it stays closed."},
	{Name: "failures", Label: "failure threshold", Unit: model.Percent, Min: 1, Max: 100, Step: 5, Default: 50,
		Doc: "Share of failures at or above which it opens."},
	{Name: "open-time", Label: "open time", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 10000, Step: 100, Default: 500,
		Doc: "How long it stays open before it lets probes through."},
	{Name: "open-jitter", Minor: true, Label: "open time jitter", Unit: model.Percent, Min: 0, Max: 1000, SliderMax: 100, Step: 10, Off: "none",
		Doc: "It stays open for up to this share of the open time longer, drawn anew each time, so that breakers that opened together do not probe together. Never shorter: a probe that comes early hits what has not recovered."},
	{Name: "probes", Label: "probes", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 1, Whole: true,
		Doc: "How many attempts may be under way while it is half-open."},
	{Name: "probe-timeout", Minor: true, Label: "probe timeout", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 60000, Step: 1000, Default: 60000,
		Doc: "A probe that nothing has been heard of for so long has failed. Without it a probe that never ends would keep the breaker half-open for ever."},
}

// circuit is the part that all breakers share.
//
//	closed --too many failures--> open --open time over--> half-open
//	   ^                            ^---probe failed, or late---+ |
//	   +------------------probe succeeded-------------------------+
type circuit struct {
	freeRetries
	v      []float64 // as circuitParams
	stream random.Stream
	state  int
	until  model.Millis // when open, the end of it
	epoch  uint32       // of the present state; outcomes of attempts of older ones say nothing
	probes []probe      // under way, oldest first
	nth    uint32       // number of the last probe in this epoch
}

type probe struct {
	nth   uint32
	since model.Millis
}

// allow gives leave to send an attempt at now.
func (b *circuit) allow(now model.Millis) (Permit, model.Reason) {
	b.settle(now)
	switch {
	case b.state == BreakerClosed:
		return Permit{epoch: b.epoch}, model.NoReason
	case b.state == BreakerOpen, float64(len(b.probes)) >= b.v[4]:
		return Permit{}, model.BreakerOpen
	}
	b.nth++
	b.probes = append(b.probes, probe{b.nth, now})
	return Permit{epoch: b.epoch, probe: b.nth}, model.NoReason
}

// result takes in an outcome; counts says that it is one to look at while closed.
func (b *circuit) result(now model.Millis, p Permit, ok bool) (counts bool) {
	b.settle(now)
	if b.state == BreakerHalfOpen && p.epoch == b.epoch {
		if ok {
			b.turn(BreakerClosed)
		} else {
			b.open(now)
		}
	}
	return b.state == BreakerClosed && p.probe == 0
}

// failing says whether so many failures among so many outcomes open it.
func (b *circuit) failing(failed, n float64) bool {
	return n >= b.v[0] && failed*100 >= b.v[1]*n
}

func (b *circuit) Cancel(_ model.Millis, p Permit) {
	if p.probe > 0 && p.epoch == b.epoch {
		b.probes = slices.DeleteFunc(b.probes, func(o probe) bool { return o.nth == p.probe })
	}
}

// settle carries out what time alone has done up to now.
func (b *circuit) settle(now model.Millis) {
	for {
		switch {
		case b.state == BreakerOpen && now >= b.until:
			b.turn(BreakerHalfOpen)
		case b.state == BreakerHalfOpen && len(b.probes) > 0 && now-b.probes[0].since >= model.Millis(b.v[5]):
			b.open(b.probes[0].since + model.Millis(b.v[5]))
		default:
			return
		}
	}
}

func (b *circuit) open(at model.Millis) {
	b.turn(BreakerOpen)
	b.until = at + model.Millis(b.v[2])
	if b.v[3] > 0 {
		b.until += model.Millis(b.v[2] * b.v[3] / 100 * b.stream.Float())
	}
}

func (b *circuit) turn(state int) {
	b.state, b.probes, b.nth = state, b.probes[:0], 0
	b.epoch++
}

// State is the breaker's state at now. It looks at a copy, so that looking changes
// nothing.
func (b *circuit) State(now model.Millis) int {
	c := *b
	c.settle(now)
	return c.state
}

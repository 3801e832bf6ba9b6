package policy

import "overloadtui/model"

var breakerGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "breaker",
		Doc: "Circuit breaker over the last outcomes of a call: opens when too many of them were failures." + circuitDoc,
		Params: append([]model.Param{{Name: "outcomes", Label: "breaker window", Min: 1, Max: 10000, SliderMax: 200, Step: 5, Default: 20, Whole: true,
			Doc: "How many of the last outcomes count. A window that becomes shorter forgets the oldest."}}, circuitParams...)},
	func(c Config) any { return &breaker{outcomes: &c.V[0], circuit: circuit{v: c.V[1:], stream: c.Stream}} },
}

type breaker struct {
	circuit
	outcomes *float64
	past     []bool // the last outcomes, oldest first; true is a failure
	failed   int    // of past
}

func (b *breaker) Allow(now model.Millis, _ uint16, _ Permit) (Permit, model.Reason) {
	return b.allow(now)
}

func (b *breaker) Result(now model.Millis, p Permit, how model.Outcome) {
	if !b.result(now, p, how == model.Good) {
		return
	}
	b.note(how != model.Good)
	if b.failing(float64(b.failed), float64(len(b.past))) {
		b.open(now)
		b.past, b.failed = b.past[:0], 0
	}
}

// note adds an outcome to the window.
func (b *breaker) note(failure bool) {
	b.past = append(b.past, failure)
	if failure {
		b.failed++
	}
	for float64(len(b.past)) > *b.outcomes {
		if b.past[0] {
			b.failed--
		}
		b.past = b.past[:copy(b.past, b.past[1:])]
	}
}

package policy

import "overloadtui/model"

var breakerTimeGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "breaker-time",
		Doc: "Circuit breaker over the outcomes of the last while: opens when too many of them were failures." + circuitDoc,
		Params: append([]model.Param{{Name: "window", Label: "breaker window", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 60000, Step: 500, Default: 10000,
			Doc: "Outcomes of the last so many milliseconds count, to a twentieth of it."}}, circuitParams...)},
	func(c Config) any {
		return &breakerTime{span: &c.V[0], circuit: circuit{v: c.V[1:], stream: c.Stream}}
	},
}

type breakerTime struct {
	circuit
	span *float64
	past window // outcomes, failures
}

func (b *breakerTime) Allow(now model.Millis, _ uint16, _ Permit) (Permit, model.Reason) {
	return b.allow(now)
}

func (b *breakerTime) Result(now model.Millis, p Permit, how model.Outcome) {
	if !b.result(now, p, how == model.Good) {
		return
	}
	failed := 0.0
	if how != model.Good {
		failed = 1
	}
	b.past.roll(now, model.Millis(*b.span))
	b.past.add(1, failed)
	if b.failing(b.past.sum[1], b.past.sum[0]) {
		b.open(now)
		b.past.clear()
	}
}

package policy

import "overloadtui/model"

var retryQuotaGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "retry-quota",
		Doc: "The retry quota of the AWS SDKs' standard mode (botocore): a bucket starts full; a retry takes its cost before the pause, more after a timeout than after a refusal; an answered attempt gives back what it had cost, or 1 when it was a first attempt.",
		Params: []model.Param{
			{Name: "tokens", Label: "quota", Min: 1, Max: 1e6, SliderMax: 1000, Step: 10, Default: 500, Whole: true, Doc: "Size of the bucket."},
			{Name: "retry-cost", Label: "cost of a retry", Min: 0, Max: 1e6, SliderMax: 50, Step: 1, Default: 5, Whole: true, Doc: "Tokens that a retry takes."},
			{Name: "timeout-cost", Label: "cost after a timeout", Min: 0, Max: 1e6, SliderMax: 50, Step: 1, Default: 10, Whole: true,
				Doc: "Tokens that a retry takes when the caller's timer ran out: a service that is too slow needs rest more than one that refuses."},
		}},
	func(c Config) any { return &retryQuota{v: c.V, tokens: c.V[0]} },
}

type retryQuota struct {
	freeAttempts
	v      []float64 // tokens, retry-cost, timeout-cost
	tokens float64
}

func (g *retryQuota) Retry(_ model.Millis, _ uint16, how model.Outcome) (Permit, model.Reason) {
	g.refund(0)
	cost := g.v[1]
	if how == model.Abandoned {
		cost = g.v[2]
	}
	if cost > g.tokens {
		return Permit{}, model.NoBudget
	}
	g.tokens -= cost
	return Permit{paid: cost}, model.NoReason
}

func (g *retryQuota) Result(_ model.Millis, p Permit, how model.Outcome) {
	switch {
	case how != model.Good:
	case p.paid > 0:
		g.refund(p.paid)
	default:
		g.refund(1)
	}
}

func (g *retryQuota) Cancel(_ model.Millis, p Permit) { g.refund(p.paid) }

func (g *retryQuota) refund(tokens float64) { g.tokens = min(g.v[0], g.tokens+tokens) }

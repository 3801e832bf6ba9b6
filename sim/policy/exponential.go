package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var exponentialRetry = entry{
	model.Kind{Family: model.RetryFamily, Name: "exponential",
		Doc: "Each pause is longer than the last: the pause before retry n is w = min(cap, backoff x factor^(n-1)), spread by the jitter after the cap.",
		Params: []model.Param{retriesParam, backoffParam,
			{Name: "factor", Label: "backoff factor", Min: 1, Max: 100, SliderMax: 4, Step: 0.1, Default: 2,
				Doc: "By how much each pause is longer than the one before."},
			{Name: "cap", Label: "longest backoff", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 20000, Step: 100, Default: 20000,
				Doc: "No pause is longer than this."},
			jitterParam}},
	func(c Config) any { return &exponential{c.V} },
}

type exponential struct{ v []float64 } // retries, backoff, factor, cap, jitter

func (r *exponential) Next(attempt uint16, last model.Millis, draw random.Stream) (model.Millis, bool) {
	if float64(attempt) > r.v[0] {
		return 0, false
	}
	wait := r.v[1]
	for range attempt - 1 {
		if wait *= r.v[2]; wait >= r.v[3] {
			break
		}
	}
	limit := model.Millis(r.v[3])
	return spread(r.v[4], min(model.Millis(wait), limit), model.Millis(r.v[1]), last, limit, &draw), true
}

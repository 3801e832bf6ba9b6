package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var (
	retriesParam = model.Param{Name: "retries", Label: "retries", Min: 0, Max: 100, SliderMax: 6, Step: 1, Whole: true,
		Doc: "How often a caller tries again after an attempt that failed or timed out."}
	backoffParam = model.Param{Name: "backoff", Label: "backoff", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 500, Step: 10, Default: 50,
		Doc: "Pause between the failure of an attempt and the next one."}
)

var fixedRetry = entry{
	model.Kind{Family: model.RetryFamily, Name: "fixed", Params: []model.Param{retriesParam, backoffParam},
		Doc: "The same pause before every retry."},
	func(c Config) any { return &fixed{c.V} },
}

type fixed struct{ v []float64 }

func (r *fixed) Next(attempt uint16, _ random.Stream) (model.Millis, bool) {
	return model.Millis(r.v[1]), float64(attempt) <= r.v[0]
}

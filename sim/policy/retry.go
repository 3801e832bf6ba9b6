package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var (
	retriesParam = model.Param{Name: "retries", Label: "retries", Min: 0, Max: 100, SliderMax: 6, Step: 1, Whole: true,
		Doc: "How often a caller tries again after an attempt that failed or timed out."}
	backoffParam = model.Param{Name: "backoff", Label: "backoff", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 500, Step: 10, Default: 50,
		Doc: "Pause between the failure of an attempt and the next one; with exponential backoff the pause before the first retry."}
	jitterParam = model.Param{Minor: true, Name: "jitter", Label: "jitter", Choices: []string{"none", "full", "equal", "decorrelated"}, Default: jitterNone,
		Doc: "How pauses are spread, so that callers that failed together do not come back together: none waits the pause w; full U(0, w); equal w/2 + U(0, w/2); decorrelated U(backoff, 3 x the last pause), at most the cap (M. Brooker, \"Exponential Backoff And Jitter\", AWS Architecture Blog 2015)."}
)

// The values of jitterParam.
const (
	jitterNone = iota
	jitterFull
	jitterEqual
	jitterDecorrelated
)

var fixedRetry = entry{
	model.Kind{Family: model.RetryFamily, Name: "fixed", Params: []model.Param{retriesParam, backoffParam, jitterParam},
		Doc: "The same pause w = backoff before every retry; decorrelated jitter draws it from U(w, 3w)."},
	func(c Config) any { return &fixed{c.V} },
}

type fixed struct{ v []float64 } // retries, backoff, jitter

func (r *fixed) Next(attempt uint16, _ model.Millis, draw random.Stream) (model.Millis, bool) {
	if float64(attempt) > r.v[0] {
		return 0, false
	}
	base := model.Millis(r.v[1])
	return spread(r.v[2], base, base, base, model.Forever, &draw), true
}

// spread draws the pause that the jitter makes of wait. It comes after the cap: a cap
// on the drawn pause would gather again at the cap whom the jitter has spread. For the
// same reason decorrelated jitter caps the range it draws from, not what it has drawn.
func spread(jitter float64, wait, base, last, limit model.Millis, draw *random.Stream) model.Millis {
	low, high := wait, wait
	switch jitter {
	case jitterFull:
		low = 0
	case jitterEqual:
		low = wait / 2
	case jitterDecorrelated:
		low = min(base, limit)
		high = max(low, min(3*max(last, base), limit))
	}
	if low == high {
		return low
	}
	return low + model.Millis(float64(high-low)*draw.Float())
}

package sweep

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is a mean with its confidence interval, Mean - Half to Mean + Half.
type Interval struct {
	Mean, Half float64 // Half is +Inf for a single value
	Min, Max   float64
	N          int // values that there were
}

// Confidence is the mean of independent values and its confidence interval at a level
// such as 0.95, Half = t s/sqrt(n) with s the standard deviation of the sample and t
// Student's with n-1 degrees of freedom. Values that are NaN are left out; without any
// the mean is NaN. The values should be those of whole runs with seeds of their own:
// values of one run resemble their neighbours, and their spread says too little.
func Confidence(values []float64, level float64) Interval {
	var there []float64
	i := Interval{Mean: math.NaN(), Half: math.Inf(1), Min: math.Inf(1), Max: math.Inf(-1)}
	for _, v := range values {
		if !math.IsNaN(v) {
			there = append(there, v)
			i.Min, i.Max = min(i.Min, v), max(i.Max, v)
		}
	}
	i.N = len(there)
	if i.N == 0 {
		return i
	}
	mean, deviation := stat.MeanStdDev(there, nil)
	i.Mean = mean
	if i.N > 1 {
		t := distuv.StudentsT{Sigma: 1, Nu: float64(i.N - 1)}.Quantile((1 + level) / 2)
		i.Half = t * deviation / math.Sqrt(float64(i.N))
	}
	return i
}

// Has says whether the interval holds v.
func (i Interval) Has(v float64) bool { return math.Abs(i.Mean-v) <= i.Half }

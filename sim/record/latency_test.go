package record_test

import (
	"math"
	"testing"

	"overloadtui/model"
	"overloadtui/sim/record"
)

// The percentile is the value of rank ceil(p n/100), at least 1, as the top of its
// bucket. The cases are those on which implementations have disagreed.
func TestPercentileIsNearestRank(t *testing.T) {
	one := []model.Millis{500}
	sevenPoints := []model.Millis{0, 10, 10, 10, 10, 10, 10} // hundredths; HdrHistogram #194
	for _, c := range []struct {
		name   string
		values []model.Millis
		p      float64
		want   model.Millis
	}{
		{"a quarter of five", []model.Millis{1, 2, 2, 2, 2}, 25, 2},
		{"a fifth of five", []model.Millis{1, 2, 2, 2, 2}, 20, 1},
		{"half of two", []model.Millis{1, 2}, 50, 1},
		// HdrHistogram_py PR #14: a value that prints as more than a half and is within
		// rounding of it is a half.
		{"a half of two, rounded up", []model.Millis{1, 2}, 50.00000000000001, 1},
		{"more than half of two", []model.Millis{1, 2}, 50.001, 2},
		{"none", []model.Millis{1, 2}, 0, 1},
		{"all", []model.Millis{1, 2}, 100, 2},
		{"one value, p50", one, 50, 500}, {"one value, p99", one, 99, 500}, {"one value, p0.1", one, 0.1, 500}, // VelesDB #2105 had 1
		{"one of seven", sevenPoints, 100. / 7, 0},
		{"more than one of seven", sevenPoints, 15, 10},
		// HdrHistogram #95: the top of the bucket, not the value, and that is correct. With
		// three digits values around a million share buckets of 512.
		{"a bucket's top", []model.Millis{10, 90, 1_000_000, 1_000_001, 1_000_002}, 50, 1_000_447},
	} {
		l := record.NewLatency(1, model.Hour)
		for _, v := range c.values {
			l.Add(v)
		}
		if got := l.Percentile(c.p); got != c.want {
			t.Errorf("%s: Percentile(%v) of %v = %v, want %v", c.name, c.p, c.values, got, c.want)
		}
	}
	if p := record.NewLatency(1, model.Hour).Percentile(50); !math.IsNaN(float64(p)) {
		t.Errorf("Percentile(50) of nothing = %v, want NaN", p)
	}
}

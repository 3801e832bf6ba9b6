package random

import (
	"math"
	"testing"
)

func TestNumbersArePinned(t *testing.T) {
	s := Named(23, "server.time")
	request := s.Of(7, 2)
	for _, c := range []struct {
		call      string
		got, want float64
	}{
		{"Float", s.Float(), 0.9617267989875268},
		{"Exponential", s.Exponential(), 0.8134394645696617},
		{"Normal", s.Normal(), 1.0403801685177416},
		{"Float of request 7, attempt 2", request.Float(), 0.8306688521562828},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.call, c.got, c.want)
		}
	}
}

// The mean of each distribution, and the share below its quantiles, are within four
// standard errors for several seeds.
func TestNumbersHaveTheirDistribution(t *testing.T) {
	const n = 100_000
	for _, d := range []struct {
		name     string
		draw     func(*Stream) float64
		mean, sd float64
		below    func(x float64) float64
		at       []float64
	}{
		{"Float", (*Stream).Float, 0.5, math.Sqrt(1.0 / 12), func(x float64) float64 { return x }, []float64{0.01, 0.5, 0.9}},
		{"Exponential", (*Stream).Exponential, 1, 1, func(x float64) float64 { return 1 - math.Exp(-x) }, []float64{0.01, 1, 3, 7}},
		{"Normal", (*Stream).Normal, 0, 1, func(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }, []float64{-3, -1, 0, 2}},
	} {
		for seed := range uint64(5) {
			s := Named(seed, d.name)
			sum := 0.0
			below := make([]float64, len(d.at))
			for range n {
				x := d.draw(&s)
				sum += x
				for i, at := range d.at {
					if x < at {
						below[i]++
					}
				}
			}
			if got := sum / n; math.Abs(got-d.mean) > 4*d.sd/math.Sqrt(n) {
				t.Errorf("%s, seed %d: mean %v, want %v", d.name, seed, got, d.mean)
			}
			for i, at := range d.at {
				p := d.below(at)
				if got := below[i] / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
					t.Errorf("%s, seed %d: %v are below %v, want %v", d.name, seed, got, at, p)
				}
			}
		}
	}
}

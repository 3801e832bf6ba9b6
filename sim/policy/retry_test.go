package policy

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/random"
)

// pauses are the n-th pauses of that many callers.
func pauses(t testing.TB, kind string, callers, n int, set map[string]float64) []float64 {
	t.Helper()
	set["retries"] = 100
	r := build[Retry](t, model.RetryFamily, kind, Config{}, set)
	stream := random.Named(23, "pauses")
	var all []float64
	for i := range callers {
		var wait model.Millis
		for attempt := range uint16(n) {
			wait, _ = r.Next(attempt+1, wait, stream.Of(uint64(i), attempt+1))
		}
		all = append(all, float64(wait))
	}
	return all
}

// peak is the most values within any bin of that width.
func peak(values []float64, width float64) int {
	bins := map[float64]int{}
	most := 0
	for _, v := range values {
		b := math.Floor(v / width)
		bins[b]++
		most = max(most, bins[b])
	}
	return most
}

// TestJitterSpreads: ten thousand clients are refused at one instant. The peak of those
// who come back in any second is the number over the width of the spread.
func TestJitterSpreads(t *testing.T) {
	const clients = 10_000
	for _, c := range []struct {
		name      string
		kind      string
		n         int
		set       map[string]float64
		low, high float64 // all pauses are within
		peak      float64 // in any second
	}{
		{"the same pause for all", "fixed", 1, map[string]float64{"backoff": 60_000}, 60_000, 60_000, clients},
		{"full", "fixed", 1, map[string]float64{"backoff": 60_000, "jitter": jitterFull}, 0, 60_000, clients / 60.},
		{"equal", "fixed", 1, map[string]float64{"backoff": 120_000, "jitter": jitterEqual}, 60_000, 120_000, clients / 60.},
		{"decorrelated", "fixed", 1, map[string]float64{"backoff": 30_000, "jitter": jitterDecorrelated}, 30_000, 90_000, clients / 60.},
		// Jitter before the cap would have everybody wait exactly 8 s from the fifth retry on.
		{"after the cap", "exponential", 7, map[string]float64{"backoff": 1000, "cap": 8000, "jitter": jitterFull}, 0, 8000, clients / 8.},
		{"no jitter at the cap", "exponential", 7, map[string]float64{"backoff": 1000, "cap": 8000}, 8000, 8000, clients},
		{"decorrelated under its cap", "exponential", 7, map[string]float64{"backoff": 1000, "cap": 8000, "jitter": jitterDecorrelated}, 1000, 8000, 1700},
	} {
		got := pauses(t, c.kind, clients, c.n, c.set)
		for _, v := range got {
			if v < c.low || v > c.high {
				t.Fatalf("%s: a pause of %v ms is outside %v..%v", c.name, v, c.low, c.high)
			}
		}
		// The most of a few dozen Poisson counts is within five standard deviations.
		most := float64(peak(got, 1000))
		if most < c.peak-1 && c.low == c.high || most > c.peak+5*math.Sqrt(c.peak) {
			t.Errorf("%s: up to %v come back within a second, want about %.0f", c.name, most, c.peak)
		}
	}
}

func TestBackoffGrows(t *testing.T) {
	for n, want := range []float64{1000, 2000, 4000, 8000, 8000, 8000} {
		if got := pauses(t, "exponential", 1, n+1, map[string]float64{"backoff": 1000, "cap": 8000})[0]; got != want {
			t.Errorf("pause %d = %v ms, want %v", n+1, got, want)
		}
	}
}

// Every pause is within what its jitter promises, and there are as many as were allowed.
func TestPausesKeepTheirBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		backoff, limit := float64(rapid.IntRange(0, 1000).Draw(r, "backoff")), float64(rapid.IntRange(0, 5000).Draw(r, "cap"))
		retries, jitter := rapid.IntRange(0, 20).Draw(r, "retries"), float64(rapid.IntRange(0, 3).Draw(r, "jitter"))
		policy := build[Retry](t, model.RetryFamily, "exponential", Config{},
			map[string]float64{"retries": float64(retries), "backoff": backoff, "cap": limit, "jitter": jitter})
		stream := random.Named(rapid.Uint64().Draw(r, "seed"), "pauses")
		last, n := model.Millis(0), 0
		for {
			wait, again := policy.Next(uint16(n+1), last, stream.Of(0, uint16(n)))
			if !again {
				break
			}
			w := min(limit, backoff*math.Pow(2, float64(n)))
			low, high := w, w
			switch jitter {
			case jitterFull:
				low = 0
			case jitterEqual:
				low = w / 2
			case jitterDecorrelated:
				low = min(backoff, limit)
				high = max(low, min(limit, 3*max(backoff, float64(last))))
			}
			if float64(wait) < low || float64(wait) > high {
				r.Fatalf("pause %d = %v, want %v..%v", n+1, wait, low, high)
			}
			last = wait
			n++
		}
		if n != retries {
			r.Fatalf("%d retries, want %d", n, retries)
		}
	})
}

func TestNoRetry(t *testing.T) {
	if wait, again := build[Retry](t, model.RetryFamily, "none", Config{}, nil).Next(1, 0, random.Stream{}); again {
		t.Errorf("Next(1) = %v, %v", wait, again)
	}
}

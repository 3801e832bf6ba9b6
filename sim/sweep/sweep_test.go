package sweep

import "testing"

func TestFixedRoundsTheShortestFormHalfUp(t *testing.T) {
	for _, c := range []struct {
		v    float64
		n    int
		want string
	}{
		{0.15, 1, "0.2"}, {2.675, 2, "2.68"}, {0.125, 2, "0.13"}, {0.05, 1, "0.1"}, {9.95, 1, "10.0"}, {99.999, 2, "100.00"},
		{42, 1, "42.0"}, {0, 2, "0.00"}, {25, 0, "25"}, {0.5, 0, "1"}, {-0.15, 1, "-0.2"}, {-0.01, 1, "0.0"}, {281.2, 1, "281.2"}, {1e21, 1, "1000000000000000000000.0"},
	} {
		if got := Fixed(c.v, c.n); got != c.want {
			t.Errorf("Fixed(%v, %d) = %q, want %q", c.v, c.n, got, c.want)
		}
	}
}

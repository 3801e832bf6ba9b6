package sim_test

import (
	"testing"

	"overloadtui/sim/simtest"
)

// long is the first line of a test that simulates for many hours. It is left out under
// the race detector, which makes it twenty times as long and has nothing to find in it:
// the engine has one goroutine. The run without the detector checks its figures.
func long(t *testing.T) {
	t.Helper()
	simtest.Long(t)
	t.Parallel()
}

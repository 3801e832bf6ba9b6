package main

import (
	"testing"

	"overloadtui/sim/simtest"
)

// long is the first line of a test whose simulations take long. They have one goroutine,
// in which the race detector finds nothing and takes twenty times as long; the run
// without it checks what they say.
func long(t *testing.T) {
	t.Helper()
	if simtest.Racing {
		t.Skip("long simulations in one goroutine; they are run without the race detector")
	}
}

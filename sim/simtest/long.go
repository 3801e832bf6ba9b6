package simtest

import "testing"

// Long is the first line of a test whose simulations take long. Each has one goroutine, in
// which the race detector finds nothing and takes twenty times as long, so that the test
// is left out under it; the run without it checks what the test says.
func Long(t testing.TB) {
	t.Helper()
	if Racing {
		t.Skip("long simulations in one goroutine; they are run without the race detector")
	}
}

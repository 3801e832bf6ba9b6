//go:build race

package simtest

// Racing says whether the race detector is on, under which long simulations in one
// goroutine take twenty times as long and have nothing to find.
const Racing = true

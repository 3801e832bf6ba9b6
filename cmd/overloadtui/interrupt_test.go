package main

import (
	"context"
	"strings"
	"syscall"
	"testing"
	"time"

	"overloadtui/sim/simtest"
)

// Each of these would go on for hours, some of them with what is left after the clients.
func TestWhatTakesLongIsInterruptedAndWritesNothing(t *testing.T) {
	simtest.Long(t)
	for _, args := range []string{
		"sweep --duration 200h --output-dir out",
		"sweep --duration 200h --set end=finish -o out.csv",
		"run --for 200h --output-dir out",
		"run --set duration=3s --set load=1000000 --csv out.csv",
		"run --for 200h --seeds 5 --csv out.csv",
		"gameday --preset gameday-failover-cold --set duration=200h -o out.md",
	} {
		inDir(t)
		ctx, cancel := context.WithCancelCause(context.Background())
		var stopped time.Time
		timer := time.AfterFunc(200*time.Millisecond, func() { stopped = time.Now(); cancel(signalled{syscall.SIGINT}) })
		r := callWith(ctx, "", strings.Fields(args)...)
		if timer.Stop() {
			t.Fatalf("%v\nit was over before it could be interrupted", r)
		}
		cancel(nil)
		if took := time.Since(stopped); r.code != exitSignals+int(syscall.SIGINT) || took > 3*time.Second || len(files(t)) != 0 {
			t.Errorf("%v\nended %v after the signal with the files %q, want exit 130 at once and none", r, took, files(t))
		}
	}
}

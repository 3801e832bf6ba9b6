//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"overloadtui/model"
	"overloadtui/sim/live"
)

// BenchmarkLive is the whole program at work on a terminal of 160x48: the runner at 1x
// and the dashboard at 30 pictures a second, with charts that are full, while the
// server collapses. An iteration is one second. %core is the processor time of the
// process per second of simulated time, with what the test spends on reading the
// terminal's other end.
//
//	go test ./cmd/overloadtui -run '^$' -bench Live -benchtime 10x
func BenchmarkLive(b *testing.B) {
	b.Setenv("TERM", "xterm-256color")
	b.Setenv("COLORTERM", "truecolor")
	far, tty, err := pty.Open()
	if err != nil {
		b.Skip("no terminal to draw on: ", err)
	}
	defer far.Close()
	defer tty.Close()
	if err := pty.Setsize(tty, &pty.Winsize{Rows: 48, Cols: 160}); err != nil {
		b.Fatal(err)
	}
	var pictures atomic.Int64
	go func() {
		buf := make([]byte, 1<<16)
		for {
			n, err := far.Read(buf)
			if err != nil {
				return
			}
			pictures.Add(int64(bytes.Count(buf[:n], []byte(beginPicture))))
		}
	}()

	chosen := choice{preset: "collapse", set: []string{"load=110"}}
	s, err := chosen.scenario()
	if err != nil {
		b.Fatal(err)
	}
	look := screen{theme: word{v: "dark"}, glyphs: word{v: "braille"}, fps: 30}
	err = withRunner(b.Context(), s, func(ctx context.Context, r *live.Runner) error {
		ctx, quit := context.WithCancel(ctx)
		shown := make(chan error, 1)
		go func() { shown <- look.show(ctx, r, &chosen, tty, tty) }()
		r.Do(model.Command{Kind: model.SetSpeed, Value: 1000})
		for r.Snapshot().Now < 2*model.Minute && ctx.Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		r.Do(model.Command{Kind: model.SetSpeed, Value: 1})
		time.Sleep(time.Second)

		simulated, used, drawn, start := r.Snapshot().Now, processorTime(b), pictures.Load(), time.Now()
		for b.Loop() {
			time.Sleep(time.Second)
		}
		seconds := (r.Snapshot().Now - simulated).Seconds()
		b.ReportMetric(100*(processorTime(b)-used).Seconds()/seconds, "%core")
		b.ReportMetric(float64(pictures.Load()-drawn)/time.Since(start).Seconds(), "pictures/s")
		b.ReportMetric(seconds/time.Since(start).Seconds(), "x")
		b.ReportMetric(0, "ns/op") // it is a second
		quit()
		if err := <-shown; !errors.Is(err, context.Canceled) {
			return err
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

// beginPicture is what a terminal is told before a picture (synchronized output).
const beginPicture = "\x1b[?2026h"

// processorTime is what the process has used so far, in user and kernel mode.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

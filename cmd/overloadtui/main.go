// Command overloadtui shows how services collapse under overload: live in a
// terminal, headless as CSV, and as published tables, all from one engine.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
)

// What the process says to its shell.
const (
	exitOK      = 0
	exitFailed  = 1 // it could not be done: a full disk, a result that is not the expected one
	exitUsage   = 2 // it was not asked rightly; nothing has been written
	exitSignals = 128
)

func main() {
	ctx, stop := interruptible(context.Background())
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// run is the program: arguments without the program's name and the standard streams
// in, exit code out. An error is one line on errw.
func run(ctx context.Context, args []string, in io.Reader, out, errw io.Writer) int {
	root := rootCommand()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(errw)
	err := root.ExecuteContext(withCommandLine(ctx, args))
	if err == nil {
		return exitOK
	}
	coded := exitCoder(nil)
	isCoded, isSaid := errors.As(err, &coded), errors.As(err, new(said))
	if isCoded && (isSaid || coded.ExitCode() >= exitSignals) {
		return coded.ExitCode() // who stopped it knows
	}
	fmt.Fprintln(errw, "overloadtui: "+strings.Join(strings.Fields(err.Error()), " "))
	if coded != nil {
		return coded.ExitCode()
	}
	if failed := (*failure)(nil); errors.As(err, &failed) {
		return exitFailed
	}
	return exitUsage
}

// failure is an error that is nobody's typing mistake. Every other error is one of
// usage: what cobra says of flags and verbs, and what a scenario says of its values.
type failure struct{ error }

func (f *failure) Unwrap() error { return f.error }

func failed(err error) error {
	if err == nil {
		return nil
	}
	return &failure{err}
}

// exitCoder is an error that brings its own exit code, by the shell's convention.
type exitCoder interface {
	error
	ExitCode() int
}

// said is the end of a verb that has already printed what is wrong.
type said struct{ code int }

func (s said) Error() string { return "it is not all right" }
func (s said) ExitCode() int { return s.code }

// signalled is the cause of a context that a signal ended.
type signalled struct{ signal syscall.Signal }

func (s signalled) Error() string { return "stopped by " + s.signal.String() }
func (s signalled) ExitCode() int { return exitSignals + int(s.signal) }

// interruptible is a context that ends with SIGINT or SIGTERM, which are its cause.
func interruptible(parent context.Context) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		select {
		case s := <-signals:
			cancel(signalled{s.(syscall.Signal)})
			signal.Stop(signals) // a second one ends the process at once
		case <-ctx.Done():
		}
	}()
	return ctx, func() { signal.Stop(signals); cancel(nil) }
}

func rootCommand() *cobra.Command {
	root := liveCommand()
	root.Use = "overloadtui"
	root.Short = "Feel how a service collapses under overload"
	root.Long = `overloadtui lets you drag the load of a simulated service past its capacity and
watch goodput, queue and latency, and then try what helps. Without a verb it opens
the live screen on the preset collapse.

The engine is deterministic: a scenario with its seed and the changes you made
always gives the same bytes.`
	root.Example = `  overloadtui
  overloadtui --preset collapse --set load=110
  overloadtui run --for 30s --csv run.csv
  overloadtui params`
	root.Args = cobra.NoArgs
	root.SilenceErrors, root.SilenceUsage = true, true
	root.AddCommand(namedLiveCommand(), runCommand(), replayCommand(), verifyCommand(), sweepCommand(), labCommand(), trustCommand(), packetCommand(), planCommand(), checklistCommand(), gameDayCommand(), validateCommand(), schemaCommand(), paramsCommand(), presetsCommand(), versionCommand())
	return root
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim/live"
)

// unwatched is how much simulated time runs when nobody is at a terminal and nobody
// said how much.
const unwatched = 10 * model.Second

// liveOptions are the flags of the live verb and of the bare command.
type liveOptions struct {
	choose choice
	screen screen
	plain  bool
	length span
}

// liveCommand is the live screen, as the bare command and as a verb.
func liveCommand() *cobra.Command {
	var o liveOptions
	cmd := &cobra.Command{
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := o.screen.check(); err != nil {
				return err
			}
			s, err := o.choose.scenario()
			if err != nil {
				return err
			}
			return o.run(cmd, s)
		},
	}
	o.choose.flags(cmd)
	cmd.Flags().BoolVar(&o.plain, "plain", false, "append-only lines instead of a screen, for screen readers and logs; help lists what can be typed")
	cmd.Flags().Var(&o.length, "for", "with --plain: stop at this simulated time, such as 30s (default when you quit)")
	o.screen.flags(cmd)
	return cmd
}

func namedLiveCommand() *cobra.Command {
	cmd := liveCommand()
	cmd.Use = "live"
	cmd.Short = "Watch a scenario and change it while it runs"
	cmd.Long = `live is the screen that opens without a verb. With --plain it is lines of text instead:
one for each window, each change and each change of state, and you type what to
change, such as: load 120. Type help for the rest.`
	cmd.Example = `  overloadtui live --preset collapse
  overloadtui live --plain
  overloadtui live --plain --for 30s --set load=110`
	cmd.Args = cobra.NoArgs
	return cmd
}

func (o *liveOptions) run(cmd *cobra.Command, s *model.Scenario) error {
	in, terminalIn := terminal(cmd.InOrStdin())
	out, terminalOut := terminal(cmd.OutOrStdout())
	switch {
	case o.plain:
	case !terminalIn || !terminalOut:
		length := model.Millis(o.length)
		if length == 0 {
			length = unwatched
		}
		return unattended(cmd, s, length)
	case os.Getenv("TERM") == "dumb":
		fmt.Fprintln(cmd.ErrOrStderr(), "overloadtui: TERM=dumb has no screen; running as --plain (type help)")
	case o.length > 0:
		return errors.New("--for: the screen goes on until you quit; use --for with --plain or with run")
	default:
		return withRunner(cmd.Context(), s, func(ctx context.Context, r *live.Runner) error {
			return o.screen.show(ctx, r, &o.choose, in, out)
		})
	}
	return withRunner(cmd.Context(), s, func(ctx context.Context, r *live.Runner) error {
		return newRepl(r, &o.choose, commandLine(cmd.Context()), cmd.OutOrStdout(), model.Millis(o.length)).run(ctx, cmd.InOrStdin())
	})
}

// terminal is the file behind a stream, and whether a person sits at it.
func terminal(stream any) (*os.File, bool) {
	f, ok := stream.(*os.File)
	return f, ok && term.IsTerminal(f.Fd())
}

// unattended runs as fast as possible and prints the lines that --plain would.
func unattended(cmd *cobra.Command, s *model.Scenario, length model.Millis) error {
	fmt.Fprintf(cmd.ErrOrStderr(), "overloadtui: not a terminal; running as --plain for %v of simulated time\n", length)
	_, err := runHeadless(cmd.Context(), s, length, printing(cmd.OutOrStdout(), s))
	return err
}

// withRunner runs the scenario live while f is at work. An engine that fails ends f.
func withRunner(parent context.Context, s *model.Scenario, f func(context.Context, *live.Runner) error) error {
	r, err := live.New(s)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(parent)
	ended := make(chan struct{})
	var engine error
	go func() {
		defer close(ended)
		if engine = r.Run(ctx); engine != nil {
			stop(failed(engine))
		}
	}()
	err = f(ctx, r)
	stop(nil)
	<-ended
	if err == nil {
		err = failed(engine)
	}
	return err
}

// lines hands out the lines of a stream and then closes. It ends with its context or
// with the process: a read cannot be cancelled.
func lines(ctx context.Context, in io.Reader) <-chan string {
	ch := make(chan string)
	go func() {
		defer close(ch)
		scan := newScanner(in)
		for scan.Scan() {
			select {
			case ch <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return ch
}

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/export"
)

func runCommand() *cobra.Command {
	var (
		choose choice
		length span
		to     destination
		repeat replication
	)
	cmd := &cobra.Command{
		Use:   "run",
		Short: "Run a scenario without a screen, as fast as possible",
		Long: `run carries out a scenario and prints one line for each window, or with --output or
--output-dir writes the windows in one or several formats, together with a manifest
from which verify makes the same bytes again. --csv is --output for a CSV.

With --for the clients go on and the run stops at that simulated time, as if you had
watched it live so long. Without, the clients stop at the scenario's duration, and
its setting "end" says what becomes of the work that is still in the system.

With --seeds it runs the scenario with several seeds and prints the mean of every
metric with its 95 % confidence interval, and with --compare the difference that
other settings make to the same arrivals. A metric that counts is taken over the
measured time as a whole, one that is true of an instant at the ends of the windows.`,
		Example: `  overloadtui run --for 30s
  overloadtui run --set demand=poisson --seeds 10 --compare limit=20
  overloadtui run --preset collapse --set load=110 --for 30s --csv run.csv
  overloadtui run --for 30s --output run.hlog --format csv,json --by class,service
  overloadtui run --for 30s --output-dir results
  overloadtui run --scenario mine.yaml --csv - | head`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := choose.scenario()
			if err != nil {
				return err
			}
			if err := repeat.check(cmd); err != nil {
				return err
			}
			if repeat.seeds > 0 {
				if to.csv != "" && to.csv != stdout {
					if err := export.Free(to.force, to.csv); err != nil {
						return failed(err)
					}
				}
				return repeat.run(cmd, s, model.Millis(length), &to)
			}
			p, err := to.plan(s.Name, s.Name)
			if err != nil {
				return err
			}
			if err := inTime(s, choose.scheduled(s), length); err != nil {
				return err
			}
			if err := p.free(export.KindRun, p.baseName()); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			watch := printing(out, s)
			if p != nil {
				bar := newProgress(cmd, s.Name)
				defer bar.clear() // of a run that is interrupted
				watch = barOf(bar, s, model.Millis(length))
			}
			tap, spans := tapFor(p, s)
			e, err := runHeadless(cmd.Context(), s, model.Millis(length), watch, tap...)
			if err != nil {
				return err
			}
			if p == nil {
				return printTotals(out, e.Total())
			}
			made := productOf(e.Recording(), p.by, export.AllColumns())
			made.tapped(spans)
			if err := p.deliver(originOf(cmd.Context()), out, made); err != nil || p.stdout {
				return err
			}
			return printTotals(out, e.Total())
		},
	}
	choose.flags(cmd)
	cmd.Flags().Var(&length, "for", "how much simulated time to run, such as 30s (default the scenario's duration)")
	to.flags(cmd, export.KindRun)
	repeat.flags(cmd)
	return cmd
}

// inTime refuses a change that was asked for on the command line and would never
// happen, because the run is over before it.
func inTime(s *model.Scenario, changes []model.Change, length span) error {
	until := model.Millis(length)
	if until == 0 {
		until = model.Millis(s.Duration)
	}
	for _, c := range changes {
		if until > 0 && c.At > until {
			return fmt.Errorf("--change: %s at %v never happens, the run ends at %v", c.Path, c.At, until)
		}
	}
	return nil
}

// errEndless is a run that nobody has said the length of.
var errEndless = errors.New("duration: the scenario goes on without end; say how long with --for, such as --for 30s")

// runHeadless runs the scenario to an instant with its clients going on, or when
// there is none to its own end. It returns the context's cause when that comes first.
// Now and then, and at the end, it shows the engine to progress.
func runHeadless(ctx context.Context, s *model.Scenario, until model.Millis, progress func(*sim.Engine) error, options ...sim.Option) (*sim.Engine, error) {
	ends := until == 0
	if ends {
		until = model.Millis(s.Duration)
	} else {
		s.Duration = 0
	}
	if until == 0 {
		return nil, errEndless
	}
	e, err := sim.New(s, options...)
	if err != nil {
		return nil, err
	}
	if err := advance(ctx, e, until, progress); err != nil {
		return nil, err
	}
	if ends && !e.FinishUnless(func() bool { return ctx.Err() != nil }) {
		return nil, context.Cause(ctx)
	}
	return e, progress(e)
}

// advance runs the engine to an instant, or until the context ends, whose cause it
// then returns. It shows the engine to progress between pieces of the way.
func advance(ctx context.Context, e *sim.Engine, until model.Millis, progress func(*sim.Engine) error) error {
	const piece = model.Second
	for e.Now() < until {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		e.RunUntil(min(until, e.Now()+piece))
		if err := progress(e); err != nil {
			return err
		}
	}
	return nil
}

// printing prints what the engine has done since it was last shown.
func printing(out io.Writer, s *model.Scenario) func(*sim.Engine) error {
	r := reporter{out: out, params: paramsOf(s)}
	return func(e *sim.Engine) error { return r.report(e.Recording()) }
}

// barOf shows on a bar how far a run has come.
func barOf(bar *progress, s *model.Scenario, until model.Millis) func(*sim.Engine) error {
	if until == 0 {
		until = model.Millis(s.Duration)
	}
	return func(e *sim.Engine) error {
		bar.show(float64(e.Now()), float64(until))
		if e.Now() >= until {
			bar.clear()
		}
		return nil
	}
}

// baseName is what the names of the plan's files begin with.
func (p *plan) baseName() string {
	if p == nil {
		return ""
	}
	return p.base
}

// deliver writes a recording and says so, or writes it to the standard output.
func (p *plan) deliver(from origin, out io.Writer, made *product) error {
	if p.stdout {
		files, err := p.files(&export.Manifest{}, made, "")
		if err != nil {
			return err
		}
		return writeAll(out, files[0].Data)
	}
	files, err := exportRun(from, p, made)
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s  %d windows  sha256 %s\n", files[0].Path, len(made.rec.Points), export.SHA256(files[0].Data))
	for _, f := range files[1:] {
		fmt.Fprintf(&b, "%s  sha256 %s\n", f.Path, export.SHA256(f.Data))
	}
	fmt.Fprintf(&b, "%s  from which overloadtui verify repeats the run\n", p.manifest)
	return writeAll(out, []byte(b.String()))
}

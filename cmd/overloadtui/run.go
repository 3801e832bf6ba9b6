package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/presets"
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
		Long: `run carries out a scenario and prints one line for each window, or with --csv writes
the windows as CSV together with a manifest from which replay makes the same bytes.

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
				if err := to.checkTable(); err != nil {
					return err
				}
				return repeat.run(cmd, s, model.Millis(length), &to)
			}
			if err := to.check(); err != nil {
				return err
			}
			if err := inTime(s, choose.scheduled(s), length); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			progress := func(*sim.Engine) error { return nil }
			if to.csv == "" {
				progress = printing(out, s)
			}
			e, err := runHeadless(cmd.Context(), s, model.Millis(length), progress)
			if err != nil {
				return err
			}
			switch to.csv {
			case "":
			case stdout:
				return writeAll(out, export.CSV(e.Recording().Points))
			default:
				if err := to.write(out, e.Recording()); err != nil {
					return err
				}
			}
			return printTotals(out, e.Total())
		},
	}
	choose.flags(cmd)
	cmd.Flags().Var(&length, "for", "how much simulated time to run, such as 30s (default the scenario's duration)")
	to.flags(cmd)
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
func runHeadless(ctx context.Context, s *model.Scenario, until model.Millis, progress func(*sim.Engine) error) (*sim.Engine, error) {
	ends := until == 0
	if ends {
		until = model.Millis(s.Duration)
	} else {
		s.Duration = 0
	}
	if until == 0 {
		return nil, errEndless
	}
	e, err := sim.New(s)
	if err != nil {
		return nil, err
	}
	if err := advance(ctx, e, until, progress); err != nil {
		return nil, err
	}
	if ends {
		e.Finish()
	}
	return e, progress(e)
}

// advance runs the engine to an instant, or until the context ends, whose cause it
// then returns. It shows the engine to progress between pieces of the way.
func advance(ctx context.Context, e *sim.Engine, until model.Millis, progress func(*sim.Engine) error) error {
	const piece = 10 * model.Second
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

// stdout is the file name that means the standard output.
const stdout = "-"

// destination is where a run's table goes.
type destination struct {
	csv   string
	force bool
}

func (d *destination) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&d.csv, "csv", "", "write the windows to `FILE` and a manifest beside it; - writes the CSV alone to the standard output")
	cmd.Flags().BoolVar(&d.force, "force", false, "overwrite files that exist")
}

// check says before a run whether its table and its manifest could be written then.
func (d *destination) check() error {
	return d.free(d.csv, export.ManifestName(d.csv))
}

// checkTable is check for a table without a manifest.
func (d *destination) checkTable() error { return d.free(d.csv) }

func (d *destination) free(paths ...string) error {
	if d.csv == "" || d.csv == stdout {
		return nil
	}
	for _, path := range paths {
		if err := export.Free(d.force, path); err != nil {
			return failed(err)
		}
	}
	return nil
}

// write writes the recording and its manifest and says so.
func (d *destination) write(out io.Writer, rec model.Recording) error {
	sum, err := exportRun(d.csv, rec, d.force)
	if err != nil {
		return failed(err)
	}
	return writeAll(out, fmt.Appendf(nil, "%s  %d windows  sha256 %s\n%s  from which overloadtui replay repeats the run\n",
		d.csv, len(rec.Points), sum, export.ManifestName(d.csv)))
}

// exportRun writes a recording's table and manifest and gives the table's SHA-256.
func exportRun(csvPath string, rec model.Recording, force bool) (sha256 string, err error) {
	began := presets.Inline(rec.Scenario)
	began.Changes = nil // they stand in the manifest, with those of the person
	text, err := presets.Marshal(began, sim.Catalog())
	if err != nil {
		return "", err
	}
	return export.Run(csvPath, program(), string(text), rec, force)
}

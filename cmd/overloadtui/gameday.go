package main

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/model/gameday"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	rehearse "overloadtui/sim/gameday"
)

func gameDayCommand() *cobra.Command {
	var (
		choose choice
		to     destination
	)
	cmd := &cobra.Command{
		Use:   "gameday [FILE]",
		Short: "Rehearse a failure: hypothesis, blast radius, abort, recovery, and a record of it",
		Long: `gameday carries out a scenario that has a gameday section: its changes bring the fault
and take it away, window by window, until all is over or an abort condition fires. Then
the fault is taken back at once and the recovery part goes on from there.

It prints a line for each phase and the record: whether the hypothesis held and the
evidence for that, the transitions, what surprised, and the command that gives the same
again. With --output or --output-dir it writes the record, or the windows, plots and a
report as run does, with a manifest from which verify makes the game day again. It exits
0 when the hypothesis held, 3 when it failed, and 1 when the game day was called off.`,
		Example: `  overloadtui gameday --preset gameday-stale-telemetry
  overloadtui gameday mine.yaml -o record.md
  overloadtui gameday mine.yaml --output-dir results
  overloadtui gameday --preset gameday-cell-loss-skew --set tenant-cap=off`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := choose.gameDay(args); err != nil {
				return err
			}
			s, err := choose.scenario()
			if err != nil {
				return err
			}
			if err := gameday.Ready(s); err != nil {
				return fmt.Errorf("%s: %w", choose.name(), err)
			}
			if to.file == stdout && to.formats == nil {
				to.formats = []string{"text"}
			}
			p, err := to.plan(s.Name, s.Name)
			if err != nil {
				return err
			}
			if err := p.free(export.KindGameDay, p.baseName()); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			said := out
			if p == nil || p.stdout { // where one file alone stands
				said = cmd.ErrOrStderr()
			}
			phases := phaseReporter{out: said, s: s, bar: newProgress(cmd, s.Name)}
			rec, view, err := rehearse.Run(cmd.Context(), s, phases.report)
			phases.bar.clear()
			if err != nil {
				return err
			}
			if p == nil {
				p = &plan{stdout: true, formats: []*format{formatNamed("text")}}
			}
			again := choose.rehearsal(s)
			made := productOfDay(rec, view, again, p.by, export.AllColumns())
			if err := p.deliver(origin{commandLine(cmd.Context()), again}, out, made); err != nil {
				return err
			}
			return verdict(said, &view)
		},
	}
	choose.flags(cmd)
	to.flags(cmd, export.KindGameDay)
	return cmd
}

// gameDay takes the file of the arguments, and wants a choice.
func (c *choice) gameDay(args []string) error {
	if len(args) == 1 {
		if c.file != "" || c.preset != "" {
			return fmt.Errorf("%s beside --scenario or --preset; one of them is enough", args[0])
		}
		c.file = args[0]
	}
	if c.file == "" && c.preset == "" {
		return fmt.Errorf("which game day? name a scenario file, or --preset and one of %s", strings.Join(gameDays(), ", "))
	}
	return nil
}

// gameDays are the built-in game days.
func gameDays() []string {
	var names []string
	for _, name := range presets.Names() {
		if s, err := presets.Load(name, sim.Catalog()); err == nil && s.GameDay != nil {
			names = append(names, name)
		}
	}
	return names
}

// rehearsal is the command that gives the game day again.
func (c *choice) rehearsal(s *model.Scenario) string {
	words := []string{"overloadtui", "gameday"}
	if c.file != "" {
		words = append(words, shellQuote(filepath.ToSlash(c.file)))
	} else {
		words = append(words, "--preset", s.Name)
	}
	if s.Seed != c.base.Seed {
		words = append(words, fmt.Sprintf("--seed %d", s.Seed))
	}
	for _, flag := range []struct {
		name   string
		values []string
	}{{"--set", c.set}, {"--change", c.change}, {"--order", c.order}} {
		for _, v := range flag.values {
			words = append(words, flag.name, shellQuote(v))
		}
	}
	return strings.Join(words, " ")
}

// phaseReporter prints a line when a phase begins, and draws a bar between the lines.
type phaseReporter struct {
	out     io.Writer
	bar     *progress
	s       *model.Scenario
	said    int // phases
	aborted bool
}

func (r *phaseReporter) report(now model.Millis, v model.GameDayView) {
	if v.Aborted && !r.aborted || r.said <= int(v.Phase) && r.said < int(model.GameDayOver) {
		r.bar.clear()
	}
	defer func() { r.bar.show(float64(now), r.s.Duration) }()
	if v.Aborted && !r.aborted {
		r.aborted = true
		for _, a := range v.Aborts {
			if a.Fired {
				fmt.Fprintf(r.out, "%s abort     %s\n", v.AbortedAt.Clock(), a.Text)
			}
		}
	}
	for ; r.said <= int(v.Phase) && r.said < int(model.GameDayOver); r.said++ {
		what := "the steady state"
		switch model.GameDayPhase(r.said) {
		case model.InFault:
			what = r.s.GameDay.Hypothesis
		case model.InRecovery:
			what = fmt.Sprintf("%v by %s", v.Recovery.State, v.Recovery.By.Clock())
			if plan := r.s.GameDay.Recovery.Plan; plan != "" {
				what += ": " + plan
			}
		}
		fmt.Fprintf(r.out, "%s %-9v %s\n", v.Began[r.said].Clock(), model.GameDayPhase(r.said), strings.Join(strings.Fields(what), " "))
	}
}

// exitAssertion is what the process says when what was believed is not so.
const exitAssertion = 3

// verdict says what came of the game day, and how the process ends.
func verdict(out io.Writer, v *model.GameDayView) error {
	surprises := fmt.Sprintf("%d surprises", len(v.Surprises))
	if len(v.Surprises) == 1 {
		surprises = "1 surprise"
	}
	if err := writeAll(out, fmt.Appendf(nil, "%s %-9s the hypothesis %s, %s\n", v.Began[model.GameDayOver].Clock(), "over",
		map[model.GameDayVerdict]string{model.VerdictHeld: "held", model.VerdictFailed: "failed", model.VerdictAborted: "was not put to the test to the end: called off"}[v.Verdict], surprises)); err != nil {
		return err
	}
	switch v.Verdict {
	case model.VerdictHeld:
		return nil
	case model.VerdictFailed:
		return said{exitAssertion}
	}
	return said{exitFailed}
}

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim/export"
	"overloadtui/sim/sweep"
)

func sweepCommand() *cobra.Command {
	var (
		choose        choice
		duration      span
		deterministic bool
		to            destination
	)
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Run a scenario at each value of its sweep and print the table",
		Long: `sweep carries out the sweep that a scenario declares: for each of its curves, one run
for each value. It prints the table and its SHA-256 and with --output-dir writes it, with
a manifest from which verify makes it again. With --deterministic it exits 1 when the
bytes are not those that were published for this table.`,
		Example: `  overloadtui sweep --duration 5s
  overloadtui sweep --preset collapse --deterministic --duration 5s --output-dir results
  overloadtui sweep --set limit=20 --duration 5s --output limit.jsonl`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := choose.scenario()
			if err != nil {
				return err
			}
			s.GameDay = nil // no point of a sweep is one
			if duration > 0 {
				s.Duration = float64(duration)
			}
			name := s.Sweep.File
			p, err := to.plan(s.Name, strings.TrimSuffix(name, ".csv"))
			if err != nil {
				return err
			}
			if to.dir != "" && len(s.Sweep.Values) > 0 && (name == "" || name != filepath.Base(name)) {
				return fmt.Errorf("sweep: file: %q cannot be the name of a file in %s", name, to.dir)
			}
			if err := p.free(export.KindSweep, p.baseName()); err != nil {
				return err
			}
			bar := newProgress(cmd, s.Name)
			table, err := sweep.Run(cmd.Context(), s, bar.count)
			bar.clear()
			if err != nil {
				return err
			}
			return deliverSweep(cmd, p, table, s, deterministic)
		},
	}
	choose.flags(cmd)
	cmd.Flags().Var(&duration, "duration", "how long the clients of each run go on, such as 5s (default the scenario's)")
	cmd.Flags().BoolVar(&deterministic, "deterministic", false, "compare with the published result, and fail when it differs")
	to.flags(cmd, export.KindSweep)
	return cmd
}

// deliverSweep prints the table, compares it with the published one if that is asked
// for, and writes it.
func deliverSweep(cmd *cobra.Command, p *plan, table *sweep.Table, s *model.Scenario, deterministic bool) error {
	out := cmd.OutOrStdout()
	made := productOfTable(export.KindSweep, table, s)
	if p != nil && p.stdout {
		files, err := p.files(&export.Manifest{}, made, "")
		if err != nil {
			return err
		}
		return writeAll(out, files[0].Data)
	}
	if err := writeAll(out, []byte(textTable(table))); err != nil {
		return err
	}
	if deterministic {
		if err := comparePublished(cmd, table, model.Millis(s.Duration)); err != nil {
			return err
		}
	}
	if p == nil {
		return nil
	}
	text, err := beginning(s)
	if err != nil {
		return err
	}
	m := newManifest(originOf(cmd.Context()), export.KindSweep)
	m.Record(model.Recording{Scenario: s, Seed: s.Seed, Changes: s.Changes}, text)
	m.Golden = goldenOf(table, model.Millis(s.Duration))
	files, err := exportTables(p, &m, []*product{made}, []string{p.base})
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "wrote %s\n", f.Path)
	}
	fmt.Fprintf(&b, "wrote %s\n", p.manifest)
	return writeAll(out, []byte(b.String()))
}

// goldenOf says whether the table is the one that was published for this duration.
func goldenOf(t *sweep.Table, duration model.Millis) export.Golden {
	want, ok := sweep.Published(t.File, duration)
	if !ok {
		return export.GoldenAbsent
	}
	return export.GoldenMatch(want == t.SHA256())
}

// comparePublished says whether the table is the published one. That there is none
// for this duration is no failure.
func comparePublished(cmd *cobra.Command, t *sweep.Table, duration model.Millis) error {
	switch goldenOf(t, duration) {
	case export.GoldenAbsent:
		return writeAll(cmd.OutOrStdout(), fmt.Appendf(nil, "no result was published for %s over %v\n", t.File, duration))
	case export.GoldenFalse:
		want, _ := sweep.Published(t.File, duration)
		return failed(fmt.Errorf("%s over %v: sha256 %s is not the published %s", t.File, duration, t.SHA256(), want))
	}
	return writeAll(cmd.OutOrStdout(), []byte("matches the published result\n"))
}

// textTable is the table with its columns aligned, and its hash.
func textTable(t *sweep.Table) string {
	return align(append([][]string{t.Header}, t.Rows...)) + fmt.Sprintf("sha256 %s  %s\n", t.SHA256(), t.File)
}

// align is rows as lines of text: the first column to the left, the others to the right.
func align(rows [][]string) string {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for i, cell := range row {
			if i == 0 {
				fmt.Fprintf(&b, "%-*s", width[i], cell)
			} else {
				fmt.Fprintf(&b, "  %*s", width[i], cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

package main

import (
	"fmt"
	"os"
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
		dir           string
		force         bool
	)
	cmd := &cobra.Command{
		Use:   "sweep",
		Short: "Run a scenario at each value of its sweep and print the table",
		Long: `sweep carries out the sweep that a scenario declares: for each of its curves, one run
for each value. It prints the table and its SHA-256 and with --output-dir writes the
CSV. With --deterministic it exits 1 when the bytes are not those that were
published for this table.`,
		Example: `  overloadtui sweep --duration 5s
  overloadtui sweep --preset collapse --deterministic --duration 5s --output-dir results
  overloadtui sweep --set limit=20 --duration 5s`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := choose.scenario()
			if err != nil {
				return err
			}
			if duration > 0 {
				s.Duration = float64(duration)
			}
			table, err := sweep.Run(s)
			if err != nil {
				return err
			}
			if dir != "" && (table.File == "" || table.File != filepath.Base(table.File)) {
				return fmt.Errorf("sweep: file: %q cannot be the name of a file in %s", table.File, dir)
			}
			out := cmd.OutOrStdout()
			if err := writeAll(out, []byte(textTable(table))); err != nil {
				return err
			}
			if deterministic {
				if err := comparePublished(cmd, table, model.Millis(s.Duration)); err != nil {
					return err
				}
			}
			if dir == "" {
				return nil
			}
			if err := os.MkdirAll(dir, 0o777); err != nil {
				return failed(err)
			}
			path := filepath.Join(dir, table.File)
			if err := export.Write(force, export.File{Path: path, Data: table.CSV()}); err != nil {
				return failed(err)
			}
			return writeAll(out, []byte("wrote "+path+"\n"))
		},
	}
	choose.flags(cmd)
	cmd.Flags().Var(&duration, "duration", "how long the clients of each run go on, such as 5s (default the scenario's)")
	cmd.Flags().BoolVar(&deterministic, "deterministic", false, "compare with the published result, and fail when it differs")
	cmd.Flags().StringVar(&dir, "output-dir", "", "write the CSV into `DIR`")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite a file that exists")
	complete(cmd, "output-dir", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
	return cmd
}

// comparePublished says whether the table is the published one. That there is none
// for this duration is no failure.
func comparePublished(cmd *cobra.Command, t *sweep.Table, duration model.Millis) error {
	want, ok := sweep.Published(t.File, duration)
	switch {
	case !ok:
		return writeAll(cmd.OutOrStdout(), fmt.Appendf(nil, "no result was published for %s over %v\n", t.File, duration))
	case want != t.SHA256():
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

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/lab"
)

func labCommand() *cobra.Command {
	var (
		dir   string
		force bool
	)
	cmd := &cobra.Command{
		Use:   "lab [NAME...]",
		Short: "Make the published tables again and compare them byte for byte",
		Long: `lab holds the engine against tables that a public lab made with simulators of its own,
one for each experiment. Each table here is a preset, varied and run by the one
engine. It prints the SHA-256 of every table and whether it is the published one,
and exits 1 when one is not. With names it makes the tables of those experiments:
` + strings.Join(experimentNames(), ", ") + ".",
		Example: `  overloadtui lab
  overloadtui lab --output-dir results
  overloadtui lab cascade breaker`,
		ValidArgsFunction: cobra.FixedCompletions(experimentNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, names []string) error {
			experiments, err := findExperiments(names)
			if err != nil {
				return err
			}
			report, files, err := makeTables(cmd.Context(), experiments, dir)
			if err != nil {
				return failed(err)
			}
			if err := writeAll(cmd.OutOrStdout(), []byte(align(report.lines))); err != nil {
				return err
			}
			if dir != "" {
				if err := os.MkdirAll(dir, 0o777); err != nil {
					return failed(err)
				}
				if err := export.Write(force, files...); err != nil {
					return failed(err)
				}
				if err := writeAll(cmd.OutOrStdout(), fmt.Appendf(nil, "wrote %d files into %s\n", len(files), dir)); err != nil {
					return err
				}
			}
			if len(report.different) > 0 {
				return failed(fmt.Errorf("not the published bytes: %s", strings.Join(report.different, ", ")))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&dir, "output-dir", "", "write the CSVs into `DIR`")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite files that exist")
	complete(cmd, "output-dir", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
	return cmd
}

func experimentNames() []string {
	var names []string
	for _, x := range lab.Experiments {
		names = append(names, x.Name)
	}
	return names
}

// findExperiments are the experiments of those names in the order of their articles,
// all of them without a name.
func findExperiments(names []string) ([]lab.Experiment, error) {
	all := experimentNames()
	for _, name := range names {
		if slices.Contains(all, name) {
			continue
		}
		hint := ""
		if near := model.Nearest(name, all); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return nil, fmt.Errorf("lab: %q is not one of %s%s", name, strings.Join(all, ", "), hint)
	}
	var found []lab.Experiment
	for _, x := range lab.Experiments {
		if len(names) == 0 || slices.Contains(names, x.Name) {
			found = append(found, x)
		}
	}
	return found, nil
}

// labReport is what the verb says of the tables.
type labReport struct {
	lines     [][]string
	different []string // the files that are not the published ones
}

func makeTables(ctx context.Context, experiments []lab.Experiment, dir string) (r labReport, files []export.File, err error) {
	r.lines = [][]string{{"file", "rows", "sha256", "match"}}
	for _, x := range experiments {
		base, err := presets.Load(x.Preset, sim.Catalog())
		if err != nil {
			return r, nil, err
		}
		for _, want := range x.Tables {
			if ctx.Err() != nil {
				return r, nil, context.Cause(ctx)
			}
			table, err := want.Make(base)
			if err != nil {
				return r, nil, fmt.Errorf("%s: %w", want.File, err)
			}
			match := "yes"
			if table.SHA256() != want.SHA256 {
				match = "NO"
				r.different = append(r.different, want.File)
			}
			r.lines = append(r.lines, []string{want.File, strconv.Itoa(len(table.Rows)), table.SHA256(), match})
			files = append(files, export.File{Path: filepath.Join(dir, want.File), Data: table.CSV()})
		}
	}
	return r, files, nil
}

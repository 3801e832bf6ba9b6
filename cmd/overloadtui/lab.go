package main

import (
	"context"
	"fmt"
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
	var to destination
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
  overloadtui lab --output-dir results --format csv,json
  overloadtui lab cascade breaker`,
		ValidArgsFunction: cobra.FixedCompletions(experimentNames(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, names []string) error {
			experiments, err := findExperiments(names)
			if err != nil {
				return err
			}
			p, err := to.plan("", "")
			if err != nil {
				return err
			}
			if err := p.free(export.KindLab, basesOf(experiments)...); err != nil {
				return err
			}
			bar := newProgress(cmd, "lab")
			made, err := makeTables(cmd.Context(), experiments, bar)
			bar.clear()
			if err != nil {
				return failed(err)
			}
			if err := writeAll(cmd.OutOrStdout(), []byte(align(made.lines))); err != nil {
				return err
			}
			if p != nil {
				m := newManifest(originOf(cmd.Context()), export.KindLab)
				for _, x := range experiments {
					m.Experiments = append(m.Experiments, x.Name)
				}
				m.Golden = export.GoldenMatch(len(made.different) == 0)
				files, err := exportTables(p, &m, made.products, basesOf(experiments))
				if err != nil {
					return err
				}
				if err := writeAll(cmd.OutOrStdout(), fmt.Appendf(nil, "wrote %d files and %s into %s\n", len(files), manifestName, to.dir)); err != nil {
					return err
				}
			}
			if len(made.different) > 0 {
				return failed(fmt.Errorf("not the published bytes: %s", strings.Join(made.different, ", ")))
			}
			return nil
		},
	}
	to.flags(cmd, export.KindLab)
	return cmd
}

// basesOf are what the names of the files of each table begin with.
func basesOf(experiments []lab.Experiment) []string {
	var bases []string
	for _, x := range experiments {
		for _, t := range x.Tables {
			bases = append(bases, strings.TrimSuffix(t.File, ".csv"))
		}
	}
	return bases
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

// labTables are the tables, and what the verb says of them.
type labTables struct {
	products  []*product
	lines     [][]string
	different []string // the files that are not the published ones
}

func makeTables(ctx context.Context, experiments []lab.Experiment, bar *progress) (r labTables, err error) {
	r.lines = [][]string{{"file", "rows", "sha256", "match"}}
	all := len(basesOf(experiments))
	for _, x := range experiments {
		base, err := presets.Load(x.Preset, sim.Catalog())
		if err != nil {
			return r, err
		}
		for _, want := range x.Tables {
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			table, err := want.Make(base)
			if err != nil {
				return r, fmt.Errorf("%s: %w", want.File, err)
			}
			match := "yes"
			if table.SHA256() != want.SHA256 {
				match = "NO"
				r.different = append(r.different, want.File)
			}
			r.lines = append(r.lines, []string{want.File, strconv.Itoa(len(table.Rows)), table.SHA256(), match})
			r.products = append(r.products, productOfTable(export.KindLab, table, base))
			bar.count(len(r.products), all)
		}
	}
	return r, nil
}

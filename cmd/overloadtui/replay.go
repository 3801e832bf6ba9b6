package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim/export"
)

func replayCommand() *cobra.Command {
	var to destination
	cmd := &cobra.Command{
		Use:   "replay MANIFEST",
		Short: "Repeat a recorded run from its manifest and write it again",
		Long: `replay runs the scenario of a manifest again, with its seed and with every change at
its simulated time, and compares the bytes with those of the recorded run, and with the
files beside the manifest that are still there. When they differ it writes nothing and
exits 1; verify says where.`,
		Example: `  overloadtui replay run.manifest.json
  overloadtui replay run.manifest.json --csv again.csv
  overloadtui replay run.manifest.json --output again.jsonl --by class`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, args []string) error {
			path := args[0]
			m, _, err := recorded(path)
			if err != nil {
				return err
			}
			p, err := to.plan(m.Name, m.Name)
			if err != nil {
				return err
			}
			if err := p.free(export.KindRun, p.baseName()); err != nil {
				return err
			}
			made, err := replayed(cmd, path, m)
			if err != nil {
				return err
			}
			if p != nil {
				return p.deliver(origin{commandLine(cmd.Context()), m.Reproduce}, cmd.OutOrStdout(), productOf(made.rec, p.by, export.AllColumns()))
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s: the same %d windows", path, m.Windows)
			for _, f := range m.Files {
				fmt.Fprintf(&b, ", %s sha256 %s", f.Name, f.SHA256)
			}
			return writeAll(cmd.OutOrStdout(), []byte(b.String()+"\n"))
		},
	}
	to.flags(cmd, export.KindRun)
	return cmd
}

// recorded reads the manifest of a run, with the scenario as it began, and its changes.
func recorded(path string) (*export.Manifest, *model.Scenario, error) {
	m, err := readManifest(path)
	if err != nil {
		return nil, nil, err
	}
	if m.Kind != export.KindRun {
		return nil, nil, fmt.Errorf("%s: it is of a %s, which overloadtui verify repeats", path, m.Kind)
	}
	s, err := scenarioOf(path, m)
	if err != nil {
		return nil, nil, err
	}
	return m, s, unaltered(path, m)
}

// replayed repeats the run of a manifest. It fails when what comes out is not what was
// recorded.
func replayed(cmd *cobra.Command, path string, m *export.Manifest) (*product, error) {
	bar := newProgress(cmd, path)
	defer bar.clear()
	products, _, err := repeat(cmd.Context(), path, m, bar)
	if err != nil {
		return nil, err
	}
	files, err := remake(path, m, products)
	if err != nil {
		return nil, err
	}
	for i, f := range m.Files {
		if got := export.SHA256(files[i]); got != f.SHA256 {
			return nil, failed(fmt.Errorf("%s: the run gives %s with sha256 %s, it was recorded by %s with %s", path, f.Name, got, m.Program, f.SHA256))
		}
	}
	return products[0], nil
}

// unaltered says whether the files beside a manifest, where they are still there, are
// those that were recorded.
func unaltered(manifest string, m *export.Manifest) error {
	for _, f := range m.Files {
		path := filepath.Join(filepath.Dir(manifest), f.Name)
		data, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return failed(err)
		}
		if got := export.SHA256(data); got != f.SHA256 {
			return failed(fmt.Errorf("%s: it is not the file that was recorded: sha256 %s, %s says %s", path, got, manifest, f.SHA256))
		}
	}
	return nil
}

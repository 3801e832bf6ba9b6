package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
)

func replayCommand() *cobra.Command {
	var to destination
	cmd := &cobra.Command{
		Use:   "replay MANIFEST",
		Short: "Repeat a recorded run from its manifest and check that it is the same",
		Long: `replay runs the scenario of a manifest again, with its seed and with every change at
its simulated time, and compares the bytes with those of the recorded run, and with the
table beside the manifest when that is still there. When they differ it writes nothing
and exits 1.`,
		Example: `  overloadtui replay run.manifest.json
  overloadtui replay run.manifest.json --csv again.csv`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, e, err := recorded(args[0])
			if err != nil {
				return err
			}
			if err := to.check(); err != nil {
				return err
			}
			rec, csv, err := repeat(cmd.Context(), args[0], m, e)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			switch to.csv {
			case "":
				return writeAll(out, fmt.Appendf(nil, "%s: the same %d windows, sha256 %s\n", args[0], m.Windows, m.SHA256))
			case stdout:
				return writeAll(out, csv)
			}
			return to.write(out, rec)
		},
	}
	to.flags(cmd)
	return cmd
}

// recorded reads a manifest, and is an engine at the start of its run.
func recorded(file string) (*export.Manifest, *sim.Engine, error) {
	data, err := readFile(file)
	if err != nil {
		return nil, nil, err
	}
	m, err := export.ReadManifest(file, data)
	if err != nil {
		return nil, nil, err
	}
	e, err := engineOf(file, m)
	if err != nil {
		return nil, nil, err
	}
	return m, e, unaltered(file, m)
}

// repeat carries out the run of a manifest on the engine that recorded gave for it, and
// is what came of it. It fails when that is not what was recorded.
func repeat(ctx context.Context, file string, m *export.Manifest, e *sim.Engine) (rec model.Recording, csv []byte, err error) {
	if err := advance(ctx, e, model.Millis(m.UntilMs), func(*sim.Engine) error { return nil }); err != nil {
		return rec, nil, err
	}
	rec = e.Recording()
	csv = export.CSV(rec.Points)
	if got := export.SHA256(csv); got != m.SHA256 {
		return rec, nil, failed(fmt.Errorf("%s: the run gives sha256 %s, it was recorded by %s with %s", file, got, m.Program, m.SHA256))
	}
	return rec, csv, nil
}

// unaltered says whether the table beside a manifest, if it is still there, is the one
// that was recorded.
func unaltered(manifest string, m *export.Manifest) error {
	path := filepath.Join(filepath.Dir(manifest), filepath.Base(m.CSV))
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return failed(err)
	}
	if got := export.SHA256(data); got != m.SHA256 {
		return failed(fmt.Errorf("%s: it is not the table that was recorded: sha256 %s, %s says %s", path, got, manifest, m.SHA256))
	}
	return nil
}

// engineOf is an engine at the start of the manifest's run.
func engineOf(file string, m *export.Manifest) (*sim.Engine, error) {
	s, err := presets.ReadAlone(m.Name+".yaml", []byte(m.Scenario), sim.Catalog())
	if err != nil {
		return nil, fmt.Errorf("%s: scenario: %w", file, err)
	}
	s.Seed, s.Changes = m.Seed, m.Timeline()
	e, err := sim.New(s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return e, nil
}

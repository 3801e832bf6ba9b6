package main

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/export/paper"
)

func checklistCommand() *cobra.Command {
	var (
		choose   choice
		manifest string
		to       document
	)
	cmd := &cobra.Command{
		Use:   "checklist",
		Short: "Write a readiness checklist, filled from a scenario and the evidence of a run",
		Long: `checklist writes thirteen lines about how ready a service is for overload, a failover and
a recovery, as Markdown. Each is filled from what the scenario declares. With --run the
recorded run is repeated from its manifest, checked to be the same, and what it measured
is added. What neither says is unknown; nothing is made up. With --run alone the
scenario is that of the run.`,
		Example: `  overloadtui checklist --scenario mine.yaml -o ready.md
  overloadtui run --scenario mine.yaml --csv run.csv
  overloadtui checklist --scenario mine.yaml --run run.manifest.json -o ready.md --force`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			var (
				m     *export.Manifest
				began *model.Scenario
				s     *model.Scenario
				err   error
			)
			if manifest != "" {
				if m, began, err = recorded(manifest); err != nil {
					return err
				}
			}
			if m != nil && choose.preset == "" && choose.file == "" {
				s, err = choose.varied(began)
			} else {
				s, err = choose.scenario()
			}
			if err != nil {
				return err
			}
			if m != nil && m.Name != s.Name {
				return fmt.Errorf("--run: %s is a run of %s, not of %s", manifest, m.Name, s.Name)
			}
			if err := to.check(); err != nil {
				return err
			}
			var run *paper.Evidence
			if m != nil {
				made, err := replayed(cmd, manifest, m)
				if err != nil {
					return err
				}
				run = &paper.Evidence{
					Source: filepath.Base(manifest), SHA256: m.Files[0].SHA256, Differs: differs(s, made.rec.Scenario),
					Recording: made.rec, Log: made.log,
				}
			}
			return to.write(cmd, paper.Checklist(s, sim.Catalog(), run))
		},
	}
	choose.usual = packetPreset
	choose.flags(cmd)
	to.flags(cmd)
	cmd.Flags().StringVar(&manifest, "run", "", "`MANIFEST` of a recorded run of the scenario, whose evidence is added")
	complete(cmd, "run", cobra.FixedCompletions([]string{"json"}, cobra.ShellCompDirectiveFilterFileExt))
	hideRunFlags(cmd)
	return cmd
}

// hideRunFlags hides the flags of a choice that say nothing where nothing is run.
func hideRunFlags(cmd *cobra.Command) {
	for _, name := range []string{"seed", "change"} {
		_ = cmd.Flags().MarkHidden(name)
	}
}

// differs is what a run began with that a scenario has otherwise.
func differs(s, ran *model.Scenario) []string {
	s, ran = s.Clone(), ran.Clone()
	s.Packet, ran.Packet = nil, nil // nothing of a run depends on it
	ran.Duration = s.Duration       // how long it went on is said beside it
	same := maps.Equal(presets.Places(s), presets.Places(ran)) && len(s.Ladder) == len(ran.Ladder) &&
		slices.EqualFunc(s.Classes, ran.Classes, func(a, b model.Class) bool { return a.Name == b.Name })
	if !same {
		return []string{"other services, routes, classes or rungs"}
	}
	return presets.Difference(s, ran, sim.Catalog())
}

package main

import (
	"github.com/spf13/cobra"

	"overloadtui/sim/export"
	"overloadtui/sim/export/paper"
)

func planCommand() *cobra.Command {
	var (
		choose choice
		to     document
	)
	cmd := &cobra.Command{
		Use:   "plan",
		Short: "Write the recovery plan of a scenario's packet as Markdown",
		Long: `plan writes what a recovery goes by: the ceiling of replay and the chosen rate, how long
the backlog takes, when replay pauses and goes on, in which order it goes, checkpoints,
poison, caches, and the evidence that restores enrichment. What the scenario does not
say is unknown. A plan that may not be carried out says so at its beginning, with the
reason.`,
		Example: `  overloadtui plan
  overloadtui plan --scenario mine.yaml -o plan.md
  overloadtui plan --set serving=failover`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := choose.packet()
			if err != nil {
				return err
			}
			return to.write(cmd, paper.Plan(s))
		},
	}
	choose.usual = packetPreset
	choose.flags(cmd)
	to.flags(cmd)
	hideRunFlags(cmd)
	return cmd
}

// document is where a text goes.
type document struct {
	path  string
	force bool
}

func (d *document) flags(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&d.path, "output", "o", stdout, "write to `FILE`; - is the standard output")
	cmd.Flags().BoolVar(&d.force, "force", false, "overwrite a file that exists")
	complete(cmd, "output", cobra.FixedCompletions([]string{"md"}, cobra.ShellCompDirectiveFilterFileExt))
}

// check says before a run whether the document could be written after it.
func (d *document) check() error {
	if d.path == stdout {
		return nil
	}
	return failed(export.Free(d.force, d.path))
}

func (d *document) write(cmd *cobra.Command, text []byte) error {
	if d.path == stdout {
		return writeAll(cmd.OutOrStdout(), text)
	}
	if err := export.Write(d.force, export.File{Path: d.path, Data: text}); err != nil {
		return failed(err)
	}
	return writeAll(cmd.OutOrStdout(), []byte("wrote "+d.path+"\n"))
}

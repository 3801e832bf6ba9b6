package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/presets"
	"overloadtui/sim"
)

func presetsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "presets [NAME]",
		Short: "List the built-in scenarios, or print one as the file to start your own from",
		Example: `  overloadtui presets
  overloadtui presets collapse > mine.yaml
  overloadtui --scenario mine.yaml`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions(presets.Names(), cobra.ShellCompDirectiveNoFileComp),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				source, err := presets.Source(args[0])
				if err != nil {
					return err
				}
				return writeAll(cmd.OutOrStdout(), source)
			}
			width := 0
			for _, name := range presets.Names() {
				width = max(width, len(name))
			}
			var b strings.Builder
			for _, name := range presets.Names() {
				s, err := presets.Load(name, sim.Catalog())
				if err != nil {
					return failed(err)
				}
				fmt.Fprintf(&b, "%-*s  %s\n", width, name, s.Title)
			}
			return writeAll(cmd.OutOrStdout(), []byte(b.String()))
		},
	}
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"overloadtui/presets"
	"overloadtui/sim"
)

func validateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check scenario files, and say where they are wrong and what would be right",
		Long: `validate reads scenario files as every other verb does and prints "ok" for each, or
one line that says which line and column is wrong, why, and what would be right. It
exits 2 when one is wrong.`,
		Example: `  overloadtui validate mine.yaml
  overloadtui validate scenarios/*.yaml`,
		Args:              cobra.MinimumNArgs(1),
		ValidArgsFunction: cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt),
		RunE: func(cmd *cobra.Command, files []string) error {
			wrong := 0
			for _, file := range files {
				data, err := readFile(file)
				if err == nil {
					_, err = presets.Read(file, data, sim.Catalog())
				}
				if err == nil {
					err = writeAll(cmd.OutOrStdout(), []byte(file+": ok\n"))
					if err != nil {
						return err
					}
					continue
				}
				wrong++
				fmt.Fprintln(cmd.ErrOrStderr(), err)
			}
			if wrong > 0 {
				return said{exitUsage}
			}
			return nil
		},
	}
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of scenario files, for editors",
		Long: `schema prints a JSON Schema (2020-12) of the scenario format. An editor with a YAML
language server completes and checks scenario files by it when they begin with
  # yaml-language-server: $schema=scenario.schema.json
It knows shapes, names, units and ranges of single numbers. What one part of a file
says about another, such as the name of a parameter, validate checks.`,
		Example: `  overloadtui schema > scenario.schema.json`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeAll(cmd.OutOrStdout(), presets.Schema(sim.Catalog()))
		},
	}
}

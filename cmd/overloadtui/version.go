package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim/export"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the versions of the program and of the files that it reads",
		Example: "  overloadtui version",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return writeAll(cmd.OutOrStdout(), fmt.Appendf(nil, "%s\n%s %s/%s\nscenario format %d, manifest format %d\n",
				program(), runtime.Version(), runtime.GOOS, runtime.GOARCH, model.FormatVersion, export.ManifestFormat))
		},
	}
}

// program is the program's name and version, as it stands in manifests.
func program() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return "overloadtui " + info.Main.Version
	}
	return "overloadtui (devel)"
}

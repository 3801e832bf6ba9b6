package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/model/recovery"
	"overloadtui/sim/export/paper"
)

// packetPreset is the scenario of packet and plan when none is chosen.
const packetPreset = "mercury"

func packetCommand() *cobra.Command {
	var (
		choose choice
		format string
		verify bool
		quiet  bool
	)
	cmd := &cobra.Command{
		Use:   "packet",
		Short: "Derive the figures of a recovery from its inputs, each with its formula",
		Long: `packet prints what follows from the packet of a scenario: amplification, goodput, what
the failover has left, how much may be replayed, how long that takes, and whether the
claims hold that the packet makes. Each figure stands beside its formula, in words and
with the numbers put in. What nobody has stated is unknown, and so is what follows from
it. The packet is a part of the scenario file, for your own service too; each input is
a parameter that --set changes.

With --verify it exits 1 when a claim does not hold, and says which.`,
		Example: `  overloadtui packet
  overloadtui packet --verify --set chosen-replay=4500
  overloadtui packet --scenario mine.yaml --format markdown > packet.md`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			s, err := choose.packet()
			if err != nil {
				return err
			}
			text, err := paper.Packet(s, format)
			if err != nil {
				return fmt.Errorf("--format: %w", err)
			}
			if !quiet {
				if err := writeAll(cmd.OutOrStdout(), text); err != nil {
					return err
				}
			}
			if verify {
				return failed(broken(s))
			}
			return nil
		},
	}
	choose.usual = packetPreset
	choose.flags(cmd)
	cmd.Flags().StringVar(&format, "format", paper.Formats[0], strings.Join(paper.Formats, ", "))
	cmd.Flags().BoolVar(&verify, "verify", false, "exit 1 when a claim does not hold")
	cmd.Flags().BoolVar(&quiet, "quiet", false, "print nothing but what does not hold")
	complete(cmd, "format", cobra.FixedCompletions(paper.Formats, cobra.ShellCompDirectiveNoFileComp))
	hideRunFlags(cmd)
	return cmd
}

// broken names the claims that do not hold, or is nil.
func broken(s *model.Scenario) error {
	claims := recovery.Claims(s)
	fail := slices.DeleteFunc(slices.Clone(claims), func(c recovery.Claim) bool { return c.Holds })
	if len(fail) == 0 {
		return nil
	}
	var why []string
	for _, c := range fail {
		why = append(why, c.Name+" ("+c.Why+")")
	}
	return fmt.Errorf("%d of %d claims do not hold: %s", len(fail), len(claims), strings.Join(why, "; "))
}

// packet is the chosen scenario, which must have a packet.
func (c *choice) packet() (*model.Scenario, error) {
	s, err := c.scenario()
	if err == nil && s.Packet == nil {
		err = fmt.Errorf("%s: it has no %s; overloadtui presets %s shows one", c.name(), model.PacketGroup, packetPreset)
	}
	return s, err
}

// name is how the chosen scenario was named.
func (c *choice) name() string {
	if c.file != "" {
		return c.file
	}
	return "preset " + c.base.Name
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim"
)

func paramsCommand() *cobra.Command {
	var choose choice
	cmd := &cobra.Command{
		Use:   "params [NAME...]",
		Short: "List every parameter of a scenario with range, default and meaning",
		Long: `params prints the parameters of a scenario by whose they are, and the other kinds of
policy that --set can choose. With names it prints those alone. A name is enough as
far as it is unique: load, client.load.`,
		Example: `  overloadtui params
  overloadtui params load deadline
  overloadtui params --set demand=poisson`,
		RunE: func(cmd *cobra.Command, names []string) error {
			s, err := choose.scenario()
			if err != nil {
				return err
			}
			knobs, err := s.Knobs(sim.Catalog())
			if err != nil {
				return err
			}
			var b strings.Builder
			for _, name := range names {
				k, err := knobs.Find(name)
				if err != nil {
					return err
				}
				printKnob(&b, k)
			}
			if len(names) == 0 {
				printKnobs(&b, knobs)
				printKinds(&b, sim.Catalog())
			}
			return writeAll(cmd.OutOrStdout(), []byte(b.String()))
		},
	}
	choose.flags(cmd)
	return cmd
}

func printKnobs(b *strings.Builder, knobs model.Knobs) {
	group := ""
	for _, k := range knobs {
		if k.Group != group {
			group = k.Group
			fmt.Fprintf(b, "%s\n\n", strings.ToUpper(group))
		}
		printKnob(b, k)
	}
}

func printKnob(b *strings.Builder, k model.Knob) {
	when := ""
	if k.Fixed {
		when = ", before a run only"
	}
	fmt.Fprintf(b, "  %-16s %s  (range %s, default %s%s)\n", k.Short, k.Format(k.Value()), k.Range(), k.Format(k.Default), when)
	printDoc(b, "      ", k.Doc)
	b.WriteByte('\n')
}

// printKinds lists the kinds of policy with the settings that each brings.
func printKinds(b *strings.Builder, cat model.Catalog) {
	fmt.Fprint(b, "KINDS OF POLICY\n\n")
	var families []model.Family
	for _, k := range cat {
		if !slices.Contains(families, k.Family) {
			families = append(families, k.Family)
		}
	}
	for _, f := range families {
		for _, k := range cat.Of(f) {
			names := []string{}
			for _, p := range k.Params {
				names = append(names, p.Name)
			}
			fmt.Fprintf(b, "  %s=%s  (%s)\n", f, k.Name, strings.Join(names, ", "))
			printDoc(b, "      ", k.Doc)
			b.WriteByte('\n')
		}
	}
}

// printDoc prints a sentence as lines of at most 78 columns.
func printDoc(b *strings.Builder, indent, doc string) {
	width := 0
	for _, word := range strings.Fields(doc) {
		switch {
		case width == 0:
			b.WriteString(indent)
			width = len(indent)
		case width+1+len(word) > 78:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	if width > 0 {
		b.WriteByte('\n')
	}
}

// paramsOf finds the declaration of a scenario's parameter by its path.
func paramsOf(s *model.Scenario) func(path string) (model.Param, bool) {
	knobs, err := s.Clone().Knobs(sim.Catalog())
	return func(path string) (model.Param, bool) {
		if err != nil || path == "" {
			return model.Param{}, false
		}
		k, err := knobs.Find(path)
		return k.Param, err == nil
	}
}

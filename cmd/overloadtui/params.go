package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim"
)

func paramsCommand() *cobra.Command {
	var (
		choose choice
		all    bool
	)
	cmd := &cobra.Command{
		Use:   "params [NAME...]",
		Short: "List every parameter of a scenario with range, default and meaning",
		Long: `params prints the parameters of a scenario by whose they are, and the kinds of policy
that a scenario file and --set can choose. With names it prints those alone: a
parameter, as far as it is unique (load, client.load), or a kind of policy with all
of its settings (lognormal, queue=codel). With --all it prints everything that the
format knows, whether the scenario uses it or not.`,
		Example: `  overloadtui params
  overloadtui params load deadline
  overloadtui params lognormal
  overloadtui params --all
  overloadtui params --set demand=poisson`,
		ValidArgsFunction: cobra.FixedCompletions(kindNames(sim.Catalog()), cobra.ShellCompDirectiveNoFileComp),
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
			switch {
			case all && len(names) > 0:
				return errors.New("--all: it prints everything; leave the names out")
			case all:
				printSettings(&b)
				heading(&b, "kinds of policy")
				for _, k := range sim.Catalog() {
					printKind(&b, k)
				}
			case len(names) == 0:
				printKnobs(&b, knobs)
				heading(&b, "kinds of policy")
				listKinds(&b, sim.Catalog())
			}
			for _, name := range names {
				if err := printNamed(&b, name, knobs); err != nil {
					return err
				}
			}
			return writeAll(cmd.OutOrStdout(), []byte(b.String()))
		},
	}
	choose.flags(cmd)
	for _, name := range []string{"seed", "change"} {
		_ = cmd.Flags().MarkHidden(name) // they say nothing about parameters
	}
	cmd.Flags().BoolVar(&all, "all", false, "everything that the format knows, not only what the scenario uses")
	return cmd
}

// printNamed prints the parameter and the kinds of policy of that name.
func printNamed(b *strings.Builder, name string, knobs model.Knobs) error {
	k, err := knobs.Find(name)
	if err == nil {
		printKnob(b, k)
	}
	family, kind, chosen := strings.Cut(name, "=")
	for _, k := range sim.Catalog() {
		if name == k.Name || chosen && family == string(k.Family) && kind == k.Name {
			printKind(b, k)
			err = nil
		}
	}
	return err
}

func kindNames(cat model.Catalog) []string {
	var names []string
	for _, k := range cat {
		names = append(names, k.Name)
	}
	return names
}

func heading(b *strings.Builder, text string) { fmt.Fprintf(b, "%s\n\n", strings.ToUpper(text)) }

func printKnobs(b *strings.Builder, knobs model.Knobs) {
	group := ""
	for _, k := range knobs {
		if k.Group != group {
			group = k.Group
			heading(b, group)
		}
		printKnob(b, k)
	}
}

func printKnob(b *strings.Builder, k model.Knob) {
	fmt.Fprintf(b, "  %-16s %s  (range %s, default %s%s)\n", k.Short, k.Format(k.Value()), k.Range(), k.Format(k.Default), whenSet(k.Param))
	printDoc(b, "      ", k.Doc)
	b.WriteByte('\n')
}

func whenSet(p model.Param) string {
	if p.Fixed {
		return ", before a run only"
	}
	return ""
}

// section is a part of a scenario with the settings that every such part has.
type section struct {
	name   string
	params []model.Param
}

// sections are the parts of a scenario, as they are documented.
func sections() []section {
	return []section{
		{"run", declared(model.RunSettings)},
		{"a route", declared(model.RouteSettings)},
		{"a call", declared(model.HopSettings)},
		{"a service", declared(model.ServiceSettings)},
		{"a class", declared(model.ClassSettings)},
		{"a rung of the ladder", declared(model.RungSettings)},
		{model.StateGroup, declared(model.ThresholdSettings)},
		{model.ControllerGroup, declared(model.ControllerSettings)},
		{model.RecoveryGroup, declared(model.RecoverySettings)},
		{"an automatic action", declared(model.ActionSettings)},
		{model.PacketGroup, declared(model.PacketSettings)},
		{"a limit of a game day", declared(model.LimitSettings)},
		{"an expectation of a game day", declared(model.ExpectationSettings)},
		{"an abort condition of a game day", declared(model.AbortSettings)},
	}
}

func declared[P any](settings []model.Setting[P]) []model.Param {
	params := make([]model.Param, len(settings))
	for i, s := range settings {
		params[i] = s.Param
	}
	return params
}

// printSettings prints the settings that every part of a scenario has.
func printSettings(b *strings.Builder) {
	for _, part := range sections() {
		heading(b, part.name)
		for _, p := range part.params {
			printParam(b, "  ", p)
		}
		b.WriteByte('\n')
	}
}

func printParam(b *strings.Builder, indent string, p model.Param) {
	fmt.Fprintf(b, "%s%-16s (range %s, default %s%s)\n", indent, p.Name, p.Range(), p.Format(p.Default), whenSet(p))
	printDoc(b, indent+"    ", p.Doc)
}

// printKind prints a kind of policy with all of its settings.
func printKind(b *strings.Builder, k model.Kind) {
	fmt.Fprintf(b, "  %s=%s\n", k.Family, k.Name)
	printDoc(b, "      ", k.Doc)
	for _, p := range k.Params {
		printParam(b, "      ", p)
	}
	if len(k.Rows) > 0 {
		fmt.Fprintf(b, "      %s: a list of rows in the scenario, or file: NAME.csv beside it, of\n", k.RowsKey)
		for _, p := range k.Rows {
			printParam(b, "          ", p)
		}
	}
	b.WriteByte('\n')
}

// listKinds lists the kinds of policy with the names of their settings.
func listKinds(b *strings.Builder, cat model.Catalog) {
	for _, k := range cat {
		names := []string{}
		for _, p := range k.Params {
			names = append(names, p.Name)
		}
		if len(k.Rows) > 0 {
			names = append(names, k.RowsKey)
		}
		fmt.Fprintf(b, "  %s=%s  (%s)\n", k.Family, k.Name, strings.Join(names, ", "))
		printDoc(b, "      ", k.Doc)
		b.WriteByte('\n')
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

package main

import (
	"fmt"
	"slices"
	"strings"

	"overloadtui/model"
	"overloadtui/model/state"
	"overloadtui/presets"
	"overloadtui/sim"
)

// paramTable is a table of declared parameters.
func paramTable(params []model.Param) string {
	var b strings.Builder
	b.WriteString("| name | unit | range | default | |\n|---|---|---|---|---|\n")
	for _, p := range params {
		doc := p.Doc
		if p.Fixed {
			doc += " Before a run only."
		}
		unit, low := string(p.Unit), p
		low.Unit = model.Plain
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s |\n", p.Name, unit, cellText(low.Range()), low.Format(p.Default), cellText(doc))
	}
	return b.String()
}

// parameterTables are the settings that every part of a scenario has.
func parameterTables() string {
	var b strings.Builder
	for _, p := range sections() {
		fmt.Fprintf(&b, "## %s\n\n%s\n", capital(p.name), paramTable(p.params))
	}
	return b.String()
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// placeOf says where in a scenario a family of policies stands.
var placeOf = map[model.Family]string{
	model.DemandFamily: "`demand:` of a route",
	model.WorkFamily:   "`work:` of a service",
	model.QueueFamily:  "`queue:` of a service",
	model.GateFamily:   "the list `gates:` of a service",
	model.RetryFamily:  "`retry:` of a call in a route's path",
	model.GuardFamily:  "the list `guards:` of a call in a route's path",
}

// policyTables are the kinds of policy with their settings, by their families.
func policyTables() string {
	var b strings.Builder
	var families []model.Family
	for _, k := range sim.Catalog() {
		if !slices.Contains(families, k.Family) {
			families = append(families, k.Family)
		}
	}
	for _, f := range families {
		fmt.Fprintf(&b, "## %s\n\nIn a file it is %s.\n\n", capital(string(f)), placeOf[f])
		for _, k := range sim.Catalog().Of(f) {
			fmt.Fprintf(&b, "### %s\n\n%s\n\n", k.Name, k.Doc)
			if len(k.Params) > 0 {
				b.WriteString(paramTable(k.Params) + "\n")
			}
			if len(k.Rows) > 0 {
				fmt.Fprintf(&b, "`%s` is a list of rows in the scenario, or `file: NAME.csv` beside it, of:\n\n%s\n", k.RowsKey, paramTable(k.Rows))
			}
		}
	}
	return b.String()
}

// presetStories are the built-in scenarios with their stories.
func presetStories() string {
	var b strings.Builder
	for _, name := range presets.Names() {
		s, err := presets.Load(name, sim.Catalog())
		if err != nil {
			panic(err) // a built-in scenario cannot be read
		}
		fmt.Fprintf(&b, "## %s\n\n**%s.** %s\n\n`overloadtui --preset %s`\n", name, s.Title, s.Story, name)
		if len(s.Try) > 0 {
			b.WriteString("\nTry:\n\n")
		}
		for i, try := range s.Try {
			fmt.Fprintf(&b, "%d. %s\n", i+1, try)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wayTable is which state may follow which.
func wayTable() string {
	var b strings.Builder
	b.WriteString("| from \\ to |")
	for to := range model.State(model.States) {
		fmt.Fprintf(&b, " %c %v |", to.Letter(), to)
	}
	b.WriteString("\n|---" + strings.Repeat("|---", model.States) + "|\n")
	for from := range model.State(model.States) {
		fmt.Fprintf(&b, "| **%c %v** |", from.Letter(), from)
		for to := range model.State(model.States) {
			switch legal, manual := model.Legal(from, to); {
			case legal && manual:
				b.WriteString(" a person |")
			case legal:
				b.WriteString(" evidence |")
			default:
				b.WriteString("  |")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// stateTables are the gates of each state's ways in and out.
func stateTables() string {
	var b strings.Builder
	for _, s := range state.Inventory(model.DefaultThresholds()) {
		fmt.Fprintf(&b, "### %s\n\n", capital(s.State))
		for _, side := range []struct{ name, ways string }{{"Entered", s.Enter}, {"Left", s.Leave}} {
			fmt.Fprintf(&b, "%s\n\n", side.name)
			for _, way := range strings.Split(side.ways, "; ") {
				fmt.Fprintf(&b, "- %s\n", way)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// lettersWhere are the states in which something holds.
func lettersWhere(holds func(model.State) bool) string {
	var letters []string
	for s := range model.State(model.States) {
		if holds(s) {
			letters = append(letters, string(s.Letter()))
		}
	}
	return strings.Join(letters, " ")
}

// actionTable is what control may do by itself, where, and within which bounds.
func actionTable() string {
	var b strings.Builder
	b.WriteString("| action | legal in | for | spares | at | at most | until |\n|---|---|---|---|---|---|---|\n")
	for _, a := range model.DefaultActions() {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %v | %s |\n", a.Name(),
			lettersWhere(func(s model.State) bool { return model.LegalAction(s, int(a.Do)) }),
			a.Population, a.Priority, a.Point, model.Millis(a.Longest), a.Rollback)
	}
	return b.String()
}

// orderTable is what a person may order, and where.
func orderTable() string {
	var b strings.Builder
	b.WriteString("| order | allowed in | ends |\n|---|---|---|\n")
	for k := model.NoOrder + 1; k < model.Orders; k++ {
		ends := "done at once"
		if k.Overrides() {
			ends = "by itself, after its lifetime"
		}
		fmt.Fprintf(&b, "| `%v` | %s | %s |\n", k, lettersWhere(func(s model.State) bool { return k.Forbidden(s, true) == "" }), ends)
	}
	return b.String()
}

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"overloadtui/ui"

	"overloadtui/sim/simtest"
)

//go:generate go test . -run ^(TestREADME|TestFilesDoc|TestPages)$ -update

const docs = "../../docs"

// page is a page of the documentation, with the blocks in it that are made from
// declarations. What people have written around the blocks is kept.
type page struct {
	file   string
	title  string
	blocks []docBlock
}

type docBlock struct{ name, text string }

// pages are all of these pages, one for each verb among them.
func pages() []page {
	all := []page{
		{"README.md", "Documentation", []docBlock{{"screens", screenList()}, {"verbs", verbList()}}},
		{"parameters.md", "Parameters", []docBlock{{"parameters", parameterTables()}}},
		{"policies.md", "Policies", []docBlock{{"policies", policyTables()}}},
		{"presets.md", "Presets", []docBlock{{"presets", presetStories()}}},
		{"states.md", "The operating states", []docBlock{{"ways", wayTable()}, {"states", stateTables()}, {"actions", actionTable()}, {"orders", orderTable()}}},
	}
	for _, c := range verbs(rootCommand()) {
		all = append(all, page{verbFile(c), c.CommandPath(), []docBlock{{"verb", verbText(c)}}})
	}
	return all
}

// The pages are right: their blocks are what is declared, and each block of commands
// prints what it shows.
func TestPages(t *testing.T) {
	simtest.Long(t)
	root, err := filepath.Abs(docs)
	if err != nil {
		t.Fatal(err)
	}
	made := map[string]bool{}
	for _, p := range pages() {
		path := filepath.Join(root, filepath.FromSlash(p.file))
		made[path] = true
		old, err := os.ReadFile(path)
		want := string(old)
		if errors.Is(err, fs.ErrNotExist) {
			want, err = p.empty(), nil
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range p.blocks {
			want = between(t, want, block.name, block.text)
		}
		inDir(t)
		want = execute(want)
		if want == string(old) {
			continue
		}
		if *update {
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Errorf("docs/%s is not what the program says: %s\ngo generate ./cmd/overloadtui corrects it", p.file, difference(old, []byte(want), ""))
	}
	there, err := filepath.Glob(filepath.Join(root, "verbs", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range there {
		if !made[path] {
			t.Errorf("%s is of no verb that there is", path)
		}
	}
}

// empty is the page before anybody has written anything on it.
func (p *page) empty() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n", p.title)
	for _, block := range p.blocks {
		fmt.Fprintf(&b, "\n<!-- %s -->\n<!-- /%s -->\n", block.name, block.name)
	}
	return b.String()
}

// verbs are the verbs and their own, as help lists them.
func verbs(c *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() {
			all = append(append(all, sub), verbs(sub)...)
		}
	}
	return all
}

func verbFile(c *cobra.Command) string {
	_, name, _ := strings.Cut(c.CommandPath(), " ")
	return "verbs/" + strings.ReplaceAll(name, " ", "-") + ".md"
}

// verbText is a verb's help as a page.
func verbText(c *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n", c.Short)
	if c.Long != "" {
		fmt.Fprintf(&b, "%s\n\n", indented.ReplaceAllString(c.Long, "\n    $1\n"))
	}
	fmt.Fprintf(&b, "```text\n%s\n```\n\n", c.UseLine())
	if c.Example != "" {
		fmt.Fprintf(&b, "Examples:\n\n```text\n%s\n```\n\n", regexp.MustCompile(`(?m)^  `).ReplaceAllString(c.Example, ""))
	}
	b.WriteString(flagTable(c))
	return b.String()
}

// flagTable is the flags of a verb, as help says them.
func flagTable(c *cobra.Command) string {
	var b strings.Builder
	c.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		name, usage := pflag.UnquoteUsage(f)
		flag := "--" + f.Name
		if f.Shorthand != "" {
			flag = "-" + f.Shorthand + ", " + flag
		}
		if name != "" {
			flag += " " + name
		}
		switch f.DefValue {
		case "", "false", "0", "[]":
		default:
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", cellText(flag), cellText(usage))
	})
	if b.Len() == 0 {
		return "It has no flags.\n"
	}
	return "| flag | |\n|---|---|\n" + b.String()
}

// indented is a line of a help text that is set off; on a page it is a block of code.
var indented = regexp.MustCompile(`(?m)^  (\S.*)$`)

// cellText is a text in a cell of a table.
func cellText(text string) string { return strings.ReplaceAll(text, "|", `\|`) }

func verbList() string {
	var b strings.Builder
	for _, c := range verbs(rootCommand()) {
		_, name, _ := strings.Cut(c.CommandPath(), " ")
		fmt.Fprintf(&b, "- [%s](%s): %s\n", name, verbFile(c), c.Short)
	}
	return b.String()
}

func screenList() string {
	var b strings.Builder
	for _, v := range ui.Views() {
		fmt.Fprintf(&b, "- [%s](screens/%s.md) (key `%s`): %s\n", v.Name, v.File(), v.Key, v.Shows)
	}
	return b.String()
}

// No part of a scenario that declares settings is left out of what is documented.
func TestEverySettingIsDocumented(t *testing.T) {
	documented, err := os.ReadFile("params.go")
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Glob("../../model/*.go")
	if err != nil {
		t.Fatal(err)
	}
	tables := 0
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^var ([A-Z]\w*Settings) = `).FindAllSubmatch(text, -1) {
			tables++
			if !bytes.Contains(documented, []byte("declared(model."+string(m[1])+")")) {
				t.Errorf("sections has no model.%s of %s", m[1], source)
			}
		}
	}
	if tables < 11 {
		t.Errorf("only %d tables of settings in model", tables)
	}
}

// Every example of a verb is a call of a verb that there is, with flags that there are.
func TestExamplesAreCalls(t *testing.T) {
	for _, c := range append(verbs(rootCommand()), rootCommand()) {
		for line := range strings.Lines(c.Example) {
			line, _, _ = strings.Cut(strings.TrimSpace(line), " | ")
			command, ok := strings.CutPrefix(line, "overloadtui")
			args, _ := words(command)
			if !ok {
				t.Errorf("%s: the example %q is no call of overloadtui", c.CommandPath(), line)
				continue
			}
			called, rest, err := rootCommand().Find(args)
			if err == nil {
				err = called.ParseFlags(rest)
			}
			if err == nil {
				err = called.ValidateArgs(called.Flags().Args())
			}
			if err != nil {
				t.Errorf("%s: the example %q: %v", c.CommandPath(), line, err)
			}
		}
	}
}

// Each link from the README and from a page leads to something that is there.
func TestLinksLeadSomewhere(t *testing.T) {
	found := 0
	check := func(path string) {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\]\(([^)#\s]+)(#[^)]*)?\)`).FindAllSubmatch(data, -1) {
			target := string(m[1])
			if strings.Contains(target, "://") {
				continue
			}
			found++
			target = filepath.Join(filepath.Dir(path), filepath.FromSlash(target))
			text, err := os.ReadFile(target)
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			if anchor := string(m[2]); anchor != "" && !hasHeading(text, anchor[1:]) {
				t.Errorf("%s: %s has no heading %s", path, target, anchor)
			}
		}
	}
	check(readmeFile)
	err := filepath.WalkDir(docs, func(path string, _ fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			check(path)
		}
		return err
	})
	if err != nil || found < 20 {
		t.Fatalf("%d links, %v", found, err)
	}
}

// hasHeading says whether a page has a heading with that anchor.
func hasHeading(page []byte, anchor string) bool {
	for line := range bytes.Lines(page) {
		text, ok := bytes.CutPrefix(line, []byte("#"))
		if !ok {
			continue
		}
		title := strings.ToLower(strings.TrimSpace(strings.TrimLeft(string(text), "#")))
		title = regexp.MustCompile(`[^\p{L}\p{N} -]`).ReplaceAllString(title, "")
		if strings.ReplaceAll(title, " ", "-") == anchor {
			return true
		}
	}
	return false
}

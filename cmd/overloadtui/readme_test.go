package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"overloadtui/ui"

	"overloadtui/sim/simtest"
)

var update = flag.Bool("update", false, "write into the README what the program says now")

const readmeFile = "../../README.md"

// The README is right: its key table and its verbs are the program's own, and each
// block of commands prints what it shows.
func TestREADME(t *testing.T) {
	simtest.Long(t)
	data, err := os.ReadFile(readmeFile)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	inDir(t)
	want := between(t, string(data), "keys", keyTable())
	want = between(t, want, "verbs", verbTable())
	want = execute(want)
	if want == string(data) {
		return
	}
	if *update {
		t.Chdir(dir)
		if err := os.WriteFile(readmeFile, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	old, now := strings.Split(string(data), "\n"), strings.Split(want, "\n")
	for i := range min(len(old), len(now)) {
		if old[i] != now[i] {
			t.Fatalf("README.md:%d says\n%s\nand the program\n%s\ngo test ./cmd/overloadtui -run README -update corrects it", i+1, old[i], now[i])
		}
	}
	t.Fatalf("README.md has %d lines and should have %d", len(old), len(now))
}

// between puts text between <!-- name --> and <!-- /name -->.
func between(t *testing.T, readme, name, text string) string {
	t.Helper()
	start, end := "<!-- "+name+" -->\n", "<!-- /"+name+" -->"
	before, rest, ok := strings.Cut(readme, start)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("the README has no place for %s", name)
	}
	return before + start + text + end + after
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("| key | what it does |\n|---|---|\n")
	group := ""
	for _, k := range ui.Keys() {
		if k.Group != group {
			group = k.Group
			fmt.Fprintf(&b, "| **%s** | |\n", group)
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", k.Keys, strings.ReplaceAll(k.Does, "|", `\|`))
	}
	return b.String()
}

func verbTable() string {
	var b strings.Builder
	b.WriteString("| verb | |\n|---|---|\n")
	root := rootCommand()
	fmt.Fprintf(&b, "| `overloadtui` | %s |\n", root.Short)
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			fmt.Fprintf(&b, "| `overloadtui %s` | %s |\n", strings.ReplaceAll(c.Use, "|", `\|`), c.Short)
		}
	}
	return b.String()
}

var block = regexp.MustCompile("(?ms)^```text\n(\\$ overloadtui .*?)^```$")

// execute runs the commands of each block of the README, in order and in one
// directory, and puts what they print below them.
func execute(readme string) string {
	return block.ReplaceAllStringFunc(readme, func(text string) string {
		var b strings.Builder
		for _, line := range strings.Split(block.FindStringSubmatch(text)[1], "\n") {
			command, ok := strings.CutPrefix(line, "$ overloadtui ")
			if !ok {
				continue
			}
			var out, errw bytes.Buffer
			args, into := words(command)
			if into == "" {
				run(context.Background(), args, strings.NewReader(""), &out, &out)
			} else {
				run(context.Background(), args, strings.NewReader(""), &out, &errw)
				if err := os.WriteFile(into, out.Bytes(), 0o666); err != nil {
					fmt.Fprintln(&errw, err)
				}
				out = errw
			}
			fmt.Fprintf(&b, "%s\n%s", line, out.String())
		}
		return "```text\n" + b.String() + "```"
	})
}

// words are the arguments of a command as a shell has them, and the file that its output
// is redirected into.
func words(command string) (args []string, into string) {
	command, into, _ = strings.Cut(command, " > ")
	for i, part := range strings.Split(command, `"`) {
		if i%2 == 1 {
			args = append(args, part)
			continue
		}
		args = append(args, strings.Fields(part)...)
	}
	return args, strings.TrimSpace(into)
}

package main

import (
	"os"
	"regexp"
	"testing"

	"overloadtui/model"
)

// What docs/model.md calls a setting is one, and its words are that setting's.
func TestTheConventionsAreSettings(t *testing.T) {
	data, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	all := call("params", "--all").out
	rows := regexp.MustCompile(`(?m)^\| [^|]+ \| `+"`([a-z-]+)`"+` \| `+"`([a-z-]+)`").FindAllStringSubmatch(string(data), -1)
	if len(rows) < 7 {
		t.Fatalf("only %d settings in docs/model.md", len(rows))
	}
	for _, row := range rows {
		name, inForce := row[1], row[2]
		if !regexp.MustCompile(`(?m)^ +` + name + ` .*default ` + inForce + `\b`).MatchString(all) {
			t.Errorf("docs/model.md has the setting %q with the default %q; params --all does not", name, inForce)
		}
	}
	for _, name := range regexp.MustCompile("`([a-z_]+_per_s)`").FindAllStringSubmatch(string(data), -1) {
		if model.FindMetric(name[1]) == nil {
			t.Errorf("docs/model.md names the metric %q, which there is not", name[1])
		}
	}
}

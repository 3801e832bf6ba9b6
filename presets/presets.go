// Package presets reads and writes scenario files and holds the built-in ones.
//
// A scenario file is YAML of a fixed shape, declared once in format.go: the reader
// and the writer both follow that table, and the settings in it come from the
// declarations of package model and from the catalog of policies. The package knows
// no engine.
package presets

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"overloadtui/model"
)

//go:embed *.yaml
var files embed.FS

const suffix = ".yaml"

// Names is the names of the built-in scenarios, in alphabetical order.
func Names() []string {
	entries, err := fs.Glob(files, "*"+suffix)
	if err != nil {
		panic(err) // the pattern is a constant
	}
	for i, e := range entries {
		entries[i] = strings.TrimSuffix(e, suffix)
	}
	return entries
}

// Source is the text of a built-in scenario, comments included. The error lists
// the names that exist and the one that was probably meant.
func Source(preset string) ([]byte, error) {
	data, err := files.ReadFile(preset + suffix)
	if err == nil {
		return data, nil
	}
	hint := ""
	if near := model.Nearest(preset, Names()); near != "" {
		hint = fmt.Sprintf("; did you mean %q?", near)
	}
	return nil, fmt.Errorf("preset: %q is not one of %s%s", preset, strings.Join(Names(), ", "), hint)
}

// Load reads a built-in scenario.
func Load(preset string, cat model.Catalog) (*model.Scenario, error) {
	data, err := Source(preset)
	if err != nil {
		return nil, err
	}
	return ReadAlone(preset+suffix, data, cat)
}

// scenarioName is how a file's scenario is called: the file's name without its ending.
func scenarioName(file string) string {
	base := path.Base(strings.ReplaceAll(file, `\`, "/"))
	return strings.TrimSuffix(base, path.Ext(base))
}

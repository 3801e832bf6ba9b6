package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim/export"
)

// manifestName is the manifest of a directory; that of a file run.csv is
// run.manifest.json.
const manifestName = "manifest.json"

// stdout is the file name that means the standard output.
const stdout = "-"

// destination is how a person says where a verb writes what it made, and as what.
type destination struct {
	kind    string // of product
	csv     string
	file    string
	dir     string
	formats []string
	by      []string
	force   bool
}

func (d *destination) flags(cmd *cobra.Command, kind string) {
	d.kind = kind
	names := formatNames(formatsFor(kind))
	f := cmd.Flags()
	f.StringSliceVar(&d.formats, "format", nil, "what to write: "+strings.Join(names, ",")+" (default as the file ends, into a directory "+strings.Join(formatNames(usualFormats(kind)), ",")+")")
	f.StringVar(&d.dir, "output-dir", "", "write the files and manifest.json into `DIR`")
	f.BoolVar(&d.force, "force", false, "overwrite files that exist")
	complete(cmd, "format", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "output-dir", cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs))
	if kind == export.KindLab {
		return
	}
	f.StringVarP(&d.file, "output", "o", "", "write to `FILE`, as what its ending says, and a manifest beside it; - is the standard output")
	if kind == export.KindSweep {
		cmd.MarkFlagsMutuallyExclusive("output", "output-dir")
		return
	}
	f.StringVar(&d.csv, "csv", "", "write the windows to `FILE` and a manifest beside it; - writes the CSV alone to the standard output")
	f.StringSliceVar(&d.by, "by", nil, "also divide the windows by "+strings.Join(model.ByNames[:], ",")+", in the long format")
	complete(cmd, "by", cobra.FixedCompletions(model.ByNames[:], cobra.ShellCompDirectiveNoFileComp))
	cmd.MarkFlagsMutuallyExclusive("csv", "output", "output-dir")
}

// plan is where the files of a verb go.
type plan struct {
	dir      string
	mkdir    bool   // it is made when it is missing
	base     string // what the names of all files begin with
	scenario string // name
	manifest string // path
	formats  []*format
	byName   *format // the one of the formats whose first file a person has named
	name     string  // which is this
	by       []model.By
	force    bool
	stdout   bool
}

// plan is what the flags say; nil when nothing is to be written. base is how the files
// of the scenario are called in a directory. The error is one of usage.
func (d *destination) plan(scenario, base string) (*plan, error) {
	p := &plan{scenario: scenario, force: d.force, dir: d.dir}
	var err error
	if p.by, err = divisions(d.by); err != nil {
		return nil, err
	}
	chosen, err := d.chosen()
	if err != nil {
		return nil, err
	}
	file := d.file
	if d.csv != "" {
		file = d.csv
	}
	switch {
	case d.dir != "":
		p.base, p.mkdir, p.manifest = base, true, filepath.Join(d.dir, manifestName)
		p.formats = chosen
		if chosen == nil {
			p.formats = usualFormats(d.kind)
		}
		return p, nil
	case file == "" && (chosen != nil || p.by != nil):
		return nil, errors.New("--format and --by: say where to with --output or --output-dir; --output - is the standard output")
	case file == "":
		return nil, nil
	case file == stdout:
		p.stdout = true
		p.formats = chosen
		if chosen == nil || d.csv != "" {
			p.formats = formatsFor(d.kind)[:1]
		}
		if len(p.formats) > 1 {
			return nil, errors.New("--format: one format alone can be written to the standard output")
		}
		return p, nil
	}
	stem, byEnding := splitEnding(d.kind, file)
	if d.csv != "" {
		stem, byEnding = strings.TrimSuffix(file, ".csv"), formatsFor(d.kind)[0]
	}
	if byEnding != nil {
		p.byName, p.name = byEnding, filepath.Base(file)
		if chosen, err = d.chosen(byEnding.name); err != nil {
			return nil, err
		}
	}
	if chosen == nil {
		return nil, fmt.Errorf("--output: %s ends like none of the formats %s; say which with --format", file, strings.Join(formatNames(formatsFor(d.kind)), ", "))
	}
	p.formats, p.base = chosen, filepath.Base(stem)
	p.dir, p.manifest = filepath.Dir(stem), stem+"."+manifestName
	return p, nil
}

// chosen are the formats that a person asked for, and others of which only the name is
// known, in the order of the table of formats.
func (d *destination) chosen(others ...string) ([]*format, error) {
	have := formatsFor(d.kind)
	known := formatNames(have)
	names := append(others, d.formats...)
	for _, name := range names {
		if !slices.Contains(known, name) {
			return nil, fmt.Errorf("--format: %q is not one of %s, as which a %s can be written", name, strings.Join(known, ", "), d.kind)
		}
	}
	if len(names) == 0 {
		return nil, nil
	}
	return slices.DeleteFunc(have, func(f *format) bool { return !slices.Contains(names, f.name) }), nil
}

func divisions(names []string) ([]model.By, error) {
	var by []model.By
	for _, name := range names {
		b, err := model.ParseBy(name)
		if err != nil {
			return nil, fmt.Errorf("--by: %w", err)
		}
		if !slices.Contains(by, b) {
			by = append(by, b)
		}
	}
	return by, nil
}

// free says before a long run whether its files could be written then.
func (p *plan) free(kind string, bases ...string) error {
	if p == nil || p.stdout {
		return nil
	}
	if _, err := os.Stat(p.dir); errors.Is(err, fs.ErrNotExist) && p.mkdir {
		return nil // it will be made
	}
	paths := []string{}
	for _, base := range bases {
		for _, name := range p.names(kind, base) {
			paths = append(paths, filepath.Join(p.dir, name))
		}
	}
	for _, path := range append(paths, p.manifest) {
		if err := export.Free(p.force, path); err != nil {
			return failed(err)
		}
	}
	return nil
}

// names are the files of one product.
func (p *plan) names(kind, base string) []string {
	var names []string
	for _, f := range p.formats {
		for i, part := range f.partsOf(kind, p.by != nil) {
			name := part.name(base, p)
			if f == p.byName && i == 0 {
				name = p.name
			}
			names = append(names, name)
		}
	}
	return names
}

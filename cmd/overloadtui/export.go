package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/export/paper"
	"overloadtui/sim/record"
	"overloadtui/sim/sweep"
)

// files are all files of the product in the plan's formats, which are added to the
// manifest.
func (p *plan) files(m *export.Manifest, made *product, base string) ([]export.File, error) {
	var out []export.File
	made.manifest = m
	names := p.names(made.kind, base)
	for _, f := range p.formats {
		for _, part := range f.partsOf(made.kind, p.by != nil) {
			data, err := part.make(made)
			if err != nil {
				return nil, failed(fmt.Errorf("%s: %w", names[len(out)], err))
			}
			name := names[len(out)]
			m.Files = append(m.Files, export.Made{Name: name, Format: f.name, Content: part.content, Bytes: len(data), SHA256: export.SHA256(data)})
			out = append(out, export.File{Path: filepath.Join(p.dir, name), Data: data})
		}
	}
	return out, nil
}

// write writes the files and their manifest, all or none.
func (p *plan) write(m *export.Manifest, files []export.File) error {
	if p.mkdir {
		if err := os.MkdirAll(p.dir, 0o777); err != nil {
			return failed(err)
		}
	}
	return failed(export.Write(p.force, append(files, export.File{Path: p.manifest, Data: m.Marshal()})...))
}

// productOf is a recorded run as it can be written.
func productOf(rec model.Recording, by []model.By, columns export.Columns) *product {
	return &product{kind: export.KindRun, rec: rec, scenario: rec.Scenario, by: by, columns: columns,
		spans: sync.OnceValues(func() (*record.Spans, error) { return spansOf(rec) })}
}

// productOfDay is a game day as it can be written. command gives it again.
func productOfDay(rec model.Recording, view model.GameDayView, command string, by []model.By, columns export.Columns) *product {
	made := productOf(rec, by, columns)
	made.kind = export.KindGameDay
	made.day = &paper.GameDayRun{View: view, Recording: rec, Command: command, SHA256: export.SHA256(export.CSV(rec.Points, columns))}
	return made
}

// productOfTable is a table as it can be written.
func productOfTable(kind string, t *sweep.Table, s *model.Scenario) *product {
	return &product{kind: kind, table: t, scenario: s}
}

// spansOf runs a recording again to learn the distributions of its windows, which are
// too much to keep in every run for the few that want them.
func spansOf(rec model.Recording) (*record.Spans, error) {
	s := rec.Scenario.Clone()
	s.Seed, s.Changes = rec.Seed, rec.Changes
	spans := record.NewSpans(s)
	e, err := sim.New(s, sim.Tap(spans.Add))
	if err != nil {
		return nil, err
	}
	e.RunUntil(rec.Until)
	spans.Close(e.Now())
	return spans, nil
}

// tapFor taps a run for its distributions where the plan has a format of them, so that
// it need not run twice.
func tapFor(p *plan, s *model.Scenario) ([]sim.Option, *record.Spans) {
	if p == nil || !slices.ContainsFunc(p.formats, func(f *format) bool { return f.spans }) {
		return nil, nil
	}
	spans := record.NewSpans(s)
	return []sim.Option{sim.Tap(spans.Add)}, spans
}

// tapped gives the product distributions that were recorded during its run, if they
// were.
func (made *product) tapped(spans *record.Spans) {
	if spans == nil {
		return
	}
	spans.Close(made.rec.Until)
	made.spans = func() (*record.Spans, error) { return spans, nil }
}

// exportRun writes a recording and its manifest.
func exportRun(from origin, p *plan, made *product) ([]export.File, error) {
	text, err := beginning(made.rec.Scenario)
	if err != nil {
		return nil, err
	}
	if from.reproduce == "" {
		from.reproduce = "overloadtui verify " + shellQuote(filepath.Base(p.manifest))
	}
	m := newManifest(from, made.kind)
	repeats := made.rec
	if made.day != nil {
		repeats.Changes = made.rec.Scenario.Changes // what an abort made of them comes out again
	}
	m.Record(repeats, text)
	for _, by := range made.by {
		m.By = append(m.By, by.String())
	}
	files, err := p.files(&m, made, p.base)
	if err != nil {
		return nil, err
	}
	return files, p.write(&m, files)
}

// beginning is the text of a scenario as its run begins: the changes stand in the
// manifest, with those of the person.
func beginning(s *model.Scenario) (string, error) {
	s = presets.Inline(s)
	s.Changes = nil
	text, err := presets.Marshal(s, sim.Catalog())
	return string(text), err
}

// origin is what made a product: the command line, and the command that makes the same
// again, which of a live run is another one; empty when only its manifest does.
type origin struct {
	command   []string
	reproduce string
}

// originOf is that of a verb that is reproduced by itself.
func originOf(ctx context.Context) origin {
	command := commandLine(ctx)
	words := make([]string, len(command))
	for i, word := range command {
		words[i] = shellQuote(word)
	}
	return origin{command, strings.Join(words, " ")}
}

func newManifest(from origin, kind string) export.Manifest {
	m := export.NewManifest(kind, program(), from.command, time.Now())
	m.Reproduce = from.reproduce
	return m
}

// exportTables writes tables and their manifest, to which the caller has added what
// they were made from.
func exportTables(p *plan, m *export.Manifest, products []*product, bases []string) ([]export.File, error) {
	var files []export.File
	for i, made := range products {
		more, err := p.files(m, made, bases[i])
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	return files, p.write(m, files)
}

// maxExports is how many free names an export looks for.
const maxExports = 10_000

// exportSnapshot writes a run under the first free name in the present directory, in
// every format that a directory gets, and as JSON lines; divided where there is
// something to divide.
func exportSnapshot(from origin, s *model.Snapshot) (message string, err error) {
	rec := s.Recording()
	p := &plan{dir: ".", scenario: rec.Scenario.Name}
	for _, f := range formatsFor(export.KindRun) {
		if f.usual || f.name == "json" {
			p.formats = append(p.formats, f)
		}
	}
	for by := range model.By(model.Divisions) {
		if len(by.Members(rec.Scenario)) > 1 {
			p.by = append(p.by, by)
		}
	}
	made := productOf(rec, p.by, export.AllColumns())
	for n := 1; n <= maxExports; n++ {
		p.base = fmt.Sprintf("%s-%d", rec.Scenario.Name, n)
		p.manifest = p.base + "." + manifestName
		if err = p.free(export.KindRun, p.base); err != nil {
			continue
		}
		files, err := exportRun(from, p, made)
		if err != nil {
			return "", err
		}
		return fmt.Sprintf("wrote %s, %d windows, and %s", files[0].Path, len(rec.Points), p.manifest), nil
	}
	return "", err
}

// commandKey is where a context has the command line.
type commandKey struct{}

func withCommandLine(ctx context.Context, args []string) context.Context {
	return context.WithValue(ctx, commandKey{}, append([]string{"overloadtui"}, slices.Clone(args)...))
}

func commandLine(ctx context.Context) []string {
	line, _ := ctx.Value(commandKey{}).([]string)
	return append([]string{}, line...)
}

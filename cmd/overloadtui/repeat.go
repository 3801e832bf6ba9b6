package main

import (
	"context"
	"fmt"
	"slices"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	rehearse "overloadtui/sim/gameday"
	"overloadtui/sim/sweep"
)

// repeat makes the products of a manifest once more, and says whether they are the
// published ones.
func repeat(ctx context.Context, file string, m *export.Manifest, bar *progress) ([]*product, export.Golden, error) {
	switch m.Kind {
	case export.KindSweep:
		s, err := scenarioOf(file, m)
		if err != nil {
			return nil, "", err
		}
		table, err := sweep.Run(ctx, s, bar.count)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", file, err)
		}
		return []*product{productOfTable(m.Kind, table, s)}, goldenOf(table, model.Millis(s.Duration)), nil
	case export.KindLab:
		experiments, err := findExperiments(m.Experiments)
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", file, err)
		}
		made, err := makeTables(ctx, experiments, bar)
		return made.products, export.GoldenMatch(len(made.different) == 0), err
	}
	s, err := scenarioOf(file, m)
	if err != nil {
		return nil, "", err
	}
	by, err := m.Divisions()
	if err != nil {
		return nil, "", err
	}
	if m.Kind == export.KindGameDay {
		rec, view, err := rehearse.Run(ctx, s, func(now model.Millis, _ model.GameDayView) { bar.show(float64(now), m.UntilMs) })
		if err != nil {
			return nil, "", fmt.Errorf("%s: %w", file, err)
		}
		return []*product{productOfDay(rec, view, m.Reproduce, by, m.Columns)}, export.GoldenAbsent, nil
	}
	tap, spans := tapFor(planOf(m), s)
	e, err := sim.New(s, tap...)
	if err != nil {
		return nil, "", fmt.Errorf("%s: %w", file, err)
	}
	err = advance(ctx, e, model.Millis(m.UntilMs), func(e *sim.Engine) error {
		bar.show(float64(e.Now()), m.UntilMs)
		return nil
	})
	if m.Format == 1 {
		m.Columns = columnsOf1(m, e.Recording().Points)
	}
	made := productOf(e.Recording(), by, m.Columns)
	made.log = e.State().Log
	made.tapped(spans)
	return []*product{made}, export.GoldenAbsent, err
}

// columnsOf1 is how many columns the table of a manifest of format 1 had: so many that
// it has the recorded hash, if there is such a number.
func columnsOf1(m *export.Manifest, points []model.Point) export.Columns {
	columns := m.Columns
	for ; columns.Window < export.AllColumns().Window; columns.Window++ {
		if export.SHA256(export.CSV(points, columns)) == m.Files[0].SHA256 {
			return columns
		}
	}
	return m.Columns
}

// planOf are the formats of a manifest's files.
func planOf(m *export.Manifest) *plan {
	p := &plan{}
	for _, f := range m.Files {
		for _, known := range formatsFor(m.Kind) {
			if known.name == f.Format {
				p.formats = append(p.formats, known)
			}
		}
	}
	return p
}

// remake makes the files of a manifest from its products, in the manifest's order.
func remake(path string, m *export.Manifest, products []*product) ([][]byte, error) {
	type content struct{ format, content string }
	todo := map[content][]*product{} // that have not made this yet
	out := make([][]byte, len(m.Files))
	for i, f := range m.Files {
		key := content{f.Format, f.Content}
		if _, begun := todo[key]; !begun {
			todo[key] = products
		}
		part, err := partOf(m.Kind, f)
		if err == nil && len(todo[key]) == 0 {
			err = fmt.Errorf("files[%d]: %s stands once too often", i, f.Name)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		before := *m
		before.Files = m.Files[:i]
		todo[key][0].manifest = &before
		if out[i], err = part.make(todo[key][0]); err != nil {
			return nil, failed(err)
		}
		todo[key] = todo[key][1:]
	}
	return out, nil
}

func partOf(kind string, f export.Made) (*part, error) {
	for _, format := range formatsFor(kind) {
		parts := format.parts[kind]
		if i := slices.IndexFunc(parts, func(p part) bool { return p.content == f.Content }); i >= 0 && format.name == f.Format {
			return &parts[i], nil
		}
	}
	return nil, fmt.Errorf("%s: this program does not make %s as %s of a %s", f.Name, f.Content, f.Format, kind)
}

// scenarioOf is the scenario of a manifest with its seed and its changes.
func scenarioOf(file string, m *export.Manifest) (*model.Scenario, error) {
	s, err := presets.ReadAlone(m.Name+".yaml", []byte(m.Scenario), sim.Catalog())
	if err != nil {
		return nil, fmt.Errorf("%s: scenario: %w", file, err)
	}
	s.Seed, s.Changes = m.Seed, m.Timeline()
	return s, nil
}

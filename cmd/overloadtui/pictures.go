package main

import (
	"strings"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/export/plot"
	"overloadtui/sim/export/report"
)

// sweepCharts are the charts of a sweep that are written as pictures; the report has
// all of them.
var sweepCharts = []string{"goodput", "amplification"}

// pictures are the plots of a run and of a sweep.
func pictures(f plot.Format) map[string][]part {
	run := part{content: "plot", doc: "the run over time", name: func(base string, p *plan) string {
		return (&plot.Chart{Name: "run"}).FileName(base+".csv", p.scenario, f)
	}, make: func(p *product) ([]byte, error) {
		chart := plot.OfRun(p.rec, p.knobs())
		return chart.Draw(plot.Projector, f)
	}}
	parts := map[string][]part{export.KindRun: {run}}
	for _, chart := range sweepCharts {
		parts[export.KindSweep] = append(parts[export.KindSweep], part{content: chart, doc: chart + " against what is swept",
			name: func(base string, p *plan) string {
				return (&plot.Chart{Name: chart}).FileName(base+".csv", p.scenario, f)
			}, make: func(p *product) ([]byte, error) {
				charts, err := plot.OfSweep(p.plotTable(), report.SweepAbout(p.scenario), p.scenario.Routes[0].Deadline)
				if err != nil {
					return nil, err
				}
				for i := range charts {
					if charts[i].Name == chart {
						return charts[i].Draw(plot.Projector, f)
					}
				}
				panic("a sweep has no chart " + chart)
			}})
	}
	return parts
}

// reportName is what the report is called: in a directory of its own files, report.html.
func reportName(base string, p *plan) string {
	if p.mkdir {
		return "report.html"
	}
	return base + ".html"
}

func runReport(p *product) ([]byte, error) { return report.Run(p.rec, p.source()) }
func sweepReport(p *product) ([]byte, error) {
	return report.Sweep(p.scenario, p.plotTable(), p.source())
}

func (p *product) plotTable() plot.Table {
	return plot.Table{File: p.table.File, Header: p.table.Header, Rows: p.table.Rows}
}

// knobs are those of the scenario as the product began.
func (p *product) knobs() model.Knobs {
	knobs, err := p.scenario.Clone().Knobs(sim.Catalog())
	if err != nil {
		panic(err) // it has run
	}
	return knobs
}

// source is what a report says of where its numbers come from.
func (p *product) source() report.Source {
	m := p.manifest
	src := report.Source{Program: m.Program, Command: m.Reproduce, Text: m.Scenario, Knobs: p.knobs(), Golden: strings.Trim(string(m.Golden), `"`)}
	if base, err := presets.Load(p.scenario.Name, sim.Catalog()); err == nil {
		began := p.scenario.Clone()
		began.Changes = base.Changes
		src.Preset, src.Changed = base.Name, presets.Difference(base, began, sim.Catalog())
	}
	if p.day != nil {
		src.Judged = p.day.Findings()
	}
	for _, f := range m.Files {
		src.Files = append(src.Files, report.File{Name: f.Name, SHA256: f.SHA256})
	}
	return src
}

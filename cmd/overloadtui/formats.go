package main

import (
	"slices"
	"strings"

	"overloadtui/model"
	"overloadtui/sim/export"
	"overloadtui/sim/export/paper"
	"overloadtui/sim/export/plot"
	"overloadtui/sim/record"
	"overloadtui/sim/sweep"
)

// product is what a verb made: a run, or a table. It can be written in every format
// that has its kind.
type product struct {
	kind     string                        // as a manifest has it
	rec      model.Recording               // of a run or a game day
	log      []model.Transition            // of a run's states
	table    *sweep.Table                  // of a sweep or of the lab
	scenario *model.Scenario               // that was run, or varied
	by       []model.By                    // how a run's long format divides
	columns  export.Columns                // of a run's tables
	day      *paper.GameDayRun             // of a game day
	spans    func() (*record.Spans, error) // of a run: its distributions, which take another run
	manifest *export.Manifest              // of all files, as far as they are made: a report says what stands beside it
}

// format is a way to write a product. A new one is a line in the table of formats.
type format struct {
	name    string
	doc     string
	endings []string          // of file names, which choose it
	spans   bool              // it is of a run's distributions
	usual   bool              // it is written where a directory is named and no format
	parts   map[string][]part // its files, by the kind of product
}

// part is one of the files of a format.
type part struct {
	content string // what it is, for a manifest
	doc     string
	name    func(base string, p *plan) string // of the file
	make    func(*product) ([]byte, error)
	divided bool // it is there only when a division is asked for
}

// formats are what a product can be written as.
var formats = []*format{
	{name: "csv", doc: "tables", endings: []string{".csv"}, usual: true, parts: ofRuns(map[string][]part{
		export.KindRun: {
			{content: "windows", doc: "a row for each window", name: ending(".csv"), make: windowsCSV},
			{content: "groups", doc: "a row for each window and class, tenant, route or service, with --by", name: ending(".groups.csv"), make: groupsCSV, divided: true},
		},
		export.KindSweep: {{content: "table", doc: "a row for each run", name: ending(".csv"), make: tableCSV}},
		export.KindLab:   {{content: "table", doc: "each table byte for byte as it was published", name: ending(".csv"), make: tableCSV}},
	})},
	{name: "record", doc: "the record of a game day as JSON", endings: []string{".record.json"}, parts: dayRecord("json", ".record.json")},
	{name: "markdown", doc: "the record of a game day as Markdown", endings: []string{".md"}, usual: true, parts: dayRecord("markdown", ".md")},
	{name: "text", doc: "the record of a game day as it is printed", endings: []string{".txt"}, parts: dayRecord("text", ".txt")},
	{name: "json", doc: "the same as JSON lines, and the audit log", endings: []string{".jsonl", ".json"}, parts: ofRuns(map[string][]part{
		export.KindRun: {
			{content: "windows", doc: "an object for each window, its divisions in it with --by", name: ending(".jsonl"), make: windowsJSON},
			{content: "audit", doc: "an object for each entry of the audit log", name: ending(".audit.jsonl"), make: auditJSON},
		},
		export.KindSweep: {{content: "table", doc: "an object for each row of a table", name: ending(".jsonl"), make: tableJSON}},
		export.KindLab:   {{content: "table", doc: "an object for each row of a table", name: ending(".jsonl"), make: tableJSON}},
	})},
	{name: "hlog", doc: "latencies as an HdrHistogram log and a percentile distribution", endings: []string{".hlog"}, spans: true, parts: ofRuns(map[string][]part{
		export.KindRun: {
			{content: "log", doc: "an HdrHistogram log, format 1.3, an interval for each window", name: ending(".hlog"), make: spansLog},
			{content: "distribution", doc: "the percentile distribution of the whole run", name: ending(".hgrm"), make: spansDistribution},
		},
	})},
	{name: "png", doc: "plots", endings: []string{".png"}, usual: true, parts: ofRuns(pictures(plot.PNG))},
	{name: "svg", doc: "the same plots as SVG", endings: []string{".svg"}, parts: ofRuns(pictures(plot.SVG))},
	{name: "html", doc: "a report that stands on its own", endings: []string{".html"}, usual: true, parts: ofRuns(map[string][]part{
		export.KindRun:   {{content: "report", doc: "the story of the run, with plots and tables; report.html in a directory", name: reportName, make: runReport}},
		export.KindSweep: {{content: "report", doc: "the story of the sweep, with plots and tables; report.html in a directory", name: reportName, make: sweepReport}},
	})},
}

// ofRuns gives a game day the files that a run has.
func ofRuns(parts map[string][]part) map[string][]part {
	parts[export.KindGameDay] = parts[export.KindRun]
	return parts
}

// dayRecord is the record of a game day in one of the formats that it has.
func dayRecord(format, end string) map[string][]part {
	return map[string][]part{export.KindGameDay: {{content: "record", doc: "what was believed, what came of it, and the evidence", name: ending(end),
		make: func(p *product) ([]byte, error) { return paper.GameDay(p.day, format) }}}}
}

func windowsCSV(p *product) ([]byte, error)  { return export.CSV(p.rec.Points, p.columns), nil }
func groupsCSV(p *product) ([]byte, error)   { return export.GroupCSV(p.rec, p.by, p.columns), nil }
func windowsJSON(p *product) ([]byte, error) { return export.JSONLines(p.rec, p.by, p.columns), nil }
func auditJSON(p *product) ([]byte, error)   { return export.AuditLines(p.rec.Audit), nil }
func tableCSV(p *product) ([]byte, error)    { return p.table.CSV(), nil }
func tableJSON(p *product) ([]byte, error) {
	return export.TableLines(p.table.Header, p.table.Rows), nil
}

func spansLog(p *product) ([]byte, error) {
	spans, err := p.spans()
	if err != nil {
		return nil, err
	}
	return export.HLog(spans)
}

func spansDistribution(p *product) ([]byte, error) {
	spans, err := p.spans()
	if err != nil {
		return nil, err
	}
	return export.HGRM(spans)
}

// ending names a file by putting an ending to the base of all files.
func ending(e string) func(base string, p *plan) string {
	return func(base string, _ *plan) string { return base + e }
}

// partsOf are the files of the format for a kind of product.
func (f *format) partsOf(kind string, divided bool) []part {
	return slices.DeleteFunc(slices.Clone(f.parts[kind]), func(p part) bool { return p.divided && !divided })
}

// formatsFor are the formats that a kind of product has.
func formatsFor(kind string) []*format {
	return slices.DeleteFunc(slices.Clone(formats), func(f *format) bool { return f.parts[kind] == nil })
}

// usualFormats are those that are written when nobody says which.
func usualFormats(kind string) []*format {
	return slices.DeleteFunc(formatsFor(kind), func(f *format) bool { return !f.usual })
}

func formatNamed(name string) *format {
	return formats[slices.IndexFunc(formats, func(f *format) bool { return f.name == name })]
}

func formatNames(fs []*format) []string {
	var names []string
	for _, f := range fs {
		names = append(names, f.name)
	}
	return names
}

// splitEnding takes the ending that chooses a format off a file name; the format is nil
// when there is no such ending.
func splitEnding(kind, file string) (base string, f *format) {
	for _, f := range formatsFor(kind) {
		for _, e := range f.endings {
			if base, ok := strings.CutSuffix(file, e); ok && base != "" {
				return base, f
			}
		}
	}
	return file, nil
}

// Package export writes what was recorded: the windows of a run as CSV and JSON lines,
// its distributions as an HdrHistogram log and, beside them, the manifest that repeats
// the run. It writes whole files or none.
//
// It knows no engine and no scenario format: the text of the scenario is handed in.
package export

import (
	"bytes"
	"encoding/csv"

	"overloadtui/model"
)

// Columns is how many columns a file has. Their order only grows, so that a table of
// an earlier version is the beginning of today's.
type Columns struct {
	Window int `json:"window"` // of model.Metrics
	Group  int `json:"group"`  // of model.GroupMetrics
}

// AllColumns are those of this version.
func AllColumns() Columns { return Columns{len(model.Metrics), len(model.GroupMetrics)} }

// CSV is the windows of a recording as RFC 4180 with lines that end in \n: a header,
// then one row for each window. The columns are those of model.Metrics; a field is
// empty where the window has no such number.
func CSV(points []model.Point, columns Columns) []byte {
	metrics := model.Metrics[:columns.Window]
	t := newTable()
	for i := range metrics {
		t.field(metrics[i].Name)
	}
	t.end()
	for p := range points {
		for i := range metrics {
			t.field(metrics[i].Text(&points[p]))
		}
		t.end()
	}
	return t.bytes()
}

// GroupKeys are the columns of the long format before model.GroupMetrics.
var GroupKeys = []string{"window_start_ms", "window_end_ms", "by", "name"}

// GroupCSV is the windows divided by class, tenant, route or service, in the long
// format: one row for each window, division and member, under the columns GroupKeys
// and model.GroupMetrics. A field is empty where the member has no such number.
func GroupCSV(rec model.Recording, by []model.By, columns Columns) []byte {
	metrics := model.GroupMetrics[:columns.Group]
	t := newTable()
	for _, key := range GroupKeys {
		t.field(key)
	}
	for _, m := range metrics {
		t.field(m.Name)
	}
	t.end()
	for i := range rec.Points {
		p := &rec.Points[i]
		for _, b := range by {
			for n, name := range b.Members(rec.Scenario) {
				of := b.Part(n)
				part := p.Part(of)
				t.field(model.Exact(float64(p.Start)))
				t.field(model.Exact(float64(p.End)))
				t.field(b.String())
				t.field(name)
				for _, m := range metrics {
					t.field(m.TextOf(of, part))
				}
				t.end()
			}
		}
	}
	return t.bytes()
}

// table collects rows.
type table struct {
	out bytes.Buffer
	w   *csv.Writer
	row []string
}

func newTable() *table {
	t := &table{}
	t.w = csv.NewWriter(&t.out)
	return t
}

func (t *table) field(text string) { t.row = append(t.row, text) }

func (t *table) end() {
	if err := t.w.Write(t.row); err != nil {
		panic(err) // writing to memory does not fail
	}
	t.row = t.row[:0]
}

func (t *table) bytes() []byte {
	t.w.Flush()
	return t.out.Bytes()
}

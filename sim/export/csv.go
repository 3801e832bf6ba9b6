// Package export writes what was recorded: the windows of a run as CSV and, beside
// it, the manifest that repeats the run. It writes whole files or none.
//
// It knows no engine and no scenario format: the text of the scenario is handed in.
package export

import (
	"bytes"
	"encoding/csv"

	"overloadtui/model"
)

// CSV is the windows of a recording as RFC 4180 with lines that end in \n: a header,
// then one row for each window. The columns are model.Metrics; a field is empty where
// the window has no such number.
func CSV(points []model.Point) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	row := make([]string, len(model.Metrics))
	for i, m := range model.Metrics {
		row[i] = m.Name
	}
	write(w, row)
	for p := range points {
		for i := range model.Metrics {
			row[i] = model.Metrics[i].Text(&points[p])
		}
		write(w, row)
	}
	w.Flush()
	return out.Bytes()
}

func write(w *csv.Writer, row []string) {
	if err := w.Write(row); err != nil {
		panic(err) // writing to memory does not fail
	}
}

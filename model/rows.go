package model

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// RowError says what is wrong with a table's text and where.
type RowError struct {
	Line, Column int // from 1; the column counts bytes
	Err          error
}

func (e *RowError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *RowError) Unwrap() error { return e.Err }

// ParseRows reads the rows of a policy's table from CSV: one row on each line, its
// fields in the order of k.Rows. A bare number is in the unit of its column. The first
// line may name the columns; lines that start with # and empty lines are skipped.
// Errors name the line, the column, the value and what would be right; those about a
// line are a *RowError.
func (k Kind) ParseRows(text []byte) ([][]float64, error) {
	var names []string
	for _, column := range k.Rows {
		names = append(names, column.Name)
	}
	r := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")))
	r.Comment, r.TrimLeadingSpace, r.FieldsPerRecord, r.ReuseRecord = '#', true, -1, true
	var rows [][]float64
	for first := true; ; first = false {
		fields, err := r.Read()
		var malformed *csv.ParseError
		switch {
		case err == io.EOF && len(rows) == 0:
			return nil, fmt.Errorf("%s: no rows; each line needs %s", k.RowsKey, strings.Join(names, ","))
		case err == io.EOF:
			return rows, nil
		case errors.As(err, &malformed):
			return nil, &RowError{malformed.Line, malformed.Column, malformed.Err}
		case err != nil:
			return nil, err
		}
		line, _ := r.FieldPos(0)
		if len(fields) != len(names) {
			return nil, &RowError{line, 1, fmt.Errorf("%d fields, it needs %d: %s", len(fields), len(names), strings.Join(names, ","))}
		}
		if first && slices.Equal(fields, names) {
			continue
		}
		row := make([]float64, len(fields))
		for i, column := range k.Rows {
			if row[i], err = column.ParseTyped(fields[i]); err != nil {
				_, at := r.FieldPos(i)
				return nil, &RowError{line, at, err}
			}
		}
		rows = append(rows, row)
	}
}

// checkRows says what is wrong with a policy's table: nil when the kind has none and
// none is given, or when every row has a value in range for every column.
func (k Kind) checkRows(rows [][]float64) error {
	if len(k.Rows) > 0 && len(rows) == 0 {
		return fmt.Errorf("needs %s, or a file with them", k.RowsKey)
	}
	for i, row := range rows {
		if len(row) != len(k.Rows) {
			return fmt.Errorf("%s: row %d has %d values, it needs %d", k.RowsKey, i+1, len(row), len(k.Rows))
		}
		for j, column := range k.Rows {
			if err := column.Check(row[j]); err != nil {
				return fmt.Errorf("%s: row %d: %w", k.RowsKey, i+1, err)
			}
		}
	}
	return nil
}

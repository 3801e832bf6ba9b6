package presets_test

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"overloadtui/presets"
)

const traced = `version: 1
services: [{name: s}]
routes:
  - name: r
    demand: {kind: trace-rates, file: load.csv}
    path: [{service: s}]
`

// place writes files into a new directory and returns the path of the first.
func place(t *testing.T, files ...string) string {
	t.Helper()
	dir := t.TempDir()
	for i := 0; i < len(files); i += 2 {
		if err := os.WriteFile(filepath.Join(dir, files[i]), []byte(files[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, files[0])
}

func TestATableIsReadFromTheFileBesideTheScenario(t *testing.T) {
	path := place(t, "mine.yaml", traced, "load.csv", "rate,for\n90,1000\n120,500\n")
	s, err := presets.Read(path, []byte(traced), catalog)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Routes[0].Demand; got.File != "load.csv" || !reflect.DeepEqual(got.Rows, [][]float64{{90, 1000}, {120, 500}}) {
		t.Errorf("Read gives the demand %+v", got)
	}
	text, err := presets.Marshal(s, catalog)
	if err != nil || !strings.Contains(string(text), "file: load.csv") || strings.Contains(string(text), "rates:") {
		t.Errorf("Marshal = %v\n%s\nwant the file named and its rows left in it", err, text)
	}
	if again, err := presets.Read(path, text, catalog); err != nil || !reflect.DeepEqual(again, s) {
		t.Errorf("Read of what Marshal wrote = %+v, %v", again, err)
	}
	text, err = presets.Marshal(presets.Inline(s), catalog)
	if err != nil || strings.Contains(string(text), "load.csv") {
		t.Errorf("Marshal of an inlined scenario = %v\n%s", err, text)
	}
	alone, err := presets.ReadAlone("mine.yaml", text, catalog)
	if err != nil || !reflect.DeepEqual(alone.Routes[0].Demand.Rows, s.Routes[0].Demand.Rows) {
		t.Errorf("ReadAlone of an inlined scenario = %+v, %v", alone, err)
	}
}

func TestErrorsOfATableNameItsPlace(t *testing.T) {
	dir := t.TempDir()
	for _, c := range []struct{ scenario, table, says string }{
		{traced, "rate,for\n90,1000\nfast,500\n", `load.csv:3:1: rate: "fast" is not a number with the unit /s or none (in "fast,500")`},
		{traced, "90,1000\n90,0\n", `load.csv:2:4: for: 0 ms is out of range 1..1,000,000,000 ms (in "90,0")`},
		{traced, "90\n", "load.csv:1:1: 1 fields, it needs 2: rate,for"},
		{traced, "", "load.csv:1:1: rates: no rows; each line needs rate,for"},
		{strings.Replace(traced, "load.csv", "none.csv", 1), "", `mine.yaml:5:39: file: ` + filepath.Join(dir, "none.csv") + `: no such file or directory (in "demand: {kind: trace-rates, file: none.csv}")`},
		{strings.Replace(traced, "load.csv", ".", 1), "", "it is not a regular file"},
		{strings.Replace(traced, "load.csv", `""`, 1), "", "mine.yaml:5:39: file: the name of a CSV file is missing"},
		{strings.Replace(traced, "file: load.csv", "rates: [{rate: 1, for: 1s}], file: load.csv", 1), "1,1\n", "mine.yaml:5:68: file: a file beside rates; one of them is enough"},
		{strings.Replace(traced, "file: load.csv", "file: load.csv, rates: [{rate: 1, for: 1s}]", 1), "1,1\n", "rates: rows beside a file; one of them is enough"},
		{strings.Replace(traced, ", file: load.csv", "", 1), "", "needs rates, or a file with them"},
		{strings.Replace(traced, "kind: trace-rates", "kind: constant", 1), "", `the key "file" is unknown here`},
	} {
		path := filepath.Join(dir, "mine.yaml")
		if err := os.WriteFile(filepath.Join(dir, "load.csv"), []byte(c.table), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := presets.Read(path, []byte(c.scenario), catalog)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("Read with the table %q = %v\nwant it to say %s\nof\n%s", c.table, err, c.says, c.scenario)
		}
	}
	if _, err := presets.ReadAlone("mine.yaml", []byte(traced), catalog); err == nil || !strings.Contains(err.Error(), "may not name other files") {
		t.Errorf("ReadAlone of a text that names a file = %v", err)
	}
}

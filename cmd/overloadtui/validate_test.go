package main

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestValidateSaysWhereEachFileIsWrong(t *testing.T) {
	inDir(t)
	collapse := call("presets", "collapse").out
	write(t, "good.yaml", collapse)
	write(t, "bad.yaml", strings.Replace(collapse, "deadline:", "deadlin:", 1))
	write(t, "worse.yaml", strings.Replace(collapse, "90/s", "90ms", 1))
	write(t, "unread.yaml", "version: 1\nservices: [{name: s}]\nroutes: [{name: r, demand: {kind: trace-times, file: x.csv}, path: [{service: s}]}]\n")
	write(t, "x.csv", "at\n0\nsoon\n")

	if r := call("validate", "good.yaml"); r.code != exitOK || r.out != "good.yaml: ok\n" || r.err != "" {
		t.Errorf("%v", r)
	}
	r := call("validate", "bad.yaml", "good.yaml", "worse.yaml", "unread.yaml", "none.yaml")
	if r.code != exitUsage || r.out != "good.yaml: ok\n" {
		t.Errorf("%v\nwant exit 2, and ok for one file", r)
	}
	want := []string{
		`bad.yaml:32:5: the key "deadlin" is unknown here; did you mean "deadline"? (in "deadlin: 200ms")`,
		`worse.yaml:31:36: load: "90ms" is not a number with the unit /s or none (in "demand: {kind: constant, load: 90ms}")`,
		`x.csv:3:1: at: "soon" is not a duration; write a number and us, ms, s, m or h, such as 200ms (in "soon")`,
		`none.yaml: no such file or directory`,
	}
	if got := strings.Split(strings.TrimSpace(r.err), "\n"); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%v\nwant on stderr\n%s", r, strings.Join(want, "\n"))
	}
}

func TestSchemaIsJSON(t *testing.T) {
	r := call("schema")
	if r.code != exitOK || !json.Valid([]byte(r.out)) || !strings.Contains(r.out, "json-schema.org/draft/2020-12") {
		t.Errorf("%v", r)
	}
}

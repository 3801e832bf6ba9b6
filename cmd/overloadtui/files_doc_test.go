package main

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/sim/export"
)

const filesDoc = "../../docs/files.md"

// docs/files.md has the columns that are declared. go test -run FilesDoc -update writes
// them.
func TestFilesDoc(t *testing.T) {
	data, err := os.ReadFile(filesDoc)
	if err != nil {
		t.Fatal(err)
	}
	want := string(data)
	for name, table := range map[string]string{"formats": formatTable(), "columns": columnTable(), "groups": groupTable(), "audit": auditTable()} {
		want = between(t, want, name, table)
	}
	if want == string(data) {
		return
	}
	if !*update {
		t.Fatalf("docs/files.md differs from the declarations: %s\ngo test ./cmd/overloadtui -run FilesDoc -update corrects it", difference(data, []byte(want), ""))
	}
	if err := os.WriteFile(filesDoc, []byte(want), 0o666); err != nil {
		t.Fatal(err)
	}
}

func formatTable() string {
	var b strings.Builder
	b.WriteString("| format | of a | file | |\n|---|---|---|---|\n")
	for _, f := range formats {
		for _, kind := range export.Kinds {
			for _, p := range f.parts[kind] {
				fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", f.name, kind, p.name("NAME", &plan{scenario: "SCENARIO"}), p.doc)
			}
		}
	}
	return b.String()
}

func columnTable() string {
	var b strings.Builder
	b.WriteString("| column | unit | |\n|---|---|---|\n")
	for i := range model.Metrics {
		m := &model.Metrics[i]
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", m.Name, m.Unit, m.Doc)
	}
	return b.String()
}

func groupTable() string {
	var b strings.Builder
	b.WriteString("| column | unit | of a | |\n|---|---|---|---|\n")
	for i, doc := range []string{"Simulated time at which the window starts.", "Simulated time at which it ends.",
		"The division: " + strings.Join(model.ByNames[:], ", ") + ".", "The member; tenants are numbered from 1."} {
		unit := ""
		if strings.HasSuffix(export.GroupKeys[i], "_ms") {
			unit = string(model.Milliseconds)
		}
		fmt.Fprintf(&b, "| `%s` | %s | all | %s |\n", export.GroupKeys[i], unit, doc)
	}
	for _, m := range model.GroupMetrics {
		of := "all"
		switch m.Parts {
		case model.OfServices:
			of = model.ByService.String()
		case model.OfGroups:
			of = strings.Join(model.ByNames[:model.ByService], ", ")
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", m.Name, m.Unit, of, m.Doc)
	}
	return b.String()
}

func auditTable() string {
	return "The kinds are `" + strings.Join(model.EntryNames[:], "`, `") + "`.\n"
}

// Every key of a manifest and of the audit log is described.
func TestFilesDocNamesEveryKey(t *testing.T) {
	data, err := os.ReadFile(filesDoc)
	if err != nil {
		t.Fatal(err)
	}
	var keys func(reflect.Type)
	keys = func(of reflect.Type) {
		switch of.Kind() {
		case reflect.Pointer, reflect.Slice:
			keys(of.Elem())
		case reflect.Struct:
			for i := range of.NumField() {
				name, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ",")
				if !strings.Contains(string(data), "`"+name+"`") {
					t.Errorf("docs/files.md does not name the key %s of %v", name, of)
				}
				keys(of.Field(i).Type)
			}
		}
	}
	keys(reflect.TypeFor[export.Manifest]())
	for line := range strings.Lines(string(export.AuditLines([]model.Entry{{Who: "a", Why: "b", Invariant: "c", Until: 1, Gates: []model.Gate{{}}}}))) {
		for _, part := range strings.Split(line, `"`) {
			if strings.Contains(line, `"`+part+`":`) && !strings.Contains(string(data), "`"+part+"`") {
				t.Errorf("docs/files.md does not name the key %s of the audit log", part)
			}
		}
	}
}

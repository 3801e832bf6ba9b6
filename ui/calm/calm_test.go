package calm

import (
	"go/parser"
	"go/token"
	"testing"
)

// TestTheOnlyImportIsOs holds what the order of initialisation rests on.
func TestTheOnlyImportIsOs(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "calm.go", nil, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	if len(file.Imports) != 1 || file.Imports[0].Path.Value != `"os"` {
		t.Errorf("calm imports %d packages, the first is %s; it may import os only", len(file.Imports), file.Imports[0].Path.Value)
	}
}

package presets

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/ast"

	"overloadtui/model"
)

// policy is a choice of kind with its settings: {kind: constant, load: 90/s}.
type policy struct {
	at     *model.Policy
	family model.Family
}

func (v policy) reset(r *reader) {
	if kinds := r.cat.Of(v.family); len(kinds) > 0 {
		*v.at = kinds[0].New()
	}
}

// read looks for the kind first, wherever it stands, because it decides which other
// keys there are.
func (v policy) read(r *reader, n ast.Node) error {
	entries, err := r.mapping(n)
	if err != nil {
		return err
	}
	names := r.cat.Names(v.family)
	for _, e := range entries {
		if e.key != kindKey {
			continue
		}
		word, err := r.scalar(e.value)
		if err != nil {
			return err
		}
		kind, err := r.cat.Find(v.family, word)
		if err != nil {
			return r.fail(e.value, fmt.Errorf("%s: kind %q is unknown%s", v.family, word, oneOf(word, names)))
		}
		*v.at = kind.New()
		return r.object(n, policyFields(kind, v.at))
	}
	return r.fail(n, fmt.Errorf("%s: needs a kind%s", v.family, oneOf("", names)))
}

func (v policy) write(w *writer) tree {
	kind, err := w.cat.Find(v.family, v.at.Kind)
	if err != nil {
		panic(fmt.Sprintf("writing a scenario that was not validated: %v", err))
	}
	t := w.object(policyFields(kind, v.at))
	t.flow = len(v.at.Rows) == 0 || v.at.File != ""
	return t
}

// policies is a list of policies of one family.
type policies struct {
	at     *[]model.Policy
	family model.Family
}

func (v policies) reset(*reader) { *v.at = nil }
func (v policies) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	if err != nil || len(nodes) == 0 {
		return err
	}
	*v.at = make([]model.Policy, len(nodes))
	for i, n := range nodes {
		if err := (policy{&(*v.at)[i], v.family}).read(r, n); err != nil {
			return err
		}
	}
	return nil
}
func (v policies) write(w *writer) tree {
	t := tree{seq: true}
	for i := range *v.at {
		t.items = append(t.items, item{value: policy{&(*v.at)[i], v.family}.write(w)})
	}
	return t
}

// rows is the table of a policy, such as the segments of a demand curve.
type rows struct {
	of      *model.Policy
	columns []model.Param
}

func (v rows) fields(row []float64) []field {
	fields := make([]field, len(v.columns))
	for i, c := range v.columns {
		fields[i] = field{key: c.Name, value: setting{c, &row[i]}}
	}
	return fields
}

func (v rows) reset(*reader) { v.of.Rows = nil }
func (v rows) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	switch {
	case err != nil:
		return err
	case v.of.File != "":
		return r.wrong(n, "rows beside a %s; one of them is enough", fileKey)
	case len(nodes) == 0:
		return nil
	}
	v.of.Rows = make([][]float64, len(nodes))
	for i, n := range nodes {
		row := make([]float64, len(v.columns))
		v.of.Rows[i] = row
		if err := r.object(n, v.fields(row)); err != nil {
			return err
		}
	}
	return nil
}
func (v rows) write(w *writer) tree {
	t := tree{seq: true}
	if v.of.File != "" {
		return t
	}
	for _, row := range v.of.Rows {
		element := w.object(v.fields(row))
		element.flow = true
		t.items = append(t.items, item{value: element})
	}
	return t
}

// rowsFile is the CSV file that a policy's table stands in, instead of in the scenario.
type rowsFile struct {
	of   *model.Policy
	kind model.Kind
}

func (v rowsFile) reset(*reader) { v.of.File = "" }
func (v rowsFile) read(r *reader, n ast.Node) error {
	name, err := r.scalar(n)
	switch {
	case err != nil:
		return err
	case name == "":
		return r.wrong(n, "the name of a CSV file is missing")
	case v.of.Rows != nil:
		return r.wrong(n, "a file beside %s; one of them is enough", v.kind.RowsKey)
	}
	path, text, err := r.beside(name)
	if err != nil {
		return r.wrong(n, "%w", err)
	}
	if v.of.Rows, err = v.kind.ParseRows(text); err != nil {
		at := model.RowError{Line: 1, Column: 1, Err: err}
		if row := (*model.RowError)(nil); errors.As(err, &row) {
			at = *row
		}
		return placed(path, text, at.Line, at.Column, at.Err)
	}
	v.of.File = name
	return nil
}
func (v rowsFile) write(*writer) tree {
	if v.of.File == "" {
		return tree{}
	}
	return scalar(quote(v.of.File))
}

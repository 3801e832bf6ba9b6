package presets

import (
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
	t.flow = len(v.at.Rows) == 0
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
	at      *[][]float64
	columns []model.Param
}

func (v rows) fields(row []float64) []field {
	fields := make([]field, len(v.columns))
	for i, c := range v.columns {
		fields[i] = field{key: c.Name, value: setting{c, &row[i]}}
	}
	return fields
}

func (v rows) reset(*reader) { *v.at = nil }
func (v rows) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	if err != nil || len(nodes) == 0 {
		return err
	}
	*v.at = make([][]float64, len(nodes))
	for i, n := range nodes {
		row := make([]float64, len(v.columns))
		(*v.at)[i] = row
		if err := r.object(n, v.fields(row)); err != nil {
			return err
		}
	}
	return nil
}
func (v rows) write(w *writer) tree {
	t := tree{seq: true}
	for _, row := range *v.at {
		element := w.object(v.fields(row))
		element.flow = true
		t.items = append(t.items, item{value: element})
	}
	return t
}

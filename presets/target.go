package presets

import (
	"errors"
	"fmt"

	"github.com/goccy/go-yaml/ast"

	"overloadtui/model"
)

// target is a parameter that another part of the file refers to by name, with the
// value it gets. Both can be understood only when the whole file has been read.
type target struct {
	path *string
	to   *float64
	live bool // it changes while the run goes, which not every parameter can

	valued bool // a value stood in the file
}

// find looks the parameter up and replaces its name by its full path.
func (t *target) find(knobs model.Knobs) (model.Knob, error) {
	k, err := knobs.Find(*t.path)
	switch {
	case err != nil:
		return k, err
	case t.live && k.Fixed:
		return k, fmt.Errorf("%s: it can be set before a run only, not while it goes", k.Path)
	}
	*t.path = k.Path
	return k, nil
}

// targetName is the name of a parameter: any ending of its path that is unique.
type targetName struct{ *target }

func (v targetName) reset(*reader) { *v.path = "" }
func (v targetName) read(r *reader, n ast.Node) (err error) {
	*v.path, err = r.scalar(n)
	r.later = append(r.later, func(knobs model.Knobs) error {
		if _, err := v.find(knobs); err != nil {
			return r.fail(n, err)
		}
		if v.to != nil && !v.valued {
			return r.fail(n, fmt.Errorf("%s: the value is missing; add to: VALUE", *v.path))
		}
		return nil
	})
	return err
}
func (v targetName) write(w *writer) tree {
	if *v.path == "" {
		return tree{}
	}
	return scalar(w.short(*v.path))
}

// targetValue is the value that the parameter gets.
type targetValue struct{ *target }

func (v targetValue) reset(*reader) { *v.to = 0 }
func (v targetValue) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	v.valued = true
	r.later = append(r.later, func(knobs model.Knobs) error {
		if *v.path == "" {
			return r.fail(n, errors.New("a value without a parameter; add set: NAME"))
		}
		k, err := v.find(knobs)
		if err == nil {
			*v.to, err = k.Parse(s)
		}
		if err != nil {
			return r.fail(n, err)
		}
		return nil
	})
	return err
}
func (v targetValue) write(w *writer) tree {
	if *v.path == "" {
		return tree{}
	}
	return scalar(w.knob(*v.path).Text(*v.to))
}

// targetValues are several values for one parameter.
type targetValues struct {
	*target
	at *[]float64
}

func (v targetValues) reset(*reader) { *v.at = nil }
func (v targetValues) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	if err != nil || len(nodes) == 0 {
		return err
	}
	*v.at = make([]float64, len(nodes))
	for i, n := range nodes {
		t := targetValue{&target{path: v.path, to: &(*v.at)[i]}}
		if err := t.read(r, n); err != nil {
			return err
		}
	}
	return nil
}
func (v targetValues) write(w *writer) tree {
	t := tree{seq: true, flow: true}
	for i := range *v.at {
		value := targetValue{&target{path: v.path, to: &(*v.at)[i]}}
		t.items = append(t.items, item{value: value.write(w)})
	}
	return t
}

// assignments give several parameters a value each: {retries: 3, limit: 20}.
type assignments struct{ at *[]model.Assignment }

func (v assignments) reset(*reader) { *v.at = nil }
func (v assignments) read(r *reader, n ast.Node) error {
	entries, err := r.mapping(n)
	if err != nil || len(entries) == 0 {
		return err
	}
	*v.at = make([]model.Assignment, len(entries))
	for i, e := range entries {
		a := &(*v.at)[i]
		t := &target{path: &a.Path, to: &a.To}
		if err := (targetName{t}).read(r, e.at); err != nil {
			return err
		}
		if err := (targetValue{t}).read(r, e.value); err != nil {
			return err
		}
	}
	return nil
}
func (v assignments) write(w *writer) tree {
	t := tree{flow: true}
	for _, a := range *v.at {
		t.items = append(t.items, item{key: w.short(a.Path), value: scalar(w.knob(a.Path).Text(a.To))})
	}
	return t
}

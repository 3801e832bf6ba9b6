package presets

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"overloadtui/model"
)

// A value reads and writes what stands behind one key of a scenario file.
type value interface {
	// reset gives what the value points to the content it has when the key is absent.
	reset(*reader)
	// read takes the content from a node of the file.
	read(*reader, ast.Node) error
	// write is the content as it stands in a file; the zero tree leaves the key out.
	write(*writer) tree
	// schema is what may stand behind the key, for the JSON Schema.
	schema(model.Catalog) *schema
}

// version is the version of the format.
type version struct{}

func (version) reset(*reader)      {}
func (version) write(*writer) tree { return scalar(strconv.Itoa(model.FormatVersion)) }
func (version) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	if err == nil && s != strconv.Itoa(model.FormatVersion) {
		err = r.wrong(n, "%q is not a version that this program reads; it reads %d", s, model.FormatVersion)
	}
	return err
}

// text is free text.
type text struct{ at *string }

func (v text) reset(*reader) { *v.at = "" }
func (v text) read(r *reader, n ast.Node) (err error) {
	*v.at, err = r.scalar(n)
	return err
}
func (v text) write(*writer) tree {
	if *v.at == "" {
		return tree{}
	}
	return prose(*v.at)
}

// name is what a service, route or class is called: part of its parameters' paths, so
// each name stands once.
type name struct{ at *string }

func (v name) reset(*reader)      { *v.at = "" }
func (v name) write(*writer) tree { return scalar(quote(*v.at)) }
func (v name) read(r *reader, n ast.Node) (err error) {
	if *v.at, err = r.scalar(n); err != nil {
		return err
	}
	if !isName(*v.at) {
		return r.wrong(n, "%q is not a name; use letters, digits, - and _", *v.at)
	}
	if r.names[*v.at] != nil {
		return r.wrong(n, "%q stands twice; services, routes and classes need names of their own", *v.at)
	}
	r.names[*v.at] = n
	return nil
}

// isName says whether s can be part of a parameter's path.
func isName(s string) bool {
	for _, c := range s {
		letter := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}

// serviceName is the name of a service that the file defines somewhere.
type serviceName struct{ at *string }

func (v serviceName) reset(*reader) { *v.at = "" }
func (v serviceName) read(r *reader, n ast.Node) (err error) {
	*v.at, err = r.scalar(n)
	key := r.key
	r.later = append(r.later, func(model.Knobs) error {
		if r.scenario.ServiceIndex(*v.at) >= 0 {
			return nil
		}
		var names []string
		for _, s := range r.scenario.Services {
			names = append(names, s.Name)
		}
		return r.fail(n, fmt.Errorf("%s: %q is not one of the services of this file%s", key, *v.at, oneOf(*v.at, names)))
	})
	return err
}
func (v serviceName) write(*writer) tree {
	if *v.at == "" {
		return tree{}
	}
	return scalar(quote(*v.at))
}

// texts is a list of free texts.
type texts struct{ at *[]string }

func (v texts) reset(*reader) { *v.at = nil }
func (v texts) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	if err != nil || len(nodes) == 0 {
		return err
	}
	*v.at = make([]string, len(nodes))
	for i, n := range nodes {
		if (*v.at)[i], err = r.scalar(n); err != nil {
			return err
		}
	}
	return nil
}
func (v texts) write(*writer) tree {
	t := tree{seq: true}
	for _, s := range *v.at {
		t.items = append(t.items, item{value: prose(s)})
	}
	return t
}

// number is a natural number without a range, such as a seed.
type number struct{ at *uint64 }

func (v number) reset(*reader)      { *v.at = 0 }
func (v number) write(*writer) tree { return scalar(strconv.FormatUint(*v.at, 10)) }
func (v number) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	if err != nil {
		return err
	}
	if *v.at, err = strconv.ParseUint(s, 10, 64); err != nil {
		return r.wrong(n, "%q is not a whole number from 0 to %d", s, uint64(math.MaxUint64))
	}
	r.spots[v.at] = n.GetToken()
	return nil
}

// instant is a moment of simulated time.
type instant struct{ at *model.Millis }

func (v instant) reset(*reader)      { *v.at = 0 }
func (v instant) write(*writer) tree { return scalar(v.at.String()) }
func (v instant) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	if err != nil {
		return err
	}
	if *v.at, err = model.ParseMillis(s); err == nil && *v.at < 0 {
		return r.wrong(n, "%v is before the start of the run", *v.at)
	}
	if err != nil {
		return r.wrong(n, "%w", err)
	}
	return nil
}

// setting is a declared setting.
type setting struct {
	model.Param
	at *float64
}

func (v setting) reset(*reader)      { *v.at = v.Default }
func (v setting) write(*writer) tree { return scalar(v.Text(*v.at)) }
func (v setting) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	if err != nil {
		return err
	}
	if *v.at, err = v.Parse(s); err != nil {
		return r.fail(n, err)
	}
	r.spots[v.at] = n.GetToken()
	return nil
}

// style is how the elements of a list are laid out.
type style bool

const (
	inBlock style = false // each field on a line of its own
	inLine  style = true  // {name: a, share: 20%}
)

// list is a list of objects.
type list[T any] struct {
	at     *[]T
	fields func(*T) []field
	style  style
	check  func(*T) error // of what an element says by itself; may be nil
}

func (v list[T]) reset(*reader) { *v.at = nil }

// read makes room for all elements first, because values that are resolved later
// keep pointers to them.
func (v list[T]) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	if err != nil || len(nodes) == 0 {
		return err
	}
	*v.at = make([]T, len(nodes))
	for i, n := range nodes {
		element := &(*v.at)[i]
		if err := r.object(n, v.fields(element)); err != nil {
			return err
		}
		if v.check == nil {
			continue
		}
		if err := v.check(element); err != nil {
			return r.fail(n, err)
		}
	}
	return nil
}

func (v list[T]) write(w *writer) tree {
	t := tree{seq: true}
	for i := range *v.at {
		element := w.object(v.fields(&(*v.at)[i]))
		element.flow = v.style == inLine
		t.items = append(t.items, item{value: element})
	}
	return t
}

// sweep is the declaration of a scenario's sweep, which not every scenario has.
type sweep struct{ at *model.Sweep }

func (v sweep) reset(*reader) { *v.at = model.Sweep{} }
func (v sweep) read(r *reader, n ast.Node) error {
	return r.object(n, sweepFields(v.at))
}
func (v sweep) write(w *writer) tree {
	if v.at.Over == "" {
		return tree{}
	}
	return w.object(sweepFields(v.at))
}

// section is a part of the scenario that is all settings. A file that is written leaves
// it out while all of them are the defaults.
type section[P comparable] struct {
	at       *P
	settings []model.Setting[P]
	doc      string
}

func (v section[P]) reset(*reader) { model.Defaults(v.settings, v.at) }
func (v section[P]) read(r *reader, n ast.Node) error {
	return r.object(n, settings(v.settings, v.at))
}
func (v section[P]) write(w *writer) tree {
	var usual P
	if model.Defaults(v.settings, &usual); *v.at == usual {
		return tree{}
	}
	return w.object(settings(v.settings, v.at))
}
func (v section[P]) schema(cat model.Catalog) *schema {
	s := objectSchema(cat, settings(v.settings, v.at))
	s.Description = v.doc
	return s
}

// word is one of the words of a list; its index is what is kept.
type word[T ~uint8] struct {
	at    *T
	words []string // the first may be empty: nothing is written for it
}

func (v word[T]) reset(*reader) { *v.at = 0 }
func (v word[T]) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	if err != nil {
		return err
	}
	if i := slices.Index(v.words, s); i >= 0 && s != "" {
		*v.at = T(i)
		return nil
	}
	return r.wrong(n, "%q is not one of %s%s", s, strings.Join(v.known(), ", "), oneOf(s, v.known()))
}
func (v word[T]) known() []string {
	if v.words[0] == "" {
		return v.words[1:]
	}
	return v.words
}
func (v word[T]) write(*writer) tree {
	if v.words[*v.at] == "" {
		return tree{}
	}
	return scalar(v.words[*v.at])
}
func (v word[T]) schema(model.Catalog) *schema { return &schema{Enum: v.known()} }

// order is what a person decides by hand, which few changes are.
type order struct{ at *model.Order }

func (v order) reset(*reader) { *v.at = model.Order{} }
func (v order) read(r *reader, n ast.Node) error {
	r.later = append(r.later, func(model.Knobs) error {
		if err := v.at.Check(r.scenario); err != nil {
			return r.fail(n, err)
		}
		return nil
	})
	return r.object(n, orderFields(v.at))
}
func (v order) write(w *writer) tree {
	if v.at.Kind == model.NoOrder {
		return tree{}
	}
	return w.object(orderFields(v.at))
}
func (v order) schema(cat model.Catalog) *schema { return objectSchema(cat, orderFields(v.at)) }

// orderNumber is the number that an order of one kind is about.
type orderNumber struct {
	of    *model.Order
	kind  model.OrderKind
	first float64 // how the first is called; the model counts from 0 or as the file does
	doc   string
}

func (v orderNumber) param() model.Param {
	return model.Param{Name: "number", Min: v.first, Max: 1e6, Whole: true, Doc: v.doc}
}
func (v orderNumber) reset(*reader) {} // the order has been reset
func (v orderNumber) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	if err != nil {
		return err
	}
	number, err := v.param().Parse(s)
	if err != nil {
		return r.wrong(n, "%w", err)
	}
	v.of.Value = number - v.first
	key := r.key
	r.later = append(r.later, func(model.Knobs) error {
		if v.of.Kind == v.kind {
			return nil
		}
		return r.fail(n, fmt.Errorf("%s: an order to %s has none", key, v.of.Kind))
	})
	return nil
}
func (v orderNumber) write(*writer) tree {
	if v.of.Kind != v.kind {
		return tree{}
	}
	return scalar(v.param().Text(v.of.Value + v.first))
}
func (v orderNumber) schema(model.Catalog) *schema {
	least := v.first
	return &schema{Description: v.doc, Type: "integer", Minimum: &least}
}

// orderState is one of the two states of a transition that an order switches off.
type orderState struct {
	word[model.State]
	of *model.Order
}

func (v orderState) write(w *writer) tree {
	if v.of.Kind != model.BlockWay {
		return tree{}
	}
	return v.word.write(w)
}

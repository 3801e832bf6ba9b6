package presets

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"overloadtui/model"
)

// maxSize bounds a scenario file, so that a wrong file name cannot fill the memory.
const maxSize = 1 << 20

// Error says what is wrong with a scenario file, where, and what would be right.
type Error struct {
	File         string
	Line, Column int    // from 1
	Snippet      string // the offending line, without its indentation
	Err          error
}

// Error is one line: FILE:LINE:COLUMN: what is wrong (in "the line").
func (e *Error) Error() string {
	s := fmt.Sprintf("%s:%d:%d: %v", e.File, e.Line, e.Column, e.Err)
	if e.Snippet != "" {
		s += fmt.Sprintf(" (in %q)", e.Snippet)
	}
	return s
}

func (e *Error) Unwrap() error { return e.Err }

// Read reads a scenario file. file is its name, for errors, for the scenario's own name
// and for the files that it names, which are looked for in the same directory. Settings that are absent have their declared defaults, a policy that is absent
// is the first kind of its family. Whatever the format does not know is an error, and
// every error is an *Error with its place. The scenario is valid under cat.
func Read(file string, data []byte, cat model.Catalog) (*model.Scenario, error) {
	return newReader(file, data, cat).read()
}

// ReadAlone is Read for a text that does not lie on the disk: it may not name files.
func ReadAlone(file string, data []byte, cat model.Catalog) (*model.Scenario, error) {
	r := newReader(file, data, cat)
	r.alone = true
	return r.read()
}

// reader is the state of one Read.
type reader struct {
	file     string
	src      []byte
	cat      model.Catalog
	alone    bool
	scenario *model.Scenario
	root     ast.Node
	key      string                    // being read, for messages
	names    map[string]ast.Node       // of services, routes and classes so far
	later    []func(model.Knobs) error // what needs the whole file: references by name

	spots map[any]*token.Token // where the number at a pointer stands
	gaps  map[any]gap          // where it could stand
}

func newReader(file string, data []byte, cat model.Catalog) *reader {
	return &reader{
		file: file, src: data, cat: cat, scenario: &model.Scenario{Name: scenarioName(file)},
		names: map[string]ast.Node{}, spots: map[any]*token.Token{}, gaps: map[any]gap{},
	}
}

func (r *reader) read() (s *model.Scenario, err error) {
	if r.root, err = r.parse(); err != nil {
		return nil, err
	}
	if err := r.object(r.root, scenarioFields(r.scenario)); err != nil {
		return nil, err
	}
	knobs, err := r.scenario.Knobs(r.cat)
	if err != nil {
		return nil, r.fail(r.about(err), err)
	}
	for _, resolve := range r.later {
		if err := resolve(knobs); err != nil {
			return nil, err
		}
	}
	if err := r.scenario.Validate(r.cat); err != nil {
		return nil, r.fail(r.about(err), err)
	}
	return r.scenario, nil
}

// parse is the one YAML document of the file.
func (r *reader) parse() (root ast.Node, err error) {
	start := &token.Position{Line: 1, Column: 1}
	switch {
	case len(r.src) > maxSize:
		return nil, r.failAt(start, fmt.Errorf("the file has %d bytes, a scenario has at most %d", len(r.src), maxSize))
	case !utf8.Valid(r.src):
		return nil, r.failAt(r.firstInvalid(), errors.New("the file is not UTF-8 text"))
	}
	// The parser is given whatever a person's disk holds.
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, r.failAt(start, fmt.Errorf("the YAML cannot be parsed: %v", p))
		}
	}()
	doc, err := parser.ParseBytes(r.src, 0)
	if err != nil {
		if syntax := yaml.Error(nil); errors.As(err, &syntax) && syntax.GetToken() != nil {
			return nil, r.failAt(syntax.GetToken().Position, errors.New(oneLine(syntax.GetMessage())))
		}
		return nil, r.failAt(start, errors.New(oneLine(err.Error())))
	}
	if len(doc.Docs) > 1 && doc.Docs[1].Body != nil {
		return nil, r.fail(doc.Docs[1].Body, errors.New("a second document; a scenario file holds one"))
	}
	if len(doc.Docs) == 0 || doc.Docs[0].Body == nil {
		return nil, r.failAt(start, fmt.Errorf("the file is empty; a scenario begins with version: %d", model.FormatVersion))
	}
	return doc.Docs[0].Body, nil
}

// object reads the fields of an object from a mapping, each key at most once and no
// other keys.
func (r *reader) object(n ast.Node, fields []field) error {
	entries, err := r.mapping(n)
	if err != nil {
		return err
	}
	var keys []string
	for _, f := range fields {
		f.reset(r)
		keys = append(keys, f.key)
	}
	for _, e := range entries {
		known := false
		for _, f := range fields {
			if f.key != e.key {
				continue
			}
			known = true
			r.key = f.key
			if err := f.read(r, e.value); err != nil {
				return err
			}
		}
		if !known {
			return r.fail(e.at, fmt.Errorf("the key %q is unknown here%s", e.key, oneOf(e.key, keys)))
		}
	}
	for _, f := range fields {
		if has(entries, f.key) {
			continue
		}
		if f.required {
			return r.fail(n, fmt.Errorf("%s is missing", f.key))
		}
		if v, ok := f.value.(setting); ok && n != r.root {
			r.gaps[v.at] = gap{n.(*ast.MappingNode), f.key}
		}
	}
	return nil
}

// entry is a key of a mapping and what stands behind it.
type entry struct {
	key   string
	at    ast.Node // the key
	value ast.Node
}

func has(entries []entry, key string) bool {
	for _, e := range entries {
		if e.key == key {
			return true
		}
	}
	return false
}

// mapping is the entries of a mapping in their order. The parser has refused keys
// that stand twice.
func (r *reader) mapping(n ast.Node) ([]entry, error) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return nil, r.wrong(n, "%s where keys and values belong, such as {name: value}", kindOf(n))
	}
	var entries []entry
	for _, v := range m.Values {
		key, ok := v.Key.(ast.Node)
		if !ok {
			return nil, r.fail(m, errors.New("a key that is not a word"))
		}
		word, err := r.scalar(key)
		if err != nil {
			return nil, err
		}
		if has(entries, word) {
			return nil, r.fail(key, fmt.Errorf("the key %q stands twice", word))
		}
		entries = append(entries, entry{word, key, v.Value})
	}
	return entries, nil
}

// sequence is the elements of a list.
func (r *reader) sequence(n ast.Node) ([]ast.Node, error) {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return nil, r.wrong(n, "%s where a list belongs, such as [a, b]", kindOf(n))
	}
	return s.Values, nil
}

// scalar is the text of a single value as it stands in the file.
func (r *reader) scalar(n ast.Node) (string, error) {
	switch v := n.(type) {
	case *ast.StringNode:
		return v.Value, nil
	case *ast.LiteralNode:
		return v.Value.Value, nil
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.InfinityNode, *ast.NanNode:
		return n.GetToken().Value, nil
	}
	return "", r.wrong(n, "%s where a single value belongs", kindOf(n))
}

func kindOf(n ast.Node) string {
	switch n.(type) {
	case nil, *ast.NullNode:
		return "nothing"
	case *ast.MappingNode:
		return "keys and values"
	case *ast.SequenceNode:
		return "a list"
	case *ast.AnchorNode, *ast.AliasNode, *ast.MergeKeyNode:
		return "an anchor or alias (which scenario files do not use)"
	case *ast.TagNode:
		return "a tag (which scenario files do not use)"
	}
	return "a single value"
}

// about is the node of what a check of the whole scenario speaks of first: a top-level
// key, or the name of a service, route or class. It is the root when it is neither.
func (r *reader) about(err error) ast.Node {
	word := firstName.FindString(strings.TrimPrefix(err.Error(), "route "))
	word = strings.Trim(word, `"`)
	entries, _ := r.mapping(r.root)
	for _, e := range entries {
		if e.key == word {
			return e.at
		}
	}
	if n := r.names[word]; n != nil {
		return n
	}
	return r.root
}

var firstName = regexp.MustCompile(`^"?[A-Za-z0-9_-]+`)

// wrong is an error about the value of the key that is being read.
func (r *reader) wrong(n ast.Node, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if r.key != "" {
		err = fmt.Errorf("%s: %w", r.key, err)
	}
	return r.fail(n, err)
}

// fail places an error at a node.
func (r *reader) fail(n ast.Node, err error) error {
	at := &token.Position{Line: 1, Column: 1}
	switch v := n.(type) {
	case nil:
	case *ast.MappingNode:
		at = v.GetToken().Position
		if !v.IsFlowStyle && len(v.Values) > 0 {
			at = v.Values[0].Key.GetToken().Position // the token of a block is its first colon
		}
	default:
		if t := n.GetToken(); t != nil && t.Position != nil {
			at = t.Position
		}
	}
	return r.failAt(at, err)
}

const maxSnippet = 72

func (r *reader) failAt(p *token.Position, err error) error {
	return placed(r.file, r.src, p.Line, p.Column, err)
}

// placed is an error at a place of a text file.
func placed(file string, text []byte, line, column int, err error) *Error {
	lines := bytes.Split(text, []byte("\n"))
	e := &Error{File: file, Line: max(line, 1), Column: max(column, 1), Err: err}
	if e.Line <= len(lines) {
		snippet := []rune(strings.TrimSpace(string(lines[e.Line-1])))
		if len(snippet) > maxSnippet {
			snippet = append(snippet[:maxSnippet], '…')
		}
		e.Snippet = string(snippet)
	}
	return e
}

// maxTable bounds a file that a scenario names.
const maxTable = 64 << 20

// beside reads a file that the scenario names, relative to the scenario's own.
func (r *reader) beside(name string) (path string, text []byte, err error) {
	if r.alone {
		return "", nil, fmt.Errorf("%q: this text may not name other files", name)
	}
	path = name
	if !filepath.IsAbs(name) {
		path = filepath.Join(filepath.Dir(r.file), name)
	}
	info, err := os.Stat(path)
	switch {
	case err == nil && !info.Mode().IsRegular():
		err = fmt.Errorf("%s: it is not a regular file", path)
	case err == nil && info.Size() > maxTable:
		err = fmt.Errorf("%s: the file has %d bytes, a table has at most %d", path, info.Size(), maxTable)
	case err == nil:
		text, err = os.ReadFile(path)
	}
	if why := (*fs.PathError)(nil); errors.As(err, &why) {
		err = fmt.Errorf("%s: %w", path, why.Err)
	}
	return path, text, err
}

func (r *reader) firstInvalid() *token.Position {
	at := 0
	for {
		c, size := utf8.DecodeRune(r.src[at:])
		if c == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	before := r.src[:at]
	line := bytes.LastIndexByte(before, '\n') + 1
	return &token.Position{Line: 1 + bytes.Count(before, []byte("\n")), Column: 1 + utf8.RuneCount(before[line:])}
}

// oneOf says what would be right instead of a word that is not: the name that was
// probably meant, or all of them.
func oneOf(word string, names []string) string {
	if near := model.Nearest(word, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "; use one of " + cmp.Or(strings.Join(names, ", "), "(there is none)")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

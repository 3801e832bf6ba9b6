package presets

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"overloadtui/model"
)

// Marshal writes a valid scenario as a file that Read gives back to the last bit,
// except for its name, which is the file's. Every setting is written, defaults too,
// so that the file means the same when a default changes. The same scenario always
// gives the same bytes.
func Marshal(s *model.Scenario, cat model.Catalog) ([]byte, error) {
	s = s.Clone() // the fields point into what they write, and a caller may share s
	if err := s.Validate(cat); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	newWriter(s, cat).object(scenarioFields(s)).print(&out, "")
	return out.Bytes(), nil
}

// Inline is a copy of a scenario that needs no other files: their tables are its own.
func Inline(s *model.Scenario) *model.Scenario {
	s = s.Clone()
	for _, p := range places(s) {
		policies := p.list
		if p.one != nil {
			p.one.File = ""
			continue
		}
		for i := range *policies {
			(*policies)[i].File = ""
		}
	}
	return s
}

// writer is the state of one Marshal.
type writer struct {
	cat   model.Catalog
	knobs model.Knobs
}

// newWriter is a writer for a valid scenario.
func newWriter(s *model.Scenario, cat model.Catalog) *writer {
	knobs, err := s.Knobs(cat)
	if err != nil {
		panic(fmt.Sprintf("writing a scenario that was not validated: %v", err))
	}
	return &writer{cat, knobs}
}

func (w *writer) object(fields []field) tree {
	var t tree
	for _, f := range fields {
		if value := f.write(w); !value.empty() {
			t.items = append(t.items, item{f.key, value})
		}
	}
	return t
}

// knob is the parameter at a path of a validated scenario.
func (w *writer) knob(path string) model.Knob {
	k, err := w.knobs.Find(path)
	if err != nil {
		panic(fmt.Sprintf("writing a scenario that was not validated: %v", err))
	}
	return k
}

// short is the name by which a file refers to the parameter.
func (w *writer) short(path string) string { return w.knob(path).Short }

// tree is a piece of a YAML document: a scalar, a mapping or a sequence.
type tree struct {
	text  string // a scalar, quoted as needed
	fold  bool   // the scalar is long text, to be written as lines
	items []item
	seq   bool // the items are a sequence
	flow  bool // written in one line: {a: 1} or [1, 2]
}

type item struct {
	key   string // "" in a sequence
	value tree
}

func scalar(text string) tree { return tree{text: text} }

func (t tree) empty() bool { return t.text == "" && len(t.items) == 0 }

const (
	foldFrom  = 60 // runes; longer text is written as lines of
	foldWidth = 78
)

// prose is free text as a scalar: folded into lines when it is long and nothing but
// words with a space between, because that is what folding gives back unharmed.
func prose(s string) tree {
	words := strings.Fields(s)
	long := len([]rune(s)) > foldFrom && s == strings.Join(words, " ")
	if long && !strings.ContainsFunc(s, func(c rune) bool { return !unicode.IsPrint(c) }) {
		return tree{text: s, fold: true}
	}
	return scalar(quote(s))
}

// plain is text that YAML reads as itself without quotes, in a line of its own and
// between braces.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./%()+=>;-]*( [A-Za-z0-9_./%()+=>;-]+)*$`)

func quote(s string) string {
	switch strings.ToLower(s) {
	case "null", "true", "false":
	default:
		if plain.MatchString(s) {
			return s
		}
	}
	// Each escape of strconv.Quote means the same in YAML.
	return strconv.Quote(s)
}

// print writes the tree as the lines of a block that stands at the given indentation.
// The caller has written the indentation of the first line.
func (t tree) print(out *bytes.Buffer, indent string) {
	for i, it := range t.items {
		if i > 0 {
			out.WriteString(indent)
		}
		v := it.value
		inner := indent + "  "
		if t.seq {
			out.WriteString("-")
			if len(v.items) > 0 && !v.flow {
				out.WriteString(" ")
				v.print(out, inner)
				continue
			}
		} else {
			out.WriteString(it.key + ":")
		}
		switch {
		case v.fold:
			out.WriteString(" >-\n")
			fold(out, v.text, inner)
		case len(v.items) == 0 || v.flow:
			out.WriteString(" " + v.line() + "\n")
		default:
			out.WriteString("\n" + inner)
			v.print(out, inner)
		}
	}
}

// line is the tree in one line.
func (t tree) line() string {
	if len(t.items) == 0 {
		if t.fold {
			return strconv.Quote(t.text)
		}
		return t.text
	}
	parts := make([]string, len(t.items))
	for i, it := range t.items {
		parts[i] = it.value.line()
		if !t.seq {
			parts[i] = it.key + ": " + parts[i]
		}
	}
	if t.seq {
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

func fold(out *bytes.Buffer, text, indent string) {
	width := 0
	for i, word := range strings.Split(text, " ") {
		n := len([]rune(word))
		switch {
		case i == 0:
			out.WriteString(indent)
			width = len(indent)
		case width+1+n > foldWidth:
			out.WriteString("\n" + indent)
			width = len(indent)
		default:
			out.WriteString(" ")
			width++
		}
		out.WriteString(word)
		width += n
	}
	out.WriteString("\n")
}

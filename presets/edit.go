package presets

import (
	"bytes"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"overloadtui/model"
)

// Edit is the text of a scenario file changed so that it says to. Comments, order and
// layout stay when only values differ, or when a top-level part is new; kept is false
// when more differs, such as the kind of a policy, and the text is then Marshal's.
// Either way Read gives to back, to the last bit. Errors are those of Read and of
// Marshal.
func Edit(file string, data []byte, to *model.Scenario, cat model.Catalog) (edited []byte, kept bool, err error) {
	r := newReader(file, data, cat)
	old, err := r.read()
	if err != nil {
		return nil, false, err
	}
	to = to.Clone()
	to.Name = old.Name
	whole, err := Marshal(to, cat)
	if err != nil {
		return nil, false, err
	}
	e := editor{reader: r}
	if !e.values(to) {
		return whole, false, nil
	}
	edited = append(e.apply(), e.parts(to)...)
	if again, err := Read(file, edited, cat); err != nil || !reflect.DeepEqual(again, to) {
		return whole, false, nil
	}
	return edited, true, nil
}

// editor collects changes to the text that a reader has read.
type editor struct {
	*reader
	changes []splice
}

// splice is a piece of the text, by its bytes, and what stands there instead.
type splice struct {
	from, to int
	text     string
}

// gap is where a setting could stand that the file leaves to its default.
type gap struct {
	in  *ast.MappingNode
	key string
}

// values changes every value of a setting that differs and has a place in the text.
// It is false when the two scenarios do not have the same settings, or a place is not
// what it seems. What has no place is left to parts, and Edit looks at the result.
func (e *editor) values(to *model.Scenario) bool {
	old, err := e.scenario.Knobs(e.cat)
	now, errNow := to.Knobs(e.cat)
	if err != nil || errNow != nil || len(old) != len(now) {
		return false
	}
	for i, k := range now {
		switch {
		case old[i].Path != k.Path:
			return false
		case old[i].Value() != k.Value() && !e.value(old[i].At(), k.Text(k.Value())):
			return false
		}
	}
	return e.scenario.Seed == to.Seed || e.value(&e.scenario.Seed, strconv.FormatUint(to.Seed, 10))
}

// value changes one value, where it stands or where it could stand.
func (e *editor) value(at any, text string) bool {
	if t, ok := e.spots[at]; ok {
		from, old := e.offset(t.Position), strings.TrimSpace(t.Origin)
		if !bytes.HasPrefix(e.src[from:], []byte(old)) {
			return false
		}
		e.changes = append(e.changes, splice{from, from + len(old), text})
		return true
	}
	g, ok := e.gaps[at]
	switch {
	case !ok:
		return true
	case g.in.IsFlowStyle:
		end := e.offset(g.in.End.Position)
		e.changes = append(e.changes, splice{end, end, ", " + g.key + ": " + text})
		return len(g.in.Values) > 0
	}
	// Below the first line of the block, which names what it is about.
	first := g.in.Values[0].Key.GetToken().Position
	end := e.offset(first)
	if n := bytes.IndexByte(e.src[end:], '\n'); n >= 0 {
		end += n
	} else {
		end = len(e.src)
	}
	indent := strings.Repeat(" ", first.Column-1)
	e.changes = append(e.changes, splice{end, end, "\n" + indent + g.key + ": " + text})
	return true
}

// parts is the text of the top-level parts that the file does not have and to needs.
func (e *editor) parts(to *model.Scenario) []byte {
	entries, err := e.mapping(e.root)
	if err != nil {
		panic(err) // it has been read
	}
	was, is := newWriter(e.scenario, e.cat), newWriter(to, e.cat)
	var added tree
	old := scenarioFields(e.scenario)
	for i, f := range scenarioFields(to) {
		if has(entries, f.key) {
			continue
		}
		if part := f.write(is); !reflect.DeepEqual(part, old[i].write(was)) {
			added.items = append(added.items, item{f.key, part})
		}
	}
	var out bytes.Buffer
	if len(added.items) > 0 && !bytes.HasSuffix(e.src, []byte("\n")) {
		out.WriteByte('\n')
	}
	added.print(&out, "")
	return out.Bytes()
}

// offset is the byte at which a position is.
func (e *editor) offset(p *token.Position) int {
	at := 0
	for range p.Line - 1 {
		at += bytes.IndexByte(e.src[at:], '\n') + 1
	}
	for range p.Column - 1 {
		_, size := utf8.DecodeRune(e.src[at:])
		at += size
	}
	return at
}

// apply is the text with the changes in it.
func (e *editor) apply() []byte {
	slices.SortStableFunc(e.changes, func(a, b splice) int { return a.from - b.from })
	var out bytes.Buffer
	at := 0
	for _, c := range e.changes {
		out.Write(e.src[at:c.from])
		out.WriteString(c.text)
		at = c.to
	}
	out.Write(e.src[at:])
	return out.Bytes()
}

package export

import (
	"bytes"
	"encoding/json"
	"strconv"

	"overloadtui/model"
)

// JSONLines is the windows of a recording, one JSON object in a line for each, under
// the names and with the numbers of CSV; null is a number that the window has not. The
// divisions that are asked for are objects in it: {"class": {"gold": {...}}}, with the
// names and numbers of GroupCSV.
func JSONLines(rec model.Recording, by []model.By, columns Columns) []byte {
	var o objects
	for i := range rec.Points {
		p := &rec.Points[i]
		o.begin()
		for j := range model.Metrics[:columns.Window] {
			m := &model.Metrics[j]
			if m.Word != nil {
				o.text(m.Name, m.Word(p))
			} else {
				o.number(m.Name, m.Text(p))
			}
		}
		for _, b := range by {
			o.key(b.String())
			o.begin()
			for n, name := range b.Members(rec.Scenario) {
				o.key(name)
				o.begin()
				of := b.Part(n)
				part := p.Part(of)
				for _, m := range model.GroupMetrics[:columns.Group] {
					o.number(m.Name, m.TextOf(of, part))
				}
				o.end()
			}
			o.end()
		}
		o.end()
		o.out.WriteByte('\n')
	}
	return o.out.Bytes()
}

// TableLines is the rows of a table, one JSON object in a line for each: a field that
// is a finite number is a number, an empty one is null, any other a string.
func TableLines(header []string, rows [][]string) []byte {
	var o objects
	for _, row := range rows {
		o.begin()
		for i, name := range header {
			if row[i] == "" || json.Valid([]byte(row[i])) && isNumber(row[i]) {
				o.number(name, row[i])
			} else {
				o.text(name, row[i])
			}
		}
		o.end()
		o.out.WriteByte('\n')
	}
	return o.out.Bytes()
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

// auditLine is an entry of the audit log as a file has it. The names stay as they are.
type auditLine struct {
	AtMs     float64     `json:"at_ms"`
	Kind     string      `json:"kind"`
	State    string      `json:"state"`
	Rung     int         `json:"rung"`
	Cause    string      `json:"cause"`
	Text     string      `json:"text"`
	Evidence []auditGate `json:"evidence,omitempty"`
	Who      string      `json:"who,omitempty"`
	Why      string      `json:"why,omitempty"`
	MayRelax string      `json:"may_relax,omitempty"`
	UntilMs  float64     `json:"until_ms,omitempty"`
}

type auditGate struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	Needs string `json:"needs"`
	Met   bool   `json:"met"`
}

// AuditLines is the audit log, one JSON object in a line for each entry, in order.
func AuditLines(entries []model.Entry) []byte {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	for i := range entries {
		e := &entries[i]
		line := auditLine{AtMs: float64(e.At), Kind: e.Kind.String(), State: e.State.String(), Rung: e.Rung, Cause: e.Cause, Text: e.Text,
			Who: e.Who, Why: e.Why, MayRelax: e.Invariant, UntilMs: float64(e.Until)}
		for _, g := range e.Gates {
			line.Evidence = append(line.Evidence, auditGate{g.Name, g.Value, g.Needs, g.Met})
		}
		if err := enc.Encode(line); err != nil {
			panic(err) // plain values and finite numbers only
		}
	}
	return out.Bytes()
}

// objects writes JSON objects whose keys keep their order, which encoding/json does not
// do for keys that are known at run time only.
type objects struct {
	out   bytes.Buffer
	comma bool
}

func (o *objects) begin() { o.out.WriteByte('{'); o.comma = false }
func (o *objects) end()   { o.out.WriteByte('}'); o.comma = true }

func (o *objects) key(name string) {
	if o.comma {
		o.out.WriteByte(',')
	}
	o.string(name)
	o.out.WriteByte(':')
	o.comma = true
}

func (o *objects) text(name, value string) {
	o.key(name)
	o.string(value)
}

// number is a number in decimal form; empty is none.
func (o *objects) number(name, value string) {
	o.key(name)
	if value == "" {
		value = "null"
	}
	o.out.WriteString(value)
}

func (o *objects) string(s string) {
	var quoted bytes.Buffer
	enc := json.NewEncoder(&quoted)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		panic(err) // a string can be written
	}
	o.out.Write(bytes.TrimSuffix(quoted.Bytes(), []byte("\n")))
}

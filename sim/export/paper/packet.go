// Package paper makes the texts that a person takes away from a scenario: the packet
// with every figure beside its formula, the recovery plan and the readiness checklist.
//
// What is not known is said to be unknown; nothing is made up. It knows no engine, no
// file and no screen: a scenario and, where there is one, the evidence of a run go in,
// and text comes out. It stands beside package export because a screen offers these
// texts by a key, without the tables and manifests of a run.
package paper

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// Formats are how a packet can be written, the first by default.
var Formats = []string{"text", "json", "markdown"}

// Packet is the packet of a scenario that has one, in one of the Formats: its inputs,
// what follows from them, the plan and the claims. It ends with a newline.
func Packet(s *model.Scenario, format string) ([]byte, error) {
	p := packetOf(s)
	switch format {
	case "text":
		return p.text(), nil
	case "json":
		return p.json(), nil
	case "markdown":
		return p.markdown(), nil
	}
	return nil, fmt.Errorf("%q is not one of %s", format, strings.Join(Formats, ", "))
}

// input is a figure that was stated, or not.
type input struct {
	Name  string   `json:"name"` // as --set takes it
	Label string   `json:"label"`
	Value *float64 `json:"value"` // null while it is unknown
	Unit  string   `json:"unit,omitempty"`
	Text  string   `json:"text"`
}

// figure is a recovery.Figure as JSON.
type figure struct {
	Name    string   `json:"name"`
	Label   string   `json:"label"`
	Value   *float64 `json:"value"` // null while it is unknown
	Unit    string   `json:"unit,omitempty"`
	Text    string   `json:"text"`
	Formula string   `json:"formula"`
	Worked  string   `json:"worked,omitempty"`
	Unknown []string `json:"unknown,omitempty"`
	Doc     string   `json:"doc"`
}

// plan is a recovery.Plan as JSON; a number that is unknown is null.
type plan struct {
	Ceiling *float64 `json:"ceiling_per_s"`
	Chosen  *float64 `json:"chosen_per_s"`
	Margin  *float64 `json:"margin_per_s"`
	Drain   *float64 `json:"drain_s"`
	Allowed float64  `json:"allowed_per_s"` // 0 when it is refused
	Refused string   `json:"refused,omitempty"`
}

type claim struct {
	Name  string `json:"name"`
	Text  string `json:"text"`
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

// packet is what all formats write.
type packet struct {
	Scenario string   `json:"scenario"`
	Title    string   `json:"title"`
	Inputs   []input  `json:"inputs"`
	Figures  []figure `json:"figures"`
	Rules    []input  `json:"rules"`
	Plan     plan     `json:"plan"`
	Claims   []claim  `json:"claims"`
}

func packetOf(s *model.Scenario) packet {
	p := packet{Scenario: s.Name, Title: s.Title}
	for _, setting := range model.PacketSettings {
		in := inputOf(model.PacketGroup, setting.Param, *setting.At(s.Packet))
		if setting.Minor {
			p.Rules = append(p.Rules, in)
		} else {
			p.Inputs = append(p.Inputs, in)
		}
	}
	r := &s.Routes[0]
	for _, setting := range model.RouteSettings {
		if at := setting.At(r); at == &r.Deadline || at == &r.Correct {
			p.Inputs = append(p.Inputs, inputOf(r.Name, setting.Param, *at))
		}
	}
	for i := range s.Classes {
		c := &s.Classes[i]
		for _, setting := range model.ClassSettings {
			if at := setting.At(c); at == &c.Allocation || at == &c.BoundedFrom {
				in := inputOf(c.Name, setting.Param, *at)
				in.Label = c.Name + ", " + in.Label
				p.Inputs = append(p.Inputs, in)
			}
		}
	}
	known := map[string]*float64{}
	for _, f := range recovery.Figures(s) {
		out := figure{Name: f.Name, Label: f.Label, Unit: string(f.Unit), Text: f.Text(), Formula: f.Formula, Worked: f.Worked, Unknown: f.Unknown, Doc: f.Doc}
		if len(f.Unknown) == 0 {
			out.Value = &f.Value
		}
		known[f.Name] = out.Value
		p.Figures = append(p.Figures, out)
	}
	made := recovery.PlanOf(s)
	p.Plan = plan{Ceiling: known["replay-ceiling"], Margin: known["replay-margin"], Drain: known["drain"], Allowed: made.Allowed(), Refused: made.Refused}
	if made.Rate > 0 {
		p.Plan.Chosen = &made.Rate
	}
	for _, c := range recovery.Claims(s) {
		p.Claims = append(p.Claims, claim(c))
	}
	return p
}

func inputOf(group string, p model.Param, v float64) input {
	in := input{Name: group + "." + p.Name, Label: p.Label, Unit: string(p.Unit), Text: p.Format(v)}
	if p.Stated(v) {
		in.Value = &v
	}
	return in
}

func (p packet) json() []byte {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(p); err != nil {
		panic(err) // plain values and finite numbers only
	}
	return out.Bytes()
}

func (p packet) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s\n", p.Scenario, p.Title)
	inputs := func(heading string, list []input) {
		fmt.Fprintf(&b, "\n%s\n", heading)
		for _, in := range list {
			fmt.Fprintf(&b, "  %-29s %14s  %s\n", in.Label, in.Text, in.Name)
		}
	}
	inputs("INPUTS", p.Inputs)
	b.WriteString("\nDERIVED\n")
	for _, f := range p.Figures {
		fmt.Fprintf(&b, "  %-29s %14s\n", f.Label, f.Text)
		wrapped(&b, "      ", f.Formula)
		wrapped(&b, "      ", f.Worked)
	}
	inputs("RULES OF REPLAY", p.Rules)
	b.WriteString("\nPLAN\n")
	wrapped(&b, "  ", p.Plan.verdict())
	b.WriteString("\nCLAIMS\n")
	for _, c := range p.Claims {
		wrapped(&b, fmt.Sprintf("  %-5s  %-18s ", c.verdict(), c.Name), c.Text)
		wrapped(&b, strings.Repeat(" ", 28), c.Why)
	}
	return b.Bytes()
}

// textWidth is where lines of text end.
const textWidth = 79

// wrapped writes a text after what begins its first line, in lines that stand below
// each other; nothing at all when it is empty.
func wrapped(b *bytes.Buffer, begin, text string) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return
	}
	indent := utf8.RuneCountInString(begin)
	b.WriteString(begin)
	at := indent
	for i, w := range words {
		n := utf8.RuneCountInString(w)
		switch {
		case i == 0:
		case at+1+n > textWidth:
			b.WriteString("\n" + strings.Repeat(" ", indent))
			at = indent
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(w)
		at += n
	}
	b.WriteByte('\n')
}

func (c claim) verdict() string {
	if c.Holds {
		return "holds"
	}
	return "FAILS"
}

func (p plan) verdict() string {
	if p.Refused != "" {
		return "refused: " + p.Refused
	}
	return "replay may begin"
}

func (p packet) markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Packet: %s\n\n%s\n", p.Scenario, cell(p.Title))
	inputs := func(heading string, list []input) {
		fmt.Fprintf(&b, "\n## %s\n\n| input | value | setting |\n|---|--:|---|\n", heading)
		for _, in := range list {
			fmt.Fprintf(&b, "| %s | %s | `%s` |\n", cell(in.Label), cell(in.Text), in.Name)
		}
	}
	inputs("Inputs", p.Inputs)
	b.WriteString("\n## Derived\n\n| figure | value | formula | with the numbers |\n|---|--:|---|---|\n")
	for _, f := range p.Figures {
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", cell(f.Label), cell(f.Text), cell(f.Formula), cell(f.Worked))
	}
	inputs("Rules of replay", p.Rules)
	fmt.Fprintf(&b, "\n## Plan\n\n%s\n", p.Plan.verdict())
	b.WriteString("\n## Claims\n\n| claim | | why |\n|---|---|---|\n")
	for _, c := range p.Claims {
		fmt.Fprintf(&b, "| `%s` %s | %s | %s |\n", c.Name, cell(c.Text), c.verdict(), cell(c.Why))
	}
	return b.Bytes()
}

// cell is a text as it can stand in one line and in a table of Markdown.
func cell(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
}

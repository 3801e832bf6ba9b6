package presets

import (
	"github.com/goccy/go-yaml/ast"

	"overloadtui/model"
)

// packet is what a plan for degraded service and recovery is computed from, which not
// every scenario has.
type packet struct{ at **model.Packet }

func (v packet) reset(*reader) { *v.at = nil }
func (v packet) read(r *reader, n ast.Node) error {
	*v.at = new(model.Packet)
	return r.object(n, packetFields(*v.at))
}
func (v packet) write(w *writer) tree {
	if *v.at == nil {
		return tree{}
	}
	return w.object(packetFields(*v.at))
}
func (v packet) schema(cat model.Catalog) *schema {
	s := objectSchema(cat, packetFields(new(model.Packet)))
	s.Description = "What a plan for degraded service and recovery is computed from; see the verb packet."
	return s
}

func packetFields(p *model.Packet) []field {
	var fields []field
	for _, words := range model.PacketWords {
		fields = append(fields, field{key: words.Name, value: text{words.At(p)}})
	}
	fields = append(fields, settings(model.PacketSettings, p)...)
	return append(fields, field{key: "states", value: list[model.StateEvidence]{&p.States, stateFields, inBlock, nil}})
}

func stateFields(s *model.StateEvidence) []field {
	return []field{
		{key: "state", value: stateName{text{&s.State}}, required: true},
		{key: "enter", value: text{&s.Enter}},
		{key: "leave", value: text{&s.Leave}},
	}
}

// stateName is what a state is called. Whether it is one of the six is a claim of the
// packet and no matter of the format, but it is not nothing.
type stateName struct{ text }

func (v stateName) read(r *reader, n ast.Node) error {
	if err := v.text.read(r, n); err != nil || *v.at != "" {
		return err
	}
	return r.wrong(n, "a state without a name")
}

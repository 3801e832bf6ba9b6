package model

import (
	"strings"
	"testing"
)

func TestPacketSettings(t *testing.T) {
	p := NewPacket()
	names := map[string]bool{"states": true}
	fields := map[*float64]string{}
	for _, s := range PacketSettings {
		at := s.At(p)
		if names[s.Name] || fields[at] != "" {
			t.Errorf("%s is declared twice, or its field is that of %q", s.Name, fields[at])
		}
		names[s.Name], fields[at] = true, s.Name
		if err := s.Check(*at); err != nil || *at != s.Default || s.Label == "" || !strings.HasSuffix(s.Doc, ".") {
			t.Errorf("%s: default %v: %v, label %q, doc %q", s.Name, *at, err, s.Label, s.Doc)
		}
	}
	texts := map[*string]string{}
	for _, w := range PacketWords {
		at := w.At(p)
		if names[w.Name] || texts[at] != "" || w.Label == "" {
			t.Errorf("%s is declared twice, its field is that of %q, or it has no label", w.Name, texts[at])
		}
		names[w.Name], texts[at] = true, w.Name
	}
}

func TestZeroIsUnknownOnlyWhereItMakesNoSense(t *testing.T) {
	for _, s := range PacketSettings {
		if zero, one := s.Stated(0), s.Stated(1); zero == (s.Off == "unknown") || !one {
			t.Errorf("%s: Stated(0) = %v, Stated(1) = %v; 0 reads %q", s.Name, zero, one, s.Format(0))
		}
	}
}

func TestACloneOfAPacketIsItsOwn(t *testing.T) {
	s := &Scenario{Packet: NewPacket()}
	s.Packet.States = []StateEvidence{{State: "normal"}}
	c := s.Clone()
	c.Packet.Replay, c.Packet.States[0].State = 3, "unsafe"
	if s.Packet.Replay != 0 || s.Packet.States[0].State != "normal" {
		t.Errorf("a change of Clone() changed the packet to %+v", s.Packet)
	}
	if got := (&Scenario{}).Clone().Packet; got != nil {
		t.Errorf("Clone() of a scenario without a packet has one: %+v", got)
	}
}

package model

import "testing"

func TestThresholdSettings(t *testing.T) {
	th := DefaultThresholds()
	names := map[string]bool{}
	fields := map[*float64]string{}
	for _, s := range ThresholdSettings {
		at := s.At(&th)
		if names[s.Name] || fields[at] != "" {
			t.Errorf("%s is declared twice, or its field is that of %q", s.Name, fields[at])
		}
		names[s.Name], fields[at] = true, s.Name
		if err := s.Check(*at); err != nil || *at != s.Default || s.Doc == "" || s.Label == "" {
			t.Errorf("%s: default %v: %v, doc %q", s.Name, *at, err, s.Doc)
		}
	}
}

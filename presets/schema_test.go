package presets_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"overloadtui/presets"
)

// validator checks a scenario file as an editor does.
func validator(t *testing.T) func(text []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(presets.Schema(catalog)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("scenario.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("scenario.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text []byte) error {
		var v any
		if err := yaml.Unmarshal(text, &v); err != nil {
			return err
		}
		return schema.Validate(v)
	}
}

func TestTheSchemaAcceptsEveryPreset(t *testing.T) {
	valid := validator(t)
	for _, name := range presets.Names() {
		text, err := presets.Source(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(text); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheSchemaAcceptsWhatMarshalWrites(t *testing.T) {
	valid := validator(t)
	rapid.Check(t, func(t *rapid.T) {
		text, err := presets.Marshal(scenario(t), catalog)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
	})
}

// Whatever the reader takes for right, the schema does, and the other way round in
// these cases.
func TestTheSchemaAgreesWithTheReader(t *testing.T) {
	valid := validator(t)
	collapse, err := presets.Source("collapse")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		old, new string
		right    bool
	}{
		{"deadline: 200ms", "deadline: 0.2 s", true},
		{"load: 90/s", "load: 90", true},
		{"load: 90/s", `load: "1,000 /s"`, true},
		{"load: 90/s", "load: OFF", true},
		{"scope: attempt", "scope: Attempt", true},
		{"limit: off", "limit: none", true},
		{"limit: off", "limit: 0", true},
		{"title: The cliff", "title: 12", true},
		{"seed: 23", `seed: "23"`, true},
		{"deadline: 200ms", "deadlin: 200ms", false},
		{"deadline: 200ms", "deadline: 200", false},
		{"deadline: 200ms", "deadline: 200 days", false},
		{"deadline: 200ms", "deadline: 0", false},
		{"load: 90/s", "load: 90ms", false},
		{"load: 90/s", "load: -90", false},
		{"limit: off", "limit: 1.5", false},
		{"limit: off", "limit: lots", false},
		{"kind: constant, load: 90/s", "load: 90/s", false},
		{"kind: constant, load: 90/s", "kind: constnt, load: 90/s", false},
		{"kind: constant, load", "kind: closed, load", false},
		{"scope: attempt", "scope: try", false},
		{"workers: 1", "workers: [1]", false},
		{"workers: 1", "workers:", false},
		{"version: 1", "version: 2", false},
		{"version: 1\n", "", false},
		{"name: client", "name: my client", false},
		{"seed: 23", "seed: -1", false},
		{"seed: 23", "changes: [{set: load, to: 3}]", false},
		{"seed: 23", "changes: [{at: 3, set: load, to: 3}]", false},
		{"curves:", "curvs:", false},
	} {
		text := strings.Replace(string(collapse), c.old, c.new, 1)
		if text == string(collapse) {
			t.Fatalf("the preset has no %q", c.old)
		}
		_, read := presets.Read("mine.yaml", []byte(text), catalog)
		if (read == nil) != c.right {
			t.Errorf("Read with %q for %q = %v", c.new, c.old, read)
		}
		if err := valid([]byte(text)); (err == nil) != c.right {
			t.Errorf("the schema with %q for %q says %v", c.new, c.old, err)
		}
	}
	for file, right := range map[string]bool{
		"{kind: tiled, segments: [{rate: 50/s, for: 200ms}]}":              true,
		"{kind: tiled, file: x.csv}":                                       true,
		"{kind: tiled}":                                                    false,
		"{kind: tiled, file: x.csv, segments: [{rate: 50/s, for: 200ms}]}": false,
		"{kind: tiled, segments: [{rate: 50/s, for: 200ms, burst: 1}]}":    false,
	} {
		text := strings.Replace(least, "path:", "demand: "+file+", path:", 1)
		if err := valid([]byte(text)); (err == nil) != right {
			t.Errorf("the schema says of the demand %s: %v", file, err)
		}
	}
}

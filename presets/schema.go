package presets

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"

	"overloadtui/model"
)

// Schema is a JSON Schema (draft 2020-12) of the scenario files that Read accepts under
// the catalog, made from the same table as Read. It accepts every file that Read does;
// what it cannot say is what one part of a file means for another, such as the name of
// a parameter, and a sum of shares.
func Schema(cat model.Catalog) []byte {
	root := objectSchema(cat, scenarioFields(&model.Scenario{}))
	root.Schema = "https://json-schema.org/draft/2020-12/schema"
	root.Title = "overloadtui scenario"
	root.Description = "Everything that decides a simulated run: services, routes over them, policies, the seed, and what happens when."
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(root); err != nil {
		panic(fmt.Sprintf("the schema is made of plain values: %v", err))
	}
	return out.Bytes()
}

// schema is a JSON Schema, as far as scenario files need it.
type schema struct {
	Schema      string     `json:"$schema,omitempty"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Type        any        `json:"type,omitempty"`
	Const       any        `json:"const,omitempty"`
	Enum        []string   `json:"enum,omitempty"`
	Default     string     `json:"default,omitempty"`
	Pattern     string     `json:"pattern,omitempty"`
	Minimum     *float64   `json:"minimum,omitempty"`
	Maximum     *float64   `json:"maximum,omitempty"`
	AnyOf       []*schema  `json:"anyOf,omitempty"`
	OneOf       []*schema  `json:"oneOf,omitempty"`
	Items       *schema    `json:"items,omitempty"`
	Properties  properties `json:"properties,omitempty"`
	Required    []string   `json:"required,omitempty"`
	Others      any        `json:"additionalProperties,omitempty"`
}

// properties are the keys of an object in the order in which they are declared.
type properties []property

type property struct {
	key   string
	value *schema
}

func (ps properties) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	for i, p := range ps {
		key, err := json.Marshal(p.key)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(p.value)
		if err != nil {
			return nil, err
		}
		out.WriteByte("{,"[min(i, 1)])
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

func objectSchema(cat model.Catalog, fields []field) *schema {
	s := &schema{Type: "object", Others: false}
	for _, f := range fields {
		s.Properties = append(s.Properties, property{f.key, f.schema(cat)})
		if f.required {
			s.Required = append(s.Required, f.key)
		}
	}
	return s
}

func listSchema(of *schema) *schema { return &schema{Type: "array", Items: of} }

// single is any single value. YAML turns unquoted words such as 12 and true into other
// types than text, which the format does not tell apart.
func single() *schema { return &schema{Type: []string{"string", "number", "boolean"}} }

func (version) schema(model.Catalog) *schema {
	return &schema{Description: "Version of the format.", Const: model.FormatVersion}
}
func (text) schema(model.Catalog) *schema     { return single() }
func (texts) schema(model.Catalog) *schema    { return listSchema(single()) }
func (rowsFile) schema(model.Catalog) *schema { return single() }
func (targetName) schema(model.Catalog) *schema {
	return &schema{Type: "string", Description: "A parameter: any ending of its path that is unique."}
}
func (targetValue) schema(model.Catalog) *schema  { return single() }
func (targetValues) schema(model.Catalog) *schema { return listSchema(single()) }
func (assignments) schema(model.Catalog) *schema {
	return &schema{Type: "object", Others: single(), Description: "Parameters and their values."}
}
func (name) schema(model.Catalog) *schema {
	return &schema{AnyOf: []*schema{{Type: "string", Pattern: "^[A-Za-z0-9_-]+$"}, {Type: "integer"}, {Type: "boolean"}}}
}
func (serviceName) schema(model.Catalog) *schema {
	s := name{}.schema(nil)
	s.Description = "The name of a service."
	return s
}
func (number) schema(model.Catalog) *schema {
	zero := 0.0
	return &schema{AnyOf: []*schema{{Type: "integer", Minimum: &zero}, {Type: "string", Pattern: "^[0-9]+$"}}}
}
func (instant) schema(model.Catalog) *schema {
	return &schema{Description: "A moment of simulated time, such as 12s.", AnyOf: spanSchemas(true)}
}

func (v setting) schema(model.Catalog) *schema {
	s := &schema{Title: v.Label, Description: v.Doc, Default: v.Text(v.Default)}
	if len(v.Choices) > 0 {
		s.AnyOf = []*schema{{Enum: v.Choices}, {Type: "string", Pattern: anyCase(v.Choices...)}}
		return s
	}
	s.Description = strings.TrimSpace(v.Doc + " Range " + v.Range() + ".")
	if v.Off != "" {
		s.AnyOf = append(s.AnyOf, &schema{Type: "string", Pattern: anyCase(v.Off, "off", "none")})
	}
	if v.Unit == model.Milliseconds {
		s.AnyOf = append(s.AnyOf, spanSchemas(v.Min == 0)...)
		return s
	}
	kind := "number"
	if v.Whole {
		kind = "integer"
	}
	s.AnyOf = append(s.AnyOf,
		&schema{Type: kind, Minimum: &v.Min, Maximum: &v.Max},
		&schema{Type: "string", Pattern: "^" + numberPattern + " *(" + regexp.QuoteMeta(string(v.Unit)) + ")?$"})
	return s
}

const numberPattern = `[-+0-9.,eE]+`

// spanSchemas is a duration with its unit, or a zero that needs none.
func spanSchemas(zero bool) []*schema {
	spans := []*schema{{Type: "string", Pattern: "^" + numberPattern + " *(us|ms|s|m|min|h)$"}}
	if zero {
		spans = append(spans, &schema{Const: 0})
	}
	return spans
}

// anyCase is a pattern for one of the words, in any case.
func anyCase(words ...string) string {
	var b strings.Builder
	b.WriteString("^(")
	for i, w := range words {
		if i > 0 {
			b.WriteByte('|')
		}
		for _, c := range w {
			lower, upper := strings.ToLower(string(c)), strings.ToUpper(string(c))
			if lower == upper {
				b.WriteString(regexp.QuoteMeta(lower))
			} else {
				b.WriteString("[" + lower + upper + "]")
			}
		}
	}
	b.WriteString(")$")
	return b.String()
}

func (v list[T]) schema(cat model.Catalog) *schema {
	return listSchema(objectSchema(cat, v.fields(new(T))))
}

func (v rows) schema(cat model.Catalog) *schema {
	return listSchema(objectSchema(cat, v.fields(make([]float64, len(v.columns)))))
}

func (v sweep) schema(cat model.Catalog) *schema {
	s := objectSchema(cat, sweepFields(v.at))
	s.Description = "The table that the verb sweep makes."
	return s
}

func (v policy) schema(cat model.Catalog) *schema {
	s := &schema{}
	for _, k := range cat.Of(v.family) {
		p := k.New()
		kind := objectSchema(cat, policyFields(k, &p))
		kind.Title, kind.Description = k.Name, k.Doc
		kind.Properties[0].value = &schema{Const: k.Name}
		if len(k.Rows) > 0 {
			kind.OneOf = []*schema{{Required: []string{k.RowsKey}}, {Required: []string{fileKey}}}
		}
		s.OneOf = append(s.OneOf, kind)
	}
	return s
}

func (v policies) schema(cat model.Catalog) *schema {
	return listSchema(policy{family: v.family}.schema(cat))
}

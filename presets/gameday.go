package presets

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/goccy/go-yaml/ast"

	"overloadtui/model"
)

// gameDay is what the changes of a scenario rehearse, which few scenarios have.
type gameDay struct{ at **model.GameDay }

func (v gameDay) reset(*reader) { *v.at = nil }
func (v gameDay) read(r *reader, n ast.Node) error {
	*v.at = new(model.GameDay)
	return r.object(n, gameDayFields(*v.at))
}
func (v gameDay) write(w *writer) tree {
	if *v.at == nil {
		return tree{}
	}
	return w.object(gameDayFields(*v.at))
}
func (v gameDay) schema(cat model.Catalog) *schema {
	s := objectSchema(cat, gameDayFields(new(model.GameDay)))
	s.Description = "What the changes rehearse: hypothesis, blast radius, abort, observation and recovery; see the verb gameday."
	return s
}

func gameDayFields(g *model.GameDay) []field {
	return []field{
		{key: "hypothesis", value: text{&g.Hypothesis}, required: true},
		{key: "expect", value: list[model.Expectation]{&g.Expect, func(e *model.Expectation) []field { return expectationFields(g, e) }, inLine, nil}, required: true},
		{key: "blast-radius", value: text{&g.Radius}, required: true},
		{key: "bounds", value: list[model.Limit]{&g.Bounds, limitFields, inLine, nil}},
		{key: "abort", value: list[model.AbortRule]{&g.Abort, abortFields, inLine, nil}},
		{key: "windows", value: list[model.Observation]{&g.Windows, observationFields, inLine, nil}, required: true},
		{key: "envelope", value: list[model.Range]{&g.Envelope, func(e *model.Range) []field { return rangeFields(g, e) }, inLine, nil}},
		{key: "transitions", value: stateList{&g.Through}},
		{key: "recovery", value: restoration{&g.Recovery}, required: true},
	}
}

func measuredFields(m *model.Measured) []field {
	return []field{
		{key: "metric", value: metricName{&m.Metric}, required: true},
		{key: "of", value: partName{m}},
	}
}

func limitFields(l *model.Limit) []field {
	fields := append(measuredFields(&l.Measured), settings(model.LimitSettings, l)...)
	return append(fields, field{key: "value", value: measure{&l.Value, &l.Metric}, required: true})
}

func expectationFields(g *model.GameDay, e *model.Expectation) []field {
	fields := append(limitFields(&e.Limit), settings(model.ExpectationSettings, e)...)
	return append(fields, field{key: "in", value: observationName{&e.In, g}, required: true})
}

func abortFields(a *model.AbortRule) []field {
	return append(limitFields(&a.Limit), settings(model.AbortSettings, a)...)
}

func observationFields(o *model.Observation) []field {
	return []field{
		{key: "name", value: text{&o.Name}, required: true},
		{key: "from", value: instant{&o.From}, required: true},
		{key: "to", value: instant{&o.To}, required: true},
	}
}

func rangeFields(g *model.GameDay, e *model.Range) []field {
	return append(measuredFields(&e.Measured),
		field{key: "least", value: edge{measure{&e.Least, &e.Metric}, math.Inf(-1)}},
		field{key: "most", value: edge{measure{&e.Most, &e.Metric}, math.Inf(1)}},
		field{key: "in", value: observationName{&e.In, g}},
	)
}

// restoration is the recovery part of a game day.
type restoration struct{ at *model.Restoration }

func (v restoration) fields() []field {
	return []field{
		{key: "plan", value: text{&v.at.Plan}},
		{key: "from", value: instant{&v.at.From}, required: true},
		{key: "by", value: instant{&v.at.By}, required: true},
		{key: "state", value: word[model.State]{&v.at.State, stateWords()}},
		{key: "must", value: list[model.Limit]{&v.at.Must, limitFields, inLine, nil}},
	}
}
func (v restoration) reset(*reader)                    { *v.at = model.Restoration{} }
func (v restoration) read(r *reader, n ast.Node) error { return r.object(n, v.fields()) }
func (v restoration) write(w *writer) tree             { return w.object(v.fields()) }
func (v restoration) schema(cat model.Catalog) *schema { return objectSchema(cat, v.fields()) }

func stateWords() []string {
	states := make([]string, model.States)
	for i := range states {
		states[i] = model.State(i).String()
	}
	return states
}

// stateList is a list of operating states: [elevated, saturated].
type stateList struct{ at *[]model.State }

func (v stateList) reset(*reader) { *v.at = nil }
func (v stateList) read(r *reader, n ast.Node) error {
	nodes, err := r.sequence(n)
	if err != nil || len(nodes) == 0 {
		return err
	}
	*v.at = make([]model.State, len(nodes))
	for i, n := range nodes {
		if err := (word[model.State]{&(*v.at)[i], stateWords()}).read(r, n); err != nil {
			return err
		}
	}
	return nil
}
func (v stateList) write(*writer) tree {
	t := tree{seq: true, flow: true}
	for _, s := range *v.at {
		t.items = append(t.items, item{value: scalar(s.String())})
	}
	return t
}
func (v stateList) schema(model.Catalog) *schema { return listSchema(&schema{Enum: stateWords()}) }

// metricName is the name of a metric that is a number.
type metricName struct{ at *string }

func metricNames() []string {
	var names []string
	for i := range model.Metrics {
		if model.Metrics[i].Of != nil {
			names = append(names, model.Metrics[i].Name)
		}
	}
	return names
}

func (v metricName) reset(*reader) { *v.at = "" }
func (v metricName) read(r *reader, n ast.Node) (err error) {
	if *v.at, err = r.scalar(n); err != nil {
		return err
	}
	if !slices.Contains(metricNames(), *v.at) {
		return r.wrong(n, "%q is not a metric that is a number%s", *v.at, oneOf(*v.at, metricNames()))
	}
	return nil
}
func (v metricName) write(*writer) tree           { return scalar(*v.at) }
func (v metricName) schema(model.Catalog) *schema { return &schema{Enum: metricNames()} }

// partName is the part of the scenario that a metric is taken of.
type partName struct{ of *model.Measured }

func (v partName) reset(*reader) { v.of.Of = "" }
func (v partName) read(r *reader, n ast.Node) (err error) {
	v.of.Of, err = r.scalar(n)
	r.later = append(r.later, func(model.Knobs) error {
		if _, _, err := r.scenario.FindMeasured(*v.of); err != nil {
			return r.fail(n, fmt.Errorf("of: %w", err))
		}
		return nil
	})
	return err
}
func (v partName) write(*writer) tree {
	if v.of.Of == "" {
		return tree{}
	}
	return scalar(quote(v.of.Of))
}
func (v partName) schema(model.Catalog) *schema {
	s := single()
	s.Description = "A class, a route, a service, or a tenant such as tenant-2; the whole when it is left out."
	return s
}

// measure is a value of a metric, in its unit. Which metric that is stands beside it,
// perhaps below.
type measure struct {
	at     *float64
	metric *string
}

// param is the value as a parameter. Metrics have no range of their own.
func (v measure) param() model.Param {
	m := model.FindMetric(*v.metric)
	p := model.Param{Name: cmp.Or(*v.metric, "value"), Min: -1e15, Max: 1e15}
	if m != nil && m.Unit != model.Ratio {
		p.Unit = m.Unit
	}
	return p
}

func (v measure) reset(*reader) { *v.at = 0 }
func (v measure) read(r *reader, n ast.Node) error {
	s, err := r.scalar(n)
	r.later = append(r.later, func(model.Knobs) (err error) {
		if *v.at, err = v.param().Parse(s); err != nil {
			return r.fail(n, err)
		}
		return nil
	})
	return err
}
func (v measure) write(*writer) tree           { return scalar(v.param().Text(*v.at)) }
func (v measure) schema(model.Catalog) *schema { return single() }

// edge is an end of a range, which may be open.
type edge struct {
	measure
	open float64
}

func (v edge) reset(*reader) { *v.at = v.open }
func (v edge) write(w *writer) tree {
	if *v.at == v.open {
		return tree{}
	}
	return v.measure.write(w)
}

// observationName is the name of one of the game day's observation windows.
type observationName struct {
	at *string
	of *model.GameDay
}

func (v observationName) reset(*reader) { *v.at = "" }
func (v observationName) read(r *reader, n ast.Node) (err error) {
	*v.at, err = r.scalar(n)
	r.later = append(r.later, func(model.Knobs) error {
		if _, err := v.of.Observation(*v.at); err != nil {
			return r.fail(n, fmt.Errorf("in: %w", err))
		}
		return nil
	})
	return err
}
func (v observationName) write(*writer) tree {
	if *v.at == "" {
		return tree{}
	}
	return scalar(quote(*v.at))
}
func (v observationName) schema(model.Catalog) *schema {
	return &schema{Type: single().Type, Description: "The name of an observation window."}
}

package model

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// GameDay is a rehearsal of a failure: what is believed, who may be hurt, when it is
// called off, and what restores. The fault itself is the scenario's timeline of changes.
//
//	before         | fault                     | recovery
//	 steady state  | changes before From       | changes from From on
//	---------------+---------------------------+----------------------->
//	               first change                From            By
//
// An abort takes the fault back: of the changes, those of the fault that are still to
// come never happen, and those of the recovery come at once, at the same distances. The
// judging is package gameday.
type GameDay struct {
	Hypothesis string        // what is believed, in words
	Expect     []Expectation // what it means in numbers
	Radius     string        // blast radius: who may be hurt, in words
	Bounds     []Limit       // what must hold in every window for those who may not
	Abort      []AbortRule   // each of them calls it off
	Windows    []Observation
	Envelope   []Range // a value outside is a surprise
	Through    []State // the expected transitions, in order; every other one is a surprise
	Recovery   Restoration
}

// GameDayGroup is the key of a game day in a file.
const GameDayGroup = "gameday"

// Measured is what is measured: a metric by its name, of a part of the scenario (see
// Scenario.FindPart) or, when Of is empty, of the whole.
type Measured struct{ Metric, Of string }

// Limit compares what is measured with a value, in the metric's unit.
type Limit struct {
	Measured
	Is    float64 // AtLeast ... Below
	Value float64
}

// The comparisons of a limit.
const (
	AtLeast = 0
	AtMost  = 1
	Above   = 2
	Below   = 3
)

// Holds says whether a value keeps the limit. NaN keeps none.
func (l *Limit) Holds(v float64) bool {
	switch l.Is {
	case AtLeast:
		return v >= l.Value
	case AtMost:
		return v <= l.Value
	case Above:
		return v > l.Value
	}
	return v < l.Value
}

// Expectation is a limit on a statistic of the windows of an observation.
type Expectation struct {
	Limit
	In       string // name of the observation
	Take     float64
	Quantile float64 // %, of TakeQuantile
}

// The statistics of an expectation.
const (
	TakeMean     = 0
	TakeMin      = 1
	TakeMax      = 2
	TakeLast     = 3
	TakeQuantile = 4
)

// AbortRule calls a game day off when its limit holds in so many windows in a row.
type AbortRule struct {
	Limit
	Windows float64
}

// Observation is a part of simulated time with a name: the windows of measurement that
// lie whole in From..To.
type Observation struct {
	Name     string
	From, To Millis
}

// Range is where a value is expected to stay, both ends included. Least is -Inf and
// Most +Inf where nothing bounds it.
type Range struct {
	Measured
	Least, Most float64
	In          string // name of the observation that it is of; empty for the whole run
}

// Restoration is what restores, and when it has.
type Restoration struct {
	Plan  string  // what is done, in words; the timeline does it
	From  Millis  // when it begins: changes from here on restore, those before are the fault
	By    Millis  // when the service must have recovered, for good
	State State   // that it must be in then
	Must  []Limit // what must hold then, in every window
}

// LimitSettings are the settings of a limit.
var LimitSettings = []Setting[Limit]{
	{Param{Name: "is", Label: "comparison", Choices: []string{"at-least", "at-most", "above", "below"}, Fixed: true,
		Doc: "How the value is compared."},
		func(l *Limit) *float64 { return &l.Is }},
}

// ExpectationSettings are the settings of an expectation.
var ExpectationSettings = []Setting[Expectation]{
	{Param{Name: "take", Label: "statistic", Choices: []string{"mean", "min", "max", "last", "quantile"}, Fixed: true,
		Doc: "What is taken of the values of the windows: their mean, the least, the greatest, that of the last window, or a quantile. Windows without a value are left out."},
		func(e *Expectation) *float64 { return &e.Take }},
	{Param{Name: "quantile", Label: "quantile", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 99, Fixed: true,
		Doc: "Which quantile of the values of the windows is taken, by nearest rank."},
		func(e *Expectation) *float64 { return &e.Quantile }},
}

// AbortSettings are the settings of an abort condition.
var AbortSettings = []Setting[AbortRule]{
	{Param{Name: "windows", Label: "windows", Min: 1, Max: 1000, Step: 1, Default: 3, Whole: true, Fixed: true,
		Doc: "In how many windows in a row it must hold. A window without a value counts neither for nor against it."},
		func(a *AbortRule) *float64 { return &a.Windows }},
}

// Clone is a deep copy; nil is its own.
func (g *GameDay) Clone() *GameDay {
	if g == nil {
		return nil
	}
	c := *g
	c.Expect, c.Bounds, c.Abort = slices.Clone(g.Expect), slices.Clone(g.Bounds), slices.Clone(g.Abort)
	c.Windows, c.Envelope, c.Through = slices.Clone(g.Windows), slices.Clone(g.Envelope), slices.Clone(g.Through)
	c.Recovery.Must = slices.Clone(g.Recovery.Must)
	return &c
}

// Observation is the observation of that name. The error lists the names.
func (g *GameDay) Observation(name string) (Observation, error) {
	var names []string
	for _, w := range g.Windows {
		if w.Name == name {
			return w, nil
		}
		names = append(names, w.Name)
	}
	return Observation{}, fmt.Errorf("%q is not one of the observation windows %s", name, strings.Join(names, ", "))
}

// FindMeasured is the metric and the part that are measured. Errors name what is wrong
// and what would be right.
func (s *Scenario) FindMeasured(what Measured) (*Metric, Part, error) {
	m := FindMetric(what.Metric)
	if m == nil {
		return nil, Part{}, fmt.Errorf("there is no metric %q", what.Metric)
	}
	of, err := s.FindPart(what.Of)
	switch {
	case err != nil:
		return nil, Part{}, err
	case m.Of == nil:
		return nil, Part{}, fmt.Errorf("%s is a word, not a number", m.Name)
	case !m.Taken(of):
		return nil, Part{}, fmt.Errorf("%s cannot be taken of %s", m.Name, what.Of)
	}
	return m, of, nil
}

// Check says what is wrong with a game day of the scenario.
func (g *GameDay) Check(s *Scenario) error {
	if err := g.check(s); err != nil {
		return fmt.Errorf("%s: %w", GameDayGroup, err)
	}
	return nil
}

func (g *GameDay) check(s *Scenario) error {
	switch {
	case strings.TrimSpace(g.Hypothesis) == "":
		return fmt.Errorf("it needs a hypothesis")
	case len(g.Expect) == 0:
		return fmt.Errorf("its hypothesis needs at least one expectation that can be measured")
	case strings.TrimSpace(g.Radius) == "":
		return fmt.Errorf("it needs a blast radius: who may be hurt")
	case g.Recovery.From <= 0 || g.Recovery.By <= g.Recovery.From:
		return fmt.Errorf("recovery: from %v by %v; it begins after the start and has to be done later", g.Recovery.From, g.Recovery.By)
	case g.Recovery.State >= States:
		return fmt.Errorf("recovery: there is no such state")
	}
	end := Forever
	if s.Duration > 0 {
		end = Millis(s.Duration)
	}
	if g.Recovery.By > end {
		return fmt.Errorf("recovery: by %v is after the end of the run at %v", g.Recovery.By, end)
	}
	for i, w := range g.Windows {
		switch {
		case w.Name == "" || w.From < 0 || w.To <= w.From || w.To > end:
			return fmt.Errorf("window %q: %v..%v is not a part of the run, which ends at %v", w.Name, w.From, w.To, end)
		case slices.ContainsFunc(g.Windows[:i], func(o Observation) bool { return o.Name == w.Name }):
			return fmt.Errorf("window %q stands twice", w.Name)
		}
	}
	for i := range g.Expect {
		e := &g.Expect[i]
		if _, err := g.Observation(e.In); err != nil {
			return fmt.Errorf("expect: %w", err)
		}
		if err := checkAll(ExpectationSettings, e); err != nil {
			return fmt.Errorf("expect: %w", err)
		}
	}
	for i := range g.Abort {
		if err := checkAll(AbortSettings, &g.Abort[i]); err != nil {
			return fmt.Errorf("abort: %w", err)
		}
	}
	for _, l := range g.limits() {
		if err := l.check(s); err != nil {
			return err
		}
	}
	for i := range g.Envelope {
		r := &g.Envelope[i]
		if _, _, err := s.FindMeasured(r.Measured); err != nil {
			return fmt.Errorf("envelope: %w", err)
		}
		if _, err := g.Observation(r.In); r.In != "" && err != nil {
			return fmt.Errorf("envelope: %w", err)
		}
		if !(r.Least <= r.Most) {
			return fmt.Errorf("envelope: %s from %s to %s is no range", r.Metric, Group(r.Least), Group(r.Most))
		}
	}
	for _, state := range g.Through {
		if state >= States {
			return fmt.Errorf("transitions: there is no such state")
		}
	}
	return nil
}

// limits are all limits of the game day.
func (g *GameDay) limits() []*Limit {
	var ls []*Limit
	for i := range g.Expect {
		ls = append(ls, &g.Expect[i].Limit)
	}
	for i := range g.Bounds {
		ls = append(ls, &g.Bounds[i])
	}
	for i := range g.Abort {
		ls = append(ls, &g.Abort[i].Limit)
	}
	for i := range g.Recovery.Must {
		ls = append(ls, &g.Recovery.Must[i])
	}
	return ls
}

func (l *Limit) check(s *Scenario) error {
	if _, _, err := s.FindMeasured(l.Measured); err != nil {
		return err
	}
	if math.IsNaN(l.Value) || math.IsInf(l.Value, 0) {
		return fmt.Errorf("%s: the limit is no number", l.Metric)
	}
	return checkAll(LimitSettings, l)
}

func checkAll[P any](settings []Setting[P], part *P) error {
	for _, setting := range settings {
		if err := setting.Check(*setting.At(part)); err != nil {
			return err
		}
	}
	return nil
}

// Measured is all that the game day looks at, each once, in the order in which it stands
// there.
func (g *GameDay) Measured() []Measured {
	var all []Measured
	add := func(m Measured) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	for _, l := range g.limits() {
		add(l.Measured)
	}
	for i := range g.Envelope {
		add(g.Envelope[i].Measured)
	}
	return all
}

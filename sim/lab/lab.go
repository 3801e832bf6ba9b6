// Package lab makes the tables that a public lab (production-systems-labs) published
// of its overload models, so that the engine can be held against them byte for byte.
//
// There is no model here. Each experiment is scenarios for the one engine and a
// declaration of the columns that are read off what happened.
package lab

import (
	"fmt"
	"slices"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/sweep"
)

// Experiment is one of the published ones.
type Experiment struct {
	Name   string
	Preset string // the scenario that it varies
	Tables []Table
}

// Table is one published file.
type Table struct {
	File   string
	SHA256 string // of the published bytes
	Make   func(*model.Scenario) (*sweep.Table, error)
}

// Experiments are the published experiments in the order of their articles.
var Experiments = []Experiment{collapse, admission, shaping, shedding, priority, cascade, retryStorm, circuitBreaker}

// window is the length of the demand in all of them.
const window model.Millis = 5000

// edit changes one thing of a scenario.
type edit func(*model.Scenario) error

// set gives a knob a value.
func set(path string, to float64) edit {
	return func(s *model.Scenario) error {
		knobs, err := s.Knobs(sim.Catalog())
		if err != nil {
			return err
		}
		return knobs.Assign(model.Assignment{Path: path, To: to})
	}
}

// at gives a knob a value at a moment of the run.
func at(when model.Millis, path string, to float64) edit {
	return func(s *model.Scenario) error {
		s.Changes = append(s.Changes, model.Change{At: when, Path: path, To: to, Who: "scenario"})
		return nil
	}
}

// demand makes the first route's demand a tiled curve of (rate, length) segments.
func demand(segments ...[2]float64) edit {
	return func(s *model.Scenario) error {
		p, err := choose(model.DemandFamily, "tiled")
		for _, segment := range segments {
			p.Rows = append(p.Rows, segment[:])
		}
		s.Routes[0].Demand = p
		return err
	}
}

// flat is a curve of one segment as long as the window.
func flat(rate float64) edit { return demand([2]float64{rate, float64(window)}) }

// queue gives the first service another queue.
func queue(kind string) edit {
	return func(s *model.Scenario) (err error) {
		s.Services[0].Queue, err = choose(model.QueueFamily, kind)
		return err
	}
}

// gate gives the first service one gate, or none.
func gate(kind string, settings ...float64) edit {
	return func(s *model.Scenario) error {
		s.Services[0].Gates = nil
		if kind == "" {
			return nil
		}
		p, err := choose(model.GateFamily, kind)
		copy(p.V, settings)
		s.Services[0].Gates = []model.Policy{p}
		return err
	}
}

// expiry is what the first service does with waiting work that is late.
func expiry(mode float64) edit {
	return func(s *model.Scenario) error {
		s.Services[0].Expiry = mode
		return nil
	}
}

// guards gives every call but the clients' the breaker of the experiments, or none.
func guards(kinds ...string) edit {
	return func(s *model.Scenario) error {
		for i := range s.Routes {
			for j := range s.Routes[i].Path {
				hop := &s.Routes[i].Path[j]
				hop.Guards = nil
				for _, kind := range kinds {
					p, err := choose(model.GuardFamily, kind)
					if err != nil {
						return err
					}
					if j > 0 {
						hop.Guards = append(hop.Guards, p)
					}
				}
			}
		}
		return nil
	}
}

// attempts lets every call but the clients' make so many attempts.
func attempts(n float64) edit {
	return func(s *model.Scenario) error {
		for _, r := range s.Routes {
			for _, hop := range r.Path[1:] {
				if err := set(r.Name+"."+hop.Service+".retries", n-1)(s); err != nil {
					return err
				}
			}
		}
		return nil
	}
}

func choose(f model.Family, kind string) (model.Policy, error) {
	k, err := sim.Catalog().Find(f, kind)
	if err != nil {
		return model.Policy{}, err
	}
	return k.New(), nil
}

// vary is a copy of the scenario with the edits made. What else happens in it on the
// timeline is left out.
func vary(base *model.Scenario, edits ...edit) (*model.Scenario, error) {
	s := base.Clone()
	s.Duration, s.Changes = float64(window), nil
	for _, e := range edits {
		if err := e(s); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// play varies the scenario, runs it, and returns the variant with what happened.
func play(base *model.Scenario, edits ...edit) (*model.Scenario, *history, error) {
	s, err := vary(base, edits...)
	if err != nil {
		return nil, nil, err
	}
	h, err := watch(s, nil)
	return s, h, err
}

// watch runs a scenario to its end and returns what happened to each attempt and
// each operation. look, if there is one, is called at the start of every aligned
// window of 100 ms, before anything happens at that instant.
func watch(s *model.Scenario, look func(*sim.Engine)) (*history, error) {
	h := &history{}
	e, err := sim.New(s, sim.Tap(h.add))
	if err != nil {
		return nil, fmt.Errorf("lab: %w", err)
	}
	if look != nil {
		for t := model.Millis(0); t < window; t += bin {
			e.RunUntil(t)
			look(e)
		}
	}
	e.Finish()
	return h, nil
}

// bin is the length of the windows of the timelines.
const bin model.Millis = 100

// history is what happened in a run.
type history struct {
	attempts []attempt
	ops      []operation
	latest   map[key]int // the attempt that facts are about, by operation and hop
	opAt     map[opKey]int
}

type key struct {
	opKey
	hop     int16
	attempt uint16
}

type opKey struct {
	route int16
	op    uint64
}

// attempt is one attempt at a service.
type attempt struct {
	op       uint64
	service  int16
	class    uint8
	sent     model.Millis
	gate     model.Millis // delay at the gates
	wait     model.Millis // from the queue to a worker, or until it was dropped
	end      model.Millis
	fate     fate
	started  model.Millis
	admitted bool
}

type fate uint8

const (
	pending fate = iota
	refused
	shed // expired, evicted, or left in the queue at the end
	served
)

// operation is what a client wanted.
type operation struct {
	route   int16
	class   uint8
	arrived model.Millis
	end     model.Millis
	outcome model.Outcome
}

func (h *history) add(f *model.Fact) {
	if h.latest == nil {
		h.latest, h.opAt = map[key]int{}, map[opKey]int{}
	}
	op := opKey{f.Route, f.Op}
	k := key{op, f.Hop, f.Attempt}
	switch f.Kind {
	case model.Offered:
		h.opAt[op] = len(h.ops)
		h.ops = append(h.ops, operation{route: f.Route, class: f.Class, arrived: f.At})
		return
	case model.Resolved:
		o := &h.ops[h.opAt[op]]
		o.end, o.outcome = f.At, f.Outcome
		return
	case model.Sent:
		h.latest[k] = len(h.attempts)
		h.attempts = append(h.attempts, attempt{op: f.Op, service: f.Service, class: f.Class, sent: f.At})
		return
	case model.Changed, model.GaveUp, model.Withheld:
		return
	}
	a := &h.attempts[h.latest[k]]
	switch f.Kind {
	case model.Refused:
		a.fate, a.end = refused, f.At
	case model.Admitted:
		a.gate, a.admitted = f.Value, true
	case model.Started:
		a.wait, a.started = f.Value, f.At
	case model.Served:
		a.fate, a.end = served, f.At
	case model.Dropped, model.Unserved:
		a.fate, a.end, a.wait = shed, f.At, f.Value
	}
}

// table is rows under a header.
func table(file string, header []string, rows [][]string) *sweep.Table {
	return &sweep.Table{File: file, Header: header, Rows: slices.Clip(rows)}
}

package model

import (
	"fmt"
	"strings"
)

// Family groups the kinds of policy that can stand in one place of a scenario.
type Family string

// The places of a scenario that take a policy.
const (
	DemandFamily Family = "demand" // when operations arrive
	WorkFamily   Family = "work"   // how long a worker is busy with one attempt
	QueueFamily  Family = "queue"  // who waits, and who is next
	GateFamily   Family = "gate"   // who may enter a service
	RetryFamily  Family = "retry"  // whether and when a caller tries again
	GuardFamily  Family = "guard"  // what a caller asks before it sends an attempt
)

// Kind declares one policy: its name in a scenario file, its meaning and its
// settings. The code that carries it out is registered beside the declaration.
type Kind struct {
	Family Family
	Name   string
	Doc    string
	Params []Param
	// Rows declares the columns of a table that the policy reads, such as the
	// segments of a demand curve; RowsKey is the table's key in a file.
	Rows    []Param
	RowsKey string
}

// Index is the position of the named setting in Params, or -1.
func (k Kind) Index(name string) int {
	for i, p := range k.Params {
		if p.Name == name {
			return i
		}
	}
	return -1
}

// New is a policy of this kind with every setting at its default.
func (k Kind) New() Policy {
	p := Policy{Kind: k.Name, V: make([]float64, len(k.Params))}
	for i, param := range k.Params {
		p.V[i] = param.Default
	}
	return p
}

// Catalog lists the kinds of policy that an engine can carry out, in the order in
// which they are documented; the first of a family is its default.
type Catalog []Kind

// Find is the kind with that name. The error lists the names that exist.
func (c Catalog) Find(f Family, name string) (Kind, error) {
	for _, k := range c {
		if k.Family == f && k.Name == name {
			return k, nil
		}
	}
	return Kind{}, fmt.Errorf("%s: %q is not one of %s", f, name, strings.Join(c.Names(f), ", "))
}

// Of is every kind of a family, in order.
func (c Catalog) Of(f Family) []Kind {
	var kinds []Kind
	for _, k := range c {
		if k.Family == f {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// Names is the names of a family's kinds, in order.
func (c Catalog) Names(f Family) []string {
	var names []string
	for _, k := range c.Of(f) {
		names = append(names, k.Name)
	}
	return names
}

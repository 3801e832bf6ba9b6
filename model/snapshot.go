package model

import (
	"cmp"
	"slices"
)

// Snapshot is everything that a screen or an export needs of a run at one moment.
// It is immutable: a new one is made for each beat, and nothing in it is changed
// after it has been published.
type Snapshot struct {
	Beat       uint64 // grows with each snapshot
	Run        int    // grows with each restart
	Now        Millis
	Speed      float64 // simulated seconds per wall second; 0 means as fast as possible
	Paused     bool
	Lag        Millis    // how far the engine is behind its pace, simulated time
	Scenario   *Scenario // as the run began; never changed
	Seed       uint64
	Knobs      []KnobView
	Journal    []Change // every change and note of this run so far, in order
	Points     []Point  // complete windows, oldest first
	FirstPoint int      // windows that were dropped from memory before Points[0]
	Live       Live
	State      StateView
	Control    ControlView
	Audit      []Entry // the audit log of this run so far, in order
	Recovery   RecoveryView
	Notice     string // what the runner wants to say, such as a refused change
	NoticeID   uint64 // grows with each notice
	Err        error  // the engine stopped with this
}

// KnobView is a knob at the moment of a snapshot.
type KnobView struct {
	KnobDecl
	Now float64 // the value in force
}

// Live is what can be said of the instant itself, between the windows' ends.
type Live struct {
	Queue     int
	InService int
	Age       Millis
	InFlight  int64
	Limit     float64 // how many a gate lets into the system of any one service, 0 = no gate bounds it
	Capacity  float64
	Deadline  Millis
	Rung      int
	Partial   Counts // of the window that is still open
}

// CommandKind says what a person wants of a run.
type CommandKind uint8

// The commands.
const (
	SetKnob    CommandKind = iota // Path and Value
	Pause                         // stop simulated time
	Resume                        // let it go on
	StepWindow                    // while paused: on to the end of the next window
	SetSpeed                      // Value: simulated seconds per wall second, 0 = as fast as possible
	Restart                       // from time 0 with Seed, and with the knobs as they are now
	Reset                         // from time 0 with Seed, and with the scenario's own values
	Note                          // Text becomes a moment on the time axis
	GiveOrder                     // Order: what a person decides by hand
)

// Command is what a person asks of a run. Each takes effect at a definite simulated
// time, which the journal records.
type Command struct {
	Kind  CommandKind
	Path  string
	Value float64
	Text  string
	Seed  uint64
	Order Order
}

// Source is all that a screen knows of a running engine.
type Source interface {
	Snapshot() *Snapshot // the newest; never nil, never blocks
	Do(Command)          // never blocks, never drops
}

// Recording is a run as it can be kept: what reproduces it, and what it measured.
type Recording struct {
	Scenario *Scenario // as the run began
	Seed     uint64
	Changes  []Change
	Points   []Point // complete windows, oldest first
	First    int     // windows that were dropped from memory before Points[0]
	Until    Millis
	Audit    []Entry // the audit log, in order
}

// Happened is the changes from one instant on and before another, in the order in which
// they happened. A timeline has them in the order in which they were asked for: a
// scenario's own stand in it before their time, and before what a person did earlier.
func Happened(changes []Change, from, before Millis) []Change {
	var past []Change
	for _, c := range changes {
		if c.At >= from && c.At < before {
			past = append(past, c)
		}
	}
	slices.SortStableFunc(past, func(a, b Change) int { return cmp.Compare(a.At, b.At) })
	return past
}

// Recording is what of the snapshot can be kept.
func (s *Snapshot) Recording() Recording {
	return Recording{Scenario: s.Scenario, Seed: s.Seed, Changes: s.Journal, Points: s.Points, First: s.FirstPoint, Until: s.Now, Audit: s.Audit}
}

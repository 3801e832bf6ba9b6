package model

import (
	"fmt"
	"slices"
	"strings"
)

// State is one of the six operating states. They are not severities: in each,
// different actions are legal. The machine that decides them is package state.
type State uint8

// The six operating states.
const (
	Normal State = iota
	Elevated
	Saturated
	Degraded
	Recovering
	Unsafe
	States = iota
)

var stateNames = [States]string{"normal", "elevated", "saturated", "degraded", "recovering", "unsafe"}

func (s State) String() string { return stateNames[s] }

// ParseState is the state of that name. The error lists the names.
func ParseState(name string) (State, error) {
	if i := slices.Index(stateNames[:], name); i >= 0 {
		return State(i), nil
	}
	return 0, fmt.Errorf("%q is not one of %s", name, strings.Join(stateNames[:], ", "))
}

// Letter is the state in one letter: N E S D R U.
func (s State) Letter() byte { return "NESDRU"[s] }

// Gate is one condition of a transition: what is measured, its value and threshold
// as a person reads them, and whether it holds. Name, Value and Needs read as one
// phrase: "predicted sojourn 214 ms > 200 ms".
type Gate struct {
	Name    string // "predicted sojourn"
	Value   string // "214 ms"
	Needs   string // "> 200 ms"
	Met     bool
	Outcome bool // what users get; otherwise a mechanism behind it
}

// Transition is a change of state that happened, or was refused, with its evidence.
type Transition struct {
	At       Millis
	From, To State
	Cause    string // "automatic", "manual", "expiry"
	Why      string // one sentence: value against threshold
	Gates    []Gate
	Refused  bool
}

// Way is a transition that is legal from the present state, and how near it is.
type Way struct {
	To     State
	Have   int // windows in a row whose evidence is there
	Need   int
	Gates  []Gate
	Manual bool // only an owned manual decision leads there
	Off    bool // an override has switched it off
}

// StateView is what a screen shows of the state machine.
type StateView struct {
	State      State
	Since      Millis
	MaxDwell   Millis // past it the state is overstayed
	Overstayed bool
	Why        string       // why it is in this state: value against threshold
	Ways       []Way        // the legal ways out
	Nearest    int          // index in Ways of the transition that is nearest, or -1
	Log        []Transition // newest last
}

// Legal says whether the machine may go from one state to another, and whether only
// a person may decide it.
func Legal(from, to State) (legal, manual bool) {
	ways := [States][]State{
		Normal:     {Elevated, Unsafe},
		Elevated:   {Normal, Saturated, Unsafe},
		Saturated:  {Elevated, Degraded, Unsafe},
		Degraded:   {Recovering, Saturated, Unsafe},
		Recovering: {Normal, Degraded, Saturated, Unsafe},
		Unsafe:     {Recovering},
	}
	for _, way := range ways[from] {
		if way == to {
			return true, from == Unsafe
		}
	}
	return false, false
}

package model

// GameDayView is how far a game day has come: what a screen shows of it and, at its
// end, what a record is written from. Package gameday makes it of the points and the
// audit log of a run.
type GameDayView struct {
	Phase   GameDayPhase
	Began   [GameDayPhases]Millis // when each phase begins, as planned or, after an abort, as it came
	Verdict GameDayVerdict

	Expectations []ExpectationView
	Bounds       []LimitView   // of the blast radius
	Aborts       []AbortView   // conditions
	Aborted      bool          // it was called off, and the fault taken back
	AbortedAt    Millis        // when
	Transitions  []GameDayWay  // that were seen
	Missing      []State       // expected transitions that were not seen, in order
	Surprises    []Surprise    // in the order in which they began
	Recovery     RecoveryWatch // of the recovery part
}

// GameDayPhase is a part of a game day.
type GameDayPhase uint8

// The phases, in their order.
const (
	BeforeFault   GameDayPhase = iota // the steady state
	InFault                           // from the first change on
	InRecovery                        // what restores is on its way
	GameDayOver                       // nothing more is watched
	GameDayPhases = iota
)

func (p GameDayPhase) String() string {
	return [GameDayPhases]string{"before", "fault", "recovery", "over"}[p]
}

// Next is when the next phase begins; at the end it is when it ended.
func (v *GameDayView) Next() Millis { return v.Began[min(v.Phase+1, GameDayOver)] }

// GameDayVerdict is what came of a hypothesis.
type GameDayVerdict uint8

// The verdicts.
const (
	VerdictOpen    GameDayVerdict = iota // it is not over
	VerdictHeld                          // the expectations hold, the blast radius was kept, and it recovered in time
	VerdictFailed                        // one of these is not so
	VerdictAborted                       // it was called off, whatever else holds
)

func (v GameDayVerdict) String() string {
	return [...]string{"open", "held", "failed", "aborted"}[v]
}

// ExpectationView is an expectation and the evidence for it.
type ExpectationView struct {
	Text    string      // "goodput of priority, mean in fault, at least 2,300 /s"
	In      Observation // as it came; an abort moves what belongs to the recovery
	Value   float64     // of the windows so far; NaN when none has one
	Shown   string      // the value as a person reads it
	Windows int         // that have a value
	Closed  bool        // the observation is over
	Holds   bool        // so far
}

// LimitView is a limit that must hold in every window.
type LimitView struct {
	Text  string
	Worst float64 // the value that is furthest on the wrong side, or least far on the right one; NaN when there was none
	Shown string
	At    Millis // end of the window with the worst value
	Holds bool   // in every window so far
	Now   bool   // in the last window
}

// AbortView is an abort condition and how near it is.
type AbortView struct {
	Text    string
	Shown   string // value of the last window
	Have    int    // windows in a row
	Need    int
	Longest int    // the most windows in a row
	Fired   bool   // while it was armed: until the recovery began
	At      Millis // when
}

// GameDayWay is a transition that was seen.
type GameDayWay struct {
	At       Millis
	From, To State
	Cause    string
	Text     string // the evidence
	Expected bool
}

// Surprise is something that nobody had declared.
type Surprise struct {
	From, To Millis
	Text     string
}

// RecoveryWatch is how far the recovery part has come.
type RecoveryWatch struct {
	By    Millis // when it has to be done; an abort moves it
	State State  // that is wanted
	Must  []LimitView
	Done  bool   // the last window is good: that state, and all limits hold
	At    Millis // since the end of the first of the good windows in a row that last until now
	Holds bool   // it was done in time
}

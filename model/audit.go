package model

// EntryKind says what a line of the audit log is about.
type EntryKind uint8

// The kinds of lines.
const (
	ChangeEntry     EntryKind = iota // a setting changed, or a moment was noted
	TransitionEntry                  // the state changed
	RefusalEntry                     // a transition, an order or an action was refused
	ActionEntry                      // an automatic action began, went on deeper or ended
	OrderEntry                       // a person decided
	ExpiryEntry                      // an override ended by itself
	EscalationEntry                  // a state or an action has lasted too long and needs a person
	SavingEntry                      // what a step of the ladder has saved
	EntryKinds      = iota
)

// EntryNames are the kinds as a file spells them, by EntryKind.
var EntryNames = [EntryKinds]string{"change", "transition", "refusal", "action", "order", "expiry", "escalation", "saving"}

func (k EntryKind) String() string { return EntryNames[k] }

// Entry is a line of the audit log: what happened, from which cause, on which evidence
// and, where a person decided, who and why. Together they tell the whole story of
// control, in order.
type Entry struct {
	At        Millis
	Kind      EntryKind
	State     State  // in force afterwards
	Rung      int    // in force afterwards
	Cause     string // "automatic", "manual", "expiry", "scenario"
	Text      string // one sentence
	Gates     []Gate // evidence: values against thresholds
	Who       string
	Why       string
	Invariant string // that an override may relax
	Until     Millis // when it ends by itself; 0 for never
}

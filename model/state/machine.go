// Package state decides which of the six operating states a service is in. It is a
// pure state machine: evidence and time go in, a decision and its reasons come out.
// It knows no engine, no clock and no screen.
//
// Three things keep it from flickering. A window counts as good or bad only when a
// user outcome and a mechanism agree, with a gap between the two thresholds; several
// such windows in a row are needed, more to leave than to enter; and each relapse
// doubles the number of good windows that are needed next time.
package state

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// Machine is the state of one service with what it remembers. It is not safe for
// concurrent use; the views that it returns are.
type Machine struct {
	thresholds model.Thresholds
	state      model.State
	since      model.Millis
	why        string
	window     int          // number of the next window, from 0
	last       model.Millis // end of the last one
	length     model.Millis // of it

	// For each rule out of the state: windows in a row with all gates met, with the
	// tempting ones only, and whether a refusal was logged since the state was entered.
	streak  []int
	tempted []int
	refused []bool

	relapses   int // how often in a short time a better state did not last
	lastBetter int // window in which a better state was last entered; negative if never

	normalWindows int
	usual         float64 // mean demand over them

	log     []model.Transition
	fresh   int // of the last ones of the log: nobody has taken note of them yet
	blocked [model.States][model.States]bool

	facts facts
	gates []model.Gate // the room that count evaluates in

	view   model.StateView
	viewed bool // view is of the last step or decision
}

// logLength is how many of the last transitions a machine keeps.
const logLength = 256

// maxRelapses bounds the doubling: from five good windows to forty.
const maxRelapses = 3

// New is a machine in normal.
func New(t model.Thresholds) *Machine {
	m := &Machine{thresholds: t, lastBetter: -1}
	m.enter(0, model.Normal, "")
	return m
}

// SetThresholds changes what evidence is compared with, from the next window on.
func (m *Machine) SetThresholds(t model.Thresholds) { m.thresholds = t }

// Block switches an automatic transition off, or on again. What leads into unsafe cannot
// be switched off.
func (m *Machine) Block(from, to model.State, off bool) {
	m.blocked[from][to] = off && to != model.Unsafe
	m.viewed = false
}

// State is the present state.
func (m *Machine) State() model.State { return m.state }

// Evidence is that of the last window.
func (m *Machine) Evidence() *Evidence { return &m.facts.Evidence }

// Overstayed says whether the present state has lasted longer than its maximum.
func (m *Machine) Overstayed(now model.Millis) bool {
	most := model.Millis(m.thresholds.Dwell[m.state])
	return most > 0 && now-m.since > most
}

// Trouble says whether the last window's evidence asks for less work at the
// constrained resource: admitted work ended late, or will.
func (m *Machine) Trouble() bool {
	t, f := &m.thresholds, &m.facts
	return missing(t, f).Met || hopeless(t, f).Met
}

// Returned says whether the last window's evidence shows demand that a recovery cannot
// carry: operations fail, and more are asked for than could be served with everything on.
func (m *Machine) Returned() bool {
	t, f := &m.thresholds, &m.facts
	return failing(t, f).Met && demandBack(t, f).Met
}

// Growing says whether the last window's backlog grew.
func (m *Machine) Growing() bool { return m.facts.Slope > 0 }

// Cleared says whether the last window's evidence lets a rung be stepped back: what is
// asked for could be served with everything on, and no backlog grows.
func (m *Machine) Cleared() bool {
	t, f := &m.thresholds, &m.facts
	return demandCleared(t, f).Met && notGrowing(t, f).Met && calm(t, f).Met && !m.Trouble()
}

// Fresh are the transitions and refusals since it was asked last.
func (m *Machine) Fresh() []model.Transition {
	fresh := m.log[len(m.log)-m.fresh:]
	m.fresh = 0
	return fresh
}

// View is what there is to show of the last step or decision. It is made when it is
// asked for, because most windows of most runs are never looked at.
func (m *Machine) View() model.StateView {
	if !m.viewed {
		m.view, m.viewed = m.look(m.last), true
	}
	return m.view
}

// Step takes the evidence of the window that ended at now, makes at most one
// transition, and returns the state that it led to. Windows come in the order of
// time, each once, the first from time 0 on.
func (m *Machine) Step(now model.Millis, e Evidence) model.State {
	m.viewed = false
	m.length, m.last = now-m.last, now
	m.facts = facts{Evidence: e, usual: m.usual}
	m.count()
	if i := m.due(now); i >= 0 {
		m.take(now, i)
	} else {
		m.refuse(now)
	}
	m.remember()
	m.window++
	return m.state
}

// Manual is an owned decision of a person: who takes it and why go into the log. It
// is how unsafe is left, and only to recovering; nothing else can be decided by hand,
// and no state can be declared. The error says what is missing; a decision that was
// refused because a signal is still lost is logged too.
func (m *Machine) Manual(now model.Millis, to model.State, who, why string) error {
	m.viewed = false
	from := m.state
	legal, manual := model.Legal(from, to)
	who, why = strings.TrimSpace(who), strings.TrimSpace(why)
	switch {
	case !legal:
		return fmt.Errorf("%v -> %v is not a legal transition", from, to)
	case !manual:
		return fmt.Errorf("%v -> %v is decided by evidence, not by hand", from, to)
	case who == "":
		return fmt.Errorf("%v -> %v needs an owner: who decides", from, to)
	case why == "":
		return fmt.Errorf("%v -> %v needs a reason", from, to)
	}
	t := model.Transition{At: now, From: from, To: to, Cause: "manual", Gates: []model.Gate{
		{Name: "owned decision by " + who, Value: why, Met: true},
		trusted(&m.thresholds, &m.facts),
	}}
	if lost := m.facts.Trust.Lost(); lost != "" {
		t.Refused = true
		t.Why = fmt.Sprintf("%v -> %v refused: %s", from, to, lost)
		m.record(t)
		return fmt.Errorf("%s; a signal cannot be overridden", t.Why)
	}
	t.Why = fmt.Sprintf("%c->%c: owned decision by %s: %s", from.Letter(), to.Letter(), who, why)
	m.record(t)
	m.enter(now, to, t.Why)
	return nil
}

// count brings the streaks up to date with the newest window.
func (m *Machine) count() {
	for i := range rules[m.state] {
		r := &rules[m.state][i]
		gates, met := r.evaluate(m.gates[:0], &m.thresholds, &m.facts)
		m.gates = gates
		m.streak[i] = countOn(m.streak[i], met)
		m.tempted[i] = countOn(m.tempted[i], !met && r.tempts(m.state) && lure(gates) != "")
	}
}

func countOn(n int, more bool) int {
	if more {
		return n + 1
	}
	return 0
}

// due is the first rule that may be carried out now, or -1.
func (m *Machine) due(now model.Millis) int {
	held := m.window == 0 || float64(now-m.since) >= m.thresholds.Hold
	for i := range rules[m.state] {
		r := &rules[m.state][i]
		if m.streak[i] >= m.need(r) && (held || r.pace == atOnce) && !m.blocked[m.state][r.to] {
			return i
		}
	}
	return -1
}

// need is how many windows in a row a rule asks for.
func (m *Machine) need(r *rule) int {
	switch r.pace {
	case entering:
		return m.windows(m.thresholds.Enter)
	case leaving:
		return m.windows(m.thresholds.Leave) << m.relapses
	case burning:
		return m.windows(m.thresholds.Burn)
	}
	return 1
}

func (m *Machine) windows(full float64) int { return WindowsIn(int(full), m.length) }

// take carries out a rule.
func (m *Machine) take(now model.Millis, i int) {
	r, from := &rules[m.state][i], m.state
	gates, _ := r.evaluate(nil, &m.thresholds, &m.facts)
	t := model.Transition{At: now, From: from, To: r.to, Cause: "automatic", Gates: gates,
		Why: sentence(from, r.to, gates, m.streak[i], m.need(r))}
	switch r.pace {
	case leaving:
		m.lastBetter = m.window
	case entering, burning:
		if from == model.Saturated {
			break // degraded is the cure of saturated, not a relapse
		}
		if m.lastBetter >= 0 && m.window-m.lastBetter <= m.windows(m.thresholds.Relapse) {
			m.relapses = min(m.relapses+1, maxRelapses)
		} else {
			m.relapses = max(m.relapses-1, 0)
		}
		m.lastBetter = -1
	}
	m.record(t)
	m.enter(now, r.to, t.Why)
}

// refuse logs what one-sided evidence suggested for as long as the rule would have
// needed, once for each stay in a state.
func (m *Machine) refuse(now model.Millis) {
	for i := range rules[m.state] {
		r := &rules[m.state][i]
		if m.refused[i] || m.tempted[i] < m.need(r) {
			continue
		}
		m.refused[i] = true
		gates, _ := r.evaluate(nil, &m.thresholds, &m.facts)
		m.record(model.Transition{At: now, From: m.state, To: r.to, Cause: "automatic", Gates: gates, Refused: true,
			Why: refusal(m.state, r.to, gates)})
	}
}

// remember learns the usual demand, which recovering has to carry again.
func (m *Machine) remember() {
	if m.state == model.Normal && m.facts.Offered > 0 {
		m.normalWindows++
		m.usual += (m.facts.Offered - m.usual) / float64(min(m.normalWindows, WindowsIn(usualWindows, m.length)))
	}
}

// usualWindows is over how many full windows, about, the usual demand is averaged.
const usualWindows = 60

// enter makes a state the present one and forgets the streaks, so that every
// transition stands on evidence of its own.
func (m *Machine) enter(now model.Millis, s model.State, why string) {
	m.state, m.since, m.why = s, now, why
	n := len(rules[s])
	m.streak, m.tempted, m.refused = make([]int, n), make([]int, n), make([]bool, n)
}

// record appends to the log. Published views share its memory: it is appended to, or
// copied, never changed.
func (m *Machine) record(t model.Transition) {
	if len(m.log) >= 2*logLength {
		m.log = append([]model.Transition(nil), m.log[len(m.log)-logLength+1:]...)
	}
	m.log = append(m.log, t)
	m.fresh = min(m.fresh+1, logLength)
}

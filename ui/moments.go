package ui

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"overloadtui/model"
)

// moment is something that happened at an instant, as the time axis and the list show
// it: a change, a note, or a change of the operating state.
type moment struct {
	at     model.Millis
	number int    // of what a person or the scenario did; 0 for the state's own
	text   string // "load 90 -> 120"
	values string // its end that may not be cut: "90 -> 120"
	who    string
	why    string
	kind   model.EntryKind
	gates  []model.Gate // the evidence
	entry  *model.Entry // of the audit log; nil of a change
	order  bool         // of the journal: a person decided by hand
}

// momentList is the moments of a run up to a length of its journal and its logs, which
// only grow.
type momentList struct {
	run, journal, log, audit int
	all                      []moment
}

// moments is the journal and the state's log in one order. The changes of a held key
// are one moment; those of a scenario, such as the two ends of a spike, are not.
func (s *screen) moments() []moment {
	now := momentList{run: s.snap.Run, journal: s.happened(), log: len(s.snap.State.Log), audit: len(s.snap.Audit)}
	if c := &s.listed; c.all == nil || c.run != now.run || c.journal != now.journal || c.log != now.log || c.audit != now.audit {
		now.all = s.mergeMoments()
		s.listed = now
	}
	return s.listed.all
}

// past is what of the journal has happened, in the order in which it did.
func (s *screen) past() []model.Change {
	return model.Happened(s.snap.Journal, 0, model.Millis(math.Nextafter(float64(s.snap.Now), math.Inf(1))))
}

// happened counts the past.
func (s *screen) happened() (n int) {
	for i := range s.snap.Journal {
		if s.snap.Journal[i].At <= s.snap.Now {
			n++
		}
	}
	return n
}

// mergeMoments is the journal and the logs in the order of time. The audit log says more
// of an order than the journal, which is left out then.
func (s *screen) mergeMoments() []moment {
	journal := s.journalMoments()
	log := s.controlMoments()
	journal = slices.DeleteFunc(journal, func(m moment) bool {
		i := slices.IndexFunc(log, func(l moment) bool { return m.order && l.number == 0 && l.at == m.at && l.by(manual) })
		if i >= 0 {
			log[i].number = m.number
		}
		return i >= 0
	})
	all := make([]moment, 0, len(journal)+len(log))
	i, j := 0, 0
	for i < len(journal) || j < len(log) {
		switch {
		case j < len(log) && (i >= len(journal) || journal[i].at > log[j].at):
			all = append(all, log[j])
			j++
		default:
			all = append(all, journal[i])
			i++
		}
	}
	return all
}

// manual is the cause of what a person decided.
const manual = "manual"

// by says whether a line of the audit log has a cause.
func (m *moment) by(cause string) bool { return m.entry != nil && m.entry.Cause == cause }

// controlMoments is what control did and what was ordered of it.
func (s *screen) controlMoments() (all []moment) {
	for i := range s.snap.Audit {
		if e := &s.snap.Audit[i]; e.Kind != model.ChangeEntry { // changes are in the journal
			all = append(all, entryMoment(e))
		}
	}
	if len(s.snap.Audit) > 0 {
		return all
	}
	for _, t := range s.snap.State.Log {
		all = append(all, transitionMoment(t))
	}
	return all
}

// entryMoment is a line of the audit log.
func entryMoment(e *model.Entry) moment {
	m := moment{at: e.At, text: e.Text, who: e.Cause, kind: e.Kind, gates: e.Gates, entry: e}
	if e.Who != "" {
		m.who = e.Who
	}
	if head, rest, ok := strings.Cut(e.Text, ": "); ok {
		m.text, m.why = head, rest
	}
	return m
}

func transitionMoment(t model.Transition) moment {
	text, kind := fmt.Sprintf("%c -> %c", t.From.Letter(), t.To.Letter()), model.TransitionEntry
	if t.Refused {
		text, kind = text+" refused", model.RefusalEntry
	}
	return moment{at: t.At, text: text, who: t.Cause, why: t.Why, kind: kind, gates: t.Gates}
}

// full is all that a line has to say of a moment.
func (m *moment) full() string {
	switch {
	case m.entry != nil && m.entry.Why != "":
		return m.entry.Text + "; because " + m.entry.Why
	case m.entry != nil:
		return m.entry.Text
	case m.number > 0 && m.why != "":
		return m.why
	case m.why != "":
		return m.sentence()
	}
	return m.text
}

// kindInk marks what needs an eye.
func kindInk(m *moment) ink {
	switch m.kind {
	case model.OrderEntry, model.ExpiryEntry:
		return changed
	case model.RefusalEntry, model.EscalationEntry:
		return alarm
	case model.TransitionEntry:
		return strong
	}
	return dim
}

func (s *screen) journalMoments() []moment {
	values := make(map[string]float64, len(s.snap.Knobs))
	short := make(map[string]*model.KnobView, len(s.snap.Knobs))
	for i := range s.snap.Knobs {
		k := &s.snap.Knobs[i]
		values[k.Path], short[k.Path] = k.Initial, k
	}
	var all []moment
	together := 2 * model.Millis(s.snap.Scenario.Window)
	lastPath, lastAt, from := "", model.Millis(math.Inf(-1)), 0.0
	for _, c := range s.past() {
		k := short[c.Path]
		if c.Path == "" || k == nil {
			text := c.Note
			if text == "" {
				text = c.Path
			}
			all = append(all, moment{at: c.At, number: len(all) + 1, text: text, who: c.Who, order: c.Order.Kind != model.NoOrder})
			lastPath = ""
			continue
		}
		joined := c.Path == lastPath && c.At-lastAt <= together && c.Who == "you" && all[len(all)-1].who == "you"
		if !joined {
			from = values[c.Path]
			all = append(all, moment{at: c.At, number: len(all) + 1, who: c.Who})
		}
		m := &all[len(all)-1]
		m.values = bare(k.Param, from) + " -> " + bare(k.Param, c.To)
		m.text = k.Short + " " + m.values
		m.why = k.Label + " " + k.Format(from) + " -> " + k.Format(c.To)
		values[c.Path], lastPath, lastAt = c.To, c.Path, c.At
	}
	return all
}

// bare is a value without its unit.
func bare(p model.Param, v float64) string {
	if len(p.Choices) > 0 || v == 0 && p.Off != "" {
		return p.Format(v)
	}
	return model.Group(v)
}

func (m *moment) sign() string {
	if m.number == 0 {
		return ""
	}
	return "^" + strconv.Itoa(m.number)
}

// sentence is the moment with its reason. The reason of a transition may begin with
// the transition, which is not said twice.
func (m *moment) sentence() string {
	return m.text + ": " + withoutHead(m.why)
}

func withoutHead(why string) string {
	if head, rest, ok := strings.Cut(why, ": "); ok && strings.Contains(head, "->") {
		return rest
	}
	return why
}

// transitionReason is the evidence of a transition and who decided it.
func transitionReason(t *model.Transition) string {
	text := withoutHead(t.Why)
	if t.Cause != "automatic" && t.Cause != "" {
		text += " (" + t.Cause + ")"
	}
	return text
}

// within is the moment's text in some cells. Of a change the values stay, and of a
// long name its end, which says what was changed.
func (m *moment) within(cells int) string {
	over := width(m.text) - cells
	name := []rune(strings.TrimSuffix(m.text, m.values))
	if over <= 0 || m.values == "" || over+1 >= len(name)-1 {
		return cut(m.text, cells)
	}
	return "~" + string(name[over+1:]) + m.values
}

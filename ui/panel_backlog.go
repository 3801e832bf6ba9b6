package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// backlogKind is operations that were set aside and what has become of them.
type backlogKind struct {
	name string
	n    int64
	note string
	ink  ink
	doc  string
}

// backlogRows is how many lines the backlog takes: its kinds, the order, what else
// recovery waits for.
const backlogRows = 10

// backlogKinds are all operations that were ever set aside, each in one kind.
func (s *screen) backlogKinds() []backlogKind {
	r := &s.snap.Recovery
	missing := backlogKind{"missing", r.Missing, "", plain, "Operations that no book accounts for: dropped, and nobody counted them. Until there are none, the state does not go back to normal."}
	if r.Missing != 0 {
		missing.note, missing.ink = "in no book", alarm
	}
	poison := backlogKind{"poison", r.Quarantine, "quarantined", plain, "Their replay has failed too often. They are put aside and counted, and people settle them."}
	if due := r.Quarantine + r.Expired; due > 0 {
		poison.note = fmt.Sprintf("quarantined; %s of %s settled", model.Group(float64(r.Settled)), model.Group(float64(due)))
		if r.Settled < due {
			poison.ink = changed
		}
	}
	return []backlogKind{
		{"to replay", r.Left - r.Flying - r.Retrying, "", strong, "They wait for their first replay."},
		{"retrying", r.Retrying, "refused or failed once", plain, "Their replay was refused or has failed; they wait for the next."},
		{"under way", r.Flying, "", plain, "They are being replayed."},
		{"replayed", r.Replayed, "each once", good, "Done, each operation once."},
		{"done again", r.Duplicates, "since the checkpoint", plain, "Replayed again with success, because replay began again at its last checkpoint."},
		{"expired", r.Expired, "reported, not run", plain, "Of no use any more before they were replayed: counted, not run, and to be settled."},
		poison, missing,
	}
}

// orderText is in which order the backlog is replayed, and how old the checkpoint is.
func (s *screen) orderText() string {
	text := "order: "
	set := s.recoverySettings()
	for _, p := range model.RecoverySettings {
		if p.At(&set) == &set.Order {
			text += p.Format(set.Order) + " first"
		}
	}
	r := &s.snap.Recovery
	switch {
	case set.Checkpoint == 0:
		text += "; checkpoint with each operation"
	default:
		text += "; checkpoint " + age(r.CheckpointAge) + " old, every " + model.Millis(set.Checkpoint).String()
	}
	return text
}

// othersText is what recovery waits for beside the backlog.
func (s *screen) othersText() string {
	r := &s.snap.Recovery
	var all []string
	for i, n := range r.Classes {
		if n > 0 && i < len(s.snap.Scenario.Classes) {
			all = append(all, s.snap.Scenario.Classes[i].Name+" "+model.Group(float64(n)))
		}
	}
	if s.recoverySettings().Replicas > 0 {
		all = append(all, "replicas lag "+number(r.Lag.Seconds(), 1)+" s")
	}
	if r.Caches {
		all = append(all, "caches warm "+number(100*r.Warm, 1)+"%")
	}
	if s.failsOver() {
		where := "demand at home"
		if r.Away {
			where = "IN FAILOVER"
		}
		all = append(all, where)
	}
	return strings.Join(all, "; ")
}

// drawBacklog is the backlog by kinds, which are all of it together.
func (s *screen) drawBacklog(a area) {
	r := &s.snap.Recovery
	focused := s.region == onBacklog
	tail := model.Group(float64(r.Taken)) + " set aside"
	if s.time.held {
		tail += ", as of now"
	}
	s.heading(a.row(0), focused, "backlog", tail)
	kinds := s.backlogKinds()
	others := []string{s.orderText(), s.othersText()}
	rows := a.h - 1
	first := 0
	if focused {
		first = min(max(s.picked(onBacklog)-rows+1, 0), max(len(kinds)-rows, 0))
	}
	y := 1
	for i := first; i < len(kinds) && y < a.h; i++ {
		k := kinds[i]
		s.hitLine(a.row(y), onBacklog, i)
		name := plain
		if focused && i == s.picked(onBacklog) {
			a.set(0, y, '>', strong)
			name = strong
		}
		a.text(1, y, name, k.name)
		a.right(24, y, k.ink, model.Group(float64(k.n)))
		x := 24
		if r.Taken > 0 {
			a.right(31, y, dim, number(100*float64(k.n)/float64(r.Taken), 1)+"%")
			x = 31
		}
		if room := a.w - x - 3; room >= 12 && k.n > 0 {
			a.text(x+2, y, dim, cut(k.note, room))
		}
		y++
	}
	for _, text := range others {
		for _, line := range wrap(text, a.w-2) {
			if y < a.h {
				a.text(1, y, dim, line)
			}
			y++
		}
	}
}

// drawPauses is the conditions under which replay pauses, and how near they are.
func (s *screen) drawPauses(a area) {
	r := &s.snap.Recovery
	focused := s.region == onPauses
	have, need := s.pauseCount()
	tail, title := "", "replay pauses when"
	switch {
	case len(r.Conditions) == 0:
	case !r.Wanted || r.Left == 0 && !r.Paused:
		tail = "not counted"
	case r.Released:
		tail = "NOT WATCHED"
	case r.Paused:
		tail = fmt.Sprintf("PAUSED, good %d/%d", have, need)
	case r.Eased:
		tail = fmt.Sprintf("eased, good %d/%d", have, need)
	default:
		tail = fmt.Sprintf("bad %d/%d", have, need)
	}
	if s.time.held {
		title += ", as of now"
	}
	if width(title)+width(tail)+7 > a.w {
		title = "pauses when"
	}
	s.heading(a.row(0), focused, title, tail)
	if len(r.Conditions) == 0 {
		s.drawRules(a.part(0, 1, a.w, a.h-1))
		return
	}
	y := 1
	for i := range r.Conditions {
		c := &r.Conditions[i]
		s.hitLine(a.row(y), onPauses, i)
		name, verdict, k := plain, "no", good
		if c.Met {
			verdict, k = "YES", alarm
		}
		if focused && i == s.picked(onPauses) {
			a.set(0, y, '>', strong)
			name = strong
		}
		end := a.right(a.w-1, y, k, padLeft(verdict, 3)) - 1
		value, _, _ := strings.Cut(c.Value, " of ")
		words := value + " " + c.Needs
		room := max(end-2-width(words), 6)
		a.text(1, y, name, cut(c.Name, room))
		x := a.right(end, y, dim, c.Needs)
		a.right(x-1, y, plain, value)
		y++
	}
	if y < a.h {
		y++
	}
	set := s.recoverySettings().Pause
	texts := []string{fmt.Sprintf("It goes on after %s good windows, at %s%% of its rate for as many again.", model.Group(set.Resume), number(set.Ease, 0)),
		"On a pause it is back at its last checkpoint; foreground and reserve stay."}
	if r.Refused != "" {
		texts = append([]string{"refused: " + r.Refused}, texts...)
	}
	for i, text := range texts {
		k := dim
		if i == 0 && r.Refused != "" {
			k = alarm
		}
		for _, line := range wrap(text, a.w-2) {
			if y < a.h {
				a.text(1, y, k, line)
			}
			y++
		}
	}
}

// drawRules is the thresholds of the conditions while none has a value.
func (s *screen) drawRules(a area) {
	set := s.recoverySettings()
	for y, g := range recovery.Pauses(set.Pause, set.Reserve, recovery.Observed{}) {
		a.text(1, y, plain, cut(g.Name, a.w-3-width(g.Needs)))
		a.right(a.w-1, y, dim, g.Needs)
	}
}

// drawGates is the way back to normal: D -> R and R -> N, the gates that are still
// closed first.
func (s *screen) drawGates(a area) {
	view := &s.snap.State
	way := s.wayBack()
	focused := s.region == onState
	if p := s.cursorPoint(); p != nil {
		s.heading(a.row(0), focused, "gates: why "+p.State.String()+" at "+p.End.Clock(), "")
		s.drawPastReason(a.part(1, 1, a.w-1, a.h-1), p)
		return
	}
	if way == nil {
		s.heading(a.row(0), focused, "gates", view.State.String())
		for y, line := range wrap("Normal since "+view.Since.Clock()+". What recovery asks is decided on the way back, D -> R and R -> N: caches, replicas, reserve, backlog, books that close.", a.w-2) {
			a.text(1, 1+y, dim, line)
		}
		return
	}
	tail := ""
	switch {
	case way.Off:
		tail = "x switched off"
	case way.Manual:
		tail = "by a person: o"
	case way.Need > 1:
		tail = fmt.Sprintf("windows %d/%d", way.Have, way.Need)
	}
	s.heading(a.row(0), focused, fmt.Sprintf("gates of %c -> %c %s", view.State.Letter(), way.To.Letter(), way.To), tail)
	y := 1
	drawn := 0
	for _, met := range []bool{false, true} {
		for i := range way.Gates {
			g := &way.Gates[i]
			if g.Met != met {
				continue
			}
			if rest := len(way.Gates) - drawn; y == a.h-1 && rest > 1 {
				how := "more"
				if met {
					how = "met" // those that are not come first
				}
				a.text(3, y, dim, cut(fmt.Sprintf("%s %s: tab to here, w", count(rest, "gate"), how), a.w-4))
				return
			}
			if y < a.h {
				s.drawEvidenceGate(a, y, g)
				y++
			}
			drawn++
		}
	}
	if t := s.refusedWay(way.To); t != nil && y < a.h {
		for _, line := range wrap("refused at "+t.At.Clock()+": "+withoutHead(t.Why), a.w-4) {
			if y < a.h {
				a.text(3, y, dim, line)
			}
			y++
		}
	}
}

// explainRecovery explains what is chosen on the screen of recovery, whole.
func (s *screen) explainRecovery(a area) {
	y := 1
	put := func(x int, k ink, text string) {
		for _, line := range wrap(text, a.w-x-1) {
			a.text(x, y, k, line)
			y++
		}
	}
	title := func(text string) { s.heading(a.row(0), true, text, "esc") }
	switch s.region {
	case onBudget:
		title("how much may be replayed")
		b, rate, p := s.budget()
		n := func(v float64) string { return number(v, 0) }
		put(1, strong, fmt.Sprintf("restored - foreground - failure reserve - warm-up - other = %s - %s - %s - %s - %s = %s/s; the ceiling is %s/s",
			n(b.Restored), n(b.Foreground), n(b.Reserve), n(b.WarmUp), n(b.Other), n(b.Spare()), n(b.Ceiling())))
		put(1, plain, fmt.Sprintf("ceiling - chosen = %s - %s = %s/s", n(b.Ceiling()), n(rate), n(b.Ceiling()-rate)))
		y++
		for i := range budgetTerms {
			t := &budgetTerms[i]
			k := plain
			if i == s.picked(onBudget) {
				k = strong
			}
			put(1, k, fmt.Sprintf("%s %s/s, %s", t.name, n(t.of(b)), t.source(s, p)))
			put(3, dim, t.doc)
		}
	case onBacklog:
		title("the backlog, every operation in one book")
		for i, kind := range s.backlogKinds() {
			k := plain
			if i == s.picked(onBacklog) {
				k = strong
			}
			put(1, k, fmt.Sprintf("%s %s", kind.name, model.Group(float64(kind.n))))
			put(3, dim, kind.doc)
		}
		put(1, plain, s.orderText())
		put(1, plain, s.othersText())
	case onPauses:
		title("when replay pauses, and goes on")
		for i := range s.snap.Recovery.Conditions {
			c := &s.snap.Recovery.Conditions[i]
			y = drawGate(a.part(0, 0, a.w, a.h), y, c.Gate)
		}
		text, k := s.verdict()
		y++
		put(1, k, text)
	default:
		title("backlog over time")
		put(1, plain, s.drainSentence())
		put(1, dim, "The dotted line is the plan: from what was left when the rate last changed, at that rate. The solid line is what was really left. Below the plan it goes faster, above it slower; a step up is work that was set aside meanwhile or done again.")
		text, k := s.verdict()
		y++
		put(1, k, text)
	}
}

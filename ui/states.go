package ui

import (
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
)

// lines is how many things there are to choose from in a region of that screen.
func (s *screen) lines(r region) int {
	switch r {
	case onActions:
		return len(s.actions())
	case onLadder:
		return len(s.snap.Scenario.Ladder) + 1
	case onOverrides:
		return len(s.snap.Control.Overrides)
	case onParts:
		if p := s.shownPoint(); p != nil {
			return len(s.parts(p, mostParts))
		}
	case onBudget:
		return len(budgetTerms)
	case onBacklog:
		return len(s.backlogKinds())
	case onPauses:
		return len(s.snap.Recovery.Conditions)
	case onExpect, onAborts, onBounds, onRestore, onSurprises:
		return len(s.dayLines(r))
	}
	return 0
}

// picked is what is chosen in a region, kept within what there is.
func (s *screen) picked(r region) int {
	return min(max(s.chosen[r], 0), max(s.lines(r)-1, 0))
}

// choiceSentence tells about what is chosen on that screen.
func (s *screen) choiceSentence() (head, text string) {
	switch s.region {
	case onActions:
		all := s.actions()
		if len(all) == 0 {
			return "", "no automatic actions"
		}
		v := &all[s.picked(onActions)]
		_, status, _ := s.actionStatus(v)
		return "> " + v.Name() + ":", " " + status + "; " + strings.Join(bounds(v), ", ")
	case onLadder:
		i := s.picked(onLadder)
		name, off, keeps, signal := s.rungText(i)
		return fmt.Sprintf("> rung %d %s:", i, name), fmt.Sprintf(" off: %s; keeps: %s; users see: %s", off, keeps, signal)
	case onOverrides:
		all := s.snap.Control.Overrides
		if len(all) == 0 {
			return "", "no override is in force; o gives one, with owner, reason and an end"
		}
		return "> override", " " + s.overrideSentence(&all[s.picked(onOverrides)])
	case onLedger:
		return "> worker time:", " each millisecond of each worker is in exactly one share; together they are 100 %"
	case onParts:
		return s.partSentence()
	case onExpect, onAborts, onBounds, onRestore, onSurprises:
		return s.daySentence()
	}
	return s.recoverySentence()
}

func (s *screen) overrideSentence(o *model.Override) string {
	text := fmt.Sprintf("%d %s since %s until %s, %s left; %s: %s; may relax %s", o.Number, o.Say(), o.Since.Clock(), o.Until.Clock(),
		age(o.Until-s.snap.Now), o.Who, o.Why, o.Invariant)
	if o.Kind == model.Isolate {
		text += "; " + s.isolationCost(o)
	}
	return text
}

// explainState is why the state is what it is, and below that all evidence for what may
// come next.
func (s *screen) explainState(a area) {
	s.heading(a.row(0), true, "why "+s.shownState().String(), "esc")
	y := 1
	for _, line := range wrap(s.stateSentence(s.shownState()), a.w-2) {
		a.text(1, y, plain, line)
		y++
	}
	s.drawEvidence(a.part(0, y+1, a.w, a.h-y-1))
}

// explainStates explains what is chosen on that screen, whole.
func (s *screen) explainStates(a area) {
	y := 1
	put := func(x int, k ink, text string) {
		for _, line := range wrap(text, a.w-x-1) {
			a.text(x, y, k, line)
			y++
		}
	}
	title := func(text string) { s.heading(a.row(0), true, text, "esc") }
	switch s.region {
	case onActions:
		title("automatic actions, and what bounds each")
		for i, v := range s.actions() {
			mark, status, _ := s.actionStatus(&v)
			k := plain
			if i == s.picked(onActions) {
				k = strong
			}
			put(1, k, fmt.Sprintf("%c %s: %s", mark, v.Name(), status))
			put(3, dim, strings.Join(bounds(&v), "; "))
		}
	case onLadder:
		title("the ladder, " + s.ladderTail())
		for i := range len(s.snap.Scenario.Ladder) + 1 {
			name, off, keeps, signal := s.rungText(i)
			k := plain
			if i == s.rung() {
				k, name = strong, "["+name+"]"
			}
			put(1, k, fmt.Sprintf("%d %s", i, name))
			put(3, dim, "off: "+off+"; keeps: "+keeps+"; users see: "+signal)
		}
		for i := range s.savings.all {
			put(1, plain, savingText(&s.savings.all[i]))
		}
	case onOverrides:
		title("overrides")
		for i := range s.snap.Control.Overrides {
			put(1, plain, s.overrideSentence(&s.snap.Control.Overrides[i]))
		}
		y++
		put(1, dim, "An override holds a rung, switches one automatic transition off or isolates a tenant. It has an owner, a reason, an invariant that it may relax and an end. None declares a state, and none makes a lost signal trusted.")
	case onLedger:
		title("where worker time went")
		p := s.shownPoint()
		if p == nil {
			return
		}
		now, _ := wholePercents(inOrder(&p.Ledger))
		all, _ := wholePercents(inOrder(&p.Spent))
		put(1, dim, "                     window   since start")
		for i, u := range useOrder {
			put(1, plain, string(s.glyphs.uses[u])+" "+u.String()+strings.Repeat(".", 18-width(u.String())))
			a.text(22, y-1, plain, padLeft(fmt.Sprint(now[i]), 5)+"%"+padLeft(fmt.Sprint(all[i]), 13)+"%")
		}
		y++
		put(1, plain, "On time and retries served an operation. Late, abandoned, failed and shedding took worker time and served none.")
	case onParts:
		title("classes and tenants")
		p := s.shownPoint()
		if p == nil {
			return
		}
		for _, e := range s.parts(p, math.MaxInt) {
			put(1, plain, e.name+": "+s.partText(p, &e))
		}
	}
}

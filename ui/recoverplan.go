package ui

import "overloadtui/model"

// recoverContent is what the screen of recovery has to show, as far as it decides how
// room is divided. None of it changes in a run.
type recoverContent struct {
	backlog bool // work can be deferred
	caches  bool
	page    int
}

// recoverPlan is the plan of the screen of recovery. The knobs have the focus first.
func recoverPlan(s *screen) plan {
	sc := s.snap.Scenario
	c := recoverContent{backlog: defers(sc), caches: caches(sc), page: s.page}
	if !c.backlog && !c.caches {
		c.backlog = true
	}
	p := layoutRecover(s.w, s.h, c)
	for i, r := range p.regions {
		if r == onKnobs {
			copy(p.regions[1:i+1], p.regions[:i])
			p.regions[0] = onKnobs
		}
	}
	return p
}

// layoutRecover divides the screen of recovery. How much may be replayed is always
// there, and the verdict; what does not fit between them stands on further pages.
//
//	narrow     80 x 24             from 100 x 40
//	indicator  indicator           indicator
//	budget     budget              budget
//	knobs      knobs   | backlog   knobs   | backlog over time
//	drain      pauses  | gates     numbers | load
//	gates ...  numbers | load      gates   | pauses
//	           log                 log
//	verdict    verdict             verdict
func layoutRecover(w, h int, c recoverContent) plan {
	p := emptyPlan(w, h)
	p.overlay = false
	if p.line || p.small {
		p.regions = []region{onState}
		return p
	}
	over := drainPanel // what of recovery is drawn over time
	if !c.backlog {
		over = warmPanel
	}
	both := c.backlog && c.caches
	log := whole(logPanel, 3, 99, 1)
	terms := len(budgetTerms) + 1
	verdict := 1
	var head, pages []band
	switch {
	case w >= 100 && h >= 40:
		verdict = 2
		head = []band{whole(indicatorPanel, 3, 3, 0), whole(budgetPanel, terms+1, terms+1, 0)}
		middle := beside(capsPanel, over, 18, 30, 3).above(backlogPanel, backlogRows+1).over(loadPanel, 0)
		bottom := beside(gatesPanel, pausesPanel, 8, 12, 1).at(w / 2)
		if both {
			bottom = beside(gatesPanel, pausesPanel, 12, 16, 1).at(w/2).over(warmPanel, 6)
		}
		if h < 46 {
			bottom.least = 8
			bottom.rightFoot = 3
		}
		pages = []band{middle.at(min(w*2/5, 70)), bottom, log}
	case w >= 76 && h >= 20:
		head = []band{whole(indicatorPanel, 1, 1, 0), whole(budgetPanel, terms, terms, 0)}
		if h >= 28 {
			head[0].least = 3
		}
		numbers := beside(backlogPanel, loadPanel, backlogRows+1, backlogRows+4, 1)
		if both {
			numbers = numbers.over(warmPanel, 0)
		}
		pages = []band{beside(capsPanel, over, 5, 14, 2), beside(pausesPanel, gatesPanel, 5, 9, 1), numbers, log}
		for i := range pages[:3] {
			pages[i] = pages[i].at(w * 48 / 100)
		}
	default:
		head = []band{whole(indicatorPanel, 1, 1, 0)}
		pages = []band{whole(budgetPanel, terms, terms, 0), whole(capsPanel, 4, 20, 2), whole(over, 5, 12, 1), whole(gatesPanel, 4, 12, 1),
			whole(pausesPanel, 5, 7, 1), whole(backlogPanel, 5, backlogRows+1, 1), whole(loadPanel, 5, 12, 1)}
		if both {
			pages = append(pages, whole(warmPanel, 5, 12, 1))
		}
		pages = append(pages, log)
	}
	bottom := h - 2
	if h >= 18 { // sentences of two lines, and the footer still there
		p.detail--
		bottom--
	}
	room := bottom - 1 - verdict
	for _, b := range head {
		room -= b.least
	}
	shown, n := paginate(pages, room, c.page)
	p.cycles = n > 1
	p.place(append(head, shown...), 1, bottom-1-verdict)
	p.placeBand(whole(verdictPanel, verdict, verdict, 0), bottom-verdict, verdict)
	return p
}

// defers says whether a scenario can put work aside, to be redone later.
func defers(sc *model.Scenario) bool {
	if sc.Recovery.Backlog > 0 || sc.Recovery.Keeps > model.KeepDeferred {
		return true
	}
	for i := range sc.Classes {
		if sc.Classes[i].Defer == model.DeferYes {
			return true
		}
	}
	return false
}

func caches(sc *model.Scenario) bool {
	for i := range sc.Services {
		if sc.Services[i].Cache.Keys > 0 {
			return true
		}
	}
	return false
}

package ui

// statesContent is what the screen of the states has to show, as far as it decides how
// room is divided. None of it changes in a run.
type statesContent struct {
	rungs int // of the ladder, 0 counted
	parts int // rows that the table of classes and tenants would like
	page  int
}

func statesPlan(s *screen) plan {
	sc := s.snap.Scenario
	return layoutStates(s.w, s.h, statesContent{len(sc.Ladder) + 1, statesPartRows(sc), s.page})
}

// layoutStates divides the screen of the operating states. The machine is always
// there. What does not fit below it stands on further pages, each with as much of the
// log as there is room for:
//
//	narrow          80 x 24             from 100 x 40
//	indicator       machine             machine | actions
//	ways            ways    | actions   ways    | ladder
//	actions         ladder  | overrides         | overrides
//	log ...         log                 ledger, parts, log
func layoutStates(w, h int, c statesContent) plan {
	p := emptyPlan(w, h)
	p.overlay = false
	if p.line || p.small {
		p.regions = []region{onState}
		return p
	}
	var head, pages []band
	parts := whole(partsPanel, c.parts+1, c.parts+1, 0)
	ledger := whole(ledgerPanel, ledgerRows(w), ledgerRows(w), 0)
	log := whole(logPanel, 4, 99, 3)
	switch {
	case w >= 100 && h >= 42:
		head = []band{beside(machinePanel, actionsPanel, machineRows(true)+3, 19, 1)}
		pages = []band{beside(waysPanel, ladderPanel, 10, 22, 2).over(overridesPanel, 0), ledger, parts, log}
	case w >= 76 && h >= 20:
		head = []band{whole(machinePanel, machineRows(false)+1, machineRows(false)+1, 0)}
		pages = []band{beside(waysPanel, actionsPanel, 7, 16, 2), beside(ladderPanel, overridesPanel, 3, c.rungs+2, 1), log, ledger, parts}
	default:
		head = []band{whole(indicatorPanel, 3, 3, 0)}
		pages = []band{whole(waysPanel, 5, 14, 2), whole(logPanel, 3, 99, 3), whole(actionsPanel, 7, 7, 0), whole(ladderPanel, 3, c.rungs+1, 1),
			whole(overridesPanel, 3, 5, 1), ledger, parts}
	}
	bottom := h - 2
	if h >= 18 { // sentences of two lines, and the footer still there
		p.detail--
		bottom--
	}
	room := bottom - 1
	for _, b := range head {
		room -= b.least
	}
	shown, n := paginate(pages, room, c.page)
	p.cycles = n > 1
	p.place(append(head, shown...), 1, bottom-1)
	return p
}

package ui

// panelKind is one of the panels of the screen of the operating states.
type panelKind uint8

const (
	machinePanel panelKind = iota
	indicatorPanel
	waysPanel
	actionsPanel
	ladderPanel
	overridesPanel
	logPanel
	ledgerPanel
	partsPanel
	panelKinds = iota
)

// panelAt is where a panel stands.
type panelAt struct {
	panelKind
	x, y, w, h int
}

// statesPanels is what each panel draws and which region of the keys it is.
var statesPanels = [panelKinds]struct {
	region region
	draw   func(*screen, area)
}{
	machinePanel:   {onState, (*screen).drawMachine},
	indicatorPanel: {onState, (*screen).drawIndicator},
	waysPanel:      {onState, (*screen).drawEvidence},
	actionsPanel:   {onActions, (*screen).drawActions},
	ladderPanel:    {onLadder, (*screen).drawLadder},
	overridesPanel: {onOverrides, (*screen).drawOverrides},
	logPanel:       {onMoments, (*screen).drawLog},
	ledgerPanel:    {onLedger, (*screen).drawLedger},
	partsPanel:     {onParts, (*screen).drawParts},
}

// band is panels side by side across the screen: of which there are at least so many
// rows, and who takes more of what is left over, up to a height at which it has all
// that it can use.
type band struct {
	left, right panelKind // the same: one panel for the whole width
	lower       panelKind // below the right one, or the same
	least, most int
	weight      int
}

func whole(k panelKind, least, most, weight int) band { return band{k, k, k, least, most, weight} }

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
		head = []band{{machinePanel, actionsPanel, actionsPanel, machineRows(true) + 3, 19, 1}}
		pages = []band{{waysPanel, ladderPanel, overridesPanel, 10, 22, 2}, ledger, parts, log}
	case w >= 76 && h >= 20:
		head = []band{whole(machinePanel, machineRows(false)+1, machineRows(false)+1, 0)}
		pages = []band{{waysPanel, actionsPanel, actionsPanel, 7, 16, 2}, {ladderPanel, overridesPanel, overridesPanel, 3, c.rungs + 2, 1}, log, ledger, parts}
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

// paginate gives the bands of a page: as many as fit, in their order, and how many
// pages there are. One that is higher than a page has one to itself.
func paginate(all []band, room, page int) (shown []band, pages int) {
	var sheets [][]band
	used := room + 1
	for _, b := range all {
		if used+b.least > room {
			sheets = append(sheets, nil)
			used = 0
		}
		last := len(sheets) - 1
		sheets[last] = append(sheets[last], b)
		used += b.least
	}
	shown = sheets[page%len(sheets)]
	if page%len(sheets) == 0 {
		return shown, len(sheets)
	}
	used = 0
	for _, b := range shown {
		used += b.least
	}
	for _, b := range all { // what happened, below the panels of the further pages too
		if b.left == logPanel && shown[0].left != logPanel && used+b.least <= room {
			shown = append(shown, b)
		}
	}
	return shown, len(sheets)
}

// place gives bands their rows: the least that they need, and of the rest by weight.
func (p *plan) place(bands []band, top, rows int) {
	heights := make([]int, len(bands))
	left, weights := rows, 0
	for i, b := range bands {
		heights[i] = min(b.least, max(left, 0))
		left -= heights[i]
		weights += b.weight
	}
	for left > 0 {
		before := left
		for i, b := range bands {
			if give := min(b.weight, b.most-heights[i], left); give > 0 {
				heights[i] += give
				left -= give
			}
		}
		if left == before {
			heights[len(bands)-1] += left
			break
		}
	}
	right := p.w - min(max(p.w*36/100, 29), 66)
	put := func(k panelKind, x, y, w, h int) {
		if h > 0 {
			p.places = append(p.places, panelAt{k, x, y, w, h})
			if r := statesPanels[k].region; !p.has(r) {
				p.regions = append(p.regions, r)
			}
		}
	}
	y := top
	for i, b := range bands {
		switch h := heights[i]; {
		case b.left == b.right:
			put(b.left, 0, y, p.w, h)
		case b.right == b.lower:
			put(b.left, 0, y, right-1, h)
			put(b.right, right, y, p.w-right, h)
		default:
			upper := h * 3 / 5
			put(b.left, 0, y, right-1, h)
			put(b.right, right, y, p.w-right, upper)
			put(b.lower, right, y+upper, p.w-right, h-upper)
		}
		y += heights[i]
	}
}

package ui

// panelKind is one of the panels that the screens are made of, but for the dashboard.
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
	budgetPanel
	capsPanel
	drainPanel
	warmPanel
	loadPanel
	backlogPanel
	pausesPanel
	gatesPanel
	verdictPanel
	dayPanel
	expectPanel
	abortsPanel
	boundsPanel
	restorePanel
	surprisesPanel
	panelKinds = iota
)

// panelAt is where a panel stands.
type panelAt struct {
	panelKind
	x, y, w, h int
}

// panels is what each panel draws and which region of the keys it is.
var panels = [panelKinds]struct {
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
	budgetPanel:    {onBudget, (*screen).drawBudget},
	capsPanel:      {onKnobs, (*screen).drawKnobs},
	drainPanel:     {onDrain, (*screen).drawDrain},
	warmPanel:      {onDrain, (*screen).drawWarm},
	loadPanel:      {onDrain, (*screen).drawLoad},
	backlogPanel:   {onBacklog, (*screen).drawBacklog},
	pausesPanel:    {onPauses, (*screen).drawPauses},
	gatesPanel:     {onState, (*screen).drawGates},
	verdictPanel:   {onState, (*screen).drawVerdict},
	dayPanel:       {onState, (*screen).drawDay},
	expectPanel:    {onExpect, (*screen).drawExpect},
	abortsPanel:    {onAborts, (*screen).drawAborts},
	boundsPanel:    {onBounds, (*screen).drawBounds},
	restorePanel:   {onRestore, (*screen).drawRestore},
	surprisesPanel: {onSurprises, (*screen).drawSurprises},
}

// drawPanels is a screen that is made of panels.
func (s *screen) drawPanels(a area, p *plan) {
	if s.drawCover(a.part(0, 1, a.w, p.detail-1)) {
		return
	}
	for _, at := range p.places {
		panel := &panels[at.panelKind]
		area := a.part(at.x, at.y, at.w, at.h)
		s.hit(area, hitRegion, int(panel.region))
		panel.draw(s, area)
		if at.x > 0 {
			for y := range at.h {
				a.set(at.x-1, at.y+y, s.glyphs.divider, dim)
			}
			r := s.glyphs.tee
			if a.at(at.x-1, at.y-1).r == s.glyphs.divider {
				r = s.glyphs.fork
			}
			a.set(at.x-1, at.y, r, dim)
		}
	}
}

// band is panels across the screen, one or two side by side, each with another one
// below it or not. There are at least so many rows, and of what is left over it takes
// more by its weight, up to a height at which it has all that it can use.
type band struct {
	left, under  panelKind // the same: one panel at the left
	right, lower panelKind // the same: one panel at the right; of all four: one panel
	least, most  int
	weight       int
	leftFoot     int // rows of under; 0 = two of five
	rightFoot    int // rows of lower; 0 = two of five
	split        int // columns of the left; 0 = all but a good third
}

// whole is a band of one panel.
func whole(k panelKind, least, most, weight int) band {
	return band{left: k, under: k, right: k, lower: k, least: least, most: most, weight: weight}
}

// beside is a band of two panels.
func beside(left, right panelKind, least, most, weight int) band {
	return band{left: left, under: left, right: right, lower: right, least: least, most: most, weight: weight}
}

// over puts a panel of some rows below the right one.
func (b band) over(lower panelKind, rows int) band {
	b.lower, b.rightFoot = lower, rows
	return b
}

// above puts a panel of some rows below the left one.
func (b band) above(under panelKind, rows int) band {
	b.under, b.leftFoot = under, rows
	return b
}

// at gives the left panels so many columns.
func (b band) at(split int) band {
	b.split = split
	return b
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
	left := rows
	for i, b := range bands {
		heights[i] = min(b.least, max(left, 0))
		left -= heights[i]
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
	y := top
	for i, b := range bands {
		p.placeBand(b, y, heights[i])
		y += heights[i]
	}
}

// placeBand gives a band's panels their cells.
func (p *plan) placeBand(b band, y, h int) {
	put := func(k panelKind, x, y, w, h int) {
		if h > 0 {
			p.places = append(p.places, panelAt{k, x, y, w, h})
			if r := panels[k].region; !p.has(r) {
				p.regions = append(p.regions, r)
			}
		}
	}
	column := func(upper, lower panelKind, x, w, foot int) {
		if upper == lower {
			put(upper, x, y, w, h)
			return
		}
		if foot == 0 {
			foot = h - h*3/5
		}
		foot = min(foot, h)
		put(upper, x, y, w, h-foot)
		put(lower, x, y+h-foot, w, foot)
	}
	if b.left == b.right {
		put(b.left, 0, y, p.w, h)
		return
	}
	right := p.w - min(max(p.w*36/100, 29), 66)
	if b.split > 0 {
		right = b.split + 1
	}
	column(b.left, b.under, 0, right-1, b.leftFoot)
	column(b.right, b.lower, right, p.w-right, b.rightFoot)
}

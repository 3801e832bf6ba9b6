package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// wire is how a way between two states is drawn: solid where it is legal from the
// present state, dotted where it is not.
type wire struct{ across, down rune }

// machineRows is how high the drawing of the machine is.
func machineRows(boxed bool) int {
	if boxed {
		return 10
	}
	return 4
}

// machine is the drawing of the six states: who stands where on it.
//
//	[N NORMAL] --2/3--> E elevated ......> S saturated ......> D degraded
//	     ^     <....... ^          <.......     ^      <.......  ^    :
//	     :..............................................:....    :    v
//	any of these: a signal lost ..> U unsafe ..a person only...> R recovering
type machine struct {
	a     area
	s     *screen
	now   model.State
	boxed bool
	x     [model.States]int // first column
	cells [model.States]int // width
	row   int               // of the names in the upper line
	low   int               // first row of the lower line
}

// drawMachine is the six-state machine as a graph, with what may come next.
func (s *screen) drawMachine(a area) {
	view := &s.snap.State
	now := s.shownState()
	tail := now.String() + " for " + s.dwell(now)
	switch {
	case s.time.held:
		tail = s.pastTail()
	case view.Overstayed:
		tail = "OVERSTAYED: " + now.String() + " for " + s.dwell(now) + ", at most " + view.MaxDwell.String()
	case view.MaxDwell > 0 && view.MaxDwell < model.Forever:
		tail += " of at most " + view.MaxDwell.String()
	}
	s.heading(a.row(0), s.region == onState, "the six states", tail)
	boxed := a.h > machineRows(true)
	rows := machineRows(boxed)
	m := machine{a: a.part(0, 1+max((a.h-1-rows)/2, 0), a.w, rows), s: s, now: now, boxed: boxed, low: 3}
	if boxed {
		m.row, m.low = 1, 6
	}
	m.arrange()
	m.ways()
	for st := range model.State(model.States) {
		m.node(st)
	}
}

// pastTail says that a panel is of the time cursor's window.
func (s *screen) pastTail() string {
	if p := s.cursorPoint(); p != nil {
		return "at " + p.End.Clock() + ": " + p.State.String() + " for " + s.dwell(p.State)
	}
	return ""
}

// arrange spreads normal, elevated, saturated and degraded over the width; recovering
// stands below degraded, and unsafe to its left.
func (m *machine) arrange() {
	sum := 0
	for st := range model.State(model.States) {
		m.cells[st] = len(st.String()) + 4
		if m.boxed {
			m.cells[st] = max(m.cells[st]+4, 16)
		}
		if st <= model.Degraded {
			sum += m.cells[st]
		}
	}
	const margin = 6 // for the count beside the last one's way down
	gap := min((m.a.w-1-sum-margin)/3, 22)
	x := 1
	for st := model.Normal; st <= model.Degraded; st++ {
		m.x[st] = x
		x += m.cells[st] + gap
	}
	m.x[model.Recovering] = m.x[model.Degraded]
	m.x[model.Unsafe] = m.x[model.Recovering] - m.cells[model.Unsafe] - 20
}

func (m *machine) middle(st model.State) int { return m.x[st] + m.cells[st]/2 }

// wire is how the way between two states is drawn.
func (m *machine) wire(from, to model.State) (wire, ink) {
	g := m.s.glyphs
	if from == m.now {
		return wire{g.rule, g.divider}, strong
	}
	return wire{g.dottedRule, g.dottedDivider}, dim
}

// count is how near a way out of the present state is: "2/3".
func (m *machine) count(from, to model.State) string {
	if from != m.now || m.s.time.held {
		return ""
	}
	for i := range m.s.snap.State.Ways {
		if w := &m.s.snap.State.Ways[i]; w.To == to && !w.Manual && w.Need > 1 {
			return fmt.Sprintf("%d/%d", w.Have, w.Need)
		}
	}
	return ""
}

// ways draws all transitions that there are.
func (m *machine) ways() {
	back := m.row + 1
	for st := model.Normal; st < model.Degraded; st++ {
		from, to := m.x[st]+m.cells[st]+1, m.x[st+1]-1
		m.across(from, to, m.row, st, st+1)
		m.across(from, to, back, st+1, st)
	}
	bus := m.low - 1
	m.rise(model.Normal, back, bus)
	m.rise(model.Saturated, back, bus)
	m.bus(bus)
	m.fall(bus)
	m.unsafe()
}

// across is a way to the right or to the left.
func (m *machine) across(from, to, y int, a, b model.State) {
	if to-from < 3 {
		return
	}
	w, k := m.wire(a, b)
	for x := from; x < to; x++ {
		m.a.set(x, y, w.across, k)
	}
	if a < b {
		m.a.set(to-1, y, '>', k)
	} else {
		m.a.set(from, y, '<', k)
	}
	text := m.count(a, b)
	m.a.text((from+to-width(text))/2, y, k, text)
}

// rise is the last part of a way from recovering up to a state of the upper line.
func (m *machine) rise(to model.State, back, bus int) {
	w, k := m.wire(model.Recovering, to)
	x := m.middle(to)
	top := m.top(back)
	m.a.set(x, top, '^', k)
	for y := top + 1; y < bus; y++ {
		m.a.set(x, y, w.down, k)
	}
	m.a.text(x+2, top, k, m.count(model.Recovering, to))
}

// top is the first row below the upper line's names or boxes.
func (m *machine) top(back int) int {
	if m.boxed {
		return back + 2
	}
	return back
}

// bus joins the ways from recovering to normal and to saturated.
func (m *machine) bus(y int) {
	w, k := m.wire(model.Recovering, model.Normal)
	from, to := m.middle(model.Normal), m.x[model.Recovering]+2
	for x := from; x <= to; x++ {
		m.a.set(x, y, w.across, k)
	}
	for _, x := range []int{from, m.middle(model.Saturated), to} {
		m.a.set(x, y, '+', k)
	}
}

// fall is the two ways between degraded and recovering.
func (m *machine) fall(bus int) {
	x := m.middle(model.Degraded)
	up, down := x-2, x+3
	top := m.top(m.row + 1)
	w, k := m.wire(model.Recovering, model.Degraded)
	m.a.set(up, top, '^', k)
	for y := top + 1; y <= bus; y++ {
		m.a.set(up, y, w.down, k)
	}
	m.a.text(up+1, top, k, m.count(model.Recovering, model.Degraded))
	w, k = m.wire(model.Degraded, model.Recovering)
	for y := top; y < bus; y++ {
		m.a.set(down, y, w.down, k)
	}
	m.a.set(down, bus, 'v', k)
	m.a.text(down+2, top, k, m.count(model.Degraded, model.Recovering))
}

// unsafe is the ways into unsafe, and the one out of it.
func (m *machine) unsafe() {
	y := m.low
	if m.boxed {
		y++
	}
	g := m.s.glyphs
	end := m.x[model.Unsafe] - 1
	k, across := strong, g.rule
	if m.now == model.Unsafe {
		k, across = dim, g.dottedRule
	}
	text := ""
	for _, text = range []string{"! from any of these: a signal is lost ", "! any of these: a signal is lost ", "! any: a signal is lost ", "! signal lost "} {
		if 1+width(text)+4 <= end {
			break
		}
	}
	x := m.a.text(1, y, k, text)
	for ; x < end-1; x++ {
		m.a.set(x, y, across, k)
	}
	m.a.set(end-1, y, '>', k)

	w, k := m.wire(model.Unsafe, model.Recovering)
	from, to := m.x[model.Unsafe]+m.cells[model.Unsafe]+1, m.x[model.Recovering]-1
	for x := from; x < to; x++ {
		m.a.set(x, y, w.across, k)
	}
	m.a.text(from+1, y, k, " only by order ")
	m.a.set(to-1, y, '>', k)
}

// node is a state: in brackets and capitals when it is the present one, marked when it
// is chosen.
func (m *machine) node(st model.State) {
	y := m.row
	if st == model.Recovering || st == model.Unsafe {
		y = m.low
		if m.boxed {
			y++
		}
	}
	name, left, right, k := string(st.Letter())+" "+st.String(), ' ', ' ', plain
	legal, _ := model.Legal(m.now, st)
	if !legal {
		k = dim
	}
	if st == m.now {
		name, left, right, k = strings.ToUpper(name), '[', ']', stateInks[st]
	}
	if m.s.region == onState && m.s.mode == watching && st == m.s.state && st != m.now {
		left, k = '>', strong
	}
	x, n := m.x[st], m.cells[st]
	m.s.hit(m.a.part(x, y, n, 1), hitState, int(st))
	if !m.boxed {
		m.a.set(x, y, left, k)
		m.a.set(m.a.text(x+1, y, k, name), y, right, k)
		return
	}
	edge := dim
	if st == m.now {
		edge = k
	}
	m.a.part(x, y, n, 2).blank()
	m.a.box(x, y-1, n, 4, m.s.glyphs, edge)
	m.a.set(x+2, y, left, k)
	m.a.set(m.a.text(x+3, y, k, name), y, right, k)
	m.a.text(x+3, y+1, dim, cut(m.span(st), n-4))
}

// span is how long a state has lasted, or may at most.
func (m *machine) span(st model.State) string {
	if st == m.now {
		return "for " + m.s.dwell(st)
	}
	longest := m.s.longestDwell(st)
	if longest <= 0 {
		return ""
	}
	return "at most " + longest.String()
}

// longestDwell is how long a state may last before it is overstayed; 0 is for ever. The
// scenario's thresholds are knobs, whose values in force the snapshot has.
func (s *screen) longestDwell(st model.State) model.Millis {
	for _, setting := range model.ThresholdSettings {
		var t model.Thresholds
		at := setting.At(&t)
		*at = 1
		if t.Dwell[st] == 0 {
			continue
		}
		if k, ok := s.knobs.find(model.StateGroup + "." + setting.Name); ok {
			return model.Millis(k.Now)
		}
	}
	return 0
}

// drawIndicator is the machine in three lines, where there is no room for the graph.
func (s *screen) drawIndicator(a area) {
	p := emptyPlan(a.w, a.h)
	p.state, p.next, p.near = 0, 1, 2
	s.drawState(a, &p)
}

package ui

import (
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// recovers says whether the scenario has anything to recover.
func (s *screen) recovers() bool {
	sc := s.snap.Scenario
	return s.snap.Recovery.Any || defers(sc) || caches(sc) || s.failsOver() || sc.Packet != nil
}

// failsOver says whether a service of the scenario has a destination.
func (s *screen) failsOver() bool {
	for i := range s.snap.Scenario.Services {
		if s.snap.Scenario.Services[i].Failover != "" {
			return true
		}
	}
	return false
}

// recoveryKnobs are the paths of the knobs of the screen of recovery: what the ceiling
// is made of, the fills of caches, and then all others of recovery.
func (s *screen) recoveryKnobs() []string {
	var terms, ours, fills, others []string
	var r model.Recovery
	var sv model.Service
	is := map[string]bool{}
	for _, set := range model.RecoverySettings {
		if set.Fixed {
			continue
		}
		path := model.RecoveryGroup + "." + set.Name
		switch set.At(&r) {
		case &r.Rate, &r.Reserve, &r.WarmUp, &r.Other, &r.LimitedBy:
			terms = append(terms, path)
		default:
			others = append(others, path)
		}
	}
	for _, set := range model.ServiceSettings {
		switch set.At(&sv) {
		case &sv.Workers:
			is[set.Name] = true
		case &sv.Cache.Fills, &sv.Cache.Coalesce:
			is[set.Name] = false
		}
	}
	sc := s.snap.Scenario
	demand := ""
	for i := range s.knobs.all {
		k := &s.knobs.all[i]
		capacity, ofCache := is[k.Name]
		n := sc.ServiceIndex(k.Group)
		switch {
		case n >= 0 && capacity:
			ours = append(ours, k.Path)
		case n >= 0 && ofCache && sc.Services[n].Cache.Keys > 0:
			fills = append(fills, k.Path)
		case k.Unit == model.PerSecond && k.Group != demand && s.isRoute(k.Group):
			ours = append(ours, k.Path) // the first rate of a route is its demand
			demand = k.Group
		}
	}
	all := append(append(terms, ours...), fills...)
	return append(all, others...)
}

func (s *screen) isRoute(name string) bool {
	for i := range s.snap.Scenario.Routes {
		if s.snap.Scenario.Routes[i].Name == name {
			return true
		}
	}
	return false
}

// recoverySettings are the settings of recovery as the screen shows them: as they are
// about to be, or as they were at the time cursor.
func (s *screen) recoverySettings() model.Recovery {
	r := s.snap.Scenario.Recovery
	var then map[string]float64
	if p := s.cursorPoint(); p != nil {
		then = s.valuesAt(p)
	}
	for _, set := range model.RecoverySettings {
		path := model.RecoveryGroup + "." + set.Name
		if v, ok := then[path]; ok {
			*set.At(&r) = v
		} else if k, ok := s.knobs.find(path); ok {
			*set.At(&r) = k.wanted()
		}
	}
	return r
}

// orderReplay begins the order to start replay, or to pause it while it is on.
func (s *screen) orderReplay() {
	if s.snap.Recovery.Wanted {
		s.openOrderOf(model.PauseReplay)
		return
	}
	s.openOrderOf(model.StartReplay)
}

// orderFailover begins the order to fail over, or back.
func (s *screen) orderFailover() {
	if s.snap.Recovery.Away {
		s.openOrderOf(model.FailBack)
		return
	}
	s.openOrderOf(model.FailOver)
}

func (s *screen) startValues() ([]orderValue, string) {
	switch r := &s.snap.Recovery; {
	case r.Refused != "":
		return nil, r.Refused
	case r.Left == 0:
		return nil, "nothing waits for replay"
	}
	return nil, ""
}

func (s *screen) pauseValues() ([]orderValue, string) {
	if !s.snap.Recovery.Wanted {
		return nil, "nothing is being replayed"
	}
	return nil, ""
}

func (s *screen) failOverValues() ([]orderValue, string) {
	if s.snap.Recovery.Away {
		return nil, "demand is there already"
	}
	return nil, ""
}

func (s *screen) failBackValues() ([]orderValue, string) {
	if !s.snap.Recovery.Away {
		return nil, "demand is where it belongs"
	}
	return nil, ""
}

// verdict says in a sentence how the recovery stands, and how that is to be taken.
func (s *screen) verdict() (text string, k ink) {
	r := &s.snap.Recovery
	ops := func(n int64) string { return model.Group(float64(n)) }
	b, rate, _ := s.budget()
	drain, observed := s.observedDrain()
	switch {
	case r.Missing > 0:
		return fmt.Sprintf("THE BOOKS DO NOT CLOSE: %s operations are in none of them. An empty backlog proves nothing, and R -> N stays closed.", ops(r.Missing)), alarm
	case r.Released && r.Left > 0:
		grows := ""
		if observed && drain < 0 {
			grows = " and growing by " + number(-drain, 0) + "/s"
		}
		return fmt.Sprintf("EVERYTHING AT ONCE: %s operations under way, %s left%s, no limit. %s s pauses it.", ops(r.Flying), ops(r.Left), grows, s.hurt()), alarm
	case r.Refused != "" && (r.Left > 0 || r.Away):
		return "REFUSED: " + r.Refused + ".", alarm
	case r.Paused:
		have, need := s.pauseCount()
		return fmt.Sprintf("PAUSED%s. It goes on at a reduced rate after good windows in a row: %d of %d.", s.pauseReason(), have, need), changed
	case r.Left > 0 && !r.Wanted:
		text := fmt.Sprintf("NOT STARTED: %s operations wait. ", ops(r.Left))
		if plan := recovery.NewPlan(b, recovery.Situation{}, recovery.Work{Remaining: float64(r.Left), Planned: 1}, rate); plan.Refused != "" {
			return text + "As set, it would not be safe: " + plan.Refused + ".", changed
		}
		return text + fmt.Sprintf("At %s/s they take %s; s orders it.", model.Group(rate), s.drainText(r.Left, rate)), changed
	case r.Left > 0 && r.Rate > 0 && observed && drain < 0:
		return fmt.Sprintf("THE BACKLOG GROWS by %s/s while it is replayed: more is set aside than is done. %s s pauses it.", number(-drain, 0), s.hurt()), alarm
	case r.Left > 0 && rate > b.Ceiling():
		return fmt.Sprintf("OVER THE CEILING: %s/s are chosen and %s/s may be replayed; %s/s come out of the reserve, or of what clients get.", model.Group(rate), number(b.Ceiling(), 0), number(rate-b.Ceiling(), 0)), alarm
	case r.Left > 0:
		how := "REPLAY at " + number(r.Rate, 0) + "/s"
		if r.Eased {
			how += ", reduced after a pause"
		}
		how += ", inside the ceiling of " + number(b.Ceiling(), 0) + "/s"
		if observed && drain <= 0 {
			return how + ", but the backlog does not fall. " + s.openGates(), changed
		}
		return how + ": empty at " + s.endText() + ". " + s.openGates(), good
	case r.Quarantine+r.Expired > r.Settled:
		return fmt.Sprintf("NOT YET: the backlog is empty, but %s of the poison and the expired are not reconciled. Zero backlog alone is no recovery.", ops(r.Quarantine+r.Expired-r.Settled)), changed
	case r.Caches && r.Warm < warmText:
		return fmt.Sprintf("COLD: the caches can answer %s%% of what they could. %s", number(100*r.Warm, 0), s.openGates()), changed
	case r.Taken > 0:
		return "REPLAYED: nothing waits, and every operation is in a book. " + s.openGates(), good
	}
	return "Nothing waits for replay. " + s.openGates(), plain
}

// warmText is from what share on caches are not called cold.
const warmText = 0.95

// hurt is what the clients who wait get at the moment.
func (s *screen) hurt() string {
	p := s.shownPoint()
	if p == nil {
		return ""
	}
	ended := p.Good + p.Late + p.Failed + p.Abandoned
	if ended == 0 {
		return "No client got an answer in the last window."
	}
	return fmt.Sprintf("%s%% of the clients get an answer in time.", number(100*float64(p.Good)/float64(ended), 1))
}

// pauseReason is the conditions that hold.
func (s *screen) pauseReason() string {
	var all []string
	for i := range s.snap.Recovery.Conditions {
		if c := &s.snap.Recovery.Conditions[i]; c.Met {
			all = append(all, c.Name+" "+c.Value+" "+c.Needs)
		}
	}
	if len(all) == 0 {
		return ", though no condition holds in the last window"
	}
	return ": " + strings.Join(all, ", ")
}

// pauseCount is how many windows in a row the conditions have come to, and need.
func (s *screen) pauseCount() (have, need int) {
	for i := range s.snap.Recovery.Conditions {
		c := &s.snap.Recovery.Conditions[i]
		return c.Have, c.Need
	}
	return 0, 0
}

// openGates is what still stands between the run and the normal state.
func (s *screen) openGates() string {
	view := &s.snap.State
	way := s.wayBack()
	if way == nil {
		return "The state is " + view.State.String() + "."
	}
	var open []string
	for _, g := range way.Gates {
		if !g.Met {
			open = append(open, strings.TrimSpace(g.Name+" "+g.Value))
		}
	}
	head := fmt.Sprintf("%c -> %c", view.State.Letter(), way.To.Letter())
	switch {
	case way.Off:
		return head + " is switched off."
	case way.Manual:
		return head + " is a person's decision (o)."
	case len(open) == 0:
		return fmt.Sprintf("%s is open, windows %d/%d.", head, way.Have, way.Need)
	}
	return head + " waits for: " + strings.Join(open, ", ") + "."
}

// wayBack is the way out of the present state that leads towards normal: D -> R and
// R -> N, from others the one that is nearer; nil in the normal state.
func (s *screen) wayBack() *model.Way {
	view := &s.snap.State
	var back *model.Way
	for i := range view.Ways {
		w := &view.Ways[i]
		ahead := w.To < view.State || view.State == model.Saturated && w.To == model.Degraded || w.To == model.Recovering
		switch {
		case !ahead || w.To == model.Unsafe:
		case view.State == model.Degraded && w.To != model.Recovering, view.State == model.Recovering && w.To != model.Normal:
		case back == nil || i == view.Nearest:
			back = w
		}
	}
	return back
}

// drainText is how long so much takes at a rate.
func (s *screen) drainText(left int64, rate float64) string {
	return etaText(recovery.Work{Remaining: float64(left), Planned: 1}.ETA(rate))
}

// etaText is a span until something is done, or that it is never.
func etaText(m model.Millis) string {
	if !(m < model.Forever) || math.IsInf(float64(m), 0) {
		return "never"
	}
	return age(m)
}

// observedWindows is how many windows the estimate of the drain is taken from at most.
const observedWindows = 10

// observedDrain is by how much the backlog has fallen per second in the newest windows of
// replay, negative when it has grown. It is not ok before there are two of them.
func (s *screen) observedDrain() (perS float64, ok bool) {
	points := s.snap.Points
	first := len(points)
	for first > 0 && len(points)-first < observedWindows && points[first-1].Recovery.Rate > 0 && points[first-1].Recovery.Rate == points[len(points)-1].Recovery.Rate {
		first--
	}
	if len(points)-first < 2 {
		return 0, false
	}
	from, to := &points[first], &points[len(points)-1]
	return float64(from.Recovery.Backlog-to.Recovery.Backlog) / (to.End - from.End).Seconds(), true
}

// eta is until the backlog is empty: re-estimated from what is left and how fast it has
// really fallen, which has in it what replay costs and what is set aside meanwhile; and
// before that is known, from the rate in force.
func (s *screen) eta() model.Millis {
	r := &s.snap.Recovery
	if perS, ok := s.observedDrain(); ok && r.Rate > 0 {
		if perS <= 0 {
			return model.Forever
		}
		return recovery.Work{Remaining: float64(r.Left), Planned: 1}.ETA(perS)
	}
	return r.ETA
}

// endText is when the backlog will be empty.
func (s *screen) endText() string {
	eta := s.eta()
	if !(eta < model.Forever) || math.IsInf(float64(eta), 0) {
		return "never"
	}
	return (s.snap.Now + eta).Clock()
}

// recoverySentence tells about what is chosen on the screen of recovery.
func (s *screen) recoverySentence() (head, text string) {
	switch s.region {
	case onBudget:
		t := &budgetTerms[s.picked(onBudget)]
		b, _, p := s.budget()
		return "> " + t.name + ":", fmt.Sprintf(" %s/s, %s: %s", number(t.of(b), 0), t.source(s, p), t.doc)
	case onBacklog:
		k := s.backlogKinds()[s.picked(onBacklog)]
		return "> " + k.name + ":", fmt.Sprintf(" %s operations. %s", model.Group(float64(k.n)), k.doc)
	case onPauses:
		all := s.snap.Recovery.Conditions
		if len(all) == 0 {
			return "", "no window is complete yet, so that no condition has a value"
		}
		c := &all[s.picked(onPauses)]
		return "> " + c.Name + ":", " " + c.Value + ", replay pauses at " + c.Needs + " in enough windows in a row; whichever of the conditions holds"
	case onDrain:
		return "> over time:", " " + s.drainSentence()
	}
	return "", ""
}

// drawVerdict is the verdict in as many lines as there are, w has it whole.
func (s *screen) drawVerdict(a area) {
	a.blank()
	text, k := s.verdict()
	if s.time.held {
		text, k = "as of now: "+text, dim
	}
	putLines(a, 0, a.h, k, wrap(text, a.w-2))
}

// spillVerdict gives a verdict that is cut the second row of the detail line, while that
// has nothing to say there.
func (s *screen) spillVerdict(a area, p *plan) {
	below := a.row(p.detail + 1)
	if s.mode != watching || p.detail+1 >= p.footer || !below.empty() {
		return
	}
	for _, at := range p.places {
		text, _ := s.verdict()
		if at.panelKind != verdictPanel || at.y+at.h != p.detail || len(wrap(text, at.w-2)) <= at.h {
			continue
		}
		detail := a.row(p.detail)
		for x := range a.w {
			c := detail.at(x, 0)
			below.set(x, 0, c.r, c.ink)
		}
		s.drawVerdict(a.part(at.x, at.y, at.w, at.h+1))
	}
}

// drawRecoverSmall is what is left of recovery on a very small screen.
func (s *screen) drawRecoverSmall(a area) {
	r := &s.snap.Recovery
	y := 0
	if r.Taken > 0 {
		a.text(0, y, strong, cut("backlog "+model.Group(float64(r.Left)), a.w))
		y++
	}
	text, k := s.verdict()
	for _, line := range wrap(text, a.w) {
		a.text(0, y, k, line)
		y++
	}
}

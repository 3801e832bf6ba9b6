package ui

import (
	"fmt"
	"math"

	"overloadtui/model"
	"overloadtui/model/recovery"
)

// budgetTerm is a line of how much may be replayed.
type budgetTerm struct {
	name, short string
	of          func(recovery.Budget) float64
	source      func(*screen, *model.Point) string // where it was measured, or who says it
	doc         string
}

// budgetTerms are what the ceiling is made of, in the order of the formula, and the
// ceiling.
var budgetTerms = []budgetTerm{
	{"restored", "restored", func(b recovery.Budget) float64 { return b.Restored }, (*screen).measuredCapacity,
		"operations/s that the tightest service can serve, as measured in the window: workers / mean service time. What is hoped for does not count."},
	{"- foreground", "-foreground", func(b recovery.Budget) float64 { return b.Foreground }, (*screen).measuredWindow,
		"attempts/s of clients who wait that were admitted in the window, their retries counted, replay not."},
	{"- failure reserve", "-reserve", func(b recovery.Budget) float64 { return b.Reserve }, (*screen).asSet,
		"kept free for the next failure. It is a decision, and what makes the reserve condition pause replay."},
	{"- cache warm-up", "-warm-up", func(b recovery.Budget) float64 { return b.WarmUp }, (*screen).asSet,
		"kept for the filling of cold caches, which have a limiter of their own."},
	{"- other recovery", "-other", func(b recovery.Budget) float64 { return b.Other }, (*screen).asSet,
		"kept for other recovery work, such as replicas that catch up and clients that reconnect."},
	{"= CEILING", "=CEILING", recovery.Budget.Ceiling, (*screen).spareText,
		"the most that may be replayed each second; recomputed in each window, because foreground and capacity move."},
}

// budget is how much may be replayed, of the shown window and with the settings that
// are shown, the rate that is chosen, and the window; nil before the first.
func (s *screen) budget() (b recovery.Budget, ratePerS float64, p *model.Point) {
	set := s.recoverySettings()
	b = recovery.Budget{Restored: s.snap.Live.Capacity, Foreground: s.snap.Recovery.Foreground, Reserve: set.Reserve, WarmUp: set.WarmUp, Other: set.Other}
	if p = s.shownPoint(); p != nil {
		b.Restored = p.Capacity
	}
	if s.time.held && p != nil {
		b.Foreground = p.Recovery.Foreground
	}
	return b, set.Rate, p
}

func (s *screen) measuredCapacity(p *model.Point) string {
	if p == nil {
		return "at the start"
	}
	return "measured at " + p.End.Clock()
}

func (s *screen) measuredWindow(p *model.Point) string {
	if p == nil {
		return "offered, no window yet"
	}
	return "measured in " + p.Span().String()
}

func (s *screen) asSet(*model.Point) string { return "as it is set" }

func (s *screen) spareText(*model.Point) string {
	if b, _, _ := s.budget(); b.Spare() < 0 {
		return number(-b.Spare(), 0) + "/s are missing"
	}
	return "anew each window"
}

// marginText is the chosen rate against the ceiling, the fullest text first.
func (s *screen) marginText() []string {
	b, rate, _ := s.budget()
	if !s.snap.Recovery.Wanted && s.snap.Recovery.Left == 0 && !defers(s.snap.Scenario) {
		return []string{"nothing to replay", ""}
	}
	chosen, margin := "chosen "+number(rate, 0)+"/s", "margin "+number(b.Ceiling()-rate, 0)+"/s"
	if rate > b.Ceiling() {
		margin = number(rate-b.Ceiling(), 0) + "/s OVER"
	}
	in := ""
	if now := s.rateInForce(); math.IsInf(now, 1) {
		in = ", now without a limit"
	} else if now != rate {
		in = ", now " + number(now, 0) + "/s"
	}
	return []string{chosen + ", " + margin + in, chosen + ", " + margin, margin}
}

// rateInForce is how much the limiter lets go at the shown instant.
func (s *screen) rateInForce() float64 {
	if p := s.cursorPoint(); p != nil {
		return p.Recovery.Rate
	}
	return s.snap.Recovery.Rate
}

// drawBudget is how much may be replayed, as bars that stand one behind the other:
//
//	 restored    15,000 |##############################|
//	-foreground   9,000 |##################            |
//	-reserve      1,500 |                  ###         |
//	=CEILING      4,000 |                      %%%%%%%#|
//
// In the ceiling's bar the chosen rate stands apart from what it leaves.
func (s *screen) drawBudget(a area) {
	b, rate, p := s.budget()
	focused := s.region == onBudget
	title := "how much may be replayed"
	if a.w >= 120 {
		title += "   restored - foreground - failure reserve - warm-up - other"
	}
	if s.time.held && p != nil {
		title += ", at " + p.End.Clock()
	}
	tail := ""
	for _, text := range s.marginText() {
		if width(title)+width(text)+7 <= a.w {
			tail = text
			break
		}
	}
	s.heading(a.row(0), focused, title, tail)
	names, notes := 12, 0
	if a.w >= 76 {
		names = 17
	}
	if a.w >= 100 {
		notes = 22
	}
	bar := area{a.s, a.x + names + 11, a.y, max(a.w-names-13-notes, 0), a.h}
	used := b.Restored - b.Spare()
	most := math.Max(b.Restored, math.Max(used+rate, b.Foreground))
	scale := math.Max(math.Min(most, 1.5*b.Restored), 1) // what is far beyond would leave the rest no room
	if !finite(scale) {
		scale = 1
	}
	cells := func(v float64) int {
		return min(max(int(math.Round(v/scale*float64(bar.w))), 0), bar.w)
	}
	put := func(y int, from, to float64, r rune, k ink) {
		for x := cells(from); x < cells(to); x++ {
			bar.set(x, y, r, k)
		}
		if to > scale && from < to {
			bar.set(bar.w-1, y, '>', alarm)
		}
	}
	part, chosen := s.glyphs.shares[0], s.glyphs.shares[2]
	from := 0.0
	for i := range budgetTerms {
		t := &budgetTerms[i]
		y := 1 + i
		v := t.of(b)
		k := plain
		if focused && i == s.picked(onBudget) {
			a.set(0, y, '>', strong)
			k = strong
		}
		s.hitLine(a.row(y), onBudget, i)
		name := t.name
		if names < 17 {
			name = t.short
		}
		last := i == len(budgetTerms)-1
		if last {
			k = strong
		}
		a.text(1, y, k, cut(name, names))
		a.right(names+9, y, k, number(v, 0)+"/s")
		if a.h > y {
			a.set(names+10, y, s.glyphs.divider, dim)
			bar.set(cells(b.Restored), y, s.glyphs.divider, dim)
		}
		switch {
		case i == 0:
			put(y, 0, v, part, good)
			continue
		case last:
			put(y, used, used+v, part, good)
			put(y, used, used+math.Min(rate, v), chosen, median)
			put(y, math.Max(used, b.Restored), used+rate, '!', alarm)
		default:
			put(y, from, from+v, part, [...]ink{plain, attempts, slow, queue, rejected}[i])
			if from+v > b.Restored {
				put(y, math.Max(from, b.Restored), from+v, '!', alarm)
			}
			from += v
		}
	}
	if notes > 0 {
		for i := range budgetTerms {
			a.text(a.w-notes+1, 1+i, dim, cut(budgetTerms[i].source(s, p), notes-2))
		}
	}
	if y := 1 + len(budgetTerms); a.h > y {
		a.text(1, y, plain, "chosen replay")
		a.right(names+9, y, plain, number(rate, 0)+"/s")
		a.set(names+10, y, s.glyphs.divider, dim)
		put(y, used, used+rate, chosen, median)
		put(y, math.Max(used, b.Restored), used+rate, '!', alarm)
		if rate <= b.Ceiling() {
			bar.set(cells(b.Restored), y, s.glyphs.divider, dim)
		}
		a.text(a.w-notes+1, y, dim, cut(s.inForceText(rate), max(notes-2, 0)))
	}
}

// inForceText is how much of the chosen rate is in force, and why not all.
func (s *screen) inForceText(rate float64) string {
	switch now := s.rateInForce(); {
	case math.IsInf(now, 1):
		return "now without a limit"
	case now == rate:
		return "in force"
	case now == 0:
		return "now none"
	default:
		return fmt.Sprintf("now %s/s", number(now, 0))
	}
}

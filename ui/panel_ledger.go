package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// useOrder is the uses of worker time as the ledger lists them: what served somebody,
// what is still open, what did not, and idle.
var useOrder = [model.Uses]model.Use{
	model.OnTime, model.RetriedUse, model.ReplayUse, model.WarmUse, model.OpenUse,
	model.LateUse, model.NobodyUse, model.FailedUse, model.ShedUse, model.IdleUse,
}

var useInks = [model.Uses]ink{
	model.OnTime: good, model.RetriedUse: attempts, model.LateUse: slow, model.NobodyUse: wasted, model.FailedUse: alarm,
	model.ReplayUse: median, model.WarmUse: median, model.ShedUse: rejected, model.OpenUse: plain, model.IdleUse: dim,
}

// useGroups are the uses where a line has no room for each: what is left of them has
// a place of its own too, so that the shares still are 100 % together.
var useGroups = []struct {
	name string
	of   []model.Use
}{
	{"on time", []model.Use{model.OnTime}}, {"retried", []model.Use{model.RetriedUse}}, {"late", []model.Use{model.LateUse}},
	{"left", []model.Use{model.NobodyUse}}, {"failed", []model.Use{model.FailedUse}}, {"shed", []model.Use{model.ShedUse}},
	{"other", []model.Use{model.ReplayUse, model.WarmUse, model.OpenUse}}, {"idle", []model.Use{model.IdleUse}},
}

// inOrder is a ledger as useOrder has it.
func inOrder(l *model.Ledger) []float64 {
	parts := make([]float64, len(useOrder))
	for i, u := range useOrder {
		parts[i] = l[u]
	}
	return parts
}

// drawLedger is where the worker time of the window went: a bar and the shares, which
// are 100 % together.
func (s *screen) drawLedger(a area) {
	p := s.shownPoint()
	if p == nil {
		s.heading(a.row(0), s.region == onLedger, "where worker time went", "")
		a.text(1, 1, dim, cut("no window yet", a.w-1))
		return
	}
	parts := inOrder(&p.Ledger)
	whole, ok := wholePercents(parts)
	tail := ""
	if ok {
		tail = fmt.Sprintf("wasted %s%%, since start %s%%", number(100*p.Ledger.Wasted(), 0), number(100*p.Spent.Wasted(), 0))
	}
	s.heading(a.row(0), s.region == onLedger, "where worker time went", tail)
	if !ok {
		a.text(1, 1, dim, cut("there were no workers in this window", a.w-1))
		return
	}
	lines := s.glyphs.ledgerLines(whole, a.w-2)
	bars := max(a.h-1-len(lines), 0)
	for y := range min(bars, 2) {
		s.drawStacked(a.part(1, 1+y, a.w-2, 1), parts)
	}
	y := 1 + min(bars, 2)
	for _, line := range lines {
		x := 0
		for _, n := range line {
			x = n.draw(a.row(y), x)
		}
		y++
	}
}

// ledgerLines are the shares as words in lines of some cells. Each keeps its place.
func (g *glyphs) ledgerLines(whole []int, cells int) [][]sample {
	lines := [][]sample{nil}
	used := 0
	for i, u := range useOrder {
		n := sample{string(g.uses[u]), useInks[u], u.String() + padLeft(fmt.Sprint(whole[i]), 4) + "%"}
		if used > 0 && used+n.width()+1 > cells {
			lines, used = append(lines, nil), 0
		}
		last := len(lines) - 1
		lines[last] = append(lines[last], n)
		used += n.width() + 1
	}
	return lines
}

// ledgerRows is how many rows the ledger takes on a screen of some cells: its heading,
// a bar, and the shares in words.
func ledgerRows(cells int) int {
	return 2 + len(ascii.ledgerLines(make([]int, len(useOrder)), cells-2))
}

// drawStacked is shares as one bar.
func (s *screen) drawStacked(a area, parts []float64) {
	whole := 0.0
	for _, v := range parts {
		whole += v
	}
	sum, x := 0.0, 0
	for i, v := range parts {
		sum += v
		for ; x < int(sum/whole*float64(a.w)+0.5) && x < a.w; x++ {
			a.set(x, 0, s.glyphs.uses[useOrder[i]], useInks[useOrder[i]])
		}
	}
}

// drawWorked is the ledger in one line.
func (s *screen) drawWorked(a area) {
	x := a.text(1, 0, dim, "work %  ")
	p := s.shownPoint()
	if p == nil {
		return
	}
	names := make([]string, len(useOrder))
	parts, inks := inOrder(&p.Ledger), make([]ink, len(useOrder))
	for i, u := range useOrder {
		names[i], inks[i] = u.String(), useInks[u]
	}
	if x+width(strings.Join(names, ""))+6*len(names) > a.w {
		names, parts, inks = names[:0], parts[:0], inks[:0]
		for _, g := range useGroups {
			sum := 0.0
			for _, u := range g.of {
				sum += p.Ledger[u]
			}
			names, parts, inks = append(names, g.name), append(parts, sum), append(inks, useInks[g.of[0]])
		}
	}
	whole, ok := wholePercents(parts)
	for i, name := range names {
		x = a.text(x, 0, dim, name)
		text := "  -"
		if ok {
			text = padLeft(fmt.Sprint(whole[i]), 3)
		}
		x = a.text(x+1, 0, inks[i], text) + 2
	}
}

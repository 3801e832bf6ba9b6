package ui

import (
	"math"
	"strconv"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// shares is what became of the attempts that ended in a window, as parts of them all.
type shares [5]float64

// The parts, from the bottom of the chart.
const (
	usefulShare = iota // served in time, for somebody who waited
	lateShare          // served too late, for somebody who still waited
	wastedShare        // served when nobody waited any more, or taken back
	awayShare          // turned away, or dropped before anybody worked on it
	failedShare        // answered with a failure
)

var shareNames = [len(shares{})]string{"useful", "late", "wasted", "turned away", "failed"}

var shareInks = [len(shares{})]ink{good, attempts, wasted, rejected, alarm}

// work divides the attempts that ended in a window. An answer that was waited for ends
// its operation at once, so that the operations answered late are the attempts served
// late for somebody who still waited.
func work(p *model.Point) shares {
	awaited := p.Served - p.Wasted
	late := min(p.Late, awaited)
	return shares{
		usefulShare: float64(awaited - late), lateShare: float64(late), wastedShare: float64(p.Wasted + p.TakenBack),
		awayShare: float64(p.Rejected + p.Expired + p.Evicted), failedShare: float64(p.Errors),
	}
}

// drawWork shows what became of the attempts: their shares in each column of time.
func (s *screen) drawWork(a, inner area, plot *chart.Plot, points []model.Point) {
	stack := chart.Stack{Width: inner.w, Height: inner.h, Bands: make([]chart.Band, len(shareNames))}
	for i := range stack.Bands {
		stack.Bands[i] = chart.Band{Ink: shareInks[i], Mark: s.glyphs.shares[i]}
	}
	step := (plot.To - plot.From) / float64(max(inner.w, 1))
	at := 0
	stack.At = func(x int, parts []float64) {
		from, to := plot.From+float64(x)*step, plot.From+float64(x+1)*step
		for at < len(points) && float64(points[at].End) <= from {
			at++
		}
		for i := at; i < len(points) && (i == at || float64(points[i].Start) < to); i++ {
			if float64(points[i].Start) >= to {
				break
			}
			for k, v := range work(&points[i]) {
				parts[k] += v
			}
		}
	}
	s.drawWorkTitle(a, stack.Bands)
	for y := range inner.h {
		a.set(labelWidth, 1+y, s.glyphs.divider, dim)
	}
	a.right(labelWidth, 1, dim, "100%")
	a.right(labelWidth, inner.h, dim, "0%")
	stack.Draw(inner.set)
}

// drawWorkTitle names the bands with their shares of the window that is shown. A band
// that is only of some runs is named when it is there.
func (s *screen) drawWorkTitle(a area, bands []chart.Band) {
	var of shares
	if p := s.shownPoint(); p != nil {
		of = work(p)
	}
	percents, ended := of.percents()
	var names []sample
	total := 0
	for i, name := range shareNames {
		if i == failedShare && of[i] == 0 {
			continue
		}
		share := "-"
		if ended {
			share = strconv.Itoa(percents[i])
		}
		n := sample{string(bands[i].Mark), bands[i].Ink, name + " " + padLeft(share, 3) + "%"}
		names = append(names, n)
		total += n.width() + 1
	}
	title := "work, share of attempts"
	if width(title)+4+total > a.w-1 {
		title = "work"
	}
	x := s.heading(a.row(0), false, title, "")
	for _, n := range names {
		if x+n.width() >= a.w {
			break
		}
		x = n.draw(a, x-1)
	}
}

// percents are the parts in whole percents that add up to 100.
func (of *shares) percents() ([]int, bool) { return wholePercents(of[:]) }

// wholePercents are the parts in whole percents that add up to 100: what rounding down
// leaves goes to the parts that lost most by it. ok is false where there is nothing.
func wholePercents(of []float64) (whole []int, ok bool) {
	whole = make([]int, len(of))
	sum := 0.0
	for _, v := range of {
		sum += v
	}
	if !(sum > 0) || math.IsInf(sum, 0) {
		return whole, false
	}
	left := 100
	lost := func(i int) float64 { return 100*of[i]/sum - float64(whole[i]) }
	for i, v := range of {
		whole[i] = int(100 * v / sum)
		left -= whole[i]
	}
	for ; left > 0; left-- {
		most := 0
		for i := range of {
			if lost(i) > lost(most) {
				most = i
			}
		}
		whole[most]++
	}
	return whole, true
}

// drawLetters is the state over time, one letter for a column.
func (s *screen) drawLetters(a area, points []model.Point) {
	end := float64(s.chartEnd())
	from := end - float64(span(s.snap))
	step := (end - from) / float64(max(a.w, 1))
	at := 0
	for x := range a.w {
		t := from + (float64(x)+0.5)*step
		for at < len(points) && float64(points[at].End) < t {
			at++
		}
		if at < len(points) && float64(points[at].Start) <= t {
			st := points[at].State
			a.set(x, 0, rune(st.Letter()), stateInks[st])
		}
	}
}

// drawAxis is the time axis with the moments on it.
func (s *screen) drawAxis(a area) {
	end := s.chartEnd()
	plot := chart.Plot{Width: a.w - labelWidth - 1, From: float64(end - span(s.snap)), To: float64(end)}
	left, right := "-"+strconv.Itoa(int(span(s.snap).Seconds()))+"s", "now"
	if newest := s.snap.Points; s.time.held && len(newest) > 0 && newest[len(newest)-1].End > end {
		right = end.Clock()
		if from := end - span(s.snap); from >= 0 {
			left = from.Clock()
		}
	}
	a.text(0, 0, dim, left)
	free := a.right(a.w, 0, dim, right) - 1
	all := s.moments()
	for i := len(all) - 1; i >= 0; i-- {
		m := &all[i]
		if m.number == 0 {
			continue
		}
		x := plot.Column(float64(m.at))
		if x < 0 {
			if float64(m.at) < plot.From {
				break
			}
			continue
		}
		x += labelWidth + 1
		sign := m.sign()
		if over := x + width(sign) - free; over > 5 {
			continue // a newer one stands there
		} else if over > 0 {
			x -= over
		}
		if room := free - x - width(sign) - 2; room >= width(m.text) && a.w >= 90 {
			a.text(x+width(sign)+1, 0, dim, m.text)
		}
		a.text(x, 0, changed, sign)
		free = x - 1
	}
}

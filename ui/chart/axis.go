package chart

import (
	"math"
	"strconv"
	"time"
)

// Axis is the upper end of a y axis that starts at a fixed value. It grows at once,
// so that nothing is cut off, and shrinks only after the data has been small for a
// while, so that the picture does not jump. The zero value is ready.
type Axis struct {
	high   float64
	fitted time.Time // when the data last needed this height
}

// Calm is how long an axis waits before it shrinks.
const Calm = 5 * time.Second

// Fit is the axis' upper end for data up to most: a round number.
func (a *Axis) Fit(most float64, now time.Time) float64 {
	need := RoundUp(most)
	if need >= a.high || now.Sub(a.fitted) > Calm {
		a.high, a.fitted = need, now
	}
	return a.high
}

// Decades is Fit for a logarithmic axis: the next of 1, 2, 5 times a power of ten.
func (a *Axis) Decades(most float64, now time.Time) float64 {
	need := 10.0
	if most > 0 && !math.IsInf(most, 0) {
		need = step(most, 1, 2, 5)
	}
	if need >= a.high || now.Sub(a.fitted) > Calm {
		a.high, a.fitted = need, now
	}
	return a.high
}

// RoundUp is the smallest round number that is not below v, at least 1: steps of
// about a quarter, so that a chart uses most of its height.
func RoundUp(v float64) float64 {
	if !(v > 1) || math.IsInf(v, 0) {
		return 1
	}
	return step(v, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
}

func step(v float64, ladder ...float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, m := range ladder {
		if m*power >= v*(1-1e-9) {
			return m * power
		}
	}
	return 10 * power
}

// Label writes a number of an axis in at most width cells where that is possible:
// 125, 0.5, 12k, 3.5M.
func Label(v float64, width int) string {
	short := strconv.FormatFloat(v, 'f', -1, 64)
	if len(short) <= width {
		return short
	}
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(v) >= unit.size {
			if exact := strconv.FormatFloat(v/unit.size, 'f', -1, 64) + unit.name; len(exact) <= width {
				return exact
			}
			return strconv.FormatFloat(v/unit.size, 'f', 0, 64) + unit.name
		}
	}
	return strconv.FormatFloat(v, 'g', max(width-5, 1), 64)
}

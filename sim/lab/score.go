package lab

import (
	"math"
	"strconv"

	"overloadtui/model"
	"overloadtui/sim/record"
	"overloadtui/sim/sweep"
)

// deadline of the single-server experiments.
const deadline model.Millis = 200

// sojourn is an attempt's time in the system in whole milliseconds, half up.
func (a *attempt) sojourn() model.Millis { return whole(a.end - a.sent) }

// good says that it was served in time, measured in whole milliseconds.
func (a *attempt) good() bool { return a.fate == served && a.sojourn() <= deadline }

func whole(m model.Millis) model.Millis { return model.Millis(math.Floor(float64(m) + 0.5)) }

// count is how many attempts are so.
func (h *history) count(is func(*attempt) bool) float64 {
	n := 0
	for i := range h.attempts {
		if is(&h.attempts[i]) {
			n++
		}
	}
	return float64(n)
}

// percentile is that of a span of the attempts that are so, 0 when there is none.
func (h *history) percentile(p float64, is func(*attempt) bool, span func(*attempt) model.Millis) float64 {
	l := record.NewLabLatency()
	for i := range h.attempts {
		if a := &h.attempts[i]; is(a) {
			l.Add(span(a))
		}
	}
	return zeroIfNone(l.Percentile(p))
}

func zeroIfNone(m model.Millis) float64 {
	if math.IsNaN(float64(m)) {
		return 0
	}
	return float64(m)
}

func isServed(a *attempt) bool   { return a.fate == served }
func isRefused(a *attempt) bool  { return a.fate == refused }
func isLate(a *attempt) bool     { return a.fate == served && !a.good() }
func isGood(a *attempt) bool     { return a.good() }
func isAdmitted(a *attempt) bool { return a.admitted }

// tenth writes a number with one decimal, as all rates, shares and spans are.
func tenth(v float64) string { return sweep.Fixed(v, 1) }

// share is part in 100 parts of whole, with one decimal; 0 of nothing is 0.
func share(part, whole float64) string {
	if whole == 0 {
		return tenth(0)
	}
	return tenth(100 * part / whole)
}

// perSecond is a rate over the window.
func perSecond(n float64) string { return tenth(n / window.Seconds()) }

func number(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

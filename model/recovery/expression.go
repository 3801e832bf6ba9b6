package recovery

import (
	"math"
	"slices"
	"strings"

	"overloadtui/model"
)

// expression is a number together with how it came about: in words, and with the
// numbers put in. Because the same operations make all three, a formula that is shown
// is the one that was computed.
type expression struct {
	value          float64
	words, numbers string
	unknown        []string // figures that nobody has stated; the value means nothing then
	sum            bool     // terms with + or - between them, which need parentheses as a factor
	quotient       bool     // ends in a division, which needs them below another
}

// stated is the value of a setting under its label.
func stated(p model.Param, v float64) expression {
	e := expression{value: v, words: p.Label, numbers: model.Group(v)}
	if p.Unit == model.Percent {
		e.value, e.numbers = v/100, percent(v)
	}
	if !p.Stated(v) {
		e.unknown = []string{p.Label}
	}
	return e
}

func constant(v float64) expression {
	return expression{value: v, words: model.Group(v), numbers: model.Group(v)}
}

// as is the result under a name of its own.
func (e expression) as(label string) expression {
	return expression{value: e.value, words: label, numbers: rounded(e.value), unknown: e.unknown}
}

func (e expression) plus(f expression) expression {
	j := e.join(" + ", f, e.value+f.value)
	j.sum = true
	return j
}

func (e expression) minus(f expression) expression {
	j := e.join(" - ", f.asTerm(), e.value-f.value)
	j.sum = true
	return j
}

func (e expression) times(f expression) expression {
	return e.asFactor().join(" x ", f.asFactor(), float64(e.value*f.value))
}

func (e expression) over(f expression) expression {
	j := e.asFactor().join(" / ", f.asFactor(), e.value/f.value)
	j.quotient = true
	return j
}

// atLeastZero is the expression where it is positive, or else 0.
func (e expression) atLeastZero() expression {
	if e.value < 0 {
		e.numbers += " = " + rounded(e.value) + ", at least 0"
		e.value = 0
	}
	return e
}

func (e expression) power(f expression) expression {
	return e.asFactor().join(" ^ ", f.asFactor(), math.Pow(e.value, f.value))
}

func (e expression) join(sign string, f expression, value float64) expression {
	return expression{
		value: value, words: e.words + sign + f.words, numbers: e.numbers + sign + f.numbers,
		unknown: append(slices.Clone(e.unknown), f.unknown...),
	}
}

// asTerm is the expression as what is subtracted.
func (e expression) asTerm() expression {
	if e.sum {
		return e.inParentheses()
	}
	return e
}

// asFactor is the expression as a part of a product or quotient.
func (e expression) asFactor() expression {
	if e.sum || e.quotient {
		return e.inParentheses()
	}
	return e
}

func (e expression) inParentheses() expression {
	e.words, e.numbers, e.sum, e.quotient = "("+e.words+")", "("+e.numbers+")", false, false
	return e
}

// decimals is how many a result is shown with at most.
const decimals = 2

// rounded writes a number for people: at most two decimals, commas between thousands.
func rounded(v float64) string {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return "infinite"
	}
	scale := math.Pow10(decimals)
	r := math.Round(v*scale) / scale
	if r == 0 || math.Abs(v) >= 1e15 {
		r = v + 0 // too small or too large to be rounded
	}
	return model.Group(r)
}

func perSecond(v float64) string { return rounded(v) + "/s" }

func percent(v float64) string { return rounded(v) + " %" }

// withUnit writes a number with its unit.
func withUnit(v float64, u model.Unit) string {
	switch u {
	case model.PerSecond:
		return perSecond(v)
	case model.Plain, model.Ratio:
		return rounded(v)
	}
	return rounded(v) + " " + string(u)
}

// list writes names as "a, b and c".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

package ui

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"overloadtui/model"
)

// measured is a gate as numbers, so that a bar can set the value against its
// threshold: both in one unit.
type measured struct{ value, limit float64 }

var numbers = regexp.MustCompile(`-?\d[\d,]*(\.\d+)?`)

// measure reads the numbers of a gate's words. A value such as "42 of 110 possible"
// is a share of the whole when the threshold is a share: "90%" or "all". ok is false
// for gates that are not about a number, such as "admission bounded".
func measure(g *model.Gate) (m measured, ok bool) {
	values, limits := numbersIn(g.Value), numbersIn(g.Needs)
	whole := strings.Contains(g.Needs, "all")
	switch {
	case len(values) == 0, len(limits) == 0 && !whole:
		return m, false
	case strings.Contains(g.Value, " of ") && len(values) >= 2 && (whole || strings.Contains(g.Needs, "%")):
		if values[1] == 0 {
			return m, false
		}
		m = measured{100 * values[0] / values[1], 100}
		if !whole {
			m.limit = limits[0]
		}
	case len(limits) == 0:
		return m, false
	default:
		m = measured{values[0], limits[0]}
	}
	return m, true
}

func numbersIn(text string) (all []float64) {
	for _, found := range numbers.FindAllString(text, -1) {
		if v, err := strconv.ParseFloat(strings.ReplaceAll(found, ",", ""), 64); err == nil {
			all = append(all, v)
		}
	}
	return all
}

// drawBar is a value as a bar with its threshold at two thirds; what does not fit ends
// in an arrow. Where the threshold is zero, anything above it is beyond.
func drawBar(a area, x, y, cells int, m measured, g glyphs, k ink) {
	if cells < 5 {
		return
	}
	inner := cells - 2
	mark := inner * 2 / 3
	filled := 0
	switch {
	case m.limit > 0:
		filled = int(math.Round(math.Min(math.Max(m.value/m.limit, 0), 9) * float64(mark)))
	case m.value > m.limit:
		filled = inner + 1
	}
	if m.value > m.limit { // never on the wrong side by rounding
		filled = max(filled, mark+2)
	} else {
		filled = min(filled, mark)
	}
	a.set(x, y, '[', dim)
	a.set(x+cells-1, y, ']', dim)
	for i := range inner {
		r, ink := ' ', dim
		if i < filled {
			r, ink = g.fill, k
		}
		a.set(x+1+i, y, r, ink)
	}
	if filled > inner {
		a.set(x+inner, y, '>', k)
	}
	a.set(x+1+mark, y, '|', strong)
}

// pips is how many of the windows that a way needs it has: "##-".
func pips(have, need int) string {
	if need < 1 || need > 10 {
		return ""
	}
	have = min(max(have, 0), need)
	return strings.Repeat("#", have) + strings.Repeat("-", need-have)
}

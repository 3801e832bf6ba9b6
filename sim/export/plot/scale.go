package plot

import (
	"math"
	"strconv"
	"strings"

	"overloadtui/model"
)

// scale is an axis with its range and where its ticks are.
type scale struct {
	low, high float64
	log       bool
	ticks     []tick
	label     string
}

type tick struct {
	at   float64
	text string
}

// at is where a value is along the axis, 0..1.
func (s *scale) at(v float64) float64 {
	if s.log {
		return (math.Log10(v) - math.Log10(s.low)) / (math.Log10(s.high) - math.Log10(s.low))
	}
	return (v - s.low) / (s.high - s.low)
}

// yScale begins at 0 and ends at a tick, or for a logarithm at 1, 2 or 5 times a power
// of ten on both sides.
func yScale(a Axis, most int, values ...[]float64) scale {
	low, high, ok := extent(a.Log, values...)
	if a.Log {
		if !ok {
			low, high = 1, 10
		}
		return logScale(a, most, low/1.01, high*1.01, true)
	}
	if !ok || high <= smallest && low >= -smallest {
		low, high = 0, 1
	}
	s := scale{label: a.Label, low: min(low, 0), high: high + (high-min(low, 0))*0.04}
	step := niceStep(s.high-s.low, most)
	s.high = math.Ceil(s.high/step) * step
	s.ticks = linearTicks(s.low, s.high, step)
	return s
}

// xScale is just as wide as the values.
func xScale(a Axis, most int, from float64, values ...[]float64) scale {
	low, high, ok := extent(a.Log, values...)
	switch {
	case a.Words != nil:
		s := scale{low: -0.5, high: float64(len(a.Words)) - 0.5, label: a.Label}
		for i, w := range a.Words {
			s.ticks = append(s.ticks, tick{float64(i), w})
		}
		return s
	case a.Log && ok && high > low:
		return logScale(a, most, low, high, false)
	case a.Time:
		return timeScale(a, most, min(from, low), high, ok)
	case !ok:
		low, high = 0, 1
	case low == high:
		low, high = low-math.Max(math.Abs(low)/2, 0.5), high+math.Max(math.Abs(high)/2, 0.5)
	case low > 0 && low < high/2:
		low = 0
	}
	return scale{low: low, high: high, label: a.Label, ticks: linearTicks(low, high, niceStep(high-low, most))}
}

// timeScale shows milliseconds as seconds, minutes or hours.
func timeScale(a Axis, most int, low, high float64, ok bool) scale {
	if !ok || high-low < smallest {
		low, high = 0, float64(model.Second)
	}
	unit, name := model.Second, "s"
	switch span := model.Millis(high - low); {
	case span > 3*model.Hour:
		unit, name = model.Hour, "h"
	case span > 5*model.Minute:
		unit, name = model.Minute, "min"
	}
	s := scale{low: low, high: high, label: a.Label + ", " + name}
	u := float64(unit)
	for _, t := range linearTicks(low/u, high/u, niceStep((high-low)/u, most)) {
		s.ticks = append(s.ticks, tick{t.at * u, t.text})
	}
	return s
}

// logScale widens its range to the next 1, 2 or 5 when it is to be round.
func logScale(a Axis, most int, low, high float64, round bool) scale {
	from, to := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	var steps []tick
	for e := from; e <= to; e++ {
		for _, m := range []float64{1, 2, 5} {
			v, _ := strconv.ParseFloat(strconv.FormatFloat(m, 'f', -1, 64)+"e"+strconv.Itoa(e), 64)
			steps = append(steps, tick{v, short(v)})
		}
	}
	s := scale{low: low, high: high, log: true, label: a.Label}
	if round {
		for _, t := range steps {
			if t.at <= low {
				s.low = t.at
			}
			if t.at >= high {
				s.high = t.at
				break
			}
		}
	}
	var decades, all []tick
	for i, t := range steps {
		if t.at < s.low || t.at > s.high {
			continue
		}
		all = append(all, t)
		if i%3 == 0 {
			decades = append(decades, t)
		}
	}
	switch {
	case len(decades) >= 2:
		s.ticks = thin(decades, most)
	case len(all) >= 2:
		s.ticks = thin(all, most)
	default:
		s.ticks = linearTicks(s.low, s.high, niceStep(s.high-s.low, most))
	}
	return s
}

// thin keeps at most that many of the ticks, evenly.
func thin(ticks []tick, most int) []tick {
	every := (len(ticks) + most - 1) / most
	var kept []tick
	for i := 0; i < len(ticks); i += every {
		kept = append(kept, ticks[i])
	}
	return kept
}

// niceStep is 1, 2 or 5 times a power of ten, so that the span has at most that many
// steps.
func niceStep(span float64, most int) float64 {
	if span < smallest {
		return 1
	}
	step := span / float64(most)
	exponent := math.Floor(math.Log10(step))
	for {
		for _, m := range []string{"1", "2", "5"} {
			if v, _ := strconv.ParseFloat(m+"e"+strconv.Itoa(int(exponent)), 64); v >= step*(1-1e-9) {
				return v
			}
		}
		exponent++
	}
}

func linearTicks(low, high, step float64) []tick {
	var ticks []tick
	for i := math.Ceil(low/step - 1e-9); i*step <= high+step*1e-9 && len(ticks) < 100; i++ {
		v := i * step
		ticks = append(ticks, tick{v, short(v)})
	}
	return ticks
}

// short writes a tick's value in few letters: "1,500", "2.5M".
func short(v float64) string {
	size := math.Abs(v)
	switch {
	case size != 0 && (size >= 1e15 || size < 1e-4):
		return strconv.FormatFloat(v, 'g', 3, 64)
	case size >= 1e12:
		return trim(v/1e12) + "T"
	case size >= 1e9:
		return trim(v/1e9) + "G"
	case size >= 1e6:
		return trim(v/1e6) + "M"
	}
	text := trim(v)
	whole, rest, _ := strings.Cut(text, ".")
	if n, err := strconv.ParseFloat(whole, 64); err == nil && rest == "" {
		return model.Group(n)
	}
	return text
}

// trim writes a value with at most six digits and without the noise of its arithmetic.
func trim(v float64) string {
	if v == 0 {
		return "0"
	}
	text := strconv.FormatFloat(v, 'f', max(0, 5-int(math.Floor(math.Log10(math.Abs(v))))), 64)
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

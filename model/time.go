// Package model holds what is studied, as values: parameters, metrics, scenarios,
// facts, points and the snapshot that a screen is given.
//
// It depends on the standard library only and knows no clock, no randomness, no
// terminal and no file.
package model

import (
	"fmt"
	"math"
	"strconv"
)

// Millis is simulated time, or a span of it, in milliseconds. The published
// reference tables rest on float64 arithmetic in this unit; products that are
// added to something are written float64(a*b) + c, so that no compiler fuses them
// and every architecture computes the same bytes.
type Millis float64

// Spans of simulated time.
const (
	Second Millis = 1000
	Minute        = 60 * Second
	Hour          = 60 * Minute
	// Forever is later than every instant.
	Forever = Millis(math.MaxFloat64)
)

// Seconds is the span in seconds.
func (m Millis) Seconds() float64 { return float64(m) / 1000 }

// Clock writes an instant as minutes, seconds and tenths, "00:48.0", and from one
// hour on as "1:02:03".
func (m Millis) Clock() string {
	tenths := int64(math.Floor(float64(m)/100 + 1e-9))
	s := tenths / 10
	if s >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return fmt.Sprintf("%02d:%02d.%d", s/60, s%60, tenths%10)
}

// String writes a span with the unit that suits it: "200ms", "1.5s", "2m".
// ParseMillis reads it back to the same value.
func (m Millis) String() string {
	v := float64(m)
	switch {
	case v != 0 && math.Mod(v, float64(Hour)) == 0:
		return strconv.FormatFloat(v/float64(Hour), 'f', -1, 64) + "h"
	case v != 0 && math.Mod(v, float64(Minute)) == 0:
		return strconv.FormatFloat(v/float64(Minute), 'f', -1, 64) + "m"
	case v != 0 && math.Mod(v, float64(Second)) == 0:
		return strconv.FormatFloat(v/float64(Second), 'f', -1, 64) + "s"
	}
	return strconv.FormatFloat(v, 'f', -1, 64) + "ms"
}

// ParseMillis reads a span with its unit: us, ms, s, m or h ("200ms", "1.5 s").
// A bare number is refused, except 0, because nobody should have to guess.
func ParseMillis(text string) (Millis, error) {
	number, unit := splitUnit(text)
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%q is not a duration; write a number and us, ms, s, m or h, such as 200ms", text)
	}
	scale := map[string]float64{"us": 0.001, "ms": 1, "s": 1000, "m": 60000, "min": 60000, "h": 3600000}[unit]
	switch {
	case scale == 0 && unit == "" && v == 0:
		return 0, nil
	case unit == "":
		return 0, fmt.Errorf("%q has no unit; write us, ms, s, m or h, such as %sms", text, number)
	case scale == 0:
		return 0, fmt.Errorf("%q has the unknown unit %q; use us, ms, s, m or h", text, unit)
	case unit == "us":
		return Millis(v / 1000), nil
	}
	return Millis(v * scale), nil
}

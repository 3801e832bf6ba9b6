// Package record counts what happened: facts become windows, windows become points.
//
// It owns every counter and histogram of a run and knows nothing of how the facts
// came about.
package record

import (
	"math"

	"github.com/HdrHistogram/hdrhistogram-go"

	"overloadtui/model"
)

// Latency is a distribution of spans. Values are rounded half up to whole units and
// clamped to the range when they are recorded.
//
// The histogram's range grows with what it is given: a window's counters are cleared at
// its end, and most windows hold short spans only.
type Latency struct {
	h    *hdrhistogram.Histogram
	unit float64 // ms
	top  int64   // units, of the histogram's range now
	max  int64   // units
	n    int64
}

// The range begins at firstTop units and grows by a factor of growth.
const (
	firstTop = 8192
	growth   = 16
)

// NewLatency makes a distribution with three significant digits over unit..max.
func NewLatency(unit, max model.Millis) *Latency {
	l := &Latency{unit: float64(unit), max: int64(max / unit)}
	l.top = min(firstTop, l.max)
	l.h = hdrhistogram.New(1, l.top, 3)
	return l
}

// NewLabLatency has the range of the published reference tables: whole milliseconds
// up to 60,000.
func NewLabLatency() *Latency { return NewLatency(1, 60000) }

// Add records a span.
func (l *Latency) Add(v model.Millis) {
	units := int64(math.Floor(float64(v)/l.unit + 0.5))
	// The range is clamped first, so that the histogram cannot refuse the value.
	units = min(max(units, 0), l.max)
	if units > l.top {
		l.grow(units)
	}
	_ = l.h.RecordValue(units)
	l.n++
}

func (l *Latency) grow(units int64) {
	for l.top < units {
		l.top = min(l.top*growth, l.max)
	}
	wider := hdrhistogram.New(1, l.top, 3)
	wider.Merge(l.h)
	l.h = wider
}

// Count is how many spans were recorded.
func (l *Latency) Count() int64 { return l.n }

// Percentile is the nearest-rank percentile: of n values the one with the rank
// max(1, ceil(nextDown(p) n / 100)), as the highest value that its bucket stands
// for. NaN when nothing was recorded.
//
// The histogram's own query rounds the rank another way, and differently on
// machines that fuse its product, so it is asked for a percentile that lies safely
// inside the rank that is meant.
func (l *Latency) Percentile(p float64) model.Millis {
	if l.n == 0 {
		return model.Millis(math.NaN())
	}
	n := float64(l.n)
	rank := max(1, math.Ceil(float64(math.Nextafter(p, 0)*n)/100))
	return model.Millis(float64(l.h.ValueAtQuantile(100*(rank-0.25)/n)) * l.unit)
}

// Reset forgets everything.
func (l *Latency) Reset() {
	if l.n > 0 {
		l.h.Reset()
		l.n = 0
	}
}

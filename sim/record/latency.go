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
type Latency struct {
	h    *hdrhistogram.Histogram
	unit float64 // ms
	max  int64   // units
	n    int64
}

// NewLatency makes a distribution with three significant digits over unit..max.
func NewLatency(unit, max model.Millis) *Latency {
	top := int64(max / unit)
	return &Latency{h: hdrhistogram.New(1, top, 3), unit: float64(unit), max: top}
}

// NewLabLatency has the range of the published reference tables: whole milliseconds
// up to 60,000.
func NewLabLatency() *Latency { return NewLatency(1, 60000) }

// Add records a span.
func (l *Latency) Add(v model.Millis) {
	units := int64(math.Floor(float64(v)/l.unit + 0.5))
	// The range is clamped first, so that the histogram cannot refuse the value.
	_ = l.h.RecordValue(min(max(units, 0), l.max))
	l.n++
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

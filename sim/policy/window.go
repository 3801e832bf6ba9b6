package policy

import (
	"math"

	"overloadtui/model"
)

// window counts two things over the last span of time, in slices: what happened in a
// slice is forgotten all at once when the slice is a span old. The zero value is empty.
//
//	| 3 | 1 | 0 | 4 | 2 |->        sum 10; one slice later 7 and what is new
type window struct {
	slices [windowSlices][2]float64
	sum    [2]float64
	slice  float64 // number of the present slice: floor(now / slice length)
	span   model.Millis
}

const windowSlices = 20

// roll forgets what is older than the span. A window whose span changes keeps what it
// has counted for one new span.
func (w *window) roll(now, span model.Millis) {
	slice := math.Floor(float64(now) * windowSlices / float64(span))
	if span != w.span {
		*w = window{sum: w.sum, slice: slice, span: span}
		w.slices[w.place()] = w.sum
		return
	}
	if slice-w.slice >= windowSlices {
		*w = window{slice: slice, span: span}
		return
	}
	for w.slice < slice {
		w.slice++
		old := &w.slices[w.place()]
		w.sum[0] -= old[0]
		w.sum[1] -= old[1]
		*old = [2]float64{}
	}
}

// add counts a of the first thing and b of the second in the present slice.
func (w *window) add(a, b float64) {
	s := &w.slices[w.place()]
	s[0] += a
	s[1] += b
	w.sum[0] += a
	w.sum[1] += b
}

// clear forgets everything.
func (w *window) clear() { *w = window{slice: w.slice, span: w.span} }

func (w *window) place() int { return int(math.Mod(w.slice, windowSlices)) }

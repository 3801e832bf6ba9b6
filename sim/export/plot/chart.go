// Package plot makes pictures of what was recorded: of a run over time, and of a sweep
// against the knob that it sweeps, as PNG and as SVG.
//
// What a picture shows is a Chart, a value that can be compared with the CSV; how it
// looks is decided by Draw. The same chart gives the same bytes. The package knows no
// engine, no file and no terminal.
package plot

import "math"

// Chart is what a picture shows: panels above one another over one x axis.
type Chart struct {
	Name   string // what it is of, as a part of a file name: "goodput"
	Title  string
	About  string // the scenario, the seed, the length
	Alt    string // what there is to see, for those who cannot
	X      Axis
	Panels []Panel
	Bands  []Band // which state was in force when, below the panels
	Marks  []Mark // what was changed, in order of time
}

// Axis says what is along an edge.
type Axis struct {
	Label string   // with its unit: "goodput, operations/s"
	Time  bool     // values are simulated time in ms; shown as s, min or h
	Log   bool     // logarithmic; values that are not positive are gaps
	Words []string // positions 0, 1, ... are these words instead of numbers
}

// Panel is one field of a chart with its own y axis.
type Panel struct {
	Y      Axis
	Curves []Curve
	Tall   float64 // height in proportion to the other panels
}

// Curve is a series of points. Where Y is NaN, infinite or beyond 1e300 there is a gap.
type Curve struct {
	Name   string // as it is labelled
	Column string // the CSV's column that Y is from; empty when it is from none
	X, Y   []float64
	Look   Look
}

// Band is one row of the field that shows what was in force when.
type Band struct {
	Name  string // "saturated"
	Look  Look
	Spans []Span
}

// Span is a time from From to To, ms, and what is written on it: "S".
type Span struct {
	From, To float64
	Text     string
}

// Mark is a moment on the time axis.
type Mark struct {
	At     float64 // ms
	Number int     // from 1, as in the table of changes
	Text   string  // "load 90 /s -> 120 /s"
	Person bool    // a person did it; otherwise the scenario or control
}

// largest and smallest bound the numbers that are drawn, so that the arithmetic of axes
// stays finite. Nothing that is measured comes near them; model.Forever is beyond.
const (
	largest  = 1e300
	smallest = 1e-290
)

// finite says whether a curve has a point there.
func finite(v float64, log bool) bool {
	return math.Abs(v) <= largest && (!log || v >= smallest)
}

// extent is the range of the values that can be shown; ok is false when there is none.
func extent(log bool, values ...[]float64) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, list := range values {
		for _, v := range list {
			if finite(v, log) {
				low, high, ok = min(low, v), max(high, v), true
			}
		}
	}
	return low, high, ok
}

package record

import (
	"fmt"
	"io"
	"slices"

	"github.com/HdrHistogram/hdrhistogram-go"

	"overloadtui/model"
)

// Spans keeps the distributions of each window of a run, encoded, which the recorder
// itself forgets at the window's end. It is a tap for an engine.
//
// A window has the sojourns of all attempts, of which a point's percentiles are made,
// those of each class when there are several, and the response times of the operations
// by outcome.
type Spans struct {
	window    model.Millis
	complete  int // windows
	tags      []string
	open      []*Latency // of the window that is open, by tag
	total     *hdrhistogram.Histogram
	intervals []Interval
	err       error
}

// Interval is the distribution of the spans with one tag in one window, in units of
// SpanUnit.
type Interval struct {
	Tag        string // "" of all attempts, "class:NAME" of those of a class, "outcome:NAME" of operations
	Start, End model.Millis
	Max        model.Millis
	Histogram  []byte // HdrHistogram's V2 compressed encoding in base 64
}

// SpanUnit is what the numbers in an interval's histogram count.
const SpanUnit = windowUnit

// outcomes are the tags of operations in their order, and which of them each outcome
// has: how an operation failed is one, as it is one column.
var outcomes = []string{"outcome:good", "outcome:late", "outcome:abandoned", "outcome:failed", "outcome:deferred"}

var outcomeTag = [model.Outcomes]int{model.Good: 0, model.Late: 1, model.Abandoned: 2, model.Deferred: 4,
	model.Rejected: 3, model.ExpiredOut: 3, model.EvictedOut: 3, model.Broken: 3, model.Incorrect: 3}

// NewSpans is a tap for a run of the scenario.
func NewSpans(s *model.Scenario) *Spans {
	l := &Spans{window: model.Millis(s.Window), tags: slices.Concat([]string{""}, outcomes), total: hdrhistogram.New(1, int64(windowMax/windowUnit), 3)}
	if len(s.Classes) > 1 {
		for _, name := range model.ByClass.Members(s) {
			l.tags = append(l.tags, "class:"+name)
		}
	}
	for range l.tags {
		l.open = append(l.open, NewLatency(windowUnit, windowMax))
	}
	return l
}

// Add takes a fact.
func (l *Spans) Add(f *model.Fact) {
	if f.Hop != 0 || f.Replay { // nobody waits for what is redone
		return
	}
	switch f.Kind {
	case model.Served:
		l.Close(f.At)
		l.open[0].Add(f.Value)
		if class := 1 + len(outcomes) + int(f.Class); class < len(l.open) {
			l.open[class].Add(f.Value)
		}
	case model.Resolved:
		l.Close(f.At)
		l.open[1+outcomeTag[f.Outcome]].Add(f.Value)
	}
}

// Close completes the windows that end at or before an instant: what happens at a
// window's end belongs to the next one. Every complete window has an interval without a
// tag, and those with a tag that has spans.
func (l *Spans) Close(at model.Millis) {
	for end := l.end(l.complete + 1); end <= at; end = l.end(l.complete + 1) {
		l.total.Merge(l.open[0].h)
		for i, spans := range l.open {
			if i > 0 && spans.n == 0 {
				continue
			}
			encoded, err := spans.h.EncodeV2()
			if err != nil {
				l.err = fmt.Errorf("encoding a histogram: %w", err)
			}
			l.intervals = append(l.intervals, Interval{Tag: l.tags[i], Start: l.end(l.complete), End: end,
				Max: model.Millis(float64(spans.h.Max()) * spans.unit), Histogram: encoded})
			spans.Reset()
		}
		l.complete++
	}
}

// end is when the n-th window ends, computed as an engine does.
func (l *Spans) end(n int) model.Millis { return model.Millis(float64(n) * float64(l.window)) }

// Intervals are those of the complete windows, window by window.
func (l *Spans) Intervals() ([]Interval, error) { return l.intervals, l.err }

// WriteDistribution writes the percentile distribution of the sojourns of all attempts
// in the complete windows, in milliseconds, as HdrHistogram's tools do.
func (l *Spans) WriteDistribution(w io.Writer) error {
	const ticks = 5 // to half of what remains up to 100 %, as those tools have it
	_, err := l.total.PercentilesPrint(w, ticks, float64(1/windowUnit))
	return err
}

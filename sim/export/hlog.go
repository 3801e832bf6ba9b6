package export

import (
	"bytes"
	"fmt"

	"github.com/HdrHistogram/hdrhistogram-go"

	"overloadtui/model"
	"overloadtui/sim/record"
)

// HLog is the distributions of a run's windows as an HdrHistogram log, format 1.3: for
// each window an interval without a tag, of the attempts' sojourns, and one with a tag
// for each class and each outcome that had any. Times count from the start of the
// simulation, Interval_Max is in milliseconds.
//
// Values are in tenths of a millisecond, because the window's own histograms have that
// unit: the percentiles are the CSV's to the last digit. HdrHistogramLogProcessor prints
// milliseconds with -outputValueUnitRatio 10.
func HLog(spans *record.Spans) ([]byte, error) {
	intervals, err := spans.Intervals()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	w := hdrhistogram.NewHistogramLogWriter(&out)
	for _, write := range []func() error{
		func() error { return w.OutputComment("[Logged with overloadtui]") },
		w.OutputLogFormatVersion,
		func() error {
			return w.OutputComment(fmt.Sprintf("[Values are in units of %v of simulated time; Interval_Max is in ms]", record.SpanUnit))
		},
		func() error { return w.OutputStartTime(0) },
		func() error { return w.OutputBaseTime(0) },
		w.OutputLegend,
	} {
		if err := write(); err != nil {
			return nil, err
		}
	}
	// The library's own line has the maximum divided by a million, whatever its unit is,
	// and times in whole milliseconds.
	for _, in := range intervals {
		if in.Tag != "" {
			fmt.Fprintf(&out, "Tag=%s,", in.Tag)
		}
		fmt.Fprintf(&out, "%.6f,%.6f,%.1f,%s\n", in.Start.Seconds(), model.Millis(in.End-in.Start).Seconds(), float64(in.Max), in.Histogram)
	}
	return out.Bytes(), nil
}

// HGRM is the percentile distribution of the attempts' sojourns over the complete
// windows of a run, in milliseconds, as HdrHistogram's plotter reads it.
func HGRM(spans *record.Spans) ([]byte, error) {
	var out bytes.Buffer
	err := spans.WriteDistribution(&out)
	return out.Bytes(), err
}

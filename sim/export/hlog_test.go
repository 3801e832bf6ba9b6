package export_test

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/HdrHistogram/hdrhistogram-go"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/record"
)

// logged runs a preset and gives its recording and its log.
func logged(t *testing.T, preset string, until model.Millis) (model.Recording, []byte, *record.Spans) {
	t.Helper()
	s, err := presets.Load(preset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	spans := record.NewSpans(s)
	rec := played(t, preset, until, spans.Add)
	spans.Close(rec.Until)
	data, err := export.HLog(spans)
	if err != nil {
		t.Fatal(err)
	}
	return rec, data, spans
}

// intervals are what the library's reader finds in a log, by start in ms and tag.
func intervals(t *testing.T, data []byte) map[int64]map[string]*hdrhistogram.Histogram {
	t.Helper()
	found := map[int64]map[string]*hdrhistogram.Histogram{}
	r := hdrhistogram.NewHistogramLogReader(bytes.NewReader(data))
	for {
		h, err := r.NextIntervalHistogram()
		if err != nil {
			t.Fatal(err)
		}
		if h == nil {
			return found
		}
		if found[h.StartTimeMs()] == nil {
			found[h.StartTimeMs()] = map[string]*hdrhistogram.Histogram{}
		}
		found[h.StartTimeMs()][h.Tag()] = h
	}
}

// percentile is the nearest rank in a histogram of tenths of a millisecond; the rank is
// asked for a little below it, because the library rounds it up.
func percentile(h *hdrhistogram.Histogram, p float64) string {
	if h == nil || h.TotalCount() == 0 {
		return ""
	}
	n := float64(h.TotalCount())
	rank := max(1, math.Ceil(math.Nextafter(p, 0)*n/100))
	return model.Exact(float64(h.ValueAtQuantile(100*(rank-0.25)/n)) * 0.1)
}

func TestTheLogHasTheCountsAndPercentilesOfTheCSVs(t *testing.T) {
	for _, preset := range []string{"priority-door", "collapse", "retry-storm", "shedding-hangover"} {
		rec, data, _ := logged(t, preset, 30*model.Second)
		table := rows(t, export.CSV(rec.Points, export.AllColumns()))
		found := intervals(t, data)
		if len(found) != len(rec.Points) {
			t.Errorf("%s: the log has %d intervals, the CSV %d windows", preset, len(found), len(rec.Points))
		}
		check := func(row, header []string, tag, p50, p99, perSecond string) {
			get := func(name string) string { return row[slices.Index(header, name)] }
			number := func(name string) float64 {
				v, err := strconv.ParseFloat(get(name), 64)
				if err != nil {
					t.Fatal(err)
				}
				return v
			}
			h := found[int64(number("window_start_ms"))][tag]
			var n int64
			if h != nil {
				n = h.TotalCount()
			}
			if span := (number("window_end_ms") - number("window_start_ms")) / 1000; float64(n) != math.Round(number(perSecond)*span) {
				t.Errorf("%s from %s: tag %q has %d spans, %s is %s", preset, row[0], tag, n, perSecond, get(perSecond))
			}
			for p, name := range map[float64]string{50: p50, 99: p99} {
				if name != "" && percentile(h, p) != get(name) {
					t.Errorf("%s from %s: tag %q has the %vth percentile %s, %s is %s", preset, row[0], tag, p, percentile(h, p), name, get(name))
				}
			}
		}
		for _, row := range table[1:] {
			check(row, table[0], "", "sojourn_p50_ms", "sojourn_p99_ms", "throughput_per_s")
			for tag, column := range map[string]string{"good": "goodput_per_s", "late": "late_answers_per_s", "failed": "failed_per_s", "abandoned": "abandoned_per_s"} {
				check(row, table[0], "outcome:"+tag, "", "", column)
			}
		}
		if len(rec.Scenario.Classes) > 1 {
			long := rows(t, export.GroupCSV(rec, []model.By{model.ByClass}, export.AllColumns()))
			for _, row := range long[1:] {
				check(row, long[0], "class:"+row[3], "sojourn_p50_ms", "sojourn_p99_ms", "throughput_per_s")
			}
		}
	}
}

func TestTheLogIsOfFormat13(t *testing.T) {
	_, data, _ := logged(t, "collapse", 2*model.Second)
	lines := strings.Split(string(data), "\n")
	for i, want := range []string{"#[Logged with overloadtui]", "#[Histogram log format version 1.3]", "#[Values are in units of 0.1ms of simulated time; Interval_Max is in ms]",
		"#[StartTime: 0 (seconds since epoch), 1970-01-01T00:00:00Z]", "#[BaseTime: 0 (seconds since epoch)]",
		`"StartTimestamp","Interval_Length","Interval_Max","Interval_Compressed_Histogram"`, "0.000000,1.000000,10.0,HISTFAAAA", "Tag=outcome:good,0.000000,1.000000,10.0,HISTFAAAA"} {
		if !strings.HasPrefix(lines[i], want) {
			t.Errorf("line %d is %q, want %q", i+1, lines[i], want)
		}
	}
}

func TestTheDistributionIsOfAllWindows(t *testing.T) {
	rec, _, spans := logged(t, "retry-storm", 30*model.Second)
	data, err := export.HGRM(spans)
	if err != nil {
		t.Fatal(err)
	}
	served, longest := int64(0), 0.0
	for _, p := range rec.Points {
		served += p.Served
		if !math.IsNaN(float64(p.P99)) {
			longest = max(longest, float64(p.P99))
		}
	}
	text := string(data)
	if !strings.HasPrefix(text, " Value\tPercentile\tTotalCount\t1/(1-Percentile)\n") {
		t.Errorf("the distribution begins %q", text[:60])
	}
	if i := strings.Index(text, "Total count    ="); i < 0 || strings.Fields(text[i:])[3] != strconv.FormatInt(served, 10)+"]" {
		t.Errorf("the distribution is not of the %d attempts that were served:\n%s", served, text)
	}
	i := strings.Index(text, "#[Max     =")
	most, err := strconv.ParseFloat(strings.Trim(strings.Fields(text[i:])[2], ","), 64)
	if err != nil || most < longest {
		t.Errorf("its longest span is %v ms (%v), a window has the percentile %v ms", most, err, longest)
	}
}

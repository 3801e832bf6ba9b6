package model

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Metric declares an output, once: CSV column, chart, big figure and documentation
// are derived from it. Of is NaN where the window has no such number.
type Metric struct {
	Name   string // with its unit, as in a CSV header: "goodput_per_s"
	Label  string
	Doc    string
	Unit   Unit
	Digits int // decimals shown on screen; files hold the shortest exact form
	Of     func(*Point) float64
	Word   func(*Point) string // instead of Of, for a metric that is a word
	Sum    Sum
	Minor  bool // one of many that are mostly 0: left out where every number of it is
	Parts  Parts
}

// Parts says of which parts of a scenario a metric can be taken, beside the whole. It is
// a sum of bits.
type Parts uint8

// The parts that a metric can be taken of; see Point.Part.
const (
	OfGroups   Parts = 1 << iota // of a class, a tenant or a route
	OfServices                   // of a service
)

// Sum is how a metric is taken over a time that is longer than a window.
type Sum uint8

// The ways to sum a metric up.
const (
	WholeTime     Sum = iota // as of one window that is as long as the time
	MeanOfWindows            // it is true of an instant: its mean over the ends of windows
	NoSum                    // it means nothing there
)

// Metrics are the columns of a snapshot CSV, in their order. The order only grows: a
// file names how many of them it has.
var Metrics = slices.Concat(windowMetrics, ledgerMetrics(), reasonMetrics())

var windowMetrics = []Metric{
	{Name: "window_start_ms", Label: "window start", Unit: Milliseconds, Doc: "Simulated time at which the window starts.",
		Of: func(p *Point) float64 { return float64(p.Start) }, Sum: NoSum},
	{Name: "window_end_ms", Label: "window end", Unit: Milliseconds, Doc: "Simulated time at which it ends; an event at this instant belongs to the next window.",
		Of: func(p *Point) float64 { return float64(p.End) }, Sum: NoSum},
	{Name: "offered_per_s", Label: "offered", Unit: PerSecond, Digits: 1, Doc: "Operations that arrived, retries not counted.",
		Of: rate(func(c *Counts) int64 { return c.Offered }), Parts: OfGroups},
	{Name: "attempts_per_s", Label: "attempts", Unit: PerSecond, Digits: 1, Doc: "Attempts that clients sent, retries counted.",
		Of: rate(func(c *Counts) int64 { return c.Attempts }), Parts: OfGroups},
	{Name: "amplification_ratio", Label: "amplification", Unit: Ratio, Digits: 2, Doc: "Attempts per operation offered.",
		Of: func(p *Point) float64 { return share(p.Attempts, p.Offered) }, Parts: OfGroups},
	{Name: "admitted_per_s", Label: "admitted", Unit: PerSecond, Digits: 1, Doc: "Attempts that entered the queue.",
		Of: rate(func(c *Counts) int64 { return c.Admitted }), Parts: OfGroups},
	{Name: "rejected_per_s", Label: "rejected", Unit: PerSecond, Digits: 1, Doc: "Attempts turned away at the doors of the services that clients call.",
		Of: rate(func(c *Counts) int64 { return c.Rejected }), Parts: OfGroups},
	{Name: "expired_per_s", Label: "expired", Unit: PerSecond, Digits: 1, Doc: "Attempts dropped from the queue: too late, or shed by the queue's own management.",
		Of: rate(func(c *Counts) int64 { return c.Expired }), Parts: OfGroups},
	{Name: "evicted_per_s", Label: "evicted", Unit: PerSecond, Digits: 1, Doc: "Attempts dropped from the queue to make room for more important work.",
		Of: rate(func(c *Counts) int64 { return c.Evicted }), Parts: OfGroups},
	{Name: "throughput_per_s", Label: "throughput", Unit: PerSecond, Digits: 1, Doc: "Attempts completed with an answer, useful or not, at the services that clients call.",
		Of: rate(func(c *Counts) int64 { return c.Served }), Parts: OfGroups},
	{Name: "goodput_per_s", Label: "goodput", Unit: PerSecond, Digits: 1, Doc: "Operations answered within their deadline, in this window.",
		Of: rate(func(c *Counts) int64 { return c.Good }), Parts: OfGroups},
	{Name: "goodput_since_start_per_s", Label: "goodput since start", Unit: PerSecond, Digits: 1, Doc: "Operations answered within their deadline, averaged over the run so far.",
		Of: func(p *Point) float64 { return float64(p.Total.Good) * 1000 / float64(p.End) }, Sum: NoSum, Parts: OfGroups},
	{Name: "late_per_s", Label: "late", Unit: PerSecond, Digits: 1, Doc: "Attempts completed after their deadline, at the services that clients call.",
		Of: rate(func(c *Counts) int64 { return c.LateWork }), Parts: OfGroups},
	{Name: "abandoned_per_s", Label: "abandoned", Unit: PerSecond, Digits: 1, Doc: "Operations whose client gave up waiting.",
		Of: rate(func(c *Counts) int64 { return c.Abandoned }), Parts: OfGroups},
	{Name: "failed_per_s", Label: "failed", Unit: PerSecond, Digits: 1, Doc: "Operations that ended refused, dropped, broken or answered wrongly.",
		Of: rate(func(c *Counts) int64 { return c.Failed }), Parts: OfGroups},
	{Name: "late_answers_per_s", Label: "late answers", Unit: PerSecond, Digits: 1, Doc: "Operations answered after their deadline, to clients who waited on. Offered is good + late answers + failed + abandoned + what the number in flight grew by.",
		Of: rate(func(c *Counts) int64 { return c.Late }), Parts: OfGroups},
	{Name: "withheld_per_s", Label: "withheld", Unit: PerSecond, Digits: 1, Doc: "Attempts that clients did not send after all: their own breaker, budget or throttle was against it.",
		Of: rate(func(c *Counts) int64 { return c.Withheld }), Parts: OfGroups},
	{Name: "errors_per_s", Label: "errors", Unit: PerSecond, Digits: 1, Doc: "Attempts answered with a failure.",
		Of: rate(func(c *Counts) int64 { return c.Errors }), Parts: OfGroups},
	{Name: "taken_back_per_s", Label: "taken back", Unit: PerSecond, Digits: 1, Doc: "Attempts that clients took back.",
		Of: rate(func(c *Counts) int64 { return c.TakenBack }), Parts: OfGroups},
	{Name: "wasted_pct", Label: "wasted", Unit: Percent, Digits: 1, Doc: "Share of completed attempts that nobody waited for any more, at the services that clients call.",
		Of: func(p *Point) float64 { return 100 * share(p.Wasted, p.Served) }, Parts: OfGroups},
	{Name: "sojourn_p50_ms", Label: "p50", Unit: Milliseconds, Digits: 0, Doc: "Median of wait + service of the attempts completed in the window at the services that clients call: nearest rank, as the top of a bucket of 0.1 %, at most an hour.",
		Of: func(p *Point) float64 { return float64(p.P50) }, Parts: OfGroups},
	{Name: "sojourn_p99_ms", Label: "p99", Unit: Milliseconds, Digits: 0, Doc: "99th percentile of wait + service of the attempts completed in the window at the services that clients call: nearest rank, as the top of a bucket of 0.1 %, at most an hour.",
		Of: func(p *Point) float64 { return float64(p.P99) }, Parts: OfGroups},
	{Name: "queue_depth_ops", Label: "queue depth", Unit: Ops, Doc: "Attempts waiting at the window's end, in all services.",
		Of: func(p *Point) float64 { return float64(p.Queue) }, Sum: MeanOfWindows, Parts: OfGroups | OfServices},
	{Name: "queue_age_ms", Label: "queue age", Unit: Milliseconds, Doc: "How long the oldest waiting attempt of any service has waited at the window's end.",
		Of: func(p *Point) float64 { return float64(p.Age) }, Sum: MeanOfWindows, Parts: OfGroups | OfServices},
	{Name: "in_service_ops", Label: "in service", Unit: Ops, Doc: "Attempts that workers are busy with at the window's end, in all services.",
		Of: func(p *Point) float64 { return float64(p.InService) }, Sum: MeanOfWindows, Parts: OfServices},
	{Name: "in_flight_ops", Label: "in flight", Unit: Ops, Doc: "Operations whose client still waits at the window's end.",
		Of: func(p *Point) float64 { return float64(p.InFlight) }, Sum: MeanOfWindows, Parts: OfGroups},
	{Name: "utilization_pct", Label: "utilization", Unit: Percent, Digits: 1, Doc: "Share of worker time in use, over all services.",
		Of: func(p *Point) float64 { return 100 * p.Busy }, Sum: MeanOfWindows, Parts: OfServices},
	{Name: "capacity_per_s", Label: "capacity", Unit: PerSecond, Digits: 1, Doc: "Operations/s that the tightest service can serve: workers / mean service time.",
		Of: func(p *Point) float64 { return p.Capacity }, Sum: MeanOfWindows, Parts: OfServices},
	{Name: "rung", Label: "rung", Doc: "Step of the brownout ladder in force at the window's end.",
		Of: func(p *Point) float64 { return float64(p.Rung) }, Sum: MeanOfWindows},
	{Name: "state", Label: "state", Doc: "Operating state decided at the window's end.",
		Word: func(p *Point) string { return p.State.String() }, Sum: NoSum},
	{Name: "backlog_ops", Label: "backlog", Unit: Ops, Doc: "Deferred operations that wait for replay or are being replayed at the window's end.",
		Of: func(p *Point) float64 { return float64(p.Recovery.Backlog) }, Sum: MeanOfWindows, Minor: true},
	{Name: "replay_attempts_per_s", Label: "replay", Unit: PerSecond, Digits: 1, Doc: "Attempts of deferred operations that are redone, at the services that clients call; also among the attempts.",
		Of: rate(func(c *Counts) int64 { return c.Replays }), Minor: true, Parts: OfGroups},
	{Name: "replay_ceiling_per_s", Label: "replay ceiling", Unit: PerSecond, Digits: 1, Doc: "Operations/s that may be replayed, as measured in the window: capacity - foreground - failure reserve - warm-up - other recovery work.",
		Of: func(p *Point) float64 { return p.Recovery.Ceiling }, Sum: MeanOfWindows, Minor: true},
	{Name: "poison_ops", Label: "poison", Unit: Ops, Doc: "Deferred operations whose replay has failed too often, since the start: quarantined.",
		Of: func(p *Point) float64 { return float64(p.Recovery.Quarantine) }, Sum: NoSum, Minor: true},
	{Name: "backlog_expired_ops", Label: "expired in the backlog", Unit: Ops, Doc: "Deferred operations that were of no use any more before they were redone, since the start.",
		Of: func(p *Point) float64 { return float64(p.Recovery.Expired) }, Sum: NoSum, Minor: true},
	{Name: "duplicate_ops", Label: "duplicates", Unit: Ops, Doc: "Operations that were redone once more because progress was lost, since the start.",
		Of: func(p *Point) float64 { return float64(p.Recovery.Duplicates) }, Sum: NoSum, Minor: true},
	{Name: "cache_hit_pct", Label: "cache hits", Unit: Percent, Digits: 1, Doc: "Share of the attempts that a warm cache could have answered which were: hits, and misses that were coalesced.",
		Of: func(p *Point) float64 { return 100 * share(p.Recovery.Hits, p.Recovery.Looked) }, Minor: true},
	{Name: "cache_warm_pct", Label: "caches warm", Unit: Percent, Digits: 1, Doc: "Share of the demand for cacheable keys that the caches could answer at the window's end; 100 without caches.",
		Of: func(p *Point) float64 { return 100 * p.Recovery.Warm }, Sum: MeanOfWindows},
	{Name: "replication_lag_ms", Label: "replication lag", Unit: Milliseconds, Doc: "How far the replicas are behind at the window's end.",
		Of: func(p *Point) float64 { return float64(p.Recovery.Lag) }, Sum: MeanOfWindows, Minor: true},
	{Name: "deferred_per_s", Label: "deferred", Unit: PerSecond, Digits: 1, Doc: "Operations set aside, to be replayed.",
		Of: rate(func(c *Counts) int64 { return c.Deferred }), Minor: true, Parts: OfGroups},
	{Name: "replayed_per_s", Label: "replayed", Unit: PerSecond, Digits: 1, Doc: "Deferred operations that were redone with success.",
		Of: rate(func(c *Counts) int64 { return c.Replayed }), Minor: true, Parts: OfGroups},
}

// ledgerMetrics are the shares of the window's worker time, one for each use.
func ledgerMetrics() []Metric {
	var metrics []Metric
	for u := range Use(Uses) {
		metrics = append(metrics, Metric{
			Name: "capacity_" + column(u.String()) + "_pct", Label: "capacity: " + u.String(), Unit: Percent, Digits: 1,
			Doc: "Share of the window's worker time that went into: " + u.String() + ". The shares sum to 100; empty while there is no worker.",
			Of:  func(p *Point) float64 { return p.Ledger.percent(u) }, Sum: MeanOfWindows, Minor: true,
		})
	}
	return metrics
}

// reasonMetrics are the rates of what was refused, dropped or withheld, one for each
// reason.
func reasonMetrics() []Metric {
	var metrics []Metric
	for r := NoReason + 1; r < Reasons; r++ {
		metrics = append(metrics, Metric{
			Name: "refused_" + column(r.String()) + "_per_s", Label: "refused: " + r.String(), Unit: PerSecond, Digits: 1,
			Doc: "Attempts that any service refused or dropped, or their callers withheld, for the reason: " + r.String() + ".",
			Of:  func(p *Point) float64 { return p.PerSecond(p.Reasons[r]) }, Minor: true, Parts: OfGroups,
		})
	}
	return metrics
}

// column is words as they stand in the name of a column.
func column(words string) string { return strings.ReplaceAll(words, " ", "_") }

// Text writes the metric's value of a window as a CSV field: the shortest decimal
// form that reads back to the same number, empty where there is none.
func (m *Metric) Text(p *Point) string {
	if m.Word != nil {
		return m.Word(p)
	}
	return Exact(m.Of(p))
}

// Exact is a number as a file holds it: the shortest decimal form that reads back to
// the same number, empty for one that is not finite.
func Exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// FindMetric is the metric of that name, or nil.
func FindMetric(name string) *Metric {
	for i := range Metrics {
		if Metrics[i].Name == name {
			return &Metrics[i]
		}
	}
	return nil
}

func rate(count func(*Counts) int64) func(*Point) float64 {
	return func(p *Point) float64 { return p.PerSecond(count(&p.Counts)) }
}

func share(part, whole int64) float64 {
	if whole == 0 {
		return math.NaN()
	}
	return float64(part) / float64(whole)
}

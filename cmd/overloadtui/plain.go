package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"overloadtui/model"
)

// plainMetrics are the outputs in a line of plain text, for people who listen to the
// screen and for logs. Everything else is in the CSV.
var plainMetrics = []string{"goodput_per_s", "offered_per_s", "attempts_per_s", "queue_depth_ops", "sojourn_p99_ms", "wasted_pct", "rejected_per_s", "state"}

// windowLine is one window in one line: its end, then label and value of each metric.
func windowLine(p *model.Point) string {
	parts := make([]string, len(plainMetrics))
	for i, name := range plainMetrics {
		m := model.FindMetric(name)
		parts[i] = m.Label + " " + metricValue(m, p)
	}
	return p.End.Clock() + " " + strings.Join(parts, ", ")
}

func metricValue(m *model.Metric, p *model.Point) string {
	if m.Word != nil {
		return m.Word(p)
	}
	v := m.Of(p)
	if m.Text(p) == "" {
		return "none"
	}
	text := strconv.FormatFloat(v, 'f', m.Digits, 64)
	switch m.Unit {
	case model.Plain, model.Ops, model.Ratio:
		return text
	case model.PerSecond:
		return text + string(m.Unit)
	}
	return text + " " + string(m.Unit)
}

// auditLine is a line of the audit log: a change of state or one that was refused, what
// control does, what a person decides. It is empty for changes of settings, which
// changeLine says.
func auditLine(e *model.Entry) string {
	switch {
	case e.Kind == model.ChangeEntry:
		return ""
	case e.Kind == model.TransitionEntry:
		way, evidence, _ := strings.Cut(e.Text, ": ")
		return fmt.Sprintf("%s %s %v: %s", e.At.Clock(), way, e.State, evidence)
	case e.Who != "":
		return fmt.Sprintf("%s %v: %s (%s: %s)", e.At.Clock(), e.Kind, e.Text, e.Who, e.Why)
	case e.Kind == model.RefusalEntry:
		return e.At.Clock() + " " + e.Text
	}
	return fmt.Sprintf("%s %v: %s", e.At.Clock(), e.Kind, e.Text)
}

// changeLine is a change or a note of the journal in one line.
func changeLine(c *model.Change, knobs func(path string) (model.Param, bool)) string {
	text := c.Note
	if p, ok := knobs(c.Path); ok {
		text = strings.TrimSpace(p.Label + " " + p.Format(c.To) + " " + c.Note)
	}
	who := ""
	if c.Who != "" {
		who = " (" + c.Who + ")"
	}
	return c.At.Clock() + " " + text + who
}

// reporter prints a run as lines in the order of simulated time, each once, however
// often it is shown the run.
type reporter struct {
	out    io.Writer
	params func(path string) (model.Param, bool)

	windows int
	audited model.Millis // lines of the audit log before this are printed,
	there   int          // and so many at it
}

// report prints what has been added to the recording, up to the end of its last
// complete window.
func (r *reporter) report(rec model.Recording) error {
	var b strings.Builder
	for i := max(r.windows-rec.First, 0); i < len(rec.Points); i++ {
		p := &rec.Points[i]
		for _, c := range model.Happened(rec.Changes, p.Start, p.End) {
			r.audit(&b, rec.Audit, c.At)
			if c.Order.Kind == model.NoOrder {
				fmt.Fprintln(&b, changeLine(&c, r.params))
			}
		}
		r.audit(&b, rec.Audit, model.Millis(math.Nextafter(float64(p.End), 0)))
		fmt.Fprintln(&b, windowLine(p))
		r.audit(&b, rec.Audit, p.End)
		r.windows = rec.First + i + 1
	}
	return writeAll(r.out, []byte(b.String()))
}

// audit prints the lines of the audit log that are left up to an instant.
func (r *reporter) audit(b *strings.Builder, log []model.Entry, until model.Millis) {
	printed := r.there
	for i := range log {
		e := &log[i]
		switch {
		case e.At < r.audited:
			continue
		case e.At > until:
			return
		case e.At > r.audited:
			r.audited, r.there = e.At, 0
		case printed > 0:
			printed--
			continue
		}
		r.there++
		if line := auditLine(e); line != "" {
			fmt.Fprintln(b, line)
		}
	}
}

// printTotals prints what became of every operation of a run.
func printTotals(out io.Writer, c model.Counts) error {
	deferred := ""
	if c.Deferred > 0 {
		deferred = fmt.Sprintf(" + deferred %d", c.Deferred)
	}
	return writeAll(out, fmt.Appendf(nil, "total: offered %d = good %d + late %d + failed %d + abandoned %d%s + in flight %d; attempts %d\n",
		c.Offered, c.Good, c.Late, c.Failed, c.Abandoned, deferred, c.InFlight(), c.Attempts))
}

// writeAll writes to a stream whose reader may be gone, which is a failure like any
// other.
func writeAll(out io.Writer, data []byte) error {
	_, err := out.Write(data)
	return failed(err)
}

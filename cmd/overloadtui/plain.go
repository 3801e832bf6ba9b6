package main

import (
	"fmt"
	"io"
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

// transitionLine is a change of state, or a refused one, in one line with its
// evidence.
func transitionLine(t *model.Transition) string {
	if t.Refused {
		return t.At.Clock() + " " + t.Why
	}
	way, evidence, _ := strings.Cut(t.Why, ": ")
	return fmt.Sprintf("%s %s %v: %s", t.At.Clock(), way, t.To, evidence)
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

	windows, changes int
	states           model.Millis // transitions up to here are printed
}

// report prints what has been added to the recording, up to the end of its last
// complete window, and the transitions of the states.
func (r *reporter) report(rec model.Recording, transitions []model.Transition) error {
	var b strings.Builder
	for i := max(r.windows-rec.First, 0); i < len(rec.Points); i++ {
		p := &rec.Points[i]
		for ; r.changes < len(rec.Changes) && rec.Changes[r.changes].At < p.End; r.changes++ {
			fmt.Fprintln(&b, changeLine(&rec.Changes[r.changes], r.params))
		}
		fmt.Fprintln(&b, windowLine(p))
		for j := range transitions {
			if t := &transitions[j]; t.At > r.states && t.At <= p.End {
				fmt.Fprintln(&b, transitionLine(t))
				r.states = t.At
			}
		}
		r.windows = rec.First + i + 1
	}
	return writeAll(r.out, []byte(b.String()))
}

// printTotals prints what became of every operation of a run.
func printTotals(out io.Writer, c model.Counts) error {
	return writeAll(out, fmt.Appendf(nil, "total: offered %d = good %d + late %d + failed %d + abandoned %d + in flight %d; attempts %d\n",
		c.Offered, c.Good, c.Late, c.Failed, c.Abandoned, c.InFlight(), c.Attempts))
}

// writeAll writes to a stream whose reader may be gone, which is a failure like any
// other.
func writeAll(out io.Writer, data []byte) error {
	_, err := out.Write(data)
	return failed(err)
}

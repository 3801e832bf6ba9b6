package paper

import (
	"bytes"
	"fmt"
	"strings"

	"overloadtui/model"
)

// section is a part of a record as lines with a mark each.
type section struct {
	title string
	lead  string
	lines []marked
	none  string // instead of lines, when there are none
}

type marked struct{ mark, text string }

func (r record) sections() []section {
	clock := func(ms float64) string { return model.Millis(ms).Clock() }
	at := func(ms *float64) string { return clock(*ms) }
	holds := func(e evidence) string {
		if e.Holds {
			return "holds"
		}
		return "FAILS"
	}
	worst := func(list []evidence, inForce string) []marked {
		var lines []marked
		for _, e := range list {
			text := e.Text + ": " + inForce + " " + e.Shown
			if e.AtMs != nil {
				text += " at " + at(e.AtMs)
			}
			lines = append(lines, marked{holds(e), text})
		}
		return lines
	}
	hypothesis := section{title: "HYPOTHESIS", lead: r.Hypothesis}
	for _, e := range r.Expect {
		hypothesis.lines = append(hypothesis.lines, marked{holds(e), fmt.Sprintf("%s: %s, of %d windows from %s to %s", e.Text, e.Shown, e.Windows, at(e.FromMs), at(e.ToMs))})
	}
	radius := section{title: "BLAST RADIUS", lead: r.Radius, lines: worst(r.Bounds, "at worst"), none: "no bound was declared"}
	aborts := section{title: "ABORT CONDITIONS", none: "none was declared"}
	for _, a := range r.Abort {
		mark, text := "quiet", fmt.Sprintf("%s: %d in a row at most", a.Text, a.Longest)
		if a.Fired {
			mark, text = "FIRED", fmt.Sprintf("%s: at %s", a.Text, at(a.AtMs))
		}
		aborts.lines = append(aborts.lines, marked{mark, text})
	}
	back := section{title: "RECOVERY", lead: r.Recovery.Plan}
	verdict := evidence{Holds: r.Recovery.Holds}
	text := fmt.Sprintf("%s by %s, from %s on: ", r.Recovery.State, clock(r.Recovery.ByMs), clock(r.Recovery.BeganMs))
	if r.Recovery.DoneMs != nil {
		text += fmt.Sprintf("since %s, after %v", at(r.Recovery.DoneMs), model.Millis(*r.Recovery.DoneMs-r.Recovery.BeganMs))
	} else {
		text += "not recovered at the end"
	}
	back.lines = append(back.lines, marked{holds(verdict), text})
	for _, m := range r.Recovery.Must {
		back.lines = append(back.lines, marked{"", "in the end " + m.Text})
	}
	ways := section{title: "TRANSITIONS", none: "none was seen"}
	for _, w := range r.Ways {
		mark := "expected"
		if !w.Expected {
			mark = "SURPRISE"
		}
		ways.lines = append(ways.lines, marked{mark, fmt.Sprintf("%s %s to %s (%s): %s", clock(w.AtMs), w.From, w.To, w.Cause, w.Evidence)})
	}
	for _, m := range r.Missing {
		ways.lines = append(ways.lines, marked{"missing", m})
	}
	surprises := section{title: "SURPRISES", none: "none"}
	for _, one := range r.Surprises {
		when := clock(one.FromMs)
		if one.ToMs > one.FromMs {
			when += " to " + clock(one.ToMs)
		}
		surprises.lines = append(surprises.lines, marked{"", when + " " + one.Text})
	}
	log := section{title: "TIMELINE", none: "nothing happened"}
	for _, h := range r.Timeline {
		line := clock(h.AtMs) + " " + h.Text
		if h.Who != "" && h.Who != h.Cause {
			line += " (" + h.Who + ")"
		}
		log.lines = append(log.lines, marked{h.Kind, line})
	}
	return []section{hypothesis, radius, aborts, back, ways, surprises, log}
}

func (r record) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s: %s\n\n", r.Scenario, r.Title)
	fmt.Fprintf(&b, "VERDICT  %s\n", r.Verdict)
	for _, why := range r.Why {
		wrapped(&b, "  ", why)
	}
	for _, s := range r.sections() {
		fmt.Fprintf(&b, "\n%s\n", s.title)
		wrapped(&b, "  ", s.lead)
		if len(s.lines) == 0 {
			wrapped(&b, "  ", s.none)
		}
		for _, l := range s.lines {
			begin := "  "
			if l.mark != "" {
				begin = fmt.Sprintf("  %-10s  ", l.mark)
			}
			wrapped(&b, begin, l.text)
		}
	}
	fmt.Fprintf(&b, "\nAGAIN\n  %s\n  sha256 of its %d windows: %s\n", r.Command, len(r.Signals.Rows), r.SHA256)
	return b.Bytes()
}

func (r record) markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# Game day: %s\n\n%s\n\nVerdict: **%s**\n", r.Scenario, cell(r.Title), r.Verdict)
	for i, why := range r.Why {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", cell(why))
	}
	for _, s := range r.sections() {
		fmt.Fprintf(&b, "\n## %s\n\n", s.title[:1]+strings.ToLower(s.title[1:]))
		if s.lead != "" {
			fmt.Fprintf(&b, "%s\n", cell(s.lead))
			if len(s.lines) > 0 {
				b.WriteByte('\n')
			}
		} else if len(s.lines) == 0 {
			fmt.Fprintf(&b, "%s\n", s.none)
		}
		for _, l := range s.lines {
			mark := ""
			if l.mark != "" {
				mark = l.mark + ": "
			}
			fmt.Fprintf(&b, "- %s%s\n", mark, cell(l.text))
		}
	}
	fmt.Fprintf(&b, "\n## Again\n\n```text\n%s\n```\n\nsha256 of its windows as CSV: `%s`\n", r.Command, r.SHA256)
	b.WriteString("\n## Raw signals\n\n```csv\n")
	for _, row := range append([][]string{r.Signals.Columns}, r.Signals.Rows...) {
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	b.WriteString("```\n")
	return b.Bytes()
}

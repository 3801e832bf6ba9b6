package report

import (
	"math"
	"strconv"

	"overloadtui/sim/export/plot"
)

// sweepStory says for each curve how far it follows the ideal, where it falls most, and
// where it ends.
func sweepStory(t *plot.Table, deadline float64) []sentence {
	var story []sentence
	over, unit := plot.Quantity(t.Header[1])
	good, ideal := t.Column("goodput_rps"), t.Column("ideal_goodput_rps")
	for _, b := range t.Blocks() {
		var s sentence
		best, steepest, fall := -1, -1, 0.0
		for r := b.From; r < b.To; r++ {
			v, ok := t.Number(r, good)
			if !ok {
				continue
			}
			if best < 0 || v > value(t, best, good) {
				best = r
			}
			if r > b.From && value(t, r-1, good)-v > fall {
				steepest, fall = r, value(t, r-1, good)-v
			}
		}
		if best < 0 {
			s.add(b.Name + ": nothing was measured.")
			story = append(story, s)
			continue
		}
		s.add(b.Name)
		s.say(": the most goodput was {} of {} possible, at "+over+" {}"+unit+".", cellOf(t, best, good), cellOf(t, best, ideal), cellOf(t, best, 1))
		if steepest >= 0 {
			s.say(" From {} to {} it fell most, to {} of {} possible: ", cellOf(t, steepest-1, 1), cellOf(t, steepest, 1), cellOf(t, steepest, good), cellOf(t, steepest, ideal))
			s.say("{} % of the attempts were then for nothing, and the 99th percentile was {} ms.", cellOf(t, steepest, t.Column("wasted_pct")), cellOf(t, steepest, t.Column("p99_ms")))
		} else {
			s.say(" It never fell from one point to the next.")
		}
		end := b.To - 1
		s.say(" At {} it was {}, with {} attempts a second.", cellOf(t, end, 1), cellOf(t, end, good), cellOf(t, end, t.Column("effective_rps")))
		if r := firstOver(t, b, t.Column("p99_ms"), deadline); deadline > 0 && r >= 0 {
			s.say(" The 99th percentile passes the deadline of {} ms first at {}.", piece{rounded(deadline, 0), exact(deadline), "deadline"}, cellOf(t, r, 1))
		}
		story = append(story, s)
	}
	return story
}

func value(t *plot.Table, row, column int) float64 {
	if v, ok := t.Number(row, column); ok {
		return v
	}
	return math.NaN()
}

func firstOver(t *plot.Table, b plot.Block, column int, bound float64) int {
	for r := b.From; r < b.To; r++ {
		if value(t, r, column) > bound {
			return r
		}
	}
	return -1
}

// cellOf is a field of the table as it is written there, named "column@row".
func cellOf(t *plot.Table, row, column int) piece {
	if column < 0 {
		return piece{Text: "?"}
	}
	text := t.Rows[row][column]
	if text == "" {
		return piece{Text: "none"}
	}
	return piece{text, text, t.Header[column] + "@" + strconv.Itoa(row)}
}

// sweepTable is the sweep's table, with its fields as they are written.
func sweepTable(t *plot.Table) grid {
	g := grid{ID: "sweep-table", Caption: "Every point of the sweep, as in the CSV"}
	for i, name := range t.Header {
		g.Columns = append(g.Columns, column{Name: plot.Heading(name), Of: name, Number: i > 0})
	}
	for r, fields := range t.Rows {
		out := row{Of: strconv.Itoa(r)}
		for _, text := range fields {
			out.Cells = append(out.Cells, cell{Text: text, Value: text})
		}
		g.Rows = append(g.Rows, out)
	}
	return g
}

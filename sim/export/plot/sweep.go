package plot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Table is a sweep as it is written: in each row the name of a curve, the value of the
// swept knob, and what was measured.
type Table struct {
	File   string
	Header []string
	Rows   [][]string
}

// The columns of a table that charts are made of, by their names in the CSV.
const (
	offeredColumn  = "offered_rps"
	attemptsColumn = "effective_rps"
	idealColumn    = "ideal_goodput_rps"
	goodColumn     = "goodput_rps"
	slowColumn     = "p99_ms"
)

// Column is the index of a column, or -1.
func (t *Table) Column(name string) int { return slices.Index(t.Header, name) }

// Number is a cell as a number; ok is false for a word and for an empty cell.
func (t *Table) Number(row, column int) (v float64, ok bool) {
	v, err := strconv.ParseFloat(t.Rows[row][column], 64)
	return v, err == nil
}

// Block is the rows of one curve: From is the first, To the one after the last.
type Block struct {
	Name     string
	From, To int
}

// Blocks are the curves of a table in their order.
func (t *Table) Blocks() []Block {
	var blocks []Block
	for i, row := range t.Rows {
		if n := len(blocks); n > 0 && blocks[n-1].Name == row[0] {
			blocks[n-1].To = i + 1
			continue
		}
		blocks = append(blocks, Block{row[0], i, i + 1})
	}
	return blocks
}

// Check says what makes a table none of a sweep: a row that is not as long as the
// header, or a column that charts need and that is not there.
func (t *Table) Check() error {
	for _, name := range []string{attemptsColumn, idealColumn, goodColumn, slowColumn} {
		if t.Column(name) < 2 {
			return fmt.Errorf("%s: there is no column %s after the curve and the swept knob", t.File, name)
		}
	}
	for i, row := range t.Rows {
		if len(row) != len(t.Header) {
			return fmt.Errorf("%s: row %d has %d fields, the header has %d", t.File, i+1, len(row), len(t.Header))
		}
	}
	return nil
}

// OfSweep is the charts of a sweep: goodput beside what an ideal system would give,
// amplification (or the attempts, when it is not the load that is swept), and the 99th
// percentile of the sojourn. about says of what they are; deadlineMs is that of the
// clients, 0 for none. The error is Check's.
func OfSweep(t Table, about string, deadlineMs float64) ([]Chart, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	x := t.axis()
	over, _ := Quantity(t.Header[1])
	goodput := Chart{Name: "goodput", Title: "Goodput against " + over, About: about, X: x,
		Panels: []Panel{{Y: Axis{Label: "goodput, operations/s"}, Curves: append(t.ideals(), t.curves(goodColumn)...)}},
		Alt:    "The operations per second that were answered in time, a curve for each mode, beside the ideal: the lesser of load and capacity."}
	p99 := Chart{Name: "p99", Title: "99th percentile of the sojourn against " + over, About: about, X: x,
		Panels: []Panel{{Y: Axis{Label: "p99 of wait + service, ms", Log: true}, Curves: t.curves(slowColumn)}},
		Alt:    "The time that one in a hundred attempts takes longer than, a curve for each mode, on a logarithmic scale."}
	if deadlineMs > 0 {
		p99.Panels[0].Curves = append([]Curve{t.level("deadline", deadlineMs)}, p99.Panels[0].Curves...)
	}
	return []Chart{goodput, t.amplification(x, about), p99}, nil
}

// amplification is attempts for each operation: 1 where nobody retries.
func (t *Table) amplification(x Axis, about string) Chart {
	c := Chart{Name: "amplification", About: about, X: x}
	over, _ := Quantity(t.Header[1])
	attempts := t.curves(attemptsColumn)
	if t.Header[1] != offeredColumn {
		c.Title = "Attempts against " + over
		c.Alt = "The attempts per second that clients sent, retries counted, a curve for each mode."
		c.Panels = []Panel{{Y: Axis{Label: "attempts/s"}, Curves: attempts}}
		return c
	}
	for i := range attempts {
		a := &attempts[i]
		a.Column = ""
		for j, offered := range a.X {
			a.Y[j] /= offered
		}
	}
	c.Title = "Amplification against " + over
	c.Alt = "The attempts that clients sent for each operation, retries counted, a curve for each mode; 1 is no retry."
	c.Panels = []Panel{{Y: Axis{Label: "attempts for each operation"}, Curves: append([]Curve{t.level("1 attempt each", 1)}, attempts...)}}
	return c
}

// axis is that of the swept knob: words when one of the values is a word, and
// logarithmic when the values are powers apart.
func (t *Table) axis() Axis {
	a := Axis{Label: Heading(t.Header[1])}
	low, high := 0.0, 0.0
	for i := range t.Rows {
		v, ok := t.Number(i, 1)
		if !ok {
			a.Words = t.words()
			return a
		}
		if i == 0 {
			low, high = v, v
		}
		low, high = min(low, v), max(high, v)
	}
	a.Log = low > 0 && high/low > 50
	return a
}

func (t *Table) words() []string {
	var words []string
	for _, row := range t.Rows {
		if !slices.Contains(words, row[1]) {
			words = append(words, row[1])
		}
	}
	return words
}

// x is where a row stands on the axis.
func (t *Table) x(row int, words []string) float64 {
	if words != nil {
		return float64(slices.Index(words, t.Rows[row][1]))
	}
	v, _ := t.Number(row, 1)
	return v
}

func (t *Table) curves(column string) []Curve {
	var curves []Curve
	for i, b := range t.Blocks() {
		curves = append(curves, t.curve(b, column, Turn(i)))
	}
	return curves
}

func (t *Table) curve(b Block, column string, look Look) Curve {
	c := Curve{Name: b.Name, Column: column, Look: look}
	words := t.axis().Words
	for row := b.From; row < b.To; row++ {
		c.X = append(c.X, t.x(row, words))
		c.Y = append(c.Y, t.numberOrGap(row, t.Column(column)))
	}
	return c
}

func (t *Table) numberOrGap(row, column int) float64 {
	if v, ok := t.Number(row, column); ok {
		return v
	}
	return nan
}

// ideals is the ideal of each curve, once where several have the same.
func (t *Table) ideals() []Curve {
	var ideals []Curve
	for _, b := range t.Blocks() {
		c := t.curve(b, idealColumn, Bound)
		if !slices.ContainsFunc(ideals, func(o Curve) bool { return same(&o, &c) }) {
			ideals = append(ideals, c)
		}
	}
	for i := range ideals {
		if len(ideals) == 1 {
			ideals[i].Name = "ideal"
		} else {
			ideals[i].Name = "ideal, " + ideals[i].Name
		}
	}
	return ideals
}

// level is a horizontal line from the least x to the greatest.
func (t *Table) level(name string, y float64) Curve {
	words := t.axis().Words
	c := Curve{Name: name, Look: Bound}
	for row := range t.Rows {
		c.X = append(c.X, t.x(row, words))
	}
	if len(c.X) > 0 {
		low, high := slices.Min(c.X), slices.Max(c.X)
		c.X, c.Y = []float64{low, high}, []float64{y, y}
	}
	return c
}

// units are the endings of column names and what they mean to a reader.
var units = []struct{ ending, unit string }{{"_rps", "/s"}, {"_per_s", "/s"}, {"_ms", " ms"}, {"_pct", " %"}, {"_ops", " operations"}, {"_ratio", ""}}

// Heading is a column's name as a person reads it, with its unit: "p99_ms" is "p99, ms".
func Heading(column string) string {
	name, unit := Quantity(column)
	if unit == "" {
		return name
	}
	return name + ", " + strings.TrimSpace(unit)
}

// Quantity is what a column is of and its unit as it is written behind a number.
func Quantity(column string) (name, unit string) {
	switch column {
	case offeredColumn:
		return "offered load", " operations/s"
	case attemptsColumn:
		return "attempts", "/s"
	}
	for _, u := range units {
		if name, ok := strings.CutSuffix(column, u.ending); ok {
			return strings.ReplaceAll(name, "_", " "), u.unit
		}
	}
	return strings.ReplaceAll(column, "_", " "), ""
}

package report

import (
	"math"
	"strconv"
	"strings"

	"overloadtui/model"
)

// sentence is text with measured numbers in it.
type sentence []piece

// piece is a bit of text, or a number: what a person reads, its exact value, and what it
// is of.
type piece struct{ Text, Value, Of string }

// say adds text in which each {} is the next of the numbers.
func (s *sentence) say(text string, numbers ...piece) {
	for i, part := range strings.Split(text, "{}") {
		if i > 0 {
			*s = append(*s, numbers[i-1])
		}
		if part != "" {
			*s = append(*s, piece{Text: part})
		}
	}
}

// add adds text as it is, such as what a person has written.
func (s *sentence) add(text string) { *s = append(*s, piece{Text: text}) }

// exact is the shortest form of a number that reads back to it, as in the CSV; empty
// for what is no number.
func exact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func whole[N int | int64 | uint64](n N) string { return model.Group(float64(n)) }

// rounded writes a number with so many decimals, and a comma between thousands.
func rounded(v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "none"
	}
	text := strconv.FormatFloat(v, 'f', digits, 64)
	if text == "-0" {
		text = "0"
	}
	whole, rest, found := strings.Cut(text, ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if found {
		whole += "." + rest
	}
	return sign + whole
}

// count is a number of operations or attempts since the start.
func count(of string, n int64) piece {
	return piece{whole(n), strconv.FormatInt(n, 10), "total." + of}
}

// percent is a share, 0..1, as a person reads it.
func percent(of string, share float64) piece {
	return piece{rounded(100*share, 1) + " %", exact(100 * share), of}
}

// rate is a number per second.
func rate(of string, v float64) piece { return piece{rounded(v, 1) + "/s", exact(v), of} }

func instant(of string, at model.Millis) piece {
	return piece{at.Clock(), exact(float64(at)), of}
}

// measured is a metric of a window, named "metric@window".
func measured(name string, p *model.Point) piece {
	m := model.FindMetric(name)
	of := name + "@" + strconv.Itoa(p.Index)
	if m.Word != nil {
		return piece{m.Word(p), m.Word(p), of}
	}
	return piece{withUnit(m, m.Of(p)), m.Text(p), of}
}

func withUnit(m *model.Metric, v float64) string {
	text := rounded(v, m.Digits)
	switch m.Unit {
	case model.PerSecond:
		return text + "/s"
	case model.Plain, model.Ratio, model.Ops:
		return text
	}
	return text + " " + string(m.Unit)
}

// grid is a table of the page.
type grid struct {
	ID, Caption string
	Columns     []column
	Rows        []row
}

type column struct {
	Name   string
	Doc    string
	Of     string // the metric or the CSV's column that it shows
	Number bool
	Minor  bool // left out on paper
}

type row struct {
	Of    string // "window 12"; empty when the row is of none
	Cells []cell
}

// cell is a field of a table: what a person reads, and the exact value that it is sorted
// and compared by.
type cell struct {
	Text  string
	Value string
	Lines []string // below the text
	Bar   string   // length of a bar, in percent
}

func number(v float64, digits int) cell { return cell{Text: rounded(v, digits), Value: exact(v)} }

func counted(n int64) cell { return cell{Text: whole(n), Value: strconv.FormatInt(n, 10)} }

func at(t model.Millis) cell { return cell{Text: t.Clock(), Value: exact(float64(t))} }

package model

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Unit is what a number counts. The zero value is a plain number.
type Unit string

// The units of parameters and metrics.
const (
	Plain        Unit = ""
	PerSecond    Unit = "/s"
	Milliseconds Unit = "ms"
	Percent      Unit = "%"
	Ops          Unit = "ops"
	Ratio        Unit = "ratio"
)

// Param declares a setting, once. Slider, flag, help text, file key, JSON Schema,
// CSV column and documentation are derived from this declaration.
type Param struct {
	Name  string // file key and flag, such as "service-time"
	Label string // what a person reads, such as "service time"
	Doc   string // what it means, one sentence; formulas name their source
	Unit  Unit
	// Min and Max bound what is accepted, both included.
	Min, Max float64
	// SliderMax is where the slider ends when that is less than Max; 0 means at Max.
	SliderMax float64
	// Step is one key press on the slider.
	Step    float64
	Default float64
	Whole   bool     // only whole numbers
	Off     string   // the word for 0 where 0 switches the thing off: "off", "none"
	Choices []string // a setting that is one of these words; its value is the index
	Fixed   bool     // can be set before a run only, not while it goes
	OfRungs bool     // it names a rung: Max is the ladder's last, and without a ladder there is no such setting
	Minor   bool     // of use in few scenarios: a screen folds it away while it is at its declared default
}

// Format writes a value as a person and a file read it, with its unit: "120 /s",
// "200 ms", "off", "drain". Digits beyond the shortest exact form are never shown.
func (p Param) Format(v float64) string {
	switch {
	case len(p.Choices) > 0:
		if i := int(v); float64(i) == v && i >= 0 && i < len(p.Choices) {
			return p.Choices[i]
		}
		return "?"
	case v == 0 && p.Off != "":
		return p.Off
	case p.Unit == Plain:
		return Group(v)
	}
	return Group(v) + " " + string(p.Unit)
}

// Text writes a value so that Parse reads the same number back, to the last bit,
// and so that it needs no quotes in a scenario file: "120/s", "200ms", "20".
func (p Param) Text(v float64) string {
	switch {
	case len(p.Choices) > 0, v == 0 && p.Off != "":
		return p.Format(v)
	case p.Unit == Milliseconds:
		return Millis(v).String()
	}
	return strconv.FormatFloat(v, 'f', -1, 64) + string(p.Unit)
}

// Parse reads a value from a flag, a file or the keyboard: one of the choices, the
// word for off, or a number with or without the unit. In a file and on the command
// line a duration needs its unit; ParseTyped accepts it bare. Errors name the
// parameter, the value and what would be right.
func (p Param) Parse(text string) (float64, error) {
	text = strings.TrimSpace(text)
	if len(p.Choices) > 0 {
		for i, c := range p.Choices {
			if strings.EqualFold(c, text) {
				return float64(i), nil
			}
		}
		return 0, fmt.Errorf("%s: %q is not one of %s", p.Name, text, strings.Join(p.Choices, ", "))
	}
	if p.Off != "" && (strings.EqualFold(text, p.Off) || strings.EqualFold(text, "off") || strings.EqualFold(text, "none")) {
		return 0, p.Check(0)
	}
	if p.Unit == Milliseconds {
		m, err := ParseMillis(text)
		if err != nil {
			return 0, fmt.Errorf("%s: %w", p.Name, err)
		}
		return float64(m), p.Check(float64(m))
	}
	number, unit := splitUnit(text)
	v, err := strconv.ParseFloat(number, 64)
	if err != nil || unit != "" && unit != string(p.Unit) {
		return 0, fmt.Errorf("%s: %q is not a number%s", p.Name, text, p.unitHint())
	}
	return v, p.Check(v)
}

// ParseTyped is Parse for a number typed beside a slider that shows the unit: a
// bare number is in the parameter's own unit.
func (p Param) ParseTyped(text string) (float64, error) {
	if p.Unit == Milliseconds {
		if v, err := strconv.ParseFloat(strings.TrimSpace(text), 64); err == nil {
			return v, p.Check(v)
		}
	}
	return p.Parse(text)
}

// Check says whether v can be used: nil, or an error with name, value and range.
func (p Param) Check(v float64) error {
	switch {
	case math.IsNaN(v) || v < p.Min || v > p.upper():
		return fmt.Errorf("%s: %s is out of range %s", p.Name, p.plain(v), p.Range())
	case (p.Whole || len(p.Choices) > 0) && v != math.Trunc(v):
		return fmt.Errorf("%s: %s is not a whole number (range %s)", p.Name, p.plain(v), p.Range())
	}
	return nil
}

// Range writes what is accepted: "0..300 /s", "fifo | lifo".
func (p Param) Range() string {
	if len(p.Choices) > 0 {
		return strings.Join(p.Choices, " | ")
	}
	r := Group(p.Min) + ".." + Group(p.Max)
	if p.Unit != Plain {
		r += " " + string(p.Unit)
	}
	return r
}

func (p Param) upper() float64 {
	if len(p.Choices) > 0 {
		return float64(len(p.Choices) - 1)
	}
	return p.Max
}

func (p Param) plain(v float64) string {
	if p.Unit == Plain {
		return Group(v)
	}
	return Group(v) + " " + string(p.Unit)
}

func (p Param) unitHint() string {
	if p.Unit == Plain {
		return ""
	}
	return fmt.Sprintf(" with the unit %s or none", p.Unit)
}

// Group writes a number in its shortest exact form with a comma between thousands:
// 3900 is "3,900", 0.25 is "0.25".
func Group(v float64) string {
	s := strconv.FormatFloat(v, 'f', -1, 64)
	whole, rest := s, ""
	if i := strings.IndexByte(s, '.'); i >= 0 {
		whole, rest = s[:i], s[i:]
	}
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	return sign + whole + rest
}

// splitUnit cuts "1.5 ms" into "1.5" and "ms"; commas between thousands are dropped.
func splitUnit(text string) (number, unit string) {
	text = strings.TrimSpace(text)
	end := len(text)
	for i, r := range text {
		if !strings.ContainsRune("+-0123456789.,eE", r) {
			end = i
			break
		}
	}
	number = text[:end]
	if thousands.MatchString(number) {
		number = strings.ReplaceAll(number, ",", "")
	}
	return number, strings.TrimSpace(text[end:])
}

// thousands is a number with commas where Group puts them, and nowhere else.
var thousands = regexp.MustCompile(`^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$`)

package ui

import (
	"os"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// The inks of the dashboard.
const (
	plain ink = iota
	dim
	strong
	good     // goodput, useful work, yes
	offered  // demand
	attempts // demand and its retries
	limit    // capacity, deadline, other thresholds
	queue
	slow // p99
	median
	wasted
	rejected
	changed // what a person did
	alarm   // refused, no, error
	cursor
	calmState
	warmState
	hotState
	inks = iota
)

// theme is how each ink begins on the terminal; empty where there is no colour.
type theme struct {
	open [inks]string
}

// colours are ANSI 16 colours, so that the terminal's own palette decides; nothing
// sets a background. The two lists differ where a colour of the one cannot be read on
// the background of the other.
var darkColours = map[ink]string{
	good: "6", offered: "7", attempts: "3", queue: "5", slow: "3", median: "6",
	wasted: "1", rejected: "4", changed: "3", alarm: "1", cursor: "3",
	calmState: "6", warmState: "3", hotState: "1",
}

var lightColours = map[ink]string{
	good: "4", offered: "0", attempts: "5", queue: "5", slow: "1", median: "4",
	wasted: "1", rejected: "4", changed: "5", alarm: "1", cursor: "5",
	calmState: "4", warmState: "5", hotState: "1",
}

// Style is how a character is drawn.
type Style struct {
	Colour      string // the number of an ANSI colour, "0" to "15"; empty is the terminal's own
	Bold, Faint bool
}

// styleOf is an ink on a dark or a light background.
func styleOf(k ink, dark bool) Style {
	colours := lightColours
	if dark {
		colours = darkColours
	}
	s := Style{Colour: colours[k]}
	switch k {
	case dim, limit:
		s.Faint = true
	case strong, alarm, changed, hotState, warmState, calmState:
		s.Bold = true
	}
	return s
}

func newTheme(r *lipgloss.Renderer) *theme {
	t := &theme{}
	for k := range ink(inks) {
		style, is := r.NewStyle(), styleOf(k, r.HasDarkBackground())
		if is.Colour != "" {
			style = style.Foreground(lipgloss.Color(is.Colour))
		}
		if is.Faint {
			style = style.Faint(true)
		}
		if is.Bold {
			style = style.Bold(true)
		}
		t.open[k], _, _ = strings.Cut(style.Render("x"), "x")
	}
	return t
}

var stateInks = [model.States]ink{calmState, warmState, hotState, warmState, calmState, hotState}

// glyphs are the characters that are not letters.
type glyphs struct {
	chart                     chart.Glyphs
	rule, divider, tee, cross rune
	dottedRule, dottedDivider rune
	fork, fill                rune                // a rule that leaves a divider, a bar
	corners                   [4]rune             // upper left, upper right, lower left, lower right
	solid, dotted, dashed     string              // samples of lines for the legend
	level, stroke             rune                // a threshold, the time cursor
	shares                    [len(shares{})]rune // the bands of the work chart
	uses                      [model.Uses]rune    // of worker time
	sparks                    []rune
}

var (
	braille = glyphs{chart.Braille, '─', '│', '┬', '┤', '┄', '┆', '├', '━', [...]rune{'┌', '┐', '└', '┘'}, "⠤⠤", "⠄⠄", "⠤⠄", '┄', '│', [...]rune{'█', '╱', '▒', '░', 'x'}, [...]rune{'█', '▓', '▒', '░', 'x', 'y', 'w', 'r', 'o', '.'}, []rune("▁▂▃▄▅▆▇█")}
	block   = glyphs{chart.Block, '─', '│', '┬', '┤', '┄', '┆', '├', '━', [...]rune{'┌', '┐', '└', '┘'}, "█", ".", "+", '┄', '│', [...]rune{'█', '╱', '▒', '░', 'x'}, [...]rune{'█', '▓', '▒', '░', 'x', 'y', 'w', 'r', 'o', '.'}, []rune("▁▂▃▄▅▆▇█")}
	ascii   = glyphs{chart.ASCII, '-', '|', '|', '|', '.', ':', '|', '=', [...]rune{'+', '+', '+', '+'}, "#", ".", "+", '=', '|', [...]rune{'#', 'o', '%', 'r', 'x'}, [...]rune{'#', '+', '%', 'a', 'x', 'y', 'w', 'r', 'o', '.'}, []rune("_.-=^#")}
)

// chooseGlyphs is the named set. "auto" takes braille, except where the locale or the
// environment says that lines and blocks may be two cells wide, where it is not
// UTF-8, and on terminals known to have a small font.
func chooseGlyphs(name string) glyphs {
	switch name {
	case "braille":
		return braille
	case "block":
		return block
	case "ascii":
		return ascii
	}
	locale := ""
	for _, v := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale = os.Getenv(v); locale != "" {
			break
		}
	}
	low := strings.ToLower(locale)
	wide := os.Getenv("RUNEWIDTH_EASTASIAN") == "1"
	for _, language := range []string{"zh", "ja", "ko"} {
		wide = wide || strings.HasPrefix(low, language)
	}
	switch term := os.Getenv("TERM"); {
	case wide, term == "linux", term == "dumb", strings.HasPrefix(term, "vt"):
		return ascii
	case !strings.Contains(low, "utf-8") && !strings.Contains(low, "utf8"):
		return ascii
	}
	return braille
}

package ui

import (
	"strings"
	"time"
)

// Still is a dashboard without a terminal: keys go in and frames come out. Its wall
// clock is the run's simulated time, so that the same run with the same keys always
// gives the same frame.
type Still struct{ screen *screen }

// NewStill is a still of w x h cells of a source. Of the options it follows the source,
// the glyphs and whether there is something that exports and reproduces, which it never
// calls.
func NewStill(o Options, w, h int) *Still {
	s := newScreen(o)
	s.w, s.h = w, h
	st := &Still{s}
	st.look()
	return st
}

// look takes the newest snapshot.
func (st *Still) look() {
	now := time.Unix(0, 0).Add(time.Duration(float64(time.Millisecond) * float64(st.screen.source.Snapshot().Now)))
	st.screen.beat(now)
}

// Press presses keys, by Bubble Tea's names for them: "l", "enter", "shift+tab", " ".
func (st *Still) Press(codes ...string) {
	st.look()
	for _, code := range codes {
		printable := rune(0)
		if r := []rune(code); len(r) == 1 {
			printable = r[0]
		}
		st.screen.draw() // keys act on what is shown
		st.screen.press(code, printable)
		st.screen.effects = st.screen.effects[:0]
	}
}

// Keys is the part of the key table that acts on the screen as it is now.
func (st *Still) Keys() []KeyHelp {
	usable := map[string]bool{}
	for _, g := range keyTable {
		for i := range g.actions {
			if a := &g.actions[i]; a.usable(st.screen) {
				usable[a.keys] = true
			}
		}
	}
	var keys []KeyHelp
	for _, k := range Keys() {
		if usable[k.Keys] {
			keys = append(keys, k)
		}
	}
	return keys
}

// View is the name of the screen that is shown.
func (st *Still) View() string { return views[st.screen.view].name }

// Frame is the picture of the screen as it is now.
func (st *Still) Frame() Frame {
	st.look()
	sheet := st.screen.draw()
	f := Frame{Width: sheet.w, Height: sheet.h, Cells: make([]Cell, len(sheet.cells))}
	for i, c := range sheet.cells {
		f.Cells[i] = Cell{c.r, styleOf(c.ink, true), styleOf(c.ink, false)}
	}
	return f
}

// Frame is a picture of the dashboard, cell by cell: rows from the top, each from the
// left.
type Frame struct {
	Width, Height int
	Cells         []Cell
}

// Cell is one character and how it is drawn on a dark and on a light background. A
// blank has no style to look at.
type Cell struct {
	Rune        rune
	Dark, Light Style
}

// Row is the cells of a row, the topmost being 0.
func (f *Frame) Row(y int) []Cell { return f.Cells[y*f.Width : (y+1)*f.Width] }

// Text is the frame as lines of text without trailing blanks.
func (f *Frame) Text() string {
	var b strings.Builder
	for y := range f.Height {
		line := make([]rune, f.Width)
		for x, c := range f.Row(y) {
			line[x] = c.Rune
		}
		b.WriteString(strings.TrimRight(string(line), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// ViewHelp is one of the screens that a person goes between.
type ViewHelp struct {
	Key, Name string // "1", "live"
	Shows     string // one line
}

// File is the screen's name as a part of the name of a file.
func (v ViewHelp) File() string { return strings.ReplaceAll(v.Name, " ", "-") }

// Views is the screens in the order of their tabs, for documentation.
func Views() []ViewHelp {
	var all []ViewHelp
	for _, v := range views {
		all = append(all, ViewHelp{v.key, v.name, v.help})
	}
	return all
}

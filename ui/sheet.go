package ui

import (
	"strings"
	"unicode/utf8"

	"github.com/mattn/go-runewidth"

	"overloadtui/ui/chart"
)

// ink is what a cell is drawn with; the theme says which colour that is.
type ink = chart.Ink

type cell struct {
	r   rune
	ink ink
}

// sheet is the picture of one frame. It has exactly w x h cells whatever is drawn on
// it, so no panel can make a frame too wide or too tall.
type sheet struct {
	w, h  int
	cells []cell
	buf   []byte
}

func newSheet(w, h int) *sheet {
	s := &sheet{w: w, h: h, cells: make([]cell, w*h)}
	s.clear()
	return s
}

func (s *sheet) clear() {
	for i := range s.cells {
		s.cells[i] = cell{r: ' '}
	}
}

// text is the sheet as lines for the terminal: one colour change for a run of cells,
// not one for each cell.
func (s *sheet) text(t *theme) string {
	b := s.buf[:0]
	for y := range s.h {
		if y > 0 {
			b = append(b, '\n')
		}
		run, open := ink(plain), ""
		for _, c := range s.cells[y*s.w : (y+1)*s.w] {
			if c.ink != run && c.r != ' ' {
				run = c.ink
				if want := t.open[run]; want != open {
					if open != "" {
						b = append(b, reset...)
					}
					b = append(b, want...)
					open = want
				}
			}
			if c.r < utf8.RuneSelf {
				b = append(b, byte(c.r))
			} else {
				b = utf8.AppendRune(b, c.r)
			}
		}
		if open != "" {
			b = append(b, reset...)
		}
	}
	s.buf = b
	return string(b)
}

const reset = "\x1b[0m"

// area is a rectangle of a sheet. What is drawn beyond its edges is cut off.
type area struct {
	s          *sheet
	x, y, w, h int
}

func (s *sheet) all() area { return area{s, 0, 0, s.w, s.h} }

// part is a rectangle within the area, cut to it.
func (a area) part(x, y, w, h int) area {
	x, y = max(x, 0), max(y, 0)
	return area{a.s, a.x + x, a.y + y, max(min(w, a.w-x), 0), max(min(h, a.h-y), 0)}
}

func (a area) row(y int) area { return a.part(0, y, a.w, 1) }

func (a area) set(x, y int, r rune, k ink) {
	if x >= 0 && x < a.w && y >= 0 && y < a.h {
		a.s.cells[(a.y+y)*a.s.w+a.x+x] = cell{r, k}
	}
}

func (a area) at(x, y int) cell {
	if x >= 0 && x < a.w && y >= 0 && y < a.h {
		return a.s.cells[(a.y+y)*a.s.w+a.x+x]
	}
	return cell{r: ' '}
}

// text writes a line and gives the column after it. A character that is not exactly
// one cell wide becomes a question mark, because it would shift the rest of the line.
func (a area) text(x, y int, k ink, text string) int {
	for _, r := range text {
		a.set(x, y, single(r), k)
		x++
	}
	return x
}

// cut writes a line that says with a tilde when the area is too narrow for it.
func (a area) cut(x, y int, k ink, text string) int {
	return a.text(x, y, k, cut(text, a.w-x))
}

// right writes a line that ends before column x.
func (a area) right(x, y int, k ink, text string) int {
	start := x - utf8.RuneCountInString(text)
	a.text(start, y, k, text)
	return start
}

func (a area) fill(y int, r rune, k ink) {
	for x := range a.w {
		a.set(x, y, r, k)
	}
}

// box draws a frame.
func (a area) box(x, y, w, h int, g glyphs, k ink) {
	for i := 1; i < w-1; i++ {
		a.set(x+i, y, g.rule, k)
		a.set(x+i, y+h-1, g.rule, k)
	}
	for i := 1; i < h-1; i++ {
		a.set(x, y+i, g.divider, k)
		a.set(x+w-1, y+i, g.divider, k)
	}
	for i, r := range g.corners {
		a.set(x+i%2*(w-1), y+i/2*(h-1), r, k)
	}
}

// empty says whether nothing is drawn there.
func (a area) empty() bool {
	for y := range a.h {
		for x := range a.w {
			if a.at(x, y).r != ' ' {
				return false
			}
		}
	}
	return true
}

func (a area) blank() {
	for y := range a.h {
		a.fill(y, ' ', plain)
	}
}

func single(r rune) rune {
	if r >= ' ' && r < 0x7f {
		return r
	}
	if r >= 0x2500 && r < 0x2600 || r >= 0x2800 && r < 0x2900 {
		return r // our own glyphs; where they are wide, the ascii set is in use
	}
	if r < ' ' || runewidth.RuneWidth(r) != 1 {
		return '?'
	}
	return r
}

func width(s string) int { return utf8.RuneCountInString(s) }

// cut shortens a text to n cells; a tilde says that something is missing.
func cut(text string, n int) string {
	if width(text) <= n {
		return text
	}
	if n <= 0 {
		return ""
	}
	r := []rune(text)
	return string(r[:n-1]) + "~"
}

// pad cuts or fills a text to exactly n cells.
func pad(text string, n int) string {
	text = cut(text, n)
	return text + strings.Repeat(" ", max(n-width(text), 0))
}

// padLeft cuts or fills a text to exactly n cells, at its left.
func padLeft(text string, n int) string {
	text = cut(text, n)
	return strings.Repeat(" ", max(n-width(text), 0)) + text
}

// wrap breaks a text into lines of at most n cells, between words.
func wrap(text string, n int) []string {
	if n < 1 {
		return nil
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case width(line)+1+width(word) <= n:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

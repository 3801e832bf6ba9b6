package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// Paper is a text that a person takes away from a run, such as a recovery plan.
type Paper struct {
	Name string
	// Make is the text as of a snapshot, or why there is none. It may be slow; it is
	// called beside the screen's loop.
	Make func(*model.Snapshot) (text []byte, err error)
	// Write puts a text that was made into a file in the working directory and says
	// which.
	Write func(s *model.Snapshot, text []byte) (message string, err error)
}

// papers is the text that is being read.
type papers struct {
	names []string
	at    int
	made  string // the text, empty while it is being made
	text  []string
	cells int    // that text is broken for
	err   string // why there is none
	top   int
	of    *model.Snapshot // that it was made of
}

// openPapers shows a text that can be taken away.
func (s *screen) openPapers() {
	s.mode = papering
	s.turnPaper(0)
}

// turnPaper asks for the next text.
func (s *screen) turnPaper(by int) {
	p := &s.papers
	n := len(p.names)
	*p = papers{names: p.names, at: (p.at + by + n) % n, of: s.snap}
	s.effect(makePaper)
}

// paperMade takes a text that was asked for, unless another one is wanted by now.
func (s *screen) paperMade(at int, of *model.Snapshot, text []byte, err error) {
	p := &s.papers
	if at != p.at || of != p.of {
		return
	}
	p.made, p.cells = string(text), 0
	if err != nil {
		p.err = err.Error()
	}
}

// pressPapers takes the keys that mean something else while a text is up, and says
// whether it did.
func (s *screen) pressPapers(code string, printable rune) bool {
	p := &s.papers
	switch code {
	case "esc", "q", "i", "enter":
		s.mode = watching
	case "tab", "right", "l":
		s.turnPaper(1)
	case "shift+tab", "left", "h":
		s.turnPaper(-1)
	case "down", "j":
		p.top++
	case "up", "k":
		p.top--
	case "J", "pgdown", "shift+down", " ":
		p.top += 10
	case "K", "pgup", "shift+up", "b":
		p.top -= 10
	case "home":
		p.top = 0
	case "end":
		p.top = len(p.text)
	case "x":
		if p.made != "" {
			s.effect(writePaper)
		}
	default:
		return code != "ctrl+c" && code != "?"
	}
	return true
}

func (p *papers) footItems() []string {
	items := []string{"esc back", "jk scroll", "JK ten lines"}
	if len(p.names) > 1 {
		items = append(items, "hl other paper")
	}
	if p.made != "" {
		items = append([]string{"x WRITES IT"}, items...)
	}
	return items
}

// drawPapers is the text that is being read, with the names of all.
func (s *screen) drawPapers(a area) {
	a.blank()
	p := &s.papers
	rows := max(a.h-1, 1)
	if p.cells != a.w {
		p.cells, p.text = a.w, paperLines(p.made, min(a.w-2, 100))
	}
	p.top = min(max(p.top, 0), max(len(p.text)-rows, 0))
	tail := ""
	if len(p.text) > 0 {
		tail = fmt.Sprintf("%d-%d of %d", p.top+1, min(p.top+rows, len(p.text)), len(p.text))
	}
	s.heading(a.row(0), true, "", tail)
	x := 3
	for i, name := range p.names {
		k, text := dim, " "+name+" "
		if i == p.at {
			k, text = strong, "["+name+"]"
		}
		if x+width(text) > a.w-width(tail)-4 {
			break
		}
		x = a.text(x, 0, k, text) + 1
	}
	switch {
	case p.err != "":
		for y, line := range wrap(p.err, a.w-2) {
			a.text(1, 1+y, changed, line)
		}
	case p.made == "":
		a.text(1, 1, dim, "a moment ...")
	}
	for y := 0; y < rows && p.top+y < len(p.text); y++ {
		line, k := p.text[p.top+y], plain
		switch {
		case strings.HasPrefix(line, "#"):
			k = strong
		case strings.Contains(line, "unknown: "):
			k = dim
		}
		a.text(1, 1+y, k, strings.ReplaceAll(line, "**", ""))
	}
}

// paperLines breaks a text into lines of some cells; what stands indented or in a list
// stays below its beginning.
func paperLines(text string, cells int) []string {
	var lines []string
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if width(line) <= cells {
			lines = append(lines, line)
			continue
		}
		body := strings.TrimLeft(line, " ")
		indent := len(line) - len(body)
		if strings.HasPrefix(body, "- ") {
			indent += 2
		}
		for i, part := range wrap(body, max(cells-indent, 8)) {
			if i == 0 {
				part = line[:len(line)-len(body)] + part
			} else {
				part = strings.Repeat(" ", indent) + part
			}
			lines = append(lines, part)
		}
	}
	if text == "" {
		return nil
	}
	return lines
}

package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/term"

	"overloadtui/model"
)

// syncOut asks the terminal to show each frame whole: Bubble Tea writes a frame with
// one Write, which is put between the two marks of synchronized output. Terminals
// that do not know them ignore them.
type syncOut struct {
	*os.File
	off bool
	mu  sync.Mutex
	buf []byte
}

func (o *syncOut) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.off {
		return o.File.Write(p)
	}
	o.buf = append(o.buf[:0], "\x1b[?2026h"...)
	o.buf = append(o.buf, p...)
	o.buf = append(o.buf, "\x1b[?2026l"...)
	if _, err := o.File.Write(o.buf); err != nil {
		return 0, err
	}
	return len(p), nil
}

// WriteString keeps callers from reaching the file past Write.
func (o *syncOut) WriteString(s string) (int, error) { return o.Write([]byte(s)) }

// backgroundQuestion asks the terminal for its background colour.
const backgroundQuestion = "\x1b]11;?\x1b\\"

// darkBackground says whether the terminal's background is dark, as far as the
// environment tells. known is false where the terminal should be asked. Over a slow
// line the answer might come late and look like typing, so it is not asked there.
// Unknown means dark.
func darkBackground(in, out *os.File) (dark, known bool) {
	if v := os.Getenv("COLORFGBG"); v != "" {
		parts := strings.Split(v, ";")
		if n, err := strconv.Atoi(parts[len(parts)-1]); err == nil {
			return n < 7 || n == 8, true
		}
	}
	name := os.Getenv("TERM")
	if os.Getenv("SSH_CONNECTION") != "" || os.Getenv("NO_COLOR") != "" || name == "" || name == "dumb" || name == "linux" ||
		!term.IsTerminal(in.Fd()) || !term.IsTerminal(out.Fd()) {
		return true, true
	}
	return true, false
}

// darkAnswer reads an answer such as "\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\".
func darkAnswer(text string) bool {
	_, rest, found := strings.Cut(text, "rgb:")
	if !found {
		return true
	}
	parts := strings.SplitN(rest, "/", 3)
	if len(parts) < 3 {
		return true
	}
	light := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		hex := parts[i]
		if end := strings.IndexFunc(hex, func(r rune) bool { return !strings.ContainsRune("0123456789abcdefABCDEF", r) }); end >= 0 {
			hex = hex[:end]
		}
		v, err := strconv.ParseUint(hex, 16, 64)
		if err != nil || len(hex) == 0 || len(hex) > 4 {
			return true
		}
		light += weight * float64(v) / float64(uint64(1)<<(4*len(hex))-1)
	}
	return light < 0.5
}

// colourAnswer takes the terminal's answer to backgroundQuestion out of the keys that
// it comes as: from ESC ] to ESC \ or BEL. The question is asked while the program
// reads keys, so that what is typed meanwhile is neither lost nor part of the answer.
type colourAnswer struct {
	until  time.Time
	within bool
	text   strings.Builder
}

func (c *colourAnswer) expect() { c.until = time.Now().Add(2 * time.Second) }

// take says whether a key is part of the answer, and with the last one whether the
// answer is complete.
func (c *colourAnswer) take(code string, now time.Time) (part, complete bool) {
	if c.until.IsZero() || now.After(c.until) {
		return false, false
	}
	switch code {
	case "alt+]":
		c.within = true
		return true, false
	case "alt+\\", "ctrl+g":
		was := c.within
		c.within = false
		return was, was
	}
	if c.within {
		c.text.WriteString(code)
	}
	return c.within, false
}

// writeCrash writes what is known of a crash and gives the file's name, or nothing
// when no place takes it.
func writeCrash(c *Crash, snap *model.Snapshot, version string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "overloadtui %s\n%v\n\n%s\n", version, c.Value, c.Stack)
	if snap != nil {
		fmt.Fprintf(&b, "scenario %s  seed %d  run %d  at %s\n\njournal\n", snap.Scenario.Name, snap.Seed, snap.Run, snap.Now.Clock())
		for _, j := range snap.Journal {
			fmt.Fprintf(&b, "%s  %s = %s  %s  %s\n", j.At, j.Path, strconv.FormatFloat(j.To, 'g', -1, 64), j.Who, j.Note)
		}
	}
	name := "crash-" + time.Now().UTC().Format("20060102T150405.000000000") + ".txt"
	for _, dir := range crashPlaces() {
		if os.MkdirAll(dir, 0o700) != nil {
			continue
		}
		file := filepath.Join(dir, name)
		if os.WriteFile(file, []byte(b.String()), 0o600) == nil {
			return file
		}
	}
	return ""
}

// crashPlaces are the directories for a crash report: the state directory of the XDG
// specification, and the one for temporary files.
func crashPlaces() []string {
	state := os.Getenv("XDG_STATE_HOME")
	if home, err := os.UserHomeDir(); state == "" && err == nil {
		state = filepath.Join(home, ".local", "state")
	}
	if state == "" {
		return []string{os.TempDir()}
	}
	return []string{filepath.Join(state, "overloadtui"), os.TempDir()}
}

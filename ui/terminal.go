package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/muesli/cancelreader"

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

// patienceForColour is how long the terminal may take to say its background colour.
const patienceForColour = 200 * time.Millisecond

// darkBackground says whether the terminal's background is dark: by COLORFGBG, or by
// asking the terminal once. Over a slow line the answer might come too late and look
// like typing, so it is not asked there. Unknown means dark. answered is false when
// an answer may still be on its way.
func darkBackground(in, out *os.File) (dark, answered bool) {
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
	state, err := term.MakeRaw(in.Fd())
	if err != nil {
		return true, true
	}
	defer term.Restore(in.Fd(), state)
	r, err := cancelreader.NewReader(in)
	if err != nil {
		return true, true
	}
	defer r.Close()
	// The second question is one that every terminal answers, so that a terminal that
	// does not know the first does not cost the whole wait.
	if _, err := out.WriteString("\x1b]11;?\x1b\\\x1b[c"); err != nil {
		return true, true
	}
	timer := time.AfterFunc(patienceForColour, func() { r.Cancel() })
	defer timer.Stop()
	var got []byte
	buf := make([]byte, 64)
	for !attributes(got) {
		n, err := r.Read(buf)
		if err != nil {
			return true, false
		}
		got = append(got, buf[:n]...)
	}
	return darkAnswer(string(got)), true
}

// attributes says whether the answer to the second question, ESC [ ? ... c, is there.
func attributes(got []byte) bool {
	i := strings.Index(string(got), "\x1b[?")
	return i >= 0 && strings.IndexByte(string(got[i:]), 'c') > 0
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

// swallow drops an answer of the terminal that came too late and would be taken for
// typing: from ESC ] to ESC \ or BEL.
type swallow struct {
	until  time.Time
	eating bool
}

func (s *swallow) begin() { s.until = time.Now().Add(2 * time.Second) }

func (s *swallow) eat(code string, now time.Time) bool {
	if s.until.IsZero() || now.After(s.until) {
		return false
	}
	switch code {
	case "alt+]":
		s.eating = true
		return true
	case "alt+\\", "ctrl+g":
		was := s.eating
		s.eating = false
		return was
	}
	return s.eating
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

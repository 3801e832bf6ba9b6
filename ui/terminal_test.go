package ui

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"overloadtui/model"
)

func TestAnswersAboutTheBackground(t *testing.T) {
	for answer, want := range map[string]bool{
		"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\\x1b[?62;c": true,
		"\x1b]11;rgb:ffff/ffff/ffff\x07\x1b[?62;c":   false,
		"\x1b]11;rgb:fd/f6/e3\x1b\\":                 false,
		"\x1b]11;rgb:00/2b/36\x1b\\":                 true,
		"\x1b[?62;c":                                 true,
		"\x1b]11;rgb:zz/zz/zz\x1b\\":                 true,
		"\x1b]11;rgb:ffff/ffff":                      true,
		"":                                           true,
	} {
		if got := darkAnswer(answer); got != want {
			t.Errorf("darkAnswer(%q) = %v, want %v", answer, got, want)
		}
	}
}

func TestColourFGBGDecides(t *testing.T) {
	for v, want := range map[string]bool{"15;0": true, "0;15": false, "0;default;15": false, "12;8": true, "0;7": false} {
		t.Setenv("COLORFGBG", v)
		if dark, known := darkBackground(os.Stdin, os.Stdout); dark != want || !known {
			t.Errorf("COLORFGBG=%s: dark %v known %v, want %v", v, dark, known, want)
		}
	}
}

// TestAnAnswerIsNoTyping feeds an answer of the terminal as the keys it looks like.
func TestAnAnswerIsNoTyping(t *testing.T) {
	var c colourAnswer
	if part, _ := c.take("alt+]", wall); part {
		t.Error("takes an answer without having asked")
	}
	c.expect()
	now := time.Now()
	if part, _ := c.take("r", now); part {
		t.Error("a key before the answer is taken for it")
	}
	for _, code := range []string{"alt+]", "1", "1", ";", "r", "g", "b", ":", "f", "/", "f", "/", "f", "alt+\\"} {
		part, complete := c.take(code, now)
		if !part || complete != (code == "alt+\\") {
			t.Errorf("%q of the answer: part %v, complete %v", code, part, complete)
		}
	}
	if got := c.text.String(); got != "11;rgb:f/f/f" || darkAnswer(got) {
		t.Errorf("the answer is %q, dark %v", got, darkAnswer(got))
	}
	if part, _ := c.take("r", now); part {
		t.Error("a key after the answer is taken for it")
	}
	c.take("alt+]", now)
	if part, _ := c.take("r", now.Add(time.Minute)); part {
		t.Error("keys are taken for ever")
	}
}

func TestSynchronizedOutputIsOneWrite(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	for _, off := range []bool{false, true} {
		out := &syncOut{File: w, off: off}
		if n, err := out.Write([]byte("frame")); n != 5 || err != nil {
			t.Errorf("Write = %d, %v", n, err)
		}
		buf := make([]byte, 100)
		n, _ := r.Read(buf)
		want := "\x1b[?2026hframe\x1b[?2026l"
		if off {
			want = "frame"
		}
		if got := string(buf[:n]); got != want {
			t.Errorf("off %v: %q, want %q", off, got, want)
		}
	}
}

func TestACrashReportHasTheJournal(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("XDG_STATE_HOME", dir)
	f := newFake()
	f.Do(model.Command{Kind: model.SetKnob, Path: "web.load", Value: 110})
	c := &Crash{Value: "boom", Stack: []byte("stack of the panic")}
	c.File = writeCrash(c, f.Snapshot(), "v1")
	text, err := os.ReadFile(c.File)
	if err != nil || filepath.Dir(c.File) != filepath.Join(dir, "overloadtui") {
		t.Fatalf("%q: %v", c.File, err)
	}
	for _, part := range []string{"overloadtui v1", "boom", "stack of the panic", "seed 23", "web.load = 110"} {
		if !bytes.Contains(text, []byte(part)) {
			t.Errorf("no %q in\n%s", part, text)
		}
	}
	// A file in the way of the directory: the report goes to the temporary ones.
	t.Setenv("XDG_STATE_HOME", c.File)
	t.Setenv("TMPDIR", dir)
	if file := writeCrash(c, nil, "v1"); filepath.Dir(file) != dir {
		t.Errorf("with no state directory the report is %q", file)
	}
}

// TestGlyphsFollowTheLocale holds that terminals which may draw lines two cells wide
// get letters.
func TestGlyphsFollowTheLocale(t *testing.T) {
	for _, c := range []struct {
		all, lang, term, wide string
		ascii                 bool
	}{
		{"", "en_US.UTF-8", "xterm-256color", "", false},
		{"", "C.UTF-8", "tmux-256color", "", false},
		{"", "ja_JP.UTF-8", "xterm-256color", "", true},
		{"zh_CN.UTF-8", "en_US.UTF-8", "xterm-256color", "", true},
		{"", "en_US.UTF-8", "xterm-256color", "1", true},
		{"", "C", "xterm-256color", "", true},
		{"", "en_US.UTF-8", "linux", "", true},
	} {
		t.Setenv("LC_ALL", c.all)
		t.Setenv("LC_CTYPE", "")
		t.Setenv("LANG", c.lang)
		t.Setenv("TERM", c.term)
		t.Setenv("RUNEWIDTH_EASTASIAN", c.wide)
		if got := chooseGlyphs("auto").chart == ascii.chart; got != c.ascii {
			t.Errorf("%+v: ascii is %v", c, got)
		}
	}
}

// TestThemes holds that colours are the terminal's own sixteen, that nothing sets a
// background, and that without colours there is no escape sequence at all.
func TestThemes(t *testing.T) {
	for _, dark := range []bool{true, false} {
		r := lipgloss.NewRenderer(&bytes.Buffer{})
		r.SetColorProfile(termenv.TrueColor)
		r.SetHasDarkBackground(dark)
		th := newTheme(r)
		for k, open := range th.open {
			for _, part := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(open, "\x1b["), "m"), ";") {
				if part != "" && part != "1" && part != "2" && (len(part) != 2 || part[0] != '3' && part[0] != '9') {
					t.Errorf("dark %v, ink %d: %q is more than a colour of the sixteen", dark, k, open)
				}
			}
		}
		if th.open[good] == th.open[wasted] || th.open[good] == "" {
			t.Errorf("dark %v: goodput %q, wasted %q", dark, th.open[good], th.open[wasted])
		}
	}
	if picture := newTestScreen(t, story(), "ascii", 80, 24).picture(); strings.Contains(picture, "\x1b") {
		t.Errorf("escape sequences without colours: %q", picture)
	}
}

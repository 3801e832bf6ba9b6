//go:build !windows

package ui

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/sys/unix"

	"overloadtui/model"
)

const childVariable = "OVERLOADTUI_UI_TEST_CHILD"

// TestMain is the test, or the dashboard that a test looks at in a terminal.
func TestMain(m *testing.M) {
	if what := os.Getenv(childVariable); what != "" {
		os.Exit(child(what))
	}
	os.Exit(m.Run())
}

func child(what string) int {
	f := newFake()
	f.windows(3)
	switch what {
	case "governed":
		f = governed()
	case "restoring":
		f = restoring()
	}
	o := Options{Source: f, Theme: "dark", Export: func(*model.Snapshot) (string, error) { panic("export on fire") }}
	if what == "asks" {
		o.Theme = "auto"
	}
	if what == "restoring" {
		o.Export = func(*model.Snapshot) (string, error) { return "", nil }
		o.Papers = []Paper{{"plan", func(*model.Snapshot) ([]byte, error) { return []byte("# The plan\n"), nil },
			func(_ *model.Snapshot, text []byte) (string, error) { return "wrote " + string(text[2:10]), nil }}}
	}
	err := Run(context.Background(), o, os.Stdin, os.Stdout)
	var end interface{ ExitCode() int }
	switch {
	case errors.As(err, &end):
		os.Stdout.WriteString(err.Error() + "\n")
		return end.ExitCode()
	case err != nil:
		os.Stdout.WriteString(err.Error() + "\n")
		return 1
	}
	os.Stdout.WriteString("bye\n")
	return 0
}

// seat is a dashboard in a terminal that never answers.
type seat struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	out  bytes.Buffer
	gone chan struct{}
}

func sit(t *testing.T, what string, env ...string) *seat {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return open(t, exec.Command(exe), append(env, childVariable+"="+what)...)
}

func open(t *testing.T, cmd *exec.Cmd, env ...string) *seat {
	t.Helper()
	s := &seat{t: t, cmd: cmd, gone: make(chan struct{})}
	var err error
	s.cmd.Env = append([]string{"PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8", "HOME=" + t.TempDir(), "XDG_STATE_HOME=" + t.TempDir()}, env...)
	s.tty, err = pty.StartWithSize(s.cmd, &pty.Winsize{Rows: 24, Cols: 80})
	if err != nil {
		t.Skip("no terminal to test with: ", err)
	}
	go func() {
		defer close(s.gone)
		buf := make([]byte, 4096)
		for {
			n, err := s.tty.Read(buf)
			s.mu.Lock()
			s.out.Write(buf[:n])
			s.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		s.cmd.Process.Kill()
		s.tty.Close()
	})
	return s
}

func (s *seat) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

// waitFor waits until a text has been written.
func (s *seat) waitFor(text string) {
	s.t.Helper()
	for start := time.Now(); !strings.Contains(s.text(), text); time.Sleep(5 * time.Millisecond) {
		if time.Since(start) > 20*time.Second {
			s.t.Fatalf("no %q in %q", text, s.text())
		}
	}
}

func (s *seat) typeKeys(keys string) {
	s.t.Helper()
	if _, err := s.tty.WriteString(keys); err != nil {
		s.t.Fatal(err)
	}
}

// end waits for the end and gives the exit code.
func (s *seat) end() int {
	s.t.Helper()
	done := make(chan error, 1)
	go func() { done <- s.cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		s.t.Fatalf("it does not end: %q", s.text())
	}
	<-s.gone
	return s.cmd.ProcessState.ExitCode()
}

// isRestored looks for the sequences that give the terminal back.
func (s *seat) isRestored() {
	s.t.Helper()
	text := s.text()
	for name, seq := range map[string]string{"the main screen": "\x1b[?1049l", "the cursor": "\x1b[?25h"} {
		on := strings.Replace(strings.Replace(seq, "l", "h", 1), "?25h", "?25l", 1)
		if strings.LastIndex(text, seq) < strings.LastIndex(text, on) {
			s.t.Errorf("%s is not given back: %q", name, text)
		}
	}
}

// TestASilentTerminalCostsNoTime starts on a terminal that answers no question, as
// its colour: Bubble Tea alone would wait five seconds before main.
func TestASilentTerminalCostsNoTime(t *testing.T) {
	for _, what := range []string{"dark", "asks"} {
		start := time.Now()
		s := sit(t, what)
		s.waitFor("goodput")
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: first picture after %v", what, took)
		}
		asked := strings.Contains(s.text(), "\x1b]11;?")
		if asked != (what == "asks") {
			t.Errorf("%s: asked for the background: %v", what, asked)
		}
		s.typeKeys("q")
		if code := s.end(); code != 0 {
			t.Errorf("%s: exit code %d: %q", what, code, s.text())
		}
	}
}

// TestTheTerminalIsGivenBack ends in every way there is.
func TestTheTerminalIsGivenBack(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(*seat)
		code int
		says string
	}{
		{"q", func(s *seat) { s.typeKeys("q") }, 0, "bye"},
		{"ctrl+c", func(s *seat) { s.typeKeys("\x03") }, 130, "stopped by interrupt"},
		{"SIGINT", func(s *seat) { s.cmd.Process.Signal(syscall.SIGINT) }, 130, "stopped by interrupt"},
		{"SIGTERM", func(s *seat) { s.cmd.Process.Signal(syscall.SIGTERM) }, 143, "stopped by terminated"},
		{"a panic", func(s *seat) { s.typeKeys("x") }, 1, "export on fire"},
	} {
		s := sit(t, "dark")
		s.waitFor("goodput")
		c.end(s)
		if code := s.end(); code != c.code {
			t.Errorf("%s: exit code %d, want %d: %q", c.name, code, c.code, s.text())
		}
		s.isRestored()
		if after := s.text()[strings.LastIndex(s.text(), "\x1b[?1049l"):]; !strings.Contains(after, c.says) {
			t.Errorf("%s: after the screen there is %q, want %q", c.name, after, c.says)
		}
		if c.name == "a panic" && !strings.Contains(s.text(), "crash-") {
			t.Errorf("no crash report is named: %q", s.text())
		}
	}
}

// TestSuspendingWithoutAShell holds that ctrl+z does not stop a program that nobody
// could continue: here it leads its session.
func TestSuspendingWithoutAShell(t *testing.T) {
	s := sit(t, "dark")
	s.waitFor("goodput")
	s.typeKeys("\x1a")
	s.waitFor("there is no shell")
	s.typeKeys("q")
	if code := s.end(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestSuspendAndResumeInAShell stops the dashboard with ctrl+z and with a signal, and
// looks at the terminal in between.
func TestSuspendAndResumeInAShell(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash")
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, exec.Command(bash, "--norc", "--noprofile", "-i"), childVariable+"=dark", "PS1=ready> ")
	s.waitFor("ready>")
	s.typeKeys(exe + "\n")
	s.waitFor("goodput")
	for i, stop := range []string{"\x1a", "signal"} {
		if stop == "signal" {
			front, err := unix.IoctlGetInt(int(s.tty.Fd()), unix.TIOCGPGRP)
			if err != nil {
				t.Fatal(err)
			}
			syscall.Kill(front, syscall.SIGTSTP)
		} else {
			s.typeKeys(stop)
		}
		for start := time.Now(); strings.Count(s.text(), "Stopped") <= i; time.Sleep(5 * time.Millisecond) {
			if time.Since(start) > 20*time.Second {
				t.Fatalf("%q does not stop it: %q", stop, s.text())
			}
		}
		s.isRestored()
		screens := strings.Count(s.text(), "\x1b[?1049h")
		s.typeKeys("fg\n")
		for start := time.Now(); strings.Count(s.text(), "\x1b[?1049h") == screens; time.Sleep(5 * time.Millisecond) {
			if time.Since(start) > 20*time.Second {
				t.Fatalf("after %q it does not come back: %q", stop, s.text())
			}
		}
	}
	s.typeKeys("q")
	s.waitFor("bye")
	s.isRestored()
	s.typeKeys("exit\n")
	s.end()
}

// TestWhatIsTypedEarlyIsNotLost types before the first picture, around the terminal's
// answer to the question for its colour.
func TestWhatIsTypedEarlyIsNotLost(t *testing.T) {
	for _, around := range [][2]string{{"", ""}, {"\t", ""}, {"", "\t"}} {
		s := sit(t, "asks")
		s.typeKeys("=7" + around[0])
		s.waitFor("\x1b]11;?")
		s.typeKeys("\x1b]11;rgb:ffff/ffff/ffff\x1b\\" + around[1] + "3\r")
		s.waitFor("73 /s")
		s.typeKeys("w") // of the knob, whole
		s.waitFor("why: offered load")
		if strings.Contains(s.text(), "rgb") {
			t.Errorf("the answer was taken for typing: %q", s.text())
		}
		s.typeKeys("\x03")
		if code := s.end(); code != 130 {
			t.Errorf("exit code %d: %q", code, s.text())
		}
	}
}

// TestEveryKeyOfTheStates presses every printable key but those that end the program,
// and the others that a terminal has, on the screen of the states and in its dialog.
func TestEveryKeyOfTheStates(t *testing.T) {
	s := sit(t, "governed")
	s.waitFor("goodput")
	s.typeKeys("2")
	s.waitFor("the six states")
	others := []string{"\t", "\x1b[Z", "\r", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x7f", "\x0c", "\x1b[F"}
	keys := append([]string(nil), others...)
	for r := '!'; r <= '~'; r++ {
		if !strings.ContainsRune("qx", r) { // x is a panic in this child
			keys = append(keys, string(r))
		}
	}
	for _, key := range keys {
		s.typeKeys(key)
		time.Sleep(2 * time.Millisecond)
	}
	s.typeKeys("\x1b")
	time.Sleep(100 * time.Millisecond)
	s.typeKeys("\x1b")
	time.Sleep(100 * time.Millisecond)
	s.typeKeys("2o")
	s.waitFor("order by hand")
	for _, key := range append(others, keys...) {
		s.typeKeys(key)
		time.Sleep(2 * time.Millisecond)
	}
	s.typeKeys("\x03")
	if code := s.end(); code != 130 {
		t.Errorf("exit code %d: %q", code, s.text())
	}
	s.isRestored()
}

// TestAnyKeyOnRecovery presses every key on the screen of recovery and in its papers, on
// a terminal, and finds it whole afterwards.
func TestAnyKeyOnRecovery(t *testing.T) {
	s := sit(t, "restoring")
	s.waitFor("goodput")
	s.typeKeys("3")
	s.waitFor("how much may be replayed")
	s.typeKeys("i")
	s.waitFor("# The plan")
	s.typeKeys("x")
	s.waitFor("wrote The plan")
	s.typeKeys("\x1b")
	time.Sleep(100 * time.Millisecond)
	s.typeKeys("a")
	s.waitFor("release everything")
	for r := '!'; r <= '~'; r++ {
		if r != 'q' {
			s.typeKeys(string(r))
			time.Sleep(2 * time.Millisecond)
		}
	}
	s.typeKeys("\x03")
	if code := s.end(); code != 130 {
		t.Errorf("ctrl+c: exit code %d", code)
	}
	s.isRestored()
}

//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"overloadtui/ui"
)

// pane is a shell in a real terminal, which tmux provides.
type pane struct {
	t      *testing.T
	dir    string // the shell's directory
	socket string
	asked  int // how often the shell has been asked for the settings
}

const (
	prompt  = "ready>"
	running = "STATE" // on every screen that is wide enough
)

// openPane needs tmux. Where a test run must not leave that out, OVERLOADTUI_TMUX=1
// turns the skip into a failure.
func openPane(t *testing.T) *pane {
	t.Helper()
	if testing.Short() {
		t.Skip("a real terminal takes some seconds")
	}
	if _, err := exec.LookPath("tmux"); err != nil {
		if os.Getenv("OVERLOADTUI_TMUX") != "" {
			t.Fatal("tmux is not installed")
		}
		t.Skip("tmux is not installed")
	}
	dir := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(dir, "overloadtui"), ".")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	p := &pane{t: t, dir: dir, socket: filepath.Join(dir, "tmux")}
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", p.socket, "kill-server").Run() })
	p.tmux("-f", os.DevNull, "new-session", "-d", "-x", "80", "-y", "24", "-c", dir,
		"env", "PS1="+prompt+" ", "PATH="+dir+":"+os.Getenv("PATH"), "LC_ALL=C.UTF-8", "bash", "--norc", "--noprofile", "-i")
	p.await("^" + prompt + `\s*$`)
	return p
}

func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", p.socket}, args...)...).CombinedOutput()
	if err != nil {
		p.t.Fatalf("tmux %q: %v\n%s", args, err, out)
	}
	return strings.TrimRight(string(out), "\n")
}

func (p *pane) screen() string { return p.tmux("capture-pane", "-p", "-J") }

func (p *pane) press(keys ...string) { p.tmux(append([]string{"send-keys", "--"}, keys...)...) }

// command types a line into the shell.
func (p *pane) command(line string) {
	p.tmux("send-keys", "-l", "--", line)
	p.press("Enter")
}

// await waits until a line of the screen matches, and returns the match and its groups.
func (p *pane) await(pattern string) []string {
	p.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(20 * time.Millisecond) {
		if match := re.FindStringSubmatch(p.screen()); match != nil {
			return match
		}
	}
	p.t.Fatalf("the screen never shows %q:\n%s", pattern, p.screen())
	return nil
}

// settings is what stty says of the terminal.
func (p *pane) settings() string {
	p.t.Helper()
	p.asked++ // so that an older answer that is still on the screen is not taken
	p.command(fmt.Sprintf("clear; echo settings %d $(stty -g) end", p.asked))
	return p.await(fmt.Sprintf(`^settings %d (\S+) end$`, p.asked))[1]
}

// ended waits for the shell and checks what the program has left behind: its exit
// code, and a terminal as it was.
func (p *pane) ended(code int, before string) {
	p.t.Helper()
	p.await("^" + prompt + `\s*$`)
	p.command("code=$?; clear; echo code $code")
	p.await(fmt.Sprintf("^code %d$", code))
	if after := p.settings(); after != before {
		p.t.Errorf("the terminal's settings are %s, they were %s", after, before)
	}
	flags := p.tmux("display-message", "-p", "alternate #{alternate_on} mouse #{mouse_any_flag} cursor #{cursor_flag} keypad #{keypad_flag}")
	if want := "alternate 0 mouse 0 cursor 1 keypad 0"; flags != want {
		p.t.Errorf("the terminal is left with %q, want %q", flags, want)
	}
}

func TestARealTerminalIsLeftAsItWas(t *testing.T) {
	p := openPane(t)
	before := p.settings()

	p.command("overloadtui")
	p.await(running)
	for _, k := range everyKey(t) {
		p.press(k)
		p.await(running + `|find|search|why|key`)
		p.press("Escape") // out of a question, a search or an input
		time.Sleep(20 * time.Millisecond)
	}
	if strings.Contains(p.screen(), prompt) {
		t.Fatalf("a key has ended the program:\n%s", p.screen())
	}
	for _, size := range [][2]string{{"20", "5"}, {"200", "60"}, {"80", "24"}} {
		p.tmux("resize-window", "-x", size[0], "-y", size[1])
		time.Sleep(300 * time.Millisecond)
	}
	p.await(running)

	p.press("C-z")
	p.await("Stopped")
	if during := p.settings(); during != before {
		t.Errorf("while suspended the terminal's settings are %s, they were %s", during, before)
	}
	p.command("fg")
	p.await(running)
	p.press("q")
	p.await("^" + prompt + `\s*$|without exporting`)
	p.press("y", "C-u") // yes, quit; or a letter for the shell, which is taken back
	p.ended(exitOK, before)

	p.command("overloadtui --mouse")
	p.await(running)
	p.press("C-c")
	p.ended(130, before)

	p.command("sh -c 'echo $$ > pid; exec overloadtui'")
	p.await(running)
	pid, err := strconv.Atoi(strings.TrimSpace(read(t, filepath.Join(p.dir, "pid"))))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	p.ended(143, before)

	p.command("TERM=dumb overloadtui")
	p.await("state normal")
	p.command("quit")
	p.ended(exitOK, before)
}

// everyKey is each key of the key table but those that end or suspend the program, as
// tmux names them.
func everyKey(t *testing.T) []string {
	t.Helper()
	names := map[string][]string{
		"arrows": {"Left", "Right", "Up", "Down"}, "shift+arrows": {"S-Left", "S-Right"},
		"backspace": {"BSpace"}, "enter": {"Enter"}, "esc": {"Escape"}, "end": {"End"}, "home": {"Home"},
		"space": {"Space"}, "tab": {"Tab"}, "shift+tab": {"BTab"}, "ctrl+l": {"C-l"}, ";": {`\;`},
		"q": nil, "ctrl+c": nil, "ctrl+z": nil,
	}
	var keys []string
	for _, k := range ui.Keys() {
		for _, word := range strings.Fields(k.Keys) {
			if len(word) > 1 {
				word = strings.TrimSuffix(word, ",")
			}
			switch known, ok := names[word]; {
			case ok:
				keys = append(keys, known...)
			case len(word) == 1:
				keys = append(keys, word)
			default:
				t.Errorf("the key table has %q, which this test cannot press", word)
			}
		}
	}
	if len(keys) < 20 {
		t.Errorf("the key table has only %q", keys)
	}
	return keys
}

// The bar is for who watches: it is on the terminal while a long verb works, goes away
// with it, and never comes where the standard error is a file.
func TestABarIsOnATerminalOnly(t *testing.T) {
	p := openPane(t)
	for _, verb := range []string{"sweep --preset collapse --duration 100h", "run --for 270h --csv run.csv", "gameday --preset gameday-failover-cold --set duration=100h -o day.md"} {
		p.command("clear; overloadtui " + verb)
		p.await(`^[a-z-]+ \[=* *\] +[0-9]+ %$`)
		p.press("C-c")
		p.await("^" + prompt + `\s*$`)
		if screen := p.screen(); regexp.MustCompile(`\[[= ]+\]`).MatchString(screen) {
			t.Errorf("after %s the bar is left on the screen:\n%s", verb, screen)
		}
		p.command("clear; timeout -s INT 2 overloadtui " + verb + " 2> errors; echo left $(wc -c < errors)")
		if left := p.await(`^left ([0-9]+)`); left[1] != "0" && !strings.HasPrefix(verb, "gameday") {
			t.Errorf("%s writes %s bytes to a standard error that is a file", verb, left[1])
		}
		if errors, err := os.ReadFile(filepath.Join(p.dir, "errors")); err != nil || strings.ContainsAny(string(errors), "\r\x1b[") {
			t.Errorf("%s writes %q to a standard error that is a file (%v)", verb, errors, err)
		}
	}
}

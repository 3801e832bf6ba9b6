package ui

import (
	"errors"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"overloadtui/model"
)

func newTestApp(t testing.TB, f *fake, o Options) *app {
	t.Helper()
	o.Source, o.Glyphs = f, "ascii"
	if o.Export == nil {
		o.Export = func(*model.Snapshot) (string, error) { return "wrote it", nil }
	}
	a := newApp(o, noColours, io.Discard, jobControl{})
	a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return a
}

func runes(text string) tea.KeyMsg { return tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text)} }

// TestKeysBecomeCommands presses keys and looks at what the source was asked for.
func TestKeysBecomeCommands(t *testing.T) {
	set := func(path string, v float64) model.Command {
		return model.Command{Kind: model.SetKnob, Path: path, Value: v}
	}
	load := func(v float64) model.Command { return set("web.load", v) }
	right, left, down := tea.KeyMsg{Type: tea.KeyRight}, tea.KeyMsg{Type: tea.KeyLeft}, tea.KeyMsg{Type: tea.KeyDown}
	enter, esc := tea.KeyMsg{Type: tea.KeyEnter}, tea.KeyMsg{Type: tea.KeyEsc}
	for _, c := range []struct {
		name string
		keys []tea.KeyMsg
		want []model.Command
	}{
		{"one step", []tea.KeyMsg{right}, []model.Command{load(95)}},
		{"steps add up before the engine has them", []tea.KeyMsg{right, right, left}, []model.Command{load(95), load(100), load(95)}},
		{"keys that arrive together", []tea.KeyMsg{runes("lll")}, []model.Command{load(95), load(100), load(105)}},
		{"plus and minus", []tea.KeyMsg{runes("+-")}, []model.Command{load(95), load(90)}},
		{"ten steps", []tea.KeyMsg{runes("L")}, []model.Command{load(140)}},
		{"ten steps with shift", []tea.KeyMsg{{Type: tea.KeyShiftRight}}, []model.Command{load(140)}},
		{"the slider's end", []tea.KeyMsg{runes("LLLLLL")}, []model.Command{load(140), load(190), load(240), load(290), load(300)}},
		{"to default", []tea.KeyMsg{runes("L0")}, []model.Command{load(140), load(90)}},
		{"to default, already there", []tea.KeyMsg{runes("0")}, nil},
		{"the second knob", []tea.KeyMsg{down, right}, []model.Command{set("web.deadline", 210)}},
		{"typed", []tea.KeyMsg{runes("=1"), runes("11"), enter}, []model.Command{load(111)}},
		{"typed with a blank", []tea.KeyMsg{runes("="), runes("95"), {Type: tea.KeySpace, Runes: []rune{' '}}, runes("/s"), enter}, []model.Command{load(95)}},
		{"typed and left", []tea.KeyMsg{runes("=111"), esc}, nil},
		{"typed, out of range", []tea.KeyMsg{runes("=100001"), enter}, nil},
		{"typed, not a number", []tea.KeyMsg{runes("=fast"), enter}, nil},
		{"undo, redo", []tea.KeyMsg{runes("LuU")}, []model.Command{load(140), load(90), load(140)}},
		{"nothing to undo", []tea.KeyMsg{runes("u")}, nil},
		{"pause", []tea.KeyMsg{{Type: tea.KeySpace, Runes: []rune{' '}}}, []model.Command{{Kind: model.Pause}}},
		{"one window", []tea.KeyMsg{runes(".")}, []model.Command{{Kind: model.Pause}, {Kind: model.StepWindow}}},
		{"faster", []tea.KeyMsg{runes("]")}, []model.Command{{Kind: model.SetSpeed, Value: 2}}},
		{"slower", []tea.KeyMsg{runes("[")}, []model.Command{{Kind: model.SetSpeed, Value: 0.5}}},
		{"restart, no", []tea.KeyMsg{runes("r"), esc}, nil},
		{"restart", []tea.KeyMsg{runes("ry")}, []model.Command{{Kind: model.Restart, Seed: 23}}},
		{"restart as the scenario has it", []tea.KeyMsg{runes("r0")}, []model.Command{{Kind: model.Reset, Seed: 23}}},
		{"restart with a new seed", []tea.KeyMsg{runes("Ry")}, []model.Command{{Kind: model.Restart, Seed: 24}}},
		{"a moment", []tea.KeyMsg{runes("m"), runes("hm"), enter}, []model.Command{{Kind: model.Note, Text: "hm"}}},
		{"a paste is not typing", []tea.KeyMsg{{Type: tea.KeyRunes, Runes: []rune("LLL"), Paste: true}}, nil},
		{"found by name", []tea.KeyMsg{runes("/limit"), enter, right}, []model.Command{set("server.concurrency.limit", 1)}},
		{"from help", []tea.KeyMsg{runes("?"), runes("undo"), esc, right}, []model.Command{load(95)}},
		{"done from help", []tea.KeyMsg{runes("L?"), runes("undo"), enter}, []model.Command{load(140), load(90)}},
		{"in another region nothing changes", []tea.KeyMsg{{Type: tea.KeyTab}, right, runes("0")}, nil},
	} {
		f := newFake()
		f.windows(3)
		f.frozen = true
		a := newTestApp(t, f, Options{})
		for _, k := range c.keys {
			a.Update(k)
		}
		if !reflect.DeepEqual(f.commands, c.want) {
			t.Errorf("%s: keys %v sent\n%+v, want\n%+v", c.name, c.keys, f.commands, c.want)
		}
		if a.crash != nil {
			t.Fatalf("%s: %v\n%s", c.name, a.crash, a.crash.Stack)
		}
	}
}

// TestSpeedsGoUpAndDown walks the whole ladder.
func TestSpeedsGoUpAndDown(t *testing.T) {
	f := newFake()
	a := newTestApp(t, f, Options{})
	step := func() { a.screen.beat(wall) }
	for range 20 {
		a.Update(runes("["))
		step()
	}
	var got []float64
	for range len(speeds) + 1 {
		got = append(got, f.speed)
		a.Update(runes("]"))
		step()
	}
	if want := append(append([]float64{}, speeds...), 0); !reflect.DeepEqual(got, want) {
		t.Errorf("faster from the slowest: %v, want %v", got, want)
	}
}

func TestAChangeIsPendingUntilTheEngineHasIt(t *testing.T) {
	f := newFake()
	f.frozen = true
	a := newTestApp(t, f, Options{})
	a.Update(tea.KeyMsg{Type: tea.KeyRight})
	mark := func() string {
		a.screen.beat(time.Now())
		for _, line := range strings.Split(a.picture(), "\n") {
			if _, rest, ok := strings.Cut(line, ">load"); ok {
				return rest[len(rest)-1:]
			}
		}
		return "no line"
	}
	if got := mark(); got != ">" {
		t.Errorf("before the engine has it the mark is %q, want >\n%s", got, a.picture())
	}
	f.carryOut(f.commands[0])
	f.publish()
	if got := mark(); got != "*" {
		t.Errorf("when the engine has it the mark is %q, want *\n%s", got, a.picture())
	}
}

// TestARefusalEndsTheWait covers an engine that says no after the screen said yes.
func TestARefusalEndsTheWait(t *testing.T) {
	f := newFake()
	f.frozen = true
	a := newTestApp(t, f, Options{})
	a.Update(tea.KeyMsg{Type: tea.KeyRight})
	f.publish()
	f.snap.Notice, f.snap.NoticeID = "load: not now", 1
	a.screen.beat(time.Now())
	if k, _ := a.screen.knobs.chosen(); k.pending || !strings.Contains(a.picture(), "load: not now") {
		t.Errorf("pending %v after the notice\n%s", k.pending, a.picture())
	}
}

func quits(cmd tea.Cmd) bool {
	if cmd == nil {
		return false
	}
	switch msg := cmd().(type) {
	case tea.QuitMsg:
		return true
	case tea.BatchMsg:
		for _, c := range msg {
			if quits(c) {
				return true
			}
		}
	}
	return false
}

func TestQuittingAsksOnlyWhenSomethingWouldBeLost(t *testing.T) {
	f := newFake()
	f.windows(2)
	a := newTestApp(t, f, Options{})
	press := func(k tea.KeyMsg) tea.Cmd {
		_, cmd := a.Update(k)
		a.screen.beat(time.Now())
		return cmd
	}
	if !quits(press(runes("q"))) {
		t.Error("q on an untouched run does not quit")
	}
	press(tea.KeyMsg{Type: tea.KeyRight})
	if quits(press(runes("q"))) || a.screen.mode != asking {
		t.Error("q after a change does not ask")
	}
	press(tea.KeyMsg{Type: tea.KeyEsc})
	if a.screen.mode != watching {
		t.Error("esc does not take the question back")
	}
	_, cmd := a.Update(runes("x"))
	a.Update(find[exportMsg](t, cmd))
	if !quits(press(runes("q"))) {
		t.Error("q after an export does not quit")
	}
	press(tea.KeyMsg{Type: tea.KeyRight})
	press(runes("q"))
	if !quits(press(runes("y"))) {
		t.Error("y does not quit")
	}
	if !quits(press(tea.KeyMsg{Type: tea.KeyCtrlC})) || !a.now {
		t.Error("ctrl+c does not quit at once")
	}
}

// find runs commands until one gives a message of the type.
func find[M tea.Msg](t *testing.T, cmd tea.Cmd) M {
	t.Helper()
	var look func(tea.Cmd) (M, bool)
	look = func(cmd tea.Cmd) (m M, ok bool) {
		if cmd == nil {
			return m, false
		}
		switch msg := cmd().(type) {
		case M:
			return msg, true
		case tea.BatchMsg:
			for _, c := range msg {
				if m, ok := look(c); ok {
					return m, ok
				}
			}
		}
		return m, false
	}
	m, ok := look(cmd)
	if !ok {
		t.Fatalf("no %T from the command", m)
	}
	return m
}

func TestAFailedExportSaysSoAndKeepsTheRunUnsaved(t *testing.T) {
	f := newFake()
	a := newTestApp(t, f, Options{Export: func(*model.Snapshot) (string, error) { return "", errors.New("no space left on device") }})
	a.Update(tea.KeyMsg{Type: tea.KeyRight})
	a.screen.beat(time.Now())
	_, cmd := a.Update(runes("qx"))
	if _, cmd = a.Update(find[exportMsg](t, cmd)); quits(cmd) {
		t.Error("quits although the export failed")
	}
	if !strings.Contains(a.picture(), "no space left on device") || !a.screen.unsaved() {
		t.Errorf("unsaved %v\n%s", a.screen.unsaved(), a.picture())
	}
}

func TestAPanicInACommandEndsTheProgram(t *testing.T) {
	a := newTestApp(t, newFake(), Options{Export: func(*model.Snapshot) (string, error) { panic("disk on fire") }})
	_, cmd := a.Update(runes("x"))
	if _, cmd = a.Update(find[panicMsg](t, cmd)); !quits(cmd) || a.crash == nil || a.crash.Value != "disk on fire" {
		t.Errorf("crash %v", a.crash)
	}
	if !strings.Contains(string(a.crash.Stack), "app_test.go") {
		t.Errorf("the stack does not name the place:\n%s", a.crash.Stack)
	}
}

func TestSizesOfNothingAreIgnored(t *testing.T) {
	a := newTestApp(t, newFake(), Options{})
	before := a.View()
	for _, size := range []tea.WindowSizeMsg{{}, {Width: 80}, {Height: 24}} {
		a.Update(size)
		if a.View() != before {
			t.Errorf("%+v changed the picture", size)
		}
	}
	if fresh := newApp(Options{Source: newFake()}, noColours, io.Discard, jobControl{}); fresh.View() != "" {
		t.Errorf("before any size the picture is %q", fresh.View())
	}
}

func TestTicks(t *testing.T) {
	a := newTestApp(t, newFake(), Options{})
	if _, cmd := a.Update(tickMsg{a.tick}); cmd == nil {
		t.Error("the chain of ticks ends")
	}
	stale := tickMsg{a.tick}
	a.Update(resumedMsg{})
	if _, cmd := a.Update(stale); cmd != nil {
		t.Error("a tick from before the pause goes on")
	}
}

// TestAPausedRunIsNotDrawnAgain holds that new beats of a run that stands still cost
// no picture.
func TestAPausedRunIsNotDrawnAgain(t *testing.T) {
	f := newFake()
	f.windows(3)
	s := newTestScreen(t, f, "ascii", 80, 24)
	f.publish()
	if s.beat(wall) {
		t.Error("a beat without news asks for a picture")
	}
	f.windows(1)
	if !s.beat(wall) {
		t.Error("a new window asks for none")
	}
}

// TestAWholeProgram runs for a minute of the fake clock, with a pause in it.
func TestAWholeProgram(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake()
		a := newApp(Options{Source: f, Glyphs: "ascii", FPS: 30}, noColours, io.Discard, jobControl{})
		p := tea.NewProgram(a, tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithoutSignalHandler())
		done := make(chan error)
		go func() {
			_, err := p.Run()
			done <- err
		}()
		p.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
		for range 30 {
			time.Sleep(time.Second)
			f.windows(1)
		}
		p.Send(runes("l"))
		p.Send(tea.KeyMsg{Type: tea.KeySpace, Runes: []rune{' '}})
		time.Sleep(30 * time.Second)
		p.Send(runes("q"))
		time.Sleep(time.Second)
		p.Send(runes("y"))
		if err := <-done; err != nil {
			t.Error(err)
		}
		if want := (model.Command{Kind: model.SetKnob, Path: "web.load", Value: 95}); len(f.commands) != 2 || f.commands[0] != want || !f.paused {
			t.Errorf("commands %+v", f.commands)
		}
		if !strings.Contains(a.View(), "t 00:30.0") {
			t.Errorf("last picture\n%s", a.View())
		}
	})
}

// TestAnyKeysAtAnySize holds for random keys, sizes and time: no panic, pictures of
// exactly the size, and no value sent that the parameter does not accept.
func TestAnyKeysAtAnySize(t *testing.T) {
	codes := []string{"tab", "shift+tab", "enter", "esc", "up", "down", "left", "right", "shift+left", "shift+right", "backspace", "end", "ctrl+l", "ctrl+u"}
	for r := ' '; r < 0x7f; r++ {
		codes = append(codes, string(r))
	}
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.SampledFrom([]func() *fake{newFake, governed, restoring, rehearsing}).Draw(t, "source")()
		s := newScreen(Options{Source: f, Glyphs: "ascii", Export: func(*model.Snapshot) (string, error) { return "", nil }, Papers: []Paper{{Name: "plan"}}, Mouse: true})
		now := wall
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			switch rapid.IntRange(0, 9).Draw(t, "kind") {
			case 0:
				s.w, s.h = rapid.IntRange(1, 120).Draw(t, "w"), rapid.IntRange(1, 50).Draw(t, "h")
			case 1:
				f.windows(rapid.IntRange(0, 5).Draw(t, "windows"))
			case 2:
				s.click(rapid.IntRange(0, 120).Draw(t, "x"), rapid.IntRange(0, 50).Draw(t, "y"))
			case 3:
				s.wheel(rapid.IntRange(0, 120).Draw(t, "x"), rapid.IntRange(0, 50).Draw(t, "y"), 1)
			default:
				code := rapid.SampledFrom(codes).Draw(t, "key")
				r := rune(0)
				if len(code) == 1 {
					r = rune(code[0])
				}
				s.press(code, r)
			}
			now = now.Add(100 * time.Millisecond)
			s.beat(now)
			lines := strings.Split(s.draw().text(noColours), "\n")
			if s.h > 0 && len(lines) != s.h {
				t.Fatalf("%dx%d: %d lines", s.w, s.h, len(lines))
			}
		}
		for _, c := range f.commands {
			if c.Kind == model.GiveOrder && c.Order.Check(f.scenario) != nil {
				t.Fatalf("ordered %+v: %v", c.Order, c.Order.Check(f.scenario))
			}
			if c.Kind != model.SetKnob {
				continue
			}
			k, ok := s.knobs.find(c.Path)
			if !ok || k.Check(c.Value) != nil {
				t.Fatalf("sent %+v: %v", c, k.Check(c.Value))
			}
		}
	})
}

// TestAnExportSaysWhere it wrote: the names as they are, and their directory.
func TestAnExportSaysWhere(t *testing.T) {
	t.Chdir(t.TempDir())
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	a := newTestApp(t, newFake(), Options{Export: func(*model.Snapshot) (string, error) { return "wrote run-1.csv", nil }})
	_, cmd := a.Update(runes("x"))
	a.Update(find[exportMsg](t, cmd))
	if got, want := a.screen.notice, "wrote run-1.csv, in "+dir; got != want {
		t.Errorf("x says %q, want %q", got, want)
	}
}

// TestTheAnswerDecidesTheTheme gives the terminal's background as the keys that it
// comes as.
func TestTheAnswerDecidesTheTheme(t *testing.T) {
	for answer, want := range map[string]string{"11;rgb:ffff/ffff/ffff": "\x1b[34m", "11;rgb:0000/0000/0000": "\x1b[36m"} {
		a := newTestApp(t, newFake(), Options{})
		a.colours = lipgloss.NewRenderer(io.Discard)
		a.colours.SetColorProfile(termenv.ANSI)
		a.answer.expect()
		a.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("]"), Alt: true})
		a.Update(runes(answer))
		a.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("\\"), Alt: true})
		if got := a.theme.open[good]; got != want {
			t.Errorf("after %q goodput is drawn with %q, want %q", answer, got, want)
		}
	}
}

// TestKeysWaitForTheSize types before the terminal says how large it is.
func TestKeysWaitForTheSize(t *testing.T) {
	f := newFake()
	a := newApp(Options{Source: f, Glyphs: "ascii"}, colourless(), io.Discard, jobControl{})
	a.Init()
	a.Update(tea.KeyMsg{Type: tea.KeyRight})
	if len(f.commands) != 0 {
		t.Errorf("before the size: %+v", f.commands)
	}
	a.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if got := f.value("web.load"); got != 95 {
		t.Errorf("with the size the load is %v, want 95", got)
	}
}

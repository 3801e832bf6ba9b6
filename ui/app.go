package ui

import (
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"overloadtui/model"
)

// app is the dashboard as a Bubble Tea program. Together with keys.go it is all that
// knows Bubble Tea.
type app struct {
	screen *screen
	theme  *theme
	opts   Options
	out    io.Writer
	jobs   jobControl
	crash  *Crash // the first panic

	frame   string
	dirty   bool
	anchor  time.Time
	every   time.Duration
	tick    int // of the chain of ticks that is alive; others are stale
	resize  int // of the newest resize
	resumes bool
	quits   int                // exports that quitting waits for
	leaving bool               // quit as soon as these are done
	now     bool               // ctrl+c
	early   []tea.KeyMsg       // typed before the terminal said its size
	colours *lipgloss.Renderer // makes the theme anew when the terminal says its background; nil = it is not asked
	answer  colourAnswer
}

type (
	tickMsg    struct{ chain int }
	settledMsg struct{ resize int }
	suspendMsg struct{}
	resumedMsg struct{}
	signalMsg  struct{}
	exportMsg  struct {
		mark    saveMark
		message string
		err     error
	}
	paperMsg struct {
		at   int
		of   *model.Snapshot
		text []byte
		err  error
	}
	paperWrittenMsg struct {
		message string
		err     error
	}
	panicMsg struct{ crash *Crash }
)

func newApp(o Options, t *theme, out io.Writer, jobs jobControl) *app {
	fps := o.FPS
	if fps <= 0 {
		fps = 30
		if os.Getenv("SSH_CONNECTION") != "" {
			fps = 10
		}
	}
	return &app{screen: newScreen(o), theme: t, opts: o, out: out, jobs: jobs, every: time.Second / time.Duration(fps)}
}

// Init starts the one chain of ticks.
func (a *app) Init() tea.Cmd {
	a.anchor = time.Now()
	cmds := []tea.Cmd{a.nextTick(), tea.SetWindowTitle("overloadtui")}
	if a.colours != nil {
		a.answer.expect()
		cmds = append(cmds, safe(func() tea.Msg {
			io.WriteString(a.out, backgroundQuestion)
			return nil
		}))
	}
	if a.opts.Mouse {
		cmds = append(cmds, tea.EnableMouseCellMotion)
	}
	return tea.Batch(cmds...)
}

// nextTick waits for the next multiple of the frame time since the anchor, so that
// late frames do not add up.
func (a *app) nextTick() tea.Cmd {
	chain := a.tick
	wait := a.every - time.Since(a.anchor)%a.every
	return tea.Tick(wait, func(time.Time) tea.Msg { return tickMsg{chain} })
}

// Update takes one message. A panic in it ends the program as any error would: with
// the terminal restored and a file that says what happened.
func (a *app) Update(msg tea.Msg) (m tea.Model, cmd tea.Cmd) {
	m = a
	defer func() {
		if v := recover(); v != nil {
			a.fail(&Crash{Value: v, Stack: debug.Stack()})
			cmd = tea.Quit
		}
	}()
	cmd = a.handle(msg)
	if a.dirty {
		a.dirty = false
		a.frame = a.picture()
	}
	return a, cmd
}

func (a *app) fail(c *Crash) {
	if a.crash == nil {
		a.crash = c
	}
}

func (a *app) handle(msg tea.Msg) tea.Cmd {
	s := a.screen
	switch msg := msg.(type) {
	case tickMsg:
		if msg.chain != a.tick {
			return nil
		}
		a.dirty = s.beat(time.Now()) || a.dirty
		if time.Since(a.anchor) > patienceForSize {
			return tea.Batch(a.typedEarly(), a.nextTick())
		}
		return a.nextTick()
	case tea.WindowSizeMsg:
		return a.resized(msg.Width, msg.Height)
	case settledMsg:
		if msg.resize == a.resize {
			return tea.ClearScreen
		}
	case tea.KeyMsg:
		if s.w == 0 && time.Since(a.anchor) < patienceForSize && msg.Type != tea.KeyCtrlC {
			a.early = append(a.early, msg)
			return nil
		}
		return a.key(msg)
	case tea.MouseMsg:
		return a.pointer(msg)
	case suspendMsg:
		return a.suspend()
	case resumedMsg:
		return a.resumed()
	case exportMsg:
		a.dirty = true
		s.exported(msg.mark, msg.message, msg.err)
		a.quits--
		if a.leaving && a.quits == 0 {
			if msg.err == nil {
				return tea.Quit
			}
			a.leaving = false
		}
	case paperMsg:
		a.dirty = true
		s.paperMade(msg.at, msg.of, msg.text, msg.err)
	case paperWrittenMsg:
		a.dirty = true
		if msg.err != nil {
			msg.message = "not written: " + msg.err.Error()
		}
		s.say(msg.message)
	case signalMsg:
		return tea.Quit
	case panicMsg:
		a.fail(msg.crash)
		return tea.Quit
	}
	return nil
}

// patienceForSize is how long keys wait for the terminal's size, without which some of
// them mean nothing.
const patienceForSize = time.Second

// typedEarly carries out the keys that were typed before the first picture.
func (a *app) typedEarly() tea.Cmd {
	var cmds []tea.Cmd
	for _, msg := range a.early {
		cmds = append(cmds, a.key(msg))
	}
	a.early = nil
	return tea.Batch(cmds...)
}

// View is the newest picture; it does no work.
func (a *app) View() string { return a.frame }

func (a *app) picture() string {
	s := a.screen
	if s.w <= 0 || s.h <= 0 {
		return ""
	}
	return s.draw().text(a.theme)
}

// resized takes a new size. Terminals that report none keep the old one. When the
// last of a series of resizes is over, the screen is cleared once, because terminals
// leave parts of the old picture behind.
func (a *app) resized(w, h int) tea.Cmd {
	if w <= 0 || h <= 0 {
		return nil
	}
	first := a.screen.w == 0
	a.screen.w, a.screen.h = w, h
	a.dirty = true
	if first {
		return a.typedEarly()
	}
	a.resize++
	n := a.resize
	return tea.Tick(100*time.Millisecond, func(time.Time) tea.Msg { return settledMsg{n} })
}

// key takes a key. Fast typing arrives as several characters in one message, which
// are as many keys; a paste is not typing.
func (a *app) key(msg tea.KeyMsg) tea.Cmd {
	if msg.Paste && !a.screen.takesText() {
		return nil
	}
	var cmds []tea.Cmd
	if msg.Type == tea.KeyRunes {
		for _, r := range msg.Runes {
			one := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}, Alt: msg.Alt}
			cmds = append(cmds, a.press(one.String(), r))
		}
	} else {
		printable := rune(0)
		if msg.Type == tea.KeySpace {
			printable = ' '
		}
		cmds = append(cmds, a.press(msg.String(), printable))
	}
	return tea.Batch(cmds...)
}

func (a *app) press(code string, printable rune) tea.Cmd {
	if part, complete := a.answer.take(code, time.Now()); part {
		if complete {
			a.colours.SetHasDarkBackground(darkAnswer(a.answer.text.String()))
			a.theme, a.dirty = newTheme(a.colours), true
		}
		return nil
	}
	a.screen.now = time.Now()
	a.screen.press(code, printable)
	a.dirty = true
	return a.effects()
}

func (a *app) pointer(msg tea.MouseMsg) tea.Cmd {
	if msg.Action != tea.MouseActionPress {
		return nil
	}
	a.screen.now = time.Now()
	switch msg.Button {
	case tea.MouseButtonLeft:
		a.screen.click(msg.X, msg.Y)
	case tea.MouseButtonWheelUp:
		a.screen.wheel(msg.X, msg.Y, 1)
	case tea.MouseButtonWheelDown:
		a.screen.wheel(msg.X, msg.Y, -1)
	default:
		return nil
	}
	a.dirty = true
	return a.effects()
}

// effects carries out what only the program can do.
func (a *app) effects() tea.Cmd {
	s := a.screen
	var cmds []tea.Cmd
	for _, e := range s.effects {
		switch e {
		case quit:
			if a.quits > 0 {
				a.leaving = true
				continue
			}
			cmds = append(cmds, tea.Quit)
		case quitNow:
			a.now = true
			cmds = append(cmds, tea.Quit)
		case suspend:
			cmds = append(cmds, a.suspend())
		case export:
			cmds = append(cmds, a.export())
		case makePaper:
			cmds = append(cmds, a.makePaper())
		case writePaper:
			cmds = append(cmds, a.writePaper())
		case copyCommand:
			cmds = append(cmds, a.copyCommand())
		case redraw:
			cmds = append(cmds, tea.ClearScreen)
		case mouseOn:
			cmds = append(cmds, tea.EnableMouseCellMotion)
		case mouseOff:
			cmds = append(cmds, tea.DisableMouse)
		}
	}
	s.effects = s.effects[:0]
	return tea.Batch(cmds...)
}

// export writes the files beside the loop: a slow disk does not stop the screen.
func (a *app) export() tea.Cmd {
	snap, mark, write := a.screen.snap, a.screen.mark(), a.opts.Export
	if write == nil {
		return nil
	}
	a.quits++
	a.screen.say("exporting ...")
	return safe(func() tea.Msg {
		message, err := write(snap)
		if dir, unknown := os.Getwd(); err == nil && unknown == nil {
			message += ", in " + dir
		}
		return exportMsg{mark, message, err}
	})
}

// makePaper makes the text that is wanted beside the loop.
func (a *app) makePaper() tea.Cmd {
	at, of := a.screen.papers.at, a.screen.papers.of
	paper := a.opts.Papers[at]
	return safe(func() tea.Msg {
		text, err := paper.Make(of)
		return paperMsg{at, of, text, err}
	})
}

// writePaper writes the text that is shown, beside the loop.
func (a *app) writePaper() tea.Cmd {
	p := &a.screen.papers
	paper, of, text := a.opts.Papers[p.at], p.of, p.made
	return safe(func() tea.Msg {
		message, err := paper.Write(of, []byte(text))
		return paperWrittenMsg{message, err}
	})
}

// copyCommand shows the command, whole, and hands it to the terminal's clipboard, where
// the terminal allows that.
func (a *app) copyCommand() tea.Cmd {
	if a.opts.Reproduce == nil {
		return nil
	}
	text := a.opts.Reproduce(a.screen.snap)
	a.screen.read(text)
	return safe(func() tea.Msg {
		fmt.Fprint(a.out, osc52.New(text))
		return nil
	})
}

// suspend stops the process until it is continued. Simulated time stands still
// meanwhile.
func (a *app) suspend() tea.Cmd {
	if reason := a.jobs.refusal(); reason != "" {
		a.screen.say(reason)
		a.dirty = true
		return nil
	}
	if !a.screen.paused.or(a.screen.snap.Paused) {
		a.screen.setPaused(true)
		a.resumes = true
	}
	a.tick++
	return tea.Exec(stopped{a.jobs, a.opts.Source}, func(error) tea.Msg { return resumedMsg{} })
}

// stopped is the process while it is stopped, as a command that has the terminal:
// Bubble Tea restores the terminal before it and takes it again afterwards.
type stopped struct {
	jobs   jobControl
	source model.Source
}

// Run waits until the run has been paused, so that the time in which the process
// stands still is not made up for.
func (c stopped) Run() error {
	for range 50 {
		if c.source.Snapshot().Paused {
			break
		}
		time.Sleep(5 * time.Millisecond)
	}
	c.jobs.stop()
	return nil
}

func (stopped) SetStdin(io.Reader)  {}
func (stopped) SetStdout(io.Writer) {}
func (stopped) SetStderr(io.Writer) {}

func (a *app) resumed() tea.Cmd {
	if a.resumes {
		a.screen.setPaused(false)
		a.resumes = false
	}
	a.tick++
	a.anchor = time.Now()
	a.dirty = true
	if a.screen.mouse {
		return tea.Batch(a.nextTick(), tea.EnableMouseCellMotion)
	}
	return a.nextTick()
}

// safe runs a command so that a panic in it ends the program in good order.
func safe(cmd tea.Cmd) tea.Cmd {
	return func() (msg tea.Msg) {
		defer func() {
			if v := recover(); v != nil {
				msg = panicMsg{&Crash{Value: v, Stack: debug.Stack()}}
			}
		}()
		return cmd()
	}
}

// Package ui is the dashboard in the terminal: it draws snapshots of a run and sends
// commands to it. It knows model and a source of snapshots, not the engine.
//
//	Run          the terminal: signals, colours, restoring it, crash reports
//	app.go       the Bubble Tea program: messages in, the newest picture out
//	keys.go      the key table; footer, help and documentation derive from it
//	screen.go    what is chosen and asked for; keys in as actions, commands out
//	views.go     the screens that there are: their tabs, plans and pictures
//	layout.go    what stands where on the dashboard of a size
//	bands.go     the panels that the other screens are made of, and how they share room;
//	             statesplan.go, recoverplan.go and gameday.go say which stand where
//	draw.go      the picture; panel_*.go its parts
//	recover.go   how a recovery stands, in words; gameday.go how a game day does
//	order.go     what a person decides by hand, put together line by line
//	papers.go    texts that a person can read and take away
//	still.go     the dashboard without a terminal, for pictures and documentation
package ui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"overloadtui/model"
	"overloadtui/ui/calm"
)

func init() { calm.Restore() }

// Options are what a dashboard needs and how it shall look.
type Options struct {
	Source model.Source
	// Export writes the run to files in the working directory and says which. It may be slow and it may fail;
	// it is called beside the screen's loop with a snapshot that does not change. nil
	// takes the key away.
	Export func(*model.Snapshot) (message string, err error)
	// Papers are the texts that a person can read and take away. None takes the key away.
	Papers []Paper
	// Reproduce is the command line that gives the same run again. nil takes the key
	// away.
	Reproduce func(*model.Snapshot) string

	Version string // of the program, as it stands in a crash report
	Theme   string // auto, dark, light
	Glyphs  string // auto, braille, block, ascii
	FPS     int    // pictures a second at most; 0 means 30, and 10 over SSH
	Mouse   bool   // on from the start
	NoSync  bool   // no synchronized output, for terminals that stumble over it
}

// Stopped is how Run ends when it is told to from outside or with ctrl+c.
type Stopped struct{ Signal os.Signal }

func (e *Stopped) Error() string { return "stopped by " + e.Signal.String() }

// ExitCode is the shell's convention: 128 + the signal's number.
func (e *Stopped) ExitCode() int {
	if n, ok := e.Signal.(syscall.Signal); ok {
		return 128 + int(n)
	}
	return 1
}

// Crash is a panic of the dashboard, reported after the terminal was restored.
type Crash struct {
	Value any
	Stack []byte
	File  string // where the report is, or empty
}

func (e *Crash) Error() string {
	text := fmt.Sprintf("the dashboard crashed: %v", e.Value)
	if e.File != "" {
		text += "; report with the run's journal: " + e.File
	}
	return text
}

// ExitCode is 1, a runtime error.
func (e *Crash) ExitCode() int { return 1 }

// Run shows the dashboard on a terminal until the person quits (nil), the process is
// told to stop or ctrl+c is pressed (*Stopped), or it crashes (*Crash). It restores
// the terminal in every case. The end of ctx is an ordinary end.
func Run(ctx context.Context, o Options, in, out *os.File) error {
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, hangup)
	defer signal.Stop(signals)

	renderer := lipgloss.NewRenderer(out)
	dark, known := o.Theme != "light", true
	if o.Theme == "" || o.Theme == "auto" {
		dark, known = darkBackground(in, out)
	}
	renderer.SetHasDarkBackground(dark)

	screen := &syncOut{File: out, off: o.NoSync}
	jobs := newJobControl(in)
	defer jobs.end()
	a := newApp(o, newTheme(renderer), screen, jobs)
	if !known {
		a.colours = renderer
	}
	p := tea.NewProgram(a, tea.WithInput(in), tea.WithOutput(screen), tea.WithContext(ctx),
		tea.WithAltScreen(), tea.WithoutSignalHandler(), tea.WithFPS(60))

	done := make(chan struct{})
	stopped := make(chan os.Signal, 1)
	go func() {
		defer close(stopped)
		for {
			select {
			case sig := <-signals:
				stopped <- sig
				p.Send(signalMsg{})
				return
			case <-jobs.stops():
				p.Send(suspendMsg{})
			case <-done:
				return
			}
		}
	}()
	_, err := p.Run()
	close(done)

	switch sig, ok := <-stopped; {
	case a.crash != nil:
		a.crash.File = writeCrash(a.crash, o.Source.Snapshot(), o.Version)
		return a.crash
	case ok:
		return &Stopped{sig}
	case a.now:
		return &Stopped{os.Interrupt}
	case errors.Is(err, tea.ErrProgramPanic):
		c := &Crash{Value: err}
		c.File = writeCrash(c, o.Source.Snapshot(), o.Version)
		return c
	case errors.Is(err, tea.ErrProgramKilled), errors.Is(err, context.Canceled):
		return nil
	}
	return err
}

package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
)

// A bar comes after patience, because what is quick needs none, and changes at most
// once in each redraw.
const (
	patience = time.Second
	redraw   = 100 * time.Millisecond
	barWidth = 30
)

// progress is a bar on a terminal. The nil progress, where there is no terminal, draws
// nothing. It may be shown from several goroutines.
type progress struct {
	out         io.Writer
	what        string
	mu          sync.Mutex
	began, last time.Time
	drawn       bool
}

// newProgress is a bar on the standard error of a verb, if that is a terminal.
func newProgress(cmd *cobra.Command, what string) *progress {
	f, ok := terminal(cmd.ErrOrStderr())
	if !ok || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{out: f, what: what, began: time.Now()}
}

// show draws how much of it is done.
func (p *progress) show(done, of float64) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if now.Sub(p.began) < patience || now.Sub(p.last) < redraw {
		return
	}
	p.last, p.drawn = now, true
	share := min(1, max(0, done/of))
	full := int(share * barWidth)
	fmt.Fprintf(p.out, "\r\x1b[K%s [%s%s] %3.0f %%", p.what, strings.Repeat("=", full), strings.Repeat(" ", barWidth-full), 100*share)
}

// count is show for whole things.
func (p *progress) count(done, of int) { p.show(float64(done), float64(of)) }

// clear takes the bar away, before anything else is printed.
func (p *progress) clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.out, "\r\x1b[K")
		p.drawn = false
	}
}

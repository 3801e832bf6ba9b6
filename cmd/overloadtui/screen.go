package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/sim/live"
	"overloadtui/ui"
)

// screen is how the dashboard shall look.
type screen struct {
	theme, glyphs word
	fps           int
	mouse, noSync bool
}

func (s *screen) flags(cmd *cobra.Command) {
	s.theme = word{v: "auto", of: []string{"auto", "dark", "light"}}
	s.glyphs = word{v: "auto", of: []string{"auto", "braille", "block", "ascii"}}
	f := cmd.Flags()
	f.Var(&s.theme, "theme", "colours for a background: "+s.theme.Type())
	f.Var(&s.glyphs, "glyphs", "what charts are drawn with: "+s.glyphs.Type())
	f.IntVar(&s.fps, "fps", 0, "pictures a second at most, 1..60 (default 30, over SSH 10)")
	f.BoolVar(&s.mouse, "mouse", false, "use the mouse from the start; the terminal's own text selection then needs shift")
	f.BoolVar(&s.noSync, "no-sync", false, "no synchronized output, for terminals that stumble over it")
	complete(cmd, "theme", cobra.FixedCompletions(s.theme.of, cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "glyphs", cobra.FixedCompletions(s.glyphs.of, cobra.ShellCompDirectiveNoFileComp))
}

func (s *screen) check() error {
	if s.fps < 0 || s.fps > 60 {
		return fmt.Errorf("--fps: %d is out of range 1..60", s.fps)
	}
	return nil
}

// show puts the dashboard on the terminal until the person quits.
func (s *screen) show(ctx context.Context, r *live.Runner, began *choice, in, out *os.File) error {
	err := ui.Run(ctx, ui.Options{
		Source: r, Export: func(s *model.Snapshot) (string, error) {
			return exportSnapshot(began.originOfLive(commandLine(ctx), s.Recording()), s)
		},
		Papers:    papers(),
		Reproduce: func(s *model.Snapshot) string { return began.reproduction(s.Recording()) },
		Version:   program(),
		Theme:     s.theme.v, Glyphs: s.glyphs.v, FPS: s.fps, Mouse: s.mouse, NoSync: s.noSync,
	}, in, out)
	if err == nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if coded := exitCoder(nil); errors.As(err, &coded) {
		return err
	}
	return failed(err)
}

// word is a flag that is one of some words.
type word struct {
	v  string
	of []string
}

func (w *word) Type() string   { return strings.Join(w.of, "|") }
func (w *word) String() string { return w.v }
func (w *word) Set(text string) error {
	if !slices.Contains(w.of, text) {
		return fmt.Errorf("it is one of %s", strings.Join(w.of, ", "))
	}
	w.v = text
	return nil
}

// Command picture takes pictures of the dashboard as SVG: a scenario run by the engine,
// the keys that a person presses at given instants, and the screen's own cells.
//
//	go run ./ui/picture                        all that the documentation shows
//	go run ./ui/picture -preset codel -at 40s -do '10s: l l l l' -o codel.svg
//
// It is the one place under ui that knows the engine; ui itself does not.
//
//	scenes.go  the pictures of the documentation: presets, keys, instants
//	svg.go     a frame as an SVG; shapes.go, the characters that are drawn
//	pages.go   the pages and blocks of text that are made with them
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"overloadtui/model"
)

//go:generate go run . -root ../..

func main() {
	if err := run(os.Args[1:]); err != nil {
		if !errors.Is(err, flag.ErrHelp) {
			fmt.Fprintln(os.Stderr, "picture: "+err.Error())
		}
		os.Exit(2)
	}
}

// run takes one picture, or without -o writes those of the documentation.
func run(args []string) error {
	s := scene{view: "live"}
	var root, out, size, at string
	f := flag.NewFlagSet("picture", flag.ContinueOnError)
	f.StringVar(&root, "root", ".", "write the pictures and pages of the documentation under this `DIR`")
	f.StringVar(&out, "o", "", "take one picture and write it to `FILE`; as text unless it ends in .svg")
	f.StringVar(&s.preset, "preset", "collapse", "built-in scenario `NAME`")
	f.StringVar(&size, "size", "120x36", "cells of the screen")
	f.StringVar(&s.glyphs, "glyphs", "braille", "braille, block or ascii")
	f.StringVar(&at, "at", "30s", "simulated `TIME` of the picture")
	f.StringVar(&s.shows, "shows", "", "a `TEXT` for those who do not see the picture")
	f.Func("do", "press `KEYS` at a time, such as '10s: l l / \"limit\" enter'; repeatable, in order", func(text string) error {
		when, keys, ok := strings.Cut(text, ":")
		instant, err := model.ParseMillis(when)
		if !ok || err != nil {
			return errors.New("it is TIME: KEYS, such as 10s: l l")
		}
		s.acts = append(s.acts, act{instant, keys})
		return nil
	})
	if err := f.Parse(args); err != nil {
		return err
	}
	if out == "" {
		files, err := documentation(root)
		if err != nil {
			return err
		}
		for _, file := range files {
			if err := file.write(root); err != nil {
				return err
			}
		}
		return nil
	}
	var err error
	if _, err = fmt.Sscanf(size, "%dx%d", &s.w, &s.h); err != nil || min(s.w, s.h) < 1 {
		return fmt.Errorf("-size: %q is not WIDTHxHEIGHT, such as 120x36", size)
	}
	if s.at, err = model.ParseMillis(at); err != nil {
		return fmt.Errorf("-at: %w", err)
	}
	still, err := s.play()
	if err != nil {
		return err
	}
	frame := still.Frame()
	data := []byte(frame.Text())
	if filepath.Ext(out) == ".svg" {
		data = svg(&frame, s.title(), cmp.Or(s.shows, "The preset "+s.preset+" at "+s.at.Clock()+"."))
	}
	return os.WriteFile(out, data, 0o666)
}

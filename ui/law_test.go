package ui

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"overloadtui/model"
)

// wall is the time of day of every picture in the tests.
var wall = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)

func colourless() *theme {
	r := lipgloss.NewRenderer(io.Discard)
	r.SetColorProfile(termenv.Ascii)
	r.SetHasDarkBackground(true)
	return newTheme(r)
}

func newTestScreen(t testing.TB, f *fake, glyphs string, w, h int) *screen {
	t.Helper()
	s := newScreen(Options{Source: f, Glyphs: glyphs, Version: "test",
		Export:    func(*model.Snapshot) (string, error) { return "", nil },
		Reproduce: func(*model.Snapshot) string { return "overloadtui run --preset collapse" }})
	s.w, s.h = w, h
	s.beat(wall)
	return s
}

// story is a collapse and a recovery.
func story() *fake {
	f := newFake()
	f.windows(20)
	f.Do(model.Command{Kind: model.SetKnob, Path: "web.load", Value: 130})
	f.windows(18)
	f.Do(model.Command{Kind: model.SetKnob, Path: "server.concurrency.limit", Value: 20})
	f.windows(14)
	f.Do(model.Command{Kind: model.SetKnob, Path: "web.load", Value: 90})
	f.windows(31)
	return f
}

func (s *screen) picture() string { return s.draw().text(colourless()) }

// TestEveryPictureHasExactlyItsSize draws every mode at every size.
func TestEveryPictureHasExactlyItsSize(t *testing.T) {
	f := story()
	short := newFake()
	short.windows(3)
	scenes := []struct {
		name   string
		source *fake
		keys   []string
	}{
		{"a short run", short, nil},
		{"before the first window", newFake(), nil},
		{"a long run", f, nil},
		{"three services", chain(5), []string{"tab"}},
		{"what to try", chain(1), []string{"t"}},
		{"help", f, []string{"?"}},
		{"why", f, []string{"tab", "tab", "w"}},
		{"typing", f, []string{"="}},
		{"asking", f, []string{"r"}},
		{"overlay", f, []string{"k"}},
		{"cursor", f, []string{",", ","}},
		{"states", governed(), []string{"2"}},
		{"states before the first window", newFake(), []string{"2", "tab"}},
		{"actions", governed(), []string{"2", "tab", "j"}},
		{"states at the cursor", governed(), []string{"2", "{"}},
		{"why of a panel", governed(), []string{"2", "tab", "tab", "w"}},
		{"an order", governed(), []string{"2", "o", "enter", "enter"}},
		{"help on the states", governed(), []string{"2", "?"}},
		{"recovery", restoring(), []string{"3"}},
		{"recovery, further", restoring(), []string{"3", "g"}},
		{"recovery at the cursor", restoring(), []string{"3", ",", ","}},
		{"why of a budget", restoring(), []string{"3", "tab", "w"}},
		{"game day", rehearsing(), []string{"4"}},
		{"why of a game day", rehearsing(), []string{"4", "tab", "w"}},
		{"everything at once", restoring(), []string{"3", "a", "enter"}},
	}
	whole := map[string]bool{"a short run": true, "states": true, "recovery": true, "game day": true}
	for _, glyphs := range []string{"ascii", "braille", "block"} {
		for i, scene := range scenes {
			s := newTestScreen(t, scene.source, glyphs, 80, 24)
			for _, k := range scene.keys {
				s.press(k, 0)
			}
			for w := 1; w <= 200; w++ {
				for h := 1; h <= 60; h++ {
					// The first scene of each screen at every size, the others at every
					// 61st: they share its plan.
					if (!whole[scene.name] || glyphs != "ascii") && (w*60+h)%61 != i {
						continue
					}
					s.w, s.h = w, h
					lines := strings.Split(s.draw().text(noColours), "\n")
					if len(lines) != h {
						t.Fatalf("%s %s at %dx%d: %d lines", glyphs, scene.name, w, h, len(lines))
					}
					for y, line := range lines {
						if got := utf8.RuneCountInString(line); got != w {
							t.Fatalf("%s %s at %dx%d: line %d has %d cells:\n%s", glyphs, scene.name, w, h, y, got, line)
						}
					}
				}
			}
		}
	}
}

var noColours = &theme{}

// TestAsciiIsAscii holds that the ascii set needs no other character.
func TestAsciiIsAscii(t *testing.T) {
	for _, size := range sizes {
		for _, s := range []*screen{newTestScreen(t, story(), "ascii", size[0], size[1]), onStates(t, governed(), "ascii", size[0], size[1]), onRecover(t, restoring(), "ascii", size[0], size[1]), onGameDay(t, rehearsing(), "ascii", size[0], size[1])} {
			for _, r := range s.picture() {
				if r > 0x7e {
					t.Fatalf("at %v: %q in\n%s", size, r, s.picture())
				}
			}
		}
	}
}

var sizes = [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 30}, {160, 48}}

// TestPictures compares with pictures on file; UPDATE=1 draws them anew.
func TestPictures(t *testing.T) {
	check := func(name string, s *screen) {
		t.Helper()
		file := "testdata/" + name + ".golden"
		got := s.picture() + "\n"
		if os.Getenv("UPDATE") != "" {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s is now\n%s\nand was\n%s", file, got, want)
		}
	}
	for _, glyphs := range []string{"ascii", "braille"} {
		for _, size := range sizes {
			check(fmt.Sprintf("live-%s-%dx%d", glyphs, size[0], size[1]), newTestScreen(t, story(), glyphs, size[0], size[1]))
		}
	}
	check("live-block-80x24", newTestScreen(t, story(), "block", 80, 24))
	for _, size := range [][2]int{{80, 24}, {160, 48}, {200, 60}} {
		check(fmt.Sprintf("chain-%dx%d", size[0], size[1]), newTestScreen(t, chain(7), "ascii", size[0], size[1]))
	}
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 30}, {160, 48}, {200, 60}} {
		check(fmt.Sprintf("states-ascii-%dx%d", size[0], size[1]), onStates(t, governed(), "ascii", size[0], size[1]))
		check(fmt.Sprintf("states-order-%dx%d", size[0], size[1]), onStates(t, governed(), "ascii", size[0], size[1],
			"o", "enter", "right", "right", "enter", "<anna>", "enter", "<the database is still cold>", "enter", "<enrichment>", "enter", "enter"))
	}
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		check(fmt.Sprintf("states-braille-%dx%d", size[0], size[1]), onStates(t, governed(), "braille", size[0], size[1]))
	}
	for _, size := range [][2]int{{40, 12}, {60, 20}, {80, 24}, {100, 30}, {160, 48}, {200, 60}} {
		check(fmt.Sprintf("recover-ascii-%dx%d", size[0], size[1]), onRecover(t, restoring(), "ascii", size[0], size[1]))
	}
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		check(fmt.Sprintf("recover-braille-%dx%d", size[0], size[1]), onRecover(t, restoring(), "braille", size[0], size[1]))
	}
	for _, size := range [][2]int{{40, 12}, {80, 24}, {160, 48}, {200, 60}} {
		check(fmt.Sprintf("gameday-ascii-%dx%d", size[0], size[1]), onGameDay(t, rehearsing(), "ascii", size[0], size[1]))
	}
	check("gameday-braille-80x24", onGameDay(t, rehearsing(), "braille", 80, 24))
	check("recover-more", onRecover(t, restoring(), "ascii", 80, 24, "g"))
	check("recover-at-once", onRecover(t, restoring(), "ascii", 80, 24, "a", "enter", "<anna>", "enter", "<the fault is over>", "enter"))
	check("recover-why", onRecover(t, restoring(), "ascii", 80, 24, "tab", "w"))
	check("states-more", onStates(t, governed(), "ascii", 80, 24, "g"))
	check("states-cursor", onStates(t, governed(), "ascii", 80, 24, "{", "{"))
	for _, scene := range []struct {
		name string
		keys []string
	}{
		{"try", []string{"t", "j"}}, {"help", []string{"?"}}, {"why-state", []string{"tab", "w"}}, {"why-number", []string{"tab", "tab", "w"}},
		{"typing", []string{"=", "9", "9"}}, {"cursor", []string{"{", "{"}}, {"quit", []string{"right", "q"}},
	} {
		s := newTestScreen(t, story(), "ascii", 80, 24)
		for _, k := range scene.keys {
			r := rune(0)
			if len(k) == 1 {
				r = rune(k[0])
			}
			s.press(k, r)
		}
		s.beat(wall.Add(time.Second))
		check("scene-"+scene.name, s)
	}
}

// TestWhatMattersIsNeverColourAlone looks for each distinction in the plain text.
func TestWhatMattersIsNeverColourAlone(t *testing.T) {
	f := story()
	f.frozen = true
	s := newTestScreen(t, f, "ascii", 80, 24)
	has := func(what, text string) {
		t.Helper()
		if !strings.Contains(s.picture(), text) {
			t.Errorf("%s: no %q in\n%s", what, text, s.picture())
		}
	}
	for st := range model.State(model.States) {
		snap := *f.snap
		snap.State.State = st
		s.snap = &snap
		has("state", "["+string(st.Letter())+" "+strings.ToUpper(st.String())+"]")
		s.snap = f.snap
	}
	has("focus", ">load")
	has("changed", "20*")
	s.press("right", 0)
	s.beat(wall.Add(100 * time.Millisecond))
	k, _ := s.knobs.chosen()
	if !k.pending || k.target != 95 {
		t.Fatalf("after right: pending %v target %v", k.pending, k.target)
	}
	has("pending", "95 /s>")
	s.press("=", '=')
	for _, r := range "999999" {
		s.press(string(r), r)
	}
	s.press("enter", 0)
	has("refused", "out of range")
	has("refused", "!")
}

// TestOddNumbersDrawGaps holds that no value of a window can break the picture.
func TestOddNumbersDrawGaps(t *testing.T) {
	f := story()
	for i := range f.points {
		p := &f.points[i]
		switch i % 4 {
		case 0:
			p.P50, p.P99 = model.Millis(math.NaN()), model.Millis(math.NaN())
		case 1:
			p.P99, p.Capacity = model.Millis(math.Inf(1)), math.Inf(1)
		case 2:
			p.Queue, p.Offered, p.Attempts = math.MaxInt32, math.MaxInt64, math.MaxInt64
		case 3:
			p.Capacity, p.Deadline = math.NaN(), -1
		}
	}
	f.publish()
	snap := *f.snap
	snap.Live.Capacity, snap.Live.Deadline, snap.Live.Queue = math.NaN(), model.Millis(math.Inf(1)), math.MaxInt32
	f.snap = &snap
	for _, size := range sizes {
		for _, glyphs := range []string{"ascii", "braille", "block"} {
			s := newTestScreen(t, f, glyphs, size[0], size[1])
			if lines := strings.Count(s.picture(), "\n") + 1; lines != size[1] {
				t.Errorf("%s at %v: %d lines", glyphs, size, lines)
			}
		}
	}
}

func BenchmarkFrame(b *testing.B) {
	for _, size := range [][2]int{{80, 24}, {160, 48}, {200, 60}} {
		b.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(b *testing.B) {
			s := newTestScreen(b, story(), "braille", size[0], size[1])
			r := lipgloss.NewRenderer(io.Discard)
			r.SetColorProfile(termenv.ANSI)
			th := newTheme(r)
			b.ReportAllocs()
			for b.Loop() {
				s.draw().text(th)
			}
		})
	}
}

// BenchmarkFrameOfManyWindows draws a minute of windows of 10 ms.
func BenchmarkFrameOfManyWindows(b *testing.B) {
	f := newFake()
	f.windows(6000)
	f.scenario.Window = 10
	for i := range f.points {
		f.points[i].Start, f.points[i].End = model.Millis(10*i), model.Millis(10*i+10)
	}
	f.publish()
	s := newTestScreen(b, f, "braille", 160, 48)
	b.ReportAllocs()
	for b.Loop() {
		s.draw().text(noColours)
	}
}

// unfolded is a screen of three services with sixty knobs, two classes and seven
// tenants, all of it unfolded.
func unfolded(t testing.TB) *screen {
	s := newTestScreen(t, chain(7), "braille", 160, 48)
	s.knobs.open = map[string]bool{}
	for _, o := range s.knobs.owners {
		s.knobs.open[o.name] = true
	}
	s.beat(wall)
	return s
}

func BenchmarkFrameOfAChain(b *testing.B) {
	s := unfolded(b)
	b.ReportAllocs()
	for b.Loop() {
		s.beat(wall)
		s.draw().text(noColours)
	}
}

// TestAPictureIsCheap in memory; how long it takes is for the benchmarks.
func TestAPictureIsCheap(t *testing.T) {
	s := unfolded(t)
	if n := testing.AllocsPerRun(10, func() { s.beat(wall); s.draw().text(noColours) }); n > 3000 {
		t.Errorf("%v allocations for a picture of 160x48, at most 3,000", n)
	}
}

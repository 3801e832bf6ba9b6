package ui

import (
	"strings"
	"testing"
	"time"

	"overloadtui/model"
)

// TestAChangeInAPauseWaits holds that a change asked for while time stands still is
// shown as on its way however long the pause is, and is given up by a new run.
func TestAChangeInAPauseWaits(t *testing.T) {
	f := newFake()
	f.windows(3)
	s := newTestScreen(t, f, "ascii", 80, 24)
	f.Do(model.Command{Kind: model.Pause})
	s.beat(wall)
	f.frozen = true
	s.press("right", 0)
	for _, after := range []time.Duration{time.Second, patience + time.Second, time.Hour} {
		s.beat(wall.Add(after))
		if k, _ := s.knobs.chosen(); !k.pending || k.wanted() != 95 {
			t.Errorf("after %v of pause: pending %v, shown %v", after, k.pending, k.wanted())
		}
	}
	f.frozen = false
	f.Do(model.Command{Kind: model.Restart})
	s.beat(wall.Add(time.Hour))
	if k, _ := s.knobs.chosen(); k.pending || k.wanted() != 90 {
		t.Errorf("after a restart without it: pending %v, shown %v", k.pending, k.wanted())
	}
}

// TestARefusalSaysItAll at sizes where the line that was typed takes the detail line.
func TestARefusalSaysItAll(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {160, 48}} {
		s := newTestScreen(t, newFake(), "ascii", size[0], size[1])
		for _, k := range strings.Split("= 9 9 9 9 9 9 9 9 9 9", " ") {
			s.press(k, rune(k[0]))
		}
		s.press("enter", 0)
		picture := s.picture()
		for _, want := range []string{"9999999999_", "load: 9,999,999,999 /s is out of range 0..100,000 /s"} {
			if !strings.Contains(picture, want) {
				t.Errorf("%v: no %q in\n%s", size, want, picture)
			}
		}
	}
}

// TestALongCommandIsWhole holds that what reproduces a run can be read at any size,
// as lines that a shell takes for one command.
func TestALongCommandIsWhole(t *testing.T) {
	command := "overloadtui run --preset collapse" + strings.Repeat(" --change 1220ms:client.load=95/s", 5)
	for _, size := range [][2]int{{60, 20}, {80, 24}, {150, 40}} {
		s := newTestScreen(t, newFake(), "ascii", size[0], size[1])
		s.read(command)
		var lines []string
		for _, line := range strings.Split(s.picture(), "\n")[5:] {
			line = strings.TrimSpace(line)
			cont := strings.HasSuffix(line, " \\")
			lines = append(lines, strings.TrimSuffix(line, " \\"))
			if !cont {
				break
			}
		}
		if got := strings.Join(lines, " "); got != command {
			t.Errorf("%v: %q\n%s", size, got, s.picture())
		}
		s.press("esc", 0)
		if s.mode != watching {
			t.Errorf("esc leaves mode %v", s.mode)
		}
	}
	s := newTestScreen(t, newFake(), "ascii", 80, 24)
	s.read("overloadtui run")
	if s.mode != watching || !strings.Contains(s.picture(), "overloadtui run ") {
		t.Errorf("a short command needs no panel:\n%s", s.picture())
	}
}

// TestGatesAreNeverOnTopOfEachOther at any width at which they are drawn.
func TestGatesAreNeverOnTopOfEachOther(t *testing.T) {
	g := model.Gate{Name: "control signals", Value: "trusted", Needs: "(needs one lost)"}
	for w := 24; w < 100; w++ {
		sheet := newSheet(w, 4)
		rows := drawGate(sheet.all(), 0, g)
		text := strings.Join(strings.Fields(sheet.text(noColours)), " ")
		if want := "control signals trusted (needs one lost) NO"; text != want && text != "control signals NO trusted (needs one lost)" {
			t.Errorf("in %d cells, %d rows: %q", w, rows, text)
		}
	}
}

// TestTheTitleDropsWholeWords where it is too narrow for all of them.
func TestTheTitleDropsWholeWords(t *testing.T) {
	s := newTestScreen(t, story(), "ascii", 80, 24)
	title := s.snap.Scenario.Title
	for w := 40; w <= 200; w++ {
		s.w = w
		line, _, _ := strings.Cut(s.picture(), "\n")
		left, _, ok := strings.Cut(line, "> run")
		left = strings.TrimSpace(left)
		for _, short := range []bool{false, true} {
			left = strings.TrimSpace(strings.TrimPrefix(left, strings.TrimSpace(strings.Join(s.tabs(short), " "))))
		}
		switch {
		case !ok:
			t.Errorf("at %d the clock is gone: %q", w, line)
		case left == "collapse", left == "collapse  seed 23":
		case left == "collapse  seed 23  "+title:
		default:
			t.Errorf("at %d: %q", w, left)
		}
	}
}

// TestEveryKeyCanBeReadWhole: what the list of keys cuts stands on the detail line.
func TestEveryKeyCanBeReadWhole(t *testing.T) {
	s := newTestScreen(t, newFake(), "ascii", 80, 24)
	s.press("?", '?')
	for i, item := range s.helpItems() {
		s.help.at = i
		if want := "> " + item.keys + "  " + item.help; !strings.Contains(s.picture(), want) {
			t.Errorf("no %q in\n%s", want, s.picture())
		}
	}
}

package ui

import (
	"slices"
	"strings"
	"testing"

	"overloadtui/model"
)

// TestTheKeyTableIsSound holds that no key is bound twice without a condition, that
// every key has a line in the help or shares its spelling with one that has, and that
// the lines fit 80 columns.
func TestTheKeyTableIsSound(t *testing.T) {
	bound := map[string]string{}
	spelled := map[string]bool{}
	for _, g := range keyTable {
		for _, a := range g.actions {
			if a.help != "" {
				spelled[a.keys] = true
			}
			if !spelled[a.keys] {
				t.Errorf("%q has no line in the help", a.keys)
			}
			if width(a.help) > 58 || width(a.keys) > 18 {
				t.Errorf("%q %q is too long for the help", a.keys, a.help)
			}
			if a.when != nil {
				continue
			}
			for _, code := range a.Binding.Keys() {
				if other, ok := bound[code]; ok {
					t.Errorf("%q is bound to %q and to %q", code, other, a.keys)
				}
				bound[code] = a.keys
			}
		}
	}
	if len(Keys()) < 20 {
		t.Errorf("only %d keys", len(Keys()))
	}
}

// TestTheFooterOffersEveryWord holds that the footer's order names real actions only.
func TestTheFooterOffersEveryWord(t *testing.T) {
	var words []string
	for _, g := range keyTable {
		for _, a := range g.actions {
			if a.foot != "" {
				words = append(words, a.foot)
			}
		}
	}
	for _, word := range footer {
		if !slices.Contains(words, word) {
			t.Errorf("the footer offers %q, which no key does", word)
		}
	}
	for _, word := range words {
		if !slices.Contains(footer, word) {
			t.Errorf("%q has no place in the footer", word)
		}
	}
}

// TestTheFooterDropsWholeItems cuts the footer at every width.
func TestTheFooterDropsWholeItems(t *testing.T) {
	s := newTestScreen(t, newFake(), "ascii", 200, 24)
	items := s.footItems()
	for w := 1; w <= 200; w++ {
		sheet := newSheet(w, 1)
		s.drawFooter(sheet.all())
		line := strings.TrimRight(sheet.text(noColours), " ")
		whole := ""
		for i := range items {
			if line == strings.Join(items[:i], "  ") {
				whole = line
			}
		}
		if line != whole && line != strings.Join(items, "  ") {
			t.Errorf("at %d: %q", w, line)
		}
	}
}

// TestHelpIsSearchedAndCarriedOut types a word and presses enter.
func TestHelpIsSearchedAndCarriedOut(t *testing.T) {
	f := newFake()
	s := newTestScreen(t, f, "ascii", 80, 24)
	for _, code := range []string{"?", "/", "p", "a", "u", "s", "e"} {
		r := rune(code[0])
		s.press(code, r)
	}
	items := s.helpItems()
	if len(items) == 0 || items[0].keys != "space" {
		t.Fatalf("found %d items with %q\n%s", len(items), s.help.filter, s.picture())
	}
	s.press("enter", 0)
	if !f.paused || s.mode != watching {
		t.Errorf("paused %v, mode %v", f.paused, s.mode)
	}
}

// TestHelpShowsWhatIsOfUse holds that keys without a feature behind them are absent.
func TestHelpShowsWhatIsOfUse(t *testing.T) {
	s := newScreen(Options{Source: newFake(), Glyphs: "ascii"})
	s.w, s.h = 80, 24
	for _, item := range s.helpItems() {
		if item.keys == "x" || item.keys == "y" || item.keys == "g" {
			t.Errorf("%q is offered", item.keys)
		}
	}
	s.w = 50
	if a := footAction(s, "more"); a == nil {
		t.Error("g is not offered where one chart is shown")
	}
}

func TestEveryFigureIsAMetricWithAFormula(t *testing.T) {
	p := story().points[30]
	for _, name := range headline {
		m := model.FindMetric(name)
		if m == nil {
			t.Fatalf("no metric %q", name)
		}
		f, ok := formulas[name]
		if !ok {
			t.Errorf("%s has no formula", name)
			continue
		}
		if text := f(&p); !strings.Contains(text, metricText(m, &p)) {
			t.Errorf("%s: %q does not end in %s", name, text, metricText(m, &p))
		}
	}
	for _, c := range chartLines {
		for _, l := range c.series {
			if model.FindMetric(l.metric) == nil {
				t.Errorf("a chart shows %q, which is no metric", l.metric)
			}
		}
	}
}

func TestStateSentences(t *testing.T) {
	s := newTestScreen(t, story(), "ascii", 80, 24)
	for to, want := range map[model.State]string{
		model.Saturated: "saturated since 00:22.0: ",
		model.Normal:    "S -> N is not a legal transition: normal is entered only from elevated, recovering",
		model.Degraded:  "S -> D 1/3: predicted sojourn 214 ms > 200 ms, rung 1 >= 2 NO",
	} {
		if got := s.stateSentence(to); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q, want %q", to, got, want)
		}
	}
}

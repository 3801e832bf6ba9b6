package ui

import (
	"fmt"
	"strings"
	"testing"
)

// TestPlansDoNotOverlap holds for every size that no row of the left column is given
// away twice and that all of it is on the screen.
func TestPlansDoNotOverlap(t *testing.T) {
	for w := 40; w <= 200; w++ {
		for h := 12; h <= 60; h++ {
			for _, c := range []content{
				{knobs: 11, services: 1},
				{knobs: 40, services: 3, table: 10, try: []string{"a", strings.Repeat("much to say ", 20)}},
				{knobs: 2, services: 30, table: 6, try: []string{strings.Repeat("much to say ", 40)}},
			} {
				p := layout(w, h, c)
				used := map[int]string{}
				take := func(name string, y, rows int) {
					if y < 0 {
						return
					}
					for ; rows > 0; rows, y = rows-1, y+1 {
						if other, ok := used[y]; ok || y >= h {
							t.Fatalf("%dx%d: row %d is for %s and for %s", w, h, y, name, other)
						}
						used[y] = name
					}
				}
				take("title", 0, 1)
				take("state", p.state, 3)
				for i, c := range p.charts {
					take(fmt.Sprint("chart ", i), c.y, c.h)
				}
				take("letters", p.letters, 1)
				take("axis", p.axis, 1)
				rows := 2
				if p.big {
					rows = 5
				}
				take("figures", p.figures, rows)
				take("services", p.services, p.servicesH)
				take("table", p.table, p.tableH)
				take("reasons", p.reasons, 1)
				take("worked", p.worked, 1)
				take("instant", p.instant, 1)
				take("message", p.message, p.messageH)
				take("detail", p.detail, 1)
				take("footer", p.footer, 1)
				if len(used) != h {
					t.Fatalf("%dx%d: %d rows of %d are used: %v", w, h, len(used), h, used)
				}
				if p.right > 0 && p.knobsH+p.whyH+p.momentsH != p.sideH {
					t.Fatalf("%dx%d: side panel %d+%d+%d of %d", w, h, p.knobsH, p.whyH, p.momentsH, p.sideH)
				}
			}
		}
	}
}

// TestWhatGoesFirst is the order in which a screen that gets smaller loses its parts.
func TestWhatGoesFirst(t *testing.T) {
	for _, c := range []struct {
		w, h           int
		charts         int
		figures, axis  bool
		overlay, cycle bool
		small, line    bool
	}{
		{160, 48, 4, true, true, false, false, false, false},
		{80, 24, 3, true, true, false, false, false, false},
		{80, 23, 3, false, true, false, false, false, false},
		{80, 21, 3, false, true, false, false, false, false},
		{80, 20, 2, false, true, false, true, false, false},
		{80, 16, 1, false, true, false, true, false, false},
		{80, 12, 1, false, false, false, true, false, false},
		{79, 24, 3, true, true, true, false, false, false},
		{59, 24, 1, true, true, true, true, false, false},
		{39, 24, 0, false, false, true, false, true, false},
		{80, 11, 0, false, false, true, false, true, false},
		{19, 24, 0, false, false, true, false, false, true},
		{80, 3, 0, false, false, true, false, false, true},
	} {
		p := layout(c.w, c.h, content{knobs: 11, services: 1})
		got := fmt.Sprint(len(p.charts), p.figures >= 0, p.axis >= 0, p.overlay, p.cycles, p.small, p.line)
		want := fmt.Sprint(c.charts, c.figures, c.axis, c.overlay, c.cycle, c.small, c.line)
		if got != want {
			t.Errorf("%dx%d: charts, figures, axis, overlay, cycles, small, line = %s, want %s", c.w, c.h, got, want)
		}
	}
}

// TestLatencyIsAlwaysWithinReach presses g until the latency is on the screen, or is
// told that all charts are.
func TestLatencyIsAlwaysWithinReach(t *testing.T) {
	f := story()
	for w := 40; w <= 200; w += 4 {
		for h := 12; h <= 60; h += 2 {
			s := newTestScreen(t, f, "ascii", w, h)
			seen := false
			for range cycled {
				seen = seen || strings.Contains(s.picture(), "- latency ")
				s.press("g", 'g')
			}
			if !seen {
				t.Fatalf("no latency at %dx%d\n%s", w, h, s.picture())
			}
			if said := s.notice == "all of it is on the screen"; said == planFor(s).cycles {
				t.Fatalf("at %dx%d g says %q, cycles %v", w, h, s.notice, planFor(s).cycles)
			}
		}
	}
}

package ui

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
)

// TestWorkIsDividedWithoutRest holds each kind of end against its band, and that the
// bands are all attempts that ended.
func TestWorkIsDividedWithoutRest(t *testing.T) {
	for _, c := range []struct {
		what string
		of   model.Counts
		want shares
	}{
		{"all in time", model.Counts{Served: 90, Good: 90}, shares{usefulShare: 90}},
		{"clients that never leave, all late", model.Counts{Served: 100, LateWork: 100, Late: 100}, shares{lateShare: 100}},
		{"nobody waits", model.Counts{Served: 100, Wasted: 100, LateWork: 100, Abandoned: 100}, shares{wastedShare: 100}},
		{"late, of which some were waited for", model.Counts{Served: 100, Good: 20, Late: 30, Wasted: 50, LateWork: 80}, shares{usefulShare: 20, lateShare: 30, wastedShare: 50}},
		{"timed out and served before the deadline", model.Counts{Served: 100, Good: 60, Wasted: 40}, shares{usefulShare: 60, wastedShare: 40}},
		{"turned away and dropped", model.Counts{Served: 50, Good: 50, Rejected: 20, Expired: 20, Evicted: 10}, shares{usefulShare: 50, awayShare: 50}},
		{"failures and attempts taken back", model.Counts{Served: 50, Good: 50, Errors: 30, TakenBack: 20}, shares{usefulShare: 50, wastedShare: 20, failedShare: 30}},
	} {
		got := work(&model.Point{Counts: c.of})
		if got != c.want {
			t.Errorf("%s: %v, want %v", c.what, got, c.want)
		}
		sum, ended := 0.0, float64(c.of.Served+c.of.Rejected+c.of.Expired+c.of.Evicted+c.of.Errors+c.of.TakenBack)
		for _, v := range got {
			sum += v
		}
		if sum != ended {
			t.Errorf("%s: the bands are %v attempts, %v ended", c.what, sum, ended)
		}
	}
}

// TestLateAnswersAreNotUseful shows a run of clients that never leave.
func TestLateAnswersAreNotUseful(t *testing.T) {
	f := story()
	for i := range f.points {
		p := &f.points[i]
		p.Good, p.Late, p.LateWork, p.Wasted = 0, p.Served, p.Served, 0
	}
	f.publish()
	for _, glyphs := range []string{"ascii", "braille"} {
		s := newTestScreen(t, f, glyphs, 160, 48)
		for _, want := range []string{"useful   0%", "late 100%", "wasted   0%", "turned away   0%"} {
			if !strings.Contains(s.picture(), want) {
				t.Errorf("%s: no %q in\n%s", glyphs, want, s.picture())
			}
		}
	}
}

// TestPercentsAddUp holds that the named shares are 100 % together, and that each is
// within one of its own.
func TestPercentsAddUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		var of shares
		sum := 0.0
		for i := range of {
			of[i] = float64(rapid.IntRange(0, 1000).Draw(r, shareNames[i]))
			sum += of[i]
		}
		whole, ok := of.percents()
		if ok != (sum > 0) {
			r.Fatalf("%v: ok %v", of, ok)
		}
		total := 0
		for i, n := range whole {
			total += n
			if d := float64(n) - 100*of[i]/sum; ok && (d <= -1 || d >= 1) {
				r.Fatalf("%v: %v, the %dth is %v off", of, whole, i, d)
			}
		}
		if ok && total != 100 {
			r.Fatalf("%v: %v is %d", of, whole, total)
		}
	})
}

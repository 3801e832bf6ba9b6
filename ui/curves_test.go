package ui

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
)

// TestCurvesKeepTheExtremes holds that condensing shows no other height than all
// windows would: in each grain of time the least and the most are those of its
// windows, and a grain is a gap only where no window has a value.
func TestCurvesKeepTheExtremes(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(0, 300).Draw(r, "windows")
		window := model.Millis(rapid.SampledFrom([]int{10, 100, 1000}).Draw(r, "window"))
		grain := rapid.Float64Range(5, 700).Draw(r, "grain")
		points := make([]model.Point, n)
		for i := range points {
			points[i] = model.Point{Start: model.Millis(i) * window, End: model.Millis(i+1) * window, P99: model.Millis(rapid.IntRange(0, 9).Draw(r, "p99"))}
			if points[i].P99 == 0 {
				points[i].P99 = model.Millis(math.NaN())
			}
		}
		type band struct{ low, high float64 }
		bands := func(all []spot) map[float64]band {
			m := map[float64]band{}
			for _, p := range all {
				b, ok := m[math.Floor(p.x/grain)]
				if !ok {
					b = band{math.NaN(), math.NaN()}
				}
				if !math.IsNaN(p.y) {
					b = band{math.Min(p.y, orValue(b.low, p.y)), math.Max(p.y, orValue(b.high, p.y))}
				}
				m[math.Floor(p.x/grain)] = b
			}
			return m
		}
		var all []spot
		for i := range points {
			all = append(all, spot{float64(points[i].End), float64(points[i].P99)})
		}
		var cs curves
		cs.take(points[:n/2], grain) // the room of an earlier picture leaves nothing behind
		cs.take(points, grain)
		got := cs.of[slowChart][1].points
		if float64(window) < grain && len(got) > 2*int(float64(n)*float64(window)/grain+2) {
			r.Fatalf("%d windows of %v in grains of %v ms make %d points", n, window, grain, len(got))
		}
		want, have := bands(all), bands(got)
		for k, w := range want {
			if h, ok := have[k]; !ok || h != w && !(math.IsNaN(h.low) && math.IsNaN(w.low)) {
				r.Fatalf("grain %v: %v (%v), want %v", k, h, ok, w)
			}
		}
		for i := 1; i < len(got); i++ {
			if got[i].x < got[i-1].x {
				r.Fatalf("time goes back from %v to %v", got[i-1], got[i])
			}
		}
	})
}

func orValue(v, other float64) float64 {
	if math.IsNaN(v) {
		return other
	}
	return v
}

// TestTheLimitIsALineOverTheQueue of the one service that it bounds, near or far.
func TestTheLimitIsALineOverTheQueue(t *testing.T) {
	for _, c := range []struct {
		limit, want float64
		services    int
		held        bool
		high        float64
	}{
		{0, 0, 1, false, 600},
		{20, 20, 1, false, 600},
		{800, 800, 1, false, 800},
		{100000, 100000, 1, false, 600},
		{20, 0, 2, false, 600},
		{20, 0, 1, true, 600},
	} {
		f := story()
		for len(f.scenario.Services) < c.services {
			f.scenario.Services = append(f.scenario.Services, model.Service{Name: "db"})
		}
		f.snap.Live.Limit = c.limit
		s := newTestScreen(t, f, "ascii", 160, 48)
		if c.held {
			s.press(",", ',')
		}
		if got := s.bounds()[queueChart]; got != c.want {
			t.Errorf("%+v: the line is at %v", c, got)
		}
		s.picture()
		if got := s.axes.queue.Fit(0, s.now); got != c.high {
			t.Errorf("%+v: the axis ends at %v", c, got)
		}
	}
}

// TestRatesOfShortWindowsAreMeans holds that the area under a rate stays what it was:
// so many operations came, however many windows share a dot.
func TestRatesOfShortWindowsAreMeans(t *testing.T) {
	points := make([]model.Point, 200)
	for i := range points {
		points[i] = model.Point{Start: model.Millis(10 * i), End: model.Millis(10*i + 10)}
		if i%4 == 0 {
			points[i].Offered = 1 // 25/s
		}
	}
	var cs curves
	cs.take(points, 40)
	got := cs.of[rateChart][1]
	if m := metricsOf[rateChart][1].Name; m != "offered_per_s" || !cs.condensed {
		t.Fatalf("%s, condensed %v", m, cs.condensed)
	}
	for i, p := range got.points[1 : len(got.points)-1] {
		if p.y != 25 {
			t.Errorf("grain %d at %v: %v/s, want 25/s", i+1, p.x, p.y)
		}
	}
	cs.take(points[:1], 10)
	if cs.condensed || cs.of[rateChart][1].points[0].y != 100 {
		t.Errorf("a window as long as the grain: condensed %v, %v", cs.condensed, cs.of[rateChart][1].points)
	}
}

// TestACapacityFarAboveIsNoLine: the demand keeps the height of the chart, and the
// title still says what is possible.
func TestACapacityFarAboveIsNoLine(t *testing.T) {
	for _, c := range []struct{ capacity, high float64 }{{100, 150}, {500, 800}, {1000, 100}} {
		f := newFake()
		f.windows(5)
		for i := range f.points {
			f.points[i].Capacity = c.capacity
		}
		f.snap.Live.Capacity = c.capacity
		s := newTestScreen(t, f, "ascii", 160, 48)
		title := strings.Split(s.picture(), "\n")[4]
		if got := s.axes.rate.Fit(0, s.now); got != c.high {
			t.Errorf("capacity %v: the axis ends at %v, want %v", c.capacity, got, c.high)
		}
		if want := " of " + number(c.capacity, 0) + " "; !strings.Contains(title, want) {
			t.Errorf("no %q in %q", want, title)
		}
		if got := strings.Contains(title, "= capacity"); got != (c.capacity < 1000) {
			t.Errorf("capacity %v: named %v in %q", c.capacity, got, title)
		}
	}
}

package slider

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestSliders(t *testing.T) {
	at := func(now float64) Slider { return Slider{Low: 0, High: 10, Default: 3, Now: now} }
	pending := at(3)
	pending.Pending, pending.Target = true, 8
	for _, c := range []struct {
		s     Slider
		width int
		g     Glyphs
		want  string
	}{
		{at(6), 13, ASCII, "[===|==O----]"},
		{at(3), 13, ASCII, "[===O-------]"},
		{at(0), 13, ASCII, "[O--|-------]"},
		{at(10), 13, ASCII, "[===|======O]"},
		{at(99), 13, ASCII, "[===|======O]"},
		{pending, 13, ASCII, "[===|====>--]"},
		{at(6), 11, Unicode, "━━━┊━━●────"},
		{Slider{High: 2, Now: 1, Choices: 3}, 13, ASCII, "[|----O----+]"},
		{Slider{High: 1, Choices: 2, Pending: true, Target: 1}, 7, Unicode, "┊─────▸"},
		{at(6), 3, ASCII, "[O]"},
		{at(6), 2, ASCII, "[]"},
		{at(6), 0, ASCII, ""},
	} {
		if got := string(c.s.Text(c.width, c.g)); got != c.want {
			t.Errorf("%+v in %d: %q, want %q", c.s, c.width, got, c.want)
		}
	}
}

// TestASliderHasItsWidth holds for every number there is.
func TestASliderHasItsWidth(t *testing.T) {
	odd := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0}))
	rapid.Check(t, func(t *rapid.T) {
		s := Slider{odd.Draw(t, "low"), odd.Draw(t, "high"), odd.Draw(t, "default"), odd.Draw(t, "now"), rapid.Bool().Draw(t, "pending"), odd.Draw(t, "target"), rapid.IntRange(0, 9).Draw(t, "choices")}
		w := rapid.IntRange(0, 40).Draw(t, "width")
		if got := len(s.Text(w, ASCII)); got != w {
			t.Fatalf("%+v in %d has %d cells", s, w, got)
		}
	})
}

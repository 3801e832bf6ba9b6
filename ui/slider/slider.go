// Package slider draws a setting on a line: where it stands in its range, where its
// default is, and where a change that is still on its way will put it.
package slider

import "math"

// Slider is a setting on a line.
type Slider struct {
	Low, High float64
	Default   float64
	Now       float64
	Pending   bool    // a change is on its way to the engine
	Target    float64 // where to
}

// Glyphs are the characters of a slider.
type Glyphs struct {
	Open, Close, Fill, Rest, Default, Handle, Pending rune
}

// The two sets of glyphs. In both the shape alone says what is what.
var (
	ASCII   = Glyphs{'[', ']', '=', '-', '|', 'O', '>'}
	Unicode = Glyphs{'╺', '╸', '━', '─', '┊', '●', '▸'}
)

// Text is the slider in exactly width cells; below three there is no line, only
// blanks.
//
//	[==|O----]   fill, default, handle
//	[==|=>---]   pending
//	[==O-----]   at the default the handle hides the mark
func (s Slider) Text(width int, g Glyphs) []rune {
	line := make([]rune, max(width, 0))
	for i := range line {
		line[i] = ' '
	}
	inner := width - 2
	if inner < 1 {
		return line
	}
	line[0], line[width-1] = g.Open, g.Close
	at, handle := s.Now, g.Handle
	if s.Pending {
		at, handle = s.Target, g.Pending
	}
	stop := s.place(at, inner)
	for i := range inner {
		r := g.Rest
		if i < stop {
			r = g.Fill
		}
		line[1+i] = r
	}
	if s.Default >= s.Low && s.Default <= s.High {
		line[1+s.place(s.Default, inner)] = g.Default
	}
	line[1+stop] = handle
	return line
}

func (s Slider) place(v float64, cells int) int {
	if !(s.High > s.Low) || math.IsNaN(v) {
		return 0
	}
	share := (v - s.Low) / (s.High - s.Low)
	return int(math.Round(math.Max(0, math.Min(share, 1)) * float64(cells-1)))
}

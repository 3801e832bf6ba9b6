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
	Choices   int     // of a choice among so many words; 0 for a number
}

// Glyphs are the characters of a slider. Open and Close may be 0: no brackets.
type Glyphs struct {
	Open, Close, Fill, Rest, Notch, Default, Handle, Pending rune
}

// The two sets of glyphs. In both the shape alone says what is what.
var (
	ASCII   = Glyphs{'[', ']', '=', '-', '+', '|', 'O', '>'}
	Unicode = Glyphs{0, 0, '━', '─', '┼', '┊', '●', '▸'}
)

// Text is the slider in exactly width cells.
//
//	[==|O----]   fill, default, handle
//	[==|=>---]   pending
//	[==O-----]   at the default the handle hides the mark
//	[+--O---+]   a choice has a notch for each word, and no amount to fill
func (s Slider) Text(width int, g Glyphs) []rune {
	line := make([]rune, max(width, 0))
	inner := line
	if g.Open != 0 && width >= 2 {
		line[0], line[width-1] = g.Open, g.Close
		inner = line[1 : width-1]
	}
	if len(inner) == 0 {
		return line
	}
	at, handle := s.Now, g.Handle
	if s.Pending {
		at, handle = s.Target, g.Pending
	}
	stop := s.place(at, len(inner))
	for i := range inner {
		inner[i] = g.Rest
		if i < stop && s.Choices == 0 {
			inner[i] = g.Fill
		}
	}
	for i := range s.Choices {
		inner[s.place(float64(i), len(inner))] = g.Notch
	}
	if s.Default >= s.Low && s.Default <= s.High {
		inner[s.place(s.Default, len(inner))] = g.Default
	}
	inner[stop] = handle
	return line
}

func (s Slider) place(v float64, cells int) int {
	share := (v - s.Low) / (s.High - s.Low)
	if !(s.High > s.Low) || math.IsNaN(share) {
		return 0
	}
	return int(math.Round(math.Max(0, math.Min(share, 1)) * float64(cells-1)))
}

package chart

import "math"

// Band is one part of a stack.
type Band struct {
	Ink  Ink
	Mark rune
}

// Stack is a chart of shares that add up to a whole, column by column.
type Stack struct {
	Width, Height int
	Bands         []Band // from the bottom
	// At gives the parts of column x in the order of Bands. All zero, negative or not
	// finite is a gap.
	At func(x int, parts []float64)
}

// Draw gives every cell that is not empty to set. Each column is full; a part that
// is there at all but rounds to nothing is left out, because the number beside the
// chart says it better than a wrong cell.
func (s *Stack) Draw(set func(x, y int, r rune, ink Ink)) {
	parts := make([]float64, len(s.Bands))
	for x := range max(s.Width, 0) {
		clear(parts)
		s.At(x, parts)
		whole := 0.0
		for _, v := range parts {
			whole += v
		}
		if !(whole > 0) || math.IsInf(whole, 0) {
			continue
		}
		sum, filled := 0.0, 0
		for i, b := range s.Bands {
			sum += parts[i]
			top := min(int(math.Round(sum/whole*float64(s.Height))), s.Height)
			for ; filled < top; filled++ {
				set(x, s.Height-1-filled, b.Mark, b.Ink)
			}
		}
	}
}

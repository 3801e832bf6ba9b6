package ring

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A ring does what a slice would do.
func TestARingIsASliceInPages(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var r Ring[int]
		var want []int
		next := 0
		for range rapid.IntRange(1, 12).Draw(t, "bursts") {
			what := rapid.SampledFrom([]string{"push", "push", "front", "back", "remove", "remove early"}).Draw(t, "what")
			for range rapid.IntRange(1, 3*page).Draw(t, "times") {
				if what == "push" {
					r.PushBack(next)
					want = append(want, next)
					next++
					continue
				}
				if len(want) == 0 {
					break
				}
				i := map[string]int{"front": 0, "back": len(want) - 1, "remove": len(want) / 2, "remove early": len(want) / 5}[what]
				got := 0
				switch what {
				case "front":
					got = r.PopFront()
				case "back":
					got = r.PopBack()
				default:
					got = r.Remove(i)
				}
				if got != want[i] {
					t.Fatalf("%s of %d elements = %d, want %d", what, len(want), got, want[i])
				}
				want = slices.Delete(want, i, i+1)
			}
			if r.Len() != len(want) {
				t.Fatalf("after %s: Len = %d, want %d", what, r.Len(), len(want))
			}
			for i, v := range want {
				if *r.At(i) != v {
					t.Fatalf("after %s: At(%d) of %d = %d, want %d", what, i, len(want), *r.At(i), v)
				}
			}
			if most := len(want)/page + 2; len(r.pages) > most {
				t.Fatalf("%d elements are in %d pages, want at most %d", len(want), len(r.pages), most)
			}
		}
	})
}

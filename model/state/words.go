package state

import (
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
)

// sentence is why a transition happens, or does not: each gate as value against
// threshold, and the count of windows.
func sentence(from, to model.State, gates []model.Gate, have, need int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%c->%c: ", from.Letter(), to.Letter())
	for _, g := range gates {
		b.WriteString(phrase(g))
		b.WriteString(", ")
	}
	fmt.Fprintf(&b, "%d/%d windows", have, need)
	return b.String()
}

// refusal is why a transition does not happen although some evidence suggests it.
func refusal(from, to model.State, gates []model.Gate) string {
	var missing []string
	for _, g := range gates {
		switch {
		case g.Met:
		case g.Needs == "":
			missing = append(missing, phrase(g))
		default:
			missing = append(missing, lacking(g))
		}
	}
	return fmt.Sprintf("%v -> %v refused: %s alone; %s", from, to, lure(gates), strings.Join(missing, ", "))
}

// lacking is a gate that is not met, as a phrase: "reserve 0/s is not >= 5/s".
func lacking(g model.Gate) string { return g.Name + " " + g.Value + " is not " + g.Needs }

func phrase(g model.Gate) string {
	return strings.TrimSpace(g.Name + " " + g.Value + " " + g.Needs)
}

// number writes a rate or a count as a person reads it: at most one decimal, and a comma
// between thousands.
func number(v float64) string { return model.Group(math.Round(v*10) / 10) }

func perSecond(v float64) string { return number(v) + "/s" }

// percent writes a share of 0..1; one decimal below 10 %.
func percent(share float64) string {
	v := share * 100
	if v >= 9.95 {
		return model.Group(math.Round(v)) + "%"
	}
	return number(v) + "%"
}

func millis(m model.Millis) string {
	if m >= model.Forever {
		return "for ever"
	}
	return number(math.Round(float64(m))) + " ms"
}

package policy

import (
	"math"

	"overloadtui/model"
)

// The settings that adaptive limits have in common.
var (
	initialParam = model.Param{Name: "initial", Label: "first limit", Min: 1, Max: 1e6, SliderMax: 200, Step: 1, Default: 20, Whole: true, Fixed: true,
		Doc: "The limit before anything has been learned."}
	leastParam = model.Param{Name: "least", Label: "least limit", Min: 1, Max: 1e6, SliderMax: 200, Step: 1, Default: 1, Whole: true,
		Doc: "The limit never goes below this."}
	mostParam = model.Param{Name: "most", Label: "greatest limit", Min: 1, Max: 1e6, SliderMax: 1000, Step: 10, Default: 200, Whole: true,
		Doc: "The limit never goes above this."}
)

// adaptiveDoc is what adaptive limits have in common.
const adaptiveDoc = " An attempt that finds as many in the system as the limit is refused. Work that failed, was dropped, or was finished after its deadline, which its caller counts as a timeout, is reported as a drop and not as a slow success. While fewer than half the limit are in the system only drops change it: nothing is learned from places that nobody uses."

// adaptive is a limit on the number in the system that changes with what comes back.
type adaptive struct {
	limit float64
}

func (g *adaptive) Admit(_ model.Millis, v View) Verdict {
	if float64(v.InSystem) >= math.Floor(g.limit) {
		return Verdict{Reason: model.Limited}
	}
	return Verdict{}
}

// set changes the limit within its bounds; the least one wins where they cross.
func (g *adaptive) set(limit, least, most float64) { g.limit = max(min(limit, most), least) }

// unused says that the service was so empty that the limit cannot have mattered. The
// attempt that has just left counts as having been there.
func (g *adaptive) unused(d Departure) bool { return float64(2*(d.InSystem+1)) < g.limit }

// Limit is the limit now.
func (g *adaptive) Limit() float64 { return g.limit }

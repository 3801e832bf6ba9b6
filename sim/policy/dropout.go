package policy

import (
	"math"

	"overloadtui/model"
)

var dropOutGate = entry{
	model.Kind{Family: model.GateFamily, Name: "drop-out",
		Doc: "Routers in front of the service, each of which refuses all traffic once it has too much of it, so that its share falls on the others: with n left of a capacity c each, one more drops out whenever the rate of a window exceeds n x c. Nothing goes through when none is left. That is how a little missing capacity became a full outage (Gmail, 1 Sept 2009); a rate gate that sheds the excess keeps n x c.",
		Params: []model.Param{
			{Name: "routers", Label: "routers", Min: 0, Max: 10000, SliderMax: 20, Step: 1, Default: 10, Whole: true,
				Doc: "How many there are. A change starts all of them anew, those that had dropped out too."},
			{Name: "capacity", Label: "router capacity", Unit: model.PerSecond, Min: 0.001, Max: 1e6, SliderMax: 300, Step: 5, Default: 100,
				Doc: "Attempts per second that one router can take."},
			{Name: "window", Label: "router window", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 60000, Step: 500, Default: 1000,
				Doc: "How often the routers look at their share; at most one drops out in each window."},
		}},
	func(c Config) any { return &dropOut{v: c.V, routers: c.V[0]} },
}

type dropOut struct {
	noFeedback
	v       []float64 // routers, capacity, window
	routers float64   // that out is of
	out     float64   // routers that have dropped out
	window  float64   // number of the present window: floor(now / window length)
	came    float64   // attempts in it
}

func (g *dropOut) Admit(now model.Millis, _ View) Verdict {
	if window := math.Floor(float64(now) / g.v[2]); window != g.window {
		if g.came*1000 > (g.v[0]-g.out)*g.v[1]*g.v[2] {
			g.out = min(g.out+1, g.routers)
		}
		g.window, g.came = window, 0
	}
	if g.routers != g.v[0] {
		g.routers, g.out = g.v[0], 0
	}
	g.came++
	if g.out >= g.routers {
		return Verdict{Reason: model.Limited}
	}
	return Verdict{}
}

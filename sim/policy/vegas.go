package policy

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var vegasGate = entry{
	model.Kind{Family: model.GateFamily, Name: "vegas",
		Doc: "Concurrency limit by the estimated queue (TCP Vegas as in Netflix concurrency-limits, VegasLimit): with the shortest sojourn seen, queue = ceil(limit x (1 - shortest/last)) and d = the whole part of log10(limit), at least 1. The limit grows by beta x d while queue <= d, by d while queue < alpha x d, shrinks by d while queue > beta x d or at a drop. The shortest sojourn is forgotten after about that many samples times the limit, since services change." + adaptiveDoc,
		Params: []model.Param{initialParam, leastParam, mostParam,
			{Name: "alpha", Minor: true, Label: "alpha", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 3, Doc: "Queue, in steps of d, below which the limit grows."},
			{Name: "beta", Minor: true, Label: "beta", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 6, Doc: "Queue, in steps of d, above which the limit shrinks."},
			{Name: "probe", Minor: true, Label: "probe every", Min: 1, Max: 1e6, SliderMax: 100, Step: 5, Default: 30, Whole: true, Doc: "The shortest sojourn is measured anew every so many times the limit samples, less up to half, drawn anew each time."}}},
	func(c Config) any {
		g := &vegas{v: c.V, adaptive: adaptive{c.V[0]}, stream: c.Stream}
		g.wait = g.draw()
		return g
	},
}

type vegas struct {
	adaptive
	v        []float64 // initial, least, most, alpha, beta, probe
	stream   random.Stream
	shortest model.Millis // sojourn seen since the last probe; 0 is none
	since    float64      // samples since then
	wait     float64      // samples until the next probe, over probe x limit
}

func (g *vegas) draw() float64 { return 0.5 + g.stream.Float()/2 }

func (g *vegas) Done(_ model.Millis, d Departure) {
	if d.How == model.Good {
		g.since++
		if g.since >= g.wait*g.v[5]*g.limit {
			g.since, g.wait, g.shortest = 0, g.draw(), d.Took
			return
		}
		if g.shortest == 0 || d.Took < g.shortest {
			g.shortest = d.Took
			return
		}
	}
	step := digits(g.limit)
	alpha, beta := float64(g.v[3]*step), float64(g.v[4]*step)
	limit := g.limit
	if d.How != model.Good {
		limit -= step
	} else if !g.unused(d) {
		queue := math.Ceil(g.limit * (1 - float64(g.shortest/d.Took)))
		switch {
		case queue <= step:
			limit += beta
		case queue < alpha:
			limit += step
		case queue > beta:
			limit -= step
		}
	}
	g.set(limit, g.v[1], g.v[2])
}

// digits is the whole part of log10(limit), at least 1.
func digits(limit float64) float64 {
	n := 0.0
	for ; limit >= 10; limit /= 10 {
		n++
	}
	return max(n, 1)
}

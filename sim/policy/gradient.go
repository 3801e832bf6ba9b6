package policy

import "overloadtui/model"

var gradientGate = entry{
	model.Kind{Family: model.GateFamily, Name: "gradient",
		Doc: "Concurrency limit by the trend of the sojourn (Netflix concurrency-limits, Gradient2Limit): with the last sojourn and a long exponential average of it, g = max(1/2, min(1, tolerance x long / last)) and limit = (1 - smoothing) x limit + smoothing x (limit x g + queue). A long average more than twice the last sojourn is aged by 5 %. It cannot see a sojourn that is long from the start: when every attempt takes the same time-out, g is 1 and the limit climbs (Netflix/concurrency-limits #137); counting drops is the cure." + adaptiveDoc,
		Params: []model.Param{initialParam, leastParam, mostParam,
			{Name: "queue", Minor: true, Label: "queue allowance", Min: 0, Max: 10000, SliderMax: 50, Step: 1, Default: 4, Doc: "How many may wait: what the limit grows by while nothing is slower than usual."},
			{Name: "tolerance", Minor: true, Label: "tolerance", Min: 1, Max: 100, SliderMax: 4, Step: 0.1, Default: 1.5, Doc: "How many times longer than usual a sojourn may be before the limit shrinks."},
			{Name: "smoothing", Minor: true, Label: "smoothing", Min: 0.001, Max: 1, Step: 0.05, Default: 0.2, Doc: "Weight of the new limit against the old one."},
			{Name: "long", Minor: true, Label: "long window", Min: 10, Max: 1e6, SliderMax: 2000, Step: 50, Default: 600, Whole: true, Doc: "Samples in the long average; the weight of a new one is 2/(n + 1)."},
			{Name: "drops", Minor: true, Label: "drops", Choices: []string{"counted", "ignored"},
				Doc: "Counted: a drop is a g of 1/2 without a queue allowance. Ignored, as published: it is a sample like any other."}}},
	func(c Config) any { return &gradient{v: c.V, adaptive: adaptive{c.V[0]}} },
}

type gradient struct {
	adaptive
	v       []float64 // initial, least, most, queue, tolerance, smoothing, long, drops
	long    float64   // average sojourn
	samples float64   // of the warm-up, in which all weigh the same
}

// The first samples of the long average are averaged plainly, as published.
const gradientWarmup = 10

func (g *gradient) Done(_ model.Millis, d Departure) {
	queue, tolerance, smoothing := g.v[3], g.v[4], g.v[5]
	last := float64(d.Took)
	if d.How != model.Good && g.v[7] == 0 {
		g.set(g.limit*(1-smoothing/2), g.v[1], g.v[2])
		return
	}
	g.average(last)
	if g.long > 2*last {
		g.long *= 0.95
	}
	if g.unused(d) {
		return
	}
	slope := 1.0
	if last > 0 {
		slope = max(0.5, min(1, tolerance*g.long/last))
	}
	g.set(float64(g.limit*(1-smoothing))+float64(smoothing*(float64(g.limit*slope)+queue)), g.v[1], g.v[2])
}

// average takes a sojourn into the long average.
func (g *gradient) average(last float64) {
	if g.samples < gradientWarmup {
		g.samples++
		g.long += (last - g.long) / g.samples
		return
	}
	weight := 2 / (g.v[6] + 1)
	g.long = float64(g.long*(1-weight)) + float64(last*weight)
}

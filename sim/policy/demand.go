package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

// loadParam is the offered load, which every demand of a single rate has.
var loadParam = model.Param{Name: "load", Label: "offered load", Unit: model.PerSecond,
	Min: 0, Max: 1e6, SliderMax: 300, Step: 5, Default: 90, Off: "off",
	Doc: "Operations that clients start per second; their retries are not counted."}

var constantDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "constant", Params: []model.Param{loadParam, {
		Name: "offset", Label: "first arrival", Unit: model.Percent, Min: 0, Max: 100, Step: 5, Fixed: true,
		Doc: "When the first operation arrives, as a share of the interval; keeps routes of one rate apart."}},
		Doc: "Arrivals at equal intervals: the k-th operation arrives at k x 1000/load ms."},
	func(c Config) any { return &constant{v: c.V} },
}

// constant keeps the count since an origin, because k x interval and a repeated sum
// differ in the last bits and the reference tables use the product.
type constant struct {
	v      []float64
	origin model.Millis
	k      float64
	rate   float64 // that origin and k are for
}

func (d *constant) Next(last model.Millis) model.Millis {
	d.rate = d.v[0]
	if d.rate == 0 {
		return model.Forever
	}
	if last < 0 {
		d.origin = model.Millis(float64(d.v[1]/100) * (1000 / d.rate))
	} else {
		d.k++
	}
	return d.origin + model.Millis(float64(d.k*(1000/d.rate)))
}

func (d *constant) Retime(now, next model.Millis) model.Millis {
	if d.v[0] == d.rate {
		return next
	}
	next = rescale(now, next, d.rate, d.v[0])
	d.origin, d.k, d.rate = next, 0, d.v[0]
	return next
}

func (d *constant) Rate(model.Millis) float64 { return d.v[0] }

// rescale moves an arrival that was due at next so that the part of the interval
// still to go shrinks or grows with the rate. For a Poisson process this is exact:
// what is left of an exponential interval is exponential.
func rescale(now, next model.Millis, was, is float64) model.Millis {
	switch {
	case is == 0:
		return model.Forever
	case was == 0:
		return now + model.Millis(1000/is)
	}
	return now + model.Millis(float64(next-now)*was/is)
}

var poissonDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "poisson", Params: []model.Param{loadParam},
		Doc: "Independent arrivals: exponential intervals with mean 1000/load ms."},
	func(c Config) any {
		d := &poisson{v: c.V, stream: c.Stream}
		d.ahead = d.stream.Exponential()
		return d
	},
}

type poisson struct {
	v      []float64
	stream random.Stream
	rate   float64
	ahead  float64 // the next interval, in means; drawn early, so that no arrival waits for a logarithm
}

func (d *poisson) Next(last model.Millis) model.Millis {
	d.rate = d.v[0]
	if d.rate == 0 {
		return model.Forever
	}
	interval := float64(d.ahead*1000) / d.rate
	d.ahead = d.stream.Exponential()
	return max(last, 0) + model.Millis(interval)
}

func (d *poisson) Retime(now, next model.Millis) model.Millis {
	was := d.rate
	switch d.v[0] {
	case was:
		return next
	case 0:
		d.rate = 0
		return model.Forever
	}
	if was == 0 {
		return d.Next(now)
	}
	d.rate = d.v[0]
	return rescale(now, next, was, d.rate)
}

func (d *poisson) Rate(model.Millis) float64 { return d.v[0] }

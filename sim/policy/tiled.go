package policy

import (
	"math"

	"overloadtui/model"
)

var tiledDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "tiled",
		Doc: "Segments of constant demand, one after the other and again from the first. Within a segment that starts at s the arrivals are s, s + 1000/rate, and so on by repeated addition.",
		Params: []model.Param{{Name: "scale", Label: "load scale", Unit: model.Percent, Min: 1, Max: 100000, SliderMax: 300, Step: 5, Default: 100,
			Doc: "Multiplies the rate of every segment; counts from the next arrival on."}},
		RowsKey: "segments", Rows: []model.Param{
			{Name: "rate", Label: "rate", Unit: model.PerSecond, Min: 0, Max: 1e6, SliderMax: 600, Step: 5, Default: 90, Doc: "Operations per second in this segment."},
			{Name: "for", Label: "for", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 10000, Step: 100, Default: 1000, Doc: "Length of the segment."},
		}},
	func(c Config) any { return &tiled{v: c.V, rows: c.Rows} },
}

type tiled struct {
	v          []float64
	rows       [][]float64
	segment    int
	start, end model.Millis // of the segment
}

func (d *tiled) Next(last model.Millis) model.Millis {
	if d.silent() {
		return model.Forever
	}
	if last < 0 {
		d.enter(0, 0)
	} else {
		if next := last + model.Millis(1000/d.rate()); next < d.end {
			return next
		}
		d.enter(d.segment+1, d.end)
	}
	for d.rate() == 0 {
		d.enter(d.segment+1, d.end)
	}
	return d.start
}

func (d *tiled) enter(segment int, at model.Millis) {
	d.segment = segment % len(d.rows)
	d.start, d.end = at, at+model.Millis(d.rows[d.segment][1])
}

func (d *tiled) rate() float64 { return d.rows[d.segment][0] * d.v[0] / 100 }

// silent says that no segment has any demand.
func (d *tiled) silent() bool {
	for _, row := range d.rows {
		if row[0] > 0 {
			return false
		}
	}
	return true
}

func (d *tiled) Retime(_, next model.Millis) model.Millis { return next }

func (d *tiled) Rate(now model.Millis) float64 {
	var cycle float64
	for _, row := range d.rows {
		cycle += row[1]
	}
	at := math.Mod(float64(now), cycle)
	for _, row := range d.rows {
		if at < row[1] {
			return row[0] * d.v[0] / 100
		}
		at -= row[1]
	}
	return 0
}

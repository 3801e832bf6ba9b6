package policy

import (
	"slices"
	"sort"

	"overloadtui/model"
)

var traceTimesDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "trace-times",
		Doc: "Arrivals that were recorded, at the instants of a table; none come after the last.",
		Params: []model.Param{{Name: "speed", Label: "trace speed", Unit: model.Percent, Min: 1, Max: 100000, SliderMax: 300, Step: 5, Default: 100,
			Doc: "How fast the recording is played: at 200 % everything comes in half the time, at twice the rate."}},
		RowsKey: "times", Rows: []model.Param{
			{Name: "at", Label: "arrives at", Unit: model.Milliseconds, Min: 0, Max: 1e12, SliderMax: 10000, Step: 10, Doc: "When an operation arrives, from the start of the run; the order of the rows does not matter."},
		}},
	func(c Config) any {
		d := &traceTimes{live: c.V, times: make([]float64, len(c.Rows))}
		for i, row := range c.Rows {
			d.times[i] = row[0]
		}
		slices.Sort(d.times)
		return d
	},
}

// traceTimes plays a recording; since an instant it is played at one speed.
type traceTimes struct {
	live     []float64 // speed
	times    []float64 // in recorded time, ms
	next     int
	speed    float64
	since    model.Millis
	position float64 // in recorded time, at since
}

func (d *traceTimes) Next(last model.Millis) model.Millis {
	if last < 0 {
		d.speed = d.live[0]
	} else {
		d.next++
	}
	return max(last, d.due())
}

func (d *traceTimes) due() model.Millis {
	if d.next >= len(d.times) {
		return model.Forever
	}
	return d.since + model.Millis((d.times[d.next]-d.position)*(100/d.speed))
}

// Retime is exact: the rest of the recording is played at the new speed.
func (d *traceTimes) Retime(now, next model.Millis) model.Millis {
	if d.live[0] == d.speed {
		return next
	}
	d.position, d.since, d.speed = d.at(now), now, d.live[0]
	return max(now, d.due())
}

// at is how far the recording has been played at now.
func (d *traceTimes) at(now model.Millis) float64 {
	return d.position + float64(float64(now-d.since)*(d.speed/100))
}

// Rate counts the arrivals of the last second.
func (d *traceTimes) Rate(now model.Millis) float64 {
	until := d.at(now)
	since := until - float64(10*d.speed)
	return float64(sort.Search(len(d.times), func(i int) bool { return d.times[i] > until }) -
		sort.Search(len(d.times), func(i int) bool { return d.times[i] > since }))
}

package policy

import (
	"math"
	"sort"

	"overloadtui/model"
)

var traceRatesDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "trace-rates",
		Doc: "A load that was recorded: a rate for each stretch of time, one after the other.",
		Params: []model.Param{
			{Name: "scale", Label: "load scale", Unit: model.Percent, Min: 1, Max: 100000, SliderMax: 300, Step: 5, Default: 100,
				Doc: "Multiplies every rate of the table."},
			{Name: "then", Label: "after the last", Choices: []string{"keep", "repeat"},
				Doc: "What comes after the last stretch: its rate is kept, or the table begins again."},
			arrivalsParam},
		RowsKey: "rates", Rows: []model.Param{
			{Name: "rate", Label: "rate", Unit: model.PerSecond, Min: 0, Max: 1e6, SliderMax: 600, Step: 5, Default: 90, Doc: "Operations per second in this stretch."},
			{Name: "for", Label: "for", Unit: model.Milliseconds, Min: 1, Max: 1e9, SliderMax: 10000, Step: 100, Default: 1000, Doc: "Length of the stretch."},
		}},
	func(c Config) any {
		return newVarying(c, func(v []float64) curve {
			t := traceCurve{v: v, rates: make([]float64, len(c.Rows)), ends: make([]model.Millis, len(c.Rows)), sums: make([]float64, len(c.Rows))}
			var end model.Millis
			var sum float64
			for i, row := range c.Rows {
				end += model.Millis(row[1])
				sum += during(model.Millis(row[1]), row[0])
				t.rates[i], t.ends[i], t.sums[i] = row[0], end, sum
			}
			return t
		})
	},
}

type traceCurve struct {
	v     []float64      // scale, then
	rates []float64      // of each stretch, before the scale
	ends  []model.Millis // of each stretch
	sums  []float64      // operations up to the end of each stretch, before the scale
}

func (c traceCurve) repeats() bool { return c.v[1] == 1 }

// whole is the length of the table and the operations in it.
func (c traceCurve) whole() (model.Millis, float64) {
	last := len(c.rates) - 1
	return c.ends[last], c.sums[last]
}

// at is the stretch that an instant lies in, the instant counted from the start of the
// table, and how often the table was played before.
func (c traceCurve) at(instant model.Millis) (stretch int, within model.Millis, rounds float64) {
	length, _ := c.whole()
	if c.repeats() {
		rounds = math.Floor(float64(instant / length))
		instant = max(0, instant-model.Millis(rounds*float64(length)))
	}
	return sort.Search(len(c.ends)-1, func(i int) bool { return c.ends[i] > instant }), instant, rounds
}

// before is where a stretch starts, and the operations up to there.
func (c traceCurve) before(stretch int) (model.Millis, float64) {
	if stretch == 0 {
		return 0, 0
	}
	return c.ends[stretch-1], c.sums[stretch-1]
}

func (c traceCurve) rate(at model.Millis) float64 {
	stretch, _, _ := c.at(at)
	return c.rates[stretch] * c.v[0] / 100
}

func (c traceCurve) upTo(at model.Millis) float64 {
	stretch, within, rounds := c.at(at)
	start, sum := c.before(stretch)
	_, each := c.whole()
	return (float64(rounds*each) + sum + during(within-start, c.rates[stretch])) * c.v[0] / 100
}

func (c traceCurve) reach(n float64) model.Millis {
	n = n * 100 / c.v[0]
	length, each := c.whole()
	var begin model.Millis
	if c.repeats() {
		if each == 0 {
			return model.Forever
		}
		rounds := math.Floor(n / each)
		begin, n = model.Millis(rounds*float64(length)), max(0, n-float64(rounds*each))
		if n >= each {
			begin, n = begin+length, 0
		}
	}
	stretch := sort.Search(len(c.sums)-1, func(i int) bool { return c.sums[i] > n })
	start, sum := c.before(stretch)
	return later(begin+start, lasting(n-sum, c.rates[stretch]))
}

package ui

import (
	"math"

	"overloadtui/model"
)

// curve is the values of a metric over the visible time, as a chart draws them.
type curve struct {
	points []spot // a y that is not finite is a gap

	grain     float64 // of time, by number, that low and high are of
	low, high spot
}

type spot struct{ x, y float64 }

// curves are those of the charts, in the order of chartLines. Their room is used
// again for the next picture.
type curves [chartKinds][]curve

// take reads the visible windows, once for all curves. Where windows are shorter than
// grain, which is the time between two dots of a chart, the least and the most of each
// grain stand for all in it: a chart has no place for more.
func (cs *curves) take(points []model.Point, grain float64) {
	for kind := range cs {
		if cs[kind] == nil {
			cs[kind] = make([]curve, len(chartLines[kind].series))
		}
		for i := range cs[kind] {
			c := &cs[kind][i]
			c.points, c.grain = c.points[:0], math.NaN()
		}
	}
	each := len(points) == 0 || float64(points[len(points)-1].Span()) >= grain
	for i := range points {
		p := &points[i]
		x := float64(p.End)
		number := math.Floor(x / grain)
		for kind := range cs {
			for j := range cs[kind] {
				at := spot{x, metricsOf[kind][j].Of(p)}
				if c := &cs[kind][j]; each {
					c.points = append(c.points, at)
				} else {
					c.add(number, at)
				}
			}
		}
	}
	if each {
		return
	}
	for kind := range cs {
		for j := range cs[kind] {
			cs[kind][j].end()
		}
	}
}

// add takes a value of a grain of time. A value that is not finite counts where the
// grain has no other.
func (c *curve) add(grain float64, at spot) {
	if grain != c.grain {
		c.end()
		c.grain, c.low, c.high = grain, at, at
		return
	}
	if finite(at.y) {
		if !finite(c.low.y) || at.y < c.low.y {
			c.low = at
		}
		if !finite(c.high.y) || at.y > c.high.y {
			c.high = at
		}
	}
}

// end puts what stands for the grain on the curve, in the order in which it happened.
func (c *curve) end() {
	switch {
	case math.IsNaN(c.grain):
	case c.low == c.high, !finite(c.low.y):
		c.points = append(c.points, c.low)
	case c.low.x < c.high.x:
		c.points = append(c.points, c.low, c.high)
	default:
		c.points = append(c.points, c.high, c.low)
	}
}

// extremes is the greatest value of some curves, at least 0, and the least above 0,
// which is infinite where there is none.
func extremes(cs []curve) (most, least float64) {
	least = math.Inf(1)
	for i := range cs {
		for _, p := range cs[i].points {
			if finite(p.y) {
				most = math.Max(most, p.y)
				if p.y > 0 {
					least = math.Min(least, p.y)
				}
			}
		}
	}
	return most, least
}

func finite(v float64) bool { return v-v == 0 }

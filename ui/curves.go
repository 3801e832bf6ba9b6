package ui

import (
	"math"

	"overloadtui/model"
)

// curve is the values of a metric over the visible time, as a chart draws them.
type curve struct {
	points []spot // a y that is not finite is a gap

	grain     float64 // of time, by number, that the rest is of
	low, high spot
	sum       float64 // of the finite values
	n         int
}

type spot struct{ x, y float64 }

// curves are those of the charts, in the order of chartLines. Their room is used
// again for the next picture.
type curves struct {
	of        [chartKinds][]curve
	condensed bool // a point stands for more than one window
}

// take reads the visible windows, once for all curves. Where windows are shorter than
// grain, which is the time between two dots of a chart, one or two points stand for
// all of a grain: a chart has no place for more. Of rates that is the mean, the rate
// over the grain, because counts of a few are mostly noise; of everything else it is
// the least and the most.
func (cs *curves) take(points []model.Point, grain float64) {
	for kind := range cs.of {
		if cs.of[kind] == nil {
			cs.of[kind] = make([]curve, len(chartLines[kind].series))
		}
		for i := range cs.of[kind] {
			c := &cs.of[kind][i]
			c.points, c.grain = c.points[:0], math.NaN()
		}
	}
	cs.condensed = len(points) > 0 && float64(points[len(points)-1].Span()) < grain
	for i := range points {
		p := &points[i]
		x := float64(p.End)
		nth := math.Floor(x / grain)
		for kind := range cs.of {
			for j := range cs.of[kind] {
				m, c := metricsOf[kind][j], &cs.of[kind][j]
				at := spot{x, m.Of(p)}
				if !cs.condensed {
					c.points = append(c.points, at)
					continue
				}
				if nth != c.grain {
					c.end(m.Unit)
					*c = curve{points: c.points, grain: nth, low: at, high: at}
				}
				c.add(at)
			}
		}
	}
	if !cs.condensed {
		return
	}
	for kind := range cs.of {
		for j := range cs.of[kind] {
			cs.of[kind][j].end(metricsOf[kind][j].Unit)
		}
	}
}

// add takes a value of the grain. One that is not finite counts where there is no
// other.
func (c *curve) add(at spot) {
	if !finite(at.y) {
		return
	}
	c.sum, c.n = c.sum+at.y, c.n+1
	if !finite(c.low.y) || at.y < c.low.y {
		c.low = at
	}
	if !finite(c.high.y) || at.y > c.high.y {
		c.high = at
	}
}

// end puts what stands for the grain on the curve, in the order in which it happened.
func (c *curve) end(unit model.Unit) {
	switch {
	case math.IsNaN(c.grain):
	case c.n == 0, c.low == c.high:
		c.points = append(c.points, c.low)
	case unit == model.PerSecond:
		c.points = append(c.points, spot{math.Max(c.low.x, c.high.x), c.sum / float64(c.n)})
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

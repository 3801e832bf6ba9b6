package policy

import (
	"slices"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var burstyDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "bursty",
		Doc: "Calm and bursts take turns, each for an exponential time: a Markov-modulated Poisson process of two states (Heffes and Lucantoni, IEEE Journal on Selected Areas in Communications 4, 1986). The mean rate is the mean of the two loads, weighted with their times. The run starts calm.",
		Params: []model.Param{
			rateParam("calm", "calm load", 60, "Operations per second between bursts."),
			rateParam("burst", "burst load", 200, "Operations per second in a burst."),
			turnParam("calm-time", "calm time", 8000, "Mean time from one burst to the next."),
			turnParam("burst-time", "burst time", 2000, "Mean length of a burst."),
			poissonByDefault(arrivalsParam)}},
	func(c Config) any {
		return &bursty{live: c.V, v: slices.Clone(c.V), stream: c.Stream, mood: mood{turns: c.Stream.Of(0, 0)}}
	},
}

func turnParam(name, label string, usual float64, doc string) model.Param {
	return model.Param{Name: name, Label: label, Unit: model.Milliseconds, Min: 1, Max: 1e9, SliderMax: 30000, Step: 100, Default: usual, Doc: doc}
}

func poissonByDefault(p model.Param) model.Param {
	p.Default = poissonArrivals
	return p
}

// bursty counts the operations due since an instant at or before now. The turns that
// come before the pending arrival are drawn from a copy of the mood, because a change
// of a setting comes before them.
type bursty struct {
	live   []float64 // calm, burst, calm-time, burst-time, arrivals; shared with the knobs
	v      []float64 // those that the pending arrival is of
	stream random.Stream
	mood   mood         // at since
	since  model.Millis // the last arrival or change
	due    float64      // operations from since to the pending arrival
}

// mood is the state of the modulating chain.
type mood struct {
	burst int // 0 or 1
	until model.Millis
	turns random.Stream
}

func (m *mood) stay(v []float64) {
	m.until += model.Millis(m.turns.Exponential() * v[2+m.burst])
}

func (m *mood) turn(v []float64) {
	m.burst = 1 - m.burst
	m.stay(v)
}

func (d *bursty) Next(last model.Millis) model.Millis {
	if last < 0 {
		d.mood.stay(d.v)
	} else {
		d.advance(last)
	}
	d.due = 0
	switch {
	case d.v[4] == poissonArrivals:
		d.due = d.stream.Exponential()
	case last >= 0:
		d.due = 1
	}
	return max(last, d.pending())
}

// pending is when the operations that are due have come.
func (d *bursty) pending() model.Millis {
	if d.v[0] == 0 && d.v[1] == 0 {
		return model.Forever
	}
	m, at, due := d.mood, d.since, d.due
	for range mostTurns {
		rate := d.v[m.burst]
		n := during(m.until-at, rate)
		if due < n {
			return at + lasting(due, rate)
		}
		due -= n
		at = m.until
		m.turn(d.v)
	}
	return model.Forever
}

// mostTurns is how many calms and bursts ahead an arrival is looked for. Demand that
// has none in so many is as good as none, and must not hold up the run.
const mostTurns = 1_000_000

// advance brings mood and what is due from since to a later instant.
func (d *bursty) advance(to model.Millis) {
	for d.mood.until <= to {
		d.due -= during(d.mood.until-d.since, d.v[d.mood.burst])
		d.since = d.mood.until
		d.mood.turn(d.v)
	}
	d.due = max(0, d.due-during(to-d.since, d.v[d.mood.burst]))
	d.since = to
}

// Retime is exact: what is left of the present calm or burst, and of the interval to
// the pending arrival, is exponential and grows or shrinks with its mean.
func (d *bursty) Retime(now, next model.Millis) model.Millis {
	if slices.Equal(d.live, d.v) {
		return next
	}
	d.advance(now)
	was, is := d.v[2+d.mood.burst], d.live[2+d.mood.burst]
	if was != is {
		d.mood.until = now + model.Millis(float64(d.mood.until-now)*is/was)
	}
	copy(d.v, d.live)
	return max(now, d.pending())
}

// Rate is the load of the present calm or burst.
func (d *bursty) Rate(now model.Millis) float64 {
	m := d.mood
	for m.until <= now {
		m.turn(d.v)
	}
	return d.v[m.burst]
}

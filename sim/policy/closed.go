package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

// Closed is demand of clients who wait for an answer before they ask again.
type Closed interface {
	Demand
	// Ended is when the client whose operation ended at now, and how, starts its next one;
	// model.Forever when it leaves.
	Ended(now model.Millis, how model.Outcome) model.Millis
}

var closedDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "closed",
		Doc: "Closed loop: so many clients, each of which thinks after an answer before it asks again. Such demand slows down with the service, which hides an overload that open demand shows.",
		Params: []model.Param{
			{Name: "clients", Label: "clients", Min: 0, Max: 100000, SliderMax: 300, Step: 5, Default: 20, Whole: true, Off: "none",
				Doc: "How many clients there are. New ones start one after the other within a think time, surplus ones leave after their next answer."},
			{Name: "think", Label: "think time", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 5000, Step: 100, Default: 1000,
				Doc: "Mean pause between an answer and the next operation of that client. Not 0: clients who are refused at once would ask for ever at one instant."},
			{Name: "thinking", Label: "think times", Choices: []string{"exponential", "constant"}, Default: 0, Fixed: true,
				Doc: "How the pauses are distributed."},
		}},
	func(c Config) any { return &closedLoop{v: c.V, stream: c.Stream} },
}

type closedLoop struct {
	v       []float64 // clients, think, thinking
	stream  random.Stream
	present float64 // clients who have started
}

// Next starts the clients one after the other, spread over one think time, so that
// they don't all come at the same instant.
func (d *closedLoop) Next(last model.Millis) model.Millis {
	if d.present >= d.v[0] {
		return model.Forever
	}
	d.present++
	if last < 0 {
		return 0
	}
	return last + model.Millis(d.v[1]/d.v[0])
}

func (d *closedLoop) Ended(now model.Millis, _ model.Outcome) model.Millis {
	if d.present > d.v[0] {
		d.present--
		return model.Forever
	}
	if d.v[2] == 0 {
		return now + model.Millis(float64(d.stream.Exponential()*d.v[1]))
	}
	return now + model.Millis(d.v[1])
}

func (d *closedLoop) Retime(now, next model.Millis) model.Millis {
	if next == model.Forever && d.present < d.v[0] {
		d.present++
		return now
	}
	return next
}

// Rate is the most that the clients can ask for, with answers that take no time.
func (d *closedLoop) Rate(model.Millis) float64 {
	return d.v[0] * 1000 / d.v[1]
}

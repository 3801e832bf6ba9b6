package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

// Sessions is demand of clients who are connected and come back when they lose their
// connection.
type Sessions interface {
	Closed
	// Lose takes everybody's connection away at now; Retime then says when the first one
	// comes back.
	Lose(now model.Millis)
}

var reconnectDemand = entry{
	model.Kind{Family: model.DemandFamily, Name: "reconnect",
		Doc: "Sessions: so many clients are connected and ask for nothing, until they lose their connections, at a moment or because the service restarts or fails over. Then each of them asks for a new one until it is answered.",
		Params: []model.Param{
			{Name: "clients", Label: "sessions", Min: 0, Max: 100000, SliderMax: 1000, Step: 10, Default: 450, Whole: true, Off: "none",
				Doc: "How many clients there are."},
			{Name: "lost-at", Label: "connections lost at", Unit: model.Milliseconds, Min: 0, Max: 1e9, SliderMax: 60000, Step: 1000, Off: "never", Fixed: true,
				Doc: "When all connections are lost. Never leaves it to restarts and failovers."},
			{Name: "reconnect", Label: "come back after", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 120000, Step: 1000, Off: "at once",
				Doc: "The pause before a client asks for a connection, after it was lost and after an attempt that failed."},
			{Name: "spread", Label: "spread over", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 120000, Step: 1000, Off: "none",
				Doc: "Jitter: a random time up to this on top of the pause."},
			{Name: "first", Label: "first attempt", Choices: []string{"waits", "at-once"}, Fixed: true,
				Doc: "Whether the pause and its jitter come before the first attempt too, or only after one that failed."},
		}},
	func(c Config) any { return &reconnect{v: c.V, stream: c.Stream} },
}

// reconnect keeps how many clients are still to come for the first time after a loss,
// not who: their random times are drawn in order. The least of m uniform numbers above u
// is 1 - (1-u) U^(1/m).
type reconnect struct {
	v      []float64 // clients, lost-at, reconnect, spread, first
	stream random.Stream
	left   float64      // clients who have not come yet since the loss
	out    float64      // clients who have come and are not connected
	from   model.Millis // when the first could come
	at     float64      // how far of the spread the last one came, 0..1
	lost   bool         // just now: the next one has to be found
}

func (d *reconnect) Next(last model.Millis) model.Millis {
	if last < 0 && d.v[1] > 0 {
		d.Lose(model.Millis(d.v[1]))
		d.lost = false
	}
	if d.left < 1 {
		return model.Forever
	}
	if d.v[3] > 0 && d.v[4] == 0 {
		u := 1 - d.stream.Float()
		d.at = 1 - float64((1-d.at)*random.Pow(u, 1/d.left))
	}
	d.left--
	d.out++
	return d.from + model.Millis(d.at*d.v[3])
}

// Lose makes all who are connected, or who have not come yet, come anew.
func (d *reconnect) Lose(now model.Millis) {
	d.left, d.at = max(0, d.v[0]-d.out), 0
	d.from = now
	if d.v[4] == 0 {
		d.from += model.Millis(d.v[2])
	}
	d.lost = true
}

func (d *reconnect) Retime(now, next model.Millis) model.Millis {
	if !d.lost {
		return next
	}
	d.lost = false
	if next < model.Forever { // somebody who was to come comes with the others
		d.left++
		d.out--
	}
	return max(now, d.Next(now))
}

// Ended lets a client go whose connection stands, and come again otherwise.
func (d *reconnect) Ended(now model.Millis, how model.Outcome) model.Millis {
	if how == model.Good || how == model.Late {
		d.out--
		return model.Forever
	}
	wait := d.v[2]
	if d.v[3] > 0 {
		wait += float64(d.stream.Float() * d.v[3])
	}
	// Who is refused at once and waits for nothing would ask for ever at one instant.
	return now + model.Millis(max(wait, 1))
}

// Rate is the mean over the time in which the clients come for the first time.
func (d *reconnect) Rate(now model.Millis) float64 {
	if d.left < 1 || now < d.from {
		return 0
	}
	return d.v[0] * 1000 / max(1000, d.v[3])
}

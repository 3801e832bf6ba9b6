package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var mixtureWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "mixture",
		Doc:    "Several kinds of work in one service, such as 99.9 % reads of 1 ms and 0.1 % reports of 1 s: each attempt is of one kind at random, by their shares.",
		Params: []model.Param{timeScaleParam, lawParam}, RowsKey: "parts", Rows: []model.Param{
			{Name: "share", Label: "share", Unit: model.Percent, Min: 0.0001, Max: 100, Step: 1, Default: 50,
				Doc: "Part of the attempts that are of this kind; shares that do not sum to 100 % are taken in proportion."},
			{Name: "mean", Label: "mean time", Unit: model.Milliseconds, Min: 0.001, Max: 3600000, SliderMax: 1000, Step: 1, Default: 10,
				Doc: "Mean service time of this kind."},
		}},
	func(c Config) any {
		shares, means := make([]float64, len(c.Rows)), make([]float64, len(c.Rows))
		for i, row := range c.Rows {
			shares[i], means[i] = row[0], row[1]
		}
		return mixtureTime{c.V, weigh(shares, means)}
	},
}

type mixtureTime struct {
	v     []float64 // time-scale, law
	times weighted
}

func (w mixtureTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	mean := w.times.at(draw.Float())
	return lawful(w.v[1], mean*w.v[0]/100, &draw)
}

func (w mixtureTime) Mean(model.Millis, Load) model.Millis {
	return model.Millis(w.times.mean * w.v[0] / 100)
}

package policy

import (
	"slices"
	"sort"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var empiricalWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "empirical",
		Doc:    "Service times as they were measured: each value of a histogram as often as it was counted. A value is used as it stands, not spread over its bucket.",
		Params: []model.Param{timeScaleParam}, RowsKey: "histogram", Rows: []model.Param{
			{Name: "value", Label: "value", Unit: model.Milliseconds, Min: 0.001, Max: 3600000, SliderMax: 1000, Step: 1, Default: 10,
				Doc: "A measured service time."},
			{Name: "count", Label: "count", Min: 0.0001, Max: 1e15, SliderMax: 1000, Step: 1, Default: 1,
				Doc: "How often it was measured."},
		}},
	func(c Config) any {
		rows := slices.Clone(c.Rows)
		slices.SortStableFunc(rows, func(a, b []float64) int {
			switch {
			case a[0] < b[0]:
				return -1
			case a[0] > b[0]:
				return 1
			}
			return 0
		})
		counts, values := make([]float64, len(rows)), make([]float64, len(rows))
		for i, row := range rows {
			values[i], counts[i] = row[0], row[1]
		}
		return empiricalTime{c.V, weigh(counts, values)}
	},
}

type empiricalTime struct {
	v     []float64 // time-scale
	times weighted
}

func (w empiricalTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	return model.Millis(w.times.at(draw.Float()) * w.v[0] / 100)
}

func (w empiricalTime) Mean(model.Millis, Load) model.Millis {
	return model.Millis(w.times.mean * w.v[0] / 100)
}

// weighted is values with the frequency of each.
type weighted struct {
	values []float64
	upTo   []float64 // share of the values up to this one; the last is 1
	mean   float64
}

func weigh(weights, values []float64) weighted {
	w := weighted{values: values, upTo: make([]float64, len(weights))}
	sum := 0.0
	for i, weight := range weights {
		sum += weight
		w.upTo[i] = sum
		w.mean += float64(weight * values[i])
	}
	w.mean /= sum
	for i := range w.upTo {
		w.upTo[i] /= sum
	}
	return w
}

// at is the value below which a share u of 0..1, 1 excluded, lies.
func (w weighted) at(u float64) float64 {
	return w.values[sort.Search(len(w.upTo)-1, func(i int) bool { return w.upTo[i] > u })]
}

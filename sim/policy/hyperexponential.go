package policy

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim/random"
)

var hyperexponentialWork = entry{
	model.Kind{Family: model.WorkFamily, Name: "hyperexponential",
		Doc: "A mix of two exponential service times, one short and one long, that contribute equally to the mean (balanced means: Whitt, \"Approximating a point process by a renewal process\", Operations Research 30, 1982): short with probability p = (1 + sqrt((cv2-1)/(cv2+1)))/2 and mean service time/2p, else with mean service time/2(1-p).",
		Params: []model.Param{serviceTimeParam, {Name: "cv2", Label: "squared variation", Unit: model.Ratio, Min: 1, Max: 10000, SliderMax: 20, Step: 1, Default: 4,
			Doc: "Squared coefficient of variation of the service time, variance / mean^2; the mean wait of one server with Poisson arrivals grows with (1 + cv2)/2 (Pollaczek-Khinchine)."}}},
	func(c Config) any { return hyperexponentialTime{ofMean{c.V}} },
}

type hyperexponentialTime struct{ ofMean }

func (w hyperexponentialTime) Time(_ model.Millis, _ Load, draw random.Stream) model.Millis {
	imbalance := math.Sqrt((w.v[1] - 1) / (w.v[1] + 1))
	weight := 1 + imbalance // 2p
	if draw.Float()*2 >= weight {
		weight = 1 - imbalance
	}
	return model.Millis(draw.Exponential() * w.v[0] / weight)
}

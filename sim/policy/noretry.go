package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var noRetry = entry{
	model.Kind{Family: model.RetryFamily, Name: "none",
		Doc: "A caller makes one attempt and no more."},
	func(Config) any { return once{} },
}

type once struct{}

func (once) Next(uint16, model.Millis, random.Stream) (model.Millis, bool) { return 0, false }

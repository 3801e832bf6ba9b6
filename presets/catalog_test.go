package presets_test

import (
	"overloadtui/model"
	"overloadtui/sim/policy"
)

// catalog is the kinds that an engine can carry out and, beside them, the shapes that
// none of them has: without settings, and a choice.
var catalog = append(policy.Catalog(), model.Catalog{
	{Family: model.QueueFamily, Name: "no-settings"},
	{Family: model.GateFamily, Name: "with-choice", Params: []model.Param{{Name: "mode", Choices: []string{"token", "leaky"}}}},
}...)

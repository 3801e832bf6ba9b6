package presets_test

import "overloadtui/model"

// catalog has the kinds that the presets use and, beside them, one of each shape that
// the format knows: without settings, with a table, in a list.
var catalog = model.Catalog{
	{Family: model.DemandFamily, Name: "constant", Params: []model.Param{load}},
	{Family: model.DemandFamily, Name: "poisson", Params: []model.Param{load}},
	{Family: model.DemandFamily, Name: "tiled", Params: []model.Param{{Name: "scale", Max: 10, Default: 1}},
		RowsKey: "segments", Rows: []model.Param{{Name: "rate", Unit: model.PerSecond, Max: 1e6}, {Name: "for", Unit: model.Milliseconds, Min: 1, Max: 1e9, Default: 1}}},
	{Family: model.WorkFamily, Name: "constant", Params: []model.Param{serviceTime}},
	{Family: model.WorkFamily, Name: "exponential", Params: []model.Param{serviceTime}},
	{Family: model.QueueFamily, Name: "fifo", Params: []model.Param{{Name: "bound", Max: 1e9, Default: 100, Whole: true}}},
	{Family: model.QueueFamily, Name: "none"},
	{Family: model.GateFamily, Name: "concurrency", Params: []model.Param{{Name: "limit", Max: 1e6, Whole: true, Off: "off"}}},
	{Family: model.GateFamily, Name: "bucket", Params: []model.Param{{Name: "mode", Choices: []string{"token", "leaky"}}}},
	{Family: model.RetryFamily, Name: "fixed", Params: []model.Param{
		{Name: "retries", Max: 100, Whole: true}, {Name: "backoff", Unit: model.Milliseconds, Max: 3600000, Default: 50}}},
	{Family: model.GuardFamily, Name: "breaker", Params: []model.Param{{Name: "failures", Unit: model.Percent, Max: 100, Default: 50}}},
}

var (
	load        = model.Param{Name: "load", Unit: model.PerSecond, Max: 1e6, Default: 90}
	serviceTime = model.Param{Name: "service-time", Unit: model.Milliseconds, Min: 0.001, Max: 3600000, Default: 10}
)

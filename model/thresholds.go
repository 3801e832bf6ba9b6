package model

// Thresholds are what the machine of the six operating states compares its evidence
// with. Each is declared in ThresholdSettings; the machine is package state.
type Thresholds struct {
	Enter, Leave, Burn      float64         // windows in a row
	Hold                    float64         // ms
	Relapse                 float64         // windows
	Goodput                 float64         // % of what was possible
	FailingHigh, FailingLow float64         // % of the operations, or of the work, that ended
	Slow                    float64         // % of the deadline
	AgeHigh, AgeLow         float64         // % of the deadline
	Predicted               float64         // % of the deadline
	Reserve                 float64         // % of the capacity
	Growth                  float64         // % of the capacity
	Representative          float64         // % of the usual demand
	Dwell                   [States]float64 // ms, 0 = no maximum
}

// StateGroup is whose settings the thresholds are: their key in a file and the
// beginning of their paths.
const StateGroup = "state"

// DefaultThresholds is every threshold at its declared default.
func DefaultThresholds() Thresholds {
	var t Thresholds
	Defaults(ThresholdSettings, &t)
	return t
}

// ThresholdSettings declare the thresholds. The pairs of a high and a low threshold
// are hysteresis: what lies between them neither enters nor leaves a state. Counts are
// of windows of a second or more; of shorter ones as many are needed as make so many
// seconds.
var ThresholdSettings = append([]Setting[Thresholds]{
	{Param{Minor: true, Name: "enter-windows", Label: "bad windows to enter", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 3, Whole: true,
		Doc: "Windows in a row whose evidence must be bad before a worse state is entered."},
		func(t *Thresholds) *float64 { return &t.Enter }},
	{Param{Minor: true, Name: "leave-windows", Label: "good windows to leave", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 5, Whole: true,
		Doc: "Windows in a row whose evidence must be good before a better state is entered. Each relapse doubles it, up to eightfold."},
		func(t *Thresholds) *float64 { return &t.Leave }},
	{Param{Minor: true, Name: "burn-windows", Label: "windows of burning reserve", Min: 1, Max: 1000, SliderMax: 60, Step: 1, Default: 10, Whole: true,
		Doc: "Windows in a row without the reserve before elevated is entered although nobody has been hurt yet. More than the others, because random arrivals use the reserve up in single windows at any load."},
		func(t *Thresholds) *float64 { return &t.Burn }},
	{Param{Minor: true, Name: "hold", Label: "hold", Unit: Milliseconds, Min: 0, Max: 3600000, SliderMax: 60000, Step: 1000, Default: 3000,
		Doc: "Least time between two automatic transitions, other than into unsafe: long enough for the last one to have an effect."},
		func(t *Thresholds) *float64 { return &t.Hold }},
	{Param{Minor: true, Name: "relapse-windows", Label: "relapse within", Min: 0, Max: 10000, SliderMax: 600, Step: 10, Default: 60, Whole: true, Off: "off",
		Doc: "Going back to a worse state within so many windows of leaving it is a relapse."},
		func(t *Thresholds) *float64 { return &t.Relapse }},
	{Param{Minor: true, Name: "goodput", Label: "goodput wanted", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 90,
		Doc: "Share of the possible goodput, the smaller of offered load and capacity, below which users are hurt."},
		func(t *Thresholds) *float64 { return &t.Goodput }},
	{Param{Minor: true, Name: "failing-high", Label: "failing, bad", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 5,
		Doc: "Share of ended operations without a good answer, or of ended work past its deadline, above which a window is bad."},
		func(t *Thresholds) *float64 { return &t.FailingHigh }},
	{Param{Minor: true, Name: "failing-low", Label: "failing, good", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 1,
		Doc: "The same share up to which a window is good."},
		func(t *Thresholds) *float64 { return &t.FailingLow }},
	{Param{Minor: true, Name: "slow", Label: "slow answers", Unit: Percent, Min: 0, Max: 100, Step: 5, Default: 50,
		Doc: "The median answer is slow when it takes longer than the service time and this share of what the deadline leaves beside it."},
		func(t *Thresholds) *float64 { return &t.Slow }},
	{Param{Minor: true, Name: "age-high", Label: "queue age, bad", Unit: Percent, Min: 0, Max: 1000, SliderMax: 100, Step: 5, Default: 50,
		Doc: "Share of the deadline above which the age of the oldest waiting attempt is bad."},
		func(t *Thresholds) *float64 { return &t.AgeHigh }},
	{Param{Minor: true, Name: "age-low", Label: "queue age, good", Unit: Percent, Min: 0, Max: 1000, SliderMax: 100, Step: 5, Default: 40,
		Doc: "Share of the deadline up to which the age of the oldest waiting attempt is good."},
		func(t *Thresholds) *float64 { return &t.AgeLow }},
	{Param{Minor: true, Name: "predicted", Label: "predicted sojourn", Unit: Percent, Min: 0, Max: 1000, SliderMax: 200, Step: 5, Default: 100,
		Doc: "Share of the deadline above which predicted wait and service mean that admitted work cannot finish in time."},
		func(t *Thresholds) *float64 { return &t.Predicted }},
	{Param{Minor: true, Name: "reserve", Label: "reserve", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 5,
		Doc: "Share of the capacity that must stay free for the failure that the service is tested for."},
		func(t *Thresholds) *float64 { return &t.Reserve }},
	{Param{Minor: true, Name: "growth", Label: "backlog growth", Unit: Percent, Min: 0, Max: 100, Step: 1, Default: 5,
		Doc: "Growth of the queue, as a share of the capacity, up to which a backlog counts as not growing."},
		func(t *Thresholds) *float64 { return &t.Growth }},
	{Param{Minor: true, Name: "representative", Label: "representative demand", Unit: Percent, Min: 0, Max: 100, Step: 5, Default: 50,
		Doc: "Share of the demand that was usual in normal which must be carried before recovering ends in normal."},
		func(t *Thresholds) *float64 { return &t.Representative }},
}, dwellSettings()...)

func dwellSettings() []Setting[Thresholds] {
	longest := [States]Millis{
		Elevated: 10 * Minute, Saturated: 2 * Minute, Degraded: 10 * Minute, Recovering: 10 * Minute, Unsafe: 5 * Minute,
	}
	var settings []Setting[Thresholds]
	for s := Elevated; s < States; s++ {
		settings = append(settings, Setting[Thresholds]{
			Param{Minor: true, Name: "max-" + s.String(), Label: "longest " + s.String(), Unit: Milliseconds, Max: float64(24 * Hour), SliderMax: float64(Hour),
				Step: float64(Minute), Default: float64(longest[s]), Off: "none",
				Doc: "Past this time the state " + s.String() + " is flagged as overstayed."},
			func(t *Thresholds) *float64 { return &t.Dwell[s] }})
	}
	return settings
}

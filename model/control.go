package model

import "fmt"

// Whether the operating states govern a run.
const (
	ControlOff = 0 // they are shown, and a person acts
	ControlOn  = 1 // the automatic actions that are legal in the present state take effect
)

// Controller bounds how control uses the brownout ladder and admission. Its settings
// are declared in ControllerSettings.
type Controller struct {
	StepEvery     float64 // ms, least time between two rungs down the ladder
	RungHold      float64 // ms, least time that a rung is held before it is stepped back
	Jitter        float64 // ms
	FailSafe      float64 // rung
	Room          float64 // % of capacity x deadline
	TenantCap     float64 // % of the work
	IsolatedShare float64 // % of the work
	Longest       float64 // ms, of an override
}

// ControllerGroup is whose settings they are: their key in a file and the beginning of
// their paths.
const ControllerGroup = "controller"

// DefaultController is every setting of control at its declared default.
func DefaultController() Controller {
	var c Controller
	Defaults(ControllerSettings, &c)
	return c
}

// ControllerSettings declare how control acts.
var ControllerSettings = []Setting[Controller]{
	{Param{Minor: true, Name: "step-every", Label: "rung at most every", Unit: Milliseconds, Min: 0, Max: float64(Hour), SliderMax: 60000, Step: 1000, Default: 3000,
		Doc: "Rate limit of the ladder: least time between two rungs down, one at a time, so that the effect of each is seen before the next."},
		func(c *Controller) *float64 { return &c.StepEvery }},
	{Param{Minor: true, Name: "rung-hold", Label: "rung held for", Unit: Milliseconds, Min: 0, Max: float64(Hour), SliderMax: 60000, Step: 1000, Default: 5000,
		Doc: "Least time that a rung is held before it is stepped back, one at a time."},
		func(c *Controller) *float64 { return &c.RungHold }},
	{Param{Minor: true, Name: "rung-jitter", Label: "rung jitter", Unit: Milliseconds, Min: 0, Max: float64(Hour), SliderMax: 10000, Step: 100, Off: "none",
		Doc: "Each step of the ladder waits a random time up to this, so that several cells that see the same evidence do not switch in step."},
		func(c *Controller) *float64 { return &c.Jitter }},
	{Param{Minor: true, Name: "fail-safe-rung", Label: "fail-safe rung", Min: 0, Max: 16, Step: 1, Default: 2, Whole: true,
		Doc: "Rung that is in force at least while a signal that control rests on is lost; a shorter ladder has its last one."},
		func(c *Controller) *float64 { return &c.FailSafe }},
	{Param{Minor: true, Name: "room", Label: "tightened room", Unit: Percent, Min: 1, Max: 1000, SliderMax: 200, Step: 5, Default: 90,
		Doc: "While admission is tightened, a service has at most this share of capacity x deadline in the system: what can finish in time, by Little's law."},
		func(c *Controller) *float64 { return &c.Room }},
	{Param{Minor: true, Name: "tenant-cap", Label: "tenant cap", Unit: Percent, Min: 0, Max: 100, Step: 5, Off: "none",
		Doc: "Share of the capacity that any one tenant may use while admission is tightened or bounded."},
		func(c *Controller) *float64 { return &c.TenantCap }},
	{Param{Minor: true, Name: "isolated-share", Label: "share when isolated", Unit: Percent, Min: 0, Max: 100, Step: 5, Default: 10,
		Doc: "Share of the capacity that a tenant may use while a person isolates it."},
		func(c *Controller) *float64 { return &c.IsolatedShare }},
	{Param{Minor: true, Name: "longest-override", Label: "longest override", Unit: Milliseconds, Min: 1000, Max: float64(24 * Hour), SliderMax: float64(Hour), Step: 60000, Default: float64(Hour),
		Doc: "The longest lifetime that an operator's override can have."},
		func(c *Controller) *float64 { return &c.Longest }},
}

// What control can do by itself.
const (
	DoDefer    = iota // classes that are deferred from rung 1 on are set aside: the first rung
	DoTighten         // no more is admitted than can finish in time
	DoSuppress        // clients are told not to retry, whatever their attempt has ended as
	DoRung            // the ladder is deepened, held, and stepped back
	DoBound           // bounded classes are admitted up to their allocations
	DoReplay          // deferred work is redone under its cap
	Doings     = iota
)

// Action is something that control may do by itself. Every one is bounded and says so:
// an action without a population, a priority policy, an enforcement point, a longest
// time and a rollback condition is refused by Validate.
type Action struct {
	Do         float64 // DoDefer .. DoReplay
	Population string  // who it applies to
	Priority   string  // who is spared
	Point      string  // the earliest point that enforces it
	Rollback   string  // what ends it
	Longest    float64 // ms in force, after which it is rolled back and handed to a person
}

// ActionSettings are the settings of an action.
var ActionSettings = []Setting[Action]{
	{Param{Name: "do", Label: "action", Choices: []string{"defer", "tighten", "suppress-retries", "rung", "bound", "replay"}, Fixed: true,
		Doc: "What is done: defer sets optional classes aside (the first rung), tighten admits no more than can finish in time, suppress-retries lets nobody retry, rung deepens the ladder and steps it back, bound holds classes to their allocations, replay redoes deferred work under its cap."},
		func(a *Action) *float64 { return &a.Do }},
	{Param{Name: "longest", Label: "longest", Unit: Milliseconds, Min: 1, Max: float64(24 * Hour), Step: 60000, Default: float64(Hour), Fixed: true,
		Doc: "How long it may be in force. At the end of the window in which this is over it is rolled back and handed to a person, and it stays off until normal has been reached."},
		func(a *Action) *float64 { return &a.Longest }},
}

// Name is what a person reads for an action.
func (a *Action) Name() string { return ActionSettings[0].Format(a.Do) }

// Check says what an action lacks.
func (a *Action) Check() error {
	for _, setting := range ActionSettings {
		if err := setting.Check(*setting.At(a)); err != nil {
			return fmt.Errorf("action %s: %w", a.Name(), err)
		}
	}
	for _, part := range []struct{ name, text string }{
		{"population", a.Population}, {"priority", a.Priority}, {"point", a.Point}, {"rollback", a.Rollback},
	} {
		if part.text == "" {
			return fmt.Errorf("action %s: %s is missing; an automatic action names its population, priority, enforcement point, longest time and rollback", a.Name(), part.name)
		}
	}
	return nil
}

// checkActions says which action is not bounded, or stands twice.
func checkActions(actions []Action) error {
	var seen [Doings]bool
	for i := range actions {
		a := &actions[i]
		if err := a.Check(); err != nil {
			return err
		}
		if seen[int(a.Do)] {
			return fmt.Errorf("action %s stands twice", a.Name())
		}
		seen[int(a.Do)] = true
	}
	return nil
}

// DefaultActions are the automatic actions of a scenario that declares none.
func DefaultActions() []Action {
	hour := float64(Hour)
	return []Action{
		{DoDefer, "classes bounded from rung 1", "all other classes", "the door of the first service", "normal again", hour},
		{DoTighten, "all attempts", "floors, then reserves, of the higher priorities", "the door of the first service", "normal again", hour},
		{DoSuppress, "attempts after the first", "first attempts", "the client", "saturated left", hour},
		{DoRung, "optional work of every operation", "core reads", "the workers", "demand cleared, one rung at a time", hour},
		{DoBound, "classes with a rung that bounds them", "classes without one", "the door of the first service", "degraded left", hour},
		{DoReplay, "deferred operations", "foreground, then the failure reserve", "the replay limiter", "a pause condition, or nothing left", 24 * hour},
	}
}

// DeclaredActions are the scenario's automatic actions, or the default ones.
func (s *Scenario) DeclaredActions() []Action {
	if s.Actions == nil {
		return DefaultActions()
	}
	return s.Actions
}

// legalActions is the table of what control may do in each state.
var legalActions = [States][Doings]bool{
	Normal:     {DoReplay: true}, // what recovering began goes on, governed, until nothing is left
	Elevated:   {DoDefer: true},
	Saturated:  {DoDefer: true, DoTighten: true, DoSuppress: true, DoRung: true},
	Degraded:   {DoDefer: true, DoTighten: true, DoRung: true, DoBound: true},
	Recovering: {DoDefer: true, DoTighten: true, DoRung: true, DoReplay: true},
	Unsafe:     {DoDefer: true, DoTighten: true, DoSuppress: true, DoRung: true, DoBound: true},
}

// LegalAction says whether control may do something in a state.
func LegalAction(in State, do int) bool { return legalActions[in][do] }

// ControlView is what a screen shows of control.
type ControlView struct {
	On        bool
	Rung      int
	Heading   int    // the rung that control heads for
	NextStep  Millis // the earliest time of its next step
	Actions   []ActionView
	Overrides []Override // in force, oldest first
	Savings   []Saving   // of the last steps of the ladder, oldest first
}

// ActionView is an automatic action and whether it is in force.
type ActionView struct {
	Action
	Legal   bool // in the present state
	InForce bool
	Spent   bool // it has been in force for its longest time and waits for a person
	Since   Millis
}

// Saving compares what a step of the ladder was to save with what it has: worker time
// of an attempt at the constrained service, in the windows since the step before and
// in the first whole ones after it.
type Saving struct {
	At       Millis
	From, To int     // rungs
	Expected float64 // share of the worker time per attempt, 0..1; negative on the way back
	Observed float64 // the same, measured; NaN until some windows have passed
}

// Package live lets a scenario run beside a person: one goroutine owns the engine,
// paces it against the wall clock, carries out commands at definite simulated
// times, and publishes a snapshot at each beat.
//
//	person --Do--> mailbox --beat--> engine --beat--> snapshot <--Snapshot-- screen
package live

import (
	"context"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"overloadtui/model"
	"overloadtui/sim"
)

const (
	// beat is how often the runner acts.
	beat = 20 * time.Millisecond
	// budget is how much of a beat the engine may use; what it could not do shows as
	// lag and is given up, so that a pause or a quit is never waited for.
	budget = 12 * time.Millisecond
	// slice is how much simulated time runs between two looks at the wall clock, at
	// most.
	slice = model.Millis(10)
)

// Runner runs a scenario live. Snapshot and Do may be called from any goroutine at
// any time; Run is called once.
type Runner struct {
	scenario *model.Scenario
	defaults []float64 // of the knobs, in the scenario; a restart keeps what was changed
	snapshot atomic.Pointer[model.Snapshot]

	mu      sync.Mutex
	mailbox []model.Command

	// Owned by the goroutine in Run.
	engine   *sim.Engine
	run      int
	beats    uint64
	paused   bool
	speed    float64 // 0 is as fast as possible
	stepTo   model.Millis
	anchor   time.Time    // wall time at which
	origin   model.Millis // simulated time was this
	lag      model.Millis
	notice   string
	noticeID uint64
	err      error
}

// New is a runner for the scenario, whose clients go on without end; its first
// snapshot is there at once. The error is the scenario's Validate.
func New(s *model.Scenario) (*Runner, error) {
	s = s.Clone()
	s.Duration = 0
	r := &Runner{scenario: s, speed: 1}
	if err := r.begin(s); err != nil {
		return nil, err
	}
	for _, k := range r.engine.Knobs() {
		r.defaults = append(r.defaults, k.Initial)
	}
	r.publish()
	return r, nil
}

// Snapshot is the newest snapshot.
func (r *Runner) Snapshot() *model.Snapshot { return r.snapshot.Load() }

// Do puts a command into the mailbox; it is carried out at the next beat.
func (r *Runner) Do(c model.Command) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.mailbox = append(r.mailbox, c)
}

// Run paces the engine until the context ends, which is not an error. A panic in
// the engine ends it too and comes back as the error, which the last snapshot also
// carries.
func (r *Runner) Run(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the engine stopped at %v: %v", r.engine.Now(), p)
			r.err = err
			r.sayLast()
		}
	}()
	r.reanchor()
	ticker := time.NewTicker(beat)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
		r.advance()
		for _, c := range r.take() {
			r.obey(c)
		}
		r.publish()
	}
}

// Leap runs to an instant of simulated time at once, carries out there what is in the
// mailbox, and publishes. It stands in for Run where no person watches and the same
// commands shall come at the same times: in pictures and in tests. Pause and speed do
// not hold it. Never call it beside Run.
func (r *Runner) Leap(to model.Millis) {
	r.engine.RunUntil(to)
	for _, c := range r.take() {
		r.obey(c)
	}
	r.publish()
}

func (r *Runner) take() []model.Command {
	r.mu.Lock()
	defer r.mu.Unlock()
	cs := r.mailbox
	r.mailbox = nil
	return cs
}

// advance runs the engine to where it should be by now, within the budget.
func (r *Runner) advance() {
	start := time.Now()
	now := r.engine.Now()
	target := r.target(start)
	if r.paused {
		target = r.stepTo
		r.origin = max(now, target)
	}
	for now < target && time.Since(start) < budget {
		now = min(target, now+slice)
		r.engine.RunUntil(now)
	}
	r.lag = 0
	if now < target && !r.paused && r.speed > 0 {
		r.lag = target - now
	}
	if r.speed == 0 || r.lag > 0 {
		r.reanchor()
	}
}

// target is the simulated time that belongs to a wall time, in whole milliseconds,
// so that the times of changes are short numbers in a file.
func (r *Runner) target(now time.Time) model.Millis {
	if r.speed == 0 {
		return r.engine.Now() + model.Hour
	}
	elapsed := float64(now.Sub(r.anchor)) / float64(time.Millisecond)
	return model.Millis(math.Floor(float64(r.origin) + float64(elapsed*r.speed)))
}

// reanchor makes the present moment the one from which simulated time is paced, so
// that a pause, a new speed or lag is not made up for afterwards.
func (r *Runner) reanchor() {
	r.anchor, r.origin = time.Now(), r.engine.Now()
}

// obey carries out a command at the engine's present time.
func (r *Runner) obey(c model.Command) {
	switch c.Kind {
	case model.SetKnob, model.Note:
		change := model.Change{At: r.engine.Now(), Path: c.Path, To: c.Value, Who: you, Note: c.Text}
		if err := r.engine.Change(change); err != nil {
			r.say(err.Error())
		}
	case model.GiveOrder:
		why := c.Order.Kind.Forbidden(r.engine.State().State, r.engine.Control().On)
		if why != "" {
			r.say(c.Order.Say() + ": " + why)
			return
		}
		if why := r.engine.Forbids(c.Order.Kind); why != "" {
			r.say(c.Order.Say() + ": " + why)
			return
		}
		change := model.Change{At: r.engine.Now(), Who: you, Note: c.Order.Say(), Order: c.Order}
		if err := r.engine.Change(change); err != nil {
			r.say(err.Error())
		}
	case model.Pause:
		r.paused, r.stepTo = true, 0
	case model.Resume:
		r.paused = false
		r.reanchor()
	case model.StepWindow:
		if r.paused {
			window := r.scenario.Window
			r.stepTo = model.Millis((math.Floor(float64(r.engine.Now())/window) + 1) * window)
		}
	case model.SetSpeed:
		if c.Value < 0 || math.IsNaN(c.Value) || math.IsInf(c.Value, 0) {
			r.say(fmt.Sprintf("speed: %v is out of range; it is 0 for as fast as possible, or more", c.Value))
			return
		}
		r.speed = c.Value
		r.reanchor()
	case model.Restart, model.Reset:
		r.restart(c)
	}
}

// restart begins anew at time 0: with what the person has changed so far, or as the
// scenario is. What the scenario's own timeline has changed is changed by it again.
func (r *Runner) restart(c model.Command) {
	s := r.scenario.Clone()
	if c.Kind == model.Restart {
		var err error
		if s, err = changed(r.engine.Recording()); err != nil {
			r.say(err.Error())
			return
		}
	}
	s.Seed = c.Seed
	if err := r.begin(s); err != nil {
		r.say(err.Error())
		return
	}
	r.stepTo = 0
	r.reanchor()
}

// you is who makes the changes that come through the mailbox.
const you = "you"

// changed is the scenario of a run with a person's changes made from the start.
func changed(run model.Recording) (*model.Scenario, error) {
	s := run.Scenario.Clone()
	knobs, err := s.Knobs(sim.Catalog())
	if err != nil {
		return nil, err
	}
	for _, c := range run.Changes {
		if c.Who != you || c.Path == "" {
			continue
		}
		if err := knobs.Assign(model.Assignment{Path: c.Path, To: c.To}); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (r *Runner) begin(s *model.Scenario) error {
	e, err := sim.New(s)
	if err != nil {
		return err
	}
	r.engine = e
	r.run++
	return nil
}

// sayLast publishes the error that ended the run. The engine may be too broken to be
// asked anything more; the last snapshot is carried on then.
func (r *Runner) sayLast() {
	defer func() {
		if recover() != nil {
			last := *r.snapshot.Load()
			last.Err = r.err
			r.snapshot.Store(&last)
		}
	}()
	r.publish()
}

func (r *Runner) say(notice string) {
	r.notice = notice
	r.noticeID++
}

func (r *Runner) publish() {
	r.beats++
	rec := r.engine.Recording()
	knobs := r.engine.Knobs()
	views := make([]model.KnobView, len(knobs))
	for i, k := range knobs {
		views[i] = model.KnobView{KnobDecl: k.KnobDecl, Now: k.Value()}
		views[i].Initial = r.defaults[i]
	}
	r.snapshot.Store(&model.Snapshot{
		Beat: r.beats, Run: r.run, Now: r.engine.Now(), Speed: r.speed, Paused: r.paused, Lag: r.lag,
		Scenario: rec.Scenario, Seed: rec.Seed, Knobs: views, Journal: rec.Changes,
		Points: rec.Points, FirstPoint: rec.First, Live: r.engine.Live(), State: r.engine.State(),
		Control: r.engine.Control(), Audit: r.engine.Audit(), Recovery: r.engine.Recovery(),
		Notice: r.notice, NoticeID: r.noticeID, Err: r.err,
	})
}

package ui

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"overloadtui/model"
)

// fake is a source with a script instead of an engine: a fluid that fills and drains
// a queue, just good enough to give the panels something to draw.
type fake struct {
	mu       sync.Mutex
	snap     *model.Snapshot
	commands []model.Command
	scenario *model.Scenario
	knobs    []model.KnobView
	points   []model.Point
	journal  []model.Change
	log      []model.Transition
	queue    float64
	total    model.Counts
	frozen   bool // does not take commands over by itself
	beat     uint64
	paused   bool
	speed    float64
	run      int
	seed     uint64
	notice   uint64
	control  func(*model.Snapshot) // what control adds to a snapshot
}

func fakeKnobs() []model.KnobView {
	p := func(path, group string, param model.Param, now float64) model.KnobView {
		short := param.Name
		return model.KnobView{KnobDecl: model.KnobDecl{Param: param, Path: path, Short: short, Group: group, Initial: param.Default}, Now: now}
	}
	return []model.KnobView{
		p("web.load", "web", model.Param{Name: "load", Label: "offered load", Unit: model.PerSecond, Max: 100000, SliderMax: 300, Step: 5, Default: 90, Doc: "Operations started per second, retries not counted."}, 90),
		p("web.deadline", "web", model.Param{Name: "deadline", Label: "deadline", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 2000, Step: 10, Default: 200, Doc: "How long an answer is of use to the client."}, 200),
		p("web.scope", "web", model.Param{Name: "scope", Label: "deadline scope", Choices: []string{"operation", "attempt"}, Fixed: true}, 0),
		p("web.server.retries", "web.server", model.Param{Name: "retries", Label: "retries", Max: 10, SliderMax: 6, Step: 1, Whole: true, Off: "none", Doc: "How often a client tries again."}, 0),
		p("web.server.backoff", "web.server", model.Param{Name: "backoff", Label: "backoff", Unit: model.Milliseconds, Max: 60000, SliderMax: 500, Step: 10, Default: 50, Doc: "How long it waits before that."}, 50),
		p("web.server.timeout", "web.server", model.Param{Name: "timeout", Label: "call timeout", Unit: model.Milliseconds, Max: 3600000, SliderMax: 2000, Step: 10, Off: "none", Minor: true}, 0),
		p("server.concurrency.limit", "server", model.Param{Name: "limit", Label: "admission limit", Max: 100000, SliderMax: 80, Step: 1, Whole: true, Off: "off", Doc: "How many attempts may be in the system."}, 0),
		p("server.service-time", "server", model.Param{Name: "service-time", Label: "service time", Unit: model.Milliseconds, Min: 0.1, Max: 60000, SliderMax: 100, Step: 1, Default: 10}, 10),
		p("server.bound", "server", model.Param{Name: "bound", Label: "queue bound", Max: 1e6, SliderMax: 500, Step: 10, Off: "no cap", Whole: true}, 0),
		p("server.workers", "server", model.Param{Name: "workers", Label: "workers", Max: 100000, SliderMax: 16, Step: 1, Default: 1, Whole: true}, 1),
		p("server.optional", "server", model.Param{Name: "optional", Label: "optional work", Unit: model.Percent, Max: 100, Step: 5, Default: 40, Minor: true}, 40),
		p("rung", "run", model.Param{Name: "rung", Label: "brownout rung", Max: 4, Step: 1, Whole: true}, 0),
		p("telemetry", "run", model.Param{Name: "telemetry", Label: "telemetry", Choices: []string{"fresh", "lost"}, Minor: true}, 0),
		p("state.enter-windows", "state", model.Param{Name: "enter-windows", Label: "bad windows to enter", Min: 1, Max: 1000, SliderMax: 20, Step: 1, Default: 3, Whole: true, Minor: true}, 3),
		p("state.hold", "state", model.Param{Name: "hold", Label: "hold", Unit: model.Milliseconds, Max: 3600000, SliderMax: 60000, Step: 1000, Default: 3000, Minor: true}, 3000),
	}
}

func newFake() *fake {
	f := &fake{seed: 23, speed: 1, knobs: fakeKnobs()}
	f.scenario = &model.Scenario{
		Name: "collapse", Title: "One server, too much load", Seed: 23, Window: 1000,
		Try:      []string{"raise the load to 110 and watch goodput."},
		Services: []model.Service{{Name: "server"}}, Routes: []model.Route{{Name: "web"}},
	}
	f.publish()
	return f
}

func (f *fake) value(path string) float64 {
	for _, k := range f.knobs {
		if k.Path == path {
			return k.Now
		}
	}
	panic(path)
}

// Do takes a command; all but a frozen source carry it out at once.
func (f *fake) Do(c model.Command) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.commands = append(f.commands, c)
	if !f.frozen {
		f.carryOut(c)
		f.publish()
	}
}

func (f *fake) carryOut(c model.Command) {
	now := f.now()
	switch c.Kind {
	case model.SetKnob:
		for i := range f.knobs {
			if f.knobs[i].Path == c.Path {
				f.knobs[i].Now = c.Value
			}
		}
		f.journal = append(f.journal, model.Change{At: now, Path: c.Path, To: c.Value, Who: "you"})
	case model.Pause:
		f.paused = true
	case model.Resume:
		f.paused = false
	case model.SetSpeed:
		f.speed = c.Value
	case model.Note:
		f.journal = append(f.journal, model.Change{At: now, Note: c.Text, Who: "you"})
	case model.StepWindow:
		f.window()
	case model.Restart, model.Reset:
		f.points, f.journal, f.log, f.queue, f.total = nil, nil, nil, 0, model.Counts{}
		f.run, f.seed = f.run+1, c.Seed
	}
}

func (f *fake) now() model.Millis { return model.Millis(len(f.points)) * 1000 }

// Snapshot is the newest one.
func (f *fake) Snapshot() *model.Snapshot {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.snap
}

// windows lets simulated time go on.
func (f *fake) windows(n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for range n {
		f.window()
	}
	f.publish()
}

func (f *fake) window() {
	load, retries, lim := f.value("web.load"), f.value("web.server.retries"), f.value("server.concurrency.limit")
	capacity := 1000 / f.value("server.service-time") * f.value("server.workers")
	deadline := f.value("web.deadline")
	t := f.now()
	p := model.Point{Index: len(f.points), Start: t, End: t + 1000, Capacity: capacity, Deadline: model.Millis(deadline)}
	wobble := 1 + 0.02*math.Sin(float64(p.Index))
	wait := f.queue / capacity * 1000
	amp := 1.0
	if wait > deadline {
		amp += retries
	}
	p.Offered = int64(load * wobble)
	p.Attempts = int64(float64(p.Offered) * amp)
	room := math.Inf(1)
	if lim > 0 {
		room = math.Max(lim-f.queue, 0) + capacity
	}
	p.Admitted = int64(math.Min(float64(p.Attempts), room))
	p.Rejected = p.Attempts - p.Admitted
	p.Served = int64(math.Min(f.queue+float64(p.Admitted), capacity))
	f.queue += float64(p.Admitted - p.Served)
	if wait > deadline {
		p.Wasted = p.Served
	}
	p.Good = p.Served - p.Wasted
	p.Abandoned = min(p.Wasted, p.Offered)
	p.Failed = min(p.Rejected, p.Offered)
	p.Queue, p.InService, p.Busy = int(f.queue), 1, float64(p.Served)/capacity
	p.P50, p.P99 = model.Millis(wait+10), model.Millis(wait*1.1+20)
	p.Age = model.Millis(wait)
	f.total.Add(&p.Counts)
	p.Total = f.total
	last := model.Normal
	if n := len(f.points); n > 0 {
		last = f.points[n-1].State
	}
	switch {
	case wait > deadline:
		p.State = model.Saturated
	case wait > deadline/2:
		p.State = model.Elevated
	case last == model.Saturated:
		p.State = model.Recovering
	}
	if p.State != last {
		f.log = append(f.log, model.Transition{At: p.End, From: last, To: p.State, Cause: "automatic",
			Why:   fmt.Sprintf("predicted %.0f ms against the deadline of %.0f ms", wait, deadline),
			Gates: []model.Gate{{Name: "predicted sojourn", Value: fmt.Sprintf("%.0f ms", wait), Needs: fmt.Sprintf("> %.0f ms", deadline), Met: true}}})
	}
	f.points = append(f.points, p)
}

func (f *fake) publish() {
	f.beat++
	capacity := 1000 / f.value("server.service-time") * f.value("server.workers")
	st := model.Normal
	since := model.Millis(0)
	if n := len(f.points); n > 0 {
		st = f.points[n-1].State
	}
	if n := len(f.log); n > 0 {
		since = f.log[n-1].At
	}
	view := model.StateView{State: st, Since: since, MaxDwell: model.Minute, Why: "p99 within the deadline, queue age 4 % of it", Nearest: 0, Log: f.log[:len(f.log):len(f.log)]}
	for to := range model.State(model.States) {
		if legal, manual := model.Legal(st, to); legal {
			view.Ways = append(view.Ways, model.Way{To: to, Have: 1, Need: 3, Manual: manual, Gates: []model.Gate{
				{Name: "predicted sojourn", Value: "214 ms", Needs: "> 200 ms", Met: true},
				{Name: "rung", Value: "1", Needs: ">= 2", Met: false},
			}})
		}
	}
	f.snap = &model.Snapshot{
		Beat: f.beat, Run: f.run, Now: f.now(), Speed: f.speed, Paused: f.paused, Scenario: f.scenario, Seed: f.seed,
		Knobs: append([]model.KnobView(nil), f.knobs...), Journal: f.journal[:len(f.journal):len(f.journal)],
		Points: f.points[:len(f.points):len(f.points)], State: view, NoticeID: f.notice,
		Live: model.Live{Queue: int(f.queue), InService: 1, Capacity: capacity, Limit: f.value("server.concurrency.limit"), Deadline: model.Millis(f.value("web.deadline")), Age: model.Millis(f.queue / capacity * 1000), InFlight: int64(f.queue) + 1},
	}
	if f.control != nil {
		f.control(f.snap)
	}
}

// chain is a source whose scenario has three services, two classes, five tenants and
// sixty knobs.
func chain(tenants int) *fake {
	f := story()
	f.scenario.Name, f.scenario.Title = "cascade", "A slow database takes its callers down"
	f.scenario.Story = "Three services call each other. The last one gets slow, the queues in front of it fill from behind, and the first one refuses work that it could do."
	f.scenario.Try = []string{"Raise the service time of the database from 10 ms to 25 ms and watch which queue grows first, and which after it.", "Give the call of the database a timeout of 50 ms.", "Add three retries."}
	f.scenario.Classes = []model.Class{{Name: "priority"}, {Name: "standard"}}
	f.scenario.Services = []model.Service{{Name: "front"}, {Name: "orders"}, {Name: "database"}}
	f.scenario.Routes = []model.Route{{Name: "web", Tenants: float64(tenants), Path: []model.Hop{{Service: "front"}, {Service: "orders"}, {Service: "database"}}}}
	for i := range f.points {
		p := &f.points[i]
		p.Services = []model.Gauge{{Queue: p.Queue / 10, Busy: 0.31}, {Queue: p.Queue / 5, Busy: 0.5, Age: 12}, {Queue: p.Queue - p.Queue/10 - p.Queue/5, Busy: 1, Age: p.Age}}
		p.Classes, p.Tenants = split(p, 2), split(p, tenants)
		p.Reasons[model.Limited], p.Reasons[model.QueueFull] = p.Rejected/2, p.Rejected-p.Rejected/2
	}
	for _, owner := range []string{"web.front", "web.orders", "web.database", "front", "orders", "database"} {
		for i, k := range fakeKnobs()[3:11] {
			if _, ok := strings.CutPrefix(owner, "web."); ok != (i < 3) {
				continue // the call's knobs are the first three
			}
			k.Path, k.Group = owner+"."+k.Name, owner
			k.Short = k.Path
			f.knobs = append(f.knobs, k)
		}
	}
	slices.SortStableFunc(f.knobs, func(a, b model.KnobView) int { return cmp.Compare(rank(a.Group), rank(b.Group)) })
	f.publish()
	return f
}

// rank puts what is the run's last.
func rank(group string) int { return slices.Index([]string{"run", "state"}, group) }

// split gives each part its share of a window's counts, the first one the rest.
func split(p *model.Point, n int) []model.ClassPoint {
	parts := make([]model.ClassPoint, n)
	for i := range parts {
		c := &parts[i]
		c.P50, c.P99 = p.P50, p.P99
		c.Counts = model.Counts{Offered: p.Offered / int64(n), Attempts: p.Attempts / int64(n), Admitted: p.Admitted / int64(n), Rejected: p.Rejected / int64(n), Served: p.Served / int64(n), Good: p.Good / int64(n)}
		if i == 0 {
			m := int64(n - 1)
			c.Offered, c.Attempts, c.Admitted = p.Offered-m*c.Offered, p.Attempts-m*c.Attempts, p.Admitted-m*c.Admitted
			c.Rejected, c.Served, c.Good = p.Rejected-m*c.Rejected, p.Served-m*c.Served, p.Good-m*c.Good
		}
	}
	return parts
}

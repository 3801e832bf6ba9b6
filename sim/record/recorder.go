package record

import (
	"unsafe"

	"overloadtui/model"
)

// A recorder keeps as many windows as fit into a fixed amount of memory, but no more
// than maxPoints; older ones are dropped, a tenth at a time, so that a run of any
// length has bounded memory. At windows of one second maxPoints is more than a day of
// simulated time.
const (
	maxPoints   = 100_000
	pointMemory = 96 << 20 // bytes
)

// Windows show spans in steps of a tenth of a millisecond, up to an hour.
const (
	windowUnit model.Millis = 0.1
	windowMax               = model.Hour
)

// Recorder turns facts into points. The zero value is not ready; use New.
type Recorder struct {
	start   model.Millis
	index   int
	first   int // index of points[0]
	cur     model.Counts
	total   model.Counts
	reasons [model.Reasons]int64
	latency *Latency
	ended   model.Ledger // worker time of the work that ended in the window, ms
	spent   model.Ledger // the same since the start
	classes []group
	tenants []group
	routes  []group
	points  []model.Point
	most    int // points that are kept
}

// Inherit takes over the histogram of a recorder that is not used any more.
func (r *Recorder) Inherit(old *Recorder) {
	if old.latency != nil {
		r.latency, old.latency = old.latency, nil
		r.latency.Reset()
	}
}

// sojourns is the histogram of the window that is open.
func (r *Recorder) sojourns() *Latency {
	if r.latency == nil {
		r.latency = NewLatency(windowUnit, windowMax)
	}
	return r.latency
}

// group is one class, one tenant or one route.
type group struct {
	cur, total model.Counts
	reasons    [model.Reasons]int64
	apart      model.Ended
	latency    *Latency
}

// New is a recorder for a run with that many services, classes, tenants and routes. 0
// or 1 of the last three keeps no counts of its own, because they would be the totals
// again.
func New(services, classes, tenants, routes int) *Recorder {
	r := &Recorder{classes: groups(classes), tenants: groups(tenants), routes: groups(routes)}
	size := unsafe.Sizeof(model.Point{}) + uintptr(services)*unsafe.Sizeof(model.Gauge{}) +
		uintptr(len(r.classes)+len(r.tenants)+len(r.routes))*unsafe.Sizeof(model.ClassPoint{})
	r.most = max(10, min(maxPoints, int(pointMemory/size))/10*10)
	return r
}

func groups(n int) []group {
	if n < 2 {
		return nil
	}
	gs := make([]group, n)
	for i := range gs {
		gs[i].latency = NewLatency(windowUnit, windowMax)
	}
	return gs
}

// closeAll ends the window of each group.
func closeAll(gs []group) []model.ClassPoint {
	if gs == nil {
		return nil
	}
	points := make([]model.ClassPoint, len(gs))
	for i := range gs {
		g := &gs[i]
		g.total.Add(&g.cur)
		points[i] = model.ClassPoint{Counts: g.cur, Total: g.total, P50: g.latency.Percentile(50), P99: g.latency.Percentile(99), Reasons: g.reasons, Apart: g.apart}
		g.cur, g.reasons, g.apart = model.Counts{}, [model.Reasons]int64{}, model.Ended{}
		g.latency.Reset()
	}
	return points
}

// Add counts a fact. Counts are of operations and of attempts at the services that
// clients call; what services ask of each other is not demand.
func (r *Recorder) Add(f *model.Fact) {
	if f.Reason != model.NoReason {
		r.reason(f)
	}
	if f.Worked > 0 {
		r.ended[use(f)] += float64(f.Worked - f.Shed)
		r.ended[model.ShedUse] += float64(f.Shed)
	}
	if f.Hop != 0 {
		return
	}
	count(&r.cur, r.sojourns(), f)
	if r.classes != nil {
		g := &r.classes[f.Class]
		count(&g.cur, g.latency, f)
		if f.Apart {
			g.apart.All++
			if f.Outcome == model.Good {
				g.apart.Good++
			}
		}
	}
	if r.tenants != nil {
		g := &r.tenants[f.Tenant]
		count(&g.cur, g.latency, f)
	}
	if r.routes != nil {
		g := &r.routes[f.Route]
		count(&g.cur, g.latency, f)
	}
}

// reason counts why an attempt was not served. Health probes are of no route, and the
// classes' and tenants' counts are of operations' attempts.
func (r *Recorder) reason(f *model.Fact) {
	r.reasons[f.Reason]++
	if f.Route < 0 {
		return
	}
	if r.classes != nil {
		r.classes[f.Class].reasons[f.Reason]++
	}
	if r.tenants != nil {
		r.tenants[f.Tenant].reasons[f.Reason]++
	}
	if r.routes != nil {
		r.routes[f.Route].reasons[f.Reason]++
	}
}

// use is what the worker time of an attempt that has ended went into.
func use(f *model.Fact) model.Use {
	switch {
	case f.Kind == model.Filled:
		return model.WarmUse
	case f.Kind == model.Erred, f.Reason == model.Restarting:
		return model.FailedUse
	case f.Kind != model.Served, !f.Useful:
		return model.NobodyUse
	case !f.InTime:
		return model.LateUse
	case f.Replay:
		return model.ReplayUse
	case f.Attempt > 1:
		return model.RetriedUse
	}
	return model.OnTime
}

func count(c *model.Counts, latency *Latency, f *model.Fact) {
	switch f.Kind {
	case model.Offered:
		c.Offered++
	case model.Sent:
		c.Attempts++
		if f.Replay {
			c.Replays++
		}
	case model.Withheld:
		c.Withheld++
	case model.Refused:
		if f.Reason != model.SetAside { // that is no refusal for its client
			c.Rejected++
		}
	case model.Admitted:
		c.Admitted++
	case model.Served:
		c.Served++
		if !f.Useful {
			c.Wasted++
		}
		if !f.InTime {
			c.LateWork++
		}
		if !f.Replay { // nobody waits for it
			latency.Add(f.Value)
		}
	case model.TakenBack:
		c.TakenBack++
	case model.Erred:
		c.Errors++
	case model.Dropped:
		switch f.Reason {
		case model.Evicted:
			c.Evicted++
		case model.Restarting:
			c.Errors++
		default:
			c.Expired++
		}
	case model.Resolved:
		if f.Replay {
			if f.Outcome == model.Good {
				c.Replayed++
			}
			return
		}
		switch f.Outcome {
		case model.Good:
			c.Good++
		case model.Late:
			c.Late++
		case model.Abandoned:
			c.Abandoned++
		case model.Deferred:
			c.Deferred++
		default:
			c.Failed++
		}
	}
}

// Close ends the window at the instant at and returns its point, to which the
// caller may still add the gauges and the state before it closes the next. Its ledgers
// are worker time in ms of the work that has ended; the caller makes shares of them.
func (r *Recorder) Close(at model.Millis) *model.Point {
	r.total.Add(&r.cur)
	p := model.Point{
		Index: r.index, Start: r.start, End: at,
		Counts: r.cur, Total: r.total, InFlight: r.total.InFlight(),
		Reasons: r.reasons,
		P50:     r.sojourns().Percentile(50), P99: r.sojourns().Percentile(99),
	}
	r.latency.Reset()
	for use, worked := range r.ended {
		r.spent[use] += worked
	}
	p.Ledger, p.Spent = r.ended, r.spent
	r.ended = model.Ledger{}
	p.Classes, p.Tenants, p.Routes = closeAll(r.classes), closeAll(r.tenants), closeAll(r.routes)
	r.cur, r.reasons = model.Counts{}, [model.Reasons]int64{}
	r.start = at
	r.index++
	if len(r.points) == r.most {
		// A new array: snapshots still read the old one.
		r.first += r.most / 10
		r.points = append(make([]model.Point, 0, r.most), r.points[r.most/10:]...)
	}
	r.points = append(r.points, p)
	return &r.points[len(r.points)-1]
}

// Points are the complete windows that are kept, oldest first, and the index of the
// first. Points already returned are never changed.
func (r *Recorder) Points() (points []model.Point, first int) {
	return r.points[:len(r.points):len(r.points)], r.first
}

// Partial is what has happened in the window that is still open.
func (r *Recorder) Partial() model.Counts { return r.cur }

// Total is what has happened since the start of the run.
func (r *Recorder) Total() model.Counts {
	t := r.total
	t.Add(&r.cur)
	return t
}

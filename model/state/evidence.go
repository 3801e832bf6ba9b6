package state

import (
	"fmt"
	"math"

	"overloadtui/model"
)

// Evidence is what a window says: what users got, the mechanism behind it, what is
// in force, and whether all of that can be trusted. Shares are 0..1.
type Evidence struct {
	// What users got.
	Offered  float64      // operations/s that arrived
	Goodput  float64      // operations/s answered in time
	Possible float64      // operations/s that could have been: the smaller of offered and capacity
	Failing  float64      // share of the ended operations without a good answer
	Late     float64      // share of the ended operations that were answered late
	Left     float64      // share of the ended operations whose client left
	Lost     float64      // share of the ended operations that were refused, expired or evicted
	Missed   float64      // share of the ended admitted work that ended past its deadline
	Median   model.Millis // sojourn of half of the completed work; 0 when none was completed

	// What a total hides: what the class with the highest priority got, and the tenant
	// that got least. Both have no name where too little ended to say.
	Priority        string
	PriorityFailing float64 // share of its ended operations without a good answer
	Tenant          string
	TenantFailing   float64

	// The mechanism.
	Deadline  model.Millis
	Age       model.Millis // of the oldest waiting attempt
	Service   model.Millis // mean service time at the rung in force
	Predicted model.Millis // wait and service of the next admitted attempt; Forever when nobody serves
	Slope     float64      // growth of the backlog, attempts/s, over a few windows
	Capacity  float64      // operations/s at the rung in force
	Full      float64      // operations/s with everything on
	Admitted  float64      // attempts/s that entered a queue
	Busy      float64      // share of the workers' time in use
	Backlog   int          // attempts waiting
	Attempts  float64      // attempts per operation; 0 when none was offered
	Refused   bool         // attempts were turned away at the door

	// What is in force.
	Rung    int
	Bounded bool // a limit, or refusals, bound admission

	Tightened bool // control admits no more than can finish in time

	// The durable backlog of deferred operations.
	Deferred int64   // operations that wait for replay or are being replayed
	Growth   float64 // operations/s, over a few windows; negative while it drains
	Replayed float64 // operations/s that the replay limiter let go; 0 while nothing is replayed

	Trust    Trust
	Recovery Recovery
}

// Trust names the signals whose loss makes every other one worthless. The zero value
// trusts all of them.
type Trust struct {
	TelemetryStale bool
	PolicyLost     bool // the policy store
	FencingLost    bool
	TwoAuthorities bool
}

// Progress is how far a piece of recovery work is.
type Progress uint8

// The progress of recovery work. The zero value says that a scenario has none.
const (
	NotApplicable Progress = iota
	Pending
	Complete
	Governed // it goes on within its bounds: of replay
)

// Recovery is the work that must be done before recovering ends in normal. An empty
// queue does not prove any of it.
type Recovery struct {
	Replay      Progress // deferred operations
	Caches      Progress // and pools, warm
	Replicas    Progress // caught up
	Correctness Progress // deferred correctness work, reconciled
}

// Reserve is the capacity that admitted work leaves free, operations/s; negative when
// more is admitted than can be served.
func (e *Evidence) Reserve() float64 { return e.Capacity - e.Admitted }

// Posture is what a person or a controller has put in force, as far as the windows
// do not show it.
type Posture struct {
	Limited bool    // a gate bounds admission
	Full    float64 // operations/s with everything on; 0 = as much as now

	Priority  string // name of the class with the highest priority; "" where all have the same
	Class     int    // its index
	Tightened bool   // control admits no more than can finish in time
	Isolated  int    // number of the tenant that a person isolates, from 1; 0 = none
}

// PostureOf reads the posture from a scenario's present values. A gate bounds
// admission when none of its settings is at the value that switches it off.
func PostureOf(s *model.Scenario, cat model.Catalog) Posture {
	var p Posture
	for i, c := range s.Classes {
		switch top := s.Classes[p.Class].Priority; {
		case c.Priority > top:
			p.Priority, p.Class = c.Name, i
		case c.Priority < top && p.Priority == "":
			p.Priority = s.Classes[p.Class].Name
		}
	}
	for i := range s.Services {
		service := &s.Services[i]
		for _, gate := range service.Gates {
			if kind, err := cat.Find(model.GateFamily, gate.Kind); err == nil && inForce(kind, gate.V) {
				p.Limited = true
			}
		}
	}
	return p
}

func inForce(kind model.Kind, values []float64) bool {
	for i, param := range kind.Params {
		if param.Off != "" && values[i] == 0 {
			return false
		}
	}
	return true
}

const (
	// fullWindow is the least time that evidence is of. In less, random arrivals do
	// not average out, and hardly anything ends that began in it.
	fullWindow = model.Second
	// slopeWindows is over how many full windows the backlog's slope is taken: in a
	// single one, random arrivals let a steady queue grow as often as shrink.
	slopeWindows = 5
)

// WindowsIn is how many windows of that length make n full ones; windows that are
// longer than a full one count as one.
func WindowsIn(n int, length model.Millis) int {
	if length <= 0 || length >= fullWindow {
		return n
	}
	return int(math.Ceil(float64(n) * float64(fullWindow/length)))
}

// FromPoints is the evidence of the newest of the windows, which are oldest first and
// at least one. Where windows are short, the newest few are taken together; some more
// before them are used for the backlog's slope.
func FromPoints(points []model.Point, in Posture) Evidence {
	p := &points[len(points)-1]
	c := together(points[max(0, len(points)-WindowsIn(1, p.Span())):])
	perSecond := func(n int64) float64 { return float64(n) / c.span.Seconds() }
	e := Evidence{
		Offered:  perSecond(c.Offered),
		Goodput:  perSecond(c.Good),
		Median:   c.median,
		Deadline: p.Deadline,
		Age:      p.Age,
		Capacity: p.Capacity,
		Full:     p.Capacity,
		Admitted: perSecond(c.Admitted),
		Busy:     c.busy,
		Backlog:  p.Queue,
		Refused:  c.Rejected > 0,
		Rung:     p.Rung,
		Bounded:  in.Limited || c.Rejected > 0,

		Tightened: in.Tightened,

		Deferred: p.Recovery.Backlog,
		Replayed: p.Recovery.Rate,
	}
	e.Service, e.Predicted = predicted(p)
	e.Possible = min(e.Offered, e.Capacity)
	if in.Full > 0 {
		e.Full = in.Full
	}
	if c.Offered > 0 {
		e.Attempts = float64(c.Attempts) / float64(c.Offered)
	}

	// Where nothing ended at all, an attempt that waits past the deadline is the
	// evidence: without this, a service that stands still would look healthy.
	stuck := 0.0
	if p.Age > p.Deadline {
		stuck = 1
	}
	e.Failing, e.Missed = stuck, stuck
	if ended := float64(c.Good + c.Late + c.Failed + c.Abandoned); ended > 0 {
		e.Late = float64(c.Late) / ended
		e.Left = float64(c.Abandoned) / ended
		e.Lost = float64(c.Failed) / ended
		e.Failing = 1 - float64(c.Good)/ended
	}
	e.hidden(points[max(0, len(points)-WindowsIn(1, p.Span())):], in)
	if ended := float64(c.Served + c.Expired + c.Evicted); ended > 0 {
		e.Missed = float64(c.LateWork+c.Expired+c.Evicted) / ended
	}

	first := &points[max(0, len(points)-1-WindowsIn(slopeWindows, p.Span()))]
	if seconds := (p.End - first.End).Seconds(); seconds > 0 {
		e.Slope = float64(p.Queue-first.Queue) / seconds
		e.Growth = float64(p.Recovery.Backlog-first.Recovery.Backlog) / seconds
	}
	return e
}

// enough is how many operations of a class or a tenant must have ended before their
// share of good answers says something.
const enough = 100

// hidden looks at what the totals of the windows hide.
func (e *Evidence) hidden(points []model.Point, in Posture) {
	failing := func(of func(*model.Point) *model.ClassPoint) (share float64, said bool) {
		var good, ended int64
		for i := range points {
			c := of(&points[i])
			good += c.Good - c.Apart.Good
			ended += c.Good + c.Late + c.Failed + c.Abandoned - c.Apart.All
		}
		return 1 - float64(good)/float64(ended), ended >= enough
	}
	if in.Priority != "" && points[0].Classes != nil {
		if share, said := failing(func(p *model.Point) *model.ClassPoint { return &p.Classes[in.Class] }); said {
			e.Priority, e.PriorityFailing = in.Priority, share
		}
	}
	for i := range points[0].Tenants {
		if i+1 == in.Isolated {
			continue
		}
		share, said := failing(func(p *model.Point) *model.ClassPoint { return &p.Tenants[i] })
		if said && share > e.TenantFailing {
			e.Tenant, e.TenantFailing = fmt.Sprintf("tenant %d", i+1), share
		}
	}
}

// sums is what some windows in a row amount to.
type sums struct {
	model.Counts
	span   model.Millis
	busy   float64      // share of the workers' time
	median model.Millis // of one window the median; of several the mean of theirs, by what they completed
}

func together(points []model.Point) sums {
	var s sums
	var weighted float64
	for i := range points {
		p := &points[i]
		s.Add(&p.Counts)
		s.span += p.Span()
		s.busy += float64(p.Busy * float64(p.Span()))
		if p.Served > 0 {
			weighted += float64(float64(p.P50) * float64(p.Served))
		}
	}
	s.busy /= float64(s.span)
	if s.Served > 0 {
		s.median = model.Millis(weighted / float64(s.Served))
	}
	return s
}

// predicted is the service time, and queue / capacity + service, at the service where
// the latter is longest.
func predicted(p *model.Point) (service, sojourn model.Millis) {
	for _, s := range p.Services {
		wait := model.Forever
		if s.Capacity > 0 {
			wait = model.Millis(float64(s.Queue) / s.Capacity * 1000)
		}
		if wait+s.Mean > sojourn {
			service, sojourn = s.Mean, wait+s.Mean
		}
	}
	return service, sojourn
}

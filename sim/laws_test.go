package sim

import (
	"fmt"
	"hash/maphash"
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/policy"
	"overloadtui/sim/simtest"
)

// ledger follows every operation and attempt by the facts alone.
type ledger struct {
	ops      map[opKey]model.Outcome
	atDoor   []int // attempts sent to each service that nothing has been said of yet
	waiting  []int // admitted, not started
	working  []int // started, not finished
	resolved int
	broken   string
	groups   map[group][2]int64 // operations offered and ended, by class, tenant and route
	// The number in each service over time, and the sojourns of those who have left it:
	// two ways to one number, once all have left.
	last           model.Millis
	area, sojourns []float64
}

// group is a class, a tenant or a route.
type group struct {
	what string
	n    int
}

func groupsOf(f *model.Fact) [3]group {
	return [3]group{{"class", int(f.Class)}, {"tenant", int(f.Tenant)}, {"route", int(f.Route)}}
}

func (l *ledger) count(f *model.Fact, ended int) {
	for _, g := range groupsOf(f) {
		n := l.groups[g]
		n[ended]++
		l.groups[g] = n
	}
}

type opKey struct {
	route int16
	op    uint64 // deferred work that is redone has numbers of its own
}

func newLedger(services int) *ledger {
	return &ledger{groups: map[group][2]int64{}, ops: map[opKey]model.Outcome{}, atDoor: make([]int, services), waiting: make([]int, services), working: make([]int, services),
		area: make([]float64, services), sojourns: make([]float64, services)}
}

func (l *ledger) add(f *model.Fact) {
	for i := range l.area {
		l.area[i] += float64(l.atDoor[i]+l.waiting[i]+l.working[i]) * float64(f.At-l.last)
	}
	l.last = f.At
	switch f.Kind {
	case model.Refused, model.Dropped, model.Unserved, model.TakenBack, model.Served, model.Erred:
		l.sojourns[f.Service] += float64(f.At - f.Sent)
	}
	key := opKey{f.Route, f.Op}
	switch f.Kind {
	case model.Offered:
		if _, twice := l.ops[key]; twice {
			l.broken = fmt.Sprintf("operation %v was offered twice", key)
		}
		l.ops[key] = model.InFlight
		l.count(f, 0)
	case model.Sent, model.Withheld:
		if _, known := l.ops[key]; !known && f.Route >= 0 && !f.Replay {
			l.broken = fmt.Sprintf("an attempt was sent for operation %v, which was never offered", key)
		}
		if f.Kind == model.Sent {
			l.atDoor[f.Service]++
		}
	case model.Refused:
		l.atDoor[f.Service]--
	case model.Admitted:
		l.atDoor[f.Service]--
		l.waiting[f.Service]++
	case model.Started:
		l.waiting[f.Service]--
		l.working[f.Service]++
	case model.Unserved:
		l.waiting[f.Service]--
	case model.TakenBack, model.Dropped:
		if f.Working {
			l.working[f.Service]--
		} else {
			l.waiting[f.Service]--
		}
	case model.Served, model.Erred:
		l.working[f.Service]--
	case model.Resolved:
		if f.Replay {
			break
		}
		if how, known := l.ops[key]; !known || how != model.InFlight {
			l.broken = fmt.Sprintf("operation %v ended as %d after it was %d (known %v)", key, f.Outcome, how, known)
		}
		l.ops[key] = f.Outcome
		l.resolved++
		l.count(f, 1)
	}
	if f.Value < 0 || math.IsNaN(float64(f.Value)) {
		l.broken = fmt.Sprintf("the fact %+v has an impossible span", f)
	}
}

// Every operation has exactly one outcome or is in flight, and every attempt is
// refused, waiting, in service or gone, at every instant that anybody looks.
func TestNothingIsLostAndNothingIsCountedTwice(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		l := newLedger(len(s.Services))
		e, err := New(s, Tap(l.add))
		if err != nil {
			t.Fatalf("New(%+v): %v", s, err)
		}
		check := func(when string) {
			if l.broken != "" {
				t.Fatalf("%s, at %v: %s", when, e.Now(), l.broken)
			}
			total := e.Total()
			if flying := int64(len(l.ops) - l.resolved); total.InFlight() != flying || total.Offered != int64(len(l.ops)) {
				t.Fatalf("%s, at %v: the recorder has %+v in flight %d, the facts %d offered and %d in flight", when, e.Now(), total, total.InFlight(), len(l.ops), flying)
			}
			for i := range e.services {
				sv := &e.services[i]
				filling := 0
				if sv.cache != nil {
					filling = sv.cache.filling
				}
				if l.waiting[i] != sv.queue.Len() || l.working[i]+filling != sv.busy || l.atDoor[i]+l.waiting[i]+l.working[i] != sv.inSystem {
					t.Fatalf("%s, at %v, service %d: facts say %d held, %d waiting, %d working; the service has %d in system, %d waiting, %d working",
						when, e.Now(), i, l.atDoor[i], l.waiting[i], l.working[i], sv.inSystem, sv.queue.Len(), sv.busy)
				}
			}
		}
		for at := model.Millis(0); at < model.Millis(s.Duration); at += model.Millis(rapid.Float64Range(0.1, 500).Draw(t, "step")) {
			e.RunUntil(at)
			check("under way")
		}
		// At the end of a window the books of each class, tenant and route close too.
		e.RunUntil(model.Millis((math.Floor(float64(e.Now())/s.Window) + 1) * s.Window))
		points, _ := e.Points()
		last := &points[len(points)-1]
		for what, books := range map[string][]model.ClassPoint{"class": last.Classes, "tenant": last.Tenants, "route": last.Routes} {
			for i := range books {
				got, want := &books[i].Total, l.groups[group{what, i}]
				if got.Offered != want[0] || got.InFlight() != want[0]-want[1] {
					t.Fatalf("at %v, %s %d: the recorder has %d offered and %d in flight, the facts %d and %d",
						e.Now(), what, i, got.Offered, got.InFlight(), want[0], want[0]-want[1])
				}
			}
		}
		e.Finish()
		if s.End != model.EndFinish { // what was still waiting has left the books then
			check("at the end")
		}
		staffed := true
		for i := range e.services {
			staffed = staffed && e.services[i].spec.Workers > 0
		}
		if s.End == model.EndDrain && staffed {
			if total := e.Total(); total.InFlight() != 0 {
				t.Fatalf("drained: %d operations are in flight", total.InFlight())
			}
			if e.spans.n != 0 || e.calls.n != 0 {
				t.Fatalf("drained: %d spans and %d calls are left", e.spans.n, e.calls.n)
			}
			// Little's law as an identity, at every service.
			for i, area := range l.area {
				if math.Abs(area-l.sojourns[i]) > 1e-9*(1+area) {
					t.Fatalf("service %d: the number in it over time is %.12g, the sum of the sojourns %.12g", i, area, l.sojourns[i])
				}
			}
		}
	})
}

// story is what happened in a run, in a few bytes: two runs with the same story had
// the same facts in the same order.
type story struct {
	facts, points int
	digest        uint64
}

var storySeed = maphash.MakeSeed()

func (s *story) add(f *model.Fact) {
	s.facts++
	s.note(*f)
}

func (s *story) note(v any) { s.digest = s.digest*31 + maphash.Comparable(storySeed, v) }

// tell finishes a run and returns its story.
func (s *story) tell(e *Engine) story {
	e.Finish()
	for _, line := range e.Audit() {
		s.note([...]string{line.At.Clock(), line.Cause, line.Who, line.Text})
	}
	points, _ := e.Points()
	s.points = len(points)
	for i := range points {
		p := &points[i]
		s.note(p.Total)
		s.note(p.Reasons)
		s.note([...]uint64{uint64(p.Queue), uint64(p.State), math.Float64bits(float64(p.P50)), math.Float64bits(float64(p.P99)),
			math.Float64bits(float64(p.Age)), math.Float64bits(p.Busy), math.Float64bits(p.Capacity)})
	}
	return *s
}

// run is the story of a scenario that is run in pieces.
func run(t *rapid.T, s *model.Scenario, piece func() model.Millis) story {
	var told story
	e, err := New(s, Tap(told.add))
	if err != nil {
		t.Fatalf("New(%+v): %v", s, err)
	}
	for end := model.Millis(s.Duration); e.Now() < end; {
		e.RunUntil(min(end, e.Now()+piece()))
	}
	return told.tell(e)
}

func atOnce() model.Millis { return model.Forever }

// How a run is cut into pieces decides nothing: pace, pauses and frame rates cannot
// change a result.
func TestARunCutIntoPiecesIsTheSameRun(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		whole := run(t, s, atOnce)
		cut := run(t, s, func() model.Millis { return model.Millis(rapid.Float64Range(0.01, 700).Draw(t, "piece")) })
		if whole != cut {
			t.Fatalf("in one piece and in pieces:\n%+v\n%+v", whole, cut)
		}
	})
}

// Changes that come through the mailbox of a live run, at the instant that the run
// has reached, are the same as changes that stood in the scenario from the start.
func TestAChangeMadeLiveReplaysAsAChangeInTheScenario(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		changes := s.Changes
		s.Changes = nil
		var told story
		e, err := New(s, Tap(told.add))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range changes {
			c.At = max(c.At, e.Now())
			e.RunUntil(c.At)
			if err := e.Change(c); err != nil {
				t.Fatalf("Change(%+v): %v", c, err)
			}
		}
		lived := told.tell(e)
		replay := s.Clone()
		replay.Changes = e.Recording().Changes
		if replayed := run(t, replay, atOnce); lived != replayed {
			t.Fatalf("lived and replayed:\n%+v\n%+v", lived, replayed)
		}
	})
}

// bookkeeper is a guard that counts the permits of another that have not come back.
type bookkeeper struct {
	policy.Guard
	out *int
}

func (b bookkeeper) Retry(now model.Millis, attempt uint16, how model.Outcome) (policy.Permit, model.Reason) {
	p, why := b.Guard.Retry(now, attempt, how)
	if why == model.NoReason {
		*b.out++
	}
	return p, why
}

func (b bookkeeper) Allow(now model.Millis, attempt uint16, held policy.Permit) (policy.Permit, model.Reason) {
	p, why := b.Guard.Allow(now, attempt, held)
	switch {
	case attempt == 1 && why == model.NoReason:
		*b.out++
	case attempt > 1 && why != model.NoReason:
		*b.out--
	}
	return p, why
}

func (b bookkeeper) Result(now model.Millis, p policy.Permit, how model.Outcome) {
	*b.out--
	b.Guard.Result(now, p, how)
}

func (b bookkeeper) Cancel(now model.Millis, p policy.Permit) {
	*b.out--
	b.Guard.Cancel(now, p)
}

// Every permit that a guard gave comes back exactly once, however the call ends.
func TestEveryPermitComesBack(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		s.End = model.EndDrain
		e, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		var books []*int
		for i := range e.hops {
			for g := range e.hops[i].guards {
				books = append(books, new(int))
				e.hops[i].guards[g] = bookkeeper{e.hops[i].guards[g], books[len(books)-1]}
			}
		}
		e.Finish()
		if e.calls.n != 0 {
			return // without workers nothing ends
		}
		for i, out := range books {
			if *out != 0 {
				t.Fatalf("guard %d of %d: %d permits have not come back, or came back twice", i, len(books), *out)
			}
		}
	})
}

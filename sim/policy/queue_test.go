package policy

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/random"
)

// build makes a policy of the catalog with the named settings changed.
func build[P any](t testing.TB, f model.Family, name string, c Config, set map[string]float64) P {
	t.Helper()
	kind, err := Catalog().Find(f, name)
	if err != nil {
		t.Fatal(err)
	}
	p := kind.New()
	for key, v := range set {
		i := kind.Index(key)
		if i < 0 {
			t.Fatalf("%s %s has no setting %q", f, name, key)
		}
		if err := kind.Params[i].Check(v); err != nil {
			t.Fatal(err)
		}
		p.V[i] = v
	}
	p.Rows = c.Rows
	if c.Priority == nil {
		c.Priority, c.Value = []float64{1, 0, 1, 2}, []float64{1, 2, 3, 0}
	}
	c.Stream = random.Named(23, name)
	return Make[P](f, &p, c)
}

// reference is a queue as simple as can be: everybody who waits in the order in which
// they came, and a rule for who is next among them.
type reference struct {
	waiting  []Ticket
	priority []float64
	next     func(waiting []Ticket) int
}

func (r *reference) take(i int) Ticket {
	t := r.waiting[i]
	r.waiting = slices.Delete(r.waiting, i, i+1)
	return t
}

func (r *reference) evict(class uint8) (Ticket, bool) {
	for i := len(r.waiting) - 1; i >= 0; i-- {
		if r.priority[r.waiting[i].Class] < r.priority[class] {
			return r.take(i), true
		}
	}
	return Ticket{}, false
}

// first is the index of the first element that none is better than.
func first(waiting []Ticket, better func(a, b Ticket) bool) int {
	best := 0
	for i, t := range waiting {
		if better(t, waiting[best]) {
			best = i
		}
	}
	return best
}

func oldestFirst([]Ticket) int         { return 0 }
func newestFirst(waiting []Ticket) int { return len(waiting) - 1 }

// orders are the rules of the disciplines. nil is a discipline whose order has a law of
// its own; there the reference follows what the queue says.
func orders(priority []float64) map[string]func([]Ticket) int {
	return map[string]func([]Ticket) int{
		"fifo": oldestFirst, "bulkhead": oldestFirst, "cells": oldestFirst, "shuffle-shard": oldestFirst, "lifo": newestFirst, "codel": oldestFirst, "codel-facebook": oldestFirst,
		"adaptive-lifo": func(w []Ticket) int {
			if len(w) > 10 {
				return len(w) - 1
			}
			return 0
		},
		"priority": func(w []Ticket) int {
			return first(w, func(a, b Ticket) bool { return priority[a.Class] > priority[b.Class] })
		},
		"edf":           func(w []Ticket) int { return first(w, func(a, b Ticket) bool { return a.Deadline < b.Deadline }) },
		"weighted-fair": nil, "tenant-fair": nil,
	}
}

// Whatever happens to a queue, it holds exactly those who came and have not left, knows
// the oldest, refuses only when it is full, evicts the newest of lower priority, lets
// exactly the one go who withdraws, and gives out whom its discipline says.
func TestEveryQueueKeepsItsOrderAndLosesNobody(t *testing.T) {
	priority := []float64{1, 0, 1, 2}
	rules := orders(priority)
	for _, kind := range Catalog().Of(model.QueueFamily) {
		rule, known := rules[kind.Name]
		if !known {
			t.Errorf("no rule for the order of %q", kind.Name)
			continue
		}
		t.Run(kind.Name, func(t *testing.T) {
			rapid.Check(t, func(r *rapid.T) {
				bound := float64(rapid.IntRange(0, 1).Draw(r, "bounded") * rapid.IntRange(1, 30).Draw(r, "bound"))
				set := map[string]float64{"bound": bound}
				if kind.Index("bound") < 0 {
					bound, set = 0, nil
				}
				q := build[Queue](t, model.QueueFamily, kind.Name, onePool(), set)
				ref := reference{priority: priority, next: rule}
				now := model.Millis(0)
				for n := range int32(rapid.IntRange(1, 200).Draw(r, "steps")) {
					now += model.Millis(rapid.IntRange(0, 8).Draw(r, "pause"))
					switch rapid.IntRange(0, 6).Draw(r, "step") {
					case 0, 1, 2:
						origin := Origin{Class: uint8(rapid.IntRange(0, 3).Draw(r, "class")), Tenant: uint8(rapid.IntRange(0, 5).Draw(r, "tenant"))}
						ticket := Ticket{At: now, Span: n, Origin: origin, Deadline: now + model.Millis(rapid.IntRange(0, 50).Draw(r, "patience"))}
						room := bound == 0 || float64(len(ref.waiting)) < bound
						if took := q.Push(now, ticket); took != room {
							r.Fatalf("Push with %d waiting and bound %v = %v", len(ref.waiting), bound, took)
						}
						if room {
							ref.waiting = append(ref.waiting, ticket)
						}
					case 3, 4:
						got, drop, ok := q.Pop(now)
						if ok != (len(ref.waiting) > 0) || drop != model.NoReason && drop != model.Shed {
							r.Fatalf("Pop with %d waiting = %+v, %v, %v", len(ref.waiting), got, drop, ok)
						}
						if !ok {
							continue
						}
						i := slices.Index(ref.waiting, got)
						if i < 0 {
							r.Fatalf("Pop = %+v, who is not waiting", got)
						}
						if rule != nil && i != rule(ref.waiting) {
							r.Fatalf("Pop = %+v, number %d of %+v; number %d was next", got, i, ref.waiting, rule(ref.waiting))
						}
						ref.take(i)
					case 5:
						class := uint8(rapid.IntRange(0, 3).Draw(r, "for class"))
						want, wantOK := ref.evict(class)
						if got, ok := q.Evict(class); got != want || ok != wantOK {
							r.Fatalf("Evict(%d) = %+v, %v; want %+v, %v", class, got, ok, want, wantOK)
						}
					case 6:
						span := int32(rapid.IntRange(0, 200).Draw(r, "span"))
						i := slices.IndexFunc(ref.waiting, func(t Ticket) bool { return t.Span == span })
						if got := q.Withdraw(span); got != (i >= 0) {
							r.Fatalf("Withdraw(%d) = %v; waiting are %+v", span, got, ref.waiting)
						}
						if i >= 0 {
							ref.take(i)
						}
					}
					at, ok := q.Oldest()
					if q.Len() != len(ref.waiting) || ok != (len(ref.waiting) > 0) || ok && at != ref.waiting[0].At {
						r.Fatalf("Len = %d, Oldest = %v, %v; waiting are %+v", q.Len(), at, ok, ref.waiting)
					}
				}
			})
		})
	}
}

func TestPriorityWithNewestFirst(t *testing.T) {
	q := build[Queue](t, model.QueueFamily, "priority", Config{}, map[string]float64{"order": 1})
	for i, class := range []uint8{1, 0, 2, 1} { // priorities 0, 1, 1, 0
		q.Push(0, Ticket{Span: int32(i), Origin: Origin{Class: class}})
	}
	if got, want := drainSpans(q, 0), []int32{2, 1, 3, 0}; !slices.Equal(got, want) {
		t.Errorf("popped %v, want %v", got, want)
	}
}

// drainSpans pops everybody at one instant.
func drainSpans(q Queue, now model.Millis) []int32 {
	var spans []int32
	for {
		t, _, ok := q.Pop(now)
		if !ok {
			return spans
		}
		spans = append(spans, t.Span)
	}
}

// While all flows wait, none is ahead of another by more than one turn of each: the
// fairness bound of start-time fair queueing, |Wf/rf - Wg/rg| <= 1/rf + 1/rg.
func TestFairQueuesServeInProportion(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0.5, 9), 2, 5).Draw(r, "values")
		c := Config{Priority: make([]float64, len(values)), Value: values}
		name := rapid.SampledFrom([]string{"weighted-fair", "tenant-fair"}).Draw(r, "kind")
		if name == "tenant-fair" {
			values = slices.Repeat([]float64{1}, len(values))
		}
		q := build[Queue](t, model.QueueFamily, name, c, nil)
		served := make([]float64, len(values))
		for i := range values {
			for range rapid.IntRange(50, 60).Draw(r, "waiting") {
				q.Push(0, Ticket{Origin: Origin{Class: uint8(i), Tenant: uint8(i)}})
			}
		}
		for range 49 {
			got, _, _ := q.Pop(0)
			served[got.Class]++
			for f := range served {
				for g := range served {
					if ahead := served[f]/values[f] - served[g]/values[g]; ahead > 1/values[f]+1/values[g]+1e-9 {
						r.Fatalf("%s with weights %v served %v: %d is %v ahead of %d", name, values, served, f, ahead, g)
					}
				}
			}
		}
	})
}

// A flow that was away has no claim to what it did not use.
func TestFairQueueForgetsAbsence(t *testing.T) {
	q := build[Queue](t, model.QueueFamily, "tenant-fair", Config{}, nil)
	for range 100 {
		q.Push(0, Ticket{})
		q.Pop(0)
	}
	for i := range int32(4) {
		q.Push(0, Ticket{Span: i})
		q.Push(0, Ticket{Span: 10 + i, Origin: Origin{Tenant: 1}})
	}
	counts := [2]int{}
	for range 4 {
		got, _, _ := q.Pop(0)
		counts[got.Tenant]++
	}
	if counts != [2]int{2, 2} {
		t.Errorf("after tenant 1 was away, the next four places went %v, want two each", counts)
	}
}

// TestCoDelDropsFasterAndFaster has the drop instants of RFC 8289 under waits that are
// always above the target, relative to the first drop: the sum of 100/sqrt(n).
func TestCoDelDropsFasterAndFaster(t *testing.T) {
	const step = 0.01
	q := build[Queue](t, model.QueueFamily, "codel", Config{}, nil)
	var drops []float64
	for range 200 {
		q.Push(0, Ticket{})
	}
	for i := 1; len(drops) < 10 && i < 100_000; i++ {
		now := model.Millis(float64(i) * step)
		q.Push(now-50, Ticket{At: now - 50})
		for {
			ticket, drop, _ := q.Pop(now + 10)
			if drop == model.NoReason {
				break
			}
			_ = ticket
			drops = append(drops, float64(now))
		}
	}
	want := []float64{0, 100, 170.7107, 228.4457, 278.4457, 323.1671, 363.9919, 401.7883, 437.1437, 470.4770}
	if len(drops) != len(want) {
		t.Fatalf("drops at %v, want %d", drops, len(want))
	}
	for i, w := range want {
		if got := drops[i] - drops[0]; math.Abs(got-w) > step {
			t.Errorf("drop %d at %.4f ms after the first, want %.4f", i, got, w)
		}
	}
}

// A queue that is short again, or waits below the target, ends the dropping; a burst
// that lasts less than an interval loses nobody.
func TestCoDelLeavesBurstsAlone(t *testing.T) {
	q := build[Queue](t, model.QueueFamily, "codel", Config{}, nil)
	for range 9 {
		q.Push(0, Ticket{})
	}
	for i := range 9 {
		if _, drop, ok := q.Pop(model.Millis(10 * (i + 1))); drop != model.NoReason || !ok {
			t.Errorf("Pop %d of a burst of 9 = %v, %v", i, drop, ok)
		}
	}
}

func TestFacebookTimeouts(t *testing.T) {
	q := build[Queue](t, model.QueueFamily, "codel-facebook", Config{}, nil) // M 5, N 100
	q.Pop(0)
	for _, c := range []struct {
		at, now model.Millis
		want    model.Reason
	}{
		{0, 100, model.NoReason}, // empty within the last 100 ms: waits up to 100 are fine
		{0, 100.5, model.Shed},   // no longer
		{96, 100.5, model.NoReason},
		{96, 101.5, model.Shed},
	} {
		q.Push(c.at, Ticket{At: c.at})
		if _, got, _ := q.Pop(c.now); got != c.want {
			t.Errorf("a ticket of %v taken at %v: %v, want %v", c.at, c.now, got, c.want)
		}
	}
}

// onePool is one compartment with workers for everybody, for the queue that has
// compartments.
func onePool() Config {
	workers := 1e5
	return Config{Rows: [][]float64{{workers}}, Workers: &workers}
}

func TestQueuesDoNotAllocate(t *testing.T) {
	for _, kind := range Catalog().Of(model.QueueFamily) {
		q := build[Queue](t, model.QueueFamily, kind.Name, onePool(), nil)
		now := model.Millis(0)
		turn := func() {
			now++
			for i := range uint8(4) {
				q.Push(now, Ticket{At: now, Deadline: now + 100, Origin: Origin{Class: i, Tenant: i}})
			}
			for range 4 {
				q.Pop(now)
			}
		}
		for range 1000 {
			turn()
		}
		if n := testing.AllocsPerRun(1000, turn); n > 0 {
			t.Errorf("%s: %v allocations for 4 tickets", kind.Name, n)
		}
	}
}

package sim

import (
	"math"
	"slices"

	"overloadtui/model"
)

// backlog is the durable queue of deferred operations. It keeps cohorts, not operations:
// how many there are of which nothing tells one from another. Its memory does not grow
// with the backlog.
//
//	in = initial + put + redelivered
//	in = replayed + duplicates + expired + quarantined + left
//
// where left is what waits and what is being replayed.
type backlog struct {
	settings *model.Recovery
	classes  []model.Class

	cohorts []cohort
	most    int          // cohorts that there may be before time buckets become longer
	bucket  model.Millis // operations that were set aside within so long are told apart no more
	chosen  int          // cohort whose turn it is
	turn    int          // operations that are left of its turn
	taken   [256]int64   // operations replayed, by tenant
	undone  []cohort     // done since the checkpoint

	waiting     int64 // in the cohorts
	flying      int64 // being replayed
	correcting  int64 // of them: correctness work
	in          int64
	redelivered int64 // of them: done before, and put back because progress was lost
	replayed    int64 // with success, the first time
	duplicates  int64 // with success, again
	expired     int64
	quarantined int64
}

// cohort is a number of operations of one kind.
type cohort struct {
	deferred
	n int64
}

// deferred is all that is known of an operation in the backlog.
type deferred struct {
	at      model.Millis // start of the time bucket in which it was set aside
	expires model.Millis // when it is of no use any more
	ready   model.Millis // not to be replayed before
	route   int16
	class   uint8
	tenant  uint8
	failed  uint16 // replays that have failed
	drawn   bool   // it is known whether it is
	poison  bool   // and fails whenever it is replayed
	again   bool   // it has been done before
	tried   bool   // its replay was refused, or has failed
}

const (
	maxCohorts = 1024
	// turn is how many operations of a cohort are replayed before the choice is made
	// anew.
	turn = 16
)

func newBacklog(s *model.Scenario) backlog {
	return backlog{settings: &s.Recovery, classes: s.Classes, most: maxCohorts, bucket: model.Second}
}

// left is how many operations wait or are being replayed.
func (b *backlog) left() int64 { return b.waiting + b.flying }

// missing is how many operations no book accounts for. It is 0 unless something is
// dropped and not counted.
func (b *backlog) missing() int64 {
	return b.in - b.replayed - b.duplicates - b.expired - b.quarantined - b.left()
}

// put sets n operations of one kind aside.
func (b *backlog) put(now model.Millis, d deferred, n int64) {
	if n <= 0 {
		return
	}
	d.at = model.Millis(math.Floor(float64(now/b.bucket))) * b.bucket
	d.expires = model.Forever
	use := b.settings.Expiry
	if len(b.classes) > 0 && b.classes[d.class].Expiry > 0 {
		use = b.classes[d.class].Expiry
	}
	if use > 0 {
		d.expires = d.at + model.Millis(use)
	}
	b.in += n
	b.add(now, d, n)
}

// add lets n operations wait.
func (b *backlog) add(now model.Millis, d deferred, n int64) {
	b.waiting += n
	// New ones are most like the last ones.
	for i := len(b.cohorts) - 1; i >= 0; i-- {
		if b.cohorts[i].deferred == d {
			b.cohorts[i].n += n
			return
		}
	}
	b.cohorts = append(b.cohorts, cohort{d, n})
	b.turn = 0
	if len(b.cohorts) <= b.most {
		return
	}
	b.expire(now)
	for len(b.cohorts) > b.most/2 && b.coarsen(now) {
	}
	// What differs in more than its time needs its room.
	b.most = max(maxCohorts, 2*len(b.cohorts))
}

// coarsen doubles the time buckets, unless that would be coarse beside the life of what
// waits. What is merged expires when the first of it would: nothing is replayed when it
// is of no use any more.
func (b *backlog) coarsen(now model.Millis) bool {
	for i := range b.cohorts {
		if c := &b.cohorts[i]; c.expires < model.Forever && b.bucket > (c.expires-c.at)/64 {
			return false
		}
	}
	if b.bucket > 1000*model.Hour {
		return false
	}
	b.bucket *= 2
	old := b.cohorts
	b.cohorts = nil
	for _, c := range old {
		life := c.expires - c.at
		c.at = model.Millis(math.Floor(float64(c.at/b.bucket))) * b.bucket
		if c.expires < model.Forever {
			c.expires = c.at + life
		}
		if c.ready <= now {
			c.ready = 0
		}
		i := slices.IndexFunc(b.cohorts, func(o cohort) bool { return o.deferred == c.deferred })
		if i < 0 {
			b.cohorts = append(b.cohorts, c)
			continue
		}
		b.cohorts[i].n += c.n
	}
	b.turn = 0
	return true
}

// take takes the operation out that is to be replayed next; false when none is ready.
func (b *backlog) take(now model.Millis) (deferred, bool) {
	if b.turn == 0 || b.chosen >= len(b.cohorts) || b.cohorts[b.chosen].n == 0 || b.cohorts[b.chosen].expires <= now {
		if !b.choose(now) {
			return deferred{}, false
		}
	}
	b.turn--
	c := &b.cohorts[b.chosen]
	c.n--
	b.waiting--
	b.fly(c.deferred, +1)
	b.taken[c.tenant]++
	return c.deferred, true
}

// fly changes how many operations like d are being replayed.
func (b *backlog) fly(d deferred, by int64) {
	b.flying += by
	if b.corrects(d) {
		b.correcting += by
	}
}

// corrects says whether other work must find an operation done.
func (b *backlog) corrects(d deferred) bool {
	return len(b.classes) > 0 && b.classes[d.class].Correctness == model.CorrectnessYes
}

// choose finds the cohort that goes first, and gives it a turn.
func (b *backlog) choose(now model.Millis) bool {
	b.expire(now)
	b.chosen = -1
	for i := range b.cohorts {
		if c := &b.cohorts[i]; c.ready <= now && (b.chosen < 0 || b.before(c, &b.cohorts[b.chosen])) {
			b.chosen = i
		}
	}
	b.turn = turn
	if b.chosen < 0 {
		b.turn, b.chosen = 0, 0
		return false
	}
	return true
}

// expire drops what is of no use any more, and empty cohorts.
func (b *backlog) expire(now model.Millis) {
	kept := b.cohorts[:0]
	for _, c := range b.cohorts {
		if c.expires <= now {
			b.waiting -= c.n
			b.expired += c.n
			c.n = 0
		}
		if c.n > 0 {
			kept = append(kept, c)
		}
	}
	b.cohorts, b.turn = kept, 0
}

// ready is when the next operation may be replayed; Forever when none waits.
func (b *backlog) ready() model.Millis {
	first := model.Forever
	for i := range b.cohorts {
		if c := &b.cohorts[i]; c.n > 0 {
			first = min(first, c.ready)
		}
	}
	return first
}

// before says whether a goes before o: by the criterion that is chosen as the first, then
// by the others in their order.
func (b *backlog) before(a, o *cohort) bool {
	if order := b.compare(int(b.settings.Order), a, o); order != 0 {
		return order < 0
	}
	for by := model.OrderExpiry; by <= model.OrderFIFO; by++ {
		if order := b.compare(by, a, o); order != 0 {
			return order < 0
		}
	}
	return false
}

func (b *backlog) compare(by int, a, o *cohort) float64 {
	class := func(c *cohort) model.Class {
		if len(b.classes) == 0 {
			return model.Class{}
		}
		return b.classes[c.class]
	}
	switch by {
	case model.OrderExpiry:
		return float64(a.expires - o.expires)
	case model.OrderDependency:
		return class(o).Correctness - class(a).Correctness
	case model.OrderTenant:
		return float64(b.taken[a.tenant] - b.taken[o.tenant])
	case model.OrderValue:
		return class(o).Value - class(a).Value
	}
	return float64(a.at - o.at)
}

// done is the success of a replay.
func (b *backlog) done(d deferred) {
	b.fly(d, -1)
	if d.again {
		b.duplicates++
	} else {
		b.replayed++
	}
	if b.settings.Checkpoint == 0 {
		return
	}
	d.again, d.tried, d.ready, d.failed = true, false, 0, 0
	for i := range b.undone {
		if b.undone[i].deferred == d {
			b.undone[i].n++
			return
		}
	}
	b.undone = append(b.undone, cohort{d, 1})
}

// refused puts an operation back whose replay was not served.
func (b *backlog) refused(now model.Millis, d deferred) {
	b.fly(d, -1)
	b.wait(now, d)
}

// fell puts an operation back whose replay has failed, or takes it for poison.
func (b *backlog) fell(now model.Millis, d deferred) {
	b.fly(d, -1)
	d.failed++
	switch {
	case float64(d.failed) < b.settings.Tries:
		b.wait(now, d)
	case b.settings.PoisonGoes == model.PoisonQuarantined:
		b.quarantined++
	}
}

func (b *backlog) wait(now model.Millis, d deferred) {
	pause := model.Millis(b.settings.RetryAfter)
	step := max(pause/8, 1)
	d.tried = true
	d.ready = model.Millis(math.Ceil(float64((now+pause)/step))) * step
	b.add(now, d, 1)
}

// checkpoint writes down how far replay is.
func (b *backlog) checkpoint() { b.undone = b.undone[:0] }

// lose puts back what was done since the checkpoint: nobody knows that it was.
func (b *backlog) lose(now model.Millis) {
	for _, c := range b.undone {
		b.in += c.n
		b.redelivered += c.n
		b.add(now, c.deferred, c.n)
	}
	b.checkpoint()
}

// byClass is how many wait of each class, and how many that have been tried.
func (b *backlog) byClass() (classes []int64, retrying int64) {
	if len(b.classes) > 1 {
		classes = make([]int64, len(b.classes))
	}
	for i := range b.cohorts {
		c := &b.cohorts[i]
		if classes != nil {
			classes[c.class] += c.n
		}
		if c.tried {
			retrying += c.n
		}
	}
	return classes, retrying
}

// unreconciled is how much correctness work is left.
func (b *backlog) unreconciled() int64 {
	n := b.correcting
	for i := range b.cohorts {
		if c := &b.cohorts[i]; b.corrects(c.deferred) {
			n += c.n
		}
	}
	return n
}

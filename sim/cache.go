package sim

import (
	"math"
	"slices"

	"overloadtui/model"
	"overloadtui/sim/random"
)

// cache is what a service remembers of its answers. It does not keep keys: it keeps how
// many of the keys of one popularity are warm, so that its memory does not grow with
// them. The i-th bucket holds the ranks 2^i .. 2^(i+1)-1.
//
//	attempt --> key --warm--> a share of the work, and no calls
//	             +--cold--> all of the work and its calls, then warm
//	             +--being fetched, coalesced--> a share of the work, then as that ends
//	fills, hottest first, under their own cap --> a worker each --> warm
type cache struct {
	spec    *model.Cache
	buckets []keys
	draws   random.Stream // of the keys that are asked for
	lives   random.Stream // of the entries
	step    model.Millis  // a sixty-fourth of a life; 0 when entries live for ever
	steps   float64       // that have passed

	armed   bool // a fill is scheduled
	due     bool // a fill waits for a worker
	next    model.Millis
	filling int    // workers that fill
	epoch   uint32 // a restart makes fills under way stale

	looked, hits int64 // in the window
}

// keys are those of one popularity.
type keys struct {
	n        int64
	warm     int64
	fetching int64
	fetches  []fetch // of them, those of attempts
	share    float64 // of the demand, 0..1
	upTo     float64 // the shares up to this one
	expiring [lifeSteps + 2]int64
}

// fetch is an attempt that gets a key, and those that wait for it.
type fetch struct {
	span    int32
	waiting []stay
}

// stay is a span at its worker, as long as the span has that gen.
type stay struct {
	span int32
	gen  uint32
}

const (
	lifeSteps = 64
	// fillJobs is how many times a second a worker is given keys to fill, at most: many
	// keys are filled together.
	fillJobs = 200
	// warmEnough is the share of the demand for cacheable keys from which on caches
	// count as warm.
	warmEnough = 0.95
)

func newCache(spec *model.Cache, seed uint64, name string) *cache {
	c := &cache{spec: spec, draws: random.Named(seed, name+".key"), lives: random.Named(seed, name+".life"), step: model.Millis(spec.Life / lifeSteps)}
	// The weight of the ranks a..b is the integral of r^-skew from a to b+1.
	integral := func(r float64) float64 {
		if spec.Skew == 1 {
			return random.Log(r)
		}
		return random.Pow(r, 1-spec.Skew) / (1 - spec.Skew)
	}
	all := integral(spec.Keys+1) - integral(1)
	for first := 1.0; first <= spec.Keys; first *= 2 {
		last := min(2*first, spec.Keys+1)
		upTo := (integral(last) - integral(1)) / all
		k := keys{n: int64(last - first), share: (integral(last) - integral(first)) / all, upTo: upTo}
		if spec.Start == model.CacheWarm {
			k.warm = k.n
			for i := range int64(lifeSteps) { // entries of all ages
				k.expiring[i+1] = k.n*(i+1)/lifeSteps - k.n*i/lifeSteps
			}
		}
		c.buckets = append(c.buckets, k)
	}
	return c
}

// share is the share of the demand for cacheable keys that can be answered, 0..1.
func (c *cache) share() float64 {
	var sum float64
	for i := range c.buckets {
		k := &c.buckets[i]
		sum += float64(k.share * float64(k.warm) / float64(k.n))
	}
	return min(sum, 1)
}

// saves is the share of the work that hits save at this instant, and hits the share of
// the attempts that are answered without calls.
func (c *cache) saves() (work, hits float64) {
	hits = c.share() * c.spec.Hits / 100
	return float64(hits * (1 - c.spec.HitCost/100)), hits
}

// look asks the cache for the key of an attempt. What it costs is returned as a share of
// the work. An attempt that is to wait for the fetch of another one follows it.
func (c *cache) look(n int32, s *span, route int16) float64 {
	if c.spec.Hits == 0 {
		return 1
	}
	own := c.draws.Of(s.op*model.MaxRoutes+uint64(route), 0) // a retry asks for the same key
	if own.Float()*100 >= c.spec.Hits {
		return 1
	}
	c.looked++
	popular, which := own.Float(), own.Float()
	i := 0
	for i < len(c.buckets)-1 && popular >= c.buckets[i].upTo {
		i++
	}
	k := &c.buckets[i]
	switch place := int64(which * float64(k.n)); {
	case place < k.warm:
		c.hits++
	case place >= k.warm+k.fetching:
		k.fetching++
		k.fetches = append(k.fetches, fetch{span: n})
		s.fetches = uint8(i + 1)
		return 1
	case c.spec.Coalesce == model.CoalesceYes && place-k.warm < int64(len(k.fetches)):
		s.follows = k.fetches[place-k.warm].span + 1
	default:
		return 1
	}
	s.hit = true
	return c.spec.HitCost / 100
}

// follow lets a span wait for the fetch of another one.
func (e *Engine) follow(c *cache, i int32, s *span) {
	leader := s.follows - 1
	k := &c.buckets[e.spans.at(leader).fetches-1]
	n := slices.IndexFunc(k.fetches, func(f fetch) bool { return f.span == leader })
	k.fetches[n].waiting = append(k.fetches[n].waiting, stay{i, s.gen})
}

// fetched ends the fetch of a span. Those that wait for it end as it did: their key is
// there, or is not.
func (e *Engine) fetched(i int32, s *span, ok bool) {
	if s.fetches == 0 {
		return
	}
	c := e.services[e.hops[s.hop].service].cache
	bucket := int(s.fetches - 1)
	s.fetches = 0
	k := &c.buckets[bucket]
	n := slices.IndexFunc(k.fetches, func(f fetch) bool { return f.span == i })
	waiting := k.fetches[n].waiting
	k.fetches = slices.Delete(k.fetches, n, n+1)
	if ok {
		c.warm(e.now, bucket, 1)
	} else {
		k.fetching--
	}
	for _, w := range waiting {
		f := e.spans.at(w.span)
		if f.gen != w.gen {
			continue // it was taken back
		}
		f.follows, f.broken = 0, !ok
		if ok {
			c.hits++
		}
		if f.idle {
			e.agenda.add(0, e.now, phaseComplete, completeEvent, w.span, w.gen)
		}
	}
}

// warm puts n keys of a bucket that were being fetched into the cache.
func (c *cache) warm(now model.Millis, bucket int, n int64) {
	k := &c.buckets[bucket]
	k.fetching -= n
	n = min(n, k.n-k.warm)
	k.warm += n
	if c.step == 0 {
		return
	}
	life := c.spec.Life * (1 - float64(c.lives.Float()*c.spec.Jitter/100))
	at := int(math.Ceil(float64(now+model.Millis(life))/float64(c.step))) - int(c.steps)
	k.expiring[(int(c.steps)+min(max(at, 1), lifeSteps+1))%len(k.expiring)] += n
}

// expire lets the entries go whose life is over.
func (c *cache) expire() {
	c.steps++
	for i := range c.buckets {
		k := &c.buckets[i]
		slot := &k.expiring[int(c.steps)%len(k.expiring)]
		k.warm -= *slot
		*slot = 0
	}
}

// chill empties the cache.
func (c *cache) chill() {
	for i := range c.buckets {
		k := &c.buckets[i]
		k.warm, k.expiring = 0, [lifeSteps + 2]int64{}
	}
}

// hottestCold is the bucket of the hottest keys that are cold, or -1.
func (c *cache) hottestCold() int {
	for i := range c.buckets {
		if k := &c.buckets[i]; k.warm+k.fetching < k.n {
			return i
		}
	}
	return -1
}

// passed is the share of the operations that come as far as a hop: the hits of the caches
// before it end there.
func (e *Engine) passed(i int32) float64 {
	h := &e.hops[i]
	if h.caller < 0 {
		return 1
	}
	caller := h.caller
	if by := &e.hops[caller]; !e.active(by) {
		caller = by.other
	}
	passed := e.passed(caller)
	if c := e.services[e.hops[caller].service].cache; c != nil {
		_, hits := c.saves()
		passed *= 1 - hits
	}
	return passed
}

// ageCache schedules the first step in the lives of a cache's entries.
func (e *Engine) ageCache(i int32, c *cache) {
	if at := model.Millis(float64((c.steps + 1) * float64(c.step))); c.step > 0 && at < e.horizon {
		e.agenda.add(0, at, phaseChange, entriesEvent, i, 0)
	}
}

// expireCache ends a step in the lives of a service's entries.
func (e *Engine) expireCache(i int32) {
	c := e.services[i].cache
	c.expire()
	e.ageCache(i, c)
	e.armFill(i)
}

// armFill schedules the next fill of a service's cache, if there is anything to fill.
func (e *Engine) armFill(i int32) {
	c := e.services[i].cache
	if c == nil || c.armed || c.due || c.spec.Fills == 0 || e.services[i].down || c.hottestCold() < 0 {
		return
	}
	if at := max(e.now, c.next); at < e.horizon {
		c.armed = true
		e.agenda.add(0, at, phaseArrive, fillEvent, i, 0)
	}
}

// fillDue lets the next free worker of a service fill its cache.
func (e *Engine) fillDue(i int32) {
	c := e.services[i].cache
	c.armed, c.due = false, true
	e.touch(i)
}

// fill gives a worker the hottest keys that are cold.
func (e *Engine) fill(i int32, sv *service) {
	c := sv.cache
	c.due = false
	bucket := c.hottestCold()
	if bucket < 0 || c.spec.Fills == 0 {
		return
	}
	k := &c.buckets[bucket]
	n := min(k.n-k.warm-k.fetching, int64(math.Ceil(c.spec.Fills/fillJobs)), 1<<15)
	k.fetching += n
	e.occupy(sv, +1)
	c.filling++
	e.agenda.add(0, e.now+model.Millis(float64(n)*c.spec.FillCost), phaseComplete, filledEvent, i, c.epoch<<24|uint32(bucket)<<16|uint32(n))
	c.next = e.now + model.Millis(float64(n)*1000/c.spec.Fills)
	e.armFill(i)
}

// filled is the end of a fill.
func (e *Engine) filled(i int32, job uint32) {
	sv := &e.services[i]
	c := sv.cache
	if job>>24 != c.epoch&0xff {
		return
	}
	n := int64(job & 0xffff)
	c.warm(e.now, int(job>>16&0xff), n)
	c.filling--
	e.occupy(sv, -1)
	e.emit(&model.Fact{Kind: model.Filled, Service: int16(i), Route: -1, Hop: -1, Sent: e.now, Depth: int32(n), Worked: model.Millis(float64(n) * c.spec.FillCost)})
	e.touch(i)
	e.armFill(i)
}

// coldStart empties the cache of a service that lost all it had, and stops its fills.
func (e *Engine) coldStart(sv *service) {
	c := sv.cache
	if c == nil {
		return
	}
	c.chill()
	for i := range c.buckets {
		c.buckets[i].fetching = 0
	}
	if c.filling > 0 {
		e.occupy(sv, -c.filling)
		c.filling = 0
	}
	c.epoch++
	c.due = false
}

// cacheWindow is what the caches were asked and could answer in the window that ends, and
// how warm they are.
func (e *Engine) cacheWindow() (looked, hits int64, warm float64) {
	for i := range e.services {
		if c := e.services[i].cache; c != nil {
			looked, hits = looked+c.looked, hits+c.hits
			c.looked, c.hits = 0, 0
		}
		e.armFill(int32(i))
	}
	warm, _ = e.warmth()
	return looked, hits, warm
}

// warmth is the share of the demand that the coldest cache which is asked can answer.
func (e *Engine) warmth() (share float64, any bool) {
	share = 1
	for i := range e.services {
		if c := e.services[i].cache; c != nil && e.asked(int32(i)) {
			share, any = min(share, c.share()), true
		}
	}
	return share, any
}

// asked says whether demand goes to a service now.
func (e *Engine) asked(service int32) bool {
	for i := range e.hops {
		if h := &e.hops[i]; h.service == service && h.routeNo >= 0 && e.active(h) {
			return true
		}
	}
	return false
}

// active says whether demand goes by a hop now.
func (e *Engine) active(h *hop) bool { return h.other < 0 || h.twin == e.away }

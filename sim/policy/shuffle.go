package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
	"overloadtui/sim/ring"
)

var cellsQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "cells",
		Doc: "Cells: the workers are split into independent parts, each with its own queue, and a tenant belongs to one of them. What one tenant does reaches those who share its cell, and no others.",
		Params: []model.Param{
			{Name: "cells", Label: "cells", Min: 1, Max: 1000, SliderMax: 16, Step: 1, Default: 4, Whole: true, Fixed: true,
				Doc: "How many cells there are. Workers that do not divide evenly go to the first ones."},
			cellBoundParam, cellLostParam,
		}},
	func(c Config) any {
		return newShards(c, func(tenant int, s *shards) []int { return []int{tenant % s.n} })
	},
}

var shuffleQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "shuffle-shard",
		Doc: "Shuffle sharding: the workers are split into parts, and a tenant may use so many of them, drawn for it alone. Two tenants seldom have the same ones, so that who fills all of its own leaves most others something (MacCarthaigh, \"Workload isolation using shuffle-sharding\", Amazon Builders' Library).",
		Params: []model.Param{
			{Name: "shards", Label: "parts", Min: 1, Max: 1000, SliderMax: 16, Step: 1, Default: 8, Whole: true, Fixed: true,
				Doc: "Into how many parts the workers are split. Workers that do not divide evenly go to the first ones."},
			cellBoundParam, cellLostParam,
			{Name: "hand", Label: "parts of a tenant", Min: 1, Max: 1000, SliderMax: 16, Step: 1, Default: 2, Whole: true, Fixed: true,
				Doc: "How many of the parts a tenant may use."},
		}},
	func(c Config) any { return newShards(c, deal(c.Stream)) },
}

var cellBoundParam = model.Param{Name: "tenant-bound", Label: "bound for a tenant", Min: 0, Max: 1e9, SliderMax: 500, Step: 10, Whole: true, Off: "none",
	Doc: "How many attempts of one tenant may wait."}

var cellLostParam = model.Param{Name: "part-lost", Label: "first part has lost", Unit: model.Percent, Min: 0, Max: 99, Step: 5, Off: "nothing",
	Doc: "Share of the first part's workers that are gone: a fault that its tenants feel."}

// shards is a queue for each tenant over parts of the workers, of which it may use some.
type shards struct {
	v       []float64 // parts, bound, lost, hand
	n       int
	workers *float64
	lanes
	hands   [][]int // parts of each tenant
	busy    []int   // workers of each part
	placed  []int32 // part of each span in service
	ofParts func(tenant int, s *shards) []int
}

func newShards(c Config, hand func(int, *shards) []int) *shards {
	s := &shards{v: c.V, n: int(c.V[0]), workers: c.Workers, ofParts: hand, lanes: lanes{priority: c.Priority}}
	s.busy = make([]int, s.n)
	return s
}

// deal draws the parts of a tenant: the first few of a shuffle that is its own.
func deal(stream random.Stream) func(int, *shards) []int {
	return func(tenant int, s *shards) []int {
		own := stream.Of(uint64(tenant), 0)
		parts := make([]int, s.n)
		for i := range parts {
			parts[i] = i
		}
		k := min(int(s.v[3]), s.n)
		for i := range k {
			j := i + int(own.Float()*float64(s.n-i))
			parts[i], parts[j] = parts[j], parts[i]
		}
		return parts[:k]
	}
}

// size is how many workers a part has now: at least one, so that nobody waits for ever.
func (s *shards) size(part int) int {
	all := int(*s.workers)
	size := all / s.n
	if part < all%s.n {
		size++
	}
	if part == 0 {
		size -= int(float64(size) * s.v[2] / 100)
	}
	return max(1, size)
}

// know makes room for a tenant.
func (s *shards) know(tenant int) {
	for len(s.hands) <= tenant {
		s.hands = append(s.hands, s.ofParts(len(s.hands), s))
		s.lines = append(s.lines, ring.Ring[numbered]{})
	}
}

// free is the part of a tenant with the most free workers, or -1.
func (s *shards) free(tenant int) int {
	best, most := -1, 0
	for _, part := range s.hands[tenant] {
		if free := s.size(part) - s.busy[part]; free > most {
			best, most = part, free
		}
	}
	return best
}

func (s *shards) Push(_ model.Millis, t Ticket) bool {
	s.know(int(t.Tenant))
	if full(s.v[1], s.lines[t.Tenant].Len()) {
		return false
	}
	s.push(int(t.Tenant), t)
	return true
}

func (s *shards) Pop(model.Millis) (Ticket, model.Reason, bool) {
	first := -1
	for i := range s.lines {
		if s.lines[i].Len() > 0 && (first < 0 || s.lines[i].At(0).nth < s.lines[first].At(0).nth) && s.free(i) >= 0 {
			first = i
		}
	}
	if first < 0 {
		return Ticket{}, model.NoReason, false
	}
	return s.popFront(first), model.NoReason, true
}

// Began places the attempt in the part of its tenant that has the most room.
func (s *shards) Began(t Ticket) {
	for len(s.placed) <= int(t.Span) {
		s.placed = append(s.placed, 0)
	}
	part := max(s.free(int(t.Tenant)), 0)
	s.placed[t.Span] = int32(part)
	s.busy[part]++
}

func (s *shards) Ended(t Ticket) { s.busy[s.placed[t.Span]]-- }

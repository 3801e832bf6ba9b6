package policy

import (
	"slices"

	"overloadtui/model"
	"overloadtui/sim/ring"
)

var priorityQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "priority",
		Doc: "The waiting ticket of the most important class goes first, strictly: less important work waits for as long as more important work keeps coming. Work in service is not interrupted (Cobham's non-preemptive priority).",
		Params: []model.Param{boundParam,
			{Name: "order", Minor: true, Label: "within a priority", Choices: []string{"fifo", "lifo"},
				Doc: "Who goes first among tickets of one priority: the oldest or the newest."}}},
	func(c Config) any { return newPriority(c) },
}

type priority struct {
	lanes
	v     []float64 // bound, order
	level []int     // line of each class; the most important have line 0
}

func newPriority(c Config) *priority {
	levels := slices.Clone(c.Priority)
	slices.Sort(levels)
	levels = slices.Compact(levels)
	slices.Reverse(levels)
	q := &priority{v: c.V, lanes: lanes{priority: c.Priority, lines: make([]ring.Ring[numbered], len(levels))}}
	for _, p := range c.Priority {
		q.level = append(q.level, slices.Index(levels, p))
	}
	return q
}

func (q *priority) Push(_ model.Millis, t Ticket) bool {
	if full(q.v[0], q.n) {
		return false
	}
	q.push(q.level[t.Class], t)
	return true
}

func (q *priority) Pop(model.Millis) (Ticket, model.Reason, bool) {
	for i := range q.lines {
		switch {
		case q.lines[i].Len() == 0:
		case q.v[1] == 0:
			return q.popFront(i), model.NoReason, true
		default:
			return q.popBack(i), model.NoReason, true
		}
	}
	return Ticket{}, model.NoReason, false
}

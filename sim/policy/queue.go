package policy

import (
	"overloadtui/model"
	"overloadtui/sim/ring"
)

var boundParam = model.Param{Name: "bound", Label: "queue bound", Min: 0, Max: 1e9, SliderMax: 500, Step: 10, Whole: true, Off: "none",
	Doc: "How many attempts may wait; a full queue refuses. None means without end, which is how a queue becomes longer than anybody's patience."}

var fifoQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "fifo", Params: []model.Param{boundParam},
		Doc: "First in, first out."},
	func(c Config) any { return &fifo{v: c.V, line: line{priority: c.Priority}} },
}

type fifo struct {
	v []float64
	line
}

func (q *fifo) Push(_ model.Millis, t Ticket) bool {
	if full(q.v[0], q.Len()) {
		return false
	}
	q.PushBack(t)
	return true
}

func (q *fifo) Pop(model.Millis) (Ticket, model.Reason, bool) {
	if q.Len() == 0 {
		return Ticket{}, model.NoReason, false
	}
	return q.PopFront(), model.NoReason, true
}

// line is tickets in the order in which they came.
type line struct {
	ring.Ring[Ticket]
	priority []float64 // by class
}

// Evict takes out the newest ticket of a class with a lower priority.
func (l *line) Evict(class uint8) (Ticket, bool) {
	for i := l.Len() - 1; i >= 0; i-- {
		if l.priority[l.At(i).Class] < l.priority[class] {
			return l.Remove(i), true
		}
	}
	return Ticket{}, false
}

// Withdraw takes out the ticket of a span. Those who leave have mostly waited longest,
// so it looks from the front.
func (l *line) Withdraw(span int32) bool {
	for i := range l.Len() {
		if l.At(i).Span == span {
			l.Remove(i)
			return true
		}
	}
	return false
}

// Oldest is when the longest waiting ticket entered.
func (l *line) Oldest() (model.Millis, bool) {
	if l.Len() == 0 {
		return 0, false
	}
	return l.At(0).At, true
}

package policy

import "overloadtui/model"

var lifoQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "lifo", Params: []model.Param{boundParam},
		Doc: "Last in, first out: under overload the newest, whose client still waits, are served in time and the oldest are given up."},
	func(c Config) any { return &lifo{fifo{v: c.V, line: line{priority: c.Priority}}} },
}

type lifo struct{ fifo }

func (q *lifo) Pop(model.Millis) (Ticket, model.Reason, bool) {
	if q.Len() == 0 {
		return Ticket{}, model.NoReason, false
	}
	return q.PopBack(), model.NoReason, true
}

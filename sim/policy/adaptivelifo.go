package policy

import "overloadtui/model"

var adaptiveLIFOQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "adaptive-lifo",
		Doc: "First in, first out while few wait, which is fair; last in, first out while many do, because then the newest are the only ones that can still be answered in time (B. Maurer, \"Fail at Scale\", ACM Queue 13(8), 2015).",
		Params: []model.Param{boundParam, {Name: "backlog", Label: "newest first above", Min: 0, Max: 1e6, SliderMax: 100, Step: 1, Default: 10, Whole: true,
			Doc: "While more attempts than this wait, the newest goes first."}}},
	func(c Config) any { return &adaptiveLIFO{fifo{v: c.V, line: line{priority: c.Priority}}} },
}

type adaptiveLIFO struct{ fifo } // bound, backlog

func (q *adaptiveLIFO) Pop(now model.Millis) (Ticket, model.Reason, bool) {
	if float64(q.Len()) > q.v[1] {
		return q.PopBack(), model.NoReason, true
	}
	return q.fifo.Pop(now)
}

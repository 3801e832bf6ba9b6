package policy

import "overloadtui/model"

var codelFacebookQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "codel-facebook",
		Doc: "CoDel for requests (B. Maurer, \"Fail at Scale\", ACM Queue 13(8), 2015): a ticket may wait for the long timeout while a worker has found nobody waiting during the last so much time, otherwise only for the short one, and is dropped when a worker would take it later than that.",
		Params: []model.Param{boundParam,
			{Name: "short", Label: "short timeout M", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 200, Step: 1, Default: 5,
				Doc: "Longest wait in a standing queue. Shorter than a service time it empties the queue and leaves the workers without work."},
			{Name: "long", Label: "long timeout N", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 1000, Step: 10, Default: 100,
				Doc: "Longest wait otherwise, and how long workers must have found somebody waiting to make it a standing queue."},
			{Name: "order", Label: "order", Choices: []string{"fifo", "lifo"},
				Doc: "Oldest first, or newest first, which with these timeouts is what the article calls adaptive LIFO: it matters only while a backlog exists."}}},
	func(c Config) any { return &codelFacebook{fifo: fifo{v: c.V, line: line{priority: c.Priority}}} },
}

type codelFacebook struct {
	fifo               // bound, short, long, order
	empty model.Millis // when a worker last found nobody waiting
}

func (q *codelFacebook) Pop(now model.Millis) (Ticket, model.Reason, bool) {
	if q.Len() == 0 {
		q.empty = now
		return Ticket{}, model.NoReason, false
	}
	timeout := model.Millis(q.v[2])
	if now-q.empty > timeout {
		timeout = model.Millis(q.v[1])
	}
	var t Ticket
	if q.v[3] == 0 {
		t = q.PopFront()
	} else {
		t = q.PopBack()
	}
	if now-t.At > timeout {
		return t, model.Shed, true
	}
	return t, model.NoReason, true
}

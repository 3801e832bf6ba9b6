package policy

import (
	"math"

	"overloadtui/model"
)

var codelQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "codel",
		Doc: "Controlled delay (RFC 8289): a burst may wait, a standing queue may not. When every ticket taken during an interval has waited for the target or longer, one is dropped, and the next ones after interval/sqrt(n), n = 1, 2, ..., until a wait falls below the target. Drops happen when a worker would take the ticket. It paces senders that slow down when they lose something; clients that don't will fill the queue all the same.",
		Params: []model.Param{boundParam,
			{Name: "target", Label: "target wait", Unit: model.Milliseconds, Min: 0, Max: 3600000, SliderMax: 200, Step: 1, Default: 5,
				Doc: "A wait below this is fine. It should be longer than a service time: with fewer, the gap between two service starts alone looks like a standing queue."},
			{Name: "interval", Label: "interval", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 1000, Step: 10, Default: 100,
				Doc: "How long waits may stay above the target before the first drop: as long as a sender takes to react."}}},
	func(c Config) any { return &codel{fifo: fifo{v: c.V, line: line{priority: c.Priority}}} },
}

// codel follows the pseudocode of RFC 8289, section 5, with one ticket for each Pop;
// the names are the RFC's.
type codel struct {
	fifo       // bound, target, interval
	firstAbove model.Millis
	dropNext   model.Millis
	dropping   bool
	owed       bool    // the last Pop dropped: dropNext moves on when this wait is too long as well
	count      float64 // drops since the dropping state was entered
	lastCount  float64 // count when it was entered
}

func (q *codel) Pop(now model.Millis) (Ticket, model.Reason, bool) {
	if q.Len() == 0 {
		q.firstAbove, q.dropping, q.owed = 0, false, false
		return Ticket{}, model.NoReason, false
	}
	t := q.PopFront()
	tooLong := q.standing(now, t)
	if q.dropping {
		switch {
		case !tooLong:
			q.dropping = false
		case q.owed:
			q.dropNext = q.controlLaw(q.dropNext)
		}
		q.owed = false
		if q.dropping && now >= q.dropNext {
			q.count++
			q.owed = true
			return t, model.Shed, true
		}
		return t, model.NoReason, true
	}
	if !tooLong {
		return t, model.NoReason, true
	}
	// Dropping again soon after it last was: go on at the pace that helped then.
	if since := q.count - q.lastCount; since > 1 && now-q.dropNext < 16*q.interval() {
		q.count = since
	} else {
		q.count = 1
	}
	q.dropping, q.lastCount = true, q.count
	q.dropNext = q.controlLaw(now)
	return t, model.Shed, true
}

// standing says whether waits have been above the target for an interval. A queue of
// one is not a standing queue.
func (q *codel) standing(now model.Millis, t Ticket) bool {
	switch {
	case now-t.At < model.Millis(q.v[1]) || q.Len() <= 1:
		q.firstAbove = 0
		return false
	case q.firstAbove == 0:
		q.firstAbove = now + q.interval()
		return false
	}
	return now >= q.firstAbove
}

func (q *codel) interval() model.Millis { return model.Millis(q.v[2]) }

func (q *codel) controlLaw(t model.Millis) model.Millis {
	return t + model.Millis(float64(q.interval())/math.Sqrt(q.count))
}

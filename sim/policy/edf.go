package policy

import "overloadtui/model"

var edfQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "edf", Params: []model.Param{boundParam},
		Doc: "Earliest deadline first: whose deadline comes first goes first, of equal ones who came first. It meets all deadlines when any order can (Liu and Layland, JACM 20(1), 1973), and in overload it favours those that are already too late; with expiry of late work it does not."},
	func(c Config) any { return &edf{v: c.V, priority: c.Priority, oldest: nobody, newest: nobody} },
}

// edf is waiting tickets in two orders: a heap by deadline, and a list by arrival.
type edf struct {
	v              []float64 // bound
	priority       []float64 // by class
	nodes          []edfNode
	free           []int32 // nodes without a ticket
	heap           []int32 // nodes; the earliest deadline first
	count          uint64
	oldest, newest int32 // ends of the list
}

type edfNode struct {
	numbered
	before, after int32 // neighbours in the list
	place         int32 // in the heap
}

const nobody = -1

func (q *edf) Len() int { return len(q.heap) }

func (q *edf) Push(_ model.Millis, t Ticket) bool {
	if full(q.v[0], q.Len()) {
		return false
	}
	if len(q.free) == 0 {
		q.free = append(q.free, int32(len(q.nodes)))
		q.nodes = append(q.nodes, edfNode{})
	}
	i := q.free[len(q.free)-1]
	q.free = q.free[:len(q.free)-1]
	q.nodes[i] = edfNode{numbered: numbered{t, q.count}, before: q.newest, after: nobody}
	q.count++
	if q.newest == nobody {
		q.oldest = i
	} else {
		q.nodes[q.newest].after = i
	}
	q.newest = i
	q.heap = append(q.heap, i)
	q.up(len(q.heap)-1, i)
	return true
}

func (q *edf) Pop(model.Millis) (Ticket, model.Reason, bool) {
	if q.Len() == 0 {
		return Ticket{}, model.NoReason, false
	}
	return q.remove(q.heap[0]), model.NoReason, true
}

// Evict takes out the newest ticket of a class with a lower priority.
func (q *edf) Evict(class uint8) (Ticket, bool) {
	for i := q.newest; i != nobody; i = q.nodes[i].before {
		if q.priority[q.nodes[i].Class] < q.priority[class] {
			return q.remove(i), true
		}
	}
	return Ticket{}, false
}

// Withdraw takes out the ticket of a span.
func (q *edf) Withdraw(span int32) bool {
	for i := q.oldest; i != nobody; i = q.nodes[i].after {
		if q.nodes[i].Span == span {
			q.remove(i)
			return true
		}
	}
	return false
}

// Oldest is when the longest waiting ticket entered.
func (q *edf) Oldest() (model.Millis, bool) {
	if q.Len() == 0 {
		return 0, false
	}
	return q.nodes[q.oldest].At, true
}

// remove takes a node out of the heap and the list.
func (q *edf) remove(i int32) Ticket {
	n := &q.nodes[i]
	if n.before == nobody {
		q.oldest = n.after
	} else {
		q.nodes[n.before].after = n.after
	}
	if n.after == nobody {
		q.newest = n.before
	} else {
		q.nodes[n.after].before = n.before
	}
	last := len(q.heap) - 1
	moved := q.heap[last]
	q.heap = q.heap[:last]
	if moved != i {
		q.up(q.down(int(n.place), moved), moved)
	}
	q.free = append(q.free, i)
	return n.Ticket
}

// up moves node i from that place in the heap towards the front.
func (q *edf) up(place int, i int32) {
	for place > 0 {
		parent := (place - 1) / 2
		if !q.earlier(i, q.heap[parent]) {
			break
		}
		q.put(place, q.heap[parent])
		place = parent
	}
	q.put(place, i)
}

// down moves node i from that place towards the back, and returns where it stops.
func (q *edf) down(place int, i int32) int {
	for {
		child := 2*place + 1
		if child >= len(q.heap) {
			return place
		}
		if child+1 < len(q.heap) && q.earlier(q.heap[child+1], q.heap[child]) {
			child++
		}
		if q.earlier(i, q.heap[child]) {
			return place
		}
		q.put(place, q.heap[child])
		place = child
	}
}

func (q *edf) put(place int, i int32) {
	q.heap[place] = i
	q.nodes[i].place = int32(place)
}

func (q *edf) earlier(i, j int32) bool {
	a, b := &q.nodes[i], &q.nodes[j]
	return a.Deadline < b.Deadline || a.Deadline == b.Deadline && a.nth < b.nth
}

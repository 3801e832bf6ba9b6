package policy

import (
	"overloadtui/model"
	"overloadtui/sim/ring"
)

var bulkheadQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "bulkhead",
		Doc: "Compartments with workers and a queue of their own, so that one kind of work cannot take all of the pool. The earliest attempt whose compartment has a free worker goes first. Workers beyond the sum of the compartments stay idle unless they can be borrowed.",
		Params: []model.Param{
			{Name: "bound", Label: "compartment bound", Min: 0, Max: 1e9, SliderMax: 500, Step: 10, Whole: true, Off: "none",
				Doc: "How many attempts may wait in one compartment."},
			{Name: "by", Label: "compartments by", Choices: []string{"class", "route", "tenant"}, Fixed: true,
				Doc: "What decides to which compartment an attempt belongs; the first row is the first class, route or tenant, and those without a row share the last one."},
			{Name: "borrow", Label: "borrowing", Choices: []string{"no", "yes"},
				Doc: "Whether a compartment may use idle workers of others. A lent worker comes back when its attempt ends: that is the recall time."},
			{Name: "keep", Label: "kept back", Min: 0, Max: 100000, SliderMax: 16, Step: 1, Default: 1, Whole: true,
				Doc: "How many of its idle workers a compartment does not lend, for work of its own that may come at once."},
		},
		RowsKey: "compartments", Rows: []model.Param{
			{Name: "workers", Label: "workers", Min: 1, Max: 100000, SliderMax: 16, Step: 1, Default: 1, Whole: true, Doc: "Workers of this compartment."},
		}},
	func(c Config) any {
		return &bulkhead{v: c.V, rows: c.Rows, busy: make([]float64, len(c.Rows)),
			lanes: lanes{priority: c.Priority, lines: make([]ring.Ring[numbered], len(c.Rows))}}
	},
}

// Tracker is a queue that has to know who is in service.
type Tracker interface {
	Queue
	// Began says that a worker has taken the ticket; Ended that the worker is free again.
	Began(t Ticket)
	Ended(t Ticket)
}

type bulkhead struct {
	lanes
	v    []float64 // bound, by, borrow, keep
	rows [][]float64
	busy []float64 // workers, by compartment
}

func (q *bulkhead) compartment(t *Ticket) int {
	i := [...]uint8{t.Class, t.Route, t.Tenant}[int(q.v[1])]
	return min(int(i), len(q.rows)-1)
}

func (q *bulkhead) Push(_ model.Millis, t Ticket) bool {
	c := q.compartment(&t)
	if full(q.v[0], q.lines[c].Len()) {
		return false
	}
	q.push(c, t)
	return true
}

func (q *bulkhead) Pop(model.Millis) (Ticket, model.Reason, bool) {
	first := -1
	for i := range q.lines {
		if q.lines[i].Len() > 0 && q.mayStart(i) && (first < 0 || q.lines[i].At(0).nth < q.lines[first].At(0).nth) {
			first = i
		}
	}
	if first < 0 {
		return Ticket{}, model.NoReason, false
	}
	return q.popFront(first), model.NoReason, true
}

// mayStart says whether a free worker may take work of that compartment.
func (q *bulkhead) mayStart(c int) bool {
	if q.busy[c] < q.rows[c][0] {
		return true
	}
	if q.v[2] == 0 {
		return false
	}
	var lendable float64
	for i, busy := range q.busy {
		if idle := q.rows[i][0] - busy; idle < 0 {
			lendable += idle // it has borrowed so many already
		} else if i != c {
			lendable += max(0, idle-q.v[3])
		}
	}
	return lendable > 0
}

func (q *bulkhead) Began(t Ticket) { q.busy[q.compartment(&t)]++ }
func (q *bulkhead) Ended(t Ticket) { q.busy[q.compartment(&t)]-- }

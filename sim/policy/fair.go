package policy

import (
	"overloadtui/model"
	"overloadtui/sim/ring"
)

// fairDoc is what both fair queues do; they differ in what a flow is.
const fairDoc = " Start-time fair queueing (Goyal, Vin, Cheng, SIGCOMM 1996) with every attempt as long as any other: the head of flow f has the start tag S = max(v, F), where v is the tag of the ticket taken last and F the flow's last tag + 1/weight; the lowest tag goes first. Flows that keep waiting are served in proportion to their weights, and one that was away has saved nothing up."

var weightedFairQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "weighted-fair", Params: []model.Param{boundParam},
		Doc: "Classes take turns in proportion to their values." + fairDoc + " A value under 0.001 counts as 0.001."},
	func(c Config) any { return newWeightedFair(c) },
}

var tenantFairQueue = entry{
	model.Kind{Family: model.QueueFamily, Name: "tenant-fair", Params: []model.Param{boundParam},
		Doc: "Tenants take turns, whoever sends how much." + fairDoc + " All weights are 1."},
	func(c Config) any { return &tenantFair{fair{v: c.V, lanes: lanes{priority: c.Priority}}} },
}

// fair is tickets by flow, with the tags that decide whose turn it is.
type fair struct {
	lanes
	v    []float64 // bound
	tags []float64 // of the head of each flow that waits; of the others, their last + 1/weight
	now  float64   // tag of the ticket taken last
}

// enter adds a ticket to a flow.
func (q *fair) enter(flow int, t Ticket) bool {
	if full(q.v[0], q.n) {
		return false
	}
	if q.lines[flow].Len() == 0 {
		q.tags[flow] = max(q.now, q.tags[flow])
	}
	q.push(flow, t)
	return true
}

// take takes the ticket whose turn it is, out of a queue that is not empty, and says
// of which flow it is.
func (q *fair) take() (Ticket, int) {
	first := -1
	for i := range q.lines {
		if q.lines[i].Len() > 0 && (first < 0 || q.tags[i] < q.tags[first]) {
			first = i
		}
	}
	q.now = q.tags[first]
	return q.popFront(first), first
}

type weightedFair struct {
	fair
	turn []float64 // 1/weight of each class
}

func newWeightedFair(c Config) *weightedFair {
	classes := len(c.Value)
	q := &weightedFair{fair: fair{v: c.V, tags: make([]float64, classes),
		lanes: lanes{priority: c.Priority, lines: make([]ring.Ring[numbered], classes)}}}
	for _, value := range c.Value {
		q.turn = append(q.turn, 1/max(value, 0.001))
	}
	return q
}

func (q *weightedFair) Push(_ model.Millis, t Ticket) bool { return q.enter(int(t.Class), t) }

func (q *weightedFair) Pop(model.Millis) (Ticket, model.Reason, bool) {
	if q.n == 0 {
		return Ticket{}, model.NoReason, false
	}
	t, class := q.take()
	q.tags[class] += q.turn[class]
	return t, model.NoReason, true
}

type tenantFair struct{ fair }

func (q *tenantFair) Push(_ model.Millis, t Ticket) bool {
	for int(t.Tenant) >= len(q.lines) {
		q.lines, q.tags = append(q.lines, ring.Ring[numbered]{}), append(q.tags, 0)
	}
	return q.enter(int(t.Tenant), t)
}

func (q *tenantFair) Pop(model.Millis) (Ticket, model.Reason, bool) {
	if q.n == 0 {
		return Ticket{}, model.NoReason, false
	}
	t, tenant := q.take()
	q.tags[tenant]++
	return t, model.NoReason, true
}

package state_test

import (
	"math"
	"math/rand/v2"
	"slices"

	"overloadtui/model"
	"overloadtui/model/state"
)

// service is a small single-server queue with clients that leave at the deadline
// unnoticed: enough of a system to give the machine windows to judge.
type service struct {
	load     float64 // operations/s
	random   bool    // Poisson arrivals and exponential work; otherwise both constant
	steady   bool    // constant work, whatever the arrivals are
	work     model.Millis
	deadline model.Millis
	limit    int // in the system, 0 = none
	rung     int // each removes a fifth of the work
	window   model.Millis
	rng      *rand.Rand

	next, free model.Millis
	jobs       []job // not finished, or their client still there, at the last window's end
	points     []model.Point
	now        model.Millis // start of the present window
}

type job struct{ arrival, start, finish model.Millis }

func newService(load float64, seed uint64) *service {
	return &service{load: load, work: 10, deadline: 200, window: model.Second, rng: rand.New(rand.NewPCG(seed, 7))}
}

func (s *service) posture() state.Posture {
	return state.Posture{Limited: s.limit > 0, Full: 1000 / float64(s.work)}
}

func (s *service) mean() model.Millis { return s.work * model.Millis(1-0.2*float64(s.rung)) }

func (s *service) inSystem(now model.Millis) int {
	n := 0
	for _, j := range s.jobs {
		if j.finish > now {
			n++
		}
	}
	return n
}

// tick runs one window and returns the evidence of it.
func (s *service) tick() state.Evidence {
	start := s.now
	end := start + s.window
	p := model.Point{Index: len(s.points), Start: start, End: end, Deadline: s.deadline, Rung: s.rung}
	p.Capacity = 1000 / float64(s.mean())
	for s.load > 0 && s.next < end {
		at := s.next
		gap, work := 1000/s.load, float64(s.mean())
		if s.random {
			gap *= s.rng.ExpFloat64()
			if !s.steady {
				work *= s.rng.ExpFloat64()
			}
		}
		s.next += model.Millis(gap)
		p.Offered++
		p.Attempts++
		if s.limit > 0 && s.inSystem(at) >= s.limit {
			p.Rejected++
			p.Failed++
			continue
		}
		p.Admitted++
		begin := max(at, s.free)
		s.free = begin + model.Millis(work)
		s.jobs = append(s.jobs, job{at, begin, s.free})
	}
	if s.load <= 0 {
		s.next = end
	}
	var sojourns []model.Millis
	busy := model.Millis(0)
	for _, j := range s.jobs {
		if busyFrom, busyTo := max(j.start, start), min(j.finish, end); busyTo > busyFrom {
			busy += busyTo - busyFrom
		}
		sojourn := j.finish - j.arrival
		if j.finish >= start && j.finish < end {
			p.Served++
			sojourns = append(sojourns, sojourn)
			if sojourn > s.deadline {
				p.LateWork++
				p.Wasted++
			} else {
				p.Good++
			}
		}
		if left := j.arrival + s.deadline; sojourn > s.deadline && left >= start && left < end {
			p.Abandoned++
		}
		if j.start >= end {
			p.Queue++
			p.Age = max(p.Age, end-j.arrival)
		}
	}
	p.Busy = float64(busy / s.window)
	p.P50 = model.Millis(math.NaN())
	if len(sojourns) > 0 {
		slices.Sort(sojourns)
		p.P50 = sojourns[len(sojourns)/2]
	}
	p.Services = []model.Gauge{{Queue: p.Queue, Age: p.Age, Workers: 1, Busy: p.Busy, Capacity: p.Capacity, Mean: s.mean()}}
	s.jobs = slices.DeleteFunc(s.jobs, func(j job) bool { return j.finish < end && j.arrival+s.deadline < end })
	s.points = append(s.points, p)
	s.now = end
	return state.FromPoints(s.points, s.posture())
}

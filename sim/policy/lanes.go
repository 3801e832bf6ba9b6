package policy

import (
	"overloadtui/model"
	"overloadtui/sim/ring"
)

// lanes is tickets in several lines, each in the order in which they came.
type lanes struct {
	lines    []ring.Ring[numbered]
	n        int       // tickets in all lines
	count    uint64    // tickets that ever came
	priority []float64 // by class
}

// numbered is a ticket with its place among all that ever came, which orders tickets
// of one instant.
type numbered struct {
	Ticket
	nth uint64
}

func (l *lanes) Len() int { return l.n }

// push adds a ticket to a line.
func (l *lanes) push(line int, t Ticket) {
	l.lines[line].PushBack(numbered{t, l.count})
	l.count++
	l.n++
}

// popFront takes the first ticket of a line that is not empty.
func (l *lanes) popFront(line int) Ticket {
	l.n--
	return l.lines[line].PopFront().Ticket
}

// popBack takes the last ticket of a line that is not empty.
func (l *lanes) popBack(line int) Ticket {
	l.n--
	return l.lines[line].PopBack().Ticket
}

// Evict takes out the newest ticket of a class with a lower priority.
func (l *lanes) Evict(class uint8) (Ticket, bool) {
	from, place, newest := -1, 0, uint64(0)
	for i := range l.lines {
		line := &l.lines[i]
		for j := line.Len() - 1; j >= 0; j-- {
			t := line.At(j)
			if from >= 0 && t.nth < newest {
				break
			}
			if l.priority[t.Class] < l.priority[class] {
				from, place, newest = i, j, t.nth
				break
			}
		}
	}
	if from < 0 {
		return Ticket{}, false
	}
	l.n--
	return l.lines[from].Remove(place).Ticket, true
}

// Withdraw takes out the ticket of a span.
func (l *lanes) Withdraw(span int32) bool {
	for i := range l.lines {
		line := &l.lines[i]
		for j := range line.Len() {
			if line.At(j).Span == span {
				line.Remove(j)
				l.n--
				return true
			}
		}
	}
	return false
}

// Oldest is when the longest waiting ticket entered.
func (l *lanes) Oldest() (at model.Millis, ok bool) {
	var nth uint64
	for i := range l.lines {
		if l.lines[i].Len() == 0 {
			continue
		}
		if t := l.lines[i].At(0); !ok || t.nth < nth {
			at, nth, ok = t.At, t.nth, true
		}
	}
	return at, ok
}

// full says whether n has reached a bound; 0 is none.
func full(bound float64, n int) bool { return bound > 0 && float64(n) >= bound }

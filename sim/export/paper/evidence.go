package paper

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"overloadtui/model"
)

// last is the newest window, or nil when the run has none.
func (e *Evidence) last() *model.Point {
	if n := len(e.Recording.Points); n > 0 {
		return &e.Recording.Points[n-1]
	}
	return nil
}

// span is how long the run has been measured.
func (e *Evidence) span() string {
	p := e.last()
	if p == nil {
		return "without one whole window"
	}
	return fmt.Sprintf("%v in %d windows", p.End, len(e.Recording.Points))
}

const noWindow = "the run has no whole window"

// whole is what the totals of the run say, over its whole windows.
func (e *Evidence) whole(what func(c *model.Counts, perSecond func(int64) string) string) string {
	p := e.last()
	if p == nil {
		return unknown(noWindow)
	}
	return what(&p.Total, func(n int64) string { return decimal(float64(n)/p.End.Seconds(), 1) + "/s" })
}

func (e *Evidence) goodput() string { return e.whole(goodOfOffered) }

// class is the demand and the goodput of the i-th class.
func (e *Evidence) class(i int) string {
	return e.whole(func(_ *model.Counts, perSecond func(int64) string) string {
		classes := e.last().Classes
		if i >= len(classes) {
			return unknown("the run does not tell classes apart")
		}
		return goodOfOffered(&classes[i].Total, perSecond)
	})
}

func goodOfOffered(c *model.Counts, perSecond func(int64) string) string {
	return fmt.Sprintf("%s good of %s offered, on average (%s)", perSecond(c.Good), perSecond(c.Offered), share(c.Good, c.Offered))
}

func (e *Evidence) refused() string {
	return e.whole(func(c *model.Counts, perSecond func(int64) string) string {
		return fmt.Sprintf("%s of %s attempts", perSecond(c.Rejected), perSecond(c.Attempts))
	})
}

func (e *Evidence) amplification() string {
	return e.whole(func(c *model.Counts, perSecond func(int64) string) string {
		if c.Offered == 0 {
			return unknown("nothing was offered in the run")
		}
		return fmt.Sprintf("%s attempts for %s operations, %s", perSecond(c.Attempts), perSecond(c.Offered), decimal(float64(c.Attempts)/float64(c.Offered), 2))
	})
}

// busiest is the service whose workers had most to do, over the whole run.
func (e *Evidence) busiest(s *model.Scenario) string {
	busy := make([]float64, len(s.Services))
	for i := range e.Recording.Points {
		p := &e.Recording.Points[i]
		for j := range min(len(busy), len(p.Services)) {
			busy[j] += float64(p.Services[j].Busy * float64(p.Span()))
		}
	}
	p := e.last()
	if p == nil || len(p.Services) != len(busy) {
		return unknown(noWindow)
	}
	most := 0
	for j := range busy {
		if busy[j] > busy[most] {
			most = j
		}
	}
	measured := float64(p.End - e.Recording.Points[0].Start)
	return fmt.Sprintf("%s, its workers were busy for %s of the run; it could serve %s/s at the end",
		s.Services[most].Name, percent(busy[most]/measured), decimal(p.Services[most].Capacity, 1))
}

func (e *Evidence) deepest() string {
	if e.last() == nil {
		return unknown(noWindow)
	}
	deepest := 0
	for i := range e.Recording.Points {
		deepest = max(deepest, e.Recording.Points[i].Rung)
	}
	return strconv.Itoa(deepest)
}

// transitions are the changes of state that the run went through.
func (e *Evidence) transitions() string {
	var words []string
	for _, t := range e.Log {
		if !t.Refused {
			words = append(words, fmt.Sprintf("%s %v to %v (%s)", t.At.Clock(), t.From, t.To, t.Why))
		}
	}
	if len(words) == 0 {
		if p := e.last(); p != nil {
			return fmt.Sprintf("%v all the time; the others were not seen in the run", p.State)
		}
		return unknown(noWindow)
	}
	return strings.Join(words, "; ")
}

func share(part, whole int64) string {
	if whole == 0 {
		return "no operation was offered"
	}
	return percent(float64(part) / float64(whole))
}

func percent(share float64) string { return decimal(100*share, 1) + " %" }

// decimal writes a number with at most so many decimals and commas between thousands.
func decimal(v float64, digits int) string {
	scale := math.Pow10(digits)
	return model.Group(math.Round(v*scale) / scale)
}

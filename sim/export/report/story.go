package report

import (
	"math"
	"strings"

	"overloadtui/model"
	"overloadtui/sim/export/plot"
)

// runStory is what happened, in sentences made of the recording's own numbers.
func runStory(rec model.Recording, knobs model.Knobs) []sentence {
	if len(rec.Points) == 0 {
		var s sentence
		s.say("No window was complete when this was written, so that there is nothing to tell.")
		return []sentence{s}
	}
	story := []sentence{outcome(rec), effort(rec)}
	if s := firstTransition(rec); s != nil {
		story = append(story, s)
	}
	story = append(story, worst(rec))
	story = append(story, changes(rec, knobs)...)
	if s := whereTimeWent(rec); s != nil {
		story = append(story, s)
	}
	return append(story, ending(rec))
}

func last(rec model.Recording) *model.Point { return &rec.Points[len(rec.Points)-1] }

// outcome is how many operations there were and what became of them.
func outcome(rec model.Recording) sentence {
	var s sentence
	p := last(rec)
	t := &p.Total
	s.say("In {} of simulated time clients asked for {} operations, {}. {} of them, {}, were answered in time: ",
		instant("until", p.End), count("offered", t.Offered), rate("mean.offered", perSecond(t.Offered, p.End)),
		count("good", t.Good), percent("good/offered", part(t.Good, t.Offered)))
	s.say("a goodput of {}.", measured("goodput_since_start_per_s", p))
	for _, o := range []struct {
		of, text string
		n        int64
	}{
		{"abandoned", " {} were given up by their clients.", t.Abandoned},
		{"failed", " {} failed: refused, dropped, broken or wrong.", t.Failed},
		{"late", " {} were answered too late.", t.Late},
		{"deferred", " {} were set aside to be replayed.", t.Deferred},
		{"inflight", " {} were still under way at the end.", t.InFlight()},
	} {
		if o.n != 0 {
			s.say(o.text, count(o.of, o.n))
		}
	}
	return s
}

// effort is what it took.
func effort(rec model.Recording) sentence {
	var s sentence
	t := &last(rec).Total
	s.say("Clients sent {} attempts, {} for each operation. ", count("attempts", t.Attempts),
		piece{rounded(part(t.Attempts, t.Offered), 2), exact(part(t.Attempts, t.Offered)), "attempts/offered"})
	if t.Replays > 0 {
		s.say("{} of them redo what had been set aside. ", count("replays", t.Replays))
	}
	if t.Served == 0 {
		s.say("None was completed.")
		return s
	}
	s.say("The services that they call completed {}; for {} of those, {}, nobody waited any more.",
		count("served", t.Served), count("wasted", t.Wasted), percent("wasted/served", part(t.Wasted, t.Served)))
	return s
}

// firstTransition is when and why the state first changed; nil when it never did.
func firstTransition(rec model.Recording) sentence {
	var s sentence
	for i := range rec.Audit {
		if e := &rec.Audit[i]; e.Kind == model.TransitionEntry {
			s.say("The state first changed at {}: ", instant("first transition", e.At))
			s.add(strings.TrimSuffix(e.Text, ".") + ".")
			return s
		}
	}
	for i := 1; i < len(rec.Points); i++ {
		p, before := &rec.Points[i], rec.Points[i-1].State
		if p.State != before {
			s.say("The state first changed in the window that ended at {}, from "+before.String()+" to {}.",
				measuredTime("window_end_ms", p), measured("state", p))
			return s
		}
	}
	return nil
}

func measuredTime(name string, p *model.Point) piece {
	m := measured(name, p)
	m.Text = model.Millis(model.FindMetric(name).Of(p)).Clock()
	return m
}

// worst is the window that gave its users the least of what could have been given.
func worst(rec model.Recording) sentence {
	var s sentence
	at, least := 0, math.Inf(1)
	for i := range rec.Points {
		p := &rec.Points[i]
		ideal := math.Min(p.PerSecond(p.Offered), p.Capacity)
		if served := p.PerSecond(p.Good) / ideal; ideal > 0 && served < least {
			at, least = i, served
		}
	}
	if least >= 1 || math.IsInf(least, 1) {
		s.say("In no window did users get less than was offered and possible.")
		return s
	}
	p := &rec.Points[at]
	s.say("The worst window was that from {} to {}: {} of good answers where {} were offered and {} were possible; {} attempts waited at its end",
		measuredTime("window_start_ms", p), measuredTime("window_end_ms", p), measured("goodput_per_s", p),
		measured("offered_per_s", p), measured("capacity_per_s", p), measured("queue_depth_ops", p))
	if !math.IsNaN(float64(p.P99)) {
		s.say(", and one attempt in a hundred took longer than {}", measured("sojourn_p99_ms", p))
	}
	s.say(".")
	return s
}

// changes is what was changed when, and the goodput before and after: what was changed at
// one instant is one change. It tells the first few; the table of changes has all.
func changes(rec model.Recording, knobs model.Knobs) []sentence {
	const told = 6
	var list []sentence
	explained := false
	moments := plot.Moments(rec, knobs)
	from := model.Millis(0)
	for i, next := 0, 0; i < len(moments); i = next {
		var s sentence
		if len(list) == told {
			s.say("{} more changes are in the table.", piece{whole(len(moments) - i), whole(len(moments) - i), "untold changes"})
			return append(list, s)
		}
		m := &moments[i]
		s.say("At {}: ", instant("change", m.At))
		for next = i; next < len(moments) && moments[next].At == m.At; next++ {
			if next > i {
				s.say("; ")
			}
			s.add(moments[next].Text)
			if who := moments[next].Who; who != "" {
				s.add(" (" + who + ")")
			}
		}
		s.say(". ")
		to := rec.Until
		if next < len(moments) {
			to = moments[next].At
		}
		before, after := goodput(rec.Points, from, m.At), goodput(rec.Points, m.At, to)
		if !math.IsNaN(before) && !math.IsNaN(after) {
			s.say("Goodput was {} before and {} after", rate("mean goodput", before), rate("mean goodput", after))
			if !explained {
				s.say(", each the mean as far as the neighbouring change")
				explained = true
			}
			s.say(".")
		}
		from = m.At
		list = append(list, s)
	}
	return list
}

// goodput is the mean over the windows that lie within a time; NaN when none does.
func goodput(points []model.Point, from, to model.Millis) float64 {
	var good int64
	var span model.Millis
	for i := range points {
		if p := &points[i]; p.Start >= from && p.End <= to {
			good += p.Good
			span += p.Span()
		}
	}
	return perSecond(good, span)
}

// whereTimeWent is the ledger since the start in a sentence; nil when there is none.
func whereTimeWent(rec model.Recording) sentence {
	spent := &last(rec).Spent
	if *spent == (model.Ledger{}) {
		return nil
	}
	var s sentence
	s.say("Of the workers' time {} went into answers in time, {} served no operation, and {} was idle.",
		percent("spent useful", spent[model.OnTime]+spent[model.RetriedUse]), percent("spent wasted", spent.Wasted()), percent("spent idle", spent[model.IdleUse]))
	return s
}

// ending is how it stood at the end.
func ending(rec model.Recording) sentence {
	var s sentence
	p := last(rec)
	s.say("At the end the state was {}, {} attempts waited, and the goodput of the last window was {} of {} offered.",
		measured("state", p), measured("queue_depth_ops", p), measured("goodput_per_s", p), measured("offered_per_s", p))
	return s
}

func perSecond(n int64, span model.Millis) float64 {
	if span <= 0 {
		return math.NaN()
	}
	return float64(n) * 1000 / float64(span)
}

func part(n, of int64) float64 {
	if of == 0 {
		return math.NaN()
	}
	return float64(n) / float64(of)
}

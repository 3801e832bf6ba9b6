package lab

import (
	"math"

	"overloadtui/model"
	"overloadtui/sim/record"
	"overloadtui/sim/sweep"
)

var shedding = Experiment{Name: "shedding", Preset: "shedding-hangover", Tables: []Table{
	{File: "bp-post4-shed-sweep.csv", SHA256: "bc2ba213029757e0f7a86fd9b940ad35d7d787184b69d563c22b8ca0029e9609", Make: shedSweep},
	{File: "bp-post4-hangover.csv", SHA256: "2a2941d8f543cef2b563fab8ec83af554d4ab8378bc459c01ca89b2c9654d775", Make: hangover},
}}

// shedders are the four ways of shedding, in the order of the tables.
var shedders = []struct {
	name  string
	edits []edit
}{
	{"fifo", []edit{queue("fifo"), gate(""), expiry(model.ExpiryNever)}},
	{"tail-drop", []edit{queue("fifo"), gate("concurrency", 20), expiry(model.ExpiryNever)}},
	{"expire", []edit{queue("fifo"), gate(""), expiry(model.ExpiryPredicted)}},
	{"lifo", []edit{queue("lifo"), gate(""), expiry(model.ExpiryNever)}},
}

func shedSweep(base *model.Scenario) (*sweep.Table, error) {
	isShed := func(a *attempt) bool { return a.fate == shed || a.fate == refused }
	var rows [][]string
	for _, shedder := range shedders {
		for _, rate := range []float64{50, 75, 100, 125, 150, 200, 300} {
			h, err := run(base, append([]edit{flat(rate)}, shedder.edits...)...)
			if err != nil {
				return nil, err
			}
			n := float64(len(h.attempts))
			rows = append(rows, []string{shedder.name, perSecond(n), perSecond(h.count(isGood)), share(h.count(isShed), n), share(h.count(isLate), n),
				tenth(h.percentile(99, isServed, (*attempt).sojourn)),
				tenth(h.percentile(50, isShed, func(a *attempt) model.Millis { return whole(a.wait) })),
				share(h.count(isLate), h.count(isServed))})
		}
	}
	return table("bp-post4-shed-sweep.csv", []string{"policy", "offered_rps", "goodput_rps", "shed_pct", "served_late_pct", "p99_served_ms", "shed_wait_p50_ms", "wasted_pct"}, rows), nil
}

func hangover(base *model.Scenario) (*sweep.Table, error) {
	rows := startColumn(window)
	for _, shedder := range shedders {
		h, err := run(base, append([]edit{demand([2]float64{80, 1000}, [2]float64{600, 500})}, shedder.edits...)...)
		if err != nil {
			return nil, err
		}
		completed := make([]*record.Latency, len(rows))
		for i := range h.attempts {
			a := &h.attempts[i]
			b := int(a.end / bin)
			if a.fate != served || b >= len(rows) {
				continue
			}
			if completed[b] == nil {
				completed[b] = record.NewLabLatency()
			}
			completed[b].Add(a.sojourn())
		}
		for i := range rows {
			p99 := 0.0
			if completed[i] != nil {
				p99 = float64(completed[i].Percentile(99))
			}
			rows[i] = append(rows[i], tenth(p99))
		}
	}
	return table("bp-post4-hangover.csv", []string{"window_start_ms", "fifo_p99_ms", "tail_drop_p99_ms", "expire_p99_ms", "lifo_p99_ms"}, rows), nil
}

// startColumn is the first column of a timeline: the starts of the windows.
func startColumn(until model.Millis) [][]string {
	var rows [][]string
	for t := model.Millis(0); t < until; t += bin {
		rows = append(rows, []string{number(float64(t))})
	}
	return rows
}

var priority = Experiment{Name: "priority", Preset: "priority-door", Tables: []Table{
	{File: "bp-post5-protection.csv", SHA256: "203c11498ab8bb7c7ed9fdba300e977b5d8864341382af6ec9db495cac108ecc", Make: protection},
	{File: "bp-post5-slo-burst.csv", SHA256: "15ae9d057e9bc224882a461eef3a80cdccaa668a13204b0e0f16f92b5cdcd3be", Make: sloBurst},
}}

// scored is the last arrival that can still be answered within the window.
const scored = window - deadline

// doors are the two policies at a full door.
var doors = []struct {
	name string
	gate edit
}{{"blind", gate("concurrency", 20)}, {"priority", gate("priority-door", 20)}}

const (
	critical   = 0
	background = 1
)

// of narrows a test to one class and to arrivals that count.
func of(class uint8, is func(*attempt) bool) func(*attempt) bool {
	return func(a *attempt) bool { return a.class == class && a.sent <= scored && is(a) }
}

func every(*attempt) bool { return true }

func protection(base *model.Scenario) (*sweep.Table, error) {
	seconds := scored.Seconds()
	var rows [][]string
	for _, door := range doors {
		for _, rate := range []float64{50, 100, 150, 200, 300, 400, 500} {
			h, err := run(base, flat(rate), door.gate)
			if err != nil {
				return nil, err
			}
			var offered, good [2]float64
			var p99 [2]string
			for class := range uint8(2) {
				offered[class], good[class] = h.count(of(class, every)), h.count(of(class, isGood))
				p99[class] = tenth(h.percentile(99, of(class, isServed), (*attempt).sojourn))
			}
			met := "no"
			if good[critical] >= 0.99*offered[critical] {
				met = "yes"
			}
			rows = append(rows, []string{door.name, tenth((offered[critical] + offered[background]) / seconds), tenth(offered[critical] / seconds),
				share(good[critical], offered[critical]), share(good[background], offered[background]), p99[critical], p99[background], met,
				tenth((good[critical] + good[background]) / seconds)})
		}
	}
	return table("bp-post5-protection.csv", []string{"policy", "offered_rps", "critical_offered_rps", "critical_success_pct", "background_success_pct",
		"critical_p99_ms", "background_p99_ms", "critical_slo_met", "total_goodput_rps"}, rows), nil
}

func sloBurst(base *model.Scenario) (*sweep.Table, error) {
	rows := startColumn(scored)
	columns := map[string][2][]string{}
	for _, door := range doors {
		h, err := run(base, demand([2]float64{80, 1000}, [2]float64{360, 500}), door.gate)
		if err != nil {
			return nil, err
		}
		var byClass [2][]string
		for class := range uint8(2) {
			byClass[class] = successes(len(rows), len(h.attempts), func(i int) (model.Millis, bool, bool) {
				a := &h.attempts[i]
				return a.sent, a.class == class && a.sent <= scored, a.good()
			})
		}
		columns[door.name] = byClass
	}
	for i := range rows {
		for class := range 2 {
			for _, door := range doors {
				rows[i] = append(rows[i], columns[door.name][class][i])
			}
		}
	}
	return table("bp-post5-slo-burst.csv", []string{"window_start_ms", "blind_critical_pct", "priority_critical_pct", "blind_background_pct", "priority_background_pct"}, rows), nil
}

// successes is the share of successes by window of arrival, 100 where nothing
// counted arrived. about tells of each thing when it came, whether it counts and
// whether it was a success.
func successes(windows, things int, about func(int) (at model.Millis, counts, success bool)) []string {
	all, good := make([]float64, windows), make([]float64, windows)
	for i := range things {
		when, counts, success := about(i)
		b := int(math.Floor(float64(when / bin)))
		if !counts || b >= windows {
			continue
		}
		all[b]++
		if success {
			good[b]++
		}
	}
	column := make([]string, windows)
	for i := range column {
		if column[i] = share(good[i], all[i]); all[i] == 0 {
			column[i] = tenth(100)
		}
	}
	return column
}

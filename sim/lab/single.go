package lab

import (
	"context"

	"overloadtui/model"
	"overloadtui/sim/sweep"
)

var collapse = Experiment{Name: "collapse", Preset: "collapse", Tables: []Table{{
	File:   "bp-post1-collapse-sweep.csv",
	SHA256: "965e6578eba2dbb33316af1fa12dc225f99b5b1d05ca6dee2572270b2ab84eeb",
	Make: func(base *model.Scenario) (*sweep.Table, error) {
		s, err := vary(base)
		if err != nil {
			return nil, err
		}
		return sweep.Run(context.Background(), s) // some milliseconds
	},
}}}

var admission = Experiment{Name: "admission", Preset: "admission-sweet-spot", Tables: []Table{
	{File: "bp-post2-limit-sweep.csv", SHA256: "35cc8107e84c0e60b0a7e2cd2d6476ef720e6892f7874583d81cd10864e05493", Make: limitSweep},
	{File: "bp-post2-plateau.csv", SHA256: "b0fd5a5518c669cc96a11c01f1026d3797f57e21a507d9927263557d20d3a238", Make: plateau},
}}

func limitSweep(base *model.Scenario) (*sweep.Table, error) {
	var rows [][]string
	for _, limit := range []float64{1, 2, 4, 8, 12, 16, 20, 28, 40, 80, 200, 0} {
		h, err := run(base, demand([2]float64{50, 200}, [2]float64{300, 100}), gate("concurrency", limit))
		if err != nil {
			return nil, err
		}
		name := number(limit)
		if limit == 0 {
			name = "none"
		}
		n := float64(len(h.attempts))
		rows = append(rows, []string{name, perSecond(n), perSecond(h.count(isGood)), share(h.count(isRefused), n), share(h.count(isLate), n),
			tenth(h.percentile(99, isServed, (*attempt).sojourn)), tenth(min(100, 100*h.count(isServed)*10/float64(window)))})
	}
	return table("bp-post2-limit-sweep.csv", []string{"admission_limit", "offered_rps", "goodput_rps", "reject_pct", "served_late_pct", "p99_ms", "utilization_pct"}, rows), nil
}

func plateau(base *model.Scenario) (*sweep.Table, error) {
	var rows [][]string
	for _, mode := range []struct {
		name  string
		limit float64
	}{{"no-control", 0}, {"admission-limited", 20}} {
		for _, rate := range []float64{50, 75, 100, 125, 150, 200, 300} {
			h, err := run(base, flat(rate), gate("concurrency", mode.limit))
			if err != nil {
				return nil, err
			}
			n := float64(len(h.attempts))
			rows = append(rows, []string{mode.name, perSecond(n), perSecond(h.count(isGood)), share(h.count(isRefused), n),
				tenth(h.percentile(99, isServed, (*attempt).sojourn))})
		}
	}
	return table("bp-post2-plateau.csv", []string{"mode", "offered_rps", "goodput_rps", "reject_pct", "p99_ms"}, rows), nil
}

// run varies the scenario and runs it.
func run(base *model.Scenario, edits ...edit) (*history, error) {
	_, h, err := play(base, edits...)
	return h, err
}

var shaping = Experiment{Name: "shaping", Preset: "token-vs-leaky", Tables: []Table{
	{File: "bp-post3-burst-sweep.csv", SHA256: "d29c75e9eaa020ba6192686883d30a6366ab7640534847a20d55e339072987c6", Make: burstSweep},
	{File: "bp-post3-shaping.csv", SHA256: "80841498be4d0e0a48076599602ed624b18d23e45dcbd6e880ebd580b7471543", Make: shapes},
}}

// bursts is 20/s with a burst of 600/s.
var bursts = demand([2]float64{20, 1000}, [2]float64{600, 200})

func burstSweep(base *model.Scenario) (*sweep.Table, error) {
	var rows [][]string
	for _, limiter := range []string{"token-bucket", "leaky-bucket"} {
		for _, size := range []float64{1, 2, 4, 8, 12, 16, 20, 28, 40, 80} {
			h, err := run(base, bursts, gate(limiter, 100, size))
			if err != nil {
				return nil, err
			}
			n := float64(len(h.attempts))
			var peak float64
			for _, inBin := range bins(h, isAdmitted, (*attempt).released) {
				peak = max(peak, inBin)
			}
			rows = append(rows, []string{limiter, number(size), perSecond(n), perSecond(h.count(isGood)), share(h.count(isRefused), n), share(h.count(isLate), n),
				tenth(h.percentile(99, isAdmitted, func(a *attempt) model.Millis { return whole(a.gate) })),
				tenth(h.percentile(99, isAdmitted, func(a *attempt) model.Millis { return whole(a.wait) })),
				tenth(peak * 10)})
		}
	}
	return table("bp-post3-burst-sweep.csv", []string{"limiter", "burst_capacity", "offered_rps", "goodput_rps", "reject_pct", "served_late_pct",
		"gate_delay_p99_ms", "server_wait_p99_ms", "downstream_peak_rps"}, rows), nil
}

// released is when the gates let the attempt through.
func (a *attempt) released() model.Millis { return a.sent + a.gate }

func shapes(base *model.Scenario) (*sweep.Table, error) {
	var columns [][]float64
	for i, limiter := range []string{"token-bucket", "leaky-bucket"} {
		h, err := run(base, bursts, gate(limiter, 100, 20))
		if err != nil {
			return nil, err
		}
		if i == 0 {
			columns = append(columns, bins(h, func(*attempt) bool { return true }, func(a *attempt) model.Millis { return a.sent }))
		}
		columns = append(columns, bins(h, isAdmitted, (*attempt).released))
	}
	var rows [][]string
	for i := range int(window / bin) {
		row := []string{number(float64(bin) * float64(i))}
		for _, column := range columns {
			row = append(row, tenth(valueAt(column, i)*10))
		}
		rows = append(rows, row)
	}
	return table("bp-post3-shaping.csv", []string{"window_start_ms", "offered_rps", "token_bucket_rps", "leaky_bucket_rps"}, rows), nil
}

// bins counts the attempts that are so in aligned windows of 100 ms.
func bins(h *history, is func(*attempt) bool, when func(*attempt) model.Millis) []float64 {
	var counts []float64
	for i := range h.attempts {
		a := &h.attempts[i]
		if !is(a) {
			continue
		}
		b := int(when(a) / bin)
		for len(counts) <= b {
			counts = append(counts, 0)
		}
		counts[b]++
	}
	return counts
}

func valueAt(column []float64, i int) float64 {
	if i < len(column) {
		return column[i]
	}
	return 0
}

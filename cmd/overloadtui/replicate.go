package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/sweep"
)

// replication is how run repeats a scenario with several seeds.
type replication struct {
	seeds   int
	warmUp  span
	compare []string
}

const (
	confidence  = 0.95
	warmUpShare = 0.1
	maxSeeds    = 10_000
)

func (r *replication) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&r.seeds, "seeds", 0, "run with `N` seeds, from --seed on, and print means and 95 % confidence intervals")
	f.Var(&r.warmUp, "warmup", "with --seeds: how much of the start of each run does not count (default a tenth of it)")
	f.StringArrayVar(&r.compare, "compare", nil, "with --seeds: `NAME=VALUE` of a second policy, which sees the same arrivals; prints the difference; repeatable")
}

// check says before a run what is wrong with the flags.
func (r *replication) check(cmd *cobra.Command) error {
	switch {
	case r.seeds == 0 && !cmd.Flags().Changed("seeds") && (r.warmUp > 0 || len(r.compare) > 0):
		return errors.New("--warmup and --compare: they need --seeds, such as --seeds 10")
	case cmd.Flags().Changed("seeds") && (r.seeds < 2 || r.seeds > maxSeeds):
		return fmt.Errorf("--seeds: %d is out of range 2..%d; an interval needs more than one run", r.seeds, maxSeeds)
	}
	for _, flag := range []string{"output", "output-dir", "format", "by"} {
		if r.seeds > 0 && cmd.Flags().Changed(flag) {
			return fmt.Errorf("--%s: it is of one run; the table of --seeds is written with --csv", flag)
		}
	}
	return nil
}

// side is one of the policies that are compared, and what it gave.
type side struct {
	name string
	runs *sweep.Replications
}

// run carries out the replications and prints them, or writes them as CSV.
func (r *replication) run(cmd *cobra.Command, s *model.Scenario, until model.Millis, to *destination) error {
	if until == 0 {
		until = model.Millis(s.Duration)
	}
	if until == 0 {
		return errEndless
	}
	plan := sweep.Plan{Seeds: sweep.Seeds(s.Seed, r.seeds), Until: until, WarmUp: model.Millis(r.warmUp)}
	if plan.WarmUp == 0 {
		plan.WarmUp = warmUpShare * until
	}
	bar := newProgress(cmd, s.Name)
	plan.Watch = bar.count
	sides, err := r.sides(cmd.Context(), s, plan)
	bar.clear()
	if err != nil {
		return err
	}
	out, table, text := cmd.OutOrStdout(), replicationCSV(sides), replicationText(sides)
	switch to.csv {
	case stdout:
		return writeAll(out, table)
	case "":
		return writeAll(out, []byte(text))
	}
	if err := export.Write(to.force, export.File{Path: to.csv, Data: table}); err != nil {
		return failed(err)
	}
	return writeAll(out, fmt.Appendf(nil, "%s%s  sha256 %s\n", text, to.csv, export.SHA256(table)))
}

// sides are the scenario, what it is compared with, and the difference.
func (r *replication) sides(ctx context.Context, s *model.Scenario, plan sweep.Plan) ([]side, error) {
	other := s.Clone()
	if err := presets.Set(other, sim.Catalog(), r.compare...); err != nil {
		return nil, fmt.Errorf("--compare: %w", err)
	}
	base, err := sweep.Replicate(ctx, s, plan)
	if err != nil {
		return nil, err
	}
	sides := []side{{"as it is", base}}
	if len(r.compare) > 0 {
		compared, err := sweep.Replicate(ctx, other, plan)
		if err != nil {
			return nil, err
		}
		sides = append(sides, side{strings.Join(r.compare, " "), compared}, side{"difference", compared.Minus(base)})
	}
	return sides, nil
}

func replicationText(sides []side) string {
	runs := sides[0].runs
	n := len(runs.Seeds)
	var b strings.Builder
	fmt.Fprintf(&b, "%d runs of %v with the seeds %d to %d; the first %v of each do not count\n", n, runs.Until, runs.Seeds[0], runs.Seeds[n-1], runs.WarmUp)
	fmt.Fprintf(&b, "means with %v %% confidence intervals (Student's t, %d degrees of freedom)\n", 100*confidence, n-1)
	header := []string{"metric"}
	if len(sides) == 1 {
		header = append(header, "mean", "+-", "least", "most")
	} else {
		header = append(header, sides[0].name, "+-", sides[1].name, "+-", sides[2].name, "+-", "clear")
	}
	rows := [][]string{header}
	for m, metric := range runs.Metrics {
		if metric.Minor && !slices.ContainsFunc(sides, func(s side) bool { return s.runs.Any(m) }) {
			continue
		}
		row := []string{metric.Name}
		var last sweep.Interval
		for _, s := range sides {
			last = s.runs.Interval(m, confidence)
			row = append(row, digits(metric, last.Mean), digits(metric, last.Half))
		}
		switch {
		case len(sides) == 1:
			row = append(row, digits(metric, last.Min), digits(metric, last.Max))
		case last.N > 1 && !last.Has(0):
			row = append(row, "yes")
		default:
			row = append(row, "no")
		}
		rows = append(rows, row)
	}
	b.WriteString(align(rows))
	for _, s := range sides {
		if s.runs.Ends != nil {
			fmt.Fprintf(&b, "states at the end, %s: %s\n", s.name, endsOf(s.runs.Ends))
		}
	}
	return b.String()
}

// digits is a number with two decimals more than a single run shows.
func digits(m *model.Metric, v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "none"
	}
	return strconv.FormatFloat(v, 'f', m.Digits+2, 64)
}

// endsOf counts the states in which the runs ended, because a mean over runs of which
// some have collapsed and some have not is a number that none of them shows.
func endsOf(ends []model.State) string {
	var count [model.States]int
	for _, s := range ends {
		count[s]++
	}
	var parts []string
	for s, n := range count {
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%v %d", model.State(s), n))
		}
	}
	return strings.Join(parts, ", ")
}

// replicationCSV has a row for each policy and metric. A field is empty where there is
// no such number.
func replicationCSV(sides []side) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	rows := [][]string{{"policy", "metric", "runs", "mean", "half_width_95", "min", "max"}}
	for _, s := range sides {
		for m, metric := range s.runs.Metrics {
			i := s.runs.Interval(m, confidence)
			rows = append(rows, []string{s.name, metric.Name, strconv.Itoa(i.N), model.Exact(i.Mean), model.Exact(i.Half), model.Exact(i.Min), model.Exact(i.Max)})
		}
	}
	if err := w.WriteAll(rows); err != nil {
		panic(err) // writing to memory does not fail
	}
	return out.Bytes()
}

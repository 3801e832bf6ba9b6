package report_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/sim/export"
	"overloadtui/sim/export/report"
)

// files are a recording as its CSVs and its JSON lines have it, which is all that a
// reader of them knows.
type files struct {
	t       *testing.T
	windows map[string][]string            // by column
	groups  map[string]map[string][]string // by "class gold", by column
	audit   []map[string]any
	changes []model.Change // of the manifest, in the order of time
}

func filesOf(t *testing.T, rec model.Recording) files {
	t.Helper()
	f := files{t: t, windows: map[string][]string{}, groups: map[string]map[string][]string{}}
	columns, rows := csvOf(t, export.CSV(rec.Points, export.AllColumns()))
	for _, row := range rows {
		for c, name := range columns {
			f.windows[name] = append(f.windows[name], row[c])
		}
	}
	columns, rows = csvOf(t, export.GroupCSV(rec, []model.By{model.ByClass, model.ByTenant, model.ByRoute, model.ByService}, export.AllColumns()))
	for _, row := range rows {
		member := row[2] + " " + row[3]
		if f.groups[member] == nil {
			f.groups[member] = map[string][]string{}
		}
		for c, name := range columns {
			f.groups[member][name] = append(f.groups[member][name], row[c])
		}
	}
	for line := range strings.Lines(string(export.AuditLines(rec.Audit))) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		f.audit = append(f.audit, entry)
	}
	f.changes = model.Happened(rec.Changes, 0, rec.Until+1)
	return f
}

// of are the numbers of a column, NaN where a field is empty: of the windows, or of a
// member of a division.
func (f *files) of(member, column string) []float64 {
	f.t.Helper()
	table := f.windows
	if member != "" {
		table = f.groups[member]
	}
	fields := table[column]
	if fields == nil {
		f.t.Fatalf("no file has the column %s of %q", column, member)
	}
	numbers := make([]float64, len(fields))
	for i, field := range fields {
		numbers[i] = math.NaN()
		if field != "" {
			v, err := strconv.ParseFloat(field, 64)
			if err != nil {
				f.t.Fatalf("%s of %q is %q", column, member, field)
			}
			numbers[i] = v
		}
	}
	return numbers
}

// total is how many there were, of a column of so many per second.
func (f *files) total(member, column string) float64 {
	sum := 0.0
	for i, v := range f.of(member, column) {
		sum += v * f.span(i)
	}
	return math.Round(sum)
}

// span is how long a window is, in seconds.
func (f *files) span(i int) float64 {
	return (f.of("", "window_end_ms")[i] - f.of("", "window_start_ms")[i]) / 1000
}

// goodput is the mean over the windows between two instants.
func (f *files) goodput(from, to float64) float64 {
	sum, time := 0.0, 0.0
	for i, v := range f.of("", "goodput_per_s") {
		if f.of("", "window_start_ms")[i] >= from && f.of("", "window_end_ms")[i] <= to {
			sum += v * f.span(i)
			time += f.span(i)
		}
	}
	return sum / time
}

func end(numbers []float64) float64 { return numbers[len(numbers)-1] }

func mean(numbers []float64) float64 {
	sum := 0.0
	for _, v := range numbers {
		sum += v
	}
	return sum / float64(len(numbers))
}

// greatest is the greatest of the numbers that there are.
func greatest(numbers []float64) float64 {
	there := slices.DeleteFunc(slices.Clone(numbers), math.IsNaN)
	if len(there) == 0 {
		return math.NaN()
	}
	return slices.Max(there)
}

// outcomes are the columns of a table of classes, tenants or routes, and of which column
// of the CSV each is the sum.
var outcomes = map[string]string{"offered": "offered_per_s", "good": "goodput_per_s", "late": "late_answers_per_s", "failed": "failed_per_s",
	"abandoned": "abandoned_per_s", "deferred": "deferred_per_s", "replayed": "replayed_per_s", "attempts": "attempts_per_s", "rejected": "rejected_per_s"}

// part is what the files say of a field of such a table.
func (f *files) part(member, column string) float64 {
	switch column {
	case "in flight":
		return end(f.of(member, "in_flight_ops"))
	case "good, %":
		return 100 * f.total(member, "goodput_per_s") / f.total(member, "offered_per_s")
	case "longest p99 of a window, ms":
		return greatest(f.of(member, "sojourn_p99_ms"))
	}
	return f.total(member, outcomes[column])
}

func (f *files) service(name, column string) float64 {
	member := "service " + name
	switch column {
	case "workers at the end":
		return end(f.of(member, "workers"))
	case "capacity at the end, /s":
		return end(f.of(member, "capacity_per_s"))
	case "mean utilization, %":
		return mean(f.of(member, "utilization_pct"))
	case "longest queue, attempts":
		return greatest(f.of(member, "queue_depth_ops"))
	}
	return greatest(f.of(member, "queue_age_ms"))
}

// states are the states in force and the rungs, one after the other: from, to and rung.
func (f *files) states() (names []string, spans [][3]float64) {
	state, rung, ends := "normal", f.of("", "rung"), f.of("", "window_end_ms")
	for i := range ends {
		from, step := 0.0, 0.0
		if i > 0 {
			from, state, step = ends[i-1], f.windows["state"][i-1], rung[i-1]
		}
		if len(names) == 0 || names[len(names)-1] != state {
			names, spans = append(names, state), append(spans, [3]float64{0: from})
		}
		spans[len(spans)-1][1], spans[len(spans)-1][2] = ends[i], step
	}
	return names, spans
}

// field is what the files say of a field of a table, by the table's id, the number of
// the row and its first field, and the name of the column.
func (f *files) field(table string, row int, first, column string) float64 {
	f.t.Helper()
	switch table {
	case "changes-table":
		return map[string]float64{"number": float64(row + 1), "at, min:s": float64(f.changes[row].At)}[column]
	case "state-shares":
		time := 0.0
		names, spans := f.states()
		for i, name := range names {
			if strings.HasSuffix(first, name) {
				time += spans[i][1] - spans[i][0]
			}
		}
		if column == "time, s" {
			return time / 1000
		}
		return 100 * time / end(f.of("", "window_end_ms"))
	case "state-table":
		_, spans := f.states()
		return spans[row][map[string]int{"from, min:s": 0, "to, min:s": 1, "rung at the end": 2}[column]]
	case "audit-table":
		return f.audit[row][map[string]string{"at, min:s": "at_ms", "rung": "rung"}[column]].(float64)
	case "reasons-table":
		return f.total("", "refused_"+strings.ReplaceAll(first, " ", "_")+"_per_s")
	case "classes-table", "tenants-table", "routes-table":
		by := map[string]model.By{"classes-table": model.ByClass, "tenants-table": model.ByTenant, "routes-table": model.ByRoute}[table]
		return f.part(by.String()+" "+first, column)
	case "services-table":
		return f.service(first, column)
	}
	f.t.Fatalf("no file has what the table %s has", table)
	return 0
}

// said is what the files say of the story's numbers that are no field of the CSV.
func (f *files) said() map[string][]float64 {
	until := end(f.of("", "window_end_ms"))
	total := func(column string) float64 { return f.total("", column) }
	wasted := 0.0
	for i, v := range f.of("", "wasted_pct") {
		if !math.IsNaN(v) {
			wasted += v / 100 * f.of("", "throughput_per_s")[i] * f.span(i)
		}
	}
	offered, attempts, served := total("offered_per_s"), total("attempts_per_s"), total("throughput_per_s")
	say := map[string][]float64{
		"until": {until}, "mean.offered": {offered * 1000 / until}, "good/offered": {100 * total("goodput_per_s") / offered},
		"attempts/offered": {attempts / offered}, "wasted/served": {100 * wasted / served},
		"total.offered": {offered}, "total.good": {total("goodput_per_s")}, "total.abandoned": {total("abandoned_per_s")}, "total.failed": {total("failed_per_s")},
		"total.late": {total("late_answers_per_s")}, "total.deferred": {total("deferred_per_s")}, "total.inflight": {end(f.of("", "in_flight_ops"))},
		"total.attempts": {attempts}, "total.replays": {total("replay_attempts_per_s")}, "total.served": {served}, "total.wasted": {wasted},
	}
	for _, e := range f.audit {
		if e["kind"] == model.TransitionEntry.String() {
			say["first transition"] = []float64{e["at_ms"].(float64)}
			break
		}
	}
	var instants []float64
	for _, c := range f.changes {
		if at := float64(c.At); len(instants) == 0 || at != end(instants) {
			instants = append(instants, at)
		}
	}
	say["change"] = instants
	around := slices.Concat([]float64{0}, instants, []float64{until})
	for i := 1; i+1 < len(around); i++ {
		say["mean goodput"] = append(say["mean goodput"], f.goodput(around[i-1], around[i]), f.goodput(around[i], around[i+1]))
	}
	return say
}

var (
	wholeTable = regexp.MustCompile(`(?s)<table id="([^"]*)".*?</table>`)
	wholeHead  = regexp.MustCompile(`<th scope="col"[^>]*>(.*?)</th>`)
	wholeRow   = regexp.MustCompile(`(?s)<tr[^>]*>\s*(<th scope="row".*?)</tr>`)
	wholeCell  = regexp.MustCompile(`(?s)<t[hd]([^>]*)>(.*?)</t[hd]>`)
	valueOf    = regexp.MustCompile(`data-value="([^"]*)"`)
	numberText = regexp.MustCompile(`^-?[0-9][0-9,]*(\.[0-9]+)?$`)
)

// same compares a number of the page with one that was summed from fields that are
// rounded to what a float64 holds.
func same(a, b float64) bool {
	return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= 1e-9*max(1, math.Abs(a))
}

// Every number of the page is one of the CSVs, of the JSON lines or of the manifest, or
// comes of them by adding up; a number that is in none of them fails the test.
func TestEveryNumberOfTheReportComesFromTheFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs long runs")
	}
	for preset, until := range map[string]model.Millis{
		"collapse": 30 * model.Second, "gameday-cell-loss-skew": 70 * model.Second, "mercury-teaching": 40 * model.Second, "recovery-drain": 40 * model.Second,
	} {
		t.Run(preset, func(t *testing.T) {
			rec, src := measure(t, preset, until)
			f := filesOf(t, rec)
			page := must(t)(report.Run(rec, src))
			seen := 0
			check := func(what, value string, want float64) {
				t.Helper()
				seen++
				got := math.NaN()
				if value != "" {
					var err error
					if got, err = strconv.ParseFloat(value, 64); err != nil {
						t.Fatalf("%s is %q", what, value)
					}
				}
				if !same(got, want) {
					t.Errorf("%s is %v in the page, the files say %v", what, got, want)
				}
			}
			f.checkTables(page, rec, src, check)

			say := f.said()
			spent := rec.Points[len(rec.Points)-1].Spent
			say["spent useful"] = []float64{100 * (spent[model.OnTime] + spent[model.RetriedUse])}
			say["spent wasted"], say["spent idle"] = []float64{100 * spent.Wasted()}, []float64{100 * spent[model.IdleUse]}
			for _, m := range numberSpan.FindAllStringSubmatch(page, -1) {
				of := html.UnescapeString(m[1])
				if column, row, found := strings.Cut(of, "@"); found {
					i, err := strconv.Atoi(row)
					if err != nil || f.windows[column] == nil || f.windows[column][i] != m[2] {
						t.Errorf("the story has %s, the CSV %q", m[0], f.windows[column])
					}
					seen++
					continue
				}
				if of == "untold changes" {
					seen++
					continue // how many lines are left out is no measurement
				}
				if len(say[of]) == 0 {
					t.Errorf("no file has what the story says: %s", m[0])
					continue
				}
				check("in the story "+of, m[2], say[of][0])
				if len(say[of]) > 1 {
					say[of] = say[of][1:]
				}
			}
			if all := strings.Count(page, "data-value="); seen != all {
				t.Errorf("of %d numbers in the page %d were compared", all, seen)
			}
			if seen < 500 {
				t.Errorf("the page has %d numbers only", seen)
			}
		})
	}
}

// checkTables compares the fields of every table that have a value, and holds that each
// that reads as a number has one.
func (f *files) checkTables(page string, rec model.Recording, src report.Source, check func(what, value string, want float64)) {
	f.t.Helper()
	for _, table := range wholeTable.FindAllStringSubmatch(page, -1) {
		id := table[1]
		var heads []string
		for _, h := range wholeHead.FindAllStringSubmatch(table[0], -1) {
			heads = append(heads, html.UnescapeString(h[1]))
		}
		for r, row := range wholeRow.FindAllStringSubmatch(table[0], -1) {
			first := ""
			for c, cell := range wholeCell.FindAllStringSubmatch(row[1], -1) {
				text, _, _ := strings.Cut(cell[2], "<")
				text = html.UnescapeString(text)
				if c == 0 {
					first = text
				}
				what := fmt.Sprintf("%s, row %d (%s), %s", id, r, first, heads[c])
				value := valueOf.FindStringSubmatch(cell[1])
				switch {
				case value == nil:
					if numberText.MatchString(text) && c > 0 {
						f.t.Errorf("%s is %s and has no exact value", what, text)
					}
				case id == "windows-table" && model.Metrics[c].Word != nil:
					if value[1] != f.windows[model.Metrics[c].Name][r] {
						f.t.Errorf("%s is %s in the page, %s in the CSV", what, value[1], f.windows[model.Metrics[c].Name][r])
					}
					check(what, "", math.NaN())
				case id == "windows-table":
					check(what, value[1], f.of("", model.Metrics[c].Name)[r])
				case id == "settings-table":
					k, err := src.Knobs.Find(first)
					if err != nil {
						f.t.Fatal(err)
					}
					check(what, value[1], map[string]float64{"value": k.Value(), "default": k.Default}[heads[c]])
				case id == "ledger-table":
					f.checkLedger(rec, what, first, value[1], check)
				default:
					check(what, value[1], f.field(id, r, first, heads[c]))
				}
			}
		}
	}
}

// checkLedger compares a share of the ledger since the start. The windows' shares, which
// the CSV has, divide busy time as the work that ended in the window was, and come to
// nearly the same; what was idle is exact in both.
func (f *files) checkLedger(rec model.Recording, what, use, value string, check func(what, value string, want float64)) {
	f.t.Helper()
	for u, share := range rec.Points[len(rec.Points)-1].Spent {
		if model.Use(u).String() != use {
			continue
		}
		check(what, value, 100*share)
		sum, time := 0.0, 0.0
		for i, v := range f.of("", "capacity_"+strings.ReplaceAll(use, " ", "_")+"_pct") {
			there := 0.0
			for member := range f.groups {
				if strings.HasPrefix(member, "service ") {
					there += f.of(member, "workers")[i] * f.span(i)
				}
			}
			if !math.IsNaN(v) {
				sum += v * there
			}
			time += there
		}
		near := 3.0
		if model.Use(u) == model.IdleUse {
			near = 1e-6
		}
		if math.Abs(sum/time-100*share) > near {
			f.t.Errorf("%s is %v since the start, and %v in the windows", what, 100*share, sum/time)
		}
		return
	}
	f.t.Errorf("%s: the ledger has no %q", what, use)
}

package report_test

import (
	"encoding/csv"
	"html"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/sim/export"
	"overloadtui/sim/export/plot"
	"overloadtui/sim/export/report"
)

var (
	numberSpan = regexp.MustCompile(`<span class="number" data-of="([^"]*)" data-value="([^"]*)">([^<]*)</span>`)
	headCell   = regexp.MustCompile(`<th scope="col"[^>]*?data-of="([^"]*)"`)
	bodyRow    = regexp.MustCompile(`<tr data-row="(\d+)">(.*)</tr>`)
	bodyCell   = regexp.MustCompile(`<t[hd][^>]*?data-value="([^"]*)"`)
)

// csvOf is a CSV as its fields by column and row.
func csvOf(t *testing.T, data []byte) (columns []string, rows [][]string) {
	t.Helper()
	all, err := csv.NewReader(strings.NewReader(string(data))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1:]
}

// tableOf is a table of the page: what its columns are of, and the exact values of the
// rows, by their names.
func tableOf(t *testing.T, page, id string) (columns []string, rows map[string][]string) {
	t.Helper()
	_, rest, found := strings.Cut(page, `<table id="`+id+`"`)
	if !found {
		t.Fatalf("the page has no table %s", id)
	}
	table, _, _ := strings.Cut(rest, "</table>")
	for _, m := range headCell.FindAllStringSubmatch(table, -1) {
		columns = append(columns, m[1])
	}
	rows = map[string][]string{}
	for _, r := range bodyRow.FindAllStringSubmatch(table, -1) {
		for _, c := range bodyCell.FindAllStringSubmatch(r[2], -1) {
			rows[r[1]] = append(rows[r[1]], html.UnescapeString(c[1]))
		}
	}
	return columns, rows
}

// sameStory says which of the story's numbers that name a field of a CSV, "column@row",
// differ from it. At least that many have to.
func sameStory(t *testing.T, page string, columns []string, rows [][]string, least int) {
	t.Helper()
	seen := 0
	for _, m := range numberSpan.FindAllStringSubmatch(page, -1) {
		name, at, found := strings.Cut(m[1], "@")
		if !found {
			continue
		}
		row, err := strconv.Atoi(at)
		if err != nil {
			t.Fatalf("%s names no row: %v", m[0], err)
		}
		column := -1
		for i, c := range columns {
			if c == name {
				column = i
			}
		}
		if column < 0 || rows[row][column] != m[2] {
			t.Errorf("the story has %s, the CSV's row %d has %q", m[0], row, rows[row])
		}
		seen++
	}
	if seen < least {
		t.Errorf("the story names %d fields of the CSV, want at least %d", seen, least)
	}
}

// What is read in the page, drawn in the picture and written in the CSV are one.
func TestTheReportOfARunHasTheNumbersOfTheCSV(t *testing.T) {
	rec, src := controlled(t)
	rec.Points[9].P99 = model.Millis(math.NaN())
	page := must(t)(report.Run(rec, src))
	columns, rows := csvOf(t, export.CSV(rec.Points, export.AllColumns()))
	heads, cells := tableOf(t, page, "windows-table")
	if !reflect.DeepEqual(heads, columns) || len(cells) != len(rows) {
		t.Fatalf("the table of windows has the columns %q and %d rows, the CSV %q and %d", heads, len(cells), columns, len(rows))
	}
	for i, row := range rows {
		if got := cells[strconv.Itoa(i)]; !reflect.DeepEqual(got, row) {
			t.Errorf("window %d is %q in the page, %q in the CSV", i, got, row)
		}
	}
	sameStory(t, page, columns, rows, 10)

	// The plots' data against the page's.
	for _, panel := range plot.OfRun(rec, src.Knobs).Panels {
		for _, c := range panel.Curves {
			for column, name := range columns {
				if name != c.Column {
					continue
				}
				for i, y := range c.Y {
					want := cells[strconv.Itoa(i)][column]
					if got, err := strconv.ParseFloat(want, 64); err == nil && got != y || err != nil && !math.IsNaN(y) {
						t.Errorf("%s of window %d is drawn at %v and written as %q", name, i, y, want)
					}
				}
			}
		}
	}
}

func TestTheStoryHasTheTotalsOfTheRun(t *testing.T) {
	rec, src := controlled(t)
	page := must(t)(report.Run(rec, src))
	total := rec.Points[len(rec.Points)-1].Total
	want := map[string]float64{
		"total.offered": float64(total.Offered), "total.good": float64(total.Good), "total.abandoned": float64(total.Abandoned),
		"total.failed": float64(total.Failed), "total.attempts": float64(total.Attempts), "total.served": float64(total.Served),
		"total.wasted": float64(total.Wasted), "good/offered": 100 * float64(total.Good) / float64(total.Offered),
		"spent useful": 50, "spent wasted": 37.5, "spent idle": 12.5,
	}
	for _, m := range numberSpan.FindAllStringSubmatch(page, -1) {
		if v, ok := want[m[1]]; ok {
			if got, err := strconv.ParseFloat(m[2], 64); err != nil || got != v {
				t.Errorf("the story has %s, want %v", m[0], v)
			}
			delete(want, m[1])
		}
	}
	if len(want) > 0 {
		t.Errorf("the story does not say %v", want)
	}
}

func TestTheReportOfASweepHasTheNumbersOfTheCSV(t *testing.T) {
	s, table, src := cliff(t)
	page := must(t)(report.Sweep(s, table, src))
	heads, cells := tableOf(t, page, "sweep-table")
	if !reflect.DeepEqual(heads, table.Header) || len(cells) != len(table.Rows) {
		t.Fatalf("the table has the columns %q and %d rows, want %q and %d", heads, len(cells), table.Header, len(table.Rows))
	}
	for i, row := range table.Rows {
		if got := cells[strconv.Itoa(i)]; !reflect.DeepEqual(got, row) {
			t.Errorf("row %d is %q in the page, %q in the CSV", i, got, row)
		}
	}
	sameStory(t, page, table.Header, table.Rows, 20)
	for _, says := range []string{"the most goodput was", "it fell most, to", "golden_match: absent", src.Files[0].SHA256, src.Command} {
		if !strings.Contains(page, says) {
			t.Errorf("the page does not say %q", says)
		}
	}
}

var reference = regexp.MustCompile(`(?i)(?:src|href|action|srcset|poster|xlink:href)\s*=\s*"([^"]*)"|url\(([^)]*)\)|@import\s*(\S*)`)

// The page asks for nothing: each reference is one to a place in it.
func TestThePageStandsOnItsOwn(t *testing.T) {
	for name, page := range pages(t) {
		found := 0
		for _, m := range reference.FindAllStringSubmatch(page, -1) {
			found++
			if to := m[1] + m[2] + m[3]; to != "data:," && !strings.HasPrefix(to, "#") {
				t.Errorf("%s: the page refers to %q", name, to)
			}
			if id, ok := strings.CutPrefix(m[1], "#"); ok && !strings.Contains(page, `id="`+id+`"`) {
				t.Errorf("%s: the page refers to its part %q, which it does not have", name, id)
			}
		}
		if found < 5 {
			t.Errorf("%s: only %d references are found", name, found)
		}
		ids := map[string]bool{}
		for _, m := range regexp.MustCompile(` id="([^"]*)"`).FindAllStringSubmatch(page, -1) {
			if ids[m[1]] {
				t.Errorf("%s: two elements have the id %q", name, m[1])
			}
			ids[m[1]] = true
		}
	}
}

func TestWhatPeopleWroteIsText(t *testing.T) {
	rec, src := controlled(t)
	rec.Changes = append(rec.Changes, model.Change{At: 50000, Who: "<b>", Note: "<script>alert(1)</script>{}"})
	src.Text, src.Command = "</code><script>", `a "b" <c>`
	page := must(t)(report.Run(rec, src))
	for _, raw := range []string{"<script>alert", "<comes>", "<b>", "<first>", "</code><script>", "<c>"} {
		if strings.Contains(page, raw) {
			t.Errorf("%q stands in the page as markup", raw)
		}
	}
	for _, text := range []string{"&lt;script&gt;alert(1)&lt;/script&gt;{}", "it {} &lt;comes&gt; &amp; &#34;goes&#34;", "queue age 120 ms &gt; 100 ms: yes", "reserve 8 % &lt; 5 %: no"} {
		if !strings.Contains(page, text) {
			t.Errorf("%q does not stand in the page", text)
		}
	}
	if strings.Contains(page, "ZgotmplZ") {
		t.Error("the template has refused a value: ZgotmplZ")
	}
}

func TestTheSameRunGivesTheSamePage(t *testing.T) {
	rec, src := controlled(t)
	first := must(t)(report.Run(rec, src))
	if again := must(t)(report.Run(rec, src)); again != first {
		t.Error("two reports of one recording differ")
	}
}

// A state is in force from the moment at which it was decided: the end of a window.
func TestStatesBeginWhereTheyWereDecided(t *testing.T) {
	rec, src := controlled(t)
	for i := range rec.Points {
		rec.Points[i].State, rec.Points[i].Rung = model.Normal, 0
		if i >= 14 {
			rec.Points[i].State, rec.Points[i].Rung = model.Elevated, 1
		}
	}
	page := must(t)(report.Run(rec, src))
	_, rest, _ := strings.Cut(page, `<table id="state-table"`)
	table, _, _ := strings.Cut(rest, "</table>")
	var got []string
	for _, m := range bodyCell.FindAllStringSubmatch(table, -1) {
		got = append(got, m[1])
	}
	if want := "0 15000 0 15000 60000 1"; strings.Join(got, " ") != want {
		t.Errorf("the states are from, to and with the rung %q, want %s", got, want)
	}
}

// What was changed at one instant has one effect.
func TestChangesAtOneInstantAreToldTogether(t *testing.T) {
	rec, src := collapse(t)
	rec.Changes = append(rec.Changes, model.Change{At: 12 * model.Second, Path: "client.deadline", To: 300, Who: "Ada"})
	page := must(t)(report.Run(rec, src))
	_, rest, _ := strings.Cut(page, "load 90 /s → 120 /s (you)")
	told, _, _ := strings.Cut(rest, "</p>")
	if !strings.HasPrefix(told, "; deadline 200 ms → 300 ms (Ada). Goodput was ") || !strings.Contains(told, " after") {
		t.Errorf("after the first of two changes the story goes on %q", told)
	}
}

// A recording of nothing, of one window and of very many is told too.
func TestShortAndLongRuns(t *testing.T) {
	rec, src := collapse(t)
	none, one, long := rec, rec, rec
	none.Points, one.Points, long.Points = nil, rec.Points[:1], nil
	for i := range 10000 {
		p := rec.Points[i%60]
		p.Index, p.Start, p.End = i, model.Millis(i)*1000, model.Millis(i+1)*1000
		long.Points = append(long.Points, p)
	}
	if page := must(t)(report.Run(none, src)); !strings.Contains(page, "No window was complete") || strings.Contains(page, `id="windows"`) {
		t.Error("the report of no window does not say so")
	}
	if page := must(t)(report.Run(one, src)); !strings.Contains(page, "In no window did users get less") {
		t.Error("the report of one good window does not say so")
	}
	page := must(t)(report.Run(long, src))
	_, cells := tableOf(t, page, "windows-table")
	if len(cells) > 400 || len(cells) < 390 || cells["0"] == nil || cells["9999"] == nil || len(page) > 2e6 {
		t.Errorf("of 10000 windows the page of %d bytes has %d, want about 400 with the first and the last", len(page), len(cells))
	}
	if !strings.Contains(page, "of the 10,000 windows") {
		t.Error("the table does not say how many windows there are")
	}
}

package ui

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"overloadtui/model"
)

// rounded is a CSV field as the screen shows it.
func rounded(t *testing.T, m *model.Metric, p *model.Point) string {
	t.Helper()
	field := m.Text(p)
	if field == "" {
		return "-"
	}
	v, err := strconv.ParseFloat(field, 64)
	if err != nil {
		t.Fatalf("%s: %q: %v", m.Name, field, err)
	}
	return number(v, m.Digits)
}

// TestNumbersAreThoseOfTheFile puts the time cursor on every window in turn and looks
// for what an exported row says of that window: in the big figures, in the small
// ones, in the charts' titles and in the table.
func TestNumbersAreThoseOfTheFile(t *testing.T) {
	f := chain(7)
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		s := newTestScreen(t, f, "ascii", size[0], size[1])
		for i := range f.points {
			p := &f.points[i]
			s.look(p.Index)
			picture := s.picture()
			lines := strings.Split(picture, "\n")
			plan := planFor(s)
			has := func(where, line, text string) {
				t.Helper()
				if !strings.Contains(line, text) {
					t.Fatalf("%v, window %d, %s: no %q in %q\n%s", size, i, where, text, line, picture)
				}
			}
			if got := s.shownPoint(); got.Index != p.Index {
				t.Fatalf("the cursor is on window %d, want %d", got.Index, p.Index)
			}
			title := lines[plan.figures]
			has("the span", title, p.Start.Clock()+" - "+p.End.Clock())
			has("since the start", title, rounded(t, model.FindMetric("goodput_since_start_per_s"), p))
			values := lines[plan.figures+1]
			for _, name := range headline {
				m := model.FindMetric(name)
				if got, want := s.figure(m), rounded(t, m, p); got != want {
					t.Fatalf("%v, window %d: %s is %q, the file has %q", size, i, name, got, want)
				}
				if !plan.big {
					has(name, values, " "+rounded(t, m, p))
				}
			}
			for _, c := range plan.charts {
				switch c.kind {
				case rateChart:
					has("goodput", lines[c.y], rounded(t, model.FindMetric("goodput_per_s"), p)+" of "+number(p.Capacity, 0))
				case queueChart:
					has("queue", lines[c.y], rounded(t, model.FindMetric("queue_depth_ops"), p)+"  ")
				case slowChart:
					has("p50", lines[c.y], "p50 "+rounded(t, model.FindMetric("sojourn_p50_ms"), p))
					has("p99", lines[c.y], "p99 "+rounded(t, model.FindMetric("sojourn_p99_ms"), p))
				}
			}
			if plan.tableH == 0 {
				continue
			}
			want := []string{"all"}
			for _, name := range tableColumns {
				want = append(want, rounded(t, model.FindMetric(name), p))
			}
			want = append(want, rounded(t, model.FindMetric("queue_age_ms"), p), "0.0") // nothing is deferred
			if got := strings.Fields(lines[plan.table+1]); fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("window %d: the table says %q, the file %q", i, got, want)
			}
		}
	}
}

// TestPartsAddUp holds that the rates of the classes, and those of the tenants with
// the ones that are summed up, make the rate of all.
func TestPartsAddUp(t *testing.T) {
	s := newTestScreen(t, chain(7), "ascii", 160, 48)
	picture := s.picture()
	lines := strings.Split(picture, "\n")
	table := lines[planFor(s).table:]
	offered := func(row string) float64 {
		t.Helper()
		v, err := strconv.ParseFloat(strings.Fields(row[15:])[0], 64)
		if err != nil {
			t.Fatalf("%q: %v\n%s", row, err, picture)
		}
		return v
	}
	all := offered(table[1])
	if classes := offered(table[2]) + offered(table[3]); math.Abs(classes-all) > 0.05 {
		t.Errorf("the classes offer %v, all %v\n%s", classes, all, picture)
	}
	sum := 0.0
	for _, row := range table[4:8] {
		sum += offered(row)
	}
	if math.Abs(sum-all) > 0.05 || !strings.HasPrefix(table[7], " 4 more tenants") {
		t.Errorf("the tenants offer %v, all %v\n%s", sum, all, picture)
	}
}

// TestServicesHaveTheirOwnNumbers by name, as the window ended.
func TestServicesHaveTheirOwnNumbers(t *testing.T) {
	f := chain(1)
	s := newTestScreen(t, f, "ascii", 160, 48)
	s.look(40)
	p := &f.points[40]
	line := strings.Split(s.picture(), "\n")[planFor(s).services]
	for i, sv := range f.scenario.Services {
		g := p.Services[i]
		want := fmt.Sprintf("%s waiting %s busy %s%% age", sv.Name, number(float64(g.Queue), 0), number(100*g.Busy, 0))
		if got := strings.Join(strings.Fields(line), " "); !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
	for i := range 20 {
		f.scenario.Services = append(f.scenario.Services, model.Service{Name: fmt.Sprint("s", i)})
	}
	if picture := s.picture(); !strings.Contains(picture, "and 15 services more") {
		t.Errorf("not a word about the services that have no room:\n%s", picture)
	}
}

// TestReasonsAreNamed in the row of a large screen and in the explanation of a number.
func TestReasonsAreNamed(t *testing.T) {
	f := chain(1)
	p := &f.points[len(f.points)-1]
	p.Reasons = [model.Reasons]int64{model.Limited: 12, model.BreakerOpen: 3}
	want := "limit 12.0  breaker open 3.0"
	s := newTestScreen(t, f, "ascii", 160, 48)
	if picture := s.picture(); !strings.Contains(picture, want) {
		t.Errorf("no %q in\n%s", want, picture)
	}
	s = newTestScreen(t, f, "ascii", 80, 24)
	for _, k := range []string{"tab", "tab", "w"} {
		s.press(k, 0)
	}
	if picture := s.picture(); !strings.Contains(picture, "limit 12.0, breaker open 3.0") {
		t.Errorf("the reasons are not explained:\n%s", picture)
	}
}

// TestWhatToTryIsWhole holds that no suggestion is cut at any size: it stands whole
// on its line, or the line says where it does.
func TestWhatToTryIsWhole(t *testing.T) {
	f := chain(1)
	f.scenario.Try[1] = strings.Repeat("a long way round, ", 14) + "and the end."
	for w := 80; w <= 200; w++ {
		for _, h := range []int{24, 26, 29, 30, 48} {
			s := newTestScreen(t, f, "ascii", w, h)
			for i, step := range f.scenario.Try {
				s.try = i
				p := planFor(s)
				picture := s.picture()
				lines := strings.Split(picture, "\n")
				if p.messageH == 0 {
					if !strings.Contains(lines[h-1], "t try") {
						t.Fatalf("%dx%d: nothing leads to what to try\n%s", w, h, picture)
					}
					continue
				}
				said := strings.Join(strings.Fields(strings.Join(lines[p.message:p.message+p.messageH], " ")), " ")
				if !strings.Contains(said, step) && said != "t shows what to try" {
					t.Fatalf("%dx%d step %d: %q", w, h, i, said)
				}
			}
		}
	}
	s := newTestScreen(t, f, "ascii", 80, 24)
	s.press("t", 't')
	all := strings.Join(strings.Fields(s.picture()), " ")
	for _, step := range append(f.scenario.Try, f.scenario.Story) {
		if !strings.Contains(all, step) {
			t.Errorf("no %q in\n%s", step, s.picture())
		}
	}
	for _, k := range []string{"t", "j", "down"} {
		s.press(k, 0)
	}
	if s.try != 0 {
		t.Errorf("three steps on of three: at %d", s.try)
	}
}

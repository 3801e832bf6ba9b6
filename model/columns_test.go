package model_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"overloadtui/model"
)

var grow = flag.Bool("grow", false, "note the columns that were added at the end")

// Files name how many columns they have, so that the order may grow and nothing else.
func TestTheOrderOfColumnsOnlyGrows(t *testing.T) {
	for file, now := range map[string][]string{"testdata/columns.txt": windowColumns(), "testdata/group-columns.txt": groupColumns()} {
		data, err := os.ReadFile(file)
		if err != nil && !*grow {
			t.Fatal(err)
		}
		was := strings.Fields(string(data))
		if len(now) < len(was) || !slices.Equal(now[:len(was)], was) {
			t.Fatalf("the columns are\n%s\nand were\n%s", strings.Join(now, " "), strings.Join(was, " "))
		}
		if len(now) == len(was) {
			continue
		}
		if !*grow {
			t.Fatalf("%s lacks %q; go test ./model -run Grows -grow adds them", file, now[len(was):])
		}
		if err := os.WriteFile(file, []byte(strings.Join(now, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func windowColumns() []string {
	var names []string
	for i := range model.Metrics {
		names = append(names, model.Metrics[i].Name)
	}
	return names
}

func groupColumns() []string {
	var names []string
	for i := range model.GroupMetrics {
		names = append(names, model.GroupMetrics[i].Name)
	}
	return names
}

func TestNamesOfColumnsEndInTheirUnit(t *testing.T) {
	ending := map[model.Unit]string{model.PerSecond: "_per_s", model.Milliseconds: "_ms", model.Percent: "_pct", model.Ops: "_ops", model.Ratio: "_ratio", model.Plain: ""}
	check := func(name, doc string, unit model.Unit, seen map[string]bool) {
		if !strings.HasSuffix(name, ending[unit]) || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" || seen[name] || !strings.HasSuffix(doc, ".") {
			t.Errorf("the column %q of unit %q: it ends in the unit, stands once and is described: %q", name, unit, doc)
		}
		seen[name] = true
	}
	seen := map[string]bool{}
	for _, m := range model.Metrics {
		check(m.Name, m.Doc, m.Unit, seen)
		if (m.Of == nil) == (m.Word == nil) {
			t.Errorf("the column %s is a number or a word", m.Name)
		}
	}
	seen = map[string]bool{}
	for _, m := range model.GroupMetrics {
		check(m.Name, m.Doc, m.Unit, seen)
		if m.Of == nil || m.Parts == 0 {
			t.Errorf("nothing has the column %s", m.Name)
		}
	}
	for _, m := range model.Metrics {
		if m.Parts != 0 && !seen[m.Name] {
			t.Errorf("the long format lacks %s", m.Name)
		}
	}
}

func TestLedgerAndReasonsAreColumns(t *testing.T) {
	var p model.Point
	p.Start, p.End = 1000, 3000
	p.Ledger[model.OnTime], p.Ledger[model.WarmUse], p.Ledger[model.IdleUse] = 0.5, 0.125, 0.375
	p.Reasons[model.BreakerOpen], p.Reasons[model.Suppressed] = 7, 2
	for name, want := range map[string]string{
		"capacity_on_time_pct": "50", "capacity_cache_fills_pct": "12.5", "capacity_idle_pct": "37.5", "capacity_late_pct": "0",
		"refused_breaker_open_per_s": "3.5", "refused_retries_suppressed_per_s": "1", "refused_limit_per_s": "0",
	} {
		m := model.FindMetric(name)
		if m == nil {
			t.Errorf("there is no column %s", name)
		} else if got := m.Text(&p); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	p.Ledger = model.Ledger{}
	if got := model.FindMetric("capacity_idle_pct").Text(&p); got != "" {
		t.Errorf("without workers capacity_idle_pct is %q, want none", got)
	}
}

func TestMembersOfADivision(t *testing.T) {
	s := &model.Scenario{Services: []model.Service{{Name: "a"}, {Name: "b"}}, Routes: []model.Route{{Name: "r", Tenants: 3}}}
	for by, want := range map[model.By][]string{model.ByClass: {"all"}, model.ByTenant: {"1", "2", "3"}, model.ByRoute: {"r"}, model.ByService: {"a", "b"}} {
		if got := by.Members(s); !slices.Equal(got, want) {
			t.Errorf("%v.Members = %q, want %q", by, got, want)
		}
		if got, err := model.ParseBy(by.String()); got != by || err != nil {
			t.Errorf("ParseBy(%q) = %v, %v", by, got, err)
		}
	}
	if _, err := model.ParseBy("cell"); err == nil || !strings.Contains(err.Error(), "class, tenant, route, service") {
		t.Errorf("ParseBy of nonsense = %v", err)
	}
}

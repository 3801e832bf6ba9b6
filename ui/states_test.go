package ui

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"overloadtui/model"
)

// governed is a run in degraded with all that the screen of the states can show: three
// classes, four tenants of which one is isolated, actions in force and spent, a ladder
// with savings, three overrides, an audit log, ledgers.
func governed() *fake {
	f := chain(4)
	sc := f.scenario
	sc.Name, sc.Controller, sc.Thresholds = "mercury", model.DefaultController(), model.DefaultThresholds()
	sc.Classes = []model.Class{{Name: "priority", Priority: 2}, {Name: "standard", Priority: 1}, {Name: "optional"}}
	sc.Ladder = []model.Rung{
		{Name: "defer", Removes: 25, Off: "exports and prefetch", Keeps: "core and enrichment", Signal: "exports arrive later"},
		{Name: "omit enrichment", Removes: 60, Off: "profile enrichment", Keeps: "core reads correct", Signal: "labelled as omitted"},
		{Name: "bound standard", Removes: 60, Off: "standard above its allocation", Keeps: "priority untouched", Signal: "try again later"},
		{Name: "core only", Removes: 100, Off: "all but priority core reads", Keeps: "authoritative data correct", Signal: "a reduced page that says so"},
	}
	f.control = func(snap *model.Snapshot) {
		now := snap.Now
		st := &snap.State
		st.State, st.Since, st.MaxDwell, st.Overstayed = model.Degraded, now-12300, 10*model.Minute, false
		st.Why = "S->D: admitted work late 0.4% <= 5%, rung 2 >= 2, admission bounded, 3/3 windows"
		st.Ways = []model.Way{
			{To: model.Unsafe, Need: 1, Gates: []model.Gate{{Name: "control signals", Value: "trusted", Needs: "(needs one lost)"}}},
			{To: model.Saturated, Need: 3, Off: true, Gates: []model.Gate{
				{Name: "admitted work late", Value: "0.4%", Needs: "> 5%", Outcome: true}, {Name: "predicted sojourn", Value: "512 ms", Needs: "> 750 ms"}}},
			{To: model.Recovering, Have: 4, Need: 5, Gates: []model.Gate{
				{Name: "admitted work late", Value: "0.4%", Needs: "<= 1%", Met: true, Outcome: true},
				{Name: "demand", Value: "10500/s", Needs: "<= 11400/s", Met: true},
				{Name: "backlog slope", Value: "-310/s", Needs: "<= 600/s", Met: true}}},
		}
		st.Nearest = 2
		st.Log = append(st.Log[:len(st.Log):len(st.Log)], model.Transition{At: now - 5000, From: model.Degraded, To: model.Recovering, Refused: true,
			Cause: "automatic", Why: "degraded -> recovering refused: backlog slope -310/s <= 600/s alone; demand 14700/s is not <= 11400/s"})
		c := &snap.Control
		c.On, c.Rung, c.Heading, c.NextStep = true, 2, 3, now+1400
		for i, a := range sc.DeclaredActions() {
			c.Actions = append(c.Actions, model.ActionView{Action: a, Legal: model.LegalAction(st.State, int(a.Do)), InForce: i == model.DoTighten || i == model.DoBound,
				Spent: i == model.DoRung, Since: now - 11000})
		}
		c.Savings = []model.Saving{{At: now - 14000, From: 0, To: 1, Expected: 0.1, Observed: 0.099}, {At: now - 500, From: 1, To: 2, Expected: 0.156, Observed: math.NaN()}}
		for i, o := range []model.Order{
			{Kind: model.HoldRung, Value: 2, Who: "anna", Why: "the database is still cold", Invariant: "enrichment for everybody", Lifetime: 5 * model.Minute},
			{Kind: model.BlockWay, From: model.Degraded, To: model.Saturated, Who: "ben", Why: "the metric flaps", Invariant: "early alarm", Lifetime: model.Minute},
			{Kind: model.Isolate, Value: 1, Who: "anna", Why: "half of the priority traffic is theirs", Invariant: "tenant 2's share", Lifetime: 10 * model.Minute},
		} {
			c.Overrides = append(c.Overrides, model.Override{Order: o, Number: i + 1, Since: now - 20000, Until: now - 20000 + o.Lifetime})
		}
		snap.Audit = []model.Entry{
			{At: 0, Kind: model.ChangeEntry, Text: "a change that the journal has"},
			{At: now - 24000, Kind: model.TransitionEntry, State: model.Elevated, Cause: "automatic", Text: "N->E: goodput 42 of 110 possible < 90%, queue age 61% of deadline > 50%, 3/3 windows"},
			{At: now - 20000, Kind: model.OrderEntry, State: model.Elevated, Cause: "manual", Who: "anna", Why: "the database is still cold", Invariant: "enrichment for everybody", Until: now + 280000, Text: "override 1: hold rung 2"},
			{At: now - 14000, Kind: model.ActionEntry, State: model.Saturated, Rung: 1, Cause: "automatic", Text: "rung 0 -> 1 defer: off are exports and prefetch; kept: core and enrichment; users see exports arrive later"},
			{At: now - 13000, Kind: model.SavingEntry, State: model.Saturated, Rung: 1, Cause: "automatic", Text: "rung 0 -> 1: expected to save 10.0 % of the worker time of an attempt, has saved 9.9 %"},
			{At: now - 12300, Kind: model.TransitionEntry, State: model.Degraded, Rung: 2, Cause: "automatic", Text: st.Why,
				Gates: []model.Gate{{Name: "admitted work late", Value: "0.4%", Needs: "<= 5%", Met: true, Outcome: true}, {Name: "rung", Value: "2", Needs: ">= 2", Met: true}}},
			{At: now - 5000, Kind: model.RefusalEntry, State: model.Degraded, Rung: 2, Cause: "automatic", Text: "degraded -> recovering refused: backlog slope -310/s <= 600/s alone; demand 14700/s is not <= 11400/s"},
			{At: now - 1000, Kind: model.EscalationEntry, State: model.Degraded, Rung: 2, Cause: "automatic", Text: "rung has been in force for its longest time of 1h: rolled back, it needs a person"},
		}
		snap.Live.Rung = 2
	}
	for i := range f.points {
		p := &f.points[i]
		p.Classes, p.Tenants = split(p, 3), split(p, 4)
		p.Ledger = model.Ledger{model.OnTime: 0.41, model.RetriedUse: 0.034, model.LateUse: 0.12, model.NobodyUse: 0.2, model.ShedUse: 0.016, model.IdleUse: 0.22}
		p.Spent = p.Ledger
		p.Tenants[1].Attempts, p.Tenants[1].Reasons[model.TenantCap] = 40, 30
		p.Classes[2].Reasons[model.SetAside], p.Classes[2].Deferred = 7, 7
	}
	f.points[len(f.points)-1].Rung = 2
	f.publish()
	return f
}

// onStates is the screen of the states after some keys.
func onStates(t testing.TB, f *fake, glyphs string, w, h int, keys ...string) *screen {
	t.Helper()
	s := newTestScreen(t, f, glyphs, w, h)
	s.press("2", '2')
	pressAll(s, keys...)
	return s
}

// pressAll presses keys by their names; a text of several letters in angle brackets is
// typed.
func pressAll(s *screen, keys ...string) {
	for _, k := range keys {
		if text, ok := strings.CutPrefix(k, "<"); ok && len(text) > 1 {
			for _, r := range strings.TrimSuffix(text, ">") {
				s.press(string(r), r)
			}
			continue
		}
		r := rune(0)
		if len(k) == 1 {
			r = rune(k[0])
		}
		s.press(k, r)
	}
}

// TestStatesPlansDoNotOverlap holds for every size that the panels cover the screen
// between the title and the detail line, each cell once but for dividers.
func TestStatesPlansDoNotOverlap(t *testing.T) {
	for w := 40; w <= 200; w++ {
		for h := 12; h <= 60; h++ {
			for _, c := range []statesContent{{1, 2, 0}, {5, 12, 0}, {5, 12, 1}, {9, 3, 2}, {17, 14, 3}} {
				p := layoutStates(w, h, c)
				var rows [64]int
				for _, at := range p.places {
					if at.x < 0 || at.x+at.w > w || at.y < 1 || at.y+at.h > p.detail {
						t.Fatalf("%dx%d %+v: panel %+v is outside", w, h, c, at)
					}
					for y := range at.h {
						rows[at.y+y] += at.w
						if at.x > 0 {
							rows[at.y+y]++
						}
					}
				}
				for y := 1; y < p.detail; y++ {
					if rows[y] != w {
						t.Fatalf("%dx%d %+v: row %d has %d cells of panels: %+v", w, h, c, y, rows[y], p.places)
					}
				}
			}
		}
	}
}

// TestEveryPanelIsWithinReach turns the pages until they begin again: each panel is on
// one of them at every size, or its content is in the indicator.
func TestEveryPanelIsWithinReach(t *testing.T) {
	for w := 40; w <= 200; w += 3 {
		for h := 12; h <= 60; h++ {
			seen := map[panelKind]bool{}
			for page := range 9 {
				p := layoutStates(w, h, statesContent{5, 12, page})
				for _, at := range p.places {
					seen[at.panelKind] = seen[at.panelKind] || at.h >= 2
				}
			}
			for k := range budgetPanel {
				if !seen[k] && k != indicatorPanel && k != machinePanel {
					t.Fatalf("at %dx%d panel %d is on no page", w, h, k)
				}
			}
		}
	}
}

// TestStatesAreDistinctWithoutColour looks for what may come next in the plain text.
func TestStatesAreDistinctWithoutColour(t *testing.T) {
	f := governed()
	for _, size := range [][2]int{{80, 24}, {160, 48}} {
		s := onStates(t, f, "ascii", size[0], size[1], "left") // saturated is chosen
		for what, text := range map[string]string{
			"present state":     "[D DEGRADED]",
			"legal way":         "4/5",
			"illegal way":       ".....>",
			"gate that holds":   "yes",
			"gate that doesn't": " NO",
			"blocked way":       "off by override 2",
			"spent action":      "SPENT",
			"chosen state":      ">S saturated",
			"ladder":            "rung 2 -> 3",
			"override":          "1 hold rung 2",
		} {
			if !strings.Contains(s.picture(), text) {
				t.Errorf("%v, %s: no %q in\n%s", size, what, text, s.picture())
			}
		}
	}
}

// TestTheMachineMarksWhatIsLegal draws each state as the present one: exactly its legal
// ways are solid.
func TestTheMachineMarksWhatIsLegal(t *testing.T) {
	f := governed()
	for st := range model.State(model.States) {
		s := onStates(t, f, "ascii", 80, 24)
		snap := *s.snap
		snap.State.State, snap.State.Ways = st, nil
		s.snap = &snap
		picture := s.picture()
		if want := "[" + string(st.Letter()) + " " + strings.ToUpper(st.String()) + "]"; strings.Count(picture, want) != 1 {
			t.Errorf("%v: no %q in\n%s", st, want, picture)
		}
		m := machine{s: s, now: st}
		for from := range model.State(model.States) {
			for to := range model.State(model.States) {
				if legal, _ := model.Legal(from, to); !legal {
					continue
				}
				w, _ := m.wire(from, to)
				if solid := w.across == s.glyphs.rule; solid != (from == st) {
					t.Errorf("in %v the way %v -> %v is solid: %v", st, from, to, solid)
				}
			}
		}
	}
}

func TestMeasure(t *testing.T) {
	for _, c := range []struct {
		value, needs string
		want         measured
		ok           bool
	}{
		{"214 ms", "> 200 ms", measured{214, 200}, true},
		{"42 of 110 possible", "< 90%", measured{100 * 42.0 / 110, 90}, true},
		{"0 of 0 possible", "< 90%", measured{}, false},
		{"95 of 120/s served", "< all", measured{100 * 95.0 / 120, 100}, true},
		{"61% of deadline", "> 50%", measured{61, 50}, true},
		{"12.3% (client left)", "> 5%", measured{12.3, 5}, true},
		{"-310/s", "<= 600/s", measured{-310, 600}, true},
		{"10,500/s", "<= 11,400/s", measured{10500, 11400}, true},
		{"1", ">= 2", measured{1, 2}, true},
		{"unbounded", "(needs a limit)", measured{}, false},
		{"trusted", "(needs one lost)", measured{}, false},
		{"pending", "", measured{}, false},
		{"for ever", "> 200 ms", measured{}, false},
	} {
		got, ok := measure(&model.Gate{Value: c.value, Needs: c.needs})
		if got != c.want || ok != c.ok {
			t.Errorf("measure(%q, %q) = %v, %v, want %v, %v", c.value, c.needs, got, ok, c.want, c.ok)
		}
	}
}

// TestBarsKeepTheirPlace holds that a bar has its threshold at the same cell whatever
// the value, and never leaves its brackets.
func TestBarsKeepTheirPlace(t *testing.T) {
	for _, v := range []float64{math.Inf(-1), -5, 0, 1, 99, 100, 149, 151, 1e9, math.Inf(1), math.NaN()} {
		sheet := newSheet(20, 1)
		drawBar(sheet.all(), 2, 0, 14, measured{v, 100}, ascii, plain)
		line := sheet.text(noColours)
		if line[2] != '[' || line[15] != ']' || strings.Index(line, "|") != 11 || strings.TrimSpace(line[16:]) != "" {
			t.Errorf("value %v: %q", v, line)
		}
	}
}

// TestTheLedgerAddsUp reads the shares off the picture.
func TestTheLedgerAddsUp(t *testing.T) {
	for _, size := range [][2]int{{60, 40}, {80, 24}, {100, 30}, {160, 48}, {200, 60}} {
		s := onStates(t, governed(), "ascii", size[0], size[1])
		for range 4 {
			if s.has(onLedger) {
				break
			}
			s.press("g", 'g')
		}
		picture := s.picture()
		sum := 0
		for u := range model.Use(model.Uses) {
			_, rest, ok := strings.Cut(picture, string(s.glyphs.uses[u])+" "+u.String())
			var share int
			if _, err := fmt.Sscanf(rest, "%d%%", &share); !ok || err != nil {
				t.Fatalf("%v: no share of %q in\n%s", size, u, picture)
			}
			sum += share
		}
		if sum != 100 {
			t.Errorf("%v: the shares are %d %% in\n%s", size, sum, picture)
		}
	}
}

// TestTheLogTellsEverything compares the list of moments with the audit log.
func TestTheLogTellsEverything(t *testing.T) {
	f := governed()
	s := onStates(t, f, "ascii", 200, 60)
	for _, e := range s.snap.Audit[1:] {
		if !strings.Contains(s.picture(), e.Kind.String()) || !strings.Contains(s.picture(), e.Text[:min(40, len(e.Text))]) {
			t.Errorf("no %v %q in\n%s", e.Kind, e.Text, s.picture())
		}
	}
	if strings.Contains(s.picture(), s.snap.Audit[0].Text) {
		t.Error("a change stands in the log twice")
	}
	s.press("{", '{')
	if !s.time.held {
		t.Error("{ does not go to the moment")
	}
}

// TestAnOrderIsOneMoment: the journal and the audit log both have it.
func TestAnOrderIsOneMoment(t *testing.T) {
	f := governed()
	o := f.snap.Control.Overrides[0]
	f.journal = append(f.journal, model.Change{At: o.Since, Note: o.Say(), Who: "you", Order: o.Order})
	f.publish()
	s := onStates(t, f, "ascii", 160, 48)
	var got []moment
	for _, m := range s.moments() {
		if m.at == o.Since {
			got = append(got, m)
		}
	}
	if len(got) != 1 || got[0].number != len(f.journal) || got[0].who != "anna" {
		t.Errorf("moments of the order: %+v", got)
	}
}

// TestAPictureOfTheStatesIsCheap in memory.
func TestAPictureOfTheStatesIsCheap(t *testing.T) {
	s := onStates(t, governed(), "braille", 160, 48)
	if n := testing.AllocsPerRun(10, func() { s.beat(wall); s.draw().text(noColours) }); n > 3000 {
		t.Errorf("%v allocations for a picture of 160x48, at most 3,000", n)
	}
}

// TestWhatIsolationCosts adds up what the tenant's share has refused.
func TestWhatIsolationCosts(t *testing.T) {
	s := onStates(t, governed(), "ascii", 160, 48)
	want := "tenant 2 isolated since 01:03.0: its share refused 600 of its 800 attempts"
	if !strings.Contains(s.picture(), want) || !strings.Contains(s.picture(), "tenant 2 ISOLATED") {
		t.Errorf("no %q in\n%s", want, s.picture())
	}
}

// TestAnIsolatedTenantIsNeverSummedUp isolates the sixth of seven.
func TestAnIsolatedTenantIsNeverSummedUp(t *testing.T) {
	f := chain(7)
	f.control = func(snap *model.Snapshot) {
		snap.Control.Overrides = []model.Override{{Order: model.Order{Kind: model.Isolate, Value: 5}, Number: 1, Until: snap.Now + 1000}}
	}
	f.publish()
	s := onStates(t, f, "ascii", 160, 48)
	var offered int64
	var names []string
	p := s.shownPoint()
	for _, e := range s.parts(p, mostParts)[2:] { // after the two classes
		names = append(names, e.name)
		offered += e.of.Offered
	}
	if got, want := strings.Join(names, ", "), "tenant 6, tenant 1, tenant 2, 4 more tenants"; got != want || offered != p.Offered {
		t.Errorf("the table has %s with %d operations, want %s with %d", got, offered, want, p.Offered)
	}
}

// TestWhyShowsAllEvidence: the explanation has every gate of every way, with its words
// whole.
func TestWhyShowsAllEvidence(t *testing.T) {
	s := onStates(t, governed(), "ascii", 80, 24, "w")
	for _, way := range s.snap.State.Ways {
		for _, g := range way.Gates {
			for _, want := range []string{g.Name, strings.TrimSpace(g.Value + " " + g.Needs)} {
				if !strings.Contains(s.picture(), want) {
					t.Errorf("no %q in\n%s", want, s.picture())
				}
			}
		}
	}
}

// TestScreensKeepTheirFocus goes to and fro.
func TestScreensKeepTheirFocus(t *testing.T) {
	s := newTestScreen(t, governed(), "ascii", 160, 48)
	pressAll(s, "tab", "tab", "2")
	if s.view != 1 || s.region != onState {
		t.Fatalf("after 2: view %d, region %d", s.view, s.region)
	}
	pressAll(s, "tab", "tab", "j", "1")
	if s.view != 0 || s.region != onNumbers {
		t.Errorf("after 1: view %d, region %d, want the numbers", s.view, s.region)
	}
	s.press("2", '2')
	if s.region == onState {
		t.Error("the focus of the states is forgotten")
	}
}

// TestTabsCanBeClicked clicks on the name of each screen, and on a state.
func TestTabsCanBeClicked(t *testing.T) {
	s := newTestScreen(t, governed(), "ascii", 80, 24)
	s.mouse = true
	for i := len(views) - 1; i >= 0; i-- {
		if !views[i].there(s) {
			continue
		}
		line, _, _ := strings.Cut(s.picture(), "\n")
		x := strings.Index(strings.ToLower(line), views[i].key+" "+views[i].name)
		if s.click(x, 0); s.view != i {
			t.Errorf("a click at %d of %q shows screen %d, want %d", x, line, s.view, i)
		}
	}
	s.press("2", '2')
	for y, line := range strings.Split(s.picture(), "\n") {
		if x := strings.Index(line, "R recovering"); x >= 0 && y < 8 {
			s.click(x, y)
		}
	}
	if s.state != model.Recovering || s.region != onState {
		t.Errorf("a click on recovering chooses %v", s.state)
	}
}

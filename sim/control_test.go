package sim_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

func mercury(t testing.TB, name string, set ...string) *model.Scenario {
	t.Helper()
	s, err := presets.Load(name, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	if err := presets.Set(s, sim.Catalog(), set...); err != nil {
		t.Fatal(err)
	}
	return s
}

// order is a decision that has all that it needs.
func order(kind model.OrderKind, value float64) model.Order {
	return model.Order{Kind: kind, Value: value, Who: "ada", Why: "a test", Invariant: "equal treatment", Lifetime: 20 * model.Second}
}

func (w *watched) order(t testing.TB, at model.Millis, o model.Order) {
	t.Helper()
	if err := w.Change(model.Change{At: at, Who: "you", Order: o}); err != nil {
		t.Fatal(err)
	}
}

// said are the texts of the audit log that begin like that.
func (w *watched) said(kind model.EntryKind) []model.Entry {
	var found []model.Entry
	for _, line := range w.Audit() {
		if line.Kind == kind {
			found = append(found, line)
		}
	}
	return found
}

func (w *watched) audit() string {
	var b strings.Builder
	for _, line := range w.Audit() {
		fmt.Fprintf(&b, "%v %v %c rung %d %s: %s\n", line.At, line.Kind, line.State.Letter(), line.Rung, line.Cause, line.Text)
	}
	return b.String()
}

// over adds up windows from one second to another.
func (w *watched) over(from, to int) (sum model.Counts, classes []model.Counts) {
	points, _ := w.Points()
	for i := range points {
		p := &points[i]
		if p.Start < model.Millis(from)*model.Second || p.End > model.Millis(to)*model.Second {
			continue
		}
		sum.Add(&p.Counts)
		for c := range p.Classes {
			if classes == nil {
				classes = make([]model.Counts, len(p.Classes))
			}
			classes[c].Add(&p.Classes[c].Counts)
		}
	}
	return sum, classes
}

func about(t *testing.T, what string, got, want, share float64) {
	t.Helper()
	if math.Abs(got-want) > share*want {
		t.Errorf("%s is %.1f, want %.1f within %.1f %%", what, got, want, 100*share)
	}
}

// The figures of Mercury's packet: 2,400 + 5,600 + 0 = 8,000/s are admitted while it is
// degraded, and 8,000 x 99.8 % x 98.5 % = 7,864.24/s of them are good.
func TestMercuryAdmitsItsAllocations(t *testing.T) {
	long(t)
	w := watch(t, mercury(t, "mercury-teaching"))
	letters := w.run(90)
	const from, to = 40, 90
	if strings.Trim(letters[from:to], "D") != "" {
		t.Fatalf("the states from %d to %d s are %s, want degraded only\n%s", from, to, letters[from:to], w.audit())
	}
	sum, classes := w.over(from, to)
	perSecond := func(n int64) float64 { return float64(n) / (to - from) }
	about(t, "admitted work", perSecond(sum.Admitted), 8000, 0.005)
	about(t, "admitted priority work", perSecond(classes[0].Admitted), 2400, 0.01)
	about(t, "admitted standard work", perSecond(classes[1].Admitted), 5600, 0.001)
	if classes[2].Admitted != 0 {
		t.Errorf("%d optional attempts were admitted, want none", classes[2].Admitted)
	}
	about(t, "goodput", perSecond(sum.Good), 8000*0.998*0.985, 0.01)
	about(t, "attempts", perSecond(sum.Attempts), 14700, 0.01)
	if deferred := perSecond(classes[2].Deferred); math.Abs(deferred-perSecond(classes[2].Offered)) > 1 {
		t.Errorf("%.1f/s optional operations are set aside of %.1f/s, want all", deferred, perSecond(classes[2].Offered))
	}
}

func TestMercuryCollapsesWithoutControl(t *testing.T) {
	long(t)
	for _, s := range []*model.Scenario{mercury(t, "mercury-uncontrolled"), mercury(t, "mercury-teaching", "control=off")} {
		w := watch(t, s)
		w.run(90)
		sum, _ := w.over(40, 90)
		if good := float64(sum.Good) / 50; good > 500 {
			t.Errorf("%s: goodput is %.1f/s of 10,500/s offered, want a collapse", s.Title, good)
		}
		about(t, "attempts", float64(sum.Attempts)/50, 14700, 0.01)
	}
}

// Spike, hold and clear lead through the states in their order, each for its reason.
func TestControlWalksThroughTheStates(t *testing.T) {
	long(t)
	w := watch(t, mercury(t, "mercury-teaching"))
	w.run(180)
	want := []struct {
		way      string
		evidence []string
	}{
		{"N->E", []string{"goodput", "queue age"}},
		{"E->S", []string{"admitted work late", "predicted sojourn"}},
		{"S->D", []string{"admitted work late", "failing of class priority", "rung", "admission"}},
		{"D->R", []string{"admitted work late", "demand", "backlog slope"}},
		{"R->N", []string{"failing operations", "empty queues", "demand carried", "reserve", "backlog slope", "rung", "replay", "deferred correctness work"}},
	}
	got := w.said(model.TransitionEntry)
	if len(got) != len(want) {
		t.Fatalf("%d transitions, want %d\n%s", len(got), len(want), w.audit())
	}
	for i, line := range got {
		var names []string
		for _, g := range line.Gates {
			names = append(names, g.Name)
			if !g.Met {
				t.Errorf("%s on %s %s %s, which does not hold", want[i].way, g.Name, g.Value, g.Needs)
			}
		}
		if !strings.HasPrefix(line.Text, want[i].way+":") || !reflect.DeepEqual(names, want[i].evidence) {
			t.Errorf("transition %d is %q on %q, want %s on %q", i+1, line.Text, names, want[i].way, want[i].evidence)
		}
	}
	var rungs []string
	for _, line := range w.said(model.ActionEntry) {
		if rest, ok := strings.CutPrefix(line.Text, "rung "); ok {
			rungs = append(rungs, strings.Fields(rest)[0]+">"+strings.Trim(strings.Fields(rest)[2], ":"))
		}
	}
	if got := strings.Join(rungs, " "); got != "0>1 1>2 2>1 1>0" {
		t.Errorf("the rungs go %s, want 0>1 1>2 2>1 1>0: one at a time, there and back\n%s", got, w.audit())
	}
	for _, s := range w.Control().Savings {
		if math.Abs(s.Observed-s.Expected) > 0.05 {
			t.Errorf("rung %d -> %d was to save %.3f of the work and saved %.3f", s.From, s.To, s.Expected, s.Observed)
		}
	}
}

func TestARelapseInRecoveringGoesBack(t *testing.T) {
	long(t)
	s := mercury(t, "mercury-teaching")
	s.Changes = append(s.Changes, model.Change{At: 97 * model.Second, Path: "client.load", To: 17000})
	w := watch(t, s)
	letters := w.run(120)
	if !strings.Contains(letters, "DR") || !strings.Contains(letters, "RS") && !strings.Contains(letters, "RD") {
		t.Errorf("the states are %s, want recovering to be left for a worse one\n%s", letters, w.audit())
	}
}

// A lost policy store leads into unsafe from every state, keeps it there when it is
// back, and only a person who says why leads on, to recovering.
func TestALostPolicyStoreIsUnsafeFromEveryState(t *testing.T) {
	long(t)
	base := mercury(t, "mercury-teaching")
	first := watch(t, base)
	letters := first.run(120)
	for _, from := range []model.State{model.Normal, model.Elevated, model.Saturated, model.Degraded, model.Recovering} {
		i := strings.IndexByte(letters, from.Letter())
		if i < 0 {
			t.Fatalf("%v is not among %s", from, letters)
		}
		lost := model.Millis(i+1)*model.Second + 1
		w := watch(t, base)
		for _, c := range []struct {
			at model.Millis
			to float64
		}{{lost, model.Lost}, {lost + 20*model.Second, model.Trusted}} {
			if err := w.Change(model.Change{At: c.at, Path: "policy-store", To: c.to}); err != nil {
				t.Fatal(err)
			}
		}
		w.order(t, lost+10*model.Second, model.Order{Kind: model.LeaveUnsafe, Who: "ada", Why: "it looks fine"})
		w.order(t, lost+40*model.Second, model.Order{Kind: model.LeaveUnsafe, Who: "ada", Why: "the store was rebuilt and compared"})
		got := w.run(i + 1 + 41)
		stay := got[i+1 : i+1+40]
		if strings.Trim(stay, "U") != "" || !strings.HasSuffix(got, "R") {
			t.Errorf("from %v the states go on %s, want unsafe until a person decides, then recovering\n%s", from, got[i:], w.audit())
		}
		if refused := w.said(model.RefusalEntry); len(refused) == 0 || !strings.Contains(refused[len(refused)-1].Text, "policy store lost") {
			t.Errorf("from %v nothing says why the first decision was refused\n%s", from, w.audit())
		}
	}
}

func TestStaleTelemetryPutsTheFailSafeRungInForce(t *testing.T) {
	w := watch(t, mercury(t, "mercury-teaching", "fail-safe-rung=3"))
	w.set(t, "telemetry", model.Lost)
	if w.run(2); w.Control().Rung != 3 {
		t.Errorf("rung %d with stale telemetry, want the fail-safe rung 3\n%s", w.Control().Rung, w.audit())
	}
}

// An override holds, says who is behind it, and ends on the tick.
func TestAnOverrideExpiresOnTime(t *testing.T) {
	long(t)
	w := watch(t, mercury(t, "mercury-teaching"))
	const at = 31234.5
	w.order(t, at, order(model.HoldRung, 0))
	end := model.Millis(at) + 20*model.Second
	w.RunUntil(end)
	if held := w.Control().Overrides; len(held) != 1 || held[0].Until != end || w.Control().Rung != 0 {
		t.Errorf("just before %v in force: %+v, rung %d; want the override and rung 0", end, held, w.Control().Rung)
	}
	for _, line := range w.said(model.ActionEntry) {
		if line.At > at && strings.Contains(line.Text, "everything is on again") {
			t.Errorf("at %v, where the action bound holds classes to their allocations, the log says %q", line.At, line.Text)
		}
	}
	if why := w.audit(); !strings.Contains(why, "-> 0: the ladder turns nothing off; bounded classes stay so") {
		t.Errorf("nothing says what holding rung 0 leaves in force:\n%s", why)
	}
	w.RunUntil(end + 0.001)
	if held := w.Control().Overrides; len(held) != 0 {
		t.Errorf("just after %v in force: %+v, want nothing", end, held)
	}
	lines := w.said(model.ExpiryEntry)
	if len(lines) != 1 || lines[0].At != end || lines[0].Who != "ada" || lines[0].Cause != "expiry" {
		t.Errorf("expiries in the log: %+v, want one at %v with its owner", lines, end)
	}
}

// An override of a transition holds the state, and one of a rung does not stop the
// machine; neither does one that control has no part in.
func TestOverridesAreBounded(t *testing.T) {
	long(t)
	w := watch(t, mercury(t, "mercury-teaching"))
	block := order(model.BlockWay, 0)
	block.From, block.To = model.Normal, model.Elevated
	w.order(t, 1000, block)
	if letters := w.run(20); strings.Trim(letters, "N") != "" {
		t.Errorf("the states are %s while N->E is switched off, want N", letters)
	}
	if letters := w.run(2); !strings.HasPrefix(letters, "NE") {
		t.Errorf("the states go on %s when it is on again, want E", letters)
	}

	off := watch(t, mercury(t, "mercury-teaching", "control=off"))
	off.order(t, 1000, order(model.HoldRung, 2))
	off.run(2)
	if lines := off.said(model.RefusalEntry); len(lines) != 1 || !strings.Contains(lines[0].Text, "control is off") || off.Control().Rung != 0 {
		t.Errorf("without control the log says %v at rung %d, want a refusal\n%s", lines, off.Control().Rung, off.audit())
	}

	on := watch(t, mercury(t, "mercury-teaching"))
	on.set(t, "rung", 2)
	on.run(2)
	if lines := on.said(model.RefusalEntry); len(lines) != 1 || on.Control().Rung != 0 {
		t.Errorf("a rung set by hand under control: %v at rung %d, want a refusal\n%s", lines, on.Control().Rung, on.audit())
	}
}

func TestAnOrderNeedsItsParts(t *testing.T) {
	s := mercury(t, "mercury-hot-tenant")
	for _, c := range []struct {
		what  string
		spoil func(*model.Order)
		says  string
	}{
		{"no owner", func(o *model.Order) { o.Who = " " }, "owner"},
		{"no reason", func(o *model.Order) { o.Why = "" }, "reason"},
		{"no invariant", func(o *model.Order) { o.Invariant = "" }, "invariant"},
		{"no lifetime", func(o *model.Order) { o.Lifetime = 0 }, "lifetime"},
		{"too long a lifetime", func(o *model.Order) { o.Lifetime = 2 * model.Hour }, "lifetime"},
		{"a rung that is not there", func(o *model.Order) { o.Value = 5 }, "rungs 0..4"},
		{"a tenant that is not there", func(o *model.Order) { o.Kind, o.Value = model.Isolate, 20 }, "tenants are 1..20"},
		{"an illegal transition", func(o *model.Order) { o.Kind, o.From, o.To = model.BlockWay, model.Normal, model.Degraded }, "no such automatic transition"},
		{"a way into unsafe", func(o *model.Order) { o.Kind, o.From, o.To = model.BlockWay, model.Normal, model.Unsafe }, "unsafe"},
	} {
		o := order(model.HoldRung, 1)
		if err := o.Check(s); err != nil {
			t.Fatal(err)
		}
		c.spoil(&o)
		if err := o.Check(s); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: Check says %v, want something about %q", c.what, err, c.says)
		}
		e, err := sim.New(s)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Change(model.Change{At: 1, Order: o}); err == nil {
			t.Errorf("%s: the engine takes the order", c.what)
		}
	}
}

// A session with orders is repeated to the byte of its audit log and its windows, also
// when the run is cut into other pieces.
func TestAReplayGivesTheSameLog(t *testing.T) {
	long(t)
	s := mercury(t, "mercury-hot-tenant", "rung-jitter=700ms")
	w := watch(t, s)
	w.order(t, 25000.25, order(model.Isolate, 0))
	w.order(t, 27000, order(model.HoldRung, 3))
	w.order(t, 30000, model.Order{Kind: model.EndOverride, Value: 2, Who: "ada", Why: "enough"})
	w.run(60)

	rec := w.Recording()
	again := rec.Scenario.Clone()
	again.Changes = rec.Changes
	e, err := sim.New(again)
	if err != nil {
		t.Fatal(err)
	}
	for at := model.Millis(0); at < 60*model.Second; at += 777.7 {
		e.RunUntil(at)
	}
	e.RunUntil(60 * model.Second)
	one, _ := json.Marshal(w.Audit())
	two, _ := json.Marshal(e.Audit())
	if string(one) != string(two) {
		t.Errorf("the replay's log differs:\n%s\n%s", one, two)
	}
	points, _ := w.Points()
	repeated, _ := e.Points()
	for i := range points {
		if a, b := fmt.Sprint(points[i]), fmt.Sprint(repeated[i]); a != b {
			t.Fatalf("window %d differs in the replay:\n%s\n%s", i, a, b)
		}
	}
}

// With the hot tenant isolated, the others' priority work is good, which it is not
// without.
func TestIsolationProtectsTheOthersPriority(t *testing.T) {
	long(t)
	success := func(isolate bool) (others, hot float64) {
		s := mercury(t, "mercury-hot-tenant")
		s.Duration = 0
		var good, all [2]float64
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			if f.Kind != model.Resolved || f.At < 40*model.Second || f.Class != 0 {
				return
			}
			who := min(1, int(f.Tenant))
			all[who]++
			if f.Outcome == model.Good {
				good[who]++
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		if isolate {
			o := order(model.Isolate, 0)
			o.Lifetime = model.Hour
			if err := e.Change(model.Change{At: 30 * model.Second, Order: o}); err != nil {
				t.Fatal(err)
			}
		}
		e.RunUntil(70 * model.Second)
		return 100 * good[1] / all[1], 100 * good[0] / all[0]
	}
	others, hot := success(true)
	if others < 99 || hot > 50 {
		t.Errorf("isolated: %.2f %% of the others' priority work is good and %.2f %% of the hot tenant's, want >= 99 and much less", others, hot)
	}
	if others, hot := success(false); others > 90 {
		t.Errorf("not isolated: %.2f %% of the others' priority work is good and %.2f %% of the hot tenant's, want the others to suffer", others, hot)
	}
}

// At steady load neither the state nor the rung flaps, over all presets and a thousand
// random loads: no two transitions within a hold, and few altogether.
func TestControlDoesNotFlap(t *testing.T) {
	long(t)
	calm := func(what string, s *model.Scenario) {
		w := watch(t, s)
		w.run(60)
		hold := model.Millis(s.Thresholds.Hold)
		transitions := w.said(model.TransitionEntry)
		for i := 1; i < len(transitions); i++ {
			if gap := transitions[i].At - transitions[i-1].At; gap < hold {
				t.Errorf("%s: two transitions within %v, the hold is %v\n%s", what, gap, hold, w.audit())
			}
		}
		steps := 0
		for _, line := range w.said(model.ActionEntry) {
			if strings.HasPrefix(line.Text, "rung ") {
				steps++
			}
		}
		if len(transitions) > 6 || steps > 8 {
			t.Errorf("%s: %d transitions and %d steps of the ladder in 60 windows\n%s", what, len(transitions), steps, w.audit())
		}
	}
	for _, name := range presets.Names() {
		if s := mercury(t, name); s.Window <= 1000 {
			s.Changes, s.Control = nil, model.ControlOn
			calm(name, s)
		}
	}
	draw := rand.New(rand.NewPCG(23, 1))
	for range 1000 {
		s := simtest.Collapse()
		s.Seed, s.Control = draw.Uint64(), float64(draw.IntN(2))
		s.Ladder = []model.Rung{{Name: "defer", Removes: 25}, {Name: "omit", Removes: 60}, {Name: "core", Removes: 100}}
		kind, load, retries := []string{"constant", "poisson"}[draw.IntN(2)], 20+200*draw.Float64(), float64(draw.IntN(4))
		s.Routes[0].Demand = simtest.Policy(model.DemandFamily, kind, map[string]float64{"load": load})
		s.Routes[0].Path[0].Retry.V[0] = retries
		calm(fmt.Sprintf("%s %.1f/s, %v retries, control %v, seed %d", kind, load, retries, s.Control, s.Seed), s)
	}
}

// Whatever happens, the ladder moves one rung at a time, not faster than its rate, and
// the shares of the ledger sum to 1.
func TestTheLadderKeepsItsBounds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		s := simtest.Collapse()
		s.Seed = rapid.Uint64().Draw(r, "seed")
		s.Control = model.ControlOn
		s.Ladder = []model.Rung{{Name: "defer"}, {Name: "omit", Removes: 50}, {Name: "more", Removes: 80}, {Name: "core", Removes: 100}}
		s.Services[0].ShedCost = rapid.SampledFrom([]float64{0, 0.5}).Draw(r, "shed-cost")
		s.Controller.Jitter = rapid.SampledFrom([]float64{0, 900}).Draw(r, "jitter")
		w := watch(t, s)
		for range 6 {
			w.set(t, "load", rapid.Float64Range(10, 400).Draw(r, "load"))
			w.run(rapid.IntRange(5, 25).Draw(r, "windows"))
		}
		savings := w.Control().Savings
		for i, step := range savings {
			if d := step.To - step.From; d != 1 && d != -1 {
				r.Fatalf("rung %d -> %d in one step\n%s", step.From, step.To, w.audit())
			}
			if i > 0 && step.At-savings[i-1].At < model.Millis(min(s.Controller.StepEvery, s.Controller.RungHold)) {
				r.Fatalf("two steps within %v\n%s", step.At-savings[i-1].At, w.audit())
			}
		}
		points, _ := w.Points()
		for i := range points {
			for _, ledger := range []model.Ledger{points[i].Ledger, points[i].Spent} {
				sum := 0.0
				for _, share := range ledger {
					sum += share
				}
				if math.Abs(sum-1) > 1e-9 {
					r.Fatalf("window %d: the ledger %v sums to %v", i, ledger, sum)
				}
			}
		}
	})
}

// How much of a core Mercury takes at the pace of a wall clock.
func BenchmarkMercuryASecond(b *testing.B) {
	w := watch(b, mercury(b, "mercury-teaching"))
	w.run(40)
	b.ReportAllocs()
	at := w.Now()
	for b.Loop() {
		at += model.Second
		w.RunUntil(at)
	}
	b.ReportMetric(100*b.Elapsed().Seconds()/float64(b.N), "%core")
}

// Who decides at the very instant at which something else is due decides first, whether
// the decision came then or stood on the timeline from the start.
func TestADecisionComesBeforeWhatIsDueAtItsInstant(t *testing.T) {
	t.Parallel()
	hold := order(model.HoldRung, 1)
	hold.Lifetime = 5 * model.Second
	s := mercury(t, "mercury")
	lived, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []model.Millis{1000, 6000} { // the second when the first ends
		lived.RunUntil(at)
		if err := lived.Change(model.Change{At: at, Order: hold}); err != nil {
			t.Fatal(err)
		}
	}
	lived.RunUntil(10 * model.Second)
	again := s.Clone()
	again.Changes = lived.Recording().Changes
	replayed, err := sim.New(again)
	if err != nil {
		t.Fatal(err)
	}
	replayed.RunUntil(10 * model.Second)
	one, _ := json.Marshal(lived.Audit())
	two, _ := json.Marshal(replayed.Audit())
	if string(one) != string(two) {
		t.Errorf("lived and replayed:\n%s\n%s", one, two)
	}
}

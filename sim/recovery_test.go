package sim_test

import (
	"math"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

func preset(t testing.TB, name string, set ...string) *model.Scenario {
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

func engine(t testing.TB, s *model.Scenario) *sim.Engine {
	t.Helper()
	e, err := sim.New(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func give(t testing.TB, e *sim.Engine, kind model.OrderKind) {
	t.Helper()
	o := model.Order{Kind: kind, Who: "ada", Why: "a test"}
	if err := e.Change(model.Change{At: e.Now(), Who: "you", Order: o}); err != nil {
		t.Fatal(err)
	}
}

// lines are the texts of the audit log that hold a word.
func lines(e *sim.Engine, word string) []string {
	var found []string
	for _, line := range e.Audit() {
		if strings.Contains(line.Text, word) {
			found = append(found, line.Text)
		}
	}
	return found
}

// goodput is the mean from one second to another.
func goodput(e *sim.Engine, from, to float64) float64 {
	points, first := e.Points()
	sum, n := 0.0, 0.0
	for i := range points {
		if at := float64(first+i) * points[i].Span().Seconds(); at >= from && at < to {
			sum += points[i].PerSecond(points[i].Good)
			n++
		}
	}
	return sum / n
}

// drained runs until the backlog is empty and says when.
func drained(t testing.TB, e *sim.Engine, limit model.Millis) model.Millis {
	t.Helper()
	for e.Recovery().Left > 0 {
		if e.Now() > limit {
			t.Fatalf("at %v %d operations are left", e.Now(), e.Recovery().Left)
		}
		e.RunUntil(e.Now() + model.Second)
	}
	return e.Now()
}

// drainOf is the drain of the packet with a backlog of that size and nothing failing.
func drainOf(t testing.TB, backlog float64) *model.Scenario {
	s := preset(t, "recovery-drain")
	s.Recovery.Backlog, s.Duration, s.Changes = backlog, 0, nil
	return s
}

// Backlog / rate, with 3,500/s over 9,000/s on 15,000/s, and nobody notices. The whole
// 54,000,000 are BenchmarkDrain.
func TestADrainTakesBacklogOverRate(t *testing.T) {
	t.Parallel()
	backlog := 2_700_000.0
	if testing.Short() || simtest.Racing {
		backlog = 270_000
	}
	e := engine(t, drainOf(t, backlog))
	want := model.Millis(backlog / 3500 * 1000)
	got := drained(t, e, 2*want)
	if math.Abs(float64(got-want)) > 0.01*float64(want)+1000 {
		t.Errorf("%v operations are drained after %v, want %v", backlog, got, want)
	}
	if good := goodput(e, 1, got.Seconds()); good < 8999 || good > 9001 {
		t.Errorf("goodput is %.1f/s meanwhile, want 9,000", good)
	}
	v := e.Recovery()
	if v.Replayed != int64(backlog) || v.Missing != 0 || v.Duplicates != 0 {
		t.Errorf("%d are replayed, %d missing, %d again; want %v, 0, 0", v.Replayed, v.Missing, v.Duplicates, backlog)
	}
	if plan := v.Planned; len(plan) != 2 || math.Abs(float64(plan[1].At-got)) > 0.01*float64(got)+1000 {
		t.Errorf("the plan is %+v, and the backlog is drained at %v", plan, got)
	}
	if len(v.Real) == 0 || v.Real[len(v.Real)-1].Left > backlog/50 {
		t.Errorf("the drain curve is %v", v.Real)
	}
}

// The 54,000,000 operations of the packet, attempt by attempt.
func BenchmarkDrain(b *testing.B) {
	var attempts int64
	for b.Loop() {
		e := engine(b, drainOf(b, 54e6))
		got, want := drained(b, e, 16_000*model.Second), 54e6/3500.0
		b.ReportMetric(got.Seconds(), "simulated-s")
		attempts += e.Total().Attempts
		if math.Abs(got.Seconds()-want) > 0.01*want {
			b.Errorf("drained after %v, want %.2f s within 1 %%", got, want)
		}
	}
	b.ReportMetric(float64(attempts)/b.Elapsed().Seconds(), "attempts/s")
}

// Above the ceiling there is nothing left for the failure that comes: goodput falls, and
// the pause conditions stop the replay. With them in time, nobody notices.
func TestReplayAboveTheCeilingHurtsAndPauses(t *testing.T) {
	t.Parallel()
	late := engine(t, preset(t, "recovery-drain", "replay-rate=4500", "pause-windows=35", "pause-reserve=0"))
	late.RunUntil(80 * model.Second)
	if good := goodput(late, 50, 64); good > 5000 {
		t.Errorf("with a late pause goodput is %.0f/s, want it to fall", good)
	}
	paused := lines(late, "replay pauses")
	if len(paused) == 0 || !strings.Contains(paused[0], "deadline goodput") {
		t.Errorf("the log says %q, want a pause because of goodput", paused)
	}
	if good := goodput(late, 72, 79); good < 8900 {
		t.Errorf("after the pause goodput is %.0f/s, want 9,000", good)
	}

	soon := engine(t, preset(t, "recovery-drain", "replay-rate=4500"))
	soon.RunUntil(29 * model.Second)
	if v := soon.Recovery(); len(lines(soon, "replay pauses; reserve 1,000/s < 1,500/s")) == 0 || v.Ceiling != 4000 {
		t.Errorf("ceiling %v; the log has %q", v.Ceiling, lines(soon, "replay"))
	}
	if good := goodput(soon, 1, 29); good < 8999 {
		t.Errorf("goodput is %.0f/s, want 9,000", good)
	}
}

// Everything at once is the second collapse, in the same table that everybody exports.
func TestReleasingAllAtOnceIsASecondCollapse(t *testing.T) {
	t.Parallel()
	s := preset(t, "recovery-drain", "initial-backlog=300000", "replay-start=by-order")
	s.Changes = nil
	e := engine(t, s)
	e.RunUntil(10 * model.Second)
	give(t, e, model.ReleaseAll)
	e.RunUntil(90 * model.Second)
	if before, after := goodput(e, 1, 10), goodput(e, 12, 40); before < 8999 || after > 10 {
		t.Errorf("goodput is %.0f/s before and %.0f/s after everything is released", before, after)
	}
	v := e.Recovery()
	if v.Left != 0 || v.Replayed != 300000 {
		t.Errorf("%d are left and %d replayed, want 0 and 300,000", v.Left, v.Replayed)
	}
}

// Nothing is replayed in failover, whoever orders it, and the log says what is left; nor
// in unsafe.
func TestReplayIsRefusedInFailoverAndInUnsafe(t *testing.T) {
	t.Parallel()
	e := engine(t, preset(t, "failover-8400"))
	e.RunUntil(119 * model.Second)
	refused := lines(e, "refused: replay is forbidden in failover: 8,")
	if len(refused) != 1 || !strings.Contains(refused[0], "left, for probes and variance") {
		t.Errorf("the log says %q", lines(e, "refused"))
	}
	if v := e.Recovery(); v.Replayed != 0 || !v.Away || v.Refused == "" || e.Forbids(model.ReleaseAll) == "" {
		t.Errorf("in failover: %+v", v)
	}
	e.RunUntil(160 * model.Second)
	if v := e.Recovery(); v.Replayed == 0 || v.Away {
		t.Errorf("after it: %+v", v)
	}
	give(t, e, model.FailOver)
	e.RunUntil(162 * model.Second)
	was := e.Recovery().Replayed
	e.RunUntil(180 * model.Second)
	if v := e.Recovery(); v.Replayed > was+20 || len(lines(e, "replay stops: replay is forbidden in failover")) == 0 {
		t.Errorf("replay goes on in a failover that began under it: %d, then %d; %q", was, v.Replayed, lines(e, "replay"))
	}

	s := drainOf(t, 1e6)
	s.PolicyStore = model.Lost
	unsafe := engine(t, s)
	unsafe.RunUntil(2 * model.Second)
	was = unsafe.Recovery().Replayed
	give(t, unsafe, model.StartReplay)
	unsafe.RunUntil(10 * model.Second)
	if v := unsafe.Recovery(); v.Replayed > was+20 || v.Refused == "" {
		t.Errorf("in unsafe %d, then %d are replayed: %+v", was, v.Replayed, v)
	}
}

// recoveringFrom is a service that a person has led out of unsafe with work to redo of
// which some is poison.
func recoveringFrom(t testing.TB, set ...string) *sim.Engine {
	t.Helper()
	sv := simtest.Service("server")
	sv.Workers = 10
	s := simtest.Scenario([]model.Service{sv}, simtest.Route("client", 300, "server"))
	s.Duration = 0
	r := &s.Recovery
	r.Backlog, r.Rate, r.Poison = 5000, 100, 10
	s.PolicyStore = model.Lost
	s.Changes = []model.Change{
		{At: 5000, Path: "policy-store", To: model.Trusted},
		{At: 7000, Order: model.Order{Kind: model.LeaveUnsafe, Who: "ada", Why: "it is back"}},
	}
	if err := presets.Set(s, sim.Catalog(), set...); err != nil {
		t.Fatal(err)
	}
	return engine(t, s)
}

// A backlog of zero proves nothing. Poison that is discarded leaves it empty too: only
// books that close, and poison that somebody has settled, lead back to normal.
func TestAnEmptyBacklogAloneDoesNotEndRecovery(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		set     []string
		want    model.State
		missing bool
	}{
		{[]string{"poison-goes=nowhere", "reconciled=100"}, model.Recovering, true},
		{[]string{"reconciled=off"}, model.Recovering, false},
		{[]string{"reconciled=100"}, model.Normal, false},
		{[]string{"poison=0"}, model.Normal, false},
	} {
		// Replay counts as governed while it goes on; the end of it is what is looked at.
		e := recoveringFrom(t, append(c.set, "replay-rate=600", "leave-windows=30")...)
		e.RunUntil(200 * model.Second)
		v := e.Recovery()
		if v.Left != 0 {
			t.Fatalf("%v: %d operations are left", c.set, v.Left)
		}
		if got := e.State().State; got != c.want || (v.Missing > 0) != c.missing {
			t.Errorf("%v: the state is %v with %d missing and %d in quarantine, want %v\n%s", c.set, got, v.Missing, v.Quarantine, c.want, strings.Join(lines(e, ""), "\n"))
		}
	}
}

// After a pause, what was done since the checkpoint is done again, and counted.
func TestReplayBeginsAgainAtItsCheckpoint(t *testing.T) {
	t.Parallel()
	s := preset(t, "recovery-drain", "initial-backlog=100000", "checkpoint=10s")
	s.Changes = nil
	e := engine(t, s)
	e.RunUntil(14500)
	give(t, e, model.PauseReplay)
	e.RunUntil(15 * model.Second)
	e.RunUntil(25 * model.Second)
	v := e.Recovery()
	if v.Rate != 0 || v.Wanted {
		t.Errorf("10 s after a person paused it, replay goes on by itself: %+v", v)
	}
	if lost := v.Taken - 100000; lost < 15500 || lost > 15900 {
		t.Errorf("4.5 s after a checkpoint %d operations have to be redone, want 3,500 x 4.5", lost)
	}
	give(t, e, model.StartReplay)
	drained(t, e, 60*model.Second)
	if v := e.Recovery(); v.Duplicates != v.Taken-100000 || v.Missing != 0 || v.Replayed != 100000 {
		t.Errorf("%+v", v)
	}
}

// Replay beside clients on one server, 60/s Poisson over 100/s with exponential service: the dump drains
// first and hurts longest, pacing hurts nobody.
func TestPacedReplayHurtsNobody(t *testing.T) {
	long(t)
	for _, c := range []struct {
		rate      float64
		low, high float64 // share of the clients answered in time while it is replayed
	}{{10, 0.99, 1}, {20, 0.98, 1}, {30, 0.85, 0.96}, {35, 0.55, 0.85}} {
		sv := simtest.Service("server")
		sv.Work = simtest.Policy(model.WorkFamily, "exponential", map[string]float64{"service-time": 10})
		r := simtest.Route("client", 60, "server")
		r.Demand = simtest.Policy(model.DemandFamily, "poisson", map[string]float64{"load": 60})
		s := simtest.Scenario([]model.Service{sv}, r)
		s.Duration = 0
		s.Recovery.Backlog, s.Recovery.Start, s.Recovery.Rate, s.Recovery.Pause.Windows = 10000, model.StartAtOnce, c.rate, 1000
		e := engine(t, s)
		drained(t, e, 2000*model.Second)
		total := e.Total()
		if share := float64(total.Good) / float64(total.Offered); share < c.low || share > c.high {
			t.Errorf("replay at %v/s: %.3f of the clients are answered in time, want %v..%v", c.rate, share, c.low, c.high)
		}
	}
}

// Filling a cache is worker time of its own, and no more than its cap.
func TestFillsArePaidFor(t *testing.T) {
	t.Parallel()
	s := drainOf(t, 0)
	s.Routes[0].Demand.V[0] = 0
	e := engine(t, s)
	e.RunUntil(60 * model.Second)
	points, _ := e.Points()
	last := points[len(points)-1]
	if got, want := last.Ledger[model.WarmUse], 20000*0.05/1000/30; math.Abs(got-want) > 0.02*want {
		t.Errorf("cache fills take %.4f of the worker time, want 20,000/s x 0.05 ms of 30 workers = %.4f", got, want)
	}
	e.RunUntil(119 * model.Second)
	if warm := e.Recovery().Warm; warm >= 0.9999 {
		t.Errorf("the cache is warm a second too early: %.5f", warm)
	}
	e.RunUntil(122 * model.Second)
	if warm := e.Recovery().Warm; warm < 0.9999 {
		t.Errorf("2,400,000 keys at 20,000/s are %.5f of the demand after 122 s, want all", warm)
	}
}

// What is filled together expires together, unless lives are jittered.
func TestJitterSpreadsExpiry(t *testing.T) {
	t.Parallel()
	coldest := func(jitter float64) float64 {
		sv := simtest.Service("server")
		sv.Workers = 100
		c := &sv.Cache
		c.Keys, c.Hits, c.Start, c.Fills, c.FillCost, c.Life, c.Jitter = 10000, 100, model.CacheCold, 10000, 0.1, 20000, jitter
		s := simtest.Scenario([]model.Service{sv}, simtest.Route("client", 1, "server"))
		s.Duration, s.Window = 0, 100
		e := engine(t, s)
		e.RunUntil(3 * model.Second)
		e.Change(model.Change{At: e.Now(), Path: "server.fill-rate", To: 0})
		least := 1.0
		for e.Now() < 22*model.Second {
			was := e.Recovery().Warm
			e.RunUntil(e.Now() + model.Second)
			least = min(least, 1-(was-e.Recovery().Warm))
		}
		return 1 - least
	}
	together, spread := coldest(0), coldest(50)
	if together < 0.6 || spread > 0.3 {
		t.Errorf("in the worst second %.2f of the demand turns cold without jitter and %.2f with 50 %%", together, spread)
	}
}

// Replicas that cannot follow make replay pause.
func TestReplicationLagPausesReplay(t *testing.T) {
	t.Parallel()
	s := preset(t, "recovery-drain", "initial-backlog=1000000", "replicas=12000")
	s.Changes = nil
	e := engine(t, s)
	e.RunUntil(120 * model.Second)
	if len(lines(e, "replay pauses; replication lag")) == 0 {
		t.Errorf("the log has %q", lines(e, "replay"))
	}
	if lag := e.Recovery().Lag; lag > 4*model.Second {
		t.Errorf("the lag is %v", lag)
	}
}

// A failover stops replay once, however its figures change from window to window.
func TestAFailoverStopsReplayOnce(t *testing.T) {
	t.Parallel()
	e := engine(t, preset(t, "failover-8400", "replay-start=at-once", "replay-rate=100"))
	e.RunUntil(119 * model.Second)
	if stops := lines(e, "replay stops"); len(stops) != 1 || !strings.Contains(stops[0], "forbidden in failover") {
		t.Errorf("the log says %q, want one line", stops)
	}
}

// What is forbidden ends a release of everything. While it lasts, who is refused knocks
// again, and not the whole backlog at every instant.
func TestAReleaseEndsWhereReplayIsForbidden(t *testing.T) {
	t.Parallel()
	e := engine(t, preset(t, "failover-8400", "initial-backlog=10000000"))
	give(t, e, model.ReleaseAll)
	e.RunUntil(20*model.Second + 1)
	if total := e.Total(); total.Rejected == 0 || total.Replays-total.Replayed > 25_000 {
		t.Errorf("%d replays for %d operations in 20 s of a release through a queue for 4,000", total.Replays, total.Replayed)
	}
	if v := e.Recovery(); v.Released || v.Rate != 0 || v.Left == 0 {
		t.Fatalf("in failover: %+v", v)
	}
	e.RunUntil(121 * model.Second)
	v := e.Recovery()
	if half := v.Chosen / 2; v.Released || v.Rate != half || !v.Eased || len(lines(e, "replay may go on, at a reduced rate")) != 1 {
		t.Errorf("after it replay goes on at %v of %v: %+v; the log says %q", v.Rate, v.Chosen, v, lines(e, "replay"))
	}
}

// What is to start where it is forbidden waits, and the log says so.
func TestReplayThatIsForbiddenWaits(t *testing.T) {
	t.Parallel()
	s := drainOf(t, 1e6)
	s.Recovery.Start = model.StartRecovering
	s.PolicyStore = model.Lost
	e := engine(t, s)
	e.RunUntil(2 * model.Second)
	if err := e.Change(model.Change{At: e.Now(), Path: "replay-start", To: model.StartAtOnce}); err != nil {
		t.Fatal(err)
	}
	e.RunUntil(4 * model.Second)
	if waits := lines(e, "operations waits: replay is forbidden while the state is unsafe"); len(waits) != 1 || len(lines(e, "operations starts")) != 0 || e.Recovery().Replayed != 0 {
		t.Errorf("the log says %q", lines(e, "replay"))
	}
}

// The limiter lets go what its rate adds up to, also when a ceiling changes it in every
// short window, and what clients ask for is foreground, a refused replay not.
func TestTheCeilingIsWhatTheForegroundLeaves(t *testing.T) {
	t.Parallel()
	s := preset(t, "retry-topic", "demand=poisson", "load=80", "initial-backlog=100000", "replay-limit=ceiling", "replay-rate=500",
		"replay-retry=1ms", "pause-windows=1000", "poison=0", "window=50ms")
	var admitted int64
	e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
		if f.Kind == model.Admitted && !f.Replay {
			admitted++
		}
	}))
	if err != nil {
		t.Fatal(err)
	}
	allowed, refused := 0.0, int64(0)
	for at := model.Millis(50); at <= 100*model.Second; at += 50 {
		e.RunUntil(at)
		points, _ := e.Points()
		p := &points[len(points)-1]
		if want := max(0, p.Capacity-float64(max(admitted, p.Offered))/0.05); math.Abs(p.Recovery.Ceiling-want) > 1e-6 {
			t.Fatalf("at %v the ceiling is %v; %v/s less %d attempts or %d operations in 50 ms are %v/s", at, p.Recovery.Ceiling, p.Capacity, admitted, p.Offered, want)
		}
		admitted = 0
		allowed += p.Recovery.Rate * p.Span().Seconds()
		refused += p.Rejected
	}
	if got := e.Total().Replays; math.Abs(float64(got)-allowed) > 2 || refused == 0 {
		t.Errorf("%d replays, the rates in force add up to %.2f; %d attempts were refused", got, allowed, refused)
	}
}

// The end of the drain is estimated from what the replay of an operation takes: each second one
// here is poison, and takes three.
func TestTheEstimateRestsOnTheObservedCost(t *testing.T) {
	t.Parallel()
	s := drainOf(t, 200_000)
	s.Recovery.Poison, s.Recovery.Tries = 50, 3
	e := engine(t, s)
	e.RunUntil(30 * model.Second)
	v := e.Recovery()
	if want := model.Millis(float64(v.Left)) * 2 * 1000 / model.Millis(v.Rate); math.Abs(float64(v.ETA/want)-1) > 0.1 {
		t.Errorf("%d are left, and at %v/s the estimate is %v, want about %v", v.Left, v.Rate, v.ETA, want)
	}
}

// A backlog of classes that nobody asks for now is theirs all the same.
func TestABacklogBelongsToTheClassesThatAreSetAside(t *testing.T) {
	t.Parallel()
	s := simtest.Scenario([]model.Service{simtest.Service("server")}, simtest.Route("client", 10, "server"))
	s.Classes = []model.Class{{Name: "later", Defer: model.DeferYes, Value: 1}, {Name: "now", Share: 100, Value: 1}, {Name: "later too", Defer: model.DeferYes, Value: 1}}
	s.Recovery.Backlog = 1000
	if got := engine(t, s).Recovery().Classes; len(got) != 3 || got[0] != 500 || got[1] != 0 || got[2] != 500 {
		t.Errorf("the classes have %v of 1,000, want 500, 0, 500", got)
	}
}

// Coalesced misses wait for the one fetch: nobody is answered before it ends, all are when it
// does, and nobody is when it fails.
func TestCoalescedMissesWaitForTheFetch(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		errors     float64
		good, lost int64
	}{{0, 300, 0}, {100, 0, 300}} {
		front, store := simtest.Service("front"), simtest.Service("store")
		front.Workers = 500
		front.Cache.Keys, front.Cache.Hits, front.Cache.Start, front.Cache.Coalesce = 1, 100, model.CacheCold, model.CoalesceYes
		store.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": 500})
		store.Errors = c.errors
		s := simtest.Scenario([]model.Service{front, store}, simtest.Route("client", 1000, "front", "store"))
		s.Routes[0].Deadline, s.Duration, s.End = 10_000, 300, model.EndDrain
		var calls int
		var first model.Millis
		e, err := sim.New(s, sim.Tap(func(f *model.Fact) {
			switch {
			case f.Kind == model.Sent && f.Hop == 1:
				calls++
			case f.Kind == model.Resolved && first == 0:
				first = f.At
			}
		}))
		if err != nil {
			t.Fatal(err)
		}
		e.Finish()
		if total := e.Total(); calls != 1 || total.Good != c.good || total.Failed != c.lost || first < 500 {
			t.Errorf("errors %v %%: %d calls of the store, %d good, %d failed, the first answer at %v; want 1 call, %d, %d, and none before 500 ms",
				c.errors, calls, total.Good, total.Failed, first, c.good, c.lost)
		}
	}
}

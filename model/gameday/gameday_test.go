package gameday_test

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/model/gameday"
)

// scenario has a fault from 2 s to 5 s of a run of 10 s in windows of a second.
func scenario(edit func(*model.GameDay)) *model.Scenario {
	g := &model.GameDay{
		Hypothesis: "h", Radius: "r",
		Windows:  []model.Observation{{Name: "fault", From: 2000, To: 5000}, {Name: "after", From: 6000, To: 10000}},
		Expect:   []model.Expectation{{Limit: model.Limit{Measured: model.Measured{Metric: "queue_depth_ops"}, Is: model.AtMost, Value: 1000}, In: "fault"}},
		Recovery: model.Restoration{From: 5000, By: 8000, State: model.Normal},
	}
	edit(g)
	return &model.Scenario{
		Name: "s", Window: 1000, Duration: 10000, GameDay: g,
		Services: []model.Service{{Name: "server"}}, Routes: []model.Route{{Name: "client", Tenants: 1}},
		Changes: []model.Change{{At: 5000, Path: "client.load", To: 1}, {At: 1000, Note: "only a note"}, {At: 2000, Path: "client.load", To: 9}},
	}
}

// windows have the given queues at their ends.
func windows(queues ...int) []model.Point {
	points := make([]model.Point, len(queues))
	for i, q := range queues {
		points[i] = model.Point{Index: i, Start: model.Millis(1000 * i), End: model.Millis(1000 * (i + 1)), Queue: q, P99: model.Millis(math.NaN())}
	}
	return points
}

func TestExpectations(t *testing.T) {
	points := windows(0, 0, 30, 10, 20, 99)
	for _, c := range []struct {
		take, quantile float64
		want           float64
	}{
		{model.TakeMean, 0, 20}, {model.TakeMin, 0, 10}, {model.TakeMax, 0, 30}, {model.TakeLast, 0, 20},
		{model.TakeQuantile, 50, 20}, {model.TakeQuantile, 0, 10}, {model.TakeQuantile, 100, 30}, {model.TakeQuantile, 34, 20},
	} {
		for is, holds := range []bool{model.AtLeast: true, model.AtMost: true, model.Above: false, model.Below: false} {
			s := scenario(func(g *model.GameDay) {
				e := &g.Expect[0]
				e.Take, e.Quantile, e.Is, e.Value = c.take, c.quantile, float64(is), c.want
			})
			v := gameday.Judge(s, points, nil, 6000).Expectations[0]
			if v.Value != c.want || v.Holds != holds || v.Windows != 3 || !v.Closed {
				t.Errorf("take %v of 30, 10, 20, %s: %+v, want %v, holds %v", c.take, v.Text, v, c.want, holds)
			}
		}
	}
}

// What has no value holds nothing.
func TestNothingMeasuredHoldsNothing(t *testing.T) {
	s := scenario(func(g *model.GameDay) { g.Expect[0].Metric = "sojourn_p99_ms" })
	v := gameday.Judge(s, windows(0, 0, 0, 0, 0, 0, 0, 0, 0, 0), nil, 10000)
	if e := v.Expectations[0]; e.Holds || !math.IsNaN(e.Value) || e.Shown != "no value" || v.Verdict != model.VerdictFailed {
		t.Errorf("Judge without a value = %+v, verdict %v", e, v.Verdict)
	}
}

func TestAbortsWantWindowsInARow(t *testing.T) {
	for _, c := range []struct {
		queues []int
		at     model.Millis // 0: not at all
		have   int
	}{
		{[]int{9, 9, 0, 9, 9, 0, 9, 9}, 0, 2},
		{[]int{0, 9, 9, 9, 9}, 4000, 4},
		{[]int{9, 9, 9}, 3000, 3},
		{[]int{0, 0, 0, 9, 9, 9}, 0, 3}, // the recovery has begun
	} {
		s := scenario(func(g *model.GameDay) {
			g.Abort = []model.AbortRule{{Limit: model.Limit{Measured: model.Measured{Metric: "queue_depth_ops"}, Is: model.Above, Value: 5}, Windows: 3}}
		})
		v := gameday.Aborts(s, windows(c.queues...))[0]
		if v.Fired != (c.at > 0) || v.At != c.at || v.Have != c.have {
			t.Errorf("Aborts of queues %v = %+v, want it at %v with %d in a row", c.queues, v, c.at, c.have)
		}
	}
}

// log is an audit log with a transition at the end of each second from 1 on.
func log(states ...model.State) []model.Entry {
	var entries []model.Entry
	for i, s := range states {
		entries = append(entries, model.Entry{At: model.Millis(1000 * (i + 1)), Kind: model.TransitionEntry, State: s, Text: "x->y: evidence"})
	}
	return entries
}

func TestTransitionsThatNobodyExpected(t *testing.T) {
	const n, e, s, d, r, u = model.Normal, model.Elevated, model.Saturated, model.Degraded, model.Recovering, model.Unsafe
	for _, c := range []struct {
		seen, want []model.State
		expected   []bool
		missing    []model.State
	}{
		{[]model.State{e, n}, []model.State{e, n}, []bool{true, true}, nil},
		{[]model.State{e, n}, nil, []bool{false, false}, nil},
		{nil, []model.State{e, n}, nil, []model.State{e, n}},
		{[]model.State{e, n, e, s, d}, []model.State{e, s, d}, []bool{true, false, false, true, true}, nil},
		{[]model.State{e, u, r, n}, []model.State{e, s, d, r, n}, []bool{true, false, true, true}, []model.State{s, d}},
	} {
		v := gameday.Judge(scenario(func(g *model.GameDay) { g.Through = c.want }), windows(make([]int, 10)...), log(c.seen...), 10000)
		var expected []bool
		surprises := 0
		for _, w := range v.Transitions {
			expected = append(expected, w.Expected)
			if !w.Expected {
				surprises++
			}
		}
		if !slices.Equal(expected, c.expected) || !slices.Equal(v.Missing, c.missing) {
			t.Errorf("seen %v of %v: expected %v missing %v, want %v and %v", c.seen, c.want, expected, v.Missing, c.expected, c.missing)
		}
		if len(v.Surprises) != surprises+len(c.missing) {
			t.Errorf("seen %v of %v: surprises %+v", c.seen, c.want, v.Surprises)
		}
	}
}

// Each transition is expected or a surprise, each expected one seen or missing.
func TestTransitionsAddUp(t *testing.T) {
	states := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, model.States-1), func(i int) model.State { return model.State(i) }), 0, 12)
	rapid.Check(t, func(t *rapid.T) {
		seen, want := states.Draw(t, "seen"), states.Draw(t, "want")
		v := gameday.Judge(scenario(func(g *model.GameDay) { g.Through = want }), nil, log(seen...), 0)
		var met []model.State
		for _, w := range v.Transitions {
			if w.Expected {
				met = append(met, w.To)
			}
		}
		if len(met)+len(v.Missing) != len(want) {
			t.Fatalf("seen %v of %v: met %v, missing %v", seen, want, met, v.Missing)
		}
		rest := want
		for _, s := range met {
			i := slices.Index(rest, s)
			if i < 0 {
				t.Fatalf("seen %v of %v: met %v is not in order", seen, want, met)
			}
			rest = rest[i+1:]
		}
	})
}

func TestSurprises(t *testing.T) {
	queue := model.Measured{Metric: "queue_depth_ops"}
	s := scenario(func(g *model.GameDay) {
		g.Envelope = []model.Range{{Measured: queue, Least: math.Inf(-1), Most: 5}, {Measured: queue, Least: 1, Most: 100, In: "after"}}
	})
	audit := []model.Entry{
		{At: 1500, Kind: model.EscalationEntry, Text: "it lasts"},
		{At: 4500, Kind: model.RefusalEntry, Who: "ada", Text: "hold rung 2 refused"},
		{At: 4600, Kind: model.RefusalEntry, Text: "a transition alone"},
	}
	got := gameday.Judge(s, windows(0, 7, 9, 0, 6, 0, 1, 1, 1, 1), audit, 10000).Surprises
	want := []model.Surprise{
		{From: 1000, To: 3000, Text: "queue depth outside at most 5 ops in 2 windows, at worst: 9 ops"},
		{From: 1500, To: 1500, Text: "it lasts"},
		{From: 4000, To: 5000, Text: "queue depth outside at most 5 ops in 1 window: 6 ops"},
		{From: 4500, To: 4500, Text: "hold rung 2 refused"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("surprises are\n%+v\nwant\n%+v", got, want)
	}
}

func TestRecoveryLastsUntilTheEnd(t *testing.T) {
	for _, c := range []struct {
		queues []int
		at     model.Millis // 0: it has not recovered
		holds  bool
	}{
		{[]int{0, 0, 9, 9, 9, 9, 0, 0, 0, 0}, 7000, true},
		{[]int{0, 0, 9, 9, 9, 0, 0, 9, 0, 0}, 9000, false}, // too late for good
		{[]int{0, 0, 9, 9, 9, 0, 0, 0, 0, 9}, 0, false},
	} {
		s := scenario(func(g *model.GameDay) {
			g.Recovery.Must = []model.Limit{{Measured: model.Measured{Metric: "queue_depth_ops"}, Is: model.AtMost, Value: 0}}
		})
		r := gameday.Judge(s, windows(c.queues...), nil, 10000).Recovery
		if r.Done != (c.at > 0) || r.At != c.at || r.Holds != c.holds {
			t.Errorf("recovery of queues %v = %+v, want it at %v, holds %v", c.queues, r, c.at, c.holds)
		}
	}
	points := windows(make([]int, 10)...)
	points[9].State = model.Elevated
	if r := gameday.Judge(scenario(func(*model.GameDay) {}), points, nil, 10000).Recovery; r.Done {
		t.Errorf("recovery in elevated = %+v", r)
	}
}

// An abort moves what belongs to the recovery and ends what belongs to the fault.
func TestAnAbortMovesTheRecovery(t *testing.T) {
	s := scenario(func(g *model.GameDay) { g.Expect = append(g.Expect, g.Expect[0]); g.Expect[1].In = "after" })
	v := gameday.Judge(s, windows(make([]int, 8)...), []model.Entry{{At: 3000, Who: gameday.Who}}, 8000)
	want := [model.GameDayPhases]model.Millis{0, 2000, 3000, 8000}
	if v.Began != want || v.Recovery.By != 6000 || v.Verdict != model.VerdictAborted || v.Phase != model.GameDayOver {
		t.Errorf("Judge = phases %v, recovered by %v, %v in %v; want %v, 6s, aborted", v.Began, v.Recovery.By, v.Verdict, v.Phase, want)
	}
	if a, b := v.Expectations[0].In, v.Expectations[1].In; a.From != 2000 || a.To != 3000 || b.From != 4000 || b.To != 8000 {
		t.Errorf("windows are %v and %v", a, b)
	}
}

func TestPhasesFollowTheClock(t *testing.T) {
	for now, want := range map[model.Millis]model.GameDayPhase{0: model.BeforeFault, 1999: model.BeforeFault, 2000: model.InFault, 5000: model.InRecovery, 9999: model.InRecovery, 10000: model.GameDayOver} {
		v := gameday.Judge(scenario(func(*model.GameDay) {}), nil, nil, now)
		if v.Phase != want || v.Verdict == model.VerdictOpen != (want != model.GameDayOver) {
			t.Errorf("at %v: %v and %v, want %v", now, v.Phase, v.Verdict, want)
		}
		if want < model.GameDayOver && v.Next() <= now {
			t.Errorf("at %v the next phase is at %v", now, v.Next())
		}
	}
}

func TestReady(t *testing.T) {
	if err := gameday.Ready(scenario(func(*model.GameDay) {})); err != nil {
		t.Fatal(err)
	}
	for says, edit := range map[string]func(*model.Scenario){
		"it has no gameday":      func(s *model.Scenario) { s.GameDay = nil },
		"a game day has an end":  func(s *model.Scenario) { s.Duration = 0 },
		"there is no fault":      func(s *model.Scenario) { s.Changes = s.Changes[:2] },
		"could not take it back": func(s *model.Scenario) { s.Changes[2].Path = "server.workers" },
		"release all": func(s *model.Scenario) {
			s.Changes[2] = model.Change{At: 2000, Order: model.Order{Kind: model.ReleaseAll}}
		},
		"fail over": func(s *model.Scenario) {
			s.Changes[2] = model.Change{At: 2000, Order: model.Order{Kind: model.FailOver}}
		},
	} {
		s := scenario(func(*model.GameDay) {})
		edit(s)
		if err := gameday.Ready(s); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Ready = %v, want it to say %q", err, says)
		}
	}
}

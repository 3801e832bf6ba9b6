package sim

import (
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// Whatever happens to a backlog, each operation that was ever in it is in one book, and
// what waits is in the cohorts.
func TestTheBooksOfABacklogClose(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := &model.Scenario{Recovery: model.DefaultRecovery(), Classes: []model.Class{{Name: "a"}, {Name: "b", Correctness: model.CorrectnessYes, Value: 3}}}
		r := &s.Recovery
		r.Order = float64(rapid.IntRange(model.OrderExpiry, model.OrderFIFO).Draw(t, "order"))
		r.Expiry = float64(rapid.SampledFrom([]int{0, 500, 60_000}).Draw(t, "expiry"))
		r.Checkpoint = float64(rapid.SampledFrom([]int{0, 1000}).Draw(t, "checkpoint"))
		r.Tries = float64(rapid.IntRange(1, 3).Draw(t, "tries"))
		s.Classes[0].Expiry = float64(rapid.SampledFrom([]int{0, 3000}).Draw(t, "expiry of a"))
		b := newBacklog(s)
		var under []deferred
		now := model.Millis(0)
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			switch rapid.IntRange(0, 7).Draw(t, "step") {
			case 0:
				now += model.Millis(rapid.IntRange(1, 5000).Draw(t, "pause"))
			case 1, 2:
				d := deferred{class: uint8(rapid.IntRange(0, 1).Draw(t, "class")), tenant: uint8(rapid.IntRange(0, 3).Draw(t, "tenant"))}
				b.put(now, d, int64(rapid.IntRange(0, 100).Draw(t, "n")))
			case 3, 4:
				if d, ok := b.take(now); ok {
					if d.expires <= now || d.ready > now {
						t.Fatalf("take(%v) = %+v, which has expired or is not ready", now, d)
					}
					under = append(under, d)
				} else if at := b.ready(); at <= now {
					t.Fatalf("take(%v) found none, and one is ready from %v", now, at)
				}
			case 5, 6:
				if len(under) == 0 {
					continue
				}
				d := under[0]
				under = under[1:]
				switch rapid.IntRange(0, 2).Draw(t, "end") {
				case 0:
					b.done(d)
				case 1:
					b.refused(now, d)
				case 2:
					b.fell(now, d)
				}
			case 7:
				if rapid.Bool().Draw(t, "lost") {
					b.lose(now)
				} else {
					b.checkpoint()
				}
			}
			var waiting, correct int64
			for _, c := range b.cohorts {
				waiting += c.n
				if c.class == 1 {
					correct += c.n
				}
			}
			for _, d := range under {
				correct += int64(d.class)
			}
			if got := b.unreconciled(); got != correct {
				t.Fatalf("at %v: unreconciled() = %d, want %d; the backlog is %+v", now, got, correct, b)
			}
			if b.missing() != 0 || waiting != b.waiting || b.flying != int64(len(under)) {
				t.Fatalf("at %v: %d missing, %d in the cohorts, %d under way; the backlog is %+v", now, b.missing(), waiting, len(under), b)
			}
		}
	})
}

// Many kinds and many times are merged before they are many cohorts.
func TestABacklogHasAFewCohorts(t *testing.T) {
	s := &model.Scenario{Recovery: model.DefaultRecovery()}
	s.Recovery.Expiry = float64(model.Hour)
	b := newBacklog(s)
	most := 0
	for now := model.Millis(0); now < 30*model.Hour; now += 7 * model.Second {
		for tenant := range uint8(4) {
			b.put(now, deferred{tenant: tenant}, 1000)
		}
		most = max(most, len(b.cohorts))
	}
	if most > maxCohorts || b.missing() != 0 || b.expired == 0 {
		t.Errorf("%d cohorts at most, %d operations missing, %d expired; want at most %d, 0 and some", most, b.missing(), b.expired, maxCohorts)
	}
}

// What is first goes first, and among equals the next criterion decides.
func TestReplayGoesInItsOrder(t *testing.T) {
	classes := []model.Class{{Name: "plain", Value: 1}, {Name: "dear", Value: 9}, {Name: "needed", Correctness: model.CorrectnessYes}, {Name: "short", Expiry: 2000}}
	for _, c := range []struct {
		order float64
		want  uint8
	}{{model.OrderExpiry, 3}, {model.OrderDependency, 2}, {model.OrderTenant, 3}, {model.OrderValue, 1}, {model.OrderFIFO, 0}} {
		s := &model.Scenario{Recovery: model.DefaultRecovery(), Classes: classes}
		s.Recovery.Order, s.Recovery.Expiry = c.order, float64(model.Hour)
		b := newBacklog(s)
		for class := range classes {
			b.put(model.Millis(class)*model.Second, deferred{class: uint8(class), tenant: 1 - uint8(class)/3}, 1)
		}
		b.taken[1] = 5
		if d, ok := b.take(4 * model.Second); !ok || d.class != c.want {
			t.Errorf("order %v: the first is %s, want %s", c.order, classes[d.class].Name, classes[c.want].Name)
		}
	}
}

// No run loses deferred work: what went into the backlog is what it began with, what was
// set aside and what progress was lost of; and it comes out, or is still there.
func TestDeferredWorkIsNeverLost(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		s.Recovery.PoisonGoes = model.PoisonQuarantined
		e, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		for at := model.Millis(0); at < model.Millis(s.Duration); at += 333 {
			e.RunUntil(at)
			b, total := &e.replay.backlog, e.Total()
			if in := int64(s.Recovery.Backlog) + total.Deferred + b.redelivered; b.in != in || b.missing() != 0 {
				t.Fatalf("at %v: %d came in, want %d; %d are missing of %+v", at, b.in, in, b.missing(), e.Recovery())
			}
			if total.Replayed != b.replayed+b.duplicates {
				t.Fatalf("at %v: the recorder has %d replayed, the backlog %d and %d duplicates", at, total.Replayed, b.replayed, b.duplicates)
			}
			if under := int64(e.replay.under.n); under != b.flying {
				t.Fatalf("at %v: %d are under way, the backlog has %d", at, under, b.flying)
			}
		}
	})
}

// A cache never has more keys warm than there are, and when nothing is under way it
// waits for none.
func TestCachesKeepTheirBooks(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		s := simtest.Random(t)
		for i := range s.Services {
			s.Services[i].Cache.Keys = float64(rapid.IntRange(1, 100).Draw(t, "keys"))
			s.Services[i].Cache.Life = float64(rapid.SampledFrom([]int{0, 500, 5000}).Draw(t, "life"))
		}
		s.End = model.EndDrain
		e, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		check := func(idle bool) {
			for i := range e.services {
				c := e.services[i].cache
				for j, k := range c.buckets {
					var expiring int64
					for _, n := range k.expiring {
						expiring += n
					}
					if k.warm < 0 || k.warm > k.n || k.fetching < int64(len(k.fetches)) || idle && c.filling == 0 && k.fetching != 0 || s.Services[i].Cache.Life > 0 && expiring != k.warm {
						t.Fatalf("at %v, service %d, bucket %d: %d of %d keys are warm, %d being fetched (%d workers fill), %d to expire", e.Now(), i, j, k.warm, k.n, k.fetching, c.filling, expiring)
					}
				}
			}
		}
		for at := model.Millis(0); at < model.Millis(s.Duration); at += 111 {
			e.RunUntil(at)
			check(false)
		}
		e.Finish()
		check(e.spans.n == 0)
	})
}

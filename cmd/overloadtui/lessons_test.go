package main

import (
	"context"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/simtest"
)

// lessons are what the presets say that can be seen, with the commands that show it.
// from and to are the simulated seconds over which the metric is averaged.
var lessons = []struct {
	preset    string
	args      string
	metric    string
	from, to  int
	low, high float64
}{
	{"collapse", "--for 30s --set load=110", "goodput_per_s", 15, 30, 0, 0},
	{"collapse", "--for 40s --set load=110 --change 15s:limit=20", "goodput_per_s", 30, 40, 100, 100},
	{"collapse", "--for 30s --set load=110 --set retries=3", "attempts_per_s", 25, 30, 400, 440},

	{"admission-sweet-spot", "--for 10s", "goodput_per_s", 1, 10, 0, 0},
	{"admission-sweet-spot", "--for 20s --change 5s:limit=20", "goodput_per_s", 8, 20, 99, 101},
	{"admission-sweet-spot", "--for 60s --set limit=2", "goodput_per_s", 30, 60, 69, 71},
	{"admission-sweet-spot", "--for 60s --set limit=28", "goodput_per_s", 30, 60, 0, 25},

	{"token-vs-leaky", "--for 12s", "wasted_pct", 0, 12, 0, 0},
	{"token-vs-leaky", "--for 12s --set burst=80", "wasted_pct", 2, 12, 50, 100},
	{"token-vs-leaky", "--for 12s --set burst=1", "goodput_per_s", 2, 12, 25, 35},
	{"token-vs-leaky", "--for 12s --set gates=leaky-bucket", "queue_depth_ops", 0, 12, 0, 0.1},
	{"token-vs-leaky", "--for 12s --set gates=leaky-bucket", "goodput_per_s", 2, 12, 45, 55},

	{"shedding-hangover", "--for 20s", "goodput_per_s", 2, 20, 0, 0},
	{"shedding-hangover", "--for 40s --change 10s:limit=20", "goodput_per_s", 26, 40, 98, 100},
	{"shedding-hangover", "--for 60s --set expiry=predicted", "goodput_per_s", 10, 60, 98, 100},
	{"shedding-hangover", "--for 60s --set queue=lifo", "goodput_per_s", 10, 60, 88, 91},

	{"random-shed", "--for 120s", "goodput_per_s", 20, 120, 2, 25},
	{"random-shed", "--for 120s --set refuse=45%", "goodput_per_s", 20, 120, 80, 86},
	{"random-shed", "--for 120s --set refuse=45% --set load=300", "goodput_per_s", 20, 120, 0, 0},
	{"random-shed", "--for 120s --set gates=concurrency --set limit=15", "goodput_per_s", 20, 120, 99.5, 100.5},
	{"random-shed", "--for 120s --set gates=concurrency --set limit=15 --set load=300", "goodput_per_s", 20, 120, 99.5, 100.5},

	{"priority-door", "--for 30s", "evicted_per_s", 0, 30, 10, 100},
	{"priority-door", "--for 30s --set gates=concurrency", "evicted_per_s", 0, 30, 0, 0},
	{"priority-door", "--for 30s --set scale=30%", "rejected_per_s", 0, 30, 0, 0},

	{"cascade", "--for 20s --change 5s:database.service-time=100ms", "goodput_per_s", 6, 20, 99, 101},
	{"cascade", "--for 20s --change 5s:database.service-time=500ms", "goodput_per_s", 10, 20, 0, 0},
	{"cascade", "--for 30s --change 5s:database.service-time=500ms --change 20s:database.service-time=10ms", "goodput_per_s", 23, 30, 100, 100},
	{"cascade", "--for 40s --set frontend.workers=500 --change 5s:database.service-time=500ms", "goodput_per_s", 8, 20, 50, 50},
	{"cascade", "--for 40s --set frontend.workers=500 --change 5s:database.service-time=500ms", "goodput_per_s", 25, 40, 0, 0},

	{"retry-storm", "--for 30s --change 5s:database.service-time=500ms --change 15s:database.service-time=10ms", "goodput_per_s", 15, 21, 0, 0},
	{"retry-storm", "--for 30s --change 5s:database.service-time=500ms --change 15s:database.service-time=10ms", "goodput_per_s", 23, 30, 50, 50},
	{"retry-storm", "--for 30s --set checkout.service-a.retries=0 --set checkout.database.retries=0 --change 5s:database.service-time=500ms --change 15s:database.service-time=10ms", "goodput_per_s", 16, 30, 49, 51},

	{"retry-mesh", "--for 20s --change 5s:database.errors=100%", "goodput_per_s", 6, 20, 0, 0},
	{"retry-mesh", "--for 20s --set database.errors=50%", "goodput_per_s", 1, 20, 9.9, 10.1},
	{"retry-mesh", "--for 20s --set client.service.retries=0 --set client.database.retries=0 --change 5s:database.errors=100%", "queue_depth_ops", 0, 20, 0, 0},

	{"breaker", "--for 15s --change 5s:database.service-time=500ms", "goodput_per_s", 6, 15, 49, 51},
	{"breaker", "--for 30s --change 5s:database.service-time=500ms --change 15s:database.service-time=10ms", "goodput_per_s", 16, 30, 99, 101},
	{"breaker", "--for 15s --set route-a.service-a.breaker.minimum=10000 --set route-a.database.breaker.minimum=10000 --set route-b.service-b.breaker.minimum=10000 --change 5s:database.service-time=500ms", "goodput_per_s", 8, 15, 0, 10},

	{"bulkhead", "--for 30s --change 5s:database.service-time=500ms", "goodput_per_s", 8, 30, 50, 50},
	{"bulkhead", "--for 30s --set route-b.load=800", "goodput_per_s", 15, 30, 49, 51},
	{"bulkhead", "--for 30s --set route-b.load=800 --set borrow=yes", "goodput_per_s", 5, 30, 849, 851},
	{"bulkhead", "--for 30s --set borrow=yes --set keep=0 --change 5s:database.service-time=500ms", "goodput_per_s", 15, 30, 0, 0},

	{"deadline-budget", "--for 60s", "goodput_per_s", 20, 60, 77, 83},
	{"deadline-budget", "--for 60s --set client.database.floor=50ms", "goodput_per_s", 20, 60, 77, 84},
	{"deadline-budget", "--for 60s --set client.database.floor=100ms", "goodput_per_s", 20, 60, 60, 72},
	{"deadline-budget", "--for 30s --set client.service.propagate=no --set client.database.propagate=no", "goodput_per_s", 7, 30, 0, 1},
	{"deadline-budget", "--for 60s --set client.service.propagate=no --set client.database.propagate=no --set database.expiry=predicted", "goodput_per_s", 20, 60, 82, 88},

	{"adaptive-lifo", "--for 120s", "goodput_per_s", 0, 120, 64, 66},
	{"adaptive-lifo", "--for 120s --set backlog=1000000", "goodput_per_s", 0, 120, 33, 35},
	{"adaptive-lifo", "--for 120s --set backlog=100", "goodput_per_s", 0, 120, 58, 60},
	{"adaptive-lifo", "--for 120s --set expiry=predicted", "goodput_per_s", 0, 120, 65, 67},
	{"adaptive-lifo", "--for 120s --set expiry=predicted --set queue=fifo", "goodput_per_s", 0, 120, 63, 65},

	{"codel", "--for 20s --change 5s:load=2000", "goodput_per_s", 6, 20, 990, 1005},
	{"codel", "--for 20s --change 5s:load=2000", "sojourn_p50_ms", 6, 20, 5, 7},
	{"codel", "--for 20s --change 5s:load=2000 --set queue=fifo", "goodput_per_s", 7, 20, 0, 0},
	{"codel", "--for 60s --change 10s:load=2000 --set queue=codel", "goodput_per_s", 20, 60, 20, 35},
	{"codel", "--for 40s --set load=200 --set service-time=10ms", "goodput_per_s", 1, 40, 94, 96},
	{"codel", "--for 40s --set load=200 --set service-time=10ms --set short=50ms", "goodput_per_s", 1, 40, 99, 101},

	{"hedging", "--for 60s", "goodput_per_s", 20, 60, 286, 289},
	{"hedging", "--for 60s --change 10s:hedge-after=20ms", "goodput_per_s", 20, 60, 299, 302},
	{"hedging", "--for 60s --change 10s:hedge-after=20ms", "attempts_per_s", 20, 60, 314, 318},
	{"hedging", "--for 40s --set hedge-after=20ms --change 15s:load=600", "goodput_per_s", 20, 40, 0, 0},
	{"hedging", "--for 60s --set hedge-after=20ms --change 15s:load=600 --change 20s:hedge-after=off", "goodput_per_s", 41, 60, 565, 585},

	{"metastable", "--for 60s", "goodput_per_s", 0, 10, 85, 85},
	{"metastable", "--for 60s", "goodput_per_s", 12, 60, 0, 0},
	{"metastable", "--for 90s --change 30s:load=30", "goodput_per_s", 30, 90, 0, 0},
	{"metastable", "--for 90s --change 30s:load=20 --change 56s:load=85", "goodput_per_s", 57, 90, 85, 85},
	{"metastable", "--for 90s --change 30s:retries=0", "goodput_per_s", 64, 90, 85, 85},
	{"metastable", "--for 90s --change 30s:limit=10", "goodput_per_s", 36, 90, 84, 86},

	{"mercury", "--for 17m", "goodput_per_s", 900, 1020, 7786, 7942},
	{"mercury-teaching", "--for 90s", "goodput_per_s", 40, 90, 7786, 7942},
	{"mercury-teaching", "--for 260s", "goodput_per_s", 120, 260, 8900, 9100},
	{"mercury-teaching", "--for 260s", "backlog_ops", 240, 260, 0, 0},
	{"mercury-teaching", "--for 60s --change 30s:control=off", "goodput_per_s", 40, 60, 9000, 9400},
	{"mercury-teaching", "--for 80s --change 30s:control=off --change 40s:load=22000 --change 50s:load=10500", "goodput_per_s", 55, 80, 0, 500},
	{"mercury-uncontrolled", "--for 120s", "goodput_per_s", 30, 120, 0, 100},
	{"mercury-uncontrolled", "--for 90s --change 30s:control=on", "goodput_per_s", 60, 90, 7786, 7942},
	{"mercury-uncontrolled", "--for 120s --set ratio=10%", "goodput_per_s", 100, 120, 10300, 10700},
	{"mercury-hot-tenant", "--for 60s", "goodput_per_s", 30, 60, 12800, 13800},
	{"mercury-policy-store-lost", "--for 90s", "goodput_per_s", 50, 90, 7700, 7942},
	{"recovery-drain", "--for 150s", "goodput_per_s", 0, 150, 8999, 9001},
	{"recovery-drain", "--for 150s", "replay_attempts_per_s", 100, 150, 3499, 3501},
	{"recovery-drain", "--for 60s", "replay_ceiling_per_s", 1, 29, 4000, 4000},
	{"recovery-drain", "--for 30s --set replay-rate=4500", "replay_attempts_per_s", 3, 30, 1000, 3000},
	{"recovery-drain", "--for 30s --set replay-rate=4500", "goodput_per_s", 1, 30, 8999, 9001},
	{"recovery-drain", "--for 100s --set replay-rate=4500 --set pause-windows=1000", "goodput_per_s", 55, 90, 0, 0},
	{"recovery-drain", "--for 30s --set load=10500 --set replay-limit=ceiling", "replay_attempts_per_s", 2, 29, 2490, 2510},

	{"second-collapse", "--for 60s", "goodput_per_s", 11, 40, 0, 0},
	{"second-collapse", "--for 60s", "goodput_per_s", 43, 45, 550, 660},
	{"second-collapse", "--for 240s", "goodput_per_s", 48, 240, 0, 1},
	{"second-collapse", "--for 240s --set replay-rate=200", "goodput_per_s", 45, 240, 590, 610},
	{"second-collapse", "--for 240s --set replay-limit=ceiling", "goodput_per_s", 45, 240, 590, 610},
	{"second-collapse", "--for 120s --set replay-limit=ceiling", "backlog_ops", 110, 120, 0, 0},
	{"second-collapse", "--for 240s --change 60s:replay-limit=ceiling", "goodput_per_s", 61, 240, 0, 1},
	{"second-collapse", "--for 120s --change 60s:replay-limit=ceiling --change 60s:replay-reserve=100", "goodput_per_s", 70, 120, 580, 620},

	{"failover-8400", "--for 60s", "goodput_per_s", 20, 26, 4500, 6500},
	{"failover-8400", "--for 60s", "goodput_per_s", 53, 60, 7900, 8100},
	{"failover-8400", "--for 120s", "capacity_per_s", 110, 119, 8399, 8401},
	{"failover-8400", "--for 120s", "replay_attempts_per_s", 0, 120, 0, 0},
	{"failover-8400", "--for 200s", "replay_attempts_per_s", 151, 200, 1499, 1501},
	{"failover-8400", "--for 60s --set standby.fill-rate=500", "goodput_per_s", 20, 60, 7900, 8100},
	{"failover-8400", "--for 120s --set load=9000", "rejected_per_s", 60, 120, 500, 700},

	{"cold-cache", "--for 180s", "goodput_per_s", 30, 180, 800, 1000},
	{"cold-cache", "--for 180s", "cache_warm_pct", 30, 180, 30, 35},
	{"cold-cache", "--for 180s --set database.bound=100", "goodput_per_s", 160, 180, 2950, 3050},
	{"cold-cache", "--for 180s --set front.fill-rate=500", "goodput_per_s", 100, 180, 2950, 3050},
	{"cold-cache", "--for 90s --set front.coalesce=yes", "goodput_per_s", 30, 90, 900, 1000},
	{"cold-cache", "--for 60s --set front.cache-start=warm", "goodput_per_s", 0, 60, 2900, 3050},

	{"retry-topic", "--for 300s", "goodput_per_s", 31, 300, 69.9, 70.1},
	{"retry-topic", "--for 40s", "backlog_ops", 30, 32, 1500, 1700},
	{"retry-topic", "--for 150s", "backlog_ops", 140, 150, 0, 0},
	{"retry-topic", "--for 150s", "poison_ops", 149, 150, 5, 25},
	{"retry-topic", "--for 60s --set replay-rate=500", "goodput_per_s", 35, 60, 69.9, 70.1},
	{"retry-topic", "--for 60s --set replay-rate=500 --set pause-windows=1000", "goodput_per_s", 32, 45, 0, 60},
	{"retry-topic", "--for 150s --set poison-goes=nowhere", "poison_ops", 149, 150, 0, 0},

	{"reconnect-storm", "--for 300s", "goodput_per_s", 10, 20, 9.9, 10},
	{"reconnect-storm", "--for 300s", "goodput_per_s", 21, 300, 0, 0},
	{"reconnect-storm", "--for 120s --set spread=60s", "goodput_per_s", 10, 71, 7.3, 7.4},
	{"reconnect-storm", "--for 120s --set limit=90", "goodput_per_s", 10, 55, 9.9, 10},
	{"reconnect-storm", "--for 120s --set clients=150", "goodput_per_s", 10, 31, 7.1, 7.2},

	{"gameday-cell-loss-skew", "--for 60s", "goodput_per_s", 30, 60, 6500, 6900},
	{"gameday-enrichment-latency", "--for 60s", "goodput_per_s", 17, 27, 0, 0},
	{"gameday-enrichment-latency", "--for 60s", "goodput_per_s", 35, 60, 7400, 7942},
	{"gameday-retry-answers", "--for 45s", "goodput_per_s", 17, 45, 5500, 6500},
	{"gameday-stale-telemetry", "--for 50s", "goodput_per_s", 28, 50, 8000, 8700},
	{"gameday-failover-cold", "--for 75s", "goodput_per_s", 45, 75, 7700, 7942},
	{"gameday-replay-peak", "--for 45s", "goodput_per_s", 35, 45, 0, 2000},
	{"gameday-policy-store", "--for 50s", "goodput_per_s", 25, 50, 7700, 7942},
}

func TestEveryPresetShowsWhatItSays(t *testing.T) {
	simtest.Long(t)
	shown, runs := map[string]bool{}, map[string]result{}
	for _, l := range lessons {
		shown[l.preset] = true
		args := "--preset " + l.preset + " " + l.args
		r, ran := runs[args] // several lessons may be of one run
		if !ran {
			r = call(append([]string{"run", "--csv", "-"}, strings.Fields(args)...)...)
			runs[args] = r
		}
		if r.code != exitOK {
			t.Fatal(r.args, r.err)
		}
		if got := average(t, r.out, l.metric, l.from, l.to); got < l.low || got > l.high {
			t.Errorf("overloadtui %s: %s from %d to %d s is %.2f, want %v..%v", strings.Join(r.args, " "), l.metric, l.from, l.to, got, l.low, l.high)
		}
	}
	for _, name := range presets.Names() {
		if !shown[name] {
			t.Errorf("nothing holds what the preset %s says", name)
		}
	}
}

// Who pays when the door is full: the share of the critical operations that are good.
func TestThePriorityDoorProtectsTheCritical(t *testing.T) {
	simtest.Long(t)
	for _, l := range []struct {
		set       []string
		low, high float64 // %
	}{
		{nil, 97, 98},
		{[]string{"scale=120%"}, 92, 94},
		{[]string{"scale=70%"}, 99, 100},
		{[]string{"gates=concurrency"}, 56, 58},
	} {
		choose := choice{preset: "priority-door", set: l.set}
		s, err := choose.scenario()
		if err != nil {
			t.Fatal(err)
		}
		e, err := runHeadless(context.Background(), s, 60*model.Second, func(*sim.Engine) error { return nil })
		if err != nil {
			t.Fatal(err)
		}
		points, _ := e.Points()
		critical := points[len(points)-1].Classes[0].Total
		if got := 100 * float64(critical.Good) / float64(critical.Offered); got < l.low || got > l.high {
			t.Errorf("priority-door with %v: %.1f %% of the critical operations are good, want %v..%v", l.set, got, l.low, l.high)
		}
	}
}

// average is the mean of a column of the windows from one second to another.
func average(t *testing.T, table, metric string, from, to int) float64 {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	column, start := slices.Index(rows[0], metric), slices.Index(rows[0], "window_start_ms")
	sum, n := 0.0, 0
	for _, row := range rows[1:] {
		at, err := strconv.ParseFloat(row[start], 64)
		if err != nil {
			t.Fatal(err)
		}
		if at < float64(from*1000) || at >= float64(to*1000) || row[column] == "" {
			continue
		}
		v, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			t.Fatal(err)
		}
		sum, n = sum+v, n+1
	}
	if n == 0 {
		t.Fatalf("no window from %d to %d s has a %s", from, to, metric)
	}
	return sum / float64(n)
}

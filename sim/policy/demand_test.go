package policy_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/sim/policy"
	"overloadtui/sim/random"
	"overloadtui/sim/simtest"
)

// demand is the demand of that kind with those settings, and what a failing test calls
// it. The settings are live.
func demand(kind string, seed uint64, settings set, rows ...[]float64) (policy.Demand, string) {
	p := simtest.Policy(model.DemandFamily, kind, settings)
	p.Rows = rows
	return demandOf(&p, seed), fmt.Sprint(kind, settings, rows)
}

func demandOf(p *model.Policy, seed uint64) policy.Demand {
	return policy.Make[policy.Demand](model.DemandFamily, p, policy.Config{Stream: random.Named(seed, "arrivals")})
}

// arrivals are the first n arrivals of a demand, fewer when there are no more.
func arrivals(d policy.Demand, n int) []model.Millis {
	var all []model.Millis
	for last := model.Millis(-1); len(all) < n; {
		if last = d.Next(last); last == model.Forever {
			break
		}
		all = append(all, last)
	}
	return all
}

// Regular arrivals lie where the integral of the rate reaches whole numbers.
func TestRegularArrivalsLieOnTheCurve(t *testing.T) {
	const none = -1
	for _, c := range []struct {
		kind string
		set  set
		rows [][]float64
		want map[int]float64 // the instant of the k-th arrival, or none
	}{
		{kind: "ramp", set: set{"from": 0, "to": 100, "over": 10000}, // U = 5 t^2, t in s
			want: map[int]float64{0: 0, 5: 1000, 20: 2000, 45: 3000, 500: 10000, 501: 10010, 600: 11000}},
		{kind: "ramp", set: set{"from": 100, "to": 0, "over": 10000}, // U = 100 t - 5 t^2
			want: map[int]float64{0: 0, 95: 1000, 180: 2000, 495: 9000, 499: 10000 - math.Sqrt(2e5), 500: none}},
		{kind: "ramp", set: set{"from": 80, "to": 80}, want: map[int]float64{0: 0, 1: 12.5, 8000: 100000}},
		{kind: "ramp", set: set{"from": 0, "to": 0}, want: map[int]float64{0: none}},
		{kind: "step", set: set{"before": 100, "after": 200, "at": 1000, "back": 2000},
			want: map[int]float64{0: 0, 99: 990, 100: 1000, 101: 1005, 299: 1995, 300: 2000, 301: 2010}},
		{kind: "step", set: set{"before": 0, "after": 200, "at": 1000}, want: map[int]float64{0: 1000, 1: 1005, 200: 2000}},
		{kind: "step", set: set{"before": 10, "after": 0, "at": 50, "back": 500}, want: map[int]float64{0: 0, 1: 550, 2: 650}},
		{kind: "step", set: set{"before": 10, "after": 0, "at": 100}, want: map[int]float64{0: 0, 1: none}},
		{kind: "step", set: set{"before": 10, "after": 50, "at": 300, "back": 200}, want: map[int]float64{0: 0, 3: 300, 4: 400}},
		{kind: "sine", set: set{"load": 100, "amplitude": 0}, want: map[int]float64{0: 0, 1: 10, 777: 7770}},
		{kind: "sine", set: set{"load": 100, "amplitude": 100, "period": 1000}, // ahead by 100/pi at the middle
			want: map[int]float64{0: 0, 100: 1000, 200: 2000, 1000: 10000}},
		{kind: "sine", set: set{"load": 0}, want: map[int]float64{0: none}},
		{kind: "trace-rates", rows: [][]float64{{100, 50}, {0, 100}, {200, 20}},
			want: map[int]float64{0: 0, 4: 40, 5: 150, 6: 155, 9: 170, 109: 670}},
		{kind: "trace-rates", set: set{"then": 1, "scale": 200}, rows: [][]float64{{50, 50}, {0, 100}, {100, 20}},
			want: map[int]float64{0: 0, 4: 40, 5: 150, 8: 165, 9: 170, 14: 320, 900_000: 17_000_000}},
		{kind: "trace-rates", set: set{"then": 1}, rows: [][]float64{{0, 50}}, want: map[int]float64{0: none}},
		{kind: "trace-times", rows: [][]float64{{30}, {7.5}, {30}, {100}}, want: map[int]float64{0: 7.5, 1: 30, 2: 30, 3: 100, 4: none}},
		{kind: "trace-times", set: set{"speed": 200}, rows: [][]float64{{0}, {30}}, want: map[int]float64{0: 0, 1: 15, 2: none}},
		{kind: "bursty", set: set{"calm": 100, "burst": 100, "arrivals": 0}, want: map[int]float64{0: 0, 1: 10, 5000: 50000}},
		{kind: "bursty", set: set{"calm": 0, "burst": 0}, want: map[int]float64{0: none}},
	} {
		d, name := demand(c.kind, 1, c.set, c.rows...)
		most := 0
		for k := range c.want {
			most = max(most, k)
		}
		all := arrivals(d, most+1)
		for k, want := range c.want {
			got := float64(none)
			if k < len(all) {
				got = float64(all[k])
			}
			if math.Abs(got-want) > 1e-8*(1+want*1e-3) {
				t.Errorf("%s: arrival %d is at %v, want %v", name, k, got, want)
			}
		}
	}
}

// The bits of random arrivals are pinned, because a run has to be the same everywhere.
func TestRandomArrivalsArePinned(t *testing.T) {
	for _, c := range []struct {
		kind string
		set  set
		rows [][]float64
		want [3]model.Millis
	}{
		{kind: "poisson", want: [3]model.Millis{5.298024918702118, 13.923419027220238, 20.003535335667795}},
		{kind: "ramp", set: set{"arrivals": 1}, want: [3]model.Millis{9.533415320074978, 25.041252105429503, 35.96325175497564}},
		{kind: "step", set: set{"arrivals": 1, "at": 20}, want: [3]model.Millis{5.298024918702118, 13.923419027220236, 20.002121201400676}},
		{kind: "sine", set: set{"arrivals": 1, "period": 50}, want: [3]model.Millis{4.640470152459964, 10.792002407319808, 14.86127387973737}},
		{kind: "bursty", set: set{"calm-time": 10, "burst-time": 10}, want: [3]model.Millis{7.947037378053177, 20.885128540830355, 30.005303003501695}},
		{kind: "trace-rates", set: set{"arrivals": 1, "then": 1}, rows: [][]float64{{90, 5}, {20, 5}}, want: [3]model.Millis{6.3411121341595305, 21.701196804998013, 31.67020200233446}},
	} {
		d, name := demand(c.kind, 23, c.set, c.rows...)
		if got := [3]model.Millis(arrivals(d, 3)); got != c.want {
			t.Errorf("%s: %v, want %v", name, [3]float64{float64(got[0]), float64(got[1]), float64(got[2])}, c.want)
		}
	}
}

// curves are the kinds whose rate at an instant is what arrivals come at.
var curves = []string{"ramp", "step", "sine", "bursty", "trace-rates"}

// play runs a demand to the end of a time, with changes of its settings at some
// instants, and counts the arrivals and the integral of the rate, which it is sure of
// up to slack.
func play(t *rapid.T, d policy.Demand, end model.Millis, changes map[int]func()) (count, integral, slack float64) {
	const step = 0.5
	last, next := model.Millis(0), d.Next(-1)
	rate := d.Rate(step / 2)
	for i := 0; model.Millis(i)*step < end; i++ {
		now := model.Millis(i) * step
		for ; next < now; next = d.Next(next) {
			if next < last {
				t.Fatalf("an arrival at %v after one at %v", float64(next), float64(last))
			}
			last = next
			count++
		}
		if same := d.Retime(now, next); same != next {
			t.Fatalf("Retime(%v, %v) = %v though nothing has changed", float64(now), float64(next), float64(same))
		}
		if change := changes[i]; change != nil {
			change()
			was := next
			if next = d.Retime(now, next); !(next >= now) {
				t.Fatalf("Retime(%v, %v) = %v", float64(now), float64(was), float64(next))
			}
		}
		r := d.Rate(now + step/2)
		integral += r * step / 1000
		slack += math.Abs(r-rate) * step / 1000
		rate = r
	}
	for ; next < end; next = d.Next(next) {
		count++
	}
	return count, integral, slack
}

// Whatever is set and however it is changed under way, as many operations arrive as
// the rate says.
func TestTheRateIntegratesToTheArrivals(t *testing.T) {
	for _, kind := range curves {
		k, err := policy.Catalog().Find(model.DemandFamily, kind)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := drawPolicy(t, k)
				arrivals := k.Index("arrivals")
				p.V[arrivals] = 0
				changes := map[int]func(){}
				for range rapid.IntRange(0, 4).Draw(t, "changes") {
					v := drawPolicy(t, k).V
					v[arrivals] = 0
					i := rapid.IntRange(0, len(v)-1).Draw(t, "which")
					changes[rapid.IntRange(0, 1999).Draw(t, "when")] = func() { p.V[i] = v[i] }
				}
				d := demandOf(&p, rapid.Uint64().Draw(t, "seed"))
				count, integral, slack := play(t, d, 1000, changes)
				if math.Abs(count-integral) > 1+slack+1e-6*integral {
					t.Fatalf("%+v: %v operations arrived, the rate says %v", p, count, integral)
				}
			})
		})
	}
}

// Poisson arrivals on a curve: the count in each part of the time has the mean and the
// variance that the rate says.
func TestRandomArrivalsFollowTheCurve(t *testing.T) {
	const seeds, parts, length = 400, 8, 1000.0
	for _, c := range []struct {
		kind string
		set  set
		rows [][]float64
		rate func(ms float64) float64
	}{
		{kind: "ramp", set: set{"from": 20, "to": 300, "over": 600}, rate: func(t float64) float64 { return 20 + 280*min(1, t/600) }},
		{kind: "step", set: set{"before": 50, "after": 200, "at": 300, "back": 700}, rate: func(t float64) float64 {
			if t >= 300 && t < 700 {
				return 200
			}
			return 50
		}},
		{kind: "sine", set: set{"load": 150, "amplitude": 80, "period": 400}, rate: func(t float64) float64 {
			return 150 * (1 + 0.8*math.Sin(2*math.Pi*t/400))
		}},
		{kind: "trace-rates", set: set{"then": 1, "scale": 150}, rows: [][]float64{{100, 90}, {20, 60}, {0, 30}}, rate: func(t float64) float64 {
			switch t = math.Mod(t, 180); {
			case t < 90:
				return 150
			case t < 150:
				return 30
			}
			return 0
		}},
	} {
		var sum, squares, want [parts]float64
		for i := range 10_000 {
			at := (float64(i) + 0.5) / 10_000 * length
			want[int(at/length*parts)] += c.rate(at) * length / 10_000 / 1000
		}
		c.set["arrivals"] = 1
		var name string
		for seed := range uint64(seeds) {
			var d policy.Demand
			d, name = demand(c.kind, seed, c.set, c.rows...)
			var counts [parts]float64
			for at := d.Next(-1); at < length; at = d.Next(at) {
				counts[int(at/length*parts)]++
			}
			for i, n := range counts {
				sum[i] += n
				squares[i] += n * n
			}
		}
		for i := range parts {
			m := sum[i] / seeds
			variance := (squares[i] - m*sum[i]) / (seeds - 1)
			if math.Abs(m-want[i]) > 4*math.Sqrt(want[i]/seeds) {
				t.Errorf("%s: %v arrive in part %d, want %v", name, m, i, want[i])
			}
			// The variance of a sample variance of a Poisson number is (1/mean + 2) mean^2/n.
			if math.Abs(variance-want[i]) > 4*want[i]*math.Sqrt((2+1/want[i])/seeds) {
				t.Errorf("%s: the number that arrive in part %d has the variance %v, want %v", name, i, variance, want[i])
			}
		}
	}
}

// The variance of the number that arrive in a time, over its mean, is that of the
// Markov-modulated Poisson process: with the rates a and b of leaving calm and burst,
//
//	1 + 2 (calm-burst)^2 a b / ((a+b)^2 (calm b + burst a)) x (1 - (1-e^-(a+b)t)/((a+b)t))
//
// (Heffes and Lucantoni, 1986).
func TestBurstsAreAsBurstyAsTheirModel(t *testing.T) {
	const windows, length, batches = 1000, 1000.0, 20
	for _, c := range []struct{ calm, burst, calmTime, burstTime float64 }{
		{60, 200, 800, 200}, {0, 100, 100, 100}, {90, 90, 50, 50}, {100, 10, 500, 2000},
	} {
		d, name := demand("bursty", 5, set{"calm": c.calm, "burst": c.burst, "calm-time": c.calmTime, "burst-time": c.burstTime})
		var means, dispersions []float64
		at := d.Next(-1)
		for batch := range batches {
			var sum, squares float64
			for w := range windows {
				n := 0.0
				for end := float64(batch*windows+w+1) * length; float64(at) < end; at = d.Next(at) {
					n++
				}
				sum += n
				squares += n * n
			}
			m := sum / windows
			means = append(means, m)
			dispersions = append(dispersions, (squares/windows-m*m)/m)
		}
		a, b := 1/c.calmTime, 1/c.burstTime
		leave := (a + b) * length
		mean := (c.calm*b + c.burst*a) / (a + b) * length / 1000
		bursts := 2 * math.Pow((c.calm-c.burst)/1000, 2) * a * b / (math.Pow(a+b, 2) * (c.calm*b + c.burst*a) / 1000)
		dispersion := 1 + bursts*(1+math.Expm1(-leave)/leave)
		for _, v := range []struct {
			what string
			got  []float64
			want float64
		}{{"mean", means, mean}, {"variance/mean", dispersions, dispersion}} {
			m, s := moments(v.got)
			if sigma := s / math.Sqrt(batches); math.Abs(m-v.want) > 4*sigma {
				t.Errorf("%s: the %s of the arrivals in a second is %v, want %v, %.1f standard errors away", name, v.what, m, v.want, math.Abs(m-v.want)/sigma)
			}
		}
	}
}

// moments are mean and standard deviation.
func moments(values []float64) (m, s float64) {
	for _, v := range values {
		m += v / float64(len(values))
	}
	for _, v := range values {
		s += (v - m) * (v - m)
	}
	return m, math.Sqrt(s / float64(len(values)-1))
}

// A changed load takes effect at once, and what was left of the interval passes at the
// new rate.
func TestAChangedLoadMovesThePendingArrival(t *testing.T) {
	for _, c := range []struct {
		kind    string
		set     set
		rows    [][]float64
		now     model.Millis // between the arrivals at 90 and 100 ms
		setting int
		to      float64
		want    []model.Millis
	}{
		{"step", set{"before": 100}, nil, 95, 0, 200, []model.Millis{97.5, 102.5}},
		{"step", set{"before": 100}, nil, 95, 0, 0, []model.Millis{10000 + 500.0/150, 10000 + 1500.0/150}},
		{"ramp", set{"from": 100, "to": 100}, nil, 91, 1, 100, []model.Millis{100, 110}},
		{"ramp", set{"from": 100, "to": 100, "over": 1}, nil, 91, 1, 50, []model.Millis{109, 129}},
		{"sine", set{"load": 100, "amplitude": 0}, nil, 98, 0, 10, []model.Millis{118, 218}},
		{"trace-rates", nil, [][]float64{{100, 1}}, 95, 0, 50, []model.Millis{105, 125}},
		{"trace-times", nil, [][]float64{{90}, {100}, {110}}, 95, 0, 50, []model.Millis{105, 125}},
		{"bursty", set{"calm": 100, "burst": 100, "arrivals": 0}, nil, 95, 1, 100, []model.Millis{100, 110}},
	} {
		p := simtest.Policy(model.DemandFamily, c.kind, c.set)
		p.Rows = c.rows
		d := demandOf(&p, 1)
		next := d.Next(-1)
		for next <= 90 {
			next = d.Next(next)
		}
		p.V[c.setting] = c.to
		got := []model.Millis{d.Retime(c.now, next)}
		got = append(got, d.Next(got[0]))
		for i := range got {
			if math.Abs(float64(got[i]-c.want[i])) > 1e-9 {
				t.Errorf("%+v, setting %d to %v at %v while %v was due: arrivals at %v, want %v", p, c.setting, c.to, c.now, next, got, c.want)
				break
			}
		}
	}
}

// usual is a policy of a kind with default settings and, if it has a table, one row.
func usual(k model.Kind) model.Policy {
	p := k.New()
	for range min(1, len(k.Rows)) {
		row := make([]float64, len(k.Rows))
		for i, column := range k.Rows {
			row[i] = column.Default
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

func TestArrivalsAllocateNothing(t *testing.T) {
	for _, k := range policy.Catalog().Of(model.DemandFamily) {
		p := usual(k)
		d := demandOf(&p, 1)
		at := d.Next(-1)
		if n := testing.AllocsPerRun(100, func() {
			at = d.Next(at)
			p.V[0]++
			at = d.Retime(at, at)
			d.Rate(at)
		}); n != 0 {
			t.Errorf("%s: an arrival allocates %v times", k.Name, n)
		}
	}
}

func BenchmarkArrival(b *testing.B) {
	for _, k := range policy.Catalog().Of(model.DemandFamily) {
		b.Run(k.Name, func(b *testing.B) {
			p := usual(k)
			d := demandOf(&p, 1)
			at := d.Next(-1)
			b.ReportAllocs()
			for b.Loop() {
				at = d.Next(at)
			}
		})
	}
}

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

type set map[string]float64

// work is the work of that kind with those settings, and what a failing test calls it.
func work(kind string, settings set, rows ...[]float64) (policy.Work, string) {
	p := simtest.Policy(model.WorkFamily, kind, settings)
	p.Rows = rows
	return policy.Make[policy.Work](model.WorkFamily, &p, policy.Config{}), fmt.Sprint(kind, settings, rows)
}

// exponential is the distribution function of an exponential time.
func exponential(mean float64) func(float64) float64 {
	return func(x float64) float64 { return 1 - math.Exp(-x/mean) }
}

// TestServiceTimesHaveTheirDistribution compares draws with closed forms: the mean, the
// mean square and the share below some values are within four standard errors, for
// several seeds.
func TestServiceTimesHaveTheirDistribution(t *testing.T) {
	const n = 40_000
	decay := func(y float64) float64 { return -math.Expm1(-y) / y }
	for _, c := range []struct {
		kind  string
		set   set
		rows  [][]float64
		mean  float64
		cv2   float64
		below func(x float64) float64
		at    []float64
	}{
		{kind: "exponential", set: set{"service-time": 10}, mean: 10, cv2: 1, below: exponential(10), at: []float64{1, 10, 50}},
		{kind: "lognormal", set: set{"service-time": 20, "cv": 0.5}, mean: 20, cv2: 0.25, at: []float64{10, 20, 50},
			below: func(x float64) float64 {
				v := math.Log(1.25)
				return math.Erfc(-(math.Log(x/20)+v/2)/math.Sqrt(2*v)) / 2
			}},
		{kind: "lognormal", set: set{"cv": 0}, mean: 10, cv2: 0},
		{kind: "erlang", set: set{"stages": 1}, mean: 10, cv2: 1, below: exponential(10), at: []float64{1, 10, 50}},
		{kind: "erlang", set: set{"service-time": 30, "stages": 3}, mean: 30, cv2: 1.0 / 3, at: []float64{5, 30, 90},
			below: func(x float64) float64 { y := x / 10; return 1 - math.Exp(-y)*(1+y+y*y/2) }},
		{kind: "hyperexponential", set: set{"cv2": 1}, mean: 10, cv2: 1, below: exponential(10), at: []float64{1, 10, 50}},
		{kind: "hyperexponential", set: set{"cv2": 4}, mean: 10, cv2: 4, at: []float64{1, 10, 100},
			below: func(x float64) float64 {
				p := (1 + math.Sqrt(3.0/5)) / 2
				return p*exponential(10/(2*p))(x) + (1-p)*exponential(10/(2*(1-p)))(x)
			}},
		{kind: "pareto", set: set{"shape": 1.5, "bound-ratio": 100}, mean: 10, at: []float64{4, 10, 100},
			cv2: decay(-0.5*math.Log(100))*decay(1.5*math.Log(100))/math.Pow(decay(0.5*math.Log(100)), 2) - 1,
			below: func(x float64) float64 {
				least := 10 * decay(1.5*math.Log(100)) / decay(0.5*math.Log(100))
				return (1 - math.Pow(least/x, 1.5)) / (1 - math.Pow(100, -1.5))
			}},
		{kind: "pareto", set: set{"shape": 1, "bound-ratio": 1000}, mean: 10, at: []float64{2, 10, 100},
			cv2: decay(-math.Log(1000))*decay(math.Log(1000)) - 1,
			below: func(x float64) float64 {
				return (1 - 10*decay(math.Log(1000))/x) / (1 - 1.0/1000)
			}},
		{kind: "weibull", set: set{"service-time": 100, "shape": 2}, mean: 100, cv2: 0.27323954, at: []float64{20, 100, 250},
			below: func(x float64) float64 { return 1 - math.Exp(-math.Pow(x*math.Gamma(1.5)/100, 2)) }},
		{kind: "weibull", set: set{"shape": 0.5}, mean: 10, cv2: 5, at: []float64{1, 10, 100},
			below: func(x float64) float64 { return 1 - math.Exp(-math.Sqrt(x/5)) }},
		{kind: "mixture", rows: [][]float64{{99, 10}, {1, 100}}, mean: 10.9, cv2: 2*(99+100)/(10.9*10.9) - 1, at: []float64{5, 20, 150},
			below: func(x float64) float64 { return 0.99*exponential(10)(x) + 0.01*exponential(100)(x) }},
		{kind: "mixture", set: set{"law": 1, "time-scale": 200}, rows: [][]float64{{30, 5}, {10, 40}}, mean: 27.5, cv2: (0.75*100+0.25*6400)/(27.5*27.5) - 1,
			below: func(float64) float64 { return 0.75 }, at: []float64{11, 79}},
		{kind: "empirical", rows: [][]float64{{50, 1}, {10, 3}, {20, 6}}, mean: 20, cv2: (300+2400+2500)/10.0/400 - 1,
			below: func(x float64) float64 { return map[float64]float64{15: 0.3, 30: 0.9}[x] }, at: []float64{15, 30}},
		{kind: "load-dependent", mean: 10, cv2: 1, below: exponential(10), at: []float64{1, 10, 50}},
	} {
		w, name := work(c.kind, c.set, c.rows...)
		if got := float64(w.Mean(0, policy.Load{Workers: 1})); math.Abs(got-c.mean) > 1e-12*c.mean {
			t.Errorf("%s: Mean is %v, want %v", name, got, c.mean)
		}
		for seed := range uint64(5) {
			stream := random.Named(seed, "time")
			var sum, squares, fourths float64
			below := make([]float64, len(c.at))
			for i := range uint64(n) {
				x := float64(w.Time(0, policy.Load{Workers: 1}, stream.Of(i, 0)))
				sum += x
				squares += x * x
				fourths += x * x * x * x
				for j, at := range c.at {
					if x < at {
						below[j]++
					}
				}
			}
			if got, sigma := sum/n, c.mean*math.Sqrt(c.cv2/n); math.Abs(got-c.mean) > 4*sigma+1e-9 {
				t.Errorf("%s, seed %d: mean %v, want %v, %.1f standard errors away", name, seed, got, c.mean, math.Abs(got-c.mean)/sigma)
			}
			want := c.mean * c.mean * (1 + c.cv2)
			if got, sigma := squares/n, math.Sqrt(fourths/n-squares/n*squares/n)/math.Sqrt(n); math.Abs(got-want) > 4*sigma+1e-6 {
				t.Errorf("%s, seed %d: mean square %v, want %v, %.1f standard errors away", name, seed, got, want, math.Abs(got-want)/sigma)
			}
			for j, at := range c.at {
				p := c.below(at)
				if got := below[j] / n; math.Abs(got-p) > 4*math.Sqrt(p*(1-p)/n) {
					t.Errorf("%s, seed %d: a share of %v is below %v, want %v", name, seed, got, at, p)
				}
			}
		}
	}
}

// The bits of the draws are pinned, because a run has to be the same everywhere.
func TestServiceTimesArePinned(t *testing.T) {
	for _, c := range []struct {
		kind string
		set  set
		rows [][]float64
		want [3]float64
	}{
		{kind: "constant", want: [3]float64{10, 10, 10}},
		{kind: "exponential", want: [3]float64{40.1122649523239, 10.555048254283657, 4.808285364199843}},
		{kind: "lognormal", want: [3]float64{40.436499597158715, 9.789147570368042, 5.5039182057069596}},
		{kind: "erlang", want: [3]float64{30.691077532175175, 11.141719974160228, 16.370492660089965}},
		{kind: "hyperexponential", want: [3]float64{94.36369036983629, 6.609046380691041, 15.740309017890453}},
		{kind: "pareto", want: [3]float64{68.16359748020776, 4.751259028021461, 2.819468986023176}},
		{kind: "weibull", want: [3]float64{22.59923051039418, 11.59271531348105, 7.824384364325768}},
		{kind: "mixture", rows: [][]float64{{99, 10}, {1, 1000}}, want: [3]float64{21.269890112026456, 11.728391694036802, 27.932699955980084}},
		{kind: "empirical", rows: [][]float64{{50, 1}, {10, 3}, {20, 6}}, want: [3]float64{50, 20, 20}},
		{kind: "load-dependent", set: set{"slope": 50}, want: [3]float64{55.15436430944536, 14.513191349640028, 6.611392375774785}},
	} {
		w, name := work(c.kind, c.set, c.rows...)
		stream := random.Named(23, "server.time")
		var got [3]float64
		for i := range got {
			got[i] = float64(w.Time(0, policy.Load{Others: 3, Workers: 4}, stream.Of(uint64(i), 0)))
		}
		if got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

func TestWorkSlowsDownWithTheLoad(t *testing.T) {
	for _, c := range []struct {
		slope   float64
		load    policy.Load
		want    model.Millis
		comment string
	}{
		{100, policy.Load{Others: 0, Workers: 4}, 10, "alone"},
		{100, policy.Load{Others: 2, Workers: 4}, 15, "half of the workers busy"},
		{100, policy.Load{Others: 3, Workers: 4}, 17.5, "all busy"},
		{300, policy.Load{Others: 3, Workers: 4}, 32.5, "all busy, steeper"},
		{0, policy.Load{Others: 3, Workers: 4}, 10, "no slope"},
		{100, policy.Load{Others: 0, Workers: 0}, 10, "no workers"},
	} {
		w, name := work("load-dependent", set{"slope": c.slope, "law": 1})
		if got := w.Time(0, c.load, random.Stream{}); got != c.want {
			t.Errorf("%s, %s: Time(%+v) = %v, want %v", name, c.comment, c.load, got, c.want)
		}
		if got := w.Mean(0, c.load); got != c.want {
			t.Errorf("%s, %s: Mean(%+v) = %v, want %v", name, c.comment, c.load, got, c.want)
		}
	}
}

// drawPolicy draws the settings and rows of a kind from all that it accepts, on a
// logarithmic scale, and near the ends.
func drawPolicy(t *rapid.T, k model.Kind) model.Policy {
	value := func(p model.Param) float64 {
		switch {
		case len(p.Choices) > 0:
			return float64(rapid.IntRange(0, len(p.Choices)-1).Draw(t, p.Name))
		case rapid.IntRange(0, 5).Draw(t, p.Name+" at an end") == 0:
			return rapid.SampledFrom([]float64{p.Min, p.Default}).Draw(t, p.Name)
		}
		most := p.SliderMax
		if most == 0 {
			most = p.Max
		}
		low := max(p.Min, most*1e-4)
		v := low * math.Pow(most/low, rapid.Float64Range(0, 1).Draw(t, p.Name))
		if p.Whole {
			v = math.Round(v)
		}
		return min(max(v, p.Min), most)
	}
	p := k.New()
	for i, param := range k.Params {
		p.V[i] = value(param)
	}
	if len(k.Rows) > 0 {
		for range rapid.IntRange(1, 4).Draw(t, "rows") {
			row := make([]float64, len(k.Rows))
			for i, column := range k.Rows {
				row[i] = value(column)
			}
			p.Rows = append(p.Rows, row)
		}
	}
	return p
}

// Whatever is set, a service time is a number that is not negative and depends on
// nothing but its own stream, and no draw allocates.
func TestEveryServiceTimeIsPossible(t *testing.T) {
	for _, k := range policy.Catalog().Of(model.WorkFamily) {
		t.Run(k.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				p := drawPolicy(t, k)
				w := policy.Make[policy.Work](model.WorkFamily, &p, policy.Config{})
				load := policy.Load{Others: rapid.IntRange(0, 5).Draw(t, "others"), Workers: 5}
				stream := random.Named(rapid.Uint64().Draw(t, "seed"), "time")
				var times [20]model.Millis
				for i := range times {
					times[i] = w.Time(0, load, stream.Of(uint64(i), 0))
					if !(times[i] >= 0 && times[i] < 1e12) {
						t.Fatalf("%+v: Time is %v", p, float64(times[i]))
					}
				}
				for i := range times {
					if again := w.Time(99, load, stream.Of(uint64(i), 0)); again != times[i] {
						t.Fatalf("%+v: draw %d is %v, and %v when asked again", p, i, times[i], again)
					}
				}
				if m := w.Mean(0, load); !(m > 0 && m < 1e12) {
					t.Fatalf("%+v: Mean is %v", p, float64(m))
				}
			})
			p := usual(k)
			w := policy.Make[policy.Work](model.WorkFamily, &p, policy.Config{})
			stream := random.Named(1, "time")
			if n := testing.AllocsPerRun(100, func() { w.Time(0, policy.Load{Others: 1, Workers: 2}, stream.Of(7, 0)) }); n != 0 {
				t.Errorf("Time allocates %v times", n)
			}
		})
	}
}

func BenchmarkServiceTime(b *testing.B) {
	for _, k := range policy.Catalog().Of(model.WorkFamily) {
		b.Run(k.Name, func(b *testing.B) {
			p := usual(k)
			w := policy.Make[policy.Work](model.WorkFamily, &p, policy.Config{})
			stream := random.Named(1, "time")
			b.ReportAllocs()
			for n := uint64(0); b.Loop(); n++ {
				w.Time(0, policy.Load{Others: 1, Workers: 2}, stream.Of(n, 0))
			}
		})
	}
}

package theory_test

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"overloadtui/model"
	"overloadtui/model/theory"
)

// near compares with a published value that is printed with so many significant
// digits or, below 1, decimals.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance*math.Max(1, math.Abs(want))) {
		t.Errorf("%s = %.10g, want %.10g", what, got, want)
	}
}

// All cases have mean service 10 ms and a deadline of 200 ms unless they say otherwise.
const (
	mu       = 100
	service  = model.Millis(10)
	deadline = model.Millis(200)
)

func TestMM1(t *testing.T) {
	for _, c := range []struct{ rho, l, lq, w, wq, p50, p90, p99, p999, beyond float64 }{
		{0.50, 1, 0.5, 20, 10, 13.862944, 46.051702, 92.103404, 138.155106, 4.539993e-5},
		{0.80, 4, 3.2, 50, 40, 34.657359, 115.129255, 230.258509, 345.387764, 0.01831564},
		{0.90, 9, 8.1, 100, 90, 69.314718, 230.258509, 460.517019, 690.775528, 0.13533528},
		{0.95, 19, 18.05, 200, 190, 138.629436, 460.517019, 921.034037, 1381.551056, 0.36787944},
		{0.99, 99, 98.01, 1000, 990, 693.147181, 2302.585093, 4605.170186, 6907.755279, 0.81873075},
	} {
		q := theory.MM1{Lambda: c.rho * mu, Mu: mu}
		for _, v := range []struct {
			name      string
			got, want float64
		}{
			{"L", q.L(), c.l}, {"Lq", q.Lq(), c.lq}, {"Sojourn", float64(q.Sojourn()), c.w}, {"Wait", float64(q.Wait()), c.wq},
			{"SojournQuantile(.5)", float64(q.SojournQuantile(0.5)), c.p50}, {"SojournQuantile(.9)", float64(q.SojournQuantile(0.9)), c.p90},
			{"SojournQuantile(.99)", float64(q.SojournQuantile(0.99)), c.p99}, {"SojournQuantile(.999)", float64(q.SojournQuantile(0.999)), c.p999},
			{"SojournBeyond(200)", q.SojournBeyond(deadline), c.beyond}, {"Success", q.Success(deadline), 1 - c.beyond},
			{"WaitBeyond(0)", q.WaitBeyond(0), c.rho}, {"State(2)", q.State(2), (1 - c.rho) * c.rho * c.rho},
		} {
			near(t, fmt.Sprintf("MM1{%v, 100}.%s", q.Lambda, v.name), v.got, v.want, 1e-7)
		}
	}
	for lambda, want := range map[float64]float64{80: 78.534749, 90: 77.819825, 95: 60.051453, 98: 32.308635, 99: 17.945655} {
		near(t, fmt.Sprintf("MM1{%v, 100}.GoodPerS(200)", lambda), theory.MM1{Lambda: lambda, Mu: mu}.GoodPerS(deadline), want, 1e-7)
	}
	q := theory.MM1{Lambda: 80, Mu: mu}
	near(t, "WaitError(1e5) at rho .8", q.WaitError(1e5), 0.035, 0.0005)
	near(t, "WaitError(1e6) at rho .8", q.WaitError(1e6), 0.011, 0.0005)
	if p := q.WaitQuantile(0.2); p != 0 {
		t.Errorf("WaitQuantile(.2) at rho .8 = %v, want 0: one in five does not wait", p)
	}
}

func TestMD1(t *testing.T) {
	for _, c := range []struct{ rho, wait, lq float64 }{{0.5, 5, 0.25}, {0.8, 20, 1.6}, {0.9, 45, 4.05}, {0.95, 95, 9.025}, {0.99, 495, 49.005}} {
		q := theory.MD1{Lambda: c.rho * mu, Service: service}
		near(t, fmt.Sprintf("MD1{%v, 10}.Wait", q.Lambda), float64(q.Wait()), c.wait, 1e-12)
		near(t, fmt.Sprintf("MD1{%v, 10}.Lq", q.Lambda), q.Lq(), c.lq, 1e-12)
	}
	for _, c := range []struct {
		rho       float64
		quantiles [4]float64
		success   float64
	}{
		{0.5, [4]float64{0, 15.1574, 33.3626, 51.6839}, 0.99999999997},
		{0.8, [4]float64{12.7594, 50.1151, 103.5589, 157.0027}, 0.99975869},
		{0.9, [4]float64{30.1305, 107.8250, 218.9824, 330.1397}, 0.98177226},
	} {
		q := theory.MD1{Lambda: c.rho * mu, Service: service}
		for i, p := range []float64{0.5, 0.9, 0.99, 0.999} {
			if got := float64(q.WaitQuantile(p)); math.Abs(got-c.quantiles[i]) > 6e-5 {
				t.Errorf("MD1{%v, 10}.WaitQuantile(%v) = %.5f, want %.4f", q.Lambda, p, got, c.quantiles[i])
			}
		}
		near(t, fmt.Sprintf("MD1{%v, 10}.SojournWithin(200)", q.Lambda), q.SojournWithin(deadline), c.success, 1e-8)
	}
}

// TestMD1Mean integrates the distribution of the wait, which must give the mean that
// Pollaczek and Khinchine give.
func TestMD1Mean(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := theory.MD1{Lambda: rapid.Float64Range(1, 85).Draw(t, "lambda"), Service: service}
		const step = model.Millis(0.5)
		mean := 0.0
		for x := step / 2; x < 400; x += step {
			mean += (1 - q.WaitWithin(x)) * float64(step)
		}
		if want := float64(q.Wait()); math.Abs(mean-want) > 0.001*want+0.001 {
			t.Fatalf("the mean of MD1{%v, 10}.WaitWithin is %v, want %v", q.Lambda, mean, want)
		}
	})
}

func TestMG1(t *testing.T) {
	for _, c := range []struct{ rho, cv2, want float64 }{
		{0.8, 0.5, 30}, {0.8, 1, 40}, {0.8, 4, 100}, {0.9, 0.5, 67.5}, {0.9, 1, 90}, {0.9, 4, 225}, {0.95, 0.5, 142.5}, {0.95, 1, 190}, {0.95, 4, 475},
	} {
		q := theory.MG1{Lambda: c.rho * mu, Service: service, CV2: c.cv2}
		near(t, fmt.Sprintf("%+v.Wait", q), float64(q.Wait()), c.want, 1e-12)
	}
	mean := 0.999*0.1 + 0.001*10
	second := 2 * (0.999*0.1*0.1 + 0.001*10*10) // E[X^2] of an exponential is 2 mean^2
	bimodal := theory.MG1{Lambda: 0.8 / mean, Service: model.Millis(1000 * mean), CV2: second/(mean*mean) - 1}
	near(t, "cv2 of the bimodal mix", bimodal.CV2, 17.21327, 1e-6)
	near(t, "wait of the bimodal mix", bimodal.Wait().Seconds(), 4.003276, 1e-6)
	near(t, "sojourn of the bimodal mix", bimodal.Sojourn().Seconds(), 4.113176, 1e-6)
	weibull := theory.MG1{Lambda: 8, Service: 100, CV2: math.Gamma(2)/(math.Gamma(1.5)*math.Gamma(1.5)) - 1}
	near(t, "cv2 of Weibull 2", weibull.CV2, 0.27323954, 1e-8)
	near(t, "wait of Weibull 2", weibull.Wait().Seconds(), 0.25464791, 1e-8)
	near(t, "sojourn of Weibull 2", weibull.Sojourn().Seconds(), 0.35464791, 1e-8)
}

func TestDM1(t *testing.T) {
	for _, c := range []struct{ rho, sigma, wait float64 }{
		{0.5, 0.20318787, 2.550010}, {0.8, 0.62862980, 16.927308}, {0.9, 0.80689983, 41.786594}, {0.95, 0.90169511, 91.724339},
	} {
		q := theory.DM1{Lambda: c.rho * mu, Mu: mu}
		near(t, fmt.Sprintf("%+v.Sigma", q), q.Sigma(), c.sigma, 1e-8)
		near(t, fmt.Sprintf("%+v.Wait", q), float64(q.Wait()), c.wait, 1e-6)
		near(t, fmt.Sprintf("%+v.Sojourn", q), float64(q.Sojourn()), c.wait+10, 1e-6)
		near(t, fmt.Sprintf("%+v.SojournBeyond(200)", q), q.SojournBeyond(deadline), math.Exp(-20*(1-c.sigma)), 1e-6)
	}
}

func TestMMC(t *testing.T) {
	for _, c := range []struct {
		servers               int
		a, waiting, lq, w, p9 float64
	}{
		{2, 1, .3333333333, .33333333, .3333333333, 3.50655790},
		{5, 4, .5541125541, 2.21645022, .5541125541, 4.01478274},
		{10, 8, .4091801508, 1.63672060, .2045900754, 1.85578522},
		{10, 9, .6687315241, 6.01858372, .6687315241, 4.20279758},
		{11, 10, .6821182047, 6.82118205, .6821182047, 4.22261787},
		{14, 10, .1741319336, .43532983, .0435329834, .71430704},
		{20, 15, .1604293874, .48128816, .0320858775, .55505376},
		{50, 45, .3638644672, 3.27478020, .0727728934, .71883927},
		{100, 90, .2169404809, 1.95246433, .0216940481, .30770379},
		{100, 95, .5064568539, 9.62268022, .1012913708, .78497081},
	} {
		q := theory.MMC{Lambda: c.a * mu, Mu: mu, Servers: c.servers}
		near(t, fmt.Sprintf("%+v.Waiting", q), q.Waiting(), c.waiting, 1e-9)
		near(t, fmt.Sprintf("%+v.Lq", q), q.Lq(), c.lq, 1e-8)
		near(t, fmt.Sprintf("%+v.Wait", q), float64(q.Wait()/service), c.w, 1e-9)
		near(t, fmt.Sprintf("%+v.WaitQuantile(.99)", q), float64(q.WaitQuantile(0.99)/service), c.p9, 1e-8)
		near(t, fmt.Sprintf("%+v.WaitBeyond(p99)", q), q.WaitBeyond(q.WaitQuantile(0.99)), 0.01, 1e-9)
	}
	// The call centre that is the usual worked example: 100 calls of 3 min in 30 min.
	calls := theory.MMC{Lambda: 100.0 / 1800, Mu: 1.0 / 180, Servers: 14}
	near(t, "average speed of answer", calls.Wait().Seconds(), 7.84, 1e-3)
	near(t, "answered within 20 s", 1-calls.WaitBeyond(20*model.Second), 0.888, 1e-3)
	for servers, want := range map[int]float64{3: 4.444444, 4: 0.869565} {
		bank := theory.MMC{Lambda: 0.2, Mu: 0.1, Servers: servers}
		near(t, fmt.Sprintf("%+v.Wait", bank), bank.Wait().Seconds(), want, 1e-6)
	}
}

func TestErlangB(t *testing.T) {
	for _, c := range []struct {
		c       int
		a, want float64
	}{
		{1, 0.5, .3333333333}, {2, 1, .2}, {5, 3, .1100543478}, {5, 4, .1990668740}, {10, 5, .0183845703}, {10, 8, .1216610643},
		{10, 9, .1679632263}, {10, 10, .2145823431}, {20, 15, .0455932156}, {100, 84.06, .0099917026},
	} {
		near(t, fmt.Sprintf("ErlangB(%d, %v)", c.c, c.a), theory.ErlangB(c.c, c.a), c.want, 1e-10)
	}
}

func TestMMCK(t *testing.T) {
	for _, c := range []struct {
		servers, room         int
		a, block, good, l, ws float64
	}{
		{1, 5, .8, .0888194987, .72894440, 1.86833203, 2.56306521},
		{1, 10, .9, .0508137313, .85426764, 3.96944060, 4.64660067},
		{1, 20, .95, .0271811542, .92417790, 8.15471947, 8.82375508},
		{1, 20, 1.0, 1.0 / 21, .95238095, 10, 10.5},
		{1, 20, 1.1, .1051130816, .98437561, 13.28112186, 13.49192495},
		{1, 20, 1.5, .3334001753, .99989974, 18.00421105, 18.00601638},
		{1, 20, 2.0, .5000002384, .99999952, 19.00001001, 19.00001907},
		{1, 20, 3.0, .6666666667, 1.00000000, 19.5, 19.50000001},
		{4, 10, 3.5, .0582807022, 3.29601754, 4.85668646, 1.47350140},
		{10, 20, 9, .0295100616, 8.73440945, 11.03966107, 1.26392759},
		{10, 20, 12, .1796659157, 9.84400901, 16.10449794, 1.63596944},
	} {
		q := theory.MMCK{Lambda: c.a * mu, Mu: mu, Servers: c.servers, Room: c.room}
		near(t, fmt.Sprintf("%+v.Block", q), q.Block(), c.block, 1e-10)
		near(t, fmt.Sprintf("%+v.GoodPerS", q), q.GoodPerS()/mu, c.good, 1e-8)
		near(t, fmt.Sprintf("%+v.L", q), q.L(), c.l, 1e-8)
		near(t, fmt.Sprintf("%+v.Sojourn", q), float64(q.Sojourn()/service), c.ws, 1e-8)
	}
}

func TestPatience(t *testing.T) {
	loads := []float64{80, 90, 95, 100, 110, 125, 150, 200, 300}
	for limit, wants := range map[model.Millis][]float64{
		200: {.0029652610, .0136797739, .0261595304, 1.0 / 22, .1023575058, .2008661925, .3333400594, .5000000003, .6666666667},
		190: {.00363131, .01531682, .02821990, .04761905, .10373137, .20111358, .33334442, .5, .66666667},
		50:  {.07698667, .10730621, .12450022, 1.0 / 7, .18227935, .24490688, .34595452, .50084366, .66667003},
	} {
		for i, lambda := range loads {
			q := theory.Patience{Lambda: lambda, Mu: mu, Limit: limit}
			near(t, fmt.Sprintf("%+v.Left", q), q.Left(), wants[i], 1e-8)
		}
	}
	at, beside := theory.Patience{Lambda: 100, Mu: mu, Limit: 200}, theory.Patience{Lambda: 100.0001, Mu: mu, Limit: 200}
	near(t, "Left beside full load", beside.Left(), at.Left(), 1e-5)
}

func TestExpiry(t *testing.T) {
	loads := []float64{80, 90, 95, 100, 110, 125, 150, 200, 300}
	for cut, wants := range map[model.Millis][]float64{
		200: {79.466253, 87.400843, 89.898892, 90.909091, 88.504924, 79.805107, 66.664985, 50.000000, 33.333333},
		190: {79.575906, 88.058012, 91.280958, 93.486288, 94.773485, 92.462247, 87.735281, 81.606028, 75.474704},
		180: {79.583813, 88.221633, 91.689145, 94.323324, 96.992750, 97.094896, 95.485834, 93.233235, 90.977648},
		150: {79.336207, 87.777415, 91.258127, 94.078012, 97.663908, 99.481148, 99.763053, 99.663095, 99.550804},
		100: {78.103331, 85.755130, 88.952577, 91.666288, 95.630918, 98.612859, 99.848300, 99.996595, 99.996973},
	} {
		for i, lambda := range loads {
			q := theory.Expiry{Lambda: lambda, Mu: mu, Deadline: deadline, Cut: cut}
			near(t, fmt.Sprintf("%+v.GoodPerS", q), q.GoodPerS(), wants[i], 1e-8)
		}
	}
	for _, best := range []struct {
		lambda float64
		cut    model.Millis
		want   float64
	}{{110, 162, 97.8015}, {150, 126, 99.9388}, {300, 65, 99.99986}} {
		q := theory.Expiry{Lambda: best.lambda, Mu: mu, Deadline: deadline, Cut: best.cut}
		near(t, fmt.Sprintf("%+v.GoodPerS", q), q.GoodPerS(), best.want, 1e-6)
		for _, other := range []model.Millis{best.cut - 1, best.cut + 1} {
			worse := theory.Expiry{Lambda: best.lambda, Mu: mu, Deadline: deadline, Cut: other}
			if worse.GoodPerS() > q.GoodPerS() {
				t.Errorf("a cut of %v at %v/s gives %v, more than the best cut %v: %v", other, best.lambda, worse.GoodPerS(), best.cut, q.GoodPerS())
			}
		}
	}
	for lambda, want := range map[float64]float64{80: 79.702592, 90: 88.613049, 110: 98.597074, 150: 99.998487, 200: 100.0} {
		q := theory.Expiry{Lambda: lambda, Mu: mu, Deadline: deadline}
		near(t, fmt.Sprintf("%+v.AbortedGoodPerS", q), q.AbortedGoodPerS(), want, 1e-8)
	}
}

func TestPriority(t *testing.T) {
	for _, c := range []struct{ first, second, wq1, wq2, t1, t2 float64 }{
		{20, 60, 10, 50, 12.5, 62.5}, {25, 65, 12, 120, 13.333333, 133.333333}, {45, 45, 16.363636, 163.636364, 18.181818, 181.818182},
	} {
		q := theory.Priority{First: c.first, Second: c.second, Mu: mu}
		w1, w2 := q.Waits()
		t1, t2 := q.PreemptiveSojourns()
		for i, v := range [][2]float64{{float64(w1), c.wq1}, {float64(w2), c.wq2}, {float64(t1), c.t1}, {float64(t2), c.t2}} {
			near(t, fmt.Sprintf("%+v, value %d", q, i), v[0], v[1], 1e-6)
		}
		r1, r2 := c.first/mu, c.second/mu
		fifo := theory.MM1{Lambda: c.first + c.second, Mu: mu}.Wait()
		near(t, fmt.Sprintf("%+v: conserved wait", q), r1*float64(w1)+r2*float64(w2), (r1+r2)*float64(fifo), 1e-12)
	}
	w1, w2 := theory.Priority{First: 0.2, Second: 0.6, Mu: 1}.Waits()
	near(t, "first wait of the published pair, without service", w1.Seconds(), 1, 1e-12)
	near(t, "second wait of the published pair, without service", w2.Seconds(), 5, 1e-12)
}

func TestRetries(t *testing.T) {
	for _, c := range []struct {
		layers []int
		want   int
	}{{[]int{4, 4, 4}, 64}, {[]int{3, 3, 3, 3, 3}, 243}, {[]int{3, 3}, 9}, {[]int{2, 2}, 4}, {nil, 1}} {
		if got := theory.Amplification(c.layers...); got != c.want {
			t.Errorf("Amplification(%v) = %d, want %d", c.layers, got, c.want)
		}
	}
	many := 1e9
	for _, c := range []struct {
		b             theory.RetryBudget
		rate, retries float64
	}{
		{theory.RetryBudget{Ratio: 0.1, MaxRetries: 2}, 100, 10},
		{theory.RetryBudget{Ratio: many, MaxRetries: 2}, 100, 200}, // no budget: three attempts
		{theory.RetryBudget{Ratio: 0.2, FloorPerS: 10, MaxRetries: 25}, 100, 30},
		{theory.RetryBudget{Ratio: 0.2, FloorPerS: 10, MaxRetries: 25}, 10, 12},
		{theory.RetryBudget{Ratio: 0.2, FloorPerS: 10, MaxRetries: 1}, 10, 10},
		{theory.RetryBudget{Ratio: 0.2, FloorPerS: 10, MaxRetries: 25}, 1000, 210},
	} {
		near(t, fmt.Sprintf("%+v.RetriesPerS(%v)", c.b, c.rate), c.b.RetriesPerS(c.rate), c.retries, 1e-12)
		near(t, fmt.Sprintf("%+v.Amplification(%v)", c.b, c.rate), c.b.Amplification(c.rate), 1+c.retries/c.rate, 1e-12)
	}
	if a, b := theory.ConcurrentRetries(0.2, 3, 25), theory.ConcurrentRetries(0.2, 3, 2); a != 5 || b != 3 {
		t.Errorf("ConcurrentRetries(.2, 3, 25 and 2) = %d and %d, want 5 and 3", a, b)
	}
	near(t, "TokenStop(.1)", theory.TokenStop(0.1), 0.0909, 1e-4)
	near(t, "RetryThreshold(300, 1)", theory.RetryThreshold(300, 1), 150, 0)
}

func TestThrottle(t *testing.T) {
	for _, c := range []struct{ k, requests, accepts, want float64 }{
		{2, 100, 100, 0}, {2, 100, 50, 0}, {1.1, 100, 50, .445545}, {2, 100, 40, .198020}, {1.1, 100, 40, .554455},
		{2, 100, 0, .990099}, {2, 1000, 0, .999001}, {2, 1, 0, .5},
		{1 / 0.9, 100, 95, 0}, {1 / 0.9, 120, 90, 20.0 / 121}, {1 / 0.9, 200, 50, .718629},
	} {
		near(t, fmt.Sprintf("Throttle{%v}.Reject(%v, %v)", c.k, c.requests, c.accepts), theory.Throttle{K: c.k}.Reject(c.requests, c.accepts), c.want, 1e-6)
	}
	for _, c := range []struct{ k, offered, held, refused float64 }{{2, 5, .6, .5}, {1.1, 5, .78, .0909}, {2, 10, .8, .5}} {
		forwarded, held, refused := theory.Throttle{K: c.k}.Steady(c.offered, 1)
		name := fmt.Sprintf("Throttle{%v}.Steady(%v, 1)", c.k, c.offered)
		near(t, name+" forwarded", forwarded, c.k, 1e-12)
		near(t, name+" held", held, c.held, 1e-9)
		near(t, name+" refused", refused, c.refused, 1e-4)
	}
	for success, want := range map[float64][2]float64{.9: {.052579, .229301}, .8: {.157737, .397161}, .5: {.473211, .687903}, .1: {.893843, .945433}, 0: {.999001, .9995}} {
		for i, aggression := range []float64{1, 2} {
			near(t, fmt.Sprintf("AdmissionReject(1000, %v, .95, %v)", 1000*success, aggression), theory.AdmissionReject(1000, 1000*success, 0.95, aggression), want[i], 1e-6)
		}
	}
}

func TestDrain(t *testing.T) {
	near(t, "Drain of a 30 s stall at 80 of 100/s", theory.Drain(80*30, 100, 80).Seconds(), 120, 1e-12)
	near(t, "Drain of 54e6 at 3500/s", theory.Drain(54e6, 3500, 0).Seconds(), 15428.571428, 1e-9)
	near(t, "Drain of 10000 in the gaps of 60 of 100/s", theory.Drain(10000, 100, 60).Seconds(), 250, 1e-12)
	for pace, hours := range map[float64]float64{1.1: 10, 1.5: 2, 2: 1} {
		near(t, fmt.Sprintf("CatchUp(1h, %v)", pace), float64(theory.CatchUp(model.Hour, pace)/model.Hour), hours, 1e-9)
	}
	if d := theory.Drain(1, 100, 100); !math.IsInf(float64(d), 1) {
		t.Errorf("Drain(1, 100, 100) = %v, want +Inf", d)
	}
}

// TestDomain holds what the package says of queues without a steady state and of
// arguments without a meaning.
func TestDomain(t *testing.T) {
	inf := math.Inf(1)
	for name, got := range map[string]float64{
		"MM1 wait": float64(theory.MM1{Lambda: 100, Mu: 100}.Wait()), "MM1 L": theory.MM1{Lambda: 120, Mu: 100}.L(),
		"MM1 quantile": float64(theory.MM1{Lambda: 120, Mu: 100}.SojournQuantile(0.5)), "MD1 wait": float64(theory.MD1{Lambda: 100, Service: 10}.Wait()),
		"MD1 quantile": float64(theory.MD1{Lambda: 110, Service: 10}.WaitQuantile(0.5)), "DM1 wait": float64(theory.DM1{Lambda: 110, Mu: 100}.Wait()),
		"MMC wait": float64(theory.MMC{Lambda: 210, Mu: 100, Servers: 2}.Wait()),
	} {
		if got != inf {
			t.Errorf("%s when unstable is %v, want +Inf", name, got)
		}
	}
	if v := (theory.MM1{Lambda: 120, Mu: 100}).GoodPerS(200); v != 0 {
		t.Errorf("goodput of an unstable M/M/1 is %v, want 0", v)
	}
	for name, got := range map[string]float64{
		"MM1": float64(theory.MM1{Lambda: -1, Mu: 100}.Wait()), "MM1 mu": theory.MM1{Lambda: 1}.SojournBeyond(1), "MD1": theory.MD1{Lambda: -1, Service: 10}.WaitWithin(1),
		"ErlangB": theory.ErlangB(2, -1), "MMCK": theory.MMCK{Lambda: 1, Mu: 1, Servers: 3, Room: 2}.Block(),
		"Expiry": theory.Expiry{Lambda: 80, Mu: 100, Deadline: 100, Cut: 200}.GoodPerS(), "Patience": theory.Patience{Lambda: -1, Mu: 100}.Left(),
	} {
		if !math.IsNaN(got) {
			t.Errorf("%s outside its domain is %v, want NaN", name, got)
		}
	}
}

// TestTheFormsAgree holds them against each other where one is a case of another.
func TestTheFormsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lambda := rapid.Float64Range(1, 97).Draw(t, "lambda")
		at := rapid.Float64Range(0, 500).Draw(t, "t")
		same := func(what string, a, b float64) {
			if math.Abs(a-b) > 1e-9*math.Max(1, math.Abs(b)) {
				t.Fatalf("%s at lambda %v: %v and %v", what, lambda, a, b)
			}
		}
		one := theory.MM1{Lambda: lambda, Mu: mu}
		many := theory.MMC{Lambda: lambda, Mu: mu, Servers: 1}
		same("M/M/1 and M/M/c waits", float64(one.Wait()), float64(many.Wait()))
		same("M/M/1 and M/M/c tails", one.WaitBeyond(model.Millis(at)), many.WaitBeyond(model.Millis(at)))
		same("M/M/1 and M/G/1 waits", float64(one.Wait()), float64(theory.MG1{Lambda: lambda, Service: service, CV2: 1}.Wait()))
		same("Little's law", one.L(), lambda*one.Sojourn().Seconds())
		same("M/M/1 and a large M/M/1/K", one.Lq()+one.Rho(), theory.MMCK{Lambda: lambda, Mu: mu, Servers: 1, Room: 2000}.L())
		same("M/M/1 and endless patience", one.Lambda, theory.Patience{Lambda: lambda, Mu: mu, Limit: 1e6}.GoodPerS())
		same("no wait in M/D/1", theory.MD1{Lambda: lambda, Service: service}.WaitWithin(0), 1-lambda/mu)
	})
}

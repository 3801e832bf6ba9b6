package policy

import "overloadtui/model"

var retryBudgetGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "retry-budget",
		Doc: "Retries may be a share of other traffic and no more, so that failures cannot multiply it. When an attempt fails, a retry is granted while retries + 1 <= max(minimum, ratio x counted) + reserve x window. Counted and retries are sums over the window (Finagle's RetryBudget), or with \"active\" the attempts and retries that are under way at this moment, without reserve and window (Envoy's retry budget). A refused caller gives up.",
		Params: []model.Param{
			{Name: "ratio", Label: "retry ratio", Unit: model.Percent, Min: 0, Max: 1000, SliderMax: 100, Step: 5, Default: 20,
				Doc: "Retries per hundred of what is counted. 10 % bounds the attempts to 1.1 times the demand."},
			{Name: "counts", Label: "budget counts", Choices: []string{"offered", "active", "successes"},
				Doc: "What the ratio is of: first attempts, attempts under way, or answered attempts. Successes shrink with an outage, which is when the budget must; the active ones shrink at the very moment at which they fail."},
			{Name: "when", Minor: true, Label: "retry counts from", Choices: []string{"entering", "leaving"},
				Doc: "Whether a retry is counted when its pause begins or when it is sent. Counted on leaving, a burst of failures passes whole, because none of its retries has been counted when the last is granted (envoyproxy/envoy #30205)."},
			{Name: "minimum", Label: "retry minimum", Min: 0, Max: 1e6, SliderMax: 50, Step: 1, Default: 3, Whole: true,
				Doc: "So many retries are always granted, in each window or at once, so that a caller with little traffic can retry at all."},
			{Name: "reserve", Minor: true, Label: "retry reserve", Unit: model.PerSecond, Min: 0, Max: 1e6, SliderMax: 50, Step: 1,
				Doc: "Retries per second on top of the ratio."},
			{Name: "window", Minor: true, Label: "budget window", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 60000, Step: 1000, Default: 10000,
				Doc: "What is older than this is forgotten, to a twentieth of it."},
		}},
	func(c Config) any { return &retryBudget{v: c.V} },
}

// The values of retry-budget's counts and when.
const (
	countOffered = iota
	countActive
	countSuccesses

	onEntering = 0
	onLeaving  = 1
)

type retryBudget struct {
	v      []float64 // ratio, counts, when, minimum, reserve, window
	past   window    // what is counted, retries
	active float64   // attempts under way
	trying float64   // retries under way, with their pauses if counted on entering
}

func (g *retryBudget) Retry(now model.Millis, _ uint16, _ model.Outcome) (Permit, model.Reason) {
	g.past.roll(now, model.Millis(g.v[5]))
	counted, retries, reserve := g.past.sum[0], g.past.sum[1], g.v[4]*g.v[5]/1000
	if g.v[1] == countActive {
		counted, retries, reserve = g.active, g.trying, 0
	}
	if retries+1 > max(g.v[3], g.v[0]/100*counted)+reserve {
		return Permit{}, model.NoBudget
	}
	return g.count(Permit{}, onEntering), model.NoReason
}

func (g *retryBudget) Allow(now model.Millis, attempt uint16, p Permit) (Permit, model.Reason) {
	g.past.roll(now, model.Millis(g.v[5]))
	switch {
	case attempt > 1 && !p.retry:
		p = g.count(p, onLeaving)
	case attempt == 1 && g.v[1] == countOffered:
		g.past.add(1, 0)
	}
	g.active++
	p.sent = true
	return p, model.NoReason
}

// count counts a retry at one of the two moments, if it is the one at which retries
// count.
func (g *retryBudget) count(p Permit, when float64) Permit {
	if g.v[2] == when {
		g.past.add(0, 1)
		g.trying++
		p.retry = true
	}
	return p
}

func (g *retryBudget) Result(now model.Millis, p Permit, how model.Outcome) {
	g.Cancel(now, p)
	if how == model.Good && g.v[1] == countSuccesses {
		g.past.roll(now, model.Millis(g.v[5]))
		g.past.add(1, 0)
	}
}

// Cancel ends what the permit was for. A retry stays spent in the window.
func (g *retryBudget) Cancel(_ model.Millis, p Permit) {
	if p.sent {
		g.active--
	}
	if p.retry {
		g.trying--
	}
}

package policy

import (
	"overloadtui/model"
	"overloadtui/sim/random"
)

var adaptiveThrottleGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "adaptive-throttle",
		Doc: "Client-side throttling (Beyer et al., \"Site Reliability Engineering\", ch. 21): the caller withholds an attempt with the probability max(0, (requests - K x accepts) / (requests + 1)), where requests are all attempts that it wanted to send in the window, withheld ones included, and accepts those that were answered. At capacity C it sends about K x C, whatever is wanted.",
		Params: []model.Param{
			{Name: "multiplier", Label: "throttle K", Min: 1, Max: 100, SliderMax: 4, Step: 0.1, Default: 2,
				Doc: "How many attempts are sent for one that is accepted: lower wastes less of the service, higher learns of its recovery sooner."},
			{Name: "window", Label: "throttle window", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 300000, Step: 1000, Default: 120000,
				Doc: "What is older than this is forgotten, to a twentieth of it."},
		}},
	func(c Config) any { return &adaptiveThrottle{v: c.V, stream: c.Stream} },
}

type adaptiveThrottle struct {
	freeRetries
	v      []float64 // multiplier, window
	stream random.Stream
	past   window // requests, accepts
}

func (g *adaptiveThrottle) Allow(now model.Millis, _ uint16, p Permit) (Permit, model.Reason) {
	g.past.roll(now, model.Millis(g.v[1]))
	withhold := throttle(g.past.sum[0], g.past.sum[1], g.v[0])
	g.past.add(1, 0)
	if withhold > 0 && g.stream.Float() < withhold {
		return Permit{}, model.Throttled
	}
	return p, model.NoReason
}

// throttle is the probability with which an attempt is withheld.
func throttle(requests, accepts, k float64) float64 {
	return max(0, (requests-float64(k*accepts))/(requests+1))
}

func (g *adaptiveThrottle) Result(now model.Millis, _ Permit, how model.Outcome) {
	if how == model.Good {
		g.past.roll(now, model.Millis(g.v[1]))
		g.past.add(0, 1)
	}
}

// Cancel takes back nothing: the attempt was wanted.
func (g *adaptiveThrottle) Cancel(model.Millis, Permit) {}

var admissionControlGuard = entry{
	model.Kind{Family: model.GuardFamily, Name: "admission-control",
		Doc: "Client-side throttling by success rate (Envoy's admission control filter): the caller withholds an attempt with the probability min(max, ((n - s/threshold) / (n + 1))^(1/aggression)), where n attempts ended in the window and s of them were answered.",
		Params: []model.Param{
			{Name: "threshold", Label: "success threshold", Unit: model.Percent, Min: 1, Max: 100, Step: 1, Default: 95,
				Doc: "Success rate below which attempts are withheld."},
			{Name: "aggression", Label: "aggression", Min: 0.1, Max: 100, SliderMax: 5, Step: 0.1, Default: 1,
				Doc: "1 withholds in proportion to the failures, more withholds more at once."},
			{Name: "most", Label: "most withheld", Unit: model.Percent, Min: 0, Max: 100, Step: 5, Default: 80,
				Doc: "No more than this share is withheld, so that recovery is noticed."},
			{Name: "minimum", Minor: true, Label: "throttle from", Unit: model.PerSecond, Min: 0, Max: 1e6, SliderMax: 50, Step: 1,
				Doc: "With fewer attempts per second in the window nothing is withheld."},
			{Name: "window", Label: "throttle window", Unit: model.Milliseconds, Min: 1, Max: 3600000, SliderMax: 300000, Step: 1000, Default: 30000,
				Doc: "What is older than this is forgotten, to a twentieth of it."},
		}},
	func(c Config) any { return &admissionControl{v: c.V, stream: c.Stream} },
}

type admissionControl struct {
	freeRetries
	v      []float64 // threshold, aggression, most, minimum, window
	stream random.Stream
	past   window // attempts that ended, answered ones
}

func (g *admissionControl) Allow(now model.Millis, _ uint16, p Permit) (Permit, model.Reason) {
	g.past.roll(now, model.Millis(g.v[4]))
	n, s := g.past.sum[0], g.past.sum[1]
	if n*1000 >= g.v[3]*g.v[4] {
		if withhold := admission(n, s, g.v[0]/100, g.v[1], g.v[2]/100); withhold > 0 && g.stream.Float() < withhold {
			return Permit{}, model.Throttled
		}
	}
	return p, model.NoReason
}

// admission is the probability with which an attempt is withheld.
func admission(n, s, threshold, aggression, most float64) float64 {
	p := max(0, (n-s/threshold)/(n+1))
	if aggression != 1 {
		p = random.Pow(p, 1/aggression)
	}
	return min(most, p)
}

func (g *admissionControl) Result(now model.Millis, _ Permit, how model.Outcome) {
	answered := 0.0
	if how == model.Good {
		answered = 1
	}
	g.past.roll(now, model.Millis(g.v[4]))
	g.past.add(1, answered)
}

func (g *admissionControl) Cancel(model.Millis, Permit) {}

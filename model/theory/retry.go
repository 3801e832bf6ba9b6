package theory

import (
	"math"

	"overloadtui/model"
)

// Amplification is how many attempts reach the lowest layer for one operation when
// every attempt fails and each layer makes so many: their product. Source: Beyer et
// al., "Site Reliability Engineering" (2016), chapter 22.
func Amplification(attempts ...int) int {
	product := 1
	for _, n := range attempts {
		product *= n
	}
	return product
}

// RetryBudget bounds retries to Ratio of the operations and a floor.
type RetryBudget struct {
	Ratio      float64 // retries per operation, >= 0
	FloorPerS  float64 // retries/s that are always allowed, >= 0
	MaxRetries float64 // of one operation, >= 0
}

// RetriesPerS is the most retries there can be: with operations that all fail, ratio
// times their rate and the floor, but no more than each may make.
func (b RetryBudget) RetriesPerS(operationsPerS float64) float64 {
	return math.Min(b.Ratio*operationsPerS+b.FloorPerS, b.MaxRetries*operationsPerS)
}

// Amplification is attempts per operation when all fail, 1 + retries/operations.
func (b RetryBudget) Amplification(operationsPerS float64) float64 {
	return 1 + b.RetriesPerS(operationsPerS)/operationsPerS
}

// ConcurrentRetries is a budget that counts what is in flight, as Envoy's does: ratio
// of the active requests, at least the minimum.
func ConcurrentRetries(ratio float64, minimum, active int) int {
	return max(minimum, int(math.Floor(ratio*float64(active))))
}

// TokenStop is the lasting share of failures at which a token bucket that takes one
// token for a failure and gives ratio for a success allows no retries any more:
// ratio/(1+ratio). Source: gRPC proposal A6.
func TokenStop(ratio float64) float64 { return ratio / (1 + ratio) }

// RetryThreshold is the load above which a service that has fallen behind stays so
// when each operation is tried 1+retries times: capacity/(1+retries). Source:
// Bronson et al., "Metastable failures in distributed systems", HotOS 2021.
func RetryThreshold(capacityPerS float64, retries int) float64 {
	return capacityPerS / float64(1+retries)
}

// Throttle is a client that holds requests back itself, by what its backend accepted
// lately: adaptive throttling. Source: "Site Reliability Engineering", chapter 21.
type Throttle struct{ K float64 } // requests allowed for each accepted one, > 1

// Reject is the probability of holding a request back,
// max(0, (requests - K accepts)/(requests+1)).
func (t Throttle) Reject(requests, accepts float64) float64 {
	return math.Max(0, (requests-t.K*accepts)/(requests+1))
}

// Steady is where it settles with an offered load and a backend's capacity, all /s
// and in large numbers: forwarded is K times the capacity at most, held the share that
// the client holds back, refused the share of the forwarded that the backend refuses.
func (t Throttle) Steady(offered, capacity float64) (forwarded, held, refused float64) {
	forwarded = math.Min(offered, t.K*capacity)
	return forwarded, 1 - forwarded/offered, math.Max(0, 1-capacity/forwarded)
}

// AdmissionReject is the rejection probability of Envoy's admission control,
// ((n - s/threshold)/(n+1))^(1/aggression), 0 where negative: the throttle with K =
// 1/threshold, made more or less steep. Source: Envoy's documentation of the filter.
func AdmissionReject(requests, successes, threshold, aggression float64) float64 {
	return math.Pow(Throttle{1 / threshold}.Reject(requests, successes), 1/aggression)
}

// Drain is how long a backlog lasts when work arrives and is served at those rates,
// backlog/(served-arriving): +Inf when nothing is left for it.
func Drain(backlog, servedPerS, arrivingPerS float64) model.Millis {
	if backlog == 0 {
		return 0
	}
	if servedPerS <= arrivingPerS {
		return model.Millis(math.Inf(1))
	}
	return seconds(backlog / (servedPerS - arrivingPerS))
}

// CatchUp is how long the work of an outage takes to be redone when it is fed in so
// fast that all work together is pace times what arrives: outage/(pace-1).
func CatchUp(outage model.Millis, pace float64) model.Millis {
	return Drain(float64(outage), pace*1000, 1000)
}

// Remaining is what is left of a backlog after that time at that rate.
func Remaining(backlog, replayPerS float64, after model.Millis) float64 {
	return math.Max(0, backlog-float64(replayPerS*after.Seconds()))
}

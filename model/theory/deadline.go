package theory

import (
	"math"

	"overloadtui/model"
)

// Patience is an M/M/1 queue whose customers leave it when service has not begun
// within Limit: the policy that drops what has expired, with the deadline on the start
// of service. It has a steady state at any load.
type Patience struct {
	Lambda, Mu float64 // /s, > 0
	Limit      model.Millis
}

// Left is the share that leaves unserved, (1-rho) rho e / (1 - rho^2 e) with
// e = exp(-(mu-lambda) limit), and 1/(2 + lambda limit) at rho = 1. Source: Barrer,
// "Queuing with impatient customers and ordered service", Operations Research 5
// (1957).
func (q Patience) Left() float64 {
	rho := utilisation(q.Lambda, q.Mu)
	d := q.Limit.Seconds()
	if math.Abs(1-rho) < 1e-9 {
		return 1 / (2 + q.Lambda*d)
	}
	if q.Lambda > q.Mu { // both sides of the fraction divided by e, which is huge
		back := math.Exp(-(q.Lambda - q.Mu) * d)
		return (1 - rho) * rho / (back - rho*rho)
	}
	e := math.Exp(-(q.Mu - q.Lambda) * d)
	return (1 - rho) * rho * e / (1 - rho*rho*e)
}

// GoodPerS is the goodput when the deadline is on the start of service.
func (q Patience) GoodPerS() float64 { return q.Lambda * (1 - q.Left()) }

// Expiry is an M/M/1 queue whose answers are good within Deadline, counted to the end
// of service, and which drops what has waited longer than Cut when a server would take
// it. With Cut = Deadline the goodput under overload tends to mu^2/lambda: it falls as
// the load grows, because what starts just before its deadline ends after it. Dropping
// what will expire, with a Cut below the Deadline, keeps it up.
type Expiry struct {
	Lambda, Mu    float64 // /s, > 0
	Deadline, Cut model.Millis
}

// GoodPerS is the goodput,
//
//	lambda p0 [(1 - e^(-mu D)) + lambda (I - e^(-mu D) (e^(lambda C) - 1)/lambda)]
//
// with C the cut, a = lambda-mu, I = (e^(a C) - 1)/a, which is C at a = 0, and the
// probability of an empty system p0 = 1/(1 + lambda I + (lambda/mu) e^(a C)). Source:
// the stationary density of the work in the system, found level by level as in Brill,
// "Level Crossing Methods in Stochastic Models" (2008). Domain: Cut <= Deadline.
func (q Expiry) GoodPerS() float64 {
	tail := q.Lambda / q.Mu * math.Exp((q.Lambda-q.Mu)*q.Cut.Seconds())
	return q.good(tail)
}

// AbortedGoodPerS is the goodput when the work in service is stopped at its deadline
// too: the work in the system never exceeds the deadline (a finite dam), so that
// p0 = 1/(1 + lambda I) with Cut = Deadline. Constant work would gain nothing.
func (q Expiry) AbortedGoodPerS() float64 {
	q.Cut = q.Deadline
	return q.good(0)
}

// good takes what adds to 1 + lambda I in 1/p0.
func (q Expiry) good(tail float64) float64 {
	if math.IsNaN(utilisation(q.Lambda, q.Mu)) || q.Cut > q.Deadline || q.Cut < 0 {
		return math.NaN()
	}
	d, c, a := q.Deadline.Seconds(), q.Cut.Seconds(), q.Lambda-q.Mu
	i := c
	if a != 0 {
		i = math.Expm1(a*c) / a
	}
	p0 := 1 / (1 + q.Lambda*i + tail)
	missed := math.Exp(q.Lambda*c-q.Mu*d) - math.Exp(-q.Mu*d)
	return q.Lambda * p0 * (-math.Expm1(-q.Mu*d) + q.Lambda*i - missed)
}

// Package theory holds the closed forms that the engine is checked against. It is
// arithmetic: no engine, no randomness, no measurement.
//
// Rates are per second and times are model.Millis. A queue that is not stable has no
// steady state: its means and quantiles are +Inf and nothing is in time. Arguments
// outside a formula's domain, such as a negative rate, give NaN. Kleinrock, "Queueing
// Systems", vol. 1 (1975) is the source where none is named.
package theory

import (
	"math"

	"overloadtui/model"
)

// MM1 is one server with Poisson arrivals and exponential service, first come first
// served, nobody leaves.
type MM1 struct {
	Lambda float64 // arrivals/s, >= 0
	Mu     float64 // capacity/s, > 0
}

// Rho is the utilisation lambda/mu.
func (q MM1) Rho() float64 { return utilisation(q.Lambda, q.Mu) }

// L is the mean number in the system, rho/(1-rho).
func (q MM1) L() float64 { return stable(q.Rho(), q.Rho()/(1-q.Rho())) }

// Lq is the mean number waiting, rho^2/(1-rho).
func (q MM1) Lq() float64 { return stable(q.Rho(), q.Rho()*q.Rho()/(1-q.Rho())) }

// Sojourn is the mean time in the system, W = 1/(mu-lambda).
func (q MM1) Sojourn() model.Millis { return seconds(stable(q.Rho(), 1/(q.Mu-q.Lambda))) }

// Wait is the mean time in the queue, Wq = rho/(mu-lambda).
func (q MM1) Wait() model.Millis { return seconds(stable(q.Rho(), q.Rho()/(q.Mu-q.Lambda))) }

// State is the probability of n in the system, (1-rho) rho^n; 0 when unstable.
func (q MM1) State(n int) float64 {
	if rho := q.Rho(); !(rho >= 1) {
		return (1 - rho) * math.Pow(rho, float64(n))
	}
	return 0
}

// SojournQuantile is the sojourn that a share p of 0..1 does not exceed: the sojourn
// is exponential, so it is -ln(1-p)/(mu-lambda).
func (q MM1) SojournQuantile(p float64) model.Millis {
	return seconds(stable(q.Rho(), -math.Log1p(-p)/(q.Mu-q.Lambda)))
}

// WaitQuantile is the wait that a share p of 0..1 does not exceed: 0 up to p = 1-rho,
// then ln(rho/(1-p))/(mu-lambda).
func (q MM1) WaitQuantile(p float64) model.Millis {
	return seconds(stable(q.Rho(), math.Max(0, math.Log(q.Rho()/(1-p))/(q.Mu-q.Lambda))))
}

// SojournBeyond is P(sojourn > t) = exp(-(mu-lambda) t): the share of late answers
// when t is the deadline and late work is served anyway.
func (q MM1) SojournBeyond(t model.Millis) float64 { return q.tail(t, 1) }

// WaitBeyond is P(wait > t) = rho exp(-(mu-lambda) t).
func (q MM1) WaitBeyond(t model.Millis) float64 { return q.tail(t, q.Rho()) }

func (q MM1) tail(t model.Millis, atZero float64) float64 {
	switch rho := q.Rho(); {
	case math.IsNaN(rho) || t < 0:
		return math.NaN()
	case rho >= 1:
		return 1
	}
	return atZero * math.Exp(-(q.Mu-q.Lambda)*t.Seconds())
}

// Success is the share of answers within the deadline, 1 - exp(-(mu-lambda) d).
func (q MM1) Success(deadline model.Millis) float64 {
	return 1 - q.SojournBeyond(deadline)
}

// GoodPerS is the goodput lambda (1 - exp(-(mu-lambda) d)). It has its peak below
// the capacity: close to it, more load makes so many answers late that fewer are good.
func (q MM1) GoodPerS(deadline model.Millis) float64 { return q.Lambda * q.Success(deadline) }

// WaitError is the standard error of the mean wait of n arrivals, relative to the
// mean: sqrt(rho (2 + 5 rho - 4 rho^2 + rho^3) / ((1-rho)^4 n)) / (rho/(1-rho)). Waits
// of neighbours are alike, so that it is much larger than for n independent ones.
// Source: Daley, "The serial correlation coefficients of waiting times in a stationary
// single server queue", J. Austral. Math. Soc. 8 (1968).
func (q MM1) WaitError(n int) float64 {
	rho := q.Rho()
	r2, idle := rho*rho, 1-rho
	variance := rho * (2 + 5*rho - 4*r2 + r2*rho) / (idle * idle * idle * idle * float64(n))
	return stable(rho, math.Sqrt(variance)/(rho/idle))
}

// utilisation is load over capacity; NaN for rates that make no sense.
func utilisation(lambda, mu float64) float64 {
	if !(lambda >= 0) || !(mu > 0) {
		return math.NaN()
	}
	return lambda / mu
}

// stable is v below full utilisation and +Inf from there on.
func stable(rho, v float64) float64 {
	if rho >= 1 {
		return math.Inf(1)
	}
	return v
}

func seconds(s float64) model.Millis { return model.Millis(s * 1000) }

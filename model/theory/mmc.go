package theory

import (
	"math"

	"overloadtui/model"
)

// ErlangB is the share of arrivals that find all of c servers busy when nobody waits,
// for an offered load of a = lambda/mu: B(0) = 1, B(n) = a B(n-1) / (n + a B(n-1)). It
// holds for every distribution of the service time. It is NaN for a negative c or a.
func ErlangB(c int, a float64) float64 {
	if c < 0 || !(a >= 0) {
		return math.NaN()
	}
	b := 1.0
	for n := range c {
		b = a * b / (float64(n+1) + a*b)
	}
	return b
}

// ErlangC is the share of arrivals that have to wait for one of c exponential servers
// when all do: c B / (c - a (1-B)). It is 1 from a = c on.
func ErlangC(c int, a float64) float64 {
	if a >= float64(c) {
		return 1
	}
	b := ErlangB(c, a)
	return float64(c) * b / (float64(c) - a*(1-b))
}

// MMC is c servers behind one queue, with Poisson arrivals and exponential service.
type MMC struct {
	Lambda  float64 // arrivals/s, >= 0
	Mu      float64 // of one server, /s, > 0
	Servers int     // > 0
}

// Rho is the utilisation of the servers, lambda/(c mu).
func (q MMC) Rho() float64 { return utilisation(q.Lambda, q.Mu*float64(q.Servers)) }

// Waiting is P(wait > 0), Erlang's C.
func (q MMC) Waiting() float64 { return ErlangC(q.Servers, utilisation(q.Lambda, q.Mu)) }

// spare is the capacity that is left, /s.
func (q MMC) spare() float64 { return q.Mu*float64(q.Servers) - q.Lambda }

// Wait is the mean time in the queue, C/(c mu - lambda).
func (q MMC) Wait() model.Millis { return seconds(stable(q.Rho(), q.Waiting()/q.spare())) }

// Sojourn is the mean time in the system.
func (q MMC) Sojourn() model.Millis { return q.Wait() + seconds(1/q.Mu) }

// Lq is the mean number waiting, C rho/(1-rho).
func (q MMC) Lq() float64 { return stable(q.Rho(), q.Waiting()*q.Rho()/(1-q.Rho())) }

// WaitBeyond is P(wait > t) = C exp(-(c mu - lambda) t).
func (q MMC) WaitBeyond(t model.Millis) float64 {
	if q.Rho() >= 1 {
		return 1
	}
	return q.Waiting() * math.Exp(-q.spare()*t.Seconds())
}

// WaitQuantile is the wait that a share p of 0..1 does not exceed, 0 up to p = 1-C
// and then ln(C/(1-p))/(c mu - lambda).
func (q MMC) WaitQuantile(p float64) model.Millis {
	return seconds(stable(q.Rho(), math.Max(0, math.Log(q.Waiting()/(1-p))/q.spare())))
}

// MMCK is c servers and room for k in all, those in service included; who finds it
// full is turned away. It has a steady state at any load.
type MMCK struct {
	Lambda  float64 // arrivals/s, >= 0
	Mu      float64 // of one server, /s, > 0
	Servers int     // > 0
	Room    int     // >= Servers
}

// States are the probabilities of 0..Room in the system: each is the one before times
// lambda/(mu min(n, c)), scaled to sum to 1. It is nil outside the domain.
func (q MMCK) States() []float64 {
	a := utilisation(q.Lambda, q.Mu)
	if math.IsNaN(a) || q.Servers < 1 || q.Room < q.Servers {
		return nil
	}
	p := make([]float64, q.Room+1)
	p[0] = 1
	sum := 1.0
	for n := 1; n <= q.Room; n++ {
		p[n] = p[n-1] * a / float64(min(n, q.Servers))
		if sum += p[n]; sum > 1e200 { // rescaled, so that no load overflows
			for i := range n + 1 {
				p[i] /= sum
			}
			sum = 1
		}
	}
	for n := range p {
		p[n] /= sum
	}
	return p
}

// Block is the share of arrivals that are turned away; arrivals see the states as
// they are over time (Wolff's PASTA).
func (q MMCK) Block() float64 {
	p := q.States()
	if p == nil {
		return math.NaN()
	}
	return p[q.Room]
}

// GoodPerS is the rate of arrivals that are served, lambda (1 - Block).
func (q MMCK) GoodPerS() float64 { return q.Lambda * (1 - q.Block()) }

// L is the mean number in the system.
func (q MMCK) L() float64 {
	p := q.States()
	if p == nil {
		return math.NaN()
	}
	sum := 0.0
	for n, v := range p {
		sum += float64(n) * v
	}
	return sum
}

// Sojourn is the mean time in the system of those that are served, by Little's law.
func (q MMCK) Sojourn() model.Millis { return seconds(q.L() / q.GoodPerS()) }

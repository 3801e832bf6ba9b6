package theory

import (
	"math"

	"overloadtui/model"
)

// MG1 is one server with Poisson arrivals and any service time, first come first
// served.
type MG1 struct {
	Lambda  float64      // arrivals/s, >= 0
	Service model.Millis // mean service time, > 0
	CV2     float64      // squared coefficient of variation of it: 0 constant, 1 exponential, 1/k Erlang-k
}

// Rho is the utilisation.
func (q MG1) Rho() float64 { return utilisation(q.Lambda, 1/q.Service.Seconds()) }

// Wait is the mean time in the queue by Pollaczek and Khinchine,
// rho/(1-rho) (1+cv2)/2 times the service time.
func (q MG1) Wait() model.Millis {
	rho := q.Rho()
	return model.Millis(stable(rho, rho/(1-rho)*(1+q.CV2)/2*float64(q.Service)))
}

// Sojourn is wait and service.
func (q MG1) Sojourn() model.Millis { return q.Wait() + q.Service }

// Lq is the mean number waiting, lambda Wq (Little).
func (q MG1) Lq() float64 { return q.Lambda * q.Wait().Seconds() }

// MD1 is one server with Poisson arrivals and constant service time.
type MD1 struct {
	Lambda  float64      // arrivals/s, >= 0
	Service model.Millis // > 0
}

// Rho is the utilisation.
func (q MD1) Rho() float64 { return q.mg1().Rho() }

// Wait is the mean time in the queue, rho/(2(1-rho)) service times.
func (q MD1) Wait() model.Millis { return q.mg1().Wait() }

// Sojourn is wait and service.
func (q MD1) Sojourn() model.Millis { return q.mg1().Sojourn() }

// Lq is the mean number waiting.
func (q MD1) Lq() float64 { return q.mg1().Lq() }

func (q MD1) mg1() MG1 { return MG1{q.Lambda, q.Service, 0} }

// WaitWithin is P(wait <= t). With k-1 whole services in t and u = k service - t,
//
//	P(wait <= t) = exp(-lambda u) sum over j < k of P(N <= k-j) (lambda u)^j / j!
//
// where N is the number in the system. Erlang's and Crommelin's classical series has
// alternating terms that cancel each other to nothing in a long queue; here all terms
// are positive. Source: Franx, "A simple solution for the M/D/c waiting time
// distribution", Operations Research Letters 29 (2001).
func (q MD1) WaitWithin(t model.Millis) float64 {
	rho := q.Rho()
	switch {
	case math.IsNaN(rho):
		return math.NaN()
	case t < 0 || rho >= 1:
		return 0
	case math.IsInf(float64(t), 1):
		return 1
	}
	k := int(math.Floor(float64(t/q.Service))) + 1
	return q.waitWithin(t, k, q.cumulative(k))
}

// waitWithin needs P(N <= n) for n up to k.
func (q MD1) waitWithin(t model.Millis, k int, cumulative []float64) float64 {
	x := q.Lambda * (model.Millis(k)*q.Service - t).Seconds()
	sum, poisson := 0.0, math.Exp(-x)
	for j := range k {
		sum += poisson * cumulative[k-j]
		poisson *= x / float64(j+1)
	}
	return math.Min(sum, 1)
}

// cumulative is P(N <= n) for n = 0..most. The probabilities come from the balance of
// the steps up from n and down to n at departures, which has no differences either:
// p(n+1) P(no arrival) = p(0) P(A > n) + sum over 1 <= i <= n of p(i) P(A > n+1-i),
// with A the arrivals during one service.
func (q MD1) cumulative(most int) []float64 {
	rho := q.Rho()
	more := make([]float64, most+2) // P(A > k)
	for k, mass, at := 0, math.Exp(-rho), 0.0; k < len(more); k++ {
		at += mass
		more[k] = math.Max(0, 1-at)
		mass *= rho / float64(k+1)
	}
	p := make([]float64, most+1)
	p[0] = 1 - rho
	for n := range most {
		sum := p[0] * more[n]
		for i := 1; i <= n; i++ {
			sum += p[i] * more[n+1-i]
		}
		p[n+1] = sum / math.Exp(-rho)
	}
	for n := range most {
		p[n+1] += p[n]
	}
	return p
}

// SojournWithin is P(sojourn <= t), the share of answers within a deadline t when
// late work is served anyway.
func (q MD1) SojournWithin(t model.Millis) float64 { return q.WaitWithin(t - q.Service) }

// WaitQuantile is the wait that a share p of 0..1 does not exceed, by bisection to
// the last bit.
func (q MD1) WaitQuantile(p float64) model.Millis {
	rho := q.Rho()
	switch {
	case math.IsNaN(rho) || !(p >= 0 && p <= 1):
		return model.Millis(math.NaN())
	case rho >= 1 || p == 1:
		return model.Millis(math.Inf(1))
	case p <= 1-rho:
		return 0
	}
	high := q.Service
	for q.WaitWithin(high) < p {
		high *= 2
	}
	low := model.Millis(0)
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return high
		}
		if q.WaitWithin(middle) < p {
			low = middle
		} else {
			high = middle
		}
	}
}

// DM1 is one server with arrivals at equal intervals and exponential service.
type DM1 struct {
	Lambda float64 // arrivals/s, > 0
	Mu     float64 // capacity/s, > 0
}

// Sigma is the probability that an arrival has to wait: the root below 1 of
// sigma = exp(-(1-sigma)/rho). It is 1 when the queue is unstable.
func (q DM1) Sigma() float64 {
	rho := utilisation(q.Lambda, q.Mu)
	if math.IsNaN(rho) || rho >= 1 {
		return math.Min(rho, 1)
	}
	// The difference of the two sides falls from 0 on until its lowest point, which
	// lies between the wanted root and the root at 1.
	low, high := 0.0, 1+rho*math.Log(rho)
	for {
		middle := low + (high-low)/2
		if middle <= low || middle >= high {
			return middle
		}
		if math.Exp(-(1-middle)/rho) > middle {
			low = middle
		} else {
			high = middle
		}
	}
}

// Wait is the mean time in the queue, sigma/(1-sigma)/mu.
func (q DM1) Wait() model.Millis {
	s := q.Sigma()
	return seconds(s / (1 - s) / q.Mu)
}

// Sojourn is the mean time in the system, 1/(mu(1-sigma)). It is exponential.
func (q DM1) Sojourn() model.Millis { return seconds(1 / (q.Mu * (1 - q.Sigma()))) }

// SojournBeyond is P(sojourn > t) = exp(-mu (1-sigma) t).
func (q DM1) SojournBeyond(t model.Millis) float64 {
	return math.Exp(-q.Mu * (1 - q.Sigma()) * t.Seconds())
}

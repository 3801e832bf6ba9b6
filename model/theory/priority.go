package theory

import "overloadtui/model"

// Priority is one exponential server of rate Mu with two classes of Poisson arrivals,
// the first before the second, first come first served within each.
type Priority struct {
	First, Second float64 // arrivals/s, >= 0
	Mu            float64 // /s, > 0
}

// Waits are the mean times in the queue when work in service is finished first:
// W0/(1-r1) and W0/((1-r1)(1-r)), with W0 = r/mu and r = r1+r2. Source: Cobham,
// "Priority assignment in waiting line problems", Operations Research 2 (1954).
func (q Priority) Waits() (first, second model.Millis) {
	r1, r := utilisation(q.First, q.Mu), utilisation(q.First+q.Second, q.Mu)
	w0 := r / q.Mu
	return seconds(stable(r1, w0/(1-r1))), seconds(stable(r, w0/((1-r1)*(1-r))))
}

// PreemptiveSojourns are the mean times in the system when the first class interrupts
// the second, whose work is resumed: 1/(mu(1-r1)) and 1/(mu(1-r1)(1-r)).
func (q Priority) PreemptiveSojourns() (first, second model.Millis) {
	r1, r := utilisation(q.First, q.Mu), utilisation(q.First+q.Second, q.Mu)
	return seconds(stable(r1, 1/q.Mu/(1-r1))), seconds(stable(r, 1/q.Mu/((1-r1)*(1-r))))
}

// Package random turns one seed into named streams of numbers.
//
// Every random quantity comes from a stream named by its purpose, and everything
// that belongs to one request is drawn from the request's own number, so that
// request n has the same arrival and the same work under every policy: a difference
// between two runs is then the policy, not luck. All arithmetic is spelled out so
// that every architecture draws the same bits.
package random

import "math"

// Stream is a sequence of random numbers (SplitMix64: Steele, Lea, Flood, "Fast
// splittable pseudorandom number generators", OOPSLA 2014). The zero value is a
// stream too; copies go on independently from where they were copied.
type Stream struct{ state uint64 }

const golden = 0x9e3779b97f4a7c15

// Named is the stream of that purpose under the seed.
func Named(seed uint64, name string) Stream {
	h := mix(seed + golden)
	for i := range len(name) {
		h = mix(h ^ uint64(name[i]))
	}
	return Stream{h}
}

// Of is the stream of request n, attempt k, within this one. It does not advance
// the stream it is called on.
func (s Stream) Of(n uint64, k uint16) Stream {
	return Stream{mix(s.state ^ (n+1)*golden ^ uint64(k)<<48)}
}

// Uint64 is the next number, uniform over all 64-bit values.
func (s *Stream) Uint64() uint64 {
	s.state += golden
	return mix(s.state)
}

// Float is the next number, uniform in [0, 1).
func (s *Stream) Float() float64 { return float64(s.Uint64()>>11) / (1 << 53) }

// Exponential is the next number of an exponential distribution with mean 1.
func (s *Stream) Exponential() float64 { return -Log(1 - s.Float()) }

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Log is the natural logarithm of a positive, finite, normal x, within 1 ulp. The
// standard library's has a different last bit on some architectures; this one
// rounds every product (the method is that of FreeBSD's e_log.c).
func Log(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
		l1    = 6.666666666666735130e-01
		l2    = 3.999999999940941908e-01
		l3    = 2.857142874366239149e-01
		l4    = 2.222219843214978396e-01
		l5    = 1.818357216161805012e-01
		l6    = 1.531383769920937332e-01
		l7    = 1.479819860511658591e-01
	)
	bits := math.Float64bits(x)
	exponent := int(bits>>52) - 1022
	f := math.Float64frombits(bits&(1<<52-1) | 1022<<52) // in [0.5, 1)
	if f < math.Sqrt2/2 {
		f *= 2
		exponent--
	}
	f--
	k := float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t1 := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	t2 := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	r := t1 + t2
	half := float64(0.5 * float64(f*f))
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + float64(k*ln2Lo))) - f)
}

// LCG48 is the published java.util.Random algorithm, which some reference tables
// were drawn with.
type LCG48 struct{ state uint64 }

const (
	lcgMultiplier = 0x5DEECE66D
	lcgMask       = 1<<48 - 1
)

// NewLCG48 is the generator with that seed.
func NewLCG48(seed uint64) LCG48 { return LCG48{(seed ^ lcgMultiplier) & lcgMask} }

// Float is the next number, uniform in [0, 1), as nextDouble gives it.
func (g *LCG48) Float() float64 {
	high := g.bits(26)
	return float64(high<<27+g.bits(27)) / (1 << 53)
}

func (g *LCG48) bits(n uint) uint64 {
	g.state = (g.state*lcgMultiplier + 0xB) & lcgMask
	return g.state >> (48 - n)
}

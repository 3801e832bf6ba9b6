// Package random turns one seed into named streams of numbers.
//
// Every random quantity comes from a stream named by its purpose, and everything
// that belongs to one request is drawn from the request's own number, so that
// request n has the same arrival and the same work under every policy: a difference
// between two runs is then the policy, not luck. All arithmetic is spelled out so
// that every architecture draws the same bits.
package random

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

// Normal is the next number of the standard normal distribution.
func (s *Stream) Normal() float64 { return NormalQuantile(s.open()) }

// open is the next number, uniform in (0, 1): the middles of 2^52 equal cells, so
// that neither end comes up.
func (s *Stream) open() float64 { return (float64(s.Uint64()>>12) + 0.5) / (1 << 52) }

func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
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

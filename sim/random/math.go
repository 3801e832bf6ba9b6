package random

import "math"

// The standard library's functions have a different last bit on some architectures:
// they are written in assembly there, or the compiler fuses a product and a sum. The
// ones here round every product, so that every architecture computes the same.

// Log is the natural logarithm of a positive, finite, normal x, within 1 ulp (the
// method is that of FreeBSD's e_log.c).
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
	// x = 2^k (1 + f) with 1 + f from sqrt(1/2) to sqrt(2), found without a branch that
	// the processor would guess wrong every other time.
	const (
		one      = 0x3ff0000000000000 // the bits of 1
		rootHalf = 0x3fe6a09e667f3bcd // and of sqrt(1/2)
	)
	bits := math.Float64bits(x) + (one - rootHalf)
	k := float64(int(bits>>52) - 1023)
	f := math.Float64frombits(bits&(1<<52-1)+rootHalf) - 1
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	t1 := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	t2 := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	r := t1 + t2
	half := float64(0.5 * float64(f*f))
	return float64(k*ln2Hi) - ((half - (float64(s*(half+r)) + float64(k*ln2Lo))) - f)
}

// Exp is e to the power x, within 1 ulp; 0 below -745 and +Inf above 709.78 (the
// method is that of FreeBSD's e_exp.c: x = k ln 2 + r, and a rational approximation
// of e^r by Remez's algorithm).
func Exp(x float64) float64 {
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
		log2e = 1.44269504088896338700e+00
		p1    = 1.66666666666666657415e-01
		p2    = -2.77777777770155933842e-03
		p3    = 6.61375632143793436117e-05
		p4    = -1.65339022054652515390e-06
		p5    = 4.13813679705723846039e-08
	)
	switch {
	case x > 7.09782712893383973096e+02:
		return math.Inf(1)
	case x < -7.45133219101941108420e+02:
		return 0
	}
	k := math.Floor(float64(log2e*x) + 0.5)
	high, low := x-float64(k*ln2Hi), float64(k*ln2Lo)
	r := high - low
	t := float64(r * r)
	c := r - float64(t*(p1+float64(t*(p2+float64(t*(p3+float64(t*(p4+float64(t*p5)))))))))
	return math.Ldexp(1-((low-float64(r*c)/(2-c))-high), int(k))
}

// Pow is x to the power y for x >= 0, by Exp(y Log(x)): its relative error is about
// 1 + |y ln x| ulp. x must not be subnormal. 0 to any power is 0.
func Pow(x, y float64) float64 {
	if x == 0 {
		return 0
	}
	return Exp(y * Log(x))
}

// SinPi is the sine of pi x for |x| < 2^51, within 2e-16; the half turns are taken
// off x exactly, so that whole numbers give 0. The polynomials on [-pi/4, pi/4] are
// those of the Cephes library (Moshier).
func SinPi(x float64) float64 {
	quarters := math.Floor(float64(2*x) + 0.5)
	t := float64(math.Pi * (x - float64(quarters*0.5)))
	t2 := float64(t * t)
	var y float64
	if int64(quarters)&1 == 0 {
		y = t + float64(float64(t*t2)*horner(t2, sineTerms))
	} else {
		y = 1 - float64(t2*0.5) + float64(float64(t2*t2)*horner(t2, cosineTerms))
	}
	if int64(quarters)&2 != 0 {
		return -y
	}
	return y
}

var (
	sineTerms = []float64{1.58962301576546568060e-10, -2.50507477628578072866e-8, 2.75573136213857245213e-6,
		-1.98412698295895385996e-4, 8.33333333332211858878e-3, -1.66666666666666307295e-1}
	cosineTerms = []float64{-1.13585365213876817300e-11, 2.08757008419747316778e-9, -2.75573141792967388112e-7,
		2.48015872888517045348e-5, -1.38888888888730564116e-3, 4.16666666666665929218e-2}
)

// Gamma is Euler's gamma function for 1 <= x <= 30, within a few ulp for each unit
// above 3: x is brought to [2, 3) by the recurrence, and the rational approximation
// there is that of the Cephes library (Moshier).
func Gamma(x float64) float64 {
	y := 1.0
	for ; x >= 3; y *= x {
		x--
	}
	if x < 2 {
		y /= x
		x++
	}
	return y * horner(x-2, gammaNumerator) / horner(x-2, gammaDenominator)
}

var (
	gammaNumerator = []float64{1.60119522476751861407e-04, 1.19135147006586384913e-03, 1.04213797561761569935e-02,
		4.76367800457137231464e-02, 2.07448227648435975150e-01, 4.94214826801497100753e-01, 9.99999999999999996796e-01}
	gammaDenominator = []float64{-2.31581873324120129819e-05, 5.39605580493303397842e-04, -4.45641913851797240494e-03,
		1.18139785222060435552e-02, 3.58236398605498653373e-02, -2.34591795718243348568e-01, 7.14304917030273074085e-02, 1}
)

// NormalQuantile is the value that a standard normal number does not exceed with
// probability p of (0, 1), with a relative error of about 1e-15. Source: Wichura,
// "Algorithm AS 241: The Percentage Points of the Normal Distribution", Applied
// Statistics 37 (1988), PPND16.
func NormalQuantile(p float64) float64 {
	q := p - 0.5
	if math.Abs(q) <= 0.425 {
		r := 0.180625 - float64(q*q)
		return q * horner(r, quantileA) / horner(r, quantileB)
	}
	r := math.Sqrt(-Log(min(p, 1-p)))
	var z float64
	if r <= 5 {
		z = horner(r-1.6, quantileC) / horner(r-1.6, quantileD)
	} else {
		z = horner(r-5, quantileE) / horner(r-5, quantileF)
	}
	return math.Copysign(z, q)
}

var (
	quantileA = []float64{2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4, 4.5921953931549871457e4,
		1.3731693765509461125e4, 1.9715909503065514427e3, 1.3314166789178437745e2, 3.3871328727963666080e0}
	quantileB = []float64{5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4, 2.1213794301586595867e4,
		5.3941960214247511077e3, 6.8718700749205790830e2, 4.2313330701600911252e1, 1}
	quantileC = []float64{7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1, 1.27045825245236838258e0,
		3.64784832476320460504e0, 5.76949722146069140550e0, 4.63033784615654529590e0, 1.42343711074968357734e0}
	quantileD = []float64{1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2, 1.48103976427480074590e-1,
		6.89767334985100004550e-1, 1.67638483018380384940e0, 2.05319162663775882187e0, 1}
	quantileE = []float64{2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3, 2.65321895265761230930e-2,
		2.96560571828504891230e-1, 1.78482653991729133580e0, 5.46378491116411436990e0, 6.65790464350110377720e0}
	quantileF = []float64{2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5, 7.86869131145613259100e-4,
		1.48753612908506148525e-2, 1.36929880922735805310e-1, 5.99832206555887937690e-1, 1}
)

// horner is the polynomial with these coefficients, the one of the highest power first.
func horner(x float64, terms []float64) float64 {
	y := terms[0]
	for _, c := range terms[1:] {
		y = float64(y*x) + c
	}
	return y
}

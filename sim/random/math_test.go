package random

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// ulps is how many units in the last place of want lie between the two.
func ulps(got, want float64) float64 {
	return math.Abs(got-want) / (math.Nextafter(math.Abs(want), math.Inf(1)) - math.Abs(want))
}

// The functions agree with the standard library's, as far as each promises.
func TestFunctionsAreAccurate(t *testing.T) {
	within := func(name string, got, want, tolerance float64, x ...float64) func(*rapid.T) {
		return func(t *rapid.T) {
			if off := ulps(got, want); !(off <= tolerance) {
				t.Fatalf("%s(%v) = %v, want %v, %.1f ulp away", name, x, got, want, off)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(1e-300, 1e300).Draw(t, "positive")
		within("Log", Log(x), math.Log(x), 1.5, x)(t)
		e := rapid.Float64Range(-700, 700).Draw(t, "exponent")
		within("Exp", Exp(e), math.Exp(e), 2, e)(t)
		base, power := rapid.Float64Range(1e-9, 1e9).Draw(t, "base"), rapid.Float64Range(-10, 10).Draw(t, "power")
		within("Pow", Pow(base, power), math.Pow(base, power), 4+2*math.Abs(power*math.Log(base)), base, power)(t)
		g := rapid.Float64Range(1, 30).Draw(t, "gamma")
		within("Gamma", Gamma(g), math.Gamma(g), 10, g)(t)
		turn := rapid.Float64Range(-4, 4).Draw(t, "turn")
		if got, want := SinPi(turn), math.Sin(math.Pi*turn); math.Abs(got-want) > 3e-15 {
			t.Fatalf("SinPi(%v) = %v, want %v", turn, got, want)
		}
		p := rapid.Float64Range(1e-12, 1-1e-12).Draw(t, "p")
		z := NormalQuantile(p)
		if got := math.Erfc(-z/math.Sqrt2) / 2; math.Abs(got-p) > 1e-13*p+2e-16 {
			t.Fatalf("NormalQuantile(%v) = %v, below which lies %v", p, z, got)
		}
	})
}

func TestFunctionsAtTheirEnds(t *testing.T) {
	for _, c := range []struct {
		call      string
		got, want float64
	}{
		{"Exp(0)", Exp(0), 1},
		{"Exp(709.79)", Exp(709.79), math.Inf(1)},
		{"Exp(-745.2)", Exp(-745.2), 0},
		{"Exp(-745)", Exp(-745), 5e-324},
		{"Exp(1e-20)", Exp(1e-20), 1},
		{"Pow(0, 2)", Pow(0, 2), 0},
		{"Pow(1, 9)", Pow(1, 9), 1},
		{"Log(1)", Log(1), 0},
		{"SinPi(0)", SinPi(0), 0},
		{"SinPi(1/6)", SinPi(1.0 / 6), 0.49999999999999994},
		{"SinPi(0.5)", SinPi(0.5), 1},
		{"SinPi(1)", SinPi(1), 0},
		{"SinPi(1.5)", SinPi(1.5), -1},
		{"SinPi(-0.5)", SinPi(-0.5), -1},
		{"SinPi(1e15)", SinPi(1e15), 0},
		{"Gamma(1)", Gamma(1), 1},
		{"Gamma(2)", Gamma(2), 1},
		{"Gamma(5)", Gamma(5), 24},
		{"NormalQuantile(0.5)", NormalQuantile(0.5), 0},
	} {
		if c.got != c.want {
			t.Errorf("%s = %v, want %v", c.call, c.got, c.want)
		}
	}
}

// The bits are pinned: another architecture, compiler or edit that rounds
// differently fails here.
func TestFunctionsGiveTheSameBitsEverywhere(t *testing.T) {
	for _, c := range []struct {
		call string
		got  float64
		want uint64
	}{
		{"Log(0.1)", Log(0.1), 0xc0026bb1bbb55515},
		{"Log(12345.678)", Log(12345.678), 0x4022d79559791e31},
		{"Exp(-0.7)", Exp(-0.7), 0x3fdfc80db9dd5542},
		{"Exp(1.3)", Exp(1.3), 0x400d5ab83615f8b4},
		{"Exp(-700.1)", Exp(-700.1), 0xcf52f93df4dfcf},
		{"Exp(88.8)", Exp(88.8), 0x47f148906c06fc8a},
		{"Pow(0.3, 2.7)", Pow(0.3, 2.7), 0x3fa3d6858f50590e},
		{"Pow(1234.5, -0.9)", Pow(1234.5, -0.9), 0x3f5b0b60431f190d},
		{"SinPi(0.1)", SinPi(0.1), 0x3fd3c6ef372fe94f},
		{"SinPi(0.3)", SinPi(0.3), 0x3fe9e3779b97f4a7},
		{"SinPi(0.7)", SinPi(0.7), 0x3fe9e3779b97f4a8},
		{"SinPi(1.37)", SinPi(1.37), 0xbfed5e3ef2e217ee},
		{"SinPi(123456.789)", SinPi(123456.789), 0x3fe3b13ec1c8e464},
		{"Gamma(1.1)", Gamma(1.1), 0x3fee71772b7348db},
		{"Gamma(1.5)", Gamma(1.5), 0x3fec5bf891b4ef6a},
		{"Gamma(2.9)", Gamma(2.9), 0x3ffd3cd8ae575ad8},
		{"Gamma(4.3)", Gamma(4.3), 0x4021b5ef90a0006c},
		{"Gamma(11)", Gamma(11), 0x414baf8000000000},
		{"NormalQuantile(0.001)", NormalQuantile(0.001), 0xc008b8cbb7204470},
		{"NormalQuantile(0.2)", NormalQuantile(0.2), 0xbfeaee8fa73a1333},
		{"NormalQuantile(0.6)", NormalQuantile(0.6), 0x3fd036d6c4a04b5a},
		{"NormalQuantile(0.975)", NormalQuantile(0.975), 0x3fff5c0331eeff82},
		{"NormalQuantile(1e-13)", NormalQuantile(1e-13), 0xc01d652ace3a0130},
	} {
		if got := math.Float64bits(c.got); got != c.want {
			t.Errorf("%s = %v has the bits %#x, want %#x", c.call, c.got, got, c.want)
		}
	}
}

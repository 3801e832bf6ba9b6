// Package sweep makes tables of many runs: one scenario with a knob at each of
// several values. It runs the same engine as everything else and only reads what
// happened.
package sweep

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

// Table is a finished table: what its file is called, its columns with their units
// in the names, and its rows as they are written.
type Table struct {
	File   string
	Header []string
	Rows   [][]string
}

// CSV is the file: comma-separated, every line ended by a line feed.
func (t *Table) CSV() []byte {
	var b strings.Builder
	for _, row := range append([][]string{t.Header}, t.Rows...) {
		b.WriteString(strings.Join(row, ","))
		b.WriteByte('\n')
	}
	return []byte(b.String())
}

// SHA256 is the hash of the file in hexadecimal digits.
func (t *Table) SHA256() string {
	sum := sha256.Sum256(t.CSV())
	return hex.EncodeToString(sum[:])
}

// Fixed writes v with n decimals, rounding the shortest decimal form of v half up,
// away from zero: 0.15 is "0.2", 2.675 is "2.68". This is how the published
// reference files are written; strconv rounds the binary value instead.
func Fixed(v float64, n int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	text := strconv.FormatFloat(math.Abs(v), 'f', -1, 64)
	whole, fraction, _ := strings.Cut(text, ".")
	up := len(fraction) > n && fraction[n] >= '5'
	if len(fraction) > n {
		fraction = fraction[:n]
	}
	fraction += strings.Repeat("0", n-len(fraction))
	digits := []byte(whole + fraction)
	for i := len(digits) - 1; up && i >= 0; i-- {
		if digits[i] == '9' {
			digits[i] = '0'
			continue
		}
		digits[i]++
		up = false
	}
	text = string(digits)
	if up {
		text = "1" + text
	}
	if n > 0 {
		text = text[:len(text)-n] + "." + text[len(text)-n:]
	}
	if v < 0 && strings.Trim(text, "0.") != "" {
		text = "-" + text
	}
	return text
}

package model

import (
	"reflect"
	"strings"
	"testing"
)

func TestRowsFromCSV(t *testing.T) {
	kind := Kind{RowsKey: "segments", Rows: []Param{
		{Name: "rate", Unit: PerSecond, Max: 1000}, {Name: "for", Unit: Milliseconds, Min: 1, Max: 3600000}}}
	for _, c := range []struct {
		text string
		want [][]float64
		err  string
	}{
		{text: "90,1000\n120.5,250\n", want: [][]float64{{90, 1000}, {120.5, 250}}},
		{text: "\ufeffrate,for\r\n90/s, 10s\r\n", want: [][]float64{{90, 10000}}},
		{text: "# measured\n\n90,1\n# more\n80,2", want: [][]float64{{90, 1}, {80, 2}}},
		{text: "", err: "segments: no rows; each line needs rate,for"},
		{text: "rate,for\n", err: "segments: no rows"},
		{text: "90,1\nrate,for\n", err: `line 2: rate: "rate" is not a number`},
		{text: "load,for\n90,1\n", err: `line 1: rate: "load" is not a number`},
		{text: "# x\n90,1\n\n90\n", err: "line 4: 1 fields, it needs 2: rate,for"},
		{text: "90,1\n1001,1\n", err: "line 2: rate: 1,001 /s is out of range 0..1,000 /s"},
		{text: "90,0\n", err: "line 1: for: 0 ms is out of range"},
		{text: "90,1\n9\"0,1\n", err: "line 2: bare \""},
		{text: "NaN,1\n", err: `line 1: rate: "NaN" is not a number`},
	} {
		got, err := kind.ParseRows([]byte(c.text))
		if c.err != "" {
			if err == nil || !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("ParseRows(%q) = %v, %v, want the error %q", c.text, got, err, c.err)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("ParseRows(%q) = %v, %v, want %v", c.text, got, err, c.want)
		}
	}
}

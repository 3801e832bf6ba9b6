package main

import (
	"encoding/csv"
	"strconv"
	"strings"
	"testing"
)

func TestSeedsGiveMeansAndIntervals(t *testing.T) {
	inDir(t)
	args := strings.Fields("run --set demand=poisson --seeds 5 --for 20s --warmup 2500ms")
	r := call(args...)
	if r.code != exitOK || !strings.HasPrefix(r.out, "5 runs of 20s with the seeds 23 to 27; the first 3s of each do not count\n") ||
		!strings.Contains(r.out, "(Student's t, 4 degrees of freedom)") || !strings.Contains(r.out, "states at the end, as it is: ") {
		t.Errorf("%v", r)
	}
	table := call(append(args, "--csv", "-")...)
	rows, err := csv.NewReader(strings.NewReader(table.out)).ReadAll()
	if err != nil || len(rows) < 15 {
		t.Fatalf("%v\n%v", table, err)
	}
	for _, row := range rows {
		if row[1] == "goodput_per_s" {
			mean, _ := strconv.ParseFloat(row[3], 64)
			half, _ := strconv.ParseFloat(row[4], 64)
			if row[2] != "5" || mean < 70 || mean > 95 || half <= 0 || half > 20 {
				t.Errorf("goodput is %q", row)
			}
		}
	}
	if again := call(append(args, "--csv", "x.csv")...); again.code != exitOK || read(t, "x.csv") != table.out || !strings.Contains(again.out, "x.csv  sha256 ") {
		t.Errorf("%v\nwant the same table in a file", again)
	}
	if r := call(append(args, "--csv", "x.csv")...); r.code != exitFailed || !strings.Contains(r.err, "x.csv: the file exists") {
		t.Errorf("%v\nwant a refusal to overwrite", r)
	}
}

func TestCompareShowsTheDifferenceThatAPolicyMakes(t *testing.T) {
	r := call(strings.Fields("run --set demand=poisson --set load=120 --seeds 5 --for 30s --compare limit=20")...)
	want := map[string]string{"offered_per_s": "no", "goodput_per_s": "yes", "queue_depth_ops": "yes"}
	for _, line := range strings.Split(r.out, "\n") {
		if f := strings.Fields(line); len(f) == 8 && want[f[0]] != "" {
			if f[7] != want[f[0]] {
				t.Errorf("%v\n%s: a clear difference: %s, want %s", r, f[0], f[7], want[f[0]])
			}
			delete(want, f[0])
		}
	}
	if r.code != exitOK || len(want) > 0 || !strings.Contains(r.out, "states at the end, limit=20: ") {
		t.Errorf("%v\ndoes not show %v", r, want)
	}
}

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"overloadtui/sim/export"
	"overloadtui/sim/lab"
	"overloadtui/sim/simtest"
)

func TestLabWritesThePublishedFiles(t *testing.T) {
	simtest.Long(t)
	inDir(t)
	r := call("lab", "--output-dir", "results")
	if r.code != exitOK || r.err != "" {
		t.Fatal(r)
	}
	n := 0
	for _, x := range lab.Experiments {
		for _, want := range x.Tables {
			n++
			data := read(t, filepath.Join("results", want.File))
			if got := export.SHA256([]byte(data)); got != want.SHA256 {
				t.Errorf("%s: SHA-256 %s, published is %s", want.File, got, want.SHA256)
			}
			line := strings.Join(strings.Fields(lineOf(r.out, want.File)), " ")
			if wanted := fmt.Sprintf("%s %d %s yes", want.File, strings.Count(data, "\n")-1, want.SHA256); line != wanted {
				t.Errorf("%v\nwant the line %q", r, wanted)
			}
		}
	}
	if got := files(t); n != 15 || len(got) != 1 {
		t.Errorf("%d tables are made, files %q", n, got)
	}

	if r := call("lab", "cascade", "--output-dir", "results"); r.code != exitFailed || !strings.Contains(r.err, "fp-post1-cascade-sweep.csv: the file exists; --force overwrites it") {
		t.Errorf("%v\nwant a refusal to overwrite", r)
	}
	if r := call("lab", "cascade", "shaping", "--output-dir", "results", "--force"); r.code != exitOK || strings.Count(r.out, " yes\n") != 4 {
		t.Errorf("%v\nwant the four files of two experiments", r)
	}
}

func TestLabSaysWhatIsNotPublished(t *testing.T) {
	inDir(t)
	x := lab.Experiments[0]
	published := x.Tables[0].SHA256
	t.Cleanup(func() { x.Tables[0].SHA256 = published })
	x.Tables[0].SHA256 = strings.Repeat("0", 64)
	r := call("lab", x.Name, "--output-dir", ".")
	if r.code != exitFailed || !strings.Contains(r.out, " NO\n") || !strings.Contains(r.err, "not the published bytes: "+x.Tables[0].File) {
		t.Errorf("%v\nwant exit 1 and the file that differs", r)
	}
	if _, err := os.Stat(x.Tables[0].File); err != nil {
		t.Errorf("the file that differs is not there to be looked at: %v", err)
	}
}

// lineOf is the first line that has the word in it.
func lineOf(text, word string) string {
	for _, line := range strings.Split(text, "\n") {
		if strings.Contains(line, word) {
			return line
		}
	}
	return ""
}

package main

import (
	"os"
	"strings"
	"testing"
)

func TestReplayNoticesATableThatWasAltered(t *testing.T) {
	inDir(t)
	if r := call("run", "--for", "3s", "--csv", "a.csv"); r.code != 0 {
		t.Fatal(r)
	}
	write(t, "a.csv", read(t, "a.csv")+"\n")
	if r := call("replay", "a.manifest.json"); r.code != 1 || !strings.Contains(r.err, "not the file that was recorded") {
		t.Errorf("%v\nwant exit 1 and a word about the altered table", r)
	}
	if err := os.Remove("a.csv"); err != nil {
		t.Fatal(err)
	}
	if r := call("replay", "a.manifest.json"); r.code != 0 {
		t.Errorf("%v\nwant exit 0 without the table", r)
	}
}

func TestAChangeAfterTheEndIsRefused(t *testing.T) {
	r := call("run", "--change", "5s:load=100", "--for", "3s")
	if r.code != 2 || r.out != "" || !strings.Contains(r.err, "client.load at 5s never happens, the run ends at 3s") {
		t.Errorf("%v\nwant exit 2, nothing on stdout and the reason", r)
	}
}

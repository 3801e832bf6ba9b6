package main

import (
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"overloadtui/model"
	"overloadtui/sim/export"
)

// conversation is a live --plain that a test talks to.
type conversation struct {
	t    *testing.T
	in   *io.PipeWriter
	done chan int

	mu       sync.Mutex
	out, err strings.Builder
}

type locked struct {
	c *conversation
	b *strings.Builder
}

func (l locked) Write(p []byte) (int, error) {
	l.c.mu.Lock()
	defer l.c.mu.Unlock()
	return l.b.Write(p)
}

func talk(t *testing.T, args ...string) *conversation {
	t.Helper()
	r, w := io.Pipe()
	c := &conversation{t: t, in: w, done: make(chan int, 1)}
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	go func() {
		c.done <- run(ctx, append([]string{"live", "--plain"}, args...), r, locked{c, &c.out}, locked{c, &c.err})
	}()
	return c
}

func (c *conversation) enter(line string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		c.t.Fatalf("typing %q: %v", line, err)
	}
}

func (c *conversation) printed() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.out.String()
}

// await waits until something that matches has been printed.
func (c *conversation) await(pattern string) {
	c.t.Helper()
	re := regexp.MustCompile("(?m)" + pattern)
	for start := time.Now(); time.Since(start) < 20*time.Second; time.Sleep(5 * time.Millisecond) {
		if re.MatchString(c.printed()) {
			return
		}
	}
	c.t.Fatalf("never printed %q:\n%s", pattern, c.printed())
}

func (c *conversation) exit() int {
	c.t.Helper()
	select {
	case code := <-c.done:
		return code
	case <-time.After(20 * time.Second):
		c.t.Fatalf("it does not end:\n%s", c.printed())
		return -1
	}
}

func TestPlainIsAConversation(t *testing.T) {
	inDir(t)
	c := talk(t)
	c.enter("speed 100")
	c.await(`^00:03\.0 goodput 90\.0/s, offered 90\.0/s, .*, state normal$`)
	c.enter("load 120")
	c.await(`^\d\d:\d\d\.\d offered load 120 /s \(you\)$`)
	c.await(`goodput 0\.0/s, offered 120\.0/s, .*wasted 100\.0 %`)
	c.enter("retries=3")
	c.await(`retries 3 \(you\)$`)
	c.enter("lod 3")
	c.await(`^unknown parameter "lod"; did you mean "load"\?; type help$`)
	c.enter("load fast")
	c.await(`^load: "fast" is not a number`)
	c.enter("scope attempt")
	c.await(`^client\.scope: it can be set before a run only$`)
	c.enter("speed 0")
	c.await(`^speed: "0" is not a number from 0\.1 to 1000, or max$`)
	c.enter("note it has collapsed")
	c.await(`it has collapsed \(you\)$`)
	c.enter("help")
	for _, o := range orders {
		c.await("^" + regexp.QuoteMeta(strings.TrimSpace(o.word+" "+o.args)) + ` +` + regexp.QuoteMeta(o.doc) + "$")
	}
	c.enter("params")
	c.await(`^load +120 /s \(range 0\.\.1,000,000 /s\)$`)
	c.enter("csv plain.csv")
	c.await(`^wrote plain\.csv, \d+ windows, sha256 [0-9a-f]{64}$`)
	c.enter("csv plain.csv")
	c.await(`^csv: plain\.csv: the file exists`)
	c.enter("save mine.yaml")
	c.await(`^wrote mine\.yaml, with 3 changes$`)
	c.enter("restart 7")
	c.await(`^run 2 of collapse, seed 7, starts$`)
	c.enter("pause")
	c.enter("quit")
	if code := c.exit(); code != exitOK || c.err.String() != "" {
		t.Errorf("exit %d, stderr %q", code, c.err.String())
	}
	if r := call("replay", "plain.manifest.json"); r.code != exitOK {
		t.Error(r)
	}
	m, err := export.ReadManifest("plain.manifest.json", []byte(read(t, "plain.manifest.json")))
	if err != nil {
		t.Fatal(err)
	}
	r := call("run", "--scenario", "mine.yaml", "--for", model.Millis(m.UntilMs).String(), "--csv", "-")
	if r.code != exitOK || r.out != read(t, "plain.csv") {
		t.Errorf("exit %d, %s; the saved scenario runs differently:\n%s", r.code, r.err, read(t, "mine.yaml"))
	}
	if saved := read(t, "mine.yaml"); !strings.Contains(saved, "# The bound of the published sweep") {
		t.Errorf("the saved scenario has lost its comments:\n%s", saved)
	}
	for _, line := range strings.Split(c.printed(), "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return r < ' ' }) {
			t.Errorf("%q has control characters", line)
		}
	}
}

func TestPlainEndsWithItsInputOrItsTime(t *testing.T) {
	c := talk(t)
	_ = c.in.Close()
	if code := c.exit(); code != exitOK {
		t.Errorf("after the end of its input: exit %d", code)
	}
	c = talk(t, "--for", "2s")
	c.enter("speed max")
	_ = c.in.Close()
	if code := c.exit(); code != exitOK || strings.Count(c.printed(), ", state ") != 2 {
		t.Errorf("--for 2s: exit %d\n%s\nwant two windows", code, c.printed())
	}
}

func TestEachLineIsPrintedOnceInTheOrderOfTime(t *testing.T) {
	var out strings.Builder
	r := reporter{out: &out, params: func(string) (model.Param, bool) { return model.Param{Label: "load", Unit: model.PerSecond}, true }}
	point := func(i int) model.Point {
		return model.Point{Index: i, Start: model.Millis(i) * model.Second, End: model.Millis(i+1) * model.Second}
	}
	rec := model.Recording{Points: []model.Point{point(0)}, Changes: []model.Change{{At: 500, Path: "load", To: 1}, {At: 9000, Path: "load", To: 3}, {At: 1500, Path: "load", To: 2, Who: "you"}}}
	rec.Audit = []model.Entry{
		{At: 0, Kind: model.ActionEntry, Text: "replay starts"},
		{At: 1000, Kind: model.TransitionEntry, State: model.Saturated, Text: "E->S: predicted 212 ms > remaining 200 ms"},
		{At: 1000, Kind: model.ActionEntry, Text: "tighten begins"},
	}
	for range 2 {
		if err := r.report(rec); err != nil {
			t.Fatal(err)
		}
	}
	rec.Points = append(rec.Points, point(1))
	rec.Audit = append(rec.Audit,
		model.Entry{At: 1000, Kind: model.OrderEntry, Who: "ada", Why: "a drill", Text: "fail over"}, // after the window was shown
		model.Entry{At: 1700, Kind: model.OrderEntry, Who: "ada", Why: "a drill", Text: "override 1: hold rung 2"},
		model.Entry{At: 2000, Kind: model.RefusalEntry, Text: "recovering -> normal refused: zero backlog alone"})
	if err := r.report(rec); err != nil {
		t.Fatal(err)
	}
	var starts []string
	for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
		starts = append(starts, strings.Split(line, ", offered")[0])
	}
	want := []string{
		"00:00.0 action: replay starts",
		"00:00.5 load 1 /s",
		"00:01.0 goodput 0.0/s",
		"00:01.0 E->S saturated: predicted 212 ms > remaining 200 ms",
		"00:01.0 action: tighten begins",
		"00:01.0 order: fail over (ada: a drill)",
		"00:01.5 load 2 /s (you)",
		"00:01.7 order: override 1: hold rung 2 (ada: a drill)",
		"00:02.0 goodput 0.0/s",
		"00:02.0 recovering -> normal refused: zero backlog alone",
	}
	if strings.Join(starts, "\n") != strings.Join(want, "\n") {
		t.Errorf("report prints\n%s\nwant\n%s", out.String(), strings.Join(want, "\n"))
	}
}

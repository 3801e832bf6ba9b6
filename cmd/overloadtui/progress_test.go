package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

func TestABarComesAfterASecondAndGoesAway(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out, what: "sweep", began: time.Now()}
	p.count(1, 4)
	p.clear()
	if out.Len() > 0 {
		t.Errorf("what takes less than a second shows %q", out.String())
	}
	p.began = time.Now().Add(-2 * patience)
	p.count(1, 4)
	if want := "\r\x1b[Ksweep [" + strings.Repeat("=", 7) + strings.Repeat(" ", 23) + "]  25 %"; out.String() != want {
		t.Errorf("a quarter is shown as %q, want %q", out.String(), want)
	}
	shown := out.Len()
	p.count(2, 4)
	if out.Len() != shown {
		t.Errorf("it is drawn again at once: %q", out.String()[shown:])
	}
	p.last = time.Time{}
	p.show(9, 4)
	if got := out.String()[shown:]; !strings.HasSuffix(got, strings.Repeat("=", barWidth)+"] 100 %") {
		t.Errorf("more than all is shown as %q", got)
	}
	p.clear()
	p.clear()
	if got := strings.Count(out.String(), "\r\x1b[K"); got != 3 {
		t.Errorf("two pictures and their end clear the line %d times: %q", got, out.String())
	}
	var none *progress
	none.count(1, 2) // without a terminal nothing is drawn
	none.clear()
}

package ui

import (
	"math"
	"time"

	"overloadtui/model"
)

// knob is a knob of the snapshot and what this screen has asked of it.
type knob struct {
	model.KnobView
	pending bool
	target  float64 // of the change that is on its way
	refused bool    // the last value asked for was out of range
}

// wanted is the value that the knob has or is about to have.
func (k *knob) wanted() float64 {
	if k.pending {
		return k.target
	}
	return k.Now
}

// asItWas is the knob with the value that it had at the time cursor: nothing is on its
// way there.
func (k *knob) asItWas(then float64) *knob {
	past := *k
	past.Now, past.pending, past.refused = then, false, false
	return &past
}

// stepped is the value n steps on, on the multiples of the step, and stops at the
// slider's ends. From an end it goes beyond, for the caller to refuse.
func (k *knob) stepped(n float64) float64 {
	low, high, step := k.Slider()
	if step <= 0 {
		step = (high - low) / 20
	}
	from := k.wanted()
	to := snap((math.Round(from/step)+n)*step, step)
	switch {
	case from < high && to > high:
		return high
	case from > low && to < low:
		return low
	}
	return to
}

// atEnd says why the slider goes no further than where it is.
func (k *knob) atEnd(beyond float64) string {
	low, high, _ := k.Slider()
	switch {
	case len(k.Choices) > 0:
		return "there is only " + k.Range()
	case beyond < low && k.Min < low, beyond > high && k.Max > high:
		return "the slider ends here; = types a value in " + k.Range()
	}
	return "it ends here, in " + k.Range()
}

// snap removes the noise of binary fractions from a multiple of a decimal step.
func snap(v, step float64) float64 {
	digits := math.Ceil(-math.Log10(step)) + 2
	if digits < 0 {
		digits = 0
	}
	scale := math.Pow(10, digits)
	return math.Round(v*scale) / scale
}

// edit is a change that a person made.
type edit struct {
	path     string
	from, to float64
	at       time.Time
}

type request struct {
	to float64
	at time.Time
}

// knobs are the settings that can be changed while the run goes, and what has been
// done to them.
type knobs struct {
	all     []knob
	owners  []owner
	rows    []knobRow
	at      int             // chosen, of rows
	top     int             // first of rows on the screen
	height  int             // of rows while nothing is searched for
	open    map[string]bool // owners whose rarely used knobs are shown
	filter  string          // part of a name
	only    []string        // paths of those that the screen shows, in order; nil = all
	left    map[bool]place  // where the focus was with all of them, and with some
	pending map[string]request
	refusal struct {
		path string
		at   time.Time
	}
	undone, done []edit
	shortWidth   int
	longWidth    int
	grouped      bool // more than one owner: headings are of use
}

// patience is how long a change may be on its way, while time goes on, before the
// slider shows what the engine has instead.
const patience = 3 * time.Second

// follow takes over the knobs of a snapshot and says whether a mark has changed.
func (ks *knobs) follow(snap *model.Snapshot, now time.Time) bool {
	here := ks.place()
	before := len(ks.pending)
	moved := len(ks.all) == 0
	was := ks.all
	ks.all = make([]knob, 0, len(was))
	ks.shortWidth, ks.longWidth = 0, 0
	ks.owners = ks.owners[:0]
	ks.grouped = len(snap.Scenario.Services) > 1 || len(snap.Scenario.Routes) > 1
	for i := range snap.Knobs {
		k := knob{KnobView: snap.Knobs[i]}
		if k.Fixed {
			continue
		}
		if r, ok := ks.pending[k.Path]; ok {
			if snap.Paused {
				r.at = now // it takes effect when time goes on
				ks.pending[k.Path] = r
			}
			if r.to == k.Now || now.Sub(r.at) > patience {
				delete(ks.pending, k.Path)
			} else {
				k.pending, k.target = true, r.to
			}
		}
		k.refused = ks.refusal.path == k.Path
		ks.shortWidth = max(ks.shortWidth, width(ks.name(&k)))
		ks.longWidth = max(ks.longWidth, width(k.Label))
		n := len(ks.all)
		moved = moved || n >= len(was) || was[n].Now != k.Now || was[n].Path != k.Path
		ks.all = append(ks.all, k)
		if o := len(ks.owners) - 1; o < 0 || ks.owners[o].name != k.Group {
			ks.owners = append(ks.owners, owner{name: k.Group, from: n})
		}
		ks.owners[len(ks.owners)-1].to = n + 1
	}
	ks.arrange(here)
	stale := ks.refusal.path != "" && now.Sub(ks.refusal.at) > patience
	if stale {
		ks.refusal.path = ""
	}
	return stale || moved || before != len(ks.pending)
}

// name is the knob's name where there is no room for its label: under the heading of
// its owner the plain one, otherwise the shortest that is unique.
func (ks *knobs) name(k *knob) string {
	if ks.grouped && len(ks.only) == 0 {
		return k.Name
	}
	return k.Short
}

// label is the knob's label, with its owner where no heading names it.
func (ks *knobs) label(k *knob) string {
	if ks.grouped && len(ks.only) > 0 && k.Group != model.RecoveryGroup {
		return k.Label + ", " + k.Group
	}
	return k.Label
}

func (ks *knobs) find(path string) (*knob, bool) {
	for i := range ks.all {
		if ks.all[i].Path == path {
			return &ks.all[i], true
		}
	}
	return nil, false
}

func (ks *knobs) changedCount() int {
	n := 0
	for i := range ks.all {
		if ks.all[i].wanted() != ks.all[i].Initial {
			n++
		}
	}
	return n
}

func (ks *knobs) expect(path string, to float64, now time.Time) {
	if ks.pending == nil {
		ks.pending = map[string]request{}
	}
	ks.pending[path] = request{to, now}
	if k, ok := ks.find(path); ok {
		k.pending, k.target = to != k.Now, to
	}
	ks.refusal.path = ""
}

func (ks *knobs) refuse(k *knob, now time.Time) {
	ks.refusal.path, ks.refusal.at = k.Path, now
	k.refused = true
}

// burst is how close changes of one knob follow each other to be one change to undo:
// the repeat of a key that is held down.
const burst = 700 * time.Millisecond

func (ks *knobs) record(path string, from, to float64, now time.Time) {
	ks.undone = nil
	if n := len(ks.done); n > 0 && ks.done[n-1].path == path && now.Sub(ks.done[n-1].at) < burst {
		ks.done[n-1].to, ks.done[n-1].at = to, now
		return
	}
	ks.done = append(ks.done, edit{path, from, to, now})
}

func (ks *knobs) undo() (edit, bool) {
	n := len(ks.done)
	if n == 0 {
		return edit{}, false
	}
	e := ks.done[n-1]
	ks.done, ks.undone = ks.done[:n-1], append(ks.undone, e)
	return e, true
}

func (ks *knobs) redo() (edit, bool) {
	n := len(ks.undone)
	if n == 0 {
		return edit{}, false
	}
	e := ks.undone[n-1]
	e.at = time.Time{}
	ks.undone, ks.done = ks.undone[:n-1], append(ks.done, e)
	return e, true
}

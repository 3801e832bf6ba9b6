package ui

import (
	"math"
	"slices"
	"time"

	"overloadtui/model"
	"overloadtui/ui/chart"
)

// region is a part of the screen that the keys act on.
type region uint8

const (
	onKnobs region = iota
	onState
	onNumbers
	onMoments
	onActions
	onLadder
	onOverrides
	onLedger
	onParts
	onBudget
	onDrain
	onBacklog
	onPauses
	onExpect
	onAborts
	onBounds
	onRestore
	onSurprises
	regions = iota
)

// mode is what the keyboard means at the moment.
type mode uint8

const (
	watching   mode = iota
	helping         // the list of keys is up
	asking          // a question waits for an answer
	typing          // a line is being typed
	explaining      // the explanation of a number, a knob or a state is up
	trying          // what the scenario suggests is up
	reading         // a command is up that is longer than a line
	ordering        // what a person decides by hand is being put together
	papering        // a text that can be taken away is up
)

// effect is something that only the program around the screen can do.
type effect uint8

const (
	quit effect = iota
	quitNow
	suspend
	export
	makePaper
	writePaper
	copyCommand
	redraw
	mouseOn
	mouseOff
)

// screen is the state of the dashboard: what is shown, what is chosen, what is being
// typed. It knows no terminal and no Bubble Tea; keys come in as actions, a picture
// goes out as a sheet.
type screen struct {
	source    model.Source
	snap      *model.Snapshot
	now       time.Time // of the wall, given with each beat
	glyphs    glyphs
	version   string
	reproduce func(*model.Snapshot) string
	exports   bool // whether there is anything that writes files
	mouse     bool

	w, h    int
	view    int      // index in views
	focus   []region // of the views that are not shown
	mode    mode
	region  region
	overlay bool // the knobs lie over the charts, where there is no room beside them
	single  int  // which chart comes first where there is no room for all

	knobs       knobs
	time        timeCursor
	state       model.State  // chosen in the state region
	chosenState bool         // by a person: it does not follow the machine
	number      int          // chosen in the numbers region
	moment      int          // chosen in the moments region, from the newest
	chosen      [regions]int // in the other regions
	page        int          // of the panels that do not all fit
	try         int          // chosen of what the scenario suggests
	listed      momentList
	help        helpList
	order       orderForm
	papers      papers
	judged      dayCache
	speed       wish[float64]
	paused      wish[bool]
	sent        sentOrder
	savings     stepSavings
	ask         *question
	line        *typedLine
	detail      string // said on the detail line until the next key
	refused     bool   // the detail line says why something was refused
	command     string // that is shown

	notice      string
	noticeUntil time.Time
	noticeID    uint64
	saved       saveMark

	axes   struct{ rate, queue, slow chart.Axis }
	curves curves

	sheet   *sheet
	hits    []hit
	effects []effect
}

// saveMark is how much of a run has been written to files.
type saveMark struct{ run, changes int }

func newScreen(o Options) *screen {
	s := &screen{
		source: o.Source, reproduce: o.Reproduce, exports: o.Export != nil, version: o.Version,
		glyphs: chooseGlyphs(o.Glyphs), mouse: o.Mouse,
	}
	for _, p := range o.Papers {
		s.papers.names = append(s.papers.names, p.Name)
	}
	s.snap = o.Source.Snapshot()
	s.noticeID = s.snap.NoticeID
	s.saved.run = s.snap.Run
	s.knobs.follow(s.snap, time.Time{})
	s.savings.follow(s.snap)
	return s
}

// beat takes the newest snapshot and says whether the picture has to be drawn anew.
func (s *screen) beat(now time.Time) bool {
	s.now = now
	next := s.source.Snapshot()
	fresh := differs(next, s.snap)
	if next.Run != s.snap.Run {
		s.live()
		s.saved = saveMark{run: next.Run}
		s.knobs.pending = nil
		s.chosen = [regions]int{}
	}
	s.snap = next
	s.speed.follow(next.Speed, now)
	s.paused.follow(next.Paused, now)
	if next.NoticeID != s.noticeID {
		s.noticeID = next.NoticeID
		s.say(next.Notice)
		s.knobs.pending = nil
		s.sent.open = false
		fresh = true
	}
	s.followOrder()
	s.savings.follow(next)
	if s.notice != "" && now.After(s.noticeUntil) {
		s.notice, fresh = "", true
	}
	return s.knobs.follow(next, now) || fresh
}

// differs says whether two snapshots look different. A paused run has a new beat all
// the time and nothing to draw.
func differs(a, b *model.Snapshot) bool {
	return a.Run != b.Run || a.Now != b.Now || a.Paused != b.Paused || a.Speed != b.Speed || a.Lag != b.Lag ||
		len(a.Journal) != len(b.Journal) || len(a.Audit) != len(b.Audit) || len(a.Points) != len(b.Points) || len(a.State.Log) != len(b.State.Log) || a.Err != b.Err
}

// say shows a sentence for a few seconds.
func (s *screen) say(text string) {
	s.notice, s.noticeUntil = text, s.now.Add(6*time.Second)
}

func (s *screen) do(c model.Command) { s.source.Do(c) }

func (s *screen) effect(e effect) { s.effects = append(s.effects, e) }

// unsaved says whether a person did something since the run was last exported.
func (s *screen) unsaved() bool {
	if !s.exports {
		return false
	}
	return s.mine() > s.saved.changes
}

// mine counts what a person, and not the scenario, changed or noted.
func (s *screen) mine() int {
	n := 0
	for _, c := range s.snap.Journal {
		if c.Who != "scenario" {
			n++
		}
	}
	return n
}

// exported takes note of what came of an export.
func (s *screen) exported(mark saveMark, message string, err error) {
	if err != nil {
		s.say("not exported: " + err.Error())
		return
	}
	if mark.run == s.snap.Run {
		s.saved = mark
	}
	s.say(message)
}

func (s *screen) mark() saveMark { return saveMark{s.snap.Run, s.mine()} }

// move goes to another region that the screen has room for.
func (s *screen) move(by int) {
	p := planFor(s)
	n := len(p.regions)
	at := max(slices.Index(p.regions, s.region), 0)
	s.region = p.regions[(at+by+n)%n]
	s.chosenState = false
}

// pick chooses the next or the previous thing of the region.
func (s *screen) pick(by int) {
	switch s.region {
	case onKnobs:
		s.knobs.move(by)
	case onState:
		s.chooseState(by)
	case onNumbers:
		n := len(planFor(s).numbers)
		s.number = min(max(s.number+by, 0), max(n-1, 0))
	case onMoments:
		n := len(s.moments())
		s.moment = min(max(s.moment-by, 0), max(n-1, 0))
	default:
		s.chosen[s.region] = min(max(s.chosen[s.region]+by, 0), max(s.lines(s.region)-1, 0))
	}
}

func (s *screen) chooseState(by int) {
	if !s.chosenState {
		s.state = s.shownState()
	}
	s.pickState(model.State((int(s.state) + by + model.States) % model.States))
}

// pickState chooses a state; the present one is shown while no other is chosen.
func (s *screen) pickState(st model.State) {
	s.state, s.chosenState = st, st != s.shownState()
}

// change moves the chosen knob by steps of its slider; in the other regions the same
// keys choose.
func (s *screen) change(steps float64) {
	switch s.region {
	case onKnobs:
		k, ok := s.knobs.chosen()
		if !ok {
			s.knobs.unfold(steps > 0)
			return
		}
		if s.comesBack(k) {
			return
		}
		to := k.stepped(steps)
		if low, high, _ := k.Slider(); to < low || to > high {
			s.knobs.refuse(k, s.now)
			s.detail, s.refused = k.Label+": "+k.atEnd(to), true
			return
		}
		s.set(k, to)
	case onState:
		s.chooseState(int(math.Copysign(1, steps)))
	default:
		s.pick(int(math.Copysign(1, steps)))
	}
}

// set asks the engine for a value of a knob, and remembers how to take it back.
func (s *screen) set(k *knob, to float64) {
	from := k.wanted()
	if to == from {
		return
	}
	if err := k.Check(to); err != nil {
		s.knobs.refuse(k, s.now)
		s.detail, s.refused = err.Error(), true
		return
	}
	s.knobs.record(k.Path, from, to, s.now)
	s.send(k.Path, to)
}

func (s *screen) send(path string, to float64) {
	s.do(model.Command{Kind: model.SetKnob, Path: path, Value: to})
	s.knobs.expect(path, to, s.now)
}

func (s *screen) undo() {
	s.live() // to see what it does
	if e, ok := s.knobs.undo(); ok {
		s.send(e.path, e.from)
		return
	}
	s.say("nothing to undo")
}

func (s *screen) redo() {
	s.live()
	if e, ok := s.knobs.redo(); ok {
		s.send(e.path, e.to)
		return
	}
	s.say("nothing to redo")
}

func (s *screen) pause() {
	s.setPaused(!s.paused.or(s.snap.Paused))
}

func (s *screen) setPaused(paused bool) {
	c := model.Command{Kind: model.Resume}
	if paused {
		c.Kind = model.Pause
	}
	s.do(c)
	s.paused = wish[bool]{true, paused, s.now}
}

// step is one window on; a run that goes is stopped first.
func (s *screen) step() {
	if !s.paused.or(s.snap.Paused) {
		s.setPaused(true)
	}
	s.do(model.Command{Kind: model.StepWindow})
}

// speeds are simulated seconds per wall second; 0 is as fast as possible.
var speeds = []float64{0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 0}

func (s *screen) faster(by int) {
	at, present := len(speeds)-1, s.speed.or(s.snap.Speed)
	if present > 0 {
		at = 0
		for i, v := range speeds[:len(speeds)-1] {
			if v <= present*(1+1e-9) {
				at = i
			}
		}
	}
	v := speeds[min(max(at+by, 0), len(speeds)-1)]
	s.do(model.Command{Kind: model.SetSpeed, Value: v})
	s.speed = wish[float64]{true, v, s.now}
	s.say("speed " + speedText(v))
}

func speedText(v float64) string {
	if v == 0 {
		return "max"
	}
	return "x" + model.Group(v)
}

// note marks a moment, with a text if one is typed.
func (s *screen) note() {
	s.typeLine("mark this moment (a text, or just enter): ", "", func(s *screen, text string) error {
		if text == "" {
			text = "marked"
		}
		s.do(model.Command{Kind: model.Note, Text: text})
		return nil
	})
}

// typeValue asks for a value of the chosen knob.
func (s *screen) typeValue() {
	k, ok := s.knobs.chosen()
	if !ok || s.region != onKnobs || s.comesBack(k) {
		return
	}
	path := k.Path
	s.typeLine(k.Label+" "+k.Range()+": ", "", func(s *screen, text string) error {
		k, ok := s.knobs.find(path)
		if !ok {
			return nil
		}
		v, err := k.ParseTyped(text)
		if err != nil {
			s.knobs.refuse(k, s.now)
			return err
		}
		s.set(k, v)
		return nil
	})
}

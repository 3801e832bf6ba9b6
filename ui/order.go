package ui

import (
	"fmt"
	"strings"

	"overloadtui/model"
)

// field is a line of the order that is being put together.
type field uint8

const (
	whatField field = iota
	valueField
	whoField
	whyField
	invariantField
	lifetimeField
	giveField
	fields = iota
)

// decision is something that a person can order from the dialog.
type decision struct {
	kind model.OrderKind
	name string
	does string
	// values are what it can be about, and why there is nothing.
	values func(*screen) (all []orderValue, none string)
	// there says whether it is of use for the scenario; nil means always.
	there func(*screen) bool
	warns string // what has to be known before it is given
}

// orderValue is one thing that an order can be about.
type orderValue struct {
	text  string
	apply func(*model.Order)
}

// decisions are the orders of the dialog. There is none that declares a state: a run is
// never forced to be healthy.
var decisions = []decision{
	{kind: model.HoldRung, name: "hold a rung", does: "the ladder stays where it is put", values: (*screen).rungValues},
	{kind: model.BlockWay, name: "switch off a transition", does: "one automatic transition does not happen", values: (*screen).wayValues},
	{kind: model.Isolate, name: "isolate a tenant", does: "it gets the isolated share only", values: (*screen).tenantValues},
	{kind: model.EndOverride, name: "end an override", does: "before its time", values: (*screen).overrideValues},
	{kind: model.LeaveUnsafe, name: "leave unsafe", does: "to recovering: somebody owns that the signals are trusted", values: (*screen).unsafeValues},
	{kind: model.StartReplay, name: "start replay", does: "deferred work is redone at the chosen rate", values: (*screen).startValues, there: (*screen).recovers},
	{kind: model.PauseReplay, name: "pause replay", does: "back to the last checkpoint; nothing is redone", values: (*screen).pauseValues, there: (*screen).recovers},
	{kind: model.ReleaseAll, name: "release everything", does: "at once, no limit: shows the second collapse", values: (*screen).startValues, there: (*screen).recovers,
		warns: "There is no limit and no pause condition: all deferred work stands before the clients who wait. It is how a second collapse begins."},
	{kind: model.FailOver, name: "fail over", does: "demand moves to the destination", values: (*screen).failOverValues, there: (*screen).failsOver},
	{kind: model.FailBack, name: "fail back", does: "demand moves back", values: (*screen).failBackValues, there: (*screen).failsOver},
}

// decisions are those that are of use for the scenario.
func (s *screen) decisions() []*decision {
	var all []*decision
	for i := range decisions {
		if d := &decisions[i]; d.there == nil || d.there(s) {
			all = append(all, d)
		}
	}
	return all
}

// decided is the decision that is chosen.
func (s *screen) decided() *decision {
	all := s.decisions()
	return all[min(s.order.what, len(all)-1)]
}

// orderForm is an order that is being put together. Its texts stay when a person goes
// back to change another line.
type orderForm struct {
	what  int
	value [len(orderDecisions{})]int
	texts [fields]string
	at    field
	err   string
	holds bool // the run stands still because of the dialog, and goes on after it
}

// sentOrder is an order that has been given and that the audit log does not answer yet.
type sentOrder struct {
	open  bool
	who   string
	audit int // lines of the log before it
}

// followOrder shows why the order that was sent last has been refused.
func (s *screen) followOrder() {
	w := &s.sent
	for i := w.audit; w.open && i < len(s.snap.Audit); i++ {
		e := &s.snap.Audit[i]
		if e.Cause != manual || e.Who != "" && e.Who != w.who {
			continue
		}
		w.open = false
		if e.Kind == model.RefusalEntry {
			s.say(e.Text)
		}
	}
}

// orderDecisions is as long as decisions, which reach the form.
type orderDecisions [10]struct{}

func (s *screen) rungValues() (all []orderValue, none string) {
	if len(s.snap.Scenario.Ladder) == 0 {
		return nil, "this scenario has no ladder"
	}
	for i := range len(s.snap.Scenario.Ladder) + 1 {
		name, off, _, _ := s.rungText(i)
		all = append(all, orderValue{fmt.Sprintf("%d %s (off: %s)", i, name, off), func(o *model.Order) { o.Value = float64(i) }})
	}
	return all, ""
}

// wayValues are the automatic transitions that may be switched off, those out of the
// present state first.
func (s *screen) wayValues() (all []orderValue, _ string) {
	now := s.snap.State.State
	for n := range model.State(model.States) {
		from := (now + n) % model.States
		for to := range model.State(model.States) {
			if legal, manual := model.Legal(from, to); legal && !manual && to != model.Unsafe {
				all = append(all, orderValue{fmt.Sprintf("%v -> %v", from, to), func(o *model.Order) { o.From, o.To = from, to }})
			}
		}
	}
	return all, ""
}

func (s *screen) tenantValues() (all []orderValue, none string) {
	n := s.snap.Scenario.Tenants()
	if n < 2 {
		return nil, "there is one tenant only"
	}
	p := s.shownPoint()
	for i := range n {
		text := fmt.Sprintf("tenant %d", i+1)
		if p != nil && i < len(p.Tenants) {
			text += fmt.Sprintf(" (offers %s of %s /s)", number(p.PerSecond(p.Tenants[i].Offered), 1), number(p.PerSecond(p.Offered), 1))
		}
		all = append(all, orderValue{text, func(o *model.Order) { o.Value = float64(i) }})
	}
	return all, ""
}

func (s *screen) overrideValues() (all []orderValue, none string) {
	for i := range s.snap.Control.Overrides {
		v := s.snap.Control.Overrides[i]
		all = append(all, orderValue{fmt.Sprintf("%d %s (%s left)", v.Number, v.Say(), age(v.Until-s.snap.Now)),
			func(o *model.Order) { o.Value = float64(v.Number) }})
	}
	if len(all) == 0 {
		none = "no override is in force"
	}
	return all, none
}

// forbidden is why a decision cannot be taken now, or "".
func (s *screen) forbidden(d *decision) string {
	if why := d.kind.Forbidden(s.snap.State.State, s.snap.Control.On); why != "" {
		return why
	}
	_, none := d.values(s)
	return none
}

// unsafeValues says which signal is lost: nobody can own that it is trusted.
func (s *screen) unsafeValues() ([]orderValue, string) {
	const rule = "; no order makes a signal trusted"
	var sc model.Scenario
	for _, set := range model.RunSettings {
		switch set.At(&sc) {
		case &sc.Telemetry, &sc.PolicyStore, &sc.Fencing:
			if k, ok := s.knobs.find(set.Name); ok && k.Now != model.Trusted {
				return nil, k.Label + " is " + k.Format(k.Now) + rule
			}
		}
	}
	// It may be back since the last window, which was measured without it.
	for i := range s.snap.State.Ways {
		if w := &s.snap.State.Ways[i]; w.Manual {
			for _, g := range w.Gates {
				if !g.Met && g.Value != "" {
					return nil, g.Name + ": " + g.Value + rule
				}
			}
		}
	}
	return nil, ""
}

// openOrder begins an order at the first decision that is legal. What was typed into
// one that was left is gone, but for who decides. Whoever decides needs time: the run
// stands still meanwhile.
func (s *screen) openOrder() {
	f := orderForm{holds: !s.paused.or(s.snap.Paused)}
	if f.holds {
		s.setPaused(true)
	}
	f.texts[whoField] = s.order.texts[whoField]
	f.texts[lifetimeField] = min(model.Millis(s.snap.Scenario.Controller.Longest), 60*model.Millis(s.snap.Scenario.Window)).String()
	for i, d := range s.decisions() {
		if s.forbidden(d) == "" {
			f.what = i
			break
		}
	}
	s.order, s.mode = f, ordering
}

// leaveOrder closes the dialog; the run goes on if it went before.
func (s *screen) leaveOrder() {
	s.mode = watching
	if s.order.holds {
		s.setPaused(false)
	}
}

// openOrderOf begins an order of a kind, at the first line that is still open.
func (s *screen) openOrderOf(kind model.OrderKind) {
	s.openOrder()
	for i, d := range s.decisions() {
		if d.kind == kind {
			s.order.what = i
			if list := s.orderFields(); len(list) > 1 {
				s.order.at = list[1]
			}
		}
	}
}

// fields are the lines that the chosen decision asks for.
func (s *screen) orderFields() []field {
	d := s.decided()
	list := []field{whatField}
	if s.forbidden(d) != "" {
		return list
	}
	if all, _ := d.values(s); len(all) > 0 {
		list = append(list, valueField)
	}
	list = append(list, whoField, whyField)
	if d.kind.Overrides() {
		list = append(list, invariantField, lifetimeField)
	}
	return append(list, giveField)
}

// values is what the chosen decision can be about, and which of these is chosen.
func (s *screen) orderValues() (all []orderValue, at int) {
	all, _ = s.decided().values(s)
	return all, min(max(s.order.value[s.order.what], 0), max(len(all)-1, 0))
}

// composed is the order as it stands. err is what is wrong with the lifetime's text.
func (s *screen) composed() (o model.Order, err error) {
	f := &s.order
	o.Kind = s.decided().kind
	if all, at := s.orderValues(); len(all) > 0 {
		all[at].apply(&o)
	}
	o.Who, o.Why = strings.TrimSpace(f.texts[whoField]), strings.TrimSpace(f.texts[whyField])
	if o.Kind.Overrides() {
		o.Invariant = strings.TrimSpace(f.texts[invariantField])
		o.Lifetime, err = model.ParseMillis(f.texts[lifetimeField])
	}
	return o, err
}

// check says what is wrong with a line of the order, or with any of them in the last
// one. Lines that come later are taken to be right, because nobody has been there yet.
func (s *screen) check(at field) string {
	if why := s.forbidden(s.decided()); why != "" {
		return why
	}
	o, err := s.composed()
	if at < lifetimeField && o.Kind.Overrides() {
		o.Lifetime, err = 1, nil
	}
	for _, later := range []struct {
		field
		text *string
	}{{whoField, &o.Who}, {whyField, &o.Why}, {invariantField, &o.Invariant}} {
		if later.field > at {
			*later.text = "-"
		}
	}
	if err == nil {
		err = o.Check(s.snap.Scenario)
	} else {
		err = fmt.Errorf("lifetime: %w", err)
	}
	if err != nil {
		return strings.TrimPrefix(err.Error(), o.Say()+": ")
	}
	return ""
}

// go to the next or the previous line. One that is wrong cannot be left forwards.
func (s *screen) orderMove(by int) {
	f := &s.order
	if by > 0 {
		if f.err = s.check(f.at); f.err != "" {
			return
		}
	}
	list := s.orderFields()
	for i, at := range list {
		if at == f.at {
			f.at = list[min(max(i+by, 0), len(list)-1)]
			return
		}
	}
	f.at = whatField
}

// give sends the order, if nothing is wrong with any line. The run decides whether it
// is legal at the instant at which it takes effect.
func (s *screen) give() {
	f := &s.order
	if f.err = s.check(giveField); f.err != "" {
		return
	}
	o, _ := s.composed()
	s.do(model.Command{Kind: model.GiveOrder, Order: o})
	s.sent = sentOrder{true, o.Who, len(s.snap.Audit)}
	s.leaveOrder()
	text := "order sent: " + o.Say() + "; the log says what became of it"
	if !s.order.holds {
		text += ", when the run goes on"
	}
	s.say(text)
}

// pressOrder takes the keys of the dialog.
func (s *screen) pressOrder(code string, printable rune) {
	f := &s.order
	f.err = ""
	text := f.takesText()
	turn := 0
	switch {
	case code == "ctrl+c":
		s.effect(quitNow)
	case code == "esc":
		s.leaveOrder()
		s.say("left: nothing was ordered")
	case code == "down", code == "tab":
		s.orderDown(code)
	case code == "up" && f.at == whatField:
		turn = -1
	case code == "up", code == "shift+tab":
		s.orderMove(-1)
	case code == "enter" && f.at == giveField:
		s.give()
	case code == "enter":
		s.orderMove(1)
	case code == "left", !text && (printable == 'h' || printable == 'k' || printable == '-'):
		turn = -1
	case code == "right", !text && (printable == 'l' || printable == 'j' || printable == '+' || printable == ' '):
		turn = 1
	case !text && printable != 0:
		f.err = choiceHints[f.at]
	case !text:
	case code == "backspace":
		if r := []rune(f.texts[f.at]); len(r) > 0 {
			f.texts[f.at] = string(r[:len(r)-1])
		}
	case code == "ctrl+u":
		f.texts[f.at] = ""
	case printable != 0 && width(f.texts[f.at]) < 200:
		f.texts[f.at] += string(printable)
	}
	s.orderTurn(turn)
}

// choiceHints say what the lines want that are not typed.
var choiceHints = [fields]string{
	whatField:  "this line is chosen, not typed: up and down choose, enter goes on",
	valueField: "this line is chosen, not typed: left and right choose, enter goes on",
	giveField:  "nothing is typed here: enter gives the order, up goes back",
}

// takesText says whether the line with the focus is one that is typed.
func (f *orderForm) takesText() bool { return f.at >= whoField && f.at <= lifetimeField }

// takesText says whether what is typed, or pasted, is text and not keys.
func (s *screen) takesText() bool {
	return s.mode == typing || s.mode == ordering && s.order.takesText()
}

// orderDown is the next decision in the list of decisions, and otherwise the next line.
func (s *screen) orderDown(code string) {
	if s.order.at == whatField && code == "down" {
		s.orderTurn(1)
		return
	}
	s.orderMove(1)
}

// orderTurn chooses another decision or another value.
func (s *screen) orderTurn(by int) {
	f := &s.order
	if by == 0 {
		return
	}
	switch f.at {
	case whatField:
		f.what = min(max(f.what+by, 0), len(s.decisions())-1)
	case valueField:
		all, at := s.orderValues()
		f.value[f.what] = min(max(at+by, 0), max(len(all)-1, 0))
	}
}

func (f *orderForm) footItems() []string {
	items := []string{"esc leaves it", "enter next", "up back"}
	switch f.at {
	case whatField:
		items = []string{"esc leaves it", "jk choose", "enter next"}
	case valueField:
		items = []string{"esc leaves it", "hl choose", "enter next", "up back"}
	case giveField:
		items = []string{"enter GIVES THE ORDER", "esc leaves it", "up back"}
	}
	if f.holds {
		items = append(items, "the run waits meanwhile")
	}
	return items
}

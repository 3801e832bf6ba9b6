package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/live"
)

// repl is the live run as a conversation in lines: what happens is appended, and what
// is typed is carried out.
type repl struct {
	runner  *live.Runner
	choice  *choice
	command []string // line
	out     io.Writer
	until   model.Millis // it ends there; 0 goes on
	reporter
	epoch  int    // of the run that is being reported
	notice uint64 // the last that was printed
}

func newRepl(r *live.Runner, c *choice, command []string, out io.Writer, until model.Millis) *repl {
	if until == 0 {
		until = model.Forever
	}
	return &repl{runner: r, choice: c, command: command, out: out, until: until, epoch: -1}
}

// order is something that can be typed.
type order struct {
	word, args, doc string
	do              func(r *repl, args string) error
}

// errQuit ends the conversation.
var errQuit = errors.New("quit")

// orders is everything that can be typed besides the name of a parameter and a value.
// It is filled in init, because help reads it.
var orders []order

func init() {
	command := func(kind model.CommandKind) func(*repl, string) error {
		return func(r *repl, args string) error {
			if args != "" {
				return fmt.Errorf("%q is too much", args)
			}
			r.runner.Do(model.Command{Kind: kind, Seed: r.runner.Snapshot().Seed})
			return nil
		}
	}
	orders = []order{
		{"help", "", "this list", (*repl).help},
		{"params", "", "every parameter with its value and range", (*repl).params},
		{"pause", "", "stop simulated time", command(model.Pause)},
		{"resume", "", "let it go on", command(model.Resume)},
		{"step", "", "while paused: on to the end of the next window", command(model.StepWindow)},
		{"speed", "N", "simulated seconds per second, from 0.1, or max", (*repl).speed},
		{"restart", "[SEED]", "from the start, with the parameters as they are", (*repl).restart},
		{"reset", "", "from the start, with the scenario's own values", command(model.Reset)},
		{"note", "TEXT", "write a note into the record", (*repl).note},
		{"state", "", "the operating state, what leads out of it, and the overrides in force", (*repl).state},
		{"order", "ORDER", "decide by hand: " + presets.OrderSyntax, (*repl).order},
		{"csv", "FILE", "write the windows so far, and a manifest that repeats them", (*repl).csv},
		{"save", "FILE", "write the scenario with the changes so far, as a file for --scenario", (*repl).save},
		{"quit", "", "end", func(*repl, string) error { return errQuit }},
	}
}

const (
	glance  = 50 * time.Millisecond // between two looks at the run
	maxLine = 1 << 16
)

func newScanner(in io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(in)
	s.Buffer(nil, maxLine)
	return s
}

// run reports and obeys until somebody quits, the input ends, the time is reached or
// the context ends, whose cause it then returns. With a time to reach, the end of the
// input is no reason to quit.
func (r *repl) run(ctx context.Context, in io.Reader) error {
	typed := lines(ctx, in)
	tick := time.NewTicker(glance)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case line, ok := <-typed:
			if !ok {
				if r.until == model.Forever {
					return r.look()
				}
				typed = nil
				continue
			}
			if err := r.obey(line); errors.Is(err, errQuit) {
				return nil
			} else if err != nil {
				if err := r.say(err.Error()); err != nil {
					return err
				}
			}
		case <-tick.C:
			if err := r.look(); errors.Is(err, errQuit) {
				return nil
			} else if err != nil {
				return err
			}
		}
	}
}

// look prints what is new.
func (r *repl) look() error {
	s := r.runner.Snapshot()
	if s.Run != r.epoch {
		r.epoch = s.Run
		r.reporter = reporter{out: r.out, params: paramsOf(s.Scenario)}
		if err := r.say(fmt.Sprintf("run %d of %s, seed %d, starts", s.Run, s.Scenario.Name, s.Seed)); err != nil {
			return err
		}
	}
	if s.NoticeID != r.notice {
		r.notice = s.NoticeID
		if err := r.say(s.Notice); err != nil {
			return err
		}
	}
	rec := s.Recording()
	over := false
	for i := range rec.Points {
		if rec.Points[i].End >= r.until {
			rec.Points, over = rec.Points[:i+1], true
			break
		}
	}
	if err := r.report(rec); err != nil {
		return err
	}
	if over {
		return errQuit
	}
	return nil
}

func (r *repl) say(text string) error {
	return writeAll(r.out, []byte(text+"\n"))
}

// obey carries out a line that was typed. The error says what was wrong with it.
func (r *repl) obey(line string) error {
	word, args, _ := strings.Cut(strings.TrimSpace(line), " ")
	args = strings.TrimSpace(args)
	if word == "" {
		return nil
	}
	for _, o := range orders {
		if o.word == word {
			if err := o.do(r, args); err != nil {
				return fmt.Errorf("%s: %w", word, err)
			}
			return nil
		}
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		word, args = name, value+args
	}
	return r.set(word, args)
}

// set asks for a new value of a parameter.
func (r *repl) set(name, text string) error {
	knobs, err := r.runner.Snapshot().Scenario.Clone().Knobs(sim.Catalog())
	if err != nil {
		return err
	}
	k, err := knobs.Find(name)
	if err != nil {
		return fmt.Errorf("%w; type help", err)
	}
	v, err := k.Parse(text)
	if err != nil {
		return err
	}
	r.runner.Do(model.Command{Kind: model.SetKnob, Path: k.Path, Value: v})
	return nil
}

func (r *repl) help(string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%-16s give a parameter a value, such as: load 120\n", "NAME VALUE")
	for _, o := range orders {
		fmt.Fprintf(&b, "%-16s %s\n", strings.TrimSpace(o.word+" "+o.args), o.doc)
	}
	return writeAll(r.out, []byte(b.String()))
}

func (r *repl) params(string) error {
	var b strings.Builder
	for _, k := range r.runner.Snapshot().Knobs {
		when := ""
		if k.Fixed {
			when = ", before a run only"
		}
		fmt.Fprintf(&b, "%-16s %s (range %s%s)\n", k.Short, k.Format(k.Now), k.Range(), when)
	}
	return writeAll(r.out, []byte(b.String()))
}

func (r *repl) speed(text string) error {
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case text == "max":
		v = 0
	case err != nil || !(v >= minSpeed && v <= maxSpeed):
		return fmt.Errorf("%q is not a number from %v to %v, or max", text, minSpeed, maxSpeed)
	}
	r.runner.Do(model.Command{Kind: model.SetSpeed, Value: v})
	return nil
}

// Simulated seconds per wall second.
const (
	minSpeed = 0.1
	maxSpeed = 1000
)

func (r *repl) restart(text string) error {
	s := seed{v: r.runner.Snapshot().Seed}
	if text != "" {
		if err := s.Set(text); err != nil {
			return err
		}
	}
	r.runner.Do(model.Command{Kind: model.Restart, Seed: s.v})
	return nil
}

// state says where the machine of the operating states is, and what each way out needs.
func (r *repl) state(string) error {
	s := r.runner.Snapshot()
	var b strings.Builder
	fmt.Fprintf(&b, "state %v since %s: %s\n", s.State.State, s.State.Since.Clock(), s.State.Why)
	for _, way := range s.State.Ways {
		fmt.Fprintf(&b, "to %v, %d of %d windows", way.To, way.Have, way.Need)
		if way.Off {
			b.WriteString(", switched off by an override")
		}
		for _, g := range way.Gates {
			has := "NO"
			if g.Met {
				has = "yes"
			}
			fmt.Fprintf(&b, "; %s %s", strings.Join(strings.Fields(g.Name+" "+g.Value+" "+g.Needs), " "), has)
		}
		b.WriteByte('\n')
	}
	for _, o := range s.Control.Overrides {
		fmt.Fprintf(&b, "override %d: %s, until %s, by %s: %s; it may relax %s\n", o.Number, o.Say(), o.Until.Clock(), o.Who, o.Why, o.Invariant)
	}
	return writeAll(r.out, []byte(b.String()))
}

// order hands on what a person decides; a refusal comes back as a notice or stands in
// the log.
func (r *repl) order(text string) error {
	o, err := presets.ParseOrder(text)
	if err != nil {
		return err
	}
	if err := o.Check(r.runner.Snapshot().Scenario); err != nil {
		return err
	}
	r.runner.Do(model.Command{Kind: model.GiveOrder, Order: o})
	return nil
}

func (r *repl) note(text string) error {
	if text == "" {
		return errors.New("write something after it")
	}
	r.runner.Do(model.Command{Kind: model.Note, Text: text})
	return nil
}

// csv writes what has been recorded. When it cannot, the run goes on and keeps it.
func (r *repl) csv(file string) error {
	if file == "" || file == stdout {
		return errors.New("write the file's name after it")
	}
	rec := r.runner.Snapshot().Recording()
	p, err := (&destination{kind: export.KindRun, csv: file}).plan(rec.Scenario.Name, "")
	if err != nil {
		return err
	}
	files, err := exportRun(r.choice.originOfLive(r.command, rec), p, productOf(rec, p.by, export.AllColumns()))
	if err != nil {
		return unforced(err)
	}
	return r.say(fmt.Sprintf("wrote %s, %d windows, sha256 %s", file, len(rec.Points), export.SHA256(files[0].Data)))
}

// unforced says of a file that is in the way what can be done where there are no flags.
func unforced(err error) error {
	if errors.Is(err, export.ErrExists) {
		return errors.New(strings.ReplaceAll(err.Error(), export.ErrExists.Error(), "the file exists; write another name"))
	}
	return err
}

// save writes the run as a scenario.
func (r *repl) save(file string) error {
	if file == "" {
		return errors.New("write the file's name after it")
	}
	rec := r.runner.Snapshot().Recording()
	if err := r.choice.save(file, rec); err != nil {
		return unforced(err)
	}
	return r.say(fmt.Sprintf("wrote %s, with %d changes", file, len(rec.Changes)))
}

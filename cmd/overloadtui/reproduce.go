package main

import (
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
)

// reproduce is the command that gives the recorded run again: the scenario as it was
// chosen, what was different when the run began, every change and order at its time, and
// how long it has gone on. all is false when the flags cannot say all of that.
func (c *choice) reproduce(rec model.Recording) (command string, all bool) {
	args := []string{"overloadtui", "run"}
	if c.file != "" {
		args = append(args, "--scenario", shellQuote(c.file))
	} else {
		args = append(args, "--preset", rec.Scenario.Name)
	}
	if rec.Seed != c.base.Seed {
		args = append(args, fmt.Sprintf("--seed %d", rec.Seed))
	}
	began := rec.Scenario.Clone()
	began.Duration = c.base.Duration // --for stands for it
	for _, a := range presets.Difference(c.base, began, sim.Catalog()) {
		args = append(args, "--set", shellQuote(a))
	}
	timeline, params := rec.Changes[len(c.base.Changes):], paramsOf(began)
	all = true
	ordered := map[model.Millis]bool{}
	for _, change := range timeline {
		at := fmt.Sprintf("%v:", change.At)
		if p, ok := params(change.Path); ok {
			args = append(args, "--change", shellQuote(at+change.Path+"="+p.Text(change.To)))
			all = all && !ordered[change.At] // flags put every change of an instant before its orders
		} else if change.Order.Kind != model.NoOrder {
			text, ok := presets.FormatOrder(change.Order)
			if ok {
				args = append(args, "--order", shellQuote(at+text))
			}
			all = all && ok
			ordered[change.At] = true
		}
	}
	return strings.Join(append(args, fmt.Sprintf("--for %v", rec.Until)), " "), all
}

// reproduction is the command for a person to copy, with a word on what it cannot say.
func (c *choice) reproduction(rec model.Recording) string {
	command, all := c.reproduce(rec)
	if !all {
		command += " # without an order that no flag can say: export the run, and verify repeats it"
	}
	return command
}

// originOfLive is what made a live run.
func (c *choice) originOfLive(command []string, rec model.Recording) origin {
	from := origin{command: command}
	if text, all := c.reproduce(rec); all {
		from.reproduce = text
	}
	return from
}

// shellQuote writes a word so that a POSIX shell reads it as it is.
func shellQuote(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") == "" && s != "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

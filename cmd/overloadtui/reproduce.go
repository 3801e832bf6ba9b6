package main

import (
	"fmt"
	"strings"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
)

// reproduce is the command that gives the recorded run again: the scenario as it was
// chosen, what was different when the run began, every change at its time, and how
// long it has gone on.
func (c *choice) reproduce(rec model.Recording) string {
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
		args = append(args, "--set", a)
	}
	timeline, params := rec.Changes[len(c.base.Changes):], paramsOf(began)
	for _, change := range timeline {
		if p, ok := params(change.Path); ok {
			args = append(args, fmt.Sprintf("--change %v:%s=%s", change.At, change.Path, p.Text(change.To)))
		}
	}
	return strings.Join(append(args, fmt.Sprintf("--for %v", rec.Until)), " ")
}

// shellQuote writes a word so that a POSIX shell reads it as it is.
func shellQuote(s string) string {
	if strings.Trim(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+=:,@%") == "" && s != "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

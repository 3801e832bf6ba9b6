package model

import (
	"fmt"
	"regexp"
)

// forbidden are the controls that never stand on a brownout ladder, with why: what
// they protect is not load that can be shed.
var forbidden = []struct {
	control string
	words   *regexp.Regexp
	because string
}{
	{"authorization", regexp.MustCompile(`(?i)\b(authori[sz]|authenti|permission|access control)`), "an answer to somebody who may not have it is no good answer"},
	{"fraud control", regexp.MustCompile(`(?i)\bfraud`), "who causes the overload would profit from it"},
	{"durability", regexp.MustCompile(`(?i)\b(durab|fsync|write-ahead|replication of writes)`), "work that was acknowledged would be lost"},
	{"fencing", regexp.MustCompile(`(?i)\bfenc(e|ing)\b`), "two authorities could write"},
	{"mandatory audit", regexp.MustCompile(`(?i)\baudit`), "what was done under pressure must be known afterwards"},
}

// Check says what is wrong with a rung: a setting out of range, or that it turns off
// authorization, fraud control, durability, fencing or mandatory audit.
func (r *Rung) Check() error {
	for _, setting := range RungSettings {
		if err := setting.Check(*setting.At(r)); err != nil {
			return fmt.Errorf("rung %q: %w", r.Name, err)
		}
	}
	for _, f := range forbidden {
		if f.words.MatchString(r.Off) {
			return fmt.Errorf("rung %q: it turns off %q; %s never stands on a ladder: %s", r.Name, r.Off, f.control, f.because)
		}
	}
	return nil
}

// checkLadder says which rung is impossible, or removes less work than the one before it:
// a deeper rung contains what is off in the others.
func checkLadder(ladder []Rung) error {
	for i := range ladder {
		r := &ladder[i]
		if err := r.Check(); err != nil {
			return err
		}
		if i > 0 && r.Removes < ladder[i-1].Removes {
			return fmt.Errorf("rung %q: it removes %s %% of the optional work, less than the %s %% of rung %q before it; the rungs are ordered by the work that they remove",
				r.Name, Group(r.Removes), Group(ladder[i-1].Removes), ladder[i-1].Name)
		}
	}
	return nil
}

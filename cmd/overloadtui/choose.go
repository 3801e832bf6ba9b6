package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
)

const defaultPreset = "collapse"

// choice is how a person says which scenario to run: the flags that every verb has
// that runs something.
type choice struct {
	preset string
	usual  string // preset when none is named; empty for defaultPreset
	file   string
	seed   seed
	set    []string
	change []string
	order  []string

	source []byte          // the scenario's file
	base   *model.Scenario // as it was loaded, before seed, set and change
}

func (c *choice) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&c.preset, "preset", "", "built-in scenario `NAME` (default "+cmp.Or(c.usual, defaultPreset)+"; see overloadtui presets)")
	f.StringVar(&c.file, "scenario", "", "scenario `FILE` in YAML")
	f.Var(&c.seed, "seed", "seed of everything random (default the scenario's)")
	f.StringArrayVar(&c.set, "set", nil, "`NAME=VALUE` for a parameter, such as load=120, or another kind of policy, such as demand=poisson; repeatable (see overloadtui params)")
	f.StringArrayVar(&c.change, "change", nil, "`TIME:NAME=VALUE` changes a parameter during the run, such as 12s:load=120; repeatable")
	f.StringArrayVar(&c.order, "order", nil, "`TIME:ORDER` is a decision by hand during the run, such as \"30s:hold-rung 2; who: ada; why: ...; may-relax: ...; lifetime: 5m\"; repeatable")
	cmd.MarkFlagsMutuallyExclusive("preset", "scenario")
	complete(cmd, "preset", cobra.FixedCompletions(presets.Names(), cobra.ShellCompDirectiveNoFileComp))
	complete(cmd, "scenario", cobra.FixedCompletions([]string{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt))
	complete(cmd, "set", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return c.settable(), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
	})
}

func complete(cmd *cobra.Command, flag string, f cobra.CompletionFunc) {
	if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
		panic(err) // the flag does not exist
	}
}

// scenario is the chosen scenario with the flags' seed and settings.
func (c *choice) scenario() (*model.Scenario, error) {
	s, err := c.load()
	if err != nil {
		return nil, err
	}
	return c.varied(s)
}

// varied is a loaded scenario with the flags' seed and settings.
func (c *choice) varied(s *model.Scenario) (*model.Scenario, error) {
	c.base = s.Clone()
	if c.seed.given {
		s.Seed = c.seed.v
	}
	if err := presets.Set(s, sim.Catalog(), c.set...); err != nil {
		return nil, fmt.Errorf("--set: %w", err)
	}
	if err := presets.Schedule(s, sim.Catalog(), c.change...); err != nil {
		return nil, fmt.Errorf("--change: %w", err)
	}
	if err := presets.Order(s, sim.Catalog(), c.order...); err != nil {
		return nil, fmt.Errorf("--order: %w", err)
	}
	return s, nil
}

// scheduled are the changes of the scenario that --change asked for.
func (c *choice) scheduled(s *model.Scenario) []model.Change { return s.Changes[len(c.base.Changes):] }

func (c *choice) load() (s *model.Scenario, err error) {
	if c.file != "" {
		if c.source, err = readFile(c.file); err != nil {
			return nil, err
		}
		return presets.Read(c.file, c.source, sim.Catalog())
	}
	preset := cmp.Or(c.preset, c.usual, defaultPreset)
	if c.source, err = presets.Source(preset); err != nil {
		return nil, err
	}
	return presets.Load(preset, sim.Catalog())
}

// save writes the recorded run as a scenario file: what was chosen, with its
// comments, and every change at its time.
func (c *choice) save(path string, rec model.Recording) error {
	s := rec.Scenario.Clone()
	s.Duration = c.base.Duration
	s.Seed, s.Changes = rec.Seed, rec.Changes
	from := cmp.Or(c.file, c.base.Name+".yaml")
	if filepath.Dir(path) != filepath.Dir(from) {
		s = presets.Inline(s) // what it names lies elsewhere
	}
	text, _, err := presets.Edit(from, c.source, s, sim.Catalog())
	if err != nil {
		return err
	}
	return export.Write(false, export.File{Path: path, Data: text})
}

// settable is the completions of --set for the scenario chosen so far.
func (c *choice) settable() []string {
	s, err := c.load()
	if err != nil {
		return nil
	}
	knobs, err := s.Knobs(sim.Catalog())
	if err != nil {
		return nil
	}
	var words []string
	for _, k := range knobs {
		words = append(words, k.Short+"=\t"+k.Label+", "+k.Range())
	}
	for _, path := range slices.Sorted(maps.Keys(presets.Places(s))) {
		words = append(words, path+"=\t"+strings.Join(sim.Catalog().Names(presets.Places(s)[path]), " | "))
	}
	return words
}

// readFile reads a file that a person named. The error is short and names it.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return nil, fmt.Errorf("%s: %w", name, path.Err)
	}
	return data, err
}

// seed is a flag that knows whether it was given, because each number is a seed.
type seed struct {
	v     uint64
	given bool
}

func (s *seed) Type() string { return "N" }
func (s *seed) String() string {
	if !s.given {
		return ""
	}
	return strconv.FormatUint(s.v, 10)
}
func (s *seed) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("a seed is a whole number from 0 to %d", uint64(1<<64-1))
	}
	s.v, s.given = v, true
	return nil
}

// span is a flag for simulated time, written with its unit; 0 when it is not given.
type span model.Millis

func (s *span) Type() string { return "TIME" }
func (s *span) String() string {
	if *s == 0 {
		return ""
	}
	return model.Millis(*s).String()
}
func (s *span) Set(text string) error {
	m, err := model.ParseMillis(text)
	switch {
	case err != nil:
		return err
	case m <= 0 || m > maxSpan:
		return fmt.Errorf("%v is out of range; it is more than 0 and at most %v", m, maxSpan)
	}
	*s = span(m)
	return nil
}

// maxSpan is as long as a scenario's duration may be.
const maxSpan = model.Millis(1e9)

package model

import (
	"fmt"
	"iter"
	"math"
	"strings"
)

// KnobDecl is a setting of a particular scenario: a declaration and the place it
// belongs to.
type KnobDecl struct {
	Param
	Path    string  // full name, such as "server.concurrency.limit"
	Short   string  // the shortest ending of Path that is unique in the scenario: "limit"
	Group   string  // whose it is: a route, a service, a call ("route.service"), a class, or "run"
	Initial float64 // the scenario's own value, which "back to default" restores
}

// Knob is a declared setting together with its value, which lives in the scenario
// that made the knob.
type Knob struct {
	KnobDecl
	at *float64
}

// Value is the value now.
func (k Knob) Value() float64 { return *k.at }

// Set gives the knob a value without asking; callers Check first.
func (k Knob) Set(v float64) { *k.at = v }

// At is where the value lives, for code that reads it often.
func (k Knob) At() *float64 { return k.at }

// Slider is the range and step that a slider shows: the declared one, widened by
// powers of ten until the scenario's own value fits. A least value below one step is
// for those who type it; the slider begins at one step.
func (k KnobDecl) Slider() (low, high, step float64) {
	if len(k.Choices) > 0 {
		return 0, float64(len(k.Choices) - 1), 1
	}
	low, high, step = k.Min, k.Max, k.Step
	if low > 0 && low < step && k.Initial >= step {
		low = step
	}
	if k.SliderMax > 0 {
		high = math.Min(k.SliderMax, k.Max)
	}
	for k.Initial > high && high < k.Max {
		high, step = math.Min(high*10, k.Max), step*10
	}
	return low, high, step
}

// Knobs are a scenario's settings in the order in which they are shown.
type Knobs []Knob

// Find is the knob with that path or any unique ending of it. The error lists what
// was possible.
func (ks Knobs) Find(name string) (Knob, error) {
	var found []Knob
	for i := range ks {
		path := ks[i].Path
		if path == name {
			return ks[i], nil
		}
		if rest, ok := strings.CutSuffix(path, name); ok && strings.HasSuffix(rest, ".") {
			found = append(found, ks[i])
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Knob{}, fmt.Errorf("unknown parameter %q%s", name, ks.suggest(name))
	}
	var paths []string
	for _, k := range found {
		paths = append(paths, k.Path)
	}
	return Knob{}, fmt.Errorf("parameter %q is ambiguous: %s", name, strings.Join(paths, ", "))
}

// Assign gives knobs their values, one after the other. It stops at the first that does
// not exist or whose value is out of range; the error is Find's or Check's.
func (ks Knobs) Assign(values ...Assignment) error {
	for _, a := range values {
		k, err := ks.Find(a.Path)
		if err != nil {
			return err
		}
		if err := k.Check(a.To); err != nil {
			return err
		}
		k.Set(a.To)
	}
	return nil
}

func (ks Knobs) suggest(name string) string {
	var names []string
	for _, k := range ks {
		names = append(names, k.Short)
	}
	if near := Nearest(name, names); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return "; see overloadtui params"
}

// Nearest is the name that was probably meant by a mistyped one, or "" when none is
// near: at most three letters and less than half of the name are wrong.
func Nearest(typed string, names []string) string {
	best, distance := "", min(4, (len(typed)+1)/2+1)
	for _, name := range names {
		if d := editDistance(typed, name); d < distance {
			best, distance = name, d
		}
	}
	return best
}

func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// Knobs lists every setting of the scenario, each pointing into it. It fails when a
// policy's kind is not in the catalog or has the wrong number of values.
func (s *Scenario) Knobs(cat Catalog) (Knobs, error) {
	ks, err := s.settings(cat)
	ks.Shorten()
	return ks, err
}

// atMostSettings is about how many settings the scenario has, and not fewer unless it has
// many policies in one place: so many knobs need one piece of memory.
func (s *Scenario) atMostSettings() int {
	const policies = 12 // their settings, at each service and each call
	n := len(RunSettings) + len(ThresholdSettings) + len(ControllerSettings) + len(RecoverySettings)
	if s.Packet != nil {
		n += len(PacketSettings) + 20 // and the rules of its pauses
	}
	n += len(s.Services)*(len(ServiceSettings)+policies) + len(s.Classes)*len(ClassSettings)
	for i := range s.Routes {
		n += len(RouteSettings) + policies + len(s.Routes[i].Path)*(len(HopSettings)+policies)
	}
	return n
}

// settings is Knobs without their short names, which take longer to find than all the
// rest.
func (s *Scenario) settings(cat Catalog) (Knobs, error) {
	ks := make(Knobs, 0, s.atMostSettings())
	add := func(group, prefix string, p Param, at *float64) {
		if p.OfRungs {
			if len(s.Ladder) == 0 {
				return
			}
			p.Max = float64(len(s.Ladder))
		}
		path := p.Name
		if prefix != "" {
			path = prefix + "." + p.Name
		}
		ks = append(ks, Knob{KnobDecl{Param: p, Path: path, Group: group, Initial: *at}, at})
	}
	policy := func(group, prefix string, f Family, p *Policy) error {
		kind, err := cat.Find(f, p.Kind)
		if err != nil {
			return fmt.Errorf("%s: %w", group, err)
		}
		if len(p.V) != len(kind.Params) {
			return fmt.Errorf("%s: %s %s has %d values, it needs %d", group, f, p.Kind, len(p.V), len(kind.Params))
		}
		if err := kind.checkRows(p.Rows); err != nil {
			return fmt.Errorf("%s: %s %s: %w", group, f, p.Kind, err)
		}
		for i, param := range kind.Params {
			add(group, prefix, param, &p.V[i])
		}
		return nil
	}
	for i := range s.Routes {
		r := &s.Routes[i]
		if err := policy(r.Name, r.Name, DemandFamily, &r.Demand); err != nil {
			return nil, err
		}
		addAll(add, r.Name, RouteSettings, r)
		for j := range r.Path {
			h := &r.Path[j]
			group := r.Name + "." + h.Service
			if err := policy(group, group, RetryFamily, &h.Retry); err != nil {
				return nil, err
			}
			for g := range h.Guards {
				if err := policy(group, group+"."+h.Guards[g].Kind, GuardFamily, &h.Guards[g]); err != nil {
					return nil, err
				}
			}
			addAll(add, group, HopSettings, h)
		}
	}
	for i := range s.Services {
		sv := &s.Services[i]
		for g := range sv.Gates {
			if err := policy(sv.Name, sv.Name+"."+sv.Gates[g].Kind, GateFamily, &sv.Gates[g]); err != nil {
				return nil, err
			}
		}
		if err := policy(sv.Name, sv.Name, WorkFamily, &sv.Work); err != nil {
			return nil, err
		}
		if err := policy(sv.Name, sv.Name, QueueFamily, &sv.Queue); err != nil {
			return nil, err
		}
		addAll(add, sv.Name, ServiceSettings, sv)
	}
	for i := range s.Classes {
		addAll(add, s.Classes[i].Name, ClassSettings, &s.Classes[i])
	}
	for _, setting := range RunSettings {
		add("run", "", setting.Param, setting.At(s))
	}
	addAll(add, StateGroup, ThresholdSettings, &s.Thresholds)
	addAll(add, ControllerGroup, ControllerSettings, &s.Controller)
	addAll(add, RecoveryGroup, RecoverySettings, &s.Recovery)
	if s.Packet != nil {
		addAll(add, PacketGroup, PacketSettings, s.Packet)
	}
	return ks, nil
}

func addAll[P any](add func(group, prefix string, p Param, at *float64), owner string, settings []Setting[P], part *P) {
	for _, setting := range settings {
		add(owner, owner, setting.Param, setting.At(part))
	}
}

// Shorten finds for each knob the shortest ending of its path that no other has.
func (ks Knobs) Shorten() {
	holders := make(map[string]int, 3*len(ks))
	for _, k := range ks {
		for ending := range endings(k.Path) {
			holders[ending]++
		}
	}
	for i := range ks {
		k := &ks[i]
		k.Short = k.Path
		for ending := range endings(k.Path) {
			if holders[ending] == 1 {
				k.Short = ending
				break
			}
		}
	}
}

// endings are the endings of a path at its dots, the shortest first.
func endings(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := len(path) - 1; i >= 0; i-- {
			if path[i] == '.' && !yield(path[i+1:]) {
				return
			}
		}
		yield(path)
	}
}

package presets

import (
	"fmt"
	"slices"
	"strings"

	"overloadtui/model"
)

// Set carries out assignments such as "load=120", "server.work=exponential" or
// "limit=off" on the scenario. The name is a parameter's, or a family's to choose
// another kind of policy, such as "queue=lifo", or a list of them, such as
// "gates=token-bucket,concurrency" and "guards=none"; any ending of the full name will
// do that is unique. A new kind keeps the values of settings that the old one had under
// the same name. Kinds are chosen first, so that the order of the assignments does not
// matter. Each error names the assignment and what would be right; the scenario is then
// not to be used.
func Set(s *model.Scenario, cat model.Catalog, assignments ...string) error {
	var values []string
	for _, a := range assignments {
		name, kind, ok := strings.Cut(a, "=")
		if !ok {
			return fmt.Errorf("%q is not NAME=VALUE, such as load=120", a)
		}
		p, err := findPlace(s, strings.TrimSpace(name))
		if err != nil {
			return err
		}
		if p == nil {
			values = append(values, a)
			continue
		}
		if err := p.choose(cat, strings.TrimSpace(kind)); err != nil {
			return err
		}
	}
	knobs, err := s.Knobs(cat)
	if err != nil {
		return err
	}
	for _, a := range values {
		name, text, _ := strings.Cut(a, "=")
		k, err := knobs.Find(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		v, err := k.Parse(text)
		if err != nil {
			return err
		}
		k.Set(v)
	}
	return s.Validate(cat)
}

// Schedule adds changes such as "12s:load=120" to the scenario's timeline. Each error names the change and what would be right.
func Schedule(s *model.Scenario, cat model.Catalog, changes ...string) error {
	knobs, err := s.Knobs(cat)
	if err != nil {
		return err
	}
	for _, c := range changes {
		at, assignment, timed := strings.Cut(c, ":")
		name, text, valued := strings.Cut(assignment, "=")
		if !timed || !valued {
			return fmt.Errorf("%q is not TIME:NAME=VALUE, such as 12s:load=120", c)
		}
		when, err := model.ParseMillis(at)
		if err != nil {
			return err
		}
		if when < 0 {
			return fmt.Errorf("%v is before the start of the run", when)
		}
		k, err := knobs.Find(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		v, err := k.Parse(text)
		if err != nil {
			return err
		}
		s.Changes = append(s.Changes, model.Change{At: when, Path: k.Path, To: v, Who: "scenario"})
	}
	return s.Validate(cat)
}

// Places is the names under which Set can choose the kinds of policies, and the family
// that each belongs to.
func Places(s *model.Scenario) map[string]model.Family {
	names := map[string]model.Family{}
	for _, p := range places(s) {
		names[p.path] = p.family
	}
	return names
}

// place is where a policy, or a list of them, stands in a scenario.
type place struct {
	path   string // "client.demand", "server.work", "client.server.retry", "server.gates"
	family model.Family
	one    *model.Policy
	list   *[]model.Policy // instead of one
}

func places(s *model.Scenario) []place {
	var ps []place
	one := func(owner string, f model.Family, p *model.Policy) {
		ps = append(ps, place{path: owner + "." + string(f), family: f, one: p})
	}
	for i := range s.Routes {
		r := &s.Routes[i]
		one(r.Name, model.DemandFamily, &r.Demand)
		for j := range r.Path {
			call := r.Name + "." + r.Path[j].Service
			one(call, model.RetryFamily, &r.Path[j].Retry)
			ps = append(ps, place{path: call + "." + guardsKey, family: model.GuardFamily, list: &r.Path[j].Guards})
		}
	}
	for i := range s.Services {
		sv := &s.Services[i]
		one(sv.Name, model.WorkFamily, &sv.Work)
		one(sv.Name, model.QueueFamily, &sv.Queue)
		ps = append(ps, place{path: sv.Name + "." + gatesKey, family: model.GateFamily, list: &sv.Gates})
	}
	return ps
}

// findPlace is the place of that name or any unique ending of it; nil when there is
// none.
func findPlace(s *model.Scenario, name string) (*place, error) {
	var found []place
	var paths []string
	for _, p := range places(s) {
		if p.path == name || strings.HasSuffix(p.path, "."+name) {
			found = append(found, p)
			paths = append(paths, p.path)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return &found[0], nil
	}
	return nil, fmt.Errorf("parameter %q is ambiguous: %s", name, strings.Join(paths, ", "))
}

// none is the word for a list without a policy.
const none = "none"

// kinds is what stands there now, as Set takes it.
func (p *place) kinds() string {
	if p.one != nil {
		return p.one.Kind
	}
	var names []string
	for _, q := range *p.list {
		names = append(names, q.Kind)
	}
	if names == nil {
		return none
	}
	return strings.Join(names, ",")
}

func (p *place) choose(cat model.Catalog, names string) error {
	if p.one != nil {
		chosen, err := chosen(cat, p.family, names, []model.Policy{*p.one})
		if err == nil {
			*p.one = chosen
		}
		return err
	}
	var list []model.Policy
	if names != none {
		for _, name := range strings.Split(names, ",") {
			chosen, err := chosen(cat, p.family, strings.TrimSpace(name), *p.list)
			if err != nil {
				return err
			}
			list = append(list, chosen)
		}
	}
	*p.list = list
	return nil
}

// chosen is a policy of that kind with the values of settings that one of the old ones
// had under the same name, the one of its own kind first.
func chosen(cat model.Catalog, f model.Family, name string, old []model.Policy) (model.Policy, error) {
	kind, err := cat.Find(f, name)
	if err != nil {
		return model.Policy{}, err
	}
	for _, was := range old {
		if was.Kind == name {
			return was, nil
		}
	}
	p := kind.New()
	for _, was := range slices.Backward(old) {
		before, err := cat.Find(f, was.Kind)
		if err != nil {
			return model.Policy{}, err
		}
		for i, param := range kind.Params {
			if j := before.Index(param.Name); j >= 0 && param.Check(was.V[j]) == nil {
				p.V[i] = was.V[j]
			}
		}
	}
	return p, nil
}

// Difference is the assignments by which Set makes of a scenario another one that
// differs from it in kinds of policy and in values only.
func Difference(from, to *model.Scenario, cat model.Catalog) []string {
	var assignments []string
	from = from.Clone()
	there := places(to)
	for i, p := range places(from) {
		kinds := there[i].kinds()
		if kinds == p.kinds() {
			continue
		}
		assignments = append(assignments, p.path+"="+kinds)
		if err := p.choose(cat, kinds); err != nil {
			panic(fmt.Sprintf("comparing a scenario that was not validated: %v", err))
		}
	}
	old, err := from.Knobs(cat)
	now, errNow := to.Clone().Knobs(cat)
	if err != nil || errNow != nil {
		panic(fmt.Sprintf("comparing scenarios that were not validated: %v, %v", err, errNow))
	}
	for i, k := range now {
		if k.Value() != old[i].Value() {
			assignments = append(assignments, k.Short+"="+k.Text(k.Value()))
		}
	}
	return assignments
}

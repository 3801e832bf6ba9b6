package model

import (
	"strings"
	"testing"
)

// Two policies of one kind in one place would have settings of the same names.
func TestOneOfEachKindInOnePlace(t *testing.T) {
	catalog := Catalog{{Family: DemandFamily, Name: "d"}, {Family: WorkFamily, Name: "w"}, {Family: QueueFamily, Name: "q"}, {Family: RetryFamily, Name: "r"},
		{Family: GateFamily, Name: "a"}, {Family: GateFamily, Name: "b"}, {Family: GuardFamily, Name: "a"}, {Family: GuardFamily, Name: "b"}}
	list := func(kinds string) []Policy {
		var ps []Policy
		for _, k := range kinds {
			ps = append(ps, Policy{Kind: string(k)})
		}
		return ps
	}
	for _, c := range []struct{ gates, guards, want string }{
		{"", "", ""}, {"ab", "ab", ""}, {"aa", "", "two gates of the kind"}, {"aba", "", "two gates of the kind"}, {"", "abb", "two guards of the kind"},
	} {
		sv := Service{Name: "server", Work: Policy{Kind: "w"}, Queue: Policy{Kind: "q"}, Gates: list(c.gates)}
		Defaults(ServiceSettings, &sv)
		h := Hop{Service: "server", Retry: Policy{Kind: "r"}, Guards: list(c.guards)}
		Defaults(HopSettings, &h)
		r := Route{Name: "client", Demand: Policy{Kind: "d"}, Path: []Hop{h}}
		Defaults(RouteSettings, &r)
		s := Scenario{Name: "test", Services: []Service{sv}, Routes: []Route{r}, Thresholds: DefaultThresholds(), Controller: DefaultController(), Recovery: DefaultRecovery()}
		Defaults(RunSettings, &s)
		err := s.Validate(catalog)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("Validate with gates %q and guards %q = %v, want %q", c.gates, c.guards, err, c.want)
		}
	}
}

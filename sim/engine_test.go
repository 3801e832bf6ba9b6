package sim_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/policy"
)

// kind is a policy of the catalog with the named settings changed.
func kind(t testing.TB, f model.Family, name string, set map[string]float64) model.Policy {
	t.Helper()
	k, err := policy.Catalog().Find(f, name)
	if err != nil {
		t.Fatal(err)
	}
	p := k.New()
	for key, v := range set {
		i := k.Index(key)
		if i < 0 {
			t.Fatalf("%s %s has no %s", f, name, key)
		}
		p.V[i] = v
	}
	return p
}

// collapse is one server of 100/s with a patient queue and impatient clients.
func collapse(t testing.TB, load, retries float64) *model.Scenario {
	s := &model.Scenario{Name: "collapse", Seed: 23}
	model.Defaults(model.RunSettings, s)
	s.Duration = 5000
	sv := model.Service{Name: "server"}
	model.Defaults(model.ServiceSettings, &sv)
	sv.Work = kind(t, model.WorkFamily, "constant", nil)
	sv.Queue = kind(t, model.QueueFamily, "fifo", map[string]float64{"bound": 100000})
	sv.Gates = []model.Policy{kind(t, model.GateFamily, "concurrency", nil)}
	r := model.Route{Name: "client", Demand: kind(t, model.DemandFamily, "constant", map[string]float64{"load": load})}
	model.Defaults(model.RouteSettings, &r)
	r.Scope = model.ScopeAttempt
	h := model.Hop{Service: "server", Retry: kind(t, model.RetryFamily, "fixed", map[string]float64{"retries": retries})}
	model.Defaults(model.HopSettings, &h)
	r.Path = []model.Hop{h}
	s.Services, s.Routes = []model.Service{sv}, []model.Route{r}
	return s
}

func TestCollapseAtAHundredAndTen(t *testing.T) {
	e, err := sim.New(collapse(t, 110, 3))
	if err != nil {
		t.Fatal(err)
	}
	e.Finish()
	c := e.Total()
	t.Logf("%+v", c)
	if c.Attempts != 1406 || c.Good != 210 {
		t.Errorf("collapse at 110/s for 5 s with 3 retries: %d attempts and %d good, want 1406 and 210", c.Attempts, c.Good)
	}
}

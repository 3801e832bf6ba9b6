// Package simtest builds scenarios for tests of the engine and of what stands on it.
package simtest

import (
	"fmt"

	"overloadtui/model"
	"overloadtui/sim/policy"
)

// Policy is a policy of the catalog with the named settings changed. It panics on
// names that don't exist.
func Policy(f model.Family, name string, set map[string]float64) model.Policy {
	k, err := policy.Catalog().Find(f, name)
	if err != nil {
		panic(err)
	}
	p := k.New()
	for key, v := range set {
		i := k.Index(key)
		if i < 0 {
			panic(fmt.Sprintf("%s %s has no setting %q", f, name, key))
		}
		p.V[i] = v
	}
	return p
}

// Service is a service with default settings and the default policies.
func Service(name string) model.Service {
	s := model.Service{Name: name}
	model.Defaults(model.ServiceSettings, &s)
	s.Work = Policy(model.WorkFamily, "constant", nil)
	s.Queue = Policy(model.QueueFamily, "fifo", nil)
	return s
}

// Hop is a call to that service with default settings and without retries.
func Hop(service string) model.Hop {
	h := model.Hop{Service: service, Retry: Policy(model.RetryFamily, "fixed", nil)}
	model.Defaults(model.HopSettings, &h)
	return h
}

// Route is a route over the services with default settings and constant demand.
func Route(name string, load float64, services ...string) model.Route {
	r := model.Route{Name: name, Demand: Policy(model.DemandFamily, "constant", map[string]float64{"load": load})}
	model.Defaults(model.RouteSettings, &r)
	for _, s := range services {
		r.Path = append(r.Path, Hop(s))
	}
	return r
}

// Scenario is a scenario of those parts.
func Scenario(services []model.Service, routes ...model.Route) *model.Scenario {
	s := &model.Scenario{Name: "test", Seed: 23, Services: services, Routes: routes, Thresholds: model.DefaultThresholds(), Controller: model.DefaultController(), Recovery: model.DefaultRecovery()}
	model.Defaults(model.RunSettings, s)
	return s
}

// Collapse is one server of 100/s with a patient queue and impatient clients, and
// the sweep that is published of it.
func Collapse() *model.Scenario {
	sv := Service("server")
	sv.Queue = Policy(model.QueueFamily, "fifo", map[string]float64{"bound": 100000})
	sv.Gates = []model.Policy{Policy(model.GateFamily, "concurrency", nil)}
	r := Route("client", 90, "server")
	r.Scope = model.ScopeAttempt
	s := Scenario([]model.Service{sv}, r)
	s.Name, s.Duration = "collapse", 5000
	s.Sweep = model.Sweep{
		Over: "load", Values: []float64{25, 50, 75, 90, 100, 110, 125, 150, 200, 300}, File: "bp-post1-collapse-sweep.csv",
		Curves: []model.Curve{
			{Name: "no-retry", Set: []model.Assignment{{Path: "retries", To: 0}}},
			{Name: "retry", Set: []model.Assignment{{Path: "retries", To: 3}}},
		},
	}
	return s
}

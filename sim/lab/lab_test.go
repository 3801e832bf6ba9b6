package lab

import (
	"testing"

	"overloadtui/model"
	"overloadtui/sim/simtest"
)

// bases are the scenarios that the experiments vary.
func bases() map[string]*model.Scenario {
	single := func(end float64) *model.Scenario {
		r := simtest.Route("client", 90, "server")
		s := simtest.Scenario([]model.Service{simtest.Service("server")}, r)
		s.End = end
		return s
	}
	door := single(model.EndFinish)
	door.Services[0].Expiry = model.ExpiryPredicted
	door.Classes = []model.Class{{Name: "critical", Share: 25, Priority: 1, Value: 1}, {Name: "background", Share: 75, Value: 1}}
	door.Routes[0].Mix = model.MixLCG48

	pool := func(name string, workers, ms float64) model.Service {
		sv := simtest.Service(name)
		sv.Workers = workers
		sv.Work = simtest.Policy(model.WorkFamily, "constant", map[string]float64{"service-time": ms})
		return sv
	}
	chain := func(name string, offset, deadline float64, path ...string) model.Route {
		r := simtest.Route(name, 50, path...)
		r.Demand = simtest.Policy(model.DemandFamily, "constant", map[string]float64{"load": 50, "offset": offset})
		r.Deadline, r.Leave = deadline, model.LeaveNever
		for i := range r.Path[1:] {
			hop := &r.Path[i+1]
			hop.Tie = model.TieTimer
		}
		return r
	}
	timeouts := func(r model.Route) model.Route {
		for i := range r.Path[1:] {
			r.Path[i+1].Timeout = 400
		}
		return r
	}
	stop := func(s *model.Scenario) *model.Scenario { s.End = model.EndStop; return s }
	return map[string]*model.Scenario{
		"collapse":             simtest.Collapse(),
		"admission-sweet-spot": single(model.EndDrain),
		"token-vs-leaky":       single(model.EndDrain),
		"shedding-hangover":    single(model.EndFinish),
		"priority-door":        door,
		"cascade": stop(simtest.Scenario([]model.Service{pool("frontend", 20, 5), pool("service-a", 10, 5), pool("service-b", 10, 10), pool("database", 10, 10)},
			chain("route-a", 0, 1000, "frontend", "service-a", "database"), chain("route-b", 50, 1000, "frontend", "service-b"))),
		"retry-storm": stop(simtest.Scenario([]model.Service{pool("frontend", 200, 5), pool("service-a", 200, 5), pool("database", 10, 10)},
			timeouts(chain("checkout", 0, 1000, "frontend", "service-a", "database")))),
		"breaker": stop(simtest.Scenario([]model.Service{pool("frontend", 20, 5), pool("service-a", 200, 5), pool("service-b", 10, 10), pool("database", 10, 10)},
			timeouts(chain("route-a", 0, 300, "frontend", "service-a", "database")), timeouts(chain("route-b", 50, 300, "frontend", "service-b")))),
	}
}

func TestEveryPublishedTable(t *testing.T) {
	scenarios := bases()
	for _, x := range Experiments {
		for _, want := range x.Tables {
			t.Run(want.File, func(t *testing.T) {
				got, err := want.Make(scenarios[x.Preset])
				if err != nil {
					t.Fatal(err)
				}
				if got.File != want.File || got.SHA256() != want.SHA256 {
					t.Errorf("%s of %s: SHA-256 %s, want %s; the file is\n%s", got.File, x.Name, got.SHA256(), want.SHA256, got.CSV())
				}
			})
		}
	}
}

func BenchmarkAllTables(b *testing.B) {
	scenarios := bases()
	for b.Loop() {
		for _, x := range Experiments {
			for _, want := range x.Tables {
				if _, err := want.Make(scenarios[x.Preset]); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}

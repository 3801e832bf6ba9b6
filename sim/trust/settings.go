package trust

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"overloadtui/model"
	"overloadtui/model/theory"
	"overloadtui/sim"
)

// The clients of all settings wait for as long as it takes; what comes within this time
// is good, unless a setting says otherwise.
const deadline model.Millis = 200

// service time of all settings; one server does 100/s.
const (
	service = model.Millis(10)
	mu      = 100.0
)

// Settings is the table.
func Settings() []Setting {
	var all []Setting
	all = append(all, singleServer()...)
	all = append(all, manyServers()...)
	all = append(all, boundedRoom()...)
	all = append(all, generalService()...)
	all = append(all, impatience()...)
	return append(all, callers()...)
}

func singleServer() []Setting {
	var all []Setting
	for _, rho := range []float64{0.5, 0.8, 0.9, 0.95} {
		q := theory.MM1{Lambda: mu * rho, Mu: mu}
		all = append(all, station{name: fmt.Sprintf("M/M/1, load %g", rho), load: q.Lambda, work: exponential()}.setting(withoutRare(
			Check{Quantity: "mean sojourn, ms", Theory: float64(q.Sojourn()), of: meanSojourn},
			Check{Quantity: "have to wait", Theory: rho, of: waiting},
			Check{Quantity: "number in system", Theory: q.L(), of: inSystem},
			Check{Quantity: "good in 200 ms", Theory: q.Success(deadline), of: success})...))
	}
	for _, rho := range []float64{0.5, 0.8, 0.9} {
		q := theory.MD1{Lambda: mu * rho, Service: service}
		all = append(all, station{name: fmt.Sprintf("M/D/1, load %g", rho), load: q.Lambda, work: constant(), deadline: 50}.setting(withoutRare(
			Check{Quantity: "mean wait, ms", Theory: float64(q.Wait()), of: meanWait},
			Check{Quantity: "have to wait", Theory: rho, of: waiting},
			Check{Quantity: "good in 50 ms", Theory: q.SojournWithin(50), of: success})...))
	}
	for _, rho := range []float64{0.5, 0.8} {
		q := theory.DM1{Lambda: mu * rho, Mu: mu}
		all = append(all, station{name: fmt.Sprintf("D/M/1, load %g", rho), load: q.Lambda, regular: true, work: exponential()}.setting(
			Check{Quantity: "mean wait, ms", Theory: float64(q.Wait()), of: meanWait},
			Check{Quantity: "have to wait", Theory: q.Sigma(), of: waiting}))
	}
	return all
}

// withoutRare leaves out shares that are so near to 1 that a run has hardly one of the
// others, and its spread would be an accident.
func withoutRare(checks ...Check) []Check {
	return slices.DeleteFunc(checks, func(c Check) bool { return strings.HasPrefix(c.Quantity, "good") && c.Theory > 0.99 })
}

func manyServers() []Setting {
	var all []Setting
	for _, q := range []struct {
		servers int
		a       float64
	}{{2, 1}, {5, 4}, {10, 8}, {10, 9}, {50, 45}} {
		mmc := theory.MMC{Lambda: mu * q.a, Mu: mu, Servers: q.servers}
		all = append(all, station{name: fmt.Sprintf("M/M/%d, %g erlang", q.servers, q.a), load: mmc.Lambda, servers: q.servers, work: exponential()}.setting(
			Check{Quantity: "mean wait, ms", Theory: float64(mmc.Wait()), of: meanWait},
			Check{Quantity: "have to wait (Erlang C)", Theory: mmc.Waiting(), of: waiting}))
	}
	// The share that is lost does not depend on the distribution of the service time.
	for _, work := range []model.Policy{constant(), exponential(), lognormal(2)} {
		all = append(all, station{name: "M/G/5/5, 4 erlang, " + work.Kind, load: 4 * mu, servers: 5, room: 5, work: work}.setting(
			Check{Quantity: "refused (Erlang B)", Theory: theory.ErlangB(5, 4), of: refused}))
	}
	return append(all, station{name: "M/M/20/20, 15 erlang", load: 15 * mu, servers: 20, room: 20, work: exponential()}.setting(
		Check{Quantity: "refused (Erlang B)", Theory: theory.ErlangB(20, 15), of: refused}))
}

func boundedRoom() []Setting {
	var all []Setting
	for _, q := range []struct {
		servers, room int
		a             float64
	}{{1, 5, 0.8}, {1, 20, 0.95}, {1, 20, 1.1}, {1, 20, 2}, {4, 10, 3.5}, {10, 20, 12}} {
		k := theory.MMCK{Lambda: mu * q.a, Mu: mu, Servers: q.servers, Room: q.room}
		all = append(all, station{name: fmt.Sprintf("M/M/%d/%d, %g erlang", q.servers, q.room, q.a), load: k.Lambda, servers: q.servers, room: q.room, work: exponential()}.setting(
			Check{Quantity: "refused", Theory: k.Block(), of: refused},
			Check{Quantity: "mean sojourn, ms", Theory: float64(k.Sojourn()), of: meanSojourn},
			Check{Quantity: "number in system", Theory: k.L(), of: inSystem}))
	}
	return all
}

func generalService() []Setting {
	var all []Setting
	for _, g := range []struct {
		work model.Policy
		cv2  float64
	}{
		{policy(model.WorkFamily, "erlang", map[string]float64{"stages": 2}), 0.5},
		{policy(model.WorkFamily, "weibull", map[string]float64{"shape": 2}), 0.27323954473516276}, // 4/pi - 1
		{lognormal(1.5), 2.25},
		{policy(model.WorkFamily, "hyperexponential", map[string]float64{"cv2": 4}), 4},
	} {
		q := theory.MG1{Lambda: 0.8 * mu, Service: service, CV2: g.cv2}
		all = append(all, station{name: fmt.Sprintf("M/G/1, load 0.8, %s", g.work.Kind), load: q.Lambda, work: g.work}.setting(
			Check{Quantity: "mean wait, ms", Theory: float64(q.Wait()), of: meanWait},
			Check{Quantity: "have to wait", Theory: q.Rho(), of: waiting}))
	}
	return all
}

func impatience() []Setting {
	var all []Setting
	for _, load := range []float64{80, 110, 150} {
		q := theory.Patience{Lambda: load, Mu: mu, Limit: deadline}
		all = append(all, station{name: fmt.Sprintf("M/M/1, %g/s, late work dropped", load), load: load, work: exponential(), expiry: model.ExpiryLate}.setting(
			Check{Quantity: "dropped (Barrer)", Theory: q.Left(), of: dropped},
			Check{Quantity: "good in 200 ms", Theory: theory.Expiry{Lambda: load, Mu: mu, Deadline: deadline, Cut: deadline}.GoodPerS() / load, of: success}))
		cut := deadline - service
		all = append(all, station{name: fmt.Sprintf("M/M/1, %g/s, predicted late dropped", load), load: load, work: exponential(), expiry: model.ExpiryPredicted}.setting(
			Check{Quantity: "good in 200 ms", Theory: theory.Expiry{Lambda: load, Mu: mu, Deadline: deadline, Cut: cut}.GoodPerS() / load, of: success}))
	}
	for _, load := range [][2]float64{{20, 60}, {25, 65}} {
		first, second := theory.Priority{First: load[0], Second: load[1], Mu: mu}.Waits()
		sum := load[0] + load[1]
		all = append(all, station{name: fmt.Sprintf("M/M/1, %g/s before %g/s", load[0], load[1]), load: sum, work: exponential(), queue: "priority",
			first: 100 * load[0] / sum}.setting(
			Check{Quantity: "mean wait of the first, ms", Theory: float64(first), of: classWait(0)},
			Check{Quantity: "mean wait of the others, ms (Cobham)", Theory: float64(second), of: classWait(1)}))
	}
	return all
}

// callers are the settings of what callers do.
func callers() []Setting {
	all := []Setting{budget(100), budget(1000)}
	// Published products: SRE book, chapter 22; AWS Builders' Library, "Timeouts,
	// retries, and backoff with jitter".
	for _, c := range []struct{ layers, attempts int }{{3, 4}, {5, 3}, {2, 3}, {2, 2}} {
		attempts := slices.Repeat([]int{c.attempts}, c.layers)
		all = append(all, Setting{Name: fmt.Sprintf("%d layers of %d attempts, all fail", c.layers, c.attempts), load: 10, exact: true,
			make:   func() *model.Scenario { return chain(c.layers, float64(c.attempts-1)) },
			Checks: []Check{{Quantity: "attempts per operation", Theory: float64(theory.Amplification(attempts...)), of: perOperation}}})
	}
	return all
}

// budget is clients with a retry budget of 20 % and 10/s whose every attempt fails.
func budget(load float64) Setting {
	b := theory.RetryBudget{Ratio: 0.2, FloorPerS: 10, MaxRetries: 3}
	return Setting{Name: fmt.Sprintf("retry budget, %g/s, all fail", load), load: load,
		make: func() *model.Scenario {
			s := station{load: load, servers: 1000, work: constant()}.scenario()
			s.Services[0].Errors = 100
			hop := &s.Routes[0].Path[0]
			hop.Retry = policy(model.RetryFamily, "fixed", map[string]float64{"retries": 3})
			hop.Guards = []model.Policy{policy(model.GuardFamily, "retry-budget", map[string]float64{"ratio": 20, "reserve": 10, "minimum": 0})}
			return s
		},
		Checks: []Check{{Quantity: "attempts per operation, at most", Theory: b.Amplification(load), Bound: true, of: perResolved}}}
}

// chain is services that call each other in layers, with so many retries in each but
// the client, and a last one that always fails.
func chain(layers int, retries float64) *model.Scenario {
	s := station{load: 10, regular: true, servers: 10000, work: constant()}.scenario()
	route := &s.Routes[0]
	for i := range layers {
		sv := s.Services[0]
		sv.Name = fmt.Sprintf("layer-%d", i+1)
		hop := route.Path[0]
		hop.Service = sv.Name
		hop.Retry = policy(model.RetryFamily, "fixed", map[string]float64{"retries": retries})
		s.Services, route.Path = append(s.Services, sv), append(route.Path, hop)
	}
	s.Services[layers].Errors = 100
	return s
}

// station is one service and clients who wait for as long as it takes.
type station struct {
	name    string
	load    float64
	regular bool // arrivals at equal intervals, not at random
	work    model.Policy
	servers int // 0 is one
	room    int // 0 is without end
	queue   string
	expiry  float64
	first   float64 // share of a first class, %; 0 is one class

	deadline model.Millis // 0 is 200 ms
}

func (q station) setting(checks ...Check) Setting {
	return Setting{Name: q.name, Checks: checks, load: q.load, make: q.scenario}
}

func (q station) scenario() *model.Scenario {
	sv := model.Service{Name: "server", Work: q.work, Queue: policy(model.QueueFamily, "fifo", nil)}
	model.Defaults(model.ServiceSettings, &sv)
	sv.Workers, sv.Expiry = float64(max(1, q.servers)), q.expiry
	if q.queue != "" {
		sv.Queue = policy(model.QueueFamily, q.queue, nil)
	}
	if q.room > 0 {
		sv.Gates = []model.Policy{policy(model.GateFamily, "concurrency", map[string]float64{"limit": float64(q.room)})}
	}
	arrivals := "poisson"
	if q.regular {
		arrivals = "constant"
	}
	hop := model.Hop{Service: sv.Name, Retry: policy(model.RetryFamily, "none", nil)}
	model.Defaults(model.HopSettings, &hop)
	r := model.Route{Name: "client", Demand: policy(model.DemandFamily, arrivals, map[string]float64{"load": q.load})}
	model.Defaults(model.RouteSettings, &r)
	r.Deadline, r.Leave, r.Path = float64(cmp.Or(q.deadline, deadline)), model.LeaveNever, []model.Hop{hop}
	s := &model.Scenario{Name: "trust", Services: []model.Service{sv}, Routes: []model.Route{r}, Thresholds: model.DefaultThresholds(), Controller: model.DefaultController(), Recovery: model.DefaultRecovery()}
	model.Defaults(model.RunSettings, s)
	s.End = model.EndDrain
	if q.first > 0 {
		s.Classes = []model.Class{{Name: "first", Share: q.first, Priority: 1, Value: 1}, {Name: "others", Share: 100 - q.first, Value: 1}}
	}
	return s
}

func constant() model.Policy    { return policy(model.WorkFamily, "constant", nil) }
func exponential() model.Policy { return policy(model.WorkFamily, "exponential", nil) }
func lognormal(cv float64) model.Policy {
	return policy(model.WorkFamily, "lognormal", map[string]float64{"cv": cv})
}

// policy is a policy of the catalog with the named settings changed.
func policy(f model.Family, name string, set map[string]float64) model.Policy {
	kind, err := sim.Catalog().Find(f, name)
	if err != nil {
		panic(err) // the table names what the registry has
	}
	p := kind.New()
	for key, v := range set {
		p.V[kind.Index(key)] = v
	}
	return p
}

package presets_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/presets"
)

func TestSetGivesValuesAndChoosesKinds(t *testing.T) {
	s := collapse(t)
	err := presets.Set(s, catalog, "load=120/s", "demand=poisson", "server.work=exponential", "limit = 20", "rung=2", "client.server.retries=3")
	if err != nil {
		t.Fatalf("Set = %v", err)
	}
	r, sv := s.Routes[0], s.Services[0]
	if r.Demand.Kind != "poisson" || r.Demand.V[0] != 120 || sv.Work.Kind != "exponential" || sv.Work.V[0] != 10 ||
		sv.Gates[0].V[0] != 20 || s.Rung != 2 || r.Path[0].Retry.V[0] != 3 {
		t.Errorf("Set gives %+v", s)
	}
}

func TestSetChoosesListsOfPolicies(t *testing.T) {
	s := collapse(t)
	for _, c := range []struct{ assignments, gates, guards string }{
		{"limit=20", "concurrency[20]", ""},
		{"gates=priority-door", "priority-door[20]", ""}, // the limit has the same name
		{"gates=token-bucket,priority-door burst=5", "token-bucket[100 5] priority-door[20]", ""},
		{"client.server.guards=breaker probes=2", "token-bucket[100 5] priority-door[20]", "breaker[20 10 50 500 0 2 60000]"},
		{"gates=none guards=none", "", ""},
	} {
		if err := presets.Set(s, catalog, strings.Fields(c.assignments)...); err != nil {
			t.Fatalf("Set(%s) = %v", c.assignments, err)
		}
		if gates, guards := list(s.Services[0].Gates), list(s.Routes[0].Path[0].Guards); gates != c.gates || guards != c.guards {
			t.Errorf("Set(%s) gives the gates %s and the guards %s, want %s and %s", c.assignments, gates, guards, c.gates, c.guards)
		}
	}
}

func list(ps []model.Policy) string {
	var words []string
	for _, p := range ps {
		words = append(words, fmt.Sprint(p.Kind, p.V))
	}
	return strings.Join(words, " ")
}

// Difference is what Set needs to go from one scenario to the other.
func TestSetCarriesOutADifference(t *testing.T) {
	from, to := collapse(t), collapse(t)
	if err := presets.Set(to, catalog, "gates=leaky-bucket", "guards=breaker", "queue=lifo", "demand=poisson", "load=120", "waiting=7", "open-time=1s"); err != nil {
		t.Fatal(err)
	}
	difference := presets.Difference(from, to, catalog)
	if err := presets.Set(from, catalog, difference...); err != nil || !reflect.DeepEqual(from, to) {
		t.Errorf("Set(%q) = %v, gives\n%+v\nwant\n%+v", difference, err, from, to)
	}
}

func TestSetSaysWhatWouldBeRight(t *testing.T) {
	for assignment, says := range map[string]string{
		"load":                "is not NAME=VALUE",
		"lod=3":               `unknown parameter "lod"; did you mean "load"?`,
		"load=-1":             "load: -1 /s is out of range 0..1,000,000 /s",
		"load=fast":           `load: "fast" is not a number`,
		"deadline=3":          "has no unit",
		"work=quick":          `work: "quick" is not one of constant, exponential`,
		"rung=5":              "rung: 5 is out of range 0..4",
		"scope=try":           `scope: "try" is not one of operation, attempt`,
		"gates=tokens":        `gate: "tokens" is not one of concurrency, `,
		"gates=":              `gate: "" is not one of concurrency, `,
		"demand=poisson=load": `demand: "poisson=load" is not one of`,
	} {
		if err := presets.Set(collapse(t), catalog, assignment); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("Set(%q) = %v, want it to say %s", assignment, err, says)
		}
	}
}

func TestSetRefusesAnAmbiguousName(t *testing.T) {
	s := collapse(t)
	second := s.Clone().Services[0]
	second.Name = "second"
	s.Services = append(s.Services, second)
	for _, assignment := range []string{"work=exponential", "workers=2"} {
		if err := presets.Set(s, catalog, assignment); err == nil || !strings.Contains(err.Error(), "is ambiguous: server.") {
			t.Errorf("Set(%q) on two services = %v", assignment, err)
		}
	}
}

func collapse(t *testing.T) *model.Scenario {
	t.Helper()
	s, err := presets.Load("collapse", catalog)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

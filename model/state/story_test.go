package state_test

import (
	"strings"
	"testing"

	"overloadtui/model"
	"overloadtui/model/state"
)

// run lets a machine watch the service for n windows and returns the letters of its
// states, one for each window.
func run(m *state.Machine, s *service, n int) string {
	var letters strings.Builder
	for range n {
		e := s.tick()
		letters.WriteByte(m.Step(s.now, e).State.Letter())
	}
	return letters.String()
}

func explain(t *testing.T, m *state.Machine) {
	t.Helper()
	for _, tr := range m.View().Log {
		t.Logf("%v %s", tr.At.Clock(), tr.Why)
	}
	t.Logf("now: %s", m.View().Why)
}

func TestX(t *testing.T) {
	s := newService(90, 1)
	m := state.New(model.DefaultThresholds())
	t.Log(run(m, s, 10))
	t.Log(m.View().Why)
	s.load = 110
	t.Log(run(m, s, 20))
	s.limit = 20
	t.Log(run(m, s, 40))
	s.load = 70
	t.Log(run(m, s, 40))
	s.load, s.limit = 110, 0
	t.Log(run(m, s, 20))
	s.limit, s.rung = 20, 2
	t.Log(run(m, s, 40))
	s.load = 80
	t.Log(run(m, s, 20))
	s.rung = 1
	t.Log(run(m, s, 20))
	s.rung = 0
	t.Log(run(m, s, 20))
	explain(t, m)
}

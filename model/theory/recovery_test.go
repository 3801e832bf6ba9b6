package theory_test

import (
	"testing"

	"overloadtui/model"
	"overloadtui/model/theory"
)

// The figures of the recovery packet that is used for teaching, each from its inputs.
func TestTheRecoveryPacket(t *testing.T) {
	failover := theory.Degraded{Logical: 10_500, Attempts: 14_700, Admitted: 2400 + 5600, Capacity: 8400, Correct: 0.998, InTime: 0.985}
	restored := theory.Restored{Capacity: 15_000, Foreground: 9000, Reserve: 1500, WarmUp: 500}
	busier := restored
	busier.Foreground = 10_500
	full := restored
	full.Foreground = 14_000
	const backlog = 54e6
	for _, c := range []struct {
		what      string
		got, want float64
	}{
		{"goodput", failover.GoodPerS(), 7864.24},
		{"amplification", failover.Amplification(), 1.4},
		{"attempts removed from the constrained path", failover.RemovedPerS(), 6700},
		{"operations refused early", failover.RefusedPerS(), 2500},
		{"share of the failover capacity", failover.Used(), .952381},
		{"left of the failover capacity", failover.Capacity - failover.Admitted, 400},
		{"replay ceiling", restored.CeilingPerS(), 4000},
		{"margin below the ceiling", restored.CeilingPerS() - 3500, 500},
		{"replay ceiling with more foreground", busier.CeilingPerS(), 2500},
		{"replay ceiling with too much foreground", full.CeilingPerS(), 0},
		{"drain at 3500/s, s", theory.Drain(backlog, 3500, 0).Seconds(), 15_428.571428},
		{"drain at 3500/s, h", float64(theory.Drain(backlog, 3500, 0) / model.Hour), 4.285714},
		{"drain at the ceiling, s", theory.Drain(backlog, restored.CeilingPerS(), 0).Seconds(), 13_500},
		{"drain at the lower ceiling, s", theory.Drain(backlog, busier.CeilingPerS(), 0).Seconds(), 21_600},
		{"remaining after an hour", theory.Remaining(backlog, 3500, model.Hour), 41_400_000},
		{"remaining after a day", theory.Remaining(backlog, 3500, 24*model.Hour), 0},
		{"cache fill, s", theory.Drain(2.4e6, 20_000, 0).Seconds(), 120},
		{"attempts of three layers of four", float64(theory.Amplification(4, 4, 4)), 64},
	} {
		near(t, c.what, c.got, c.want, 5e-7)
	}
}

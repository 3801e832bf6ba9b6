package main

import (
	"errors"
	"fmt"
	"math"
	"strings"

	"overloadtui/model"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/export/paper"
	"overloadtui/ui"
)

// papers are the texts that can be read and taken away from a run on the screen.
func papers() []ui.Paper {
	var all []ui.Paper
	for _, p := range []struct {
		name string
		make func(*model.Snapshot) ([]byte, error)
	}{
		{"recovery plan", func(s *model.Snapshot) ([]byte, error) {
			sc, err := packetOf(s)
			if err != nil {
				return nil, err
			}
			return paper.Plan(sc), nil
		}},
		{"checklist", func(s *model.Snapshot) ([]byte, error) {
			sc, err := asItIs(s)
			if err != nil {
				return nil, err
			}
			return paper.Checklist(sc, sim.Catalog(), evidenceOf(s, sc)), nil
		}},
		{"packet", func(s *model.Snapshot) ([]byte, error) {
			sc, err := packetOf(s)
			if err != nil {
				return nil, err
			}
			return paper.Packet(sc, "markdown")
		}},
	} {
		all = append(all, ui.Paper{Name: p.name, Make: p.make, Write: func(s *model.Snapshot, text []byte) (string, error) {
			return writePaper(s.Scenario.Name+"-"+strings.ReplaceAll(p.name, " ", "-"), text)
		}})
	}
	return all
}

// writePaper writes a text under the first free name in the present directory.
func writePaper(name string, text []byte) (message string, err error) {
	for n := 1; n <= maxExports; n++ {
		path := fmt.Sprintf("%s-%d.md", name, n)
		err = export.Write(false, export.File{Path: path, Data: text})
		switch {
		case errors.Is(err, export.ErrExists):
		case err != nil:
			return "", err
		default:
			return "wrote " + path, nil
		}
	}
	return "", err
}

// asItIs is the scenario of a run with the settings that are in force.
func asItIs(s *model.Snapshot) (*model.Scenario, error) {
	sc := s.Scenario.Clone()
	knobs, err := sc.Knobs(sim.Catalog())
	if err != nil {
		return nil, err
	}
	for _, k := range s.Knobs {
		if err := knobs.Assign(model.Assignment{Path: k.Path, To: k.Now}); err != nil {
			return nil, err
		}
	}
	return sc, nil
}

// packetOf is the scenario as it is set with its packet. Where it has none, what the run
// has measured and what its recovery is set to stand in for it; everything else is
// unknown.
func packetOf(s *model.Snapshot) (*model.Scenario, error) {
	sc, err := asItIs(s)
	if err != nil || sc.Packet != nil {
		return sc, err
	}
	if len(s.Points) == 0 {
		return nil, errors.New("no window is complete yet, and the scenario has no packet: nothing is known")
	}
	last, set := &s.Points[len(s.Points)-1], &sc.Recovery
	p := model.NewPacket()
	p.Logical, p.Attempts = last.PerSecond(last.Offered), last.PerSecond(last.Attempts-last.Replays)
	p.Foreground = last.Recovery.Foreground
	p.Restored = last.Capacity
	if s.Recovery.Away {
		p.Serving, p.Failover, p.Admitted = model.ServingFailover, last.Capacity, p.Foreground
	}
	p.FailureReserve, p.WarmUp, p.Other, p.Replay = set.Reserve, set.WarmUp, set.Other, set.Rate
	p.Backlog = float64(s.Recovery.Left)
	p.Pause, p.Order = set.Pause, set.Order
	p.CheckpointAfter, p.QuarantineAfter = set.Checkpoint, set.Tries
	for i := range sc.Services {
		if c := &sc.Services[i].Cache; c.Keys > 0 {
			p.CacheKeys, p.CacheFills = p.CacheKeys+c.Keys, p.CacheFills+c.Fills
			p.FillJitter = math.Max(p.FillJitter, c.Jitter)
		}
	}
	sc.Packet = p
	sc.Title = strings.TrimRight(sc.Title, ".") + fmt.Sprintf(". Measured in the run at %s; what is neither measured nor set is unknown", s.Now.Clock())
	return sc, nil
}

// evidenceOf is what a run on the screen has shown until now; nil before its first
// window.
func evidenceOf(s *model.Snapshot, sc *model.Scenario) *paper.Evidence {
	if len(s.Points) == 0 {
		return nil
	}
	return &paper.Evidence{
		Source: "the run on the screen until " + s.Now.Clock() + ", x exports it", SHA256: "", Differs: differs(sc, s.Scenario),
		Recording: s.Recording(), Log: s.State.Log,
	}
}

package ui

import (
	"fmt"

	"overloadtui/model"
)

// leave ends the program, after a question when something would be lost.
func (s *screen) leave() {
	if !s.unsaved() {
		s.effect(quit)
		return
	}
	s.question("quit without exporting? your changes are not in a file yet",
		answer{"y", "quit", func(s *screen) { s.effect(quit) }},
		answer{"x", "export, then quit", func(s *screen) { s.effect(export); s.effect(quit) }})
}

func (s *screen) restart(seed uint64, which string) {
	s.question(fmt.Sprintf("start again from 00:00.0 with %s %d?", which, seed),
		answer{"y", "knobs as they are", func(s *screen) { s.do(model.Command{Kind: model.Restart, Seed: seed}) }},
		answer{"0", "the scenario's knobs", func(s *screen) { s.do(model.Command{Kind: model.Reset, Seed: seed}) }})
}

// question is asked on the detail line. Any other key takes it back.
type question struct {
	text    string
	answers []answer
}

type answer struct {
	key  string
	text string
	do   func(*screen)
}

func (s *screen) question(text string, answers ...answer) {
	s.mode, s.ask = asking, &question{text, answers}
}

// reply answers a question.
func (s *screen) reply(key string) {
	asked := s.ask
	s.mode, s.ask = watching, nil
	for _, a := range asked.answers {
		if a.key == key || a.key == "y" && key == "enter" {
			a.do(s)
			return
		}
	}
}

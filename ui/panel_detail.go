package ui

import (
	"strings"

	"overloadtui/model"
)

// drawDetail is the line about what is chosen, and the line of what is happening.
// Where there is one line for both, a notice comes first for a few seconds.
func (s *screen) drawDetail(a area, p *plan) {
	detail := a.row(p.detail)
	text, k := s.messageText()
	if p.message >= 0 {
		s.drawMessage(a, p, text, k)
		text = ""
	}
	switch {
	case s.mode == asking:
		s.drawQuestion(a, p.detail)
	case s.mode == typing:
		s.drawLine(detail)
		s.drawLineError(a, p.detail)
	case s.mode == helping:
		s.drawHelpChoice(a, p.detail)
	case s.mode == ordering:
	case s.detail != "" && s.refused:
		tell(a, p.detail, alarm, "! ", s.detail)
	case s.detail != "":
		tell(a, p.detail, plain, "", s.detail)
	case text != "":
		tell(a, p.detail, k, "", text)
	default:
		s.drawChoice(a, p.detail)
	}
}

func (s *screen) drawMessage(a area, p *plan, text string, k ink) {
	if text == "" {
		text, k = s.suggestion(p), dim
	}
	lines := wrap(text, a.w-2)
	top := p.message + min(p.messageH-len(lines), 0) // what is longer goes over what is above
	for y, line := range lines {
		row := a.row(top + y)
		row.blank()
		row.text(1, 0, k, line)
	}
}

// messageText is what is happening: an error or a notice.
func (s *screen) messageText() (string, ink) {
	switch {
	case s.snap.Err != nil:
		return "the engine stopped: " + s.snap.Err.Error(), alarm
	case s.notice != "":
		return s.notice, changed
	}
	return "", plain
}

// drawChoice tells about what the focus is on.
func (s *screen) drawChoice(a area, detail int) {
	switch s.region {
	case onKnobs:
		if k, ok := s.knobs.chosen(); ok && s.cursorPoint() != nil {
			head := "> " + k.Label
			tell(a, detail, plain, head, s.pastChoice(k, a.w-width(head)))
			return
		}
		s.drawKnobChoice(a.row(detail))
	case onState:
		if room := a.h - 2 - detail; room == 0 && !s.chosenState && s.view != 0 {
			a.row(detail).cut(0, 0, plain, "> "+s.stateSentence(s.state)) // whole with w; the footer has to stay
			return
		}
		tell(a, detail, plain, "> ", s.stateSentence(s.state))
	case onNumbers:
		m := model.FindMetric(s.chosenMetric())
		tell(a, detail, plain, "> "+m.Label+":", " "+m.Doc)
	case onMoments:
		all := s.moments()
		if i := len(all) - 1 - s.moment; i >= 0 && i < len(all) {
			m := &all[i]
			text := m.text
			if m.why != "" {
				text = m.why
			}
			if m.number == 0 && m.why != "" {
				text = m.sentence()
			}
			if m.entry != nil {
				text = m.full()
			}
			tell(a, detail, plain, "> "+m.at.Clock(), " "+text+" ("+m.who+"); enter goes there")
		}
	default:
		head, text := s.choiceSentence()
		tell(a, detail, plain, head, text)
	}
}

// tell writes a sentence on the detail line. Reasons are of no use in halves: what is
// longer takes the footer's line too, and then the lines above.
func tell(a area, detail int, k ink, head, text string) {
	text = head + text
	indent := 1
	if head != "" {
		indent = 0
	}
	lines := []string{text}
	if indent+width(text) > a.w {
		lines = wrap(text, a.w-1)
	}
	top := detail + min(2-len(lines), 0)
	for y, line := range lines {
		row := a.row(top + y)
		row.blank()
		row.text(max(indent, min(y, 1)), 0, k, line)
	}
	if len(lines) > 0 && k == plain && strings.HasPrefix(lines[0], strings.TrimSpace(head)) {
		a.text(indent, top, strong, strings.TrimSpace(head))
	}
}

// drawQuestion asks on the detail line and above; the footer has the answers.
func (s *screen) drawQuestion(a area, detail int) {
	lines := wrap(s.ask.text, a.w-1)
	for y, line := range lines {
		row := a.row(detail + 1 - len(lines) + y)
		row.blank()
		row.text(1, 0, strong, line)
	}
}

func (s *screen) drawLine(a area) {
	l := s.line
	x := a.text(1, 0, strong, l.prompt)
	text := l.text
	if room := max(a.w-x-1, 8); len(text) > room {
		text = text[len(text)-room:]
	}
	x = a.text(x, 0, plain, string(text))
	a.text(x, 0, cursor, "_")
}

// drawLineError says why a line cannot be taken, in the footer's place, or if it is
// longer than that, over the line too until the next key.
func (s *screen) drawLineError(a area, detail int) {
	switch text := "! " + s.line.err; {
	case s.line.err == "":
	case width(text) < a.w:
		a.row(detail + 1).blank()
		a.text(0, detail+1, alarm, text)
	default:
		a.row(detail).blank()
		tell(a, detail, alarm, "! ", s.line.err)
	}
}

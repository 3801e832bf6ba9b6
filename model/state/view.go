package state

import (
	"slices"
	"strings"

	"overloadtui/model"
)

// look makes the view.
func (m *Machine) look(now model.Millis) model.StateView {
	v := model.StateView{
		State:    m.state,
		Since:    m.since,
		MaxDwell: model.Millis(m.thresholds.Dwell[m.state]),
		Why:      m.why,
		Nearest:  -1,
		Log:      slices.Clip(m.log[max(0, len(m.log)-logLength):]),
	}
	v.Overstayed = v.MaxDwell > 0 && now-m.since > v.MaxDwell
	if v.Why == "" {
		v.Why = m.sinceTheStart()
	}
	for i := range rules[m.state] {
		r := &rules[m.state][i]
		way := model.Way{To: r.to, Have: min(m.streak[i], m.need(r)), Need: m.need(r), Off: m.blocked[m.state][r.to]}
		way.Gates, _ = r.evaluate(nil, &m.thresholds, &m.facts)
		if last := len(v.Ways) - 1; last >= 0 && v.Ways[last].To == way.To {
			if nearer(way, v.Ways[last]) {
				v.Ways[last] = way
			}
			continue
		}
		v.Ways = append(v.Ways, way)
	}
	if m.state == model.Unsafe {
		v.Ways = []model.Way{{To: model.Recovering, Manual: true, Need: 1, Gates: []model.Gate{
			{Name: "owned manual decision", Needs: "(who and why)"}, trusted(&m.thresholds, &m.facts)}}}
	}
	for i, way := range v.Ways {
		if way.To != model.Unsafe && (v.Nearest < 0 || nearer(way, v.Ways[v.Nearest])) {
			v.Nearest = i
		}
	}
	return v
}

// nearer says whether way a lacks less than b: in windows, or else in gates.
func nearer(a, b model.Way) bool {
	if x, y := a.Have*b.Need, b.Have*a.Need; x != y {
		return x > y
	}
	return metGates(a)*len(b.Gates) > metGates(b)*len(a.Gates)
}

func metGates(w model.Way) int {
	n := 0
	for _, g := range w.Gates {
		if g.Met {
			n++
		}
	}
	return n
}

// sinceTheStart is why a machine is in normal that was never anywhere else.
func (m *Machine) sinceTheStart() string {
	if m.window == 0 {
		return "normal: nothing has been measured yet"
	}
	f, t := &m.facts, &m.thresholds
	var yes, no []string
	for _, g := range []model.Gate{goodput(t, f), calm(t, f), reserveBack(t, f)} {
		if g.Met {
			yes = append(yes, phrase(g))
		} else {
			no = append(no, "but "+lacking(g))
		}
	}
	return "normal: " + strings.Join(append(yes, no...), ", ")
}

package ui

import (
	"slices"
	"strings"
)

// owner is a run of knobs that belong together: those of a route, a call, a service.
type owner struct {
	name     string
	from, to int // of knobs.all
}

// knobRow is a line of the list of knobs: a knob, or the heading of an owner.
type knobRow struct {
	knob   int    // of knobs.all; -1 for a heading
	owner  string // of a heading
	folded int    // how many knobs a heading folds away, or would; 0 = it is only a name
}

// rests says whether the focus can stop at the row.
func (r knobRow) rests() bool { return r.knob >= 0 || r.folded > 0 }

// place is what the focus is on, however the rows move: a knob or a heading.
type place struct{ path, owner string }

func (ks *knobs) placeOf(r knobRow) place {
	if r.knob >= 0 {
		return place{path: ks.all[r.knob].Path}
	}
	return place{owner: r.owner}
}

func (ks *knobs) place() place {
	if ks.at < len(ks.rows) {
		return ks.placeOf(ks.rows[ks.at])
	}
	return place{}
}

// chosen is the knob that the focus is on, if it is on one.
func (ks *knobs) chosen() (*knob, bool) {
	if ks.at >= len(ks.rows) || ks.rows[ks.at].knob < 0 {
		return nil, false
	}
	return &ks.all[ks.rows[ks.at].knob], true
}

// fold is the heading that the focus is on, if it is on one.
func (ks *knobs) fold() (knobRow, bool) {
	if ks.at >= len(ks.rows) || ks.rows[ks.at].knob >= 0 {
		return knobRow{}, false
	}
	return ks.rows[ks.at], true
}

// unfold shows or hides the rarely used knobs of the heading that the focus is on.
func (ks *knobs) unfold(open bool) {
	if ks.open == nil {
		ks.open = map[string]bool{}
	}
	here := ks.place()
	ks.open[here.owner] = open
	ks.arrange(here)
}

// arrange lists the rows and keeps the focus where it is, or near where it was.
//
// Of a scenario with one service and one route, the knobs come first and what is
// folded away stands at the end, so that a small screen shows what matters. With more
// owners each has a heading, and what it folds away opens below that.
func (ks *knobs) arrange(here place) {
	ks.rows = ks.rows[:0]
	switch {
	case ks.filter != "":
		ks.listFound()
	case len(ks.only) > 0:
		ks.listOnly()
	case ks.grouped:
		ks.listByOwner(here)
	default:
		ks.listPlain(here)
	}
	if ks.filter == "" && len(ks.only) == 0 {
		ks.height = len(ks.rows)
	}
	for i, r := range ks.rows {
		if r.rests() && ks.placeOf(r) == here {
			ks.at = i
			return
		}
	}
	if ks.filter != "" || here == (place{}) {
		ks.at = max(slices.IndexFunc(ks.rows, func(r knobRow) bool { return r.knob >= 0 }), 0)
		return
	}
	ks.at = max(min(ks.at, len(ks.rows)-1), 0)
	if len(ks.rows) > 0 && !ks.rows[ks.at].rests() {
		ks.move(1)
	}
}

// folds says whether a knob is hidden while its owner is folded. One that was changed
// is not, nor the one that the focus is on: it would vanish under the hand that puts
// it back to its default. While the owner is open, they all stay in their places.
func (ks *knobs) folds(k *knob, here place) bool {
	if !k.Minor {
		return false
	}
	ordinary := k.wanted() == k.Default && k.Now == k.Initial && k.Path != here.path
	return ordinary || ks.open[k.Group]
}

func (ks *knobs) heading(o owner, here place) knobRow {
	r := knobRow{knob: -1, owner: o.name}
	for i := o.from; i < o.to; i++ {
		if ks.folds(&ks.all[i], here) {
			r.folded++
		}
	}
	return r
}

func (ks *knobs) list(o owner, shown func(*knob) bool) {
	for i := o.from; i < o.to; i++ {
		if shown(&ks.all[i]) {
			ks.rows = append(ks.rows, knobRow{knob: i})
		}
	}
}

func (ks *knobs) listPlain(here place) {
	for _, o := range ks.owners {
		ks.list(o, func(k *knob) bool { return !ks.folds(k, here) })
	}
	for _, o := range ks.owners {
		if r := ks.heading(o, here); r.folded > 0 {
			ks.rows = append(ks.rows, r)
			if ks.open[o.name] {
				ks.list(o, func(k *knob) bool { return ks.folds(k, here) })
			}
		}
	}
}

func (ks *knobs) listByOwner(here place) {
	for _, o := range ks.owners {
		ks.rows = append(ks.rows, ks.heading(o, here))
		ks.list(o, func(k *knob) bool { return ks.open[o.name] || !ks.folds(k, here) })
	}
}

// show lists some of the knobs, by their paths and in that order, or all of them. The
// focus is where it was left there.
func (ks *knobs) show(only []string) {
	if ks.left == nil {
		ks.left = map[bool]place{}
	}
	ks.left[len(ks.only) > 0] = ks.place()
	ks.only, ks.filter = only, ""
	ks.top = 0
	ks.arrange(ks.left[len(only) > 0])
}

func (ks *knobs) listOnly() {
	for _, path := range ks.only {
		for i := range ks.all {
			if ks.all[i].Path == path {
				ks.rows = append(ks.rows, knobRow{knob: i})
			}
		}
	}
}

// listFound lists what is searched for: what belongs to a service of that name before
// what belongs to the calls to it.
func (ks *knobs) listFound() {
	owners := slices.Clone(ks.owners)
	first, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(ks.filter)), " ")
	slices.SortStableFunc(owners, func(a, b owner) int { return a.distance(first) - b.distance(first) })
	for _, o := range owners {
		n := len(ks.rows)
		ks.rows = append(ks.rows, knobRow{knob: -1, owner: o.name})
		ks.list(o, func(k *knob) bool { return k.matches(ks.filter) })
		if len(ks.rows) == n+1 {
			ks.rows = ks.rows[:n]
		}
	}
}

// distance is how little an owner is meant by a word: 0 when its name begins so.
func (o owner) distance(word string) int {
	if strings.HasPrefix(strings.ToLower(o.name), word) {
		return 0
	}
	return 1
}

// matches looks for each word of a text in the knob's path, its label and its owner.
func (k *knob) matches(filter string) bool {
	text := strings.ToLower(k.Path + " " + k.Label + " " + k.Group)
	for _, word := range strings.Fields(strings.ToLower(filter)) {
		if !strings.Contains(text, word) {
			return false
		}
	}
	return true
}

// search lists the knobs that have a text in a name, folded ones too; an empty text
// lists all as before.
func (ks *knobs) search(filter string) {
	here := ks.place()
	if filter != "" {
		here = place{} // the first that is found
	}
	ks.filter = filter
	ks.arrange(here)
}

// move goes to the next row at which the focus can stop, down or up.
func (ks *knobs) move(by int) {
	for at := ks.at + by; at >= 0 && at < len(ks.rows); at += by {
		if ks.rows[at].rests() {
			ks.at = at
			return
		}
	}
}

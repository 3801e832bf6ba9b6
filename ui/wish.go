package ui

import "time"

// wish is a value that was asked for and that no snapshot shows yet. Keys that arrive in
// one burst act on it: two steps faster are two.
type wish[T comparable] struct {
	open  bool
	value T
	at    time.Time
}

// or is the value that was asked for, or else the present one.
func (w *wish[T]) or(now T) T {
	if w.open {
		return w.value
	}
	return now
}

// follow forgets the wish as soon as it has come true, and one that does not.
func (w *wish[T]) follow(now T, at time.Time) {
	if w.value == now || at.Sub(w.at) > patience {
		w.open = false
	}
}

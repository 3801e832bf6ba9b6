// Package calm keeps the terminal quiet while packages are initialised.
//
// Bubble Tea asks the terminal for its background colour when it is imported, before
// main runs, and waits five seconds for a terminal that does not answer. It does not
// ask a TERM of "dumb". The program's own start must therefore look like one.
//
// The order of initialisation makes this work: Go initialises, of the packages whose
// imports are ready, always the one whose path sorts first. This package imports os
// and nothing else, so it is ready before package strings, which Lip Gloss and Bubble
// Tea need, and "overloadtui/..." sorts before "strings". It must stay that way: no
// second import here.
package calm

import "os"

const variable = "TERM"

var term, was = os.LookupEnv(variable)

func init() { os.Setenv(variable, "dumb") }

// Restore gives the environment back the TERM that the program was started with. The
// package that imports Bubble Tea calls it from its own initialisation, which comes
// after Bubble Tea's.
func Restore() {
	if was {
		os.Setenv(variable, term)
		return
	}
	os.Unsetenv(variable)
}

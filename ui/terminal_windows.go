package ui

import (
	"os"
	"syscall"
)

const hangup = syscall.SIGHUP

// jobControl does not exist on Windows.
type jobControl struct{}

func newJobControl(*os.File) jobControl    { return jobControl{} }
func (jobControl) stops() <-chan os.Signal { return nil }
func (jobControl) end()                    {}
func (jobControl) stop()                   {}
func (jobControl) refusal() string         { return "suspending does not exist here" }

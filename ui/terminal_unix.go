//go:build !windows

package ui

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

const hangup = syscall.SIGHUP

// jobControl is the shell's power to stop and continue the program. The signal that
// asks for a stop is caught, so that the terminal is restored before the process
// stops.
type jobControl struct {
	in   *os.File
	asks chan os.Signal
}

func newJobControl(in *os.File) jobControl {
	j := jobControl{in, make(chan os.Signal, 1)}
	signal.Notify(j.asks, syscall.SIGTSTP)
	return j
}

func (j jobControl) stops() <-chan os.Signal { return j.asks }

func (j jobControl) end() {
	if j.asks != nil {
		signal.Stop(j.asks)
	}
}

// stop stops the process group and returns when it is continued. It uses SIGSTOP,
// because Go does not give a signal that was once caught its default action back.
func (j jobControl) stop() {
	continued := make(chan os.Signal, 1)
	signal.Notify(continued, syscall.SIGCONT)
	defer signal.Stop(continued)
	if syscall.Kill(0, syscall.SIGSTOP) == nil {
		<-continued
	}
}

// refusal says why the program cannot be suspended, or nothing. The kernel discards
// the signal in a process group that nobody could continue, and the program would
// then wait for ever.
func (j jobControl) refusal() string {
	pid := os.Getpid()
	if j.in == nil {
		return "there is no shell to go back to"
	}
	session, err := unix.Getsid(0)
	if err != nil || session == pid {
		return "there is no shell to go back to"
	}
	parent, err := unix.Getsid(os.Getppid())
	if err != nil || parent != session {
		return "there is no shell to go back to"
	}
	if front, err := unix.IoctlGetInt(int(j.in.Fd()), unix.TIOCGPGRP); err != nil || front != unix.Getpgrp() {
		return "not the foreground job of a terminal"
	}
	return ""
}

package export

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// nameless is a new file in a directory that has no name, so that nothing is left of it
// when the process dies. Not every file system has such files.
func nameless(dir string) (*os.File, error) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		return nil, err // through which it would get its name
	}
	fd, err := unix.Open(dir, unix.O_TMPFILE|unix.O_WRONLY|unix.O_CLOEXEC, 0o666)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: dir, Err: err}
	}
	return os.NewFile(uintptr(fd), dir), nil
}

// link gives a nameless file a name, if it is free.
func link(f *os.File, path string) error {
	old := fmt.Sprintf("/proc/self/fd/%d", f.Fd())
	if err := unix.Linkat(unix.AT_FDCWD, old, unix.AT_FDCWD, path, unix.AT_SYMLINK_FOLLOW); err != nil {
		return &os.LinkError{Op: "link", Old: old, New: path, Err: err}
	}
	return nil
}

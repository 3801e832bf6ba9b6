package export_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"overloadtui/sim/export"
)

// mount mounts a small file system of its own for a test.
func mount(t *testing.T, flags uintptr, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, options); err != nil {
		t.Skipf("a tmpfs cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	return dir
}

func TestAFullDiskLeavesNothingBehind(t *testing.T) {
	dir := mount(t, 0, "size=8k")
	path := filepath.Join(dir, "run.csv")
	err := export.Write(false, export.File{Path: path, Data: []byte("small")},
		export.File{Path: path + "2", Data: make([]byte, 1<<16)})
	if err == nil || err.Error() != path+"2: no space left on device" {
		t.Errorf("Write to a full disk = %v", err)
	}
	if names := list(t, dir); len(names) != 0 {
		t.Errorf("a failed Write left %q", names)
	}
}

func TestAReadOnlyDiskIsNamed(t *testing.T) {
	dir := mount(t, syscall.MS_RDONLY, "")
	path := filepath.Join(dir, "run.csv")
	if err := pair(path, true); err == nil || err.Error() != path+": read-only file system" {
		t.Errorf("Run on a read-only disk = %v", err)
	}
}

func TestAReadOnlyDirectoryIsNamed(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "run.csv")
	if err := pair(path, false); err == nil || !strings.HasSuffix(err.Error(), "run.csv: permission denied") {
		t.Errorf("Run in a read-only directory = %v", err)
	}
}

package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"overloadtui/model"
	"overloadtui/presets"
	"overloadtui/sim"
	"overloadtui/sim/export"
	"overloadtui/sim/live"
)

// everything is in a directory, hidden files too, as a killed writer has left it.
func everything(t *testing.T, dir string) map[string]string {
	t.Helper()
	found := map[string]string{}
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return found
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		found[e.Name()] = writtenAt.ReplaceAllString(read(t, filepath.Join(dir, e.Name())), "")
	}
	return found
}

func TestAKilledRunLeavesWholeFilesOnly(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program and runs it many times")
	}
	program := filepath.Join(t.TempDir(), "overloadtui")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	inDir(t)
	args := strings.Fields("run --preset priority-door --for 40s --by class,service --output-dir out --format csv,json")
	start := time.Now()
	if out, err := exec.Command(program, args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(start)
	whole := everything(t, "out")
	if len(whole) != 5 {
		t.Fatalf("a run that is left alone writes %d files", len(whole))
	}
	const moments = 20
	random := rand.New(rand.NewPCG(1, 2))
	var before, during, after int
	for n := range moments {
		if err := os.RemoveAll("out"); err != nil {
			t.Fatal(err)
		}
		run := exec.Command(program, args...)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		if n%2 == 0 {
			time.Sleep(time.Duration(1.1 * random.Float64() * float64(took)))
		} else {
			// Writing is a small part of a run: the directory is made when it begins.
			for deadline := began.Add(2*took + time.Second); time.Now().Before(deadline); time.Sleep(100 * time.Microsecond) {
				if _, err := os.Stat("out"); err == nil {
					break
				}
			}
			time.Sleep(time.Duration(random.Float64() * float64(50*time.Millisecond)))
		}
		at := time.Since(began)
		_ = run.Process.Kill() // it may be over
		_ = run.Wait()
		left := everything(t, "out")
		switch len(left) {
		case 0:
			before++
		case len(whole):
			after++
		default:
			during++
		}
		for name, text := range left {
			if text != whole[name] {
				t.Errorf("killed the %d. time, after %v of %v: %s has %d bytes, whole it has %d", n+1, at, took, name, len(text), len(whole[name]))
			}
		}
		if _, ok := left[manifestName]; ok && len(left) != len(whole) {
			t.Errorf("killed the %d. time, after %v of %v: there is a manifest and not every file that it lists", n+1, at, took)
		}
	}
	t.Logf("of %d kills %d came before the first file, %d after the last one, %d between", moments, before, after, during)
}

// small mounts a file system for a test.
func small(t *testing.T, flags uintptr, options string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", flags, options); err != nil {
		t.Skipf("a tmpfs cannot be mounted here: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	return dir
}

func TestADiskThatCannotBeWrittenIsOneLineAndExit1(t *testing.T) {
	for _, c := range []struct {
		name    string
		flags   uintptr
		options string
		says    string
	}{
		{"full", 0, "size=16k", "no space left on device"},
		{"read-only", syscall.MS_RDONLY, "", "read-only file system"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := small(t, c.flags, c.options)
			for _, args := range []string{
				"run --for 100s --output-dir DIR",
				"run --for 100s --output-dir DIR/new --format json",
				"run --for 100s -o DIR/run.csv --format json,hlog",
				"run --for 100s --csv DIR/run.csv --force",
				"sweep --duration 1s --output-dir DIR/new",
				"lab --output-dir DIR",
			} {
				if c.name == "full" && strings.HasPrefix(args, "sweep") {
					continue // it is small
				}
				r := call(strings.Fields(strings.ReplaceAll(args, "DIR", dir))...)
				if r.code != exitFailed || strings.Count(r.err, "\n") != 1 || !strings.Contains(r.err, dir) || !strings.HasSuffix(r.err, c.says+"\n") {
					t.Errorf("%v\nwant exit 1 and one line that names the file and says %s", r, c.says)
				}
				_ = os.Remove(filepath.Join(dir, "new"))
				if left := everything(t, dir); len(left) != 0 {
					t.Fatalf("%v\nleft %d files", r, len(left))
				}
			}
		})
	}
}

// A live run whose export fails goes on, and keeps what it has measured.
func TestALiveRunOutlivesAnExportThatFails(t *testing.T) {
	dir := small(t, 0, "size=16k")
	t.Chdir(dir)
	s, err := presets.Load(defaultPreset, sim.Catalog())
	if err != nil {
		t.Fatal(err)
	}
	err = withRunner(context.Background(), s, func(_ context.Context, r *live.Runner) error {
		r.Do(model.Command{Kind: model.SetSpeed, Value: 0})
		for len(r.Snapshot().Points) < 200 {
			time.Sleep(time.Millisecond)
		}
		before := r.Snapshot()
		message, err := exportSnapshot(origin{}, before)
		if err == nil || !strings.Contains(err.Error(), "no space left on device") || strings.Contains(err.Error(), "\n") {
			t.Errorf("exportSnapshot on a full disk = %q, %v", message, err)
		}
		for r.Snapshot().Now <= before.Now {
			time.Sleep(time.Millisecond)
		}
		if now := r.Snapshot(); now.Err != nil || len(now.Points) < len(before.Points) || export.SHA256(export.CSV(now.Points[:200], export.AllColumns())) != export.SHA256(export.CSV(before.Points[:200], export.AllColumns())) {
			t.Errorf("after it the run has %d windows and the error %v", len(now.Points), now.Err)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	t.Chdir(os.TempDir()) // so that it can be unmounted
	if left := everything(t, dir); len(left) != 0 {
		t.Errorf("a failed export left %d files", len(left))
	}
}

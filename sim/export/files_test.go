package export_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"overloadtui/sim/export"
)

// pair writes a CSV and the manifest beside it.
func pair(path string, force bool) error {
	return export.Write(force, export.File{Path: path, Data: []byte("table")}, export.File{Path: strings.TrimSuffix(path, ".csv") + ".manifest.json", Data: []byte("{}")})
}

func TestNothingIsOverwrittenUnasked(t *testing.T) {
	for _, taken := range []string{"run.csv", "run.manifest.json"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, taken), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(dir, "run.csv")
		err := pair(path, false)
		if !errors.Is(err, export.ErrExists) || !strings.Contains(err.Error(), taken) {
			t.Errorf("Run over %s = %v", taken, err)
		}
		if got := read(t, filepath.Join(dir, taken)); string(got) != "mine" || len(list(t, dir)) != 1 {
			t.Errorf("after a refused Run %s is %q in %q", taken, got, list(t, dir))
		}
		if err := pair(path, true); err != nil {
			t.Errorf("Run with force = %v", err)
		}
		if string(read(t, filepath.Join(dir, taken))) == "mine" || len(list(t, dir)) != 2 {
			t.Errorf("force did not write both: %q", list(t, dir))
		}
	}
}

// Two writers that both find the name free must not both get it.
func TestOneOfManyWritersWins(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.csv")
	const writers = 8
	errs := make(chan error, writers)
	for range writers {
		go func() {
			err := pair(path, false)
			errs <- err
		}()
	}
	won := 0
	for range writers {
		if err := <-errs; err == nil {
			won++
		} else if !errors.Is(err, export.ErrExists) {
			t.Errorf("Run = %v", err)
		}
	}
	if won != 1 || len(list(t, filepath.Dir(path))) != 2 {
		t.Errorf("%d of %d writers won; the directory holds %q", won, writers, list(t, filepath.Dir(path)))
	}
}

func TestForceReplacesRegularFilesOnly(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "link.csv")
	if err := os.Symlink("elsewhere", path); err != nil {
		t.Skip(err)
	}
	if err := export.Write(true, export.File{Path: path, Data: []byte("x")}); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("Write over a symbolic link = %v", err)
	}
}

func TestAMissingDirectoryIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "no", "run.csv")
	err := pair(path, false)
	if err == nil || err.Error() != path+": no such file or directory" {
		t.Errorf("Run = %v", err)
	}
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func list(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

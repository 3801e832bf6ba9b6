package export

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is a file to be written.
type File struct {
	Path string
	Data []byte
}

// ErrExists is a file that stands in the way and was not to be overwritten.
var ErrExists = errors.New("the file exists; --force overwrites it")

// Write writes whole files, all of them or none as far as the file system allows, and
// unless force overwrites none that exists. Each is written and synced under another
// name in its directory, and only when all have arrived on the disk do they get their
// names. The error is one line that names the file: it exists, the disk is full, the
// directory is missing or read-only.
//
// With force, a failure between two renames can leave the first new and the second old.
func Write(force bool, files ...File) (err error) {
	for _, f := range files {
		if err := Free(force, f.Path); err != nil {
			return err
		}
	}
	temps := make([]string, 0, len(files))
	defer func() {
		for _, temp := range temps {
			_ = os.Remove(temp) // gone already when it was renamed
		}
	}()
	for _, f := range files {
		temp := filepath.Join(filepath.Dir(f.Path), "."+filepath.Base(f.Path)+"."+rand.Text()[:8]+".tmp")
		temps = append(temps, temp)
		if err := writeSynced(temp, f.Data); err != nil {
			return fmt.Errorf("%s: %w", f.Path, cause(err))
		}
	}
	publish := claim
	if force {
		publish = os.Rename
	}
	for i, f := range files {
		if err := publish(temps[i], f.Path); err != nil {
			if !force {
				for _, done := range files[:i] {
					_ = os.Remove(done.Path)
				}
			}
			if errors.Is(err, fs.ErrExist) {
				return fmt.Errorf("%s: %w", f.Path, ErrExists)
			}
			return fmt.Errorf("%s: %w", f.Path, cause(err))
		}
	}
	for _, f := range files {
		syncDir(filepath.Dir(f.Path))
	}
	return nil
}

// Free says whether Write could give a file that name: nil, or an error that names
// what stands in the way. A long run asks before it starts.
func Free(force bool, path string) error {
	if _, err := os.Stat(filepath.Dir(path)); err != nil {
		return fmt.Errorf("%s: %w", path, cause(err))
	}
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil
	case !force:
		return fmt.Errorf("%s: %w", path, ErrExists)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: it is not a regular file, which --force does not replace", path)
	}
	return nil
}

func writeSynced(path string, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// claim gives a finished file its name unless the name is taken, in one step: a link,
// which unlike a rename never replaces. Where there are no links the name is taken by
// an empty file first, which the rename then replaces.
func claim(temp, path string) error {
	err := os.Link(temp, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), os.Rename(temp, path)); err != nil {
		_ = os.Remove(path)
		return err
	}
	return nil
}

// syncDir makes the new names durable. Not every system can; the files are whole
// either way.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync()
		_ = d.Close()
	}
}

// cause is what the operating system said, without the name of the temporary file.
func cause(err error) error {
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return path.Err
	}
	if link := (*os.LinkError)(nil); errors.As(err, &link) {
		return link.Err
	}
	return errors.New(strings.ReplaceAll(err.Error(), "\n", "; "))
}

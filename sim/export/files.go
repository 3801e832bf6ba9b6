package export

import (
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
// unless force overwrites none that exists. Each is written and synced without a name,
// or where that cannot be under a name that nobody looks for, and only when all have
// arrived on the disk do they get their names. The error is one line that names the
// file: it exists, the disk is full, the directory is missing or read-only.
//
// A process that is killed meanwhile leaves whole files only, some of them perhaps, in
// their order. With force, a failure between two renames can leave the first new and
// the second old.
func Write(force bool, files ...File) (err error) {
	for _, f := range files {
		if err := Free(force, f.Path); err != nil {
			return err
		}
	}
	all := make([]*staged, 0, len(files))
	defer func() {
		for _, s := range all {
			s.drop()
		}
	}()
	for _, f := range files {
		s, err := stage(f)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Path, cause(err))
		}
		all = append(all, s)
	}
	for i, f := range files {
		publish := all[i].claim
		if force {
			publish = all[i].replace
		}
		if err := publish(f.Path); err != nil {
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

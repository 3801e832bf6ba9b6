package export

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// staged is a file that is whole on the disk and has not got its name yet.
type staged struct {
	file *os.File
	temp string // its name until then; "" when it has none
}

// stage writes a file to the disk of its directory.
func stage(f File) (*staged, error) {
	s := &staged{}
	var err error
	if s.file, err = nameless(filepath.Dir(f.Path)); err != nil {
		s.temp = tempName(f.Path)
		s.file, err = os.OpenFile(s.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	}
	if err != nil {
		return nil, err
	}
	_, err = s.file.Write(f.Data)
	if err == nil {
		err = s.file.Sync()
	}
	if s.temp != "" {
		err = errors.Join(err, s.file.Close()) // not everywhere can an open file be renamed
	}
	if err != nil {
		s.drop()
		return nil, err
	}
	return s, nil
}

func tempName(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+"."+rand.Text()[:8]+".tmp")
}

// drop closes the file and forgets it, unless it has got its name.
func (s *staged) drop() {
	_ = s.file.Close()
	if s.temp != "" {
		_ = os.Remove(s.temp) // gone already when it was renamed
	}
}

// claim gives the file its name unless the name is taken, in one step: a link, which
// unlike a rename never replaces. Where there are no links the name is taken by an empty
// file first, which the rename then replaces.
func (s *staged) claim(path string) error {
	if s.temp == "" {
		return link(s.file, path)
	}
	err := os.Link(s.temp, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Close(), os.Rename(s.temp, path)); err != nil {
		_ = os.Remove(path)
		return err
	}
	return nil
}

// replace gives the file its name, which another file may have had.
func (s *staged) replace(path string) error {
	if s.temp == "" {
		temp := tempName(path)
		if err := link(s.file, temp); err != nil {
			return err
		}
		s.temp = temp
	}
	return os.Rename(s.temp, path)
}

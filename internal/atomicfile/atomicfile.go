package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
)

// Suffix follows the path of a file in the name of what is to take its place.
const Suffix = ".tmp"

// Write puts what write writes at path. After an error of it or of the file
// system's, the former file stays and nothing is left beside it.
func Write(path string, write func(*os.File) error) (err error) {
	temp := path + Suffix
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, remove(temp))
		}
	}()
	if err = write(f); err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err = os.Rename(temp, path); err != nil {
		return err
	}
	return SyncDir(filepath.Dir(path))
}

// remove removes a file that may be gone.
func remove(path string) error {
	if err := os.Remove(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// SyncDir makes the names in a directory durable.
func SyncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

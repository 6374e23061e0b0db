package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"
)

// FileState is a file of the store as it was at one moment.
type FileState struct {
	Size    int64
	Changed time.Time
}

// Files lists the files of the store, by path.
func (s *Store) Files() (map[string]FileState, error) {
	out := map[string]FileState{}
	err := s.walk(func(path string, d fs.DirEntry) error {
		info, err := d.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil // the engines remove files as they go
		}
		if err == nil {
			out[path] = FileState{info.Size(), info.ModTime()}
		}
		return err
	})
	return out, err
}

func (s *Store) walk(visit func(path string, d fs.DirEntry) error) error {
	err := filepath.WalkDir(s.dir, func(path string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		return visit(path, d)
	})
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
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

// SearchBytes reads every file of the store as it lies on the disk and tells
// which of the strings occur, whatever the case of their ASCII letters, and how
// many files and bytes it read. What an engine compressed cannot be seen so.
func (s *Store) SearchBytes(ctx context.Context, strings []string) (found []bool, files int, read int64, err error) {
	wanted := make([][]byte, len(strings))
	longest := 0
	for i, w := range strings {
		wanted[i] = lowered([]byte(w))
		longest = max(longest, len(w))
	}
	found = make([]bool, len(strings))
	buf := make([]byte, 1<<20+longest)
	err = s.walk(func(path string, _ fs.DirEntry) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := searchFile(path, wanted, found, buf, longest)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		files++
		read += n
		return err
	})
	return found, files, read, err
}

// searchFile marks the strings that a file holds. Each piece begins with the end
// of the one before, so that none is missed between two.
func searchFile(path string, wanted [][]byte, found []bool, buf []byte, longest int) (read int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	kept := 0
	for {
		n, err := io.ReadFull(f, buf[kept:])
		read += int64(n)
		piece := buf[:kept+n]
		lowered(piece[kept:])
		for i, w := range wanted {
			found[i] = found[i] || bytes.Contains(piece, w)
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return read, nil
		}
		if err != nil {
			return read, err
		}
		kept = copy(buf, piece[max(0, len(piece)-longest):])
	}
}

// lowered turns ASCII letters small, in place.
func lowered(b []byte) []byte {
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return b
}

package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// searchPiece is how much of a file is searched at a time: so little that it is
// still in the processor's cache when it is looked at.
const searchPiece = 256 << 10

// SearchBytes reads every file of the store as it lies on the disk and tells
// which of the strings occur, whatever the case of their ASCII letters, and how
// many files and bytes it read. What an engine compressed cannot be seen so.
//
// The strings have [shortestSought] bytes at least. Files are read by as many
// goroutines as there are processors; what a file holds when it is opened is
// what counts.
func (s *Store) SearchBytes(ctx context.Context, strings []string) (found []bool, files int, read int64, err error) {
	wanted, err := newSought(strings)
	if err != nil {
		return nil, 0, 0, err
	}
	paths, err := s.largestFirst()
	if err != nil {
		return nil, 0, 0, err
	}
	searchers := make([]searcher, runtime.GOMAXPROCS(0))
	var next atomic.Int64
	var working sync.WaitGroup
	for i := range searchers {
		searchers[i] = searcher{sought: wanted, found: make([]bool, len(strings))}
		working.Go(func() { searchers[i].run(ctx, paths, &next) })
	}
	working.Wait()
	found = make([]bool, len(strings))
	var errs []error
	for _, w := range searchers {
		for i, there := range w.found {
			found[i] = found[i] || there
		}
		files, read, errs = files+w.files, read+w.read, append(errs, w.err)
	}
	return found, files, read, errors.Join(errs...)
}

// largestFirst lists the files so that goroutines which take one after another
// end at about the same time.
func (s *Store) largestFirst() ([]string, error) {
	files, err := s.Files()
	paths := make([]string, 0, len(files))
	for path := range files {
		paths = append(paths, path)
	}
	slices.SortFunc(paths, func(a, b string) int {
		return cmp.Or(cmp.Compare(files[b].Size, files[a].Size), cmp.Compare(a, b))
	})
	return paths, err
}

// searcher is what one goroutine has read and found.
type searcher struct {
	*sought
	found []bool
	files int
	read  int64
	err   error
}

// run searches the files that no other searcher has taken.
func (w *searcher) run(ctx context.Context, paths []string, next *atomic.Int64) {
	buf := make([]byte, searchPiece+w.longest)
	for w.err == nil {
		i := int(next.Add(1)) - 1
		if i >= len(paths) {
			return
		}
		w.err = w.file(ctx, paths[i], buf)
	}
}

// file searches one file, which may be gone. Each piece begins with the end of
// the one before, so that nothing is missed between two.
func (w *searcher) file(ctx context.Context, path string, buf []byte) error {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer f.Close()
	w.files++
	kept := 0
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := io.ReadFull(f, buf[kept:])
		w.read += int64(n)
		piece := buf[:kept+n]
		w.mark(piece, w.found)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("store: %w", err)
		}
		kept = copy(buf, piece[len(piece)-w.longest:])
	}
}

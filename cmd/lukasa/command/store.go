package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/lukasadb/lukasa"
)

// with opens the store, runs work on it and closes it (C3). A verb that writes
// makes the store if need be; for one that reads, a missing store is an answer
// of its own.
func (f *factory) with(ctx context.Context, writes bool, work func(*lukasa.Memory) error, opts ...lukasa.Option) (err error) {
	if f.agent == "" {
		return usagef("--agent: empty")
	}
	if f.store == "" {
		return usagef("--store: empty")
	}
	if f.memory != nil {
		m, err := f.memory.As(f.agent)
		if err != nil {
			return err
		}
		return work(m)
	}
	if info, err := os.Stat(f.store); err == nil && !info.IsDir() {
		return usagef("--store: %s is a file, a store is a directory; restore makes one from a backup, import from an export", f.store)
	}
	if noStore(f.store) {
		if !writes {
			return fmt.Errorf("%w store at %s; remember and import make one", errNo, f.store)
		}
		if taken(f.store) {
			return usagef("--store: %s has other files in it and no store; name an empty folder, or one that is not there", f.store)
		}
	}
	m, err := lukasa.Open(ctx, f.store, append(opts, lukasa.WithAgent(f.agent))...)
	if err != nil {
		return err
	}
	defer func() { err = closed(err, m.Close()) }()
	return work(m)
}

// closed joins what closing a store failed with to what the work on it did. That a write failed
// is told once.
func closed(err, closing error) error {
	if errors.Is(err, lukasa.ErrFailed) && errors.Is(closing, lukasa.ErrFailed) {
		return err
	}
	return errors.Join(err, closing)
}

// defaultWait is how long those verbs wait for a store that is open elsewhere that others
// use at the same time.
const defaultWait = 10 * time.Second

// tellHolder tells of everybody who is waited for, once.
func (f *factory) tellHolder() func(lukasa.Holder) {
	told := map[lukasa.Holder]bool{}
	return func(h lukasa.Holder) {
		if told[h] {
			return
		}
		told[h] = true
		if h.PID == 0 { // it has not written who it is
			f.tell("waiting for another process, which has the store open")
			return
		}
		f.tell("waiting for process %d on %s, which has had the store open since %s", h.PID, h.Host, h.Since.Local().Format(time.TimeOnly))
	}
}

// taken tells whether a folder is somebody's for something else: the files of a store
// among theirs, by a slip in --store, would be hard to tell apart again. Hidden files
// and what a file system puts there say nothing of that, nor does a lock, which is what
// is left where a store was begun.
func taken(dir string) bool {
	entries, _ := os.ReadDir(dir) // one that cannot be read is for Open to tell
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool {
		return !strings.HasPrefix(e.Name(), ".") && e.Name() != "lost+found" && e.Name() != "LOCK"
	})
}

// noStore tells whether a directory holds no store: not there, empty, or of something else.
func noStore(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "ledger"))
	return errors.Is(err, os.ErrNotExist)
}

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// Memory is the store that a workspace is indexed in, as its agent sees it.
type Memory struct {
	Agent  string
	Writer *experience.Writer
	Reader *query.Reader
	// Now is the store's clock.
	Now func() time.Time
}

// Options of a workspace. The zero value is usable.
type Options struct {
	// Include are patterns of further pages to read, such as "notes/**/*.md" or
	// "SOUL.md", beside those that the folder's own [folder.PatternsFile] names; see
	// [folder.Folder.List]. A page that neither names any more leaves the store.
	Include []string
	// Folder bounds what is read of a file, and lets tests stop a write.
	Folder folder.Options
	// Logger receives what happens while watching. Default: silent.
	Logger *slog.Logger
}

// ErrClosed is returned by every call after Close. It wraps [schema.ErrClosed].
var ErrClosed = fmt.Errorf("workspace: %w", schema.ErrClosed)

// ErrStoreGone says that the store was removed, or replaced by another one, while it was open:
// what is written to it, nobody sees. Opening the workspace anew makes or finds another. It
// wraps [schema.ErrGone].
var ErrStoreGone = fmt.Errorf("workspace: %w: open the workspace anew", schema.ErrGone)

// Workspace is an open folder with its store. It is safe for concurrent use;
// syncing and reflecting happen one at a time.
type Workspace struct {
	folder  *folder.Folder
	memory  Memory
	include []string
	log     *slog.Logger
	stored  fs.FileInfo // the directory of the store; nil if it is elsewhere

	calls  sync.RWMutex  // held, shared, by those under way
	once   sync.Once     // closes
	closed chan struct{} // closed by Close

	mu     sync.Mutex // guards what follows, and is held while syncing
	index  *index     // nil until the first sync
	listed []string   // the patterns of the last sync
}

// Open opens the folder dir, which must exist, over a store that the caller
// opened and will close.
func Open(dir string, m Memory, o Options) (*Workspace, error) {
	if err := checkPatterns(o.Include...); err != nil {
		return nil, err
	}
	f, err := folder.Open(dir, o.Folder)
	if err != nil {
		return nil, err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	w := &Workspace{folder: f, memory: m, log: o.Logger, include: slices.Clone(o.Include), closed: make(chan struct{})}
	w.stored, _ = f.StatPrivate(storeName)
	return w, nil
}

// checkStore tells whether the store is where it was opened.
func (w *Workspace) checkStore() error {
	if w.stored == nil {
		return nil
	}
	switch now, err := w.folder.StatPrivate(storeName); {
	case errors.Is(err, fs.ErrNotExist), err == nil && !os.SameFile(now, w.stored):
		return ErrStoreGone
	default:
		return err
	}
}

// Close lets go of the folder. It waits for the calls under way, which end early with
// [ErrClosed]; what they were about to do, the next sync does. It is idempotent.
func (w *Workspace) Close() (err error) {
	w.once.Do(func() {
		close(w.closed)
		err = w.folder.Close()
	})
	w.calls.Lock()
	defer w.calls.Unlock()
	return err
}

func (w *Workspace) isClosed() bool {
	select {
	case <-w.closed:
		return true
	default:
		return false
	}
}

// during makes a call that Close waits for. It must not make another: Close may be
// waiting already.
func during[T any](w *Workspace, call func() (T, error)) (T, error) {
	w.calls.RLock()
	defer w.calls.RUnlock()
	if w.isClosed() {
		var none T
		return none, ErrClosed
	}
	out, err := call()
	if err != nil && w.isClosed() {
		err = ErrClosed // whatever failed for want of the folder
	}
	return out, err
}

// alone is during for a call that uses the index.
func alone[T any](w *Workspace, call func() (T, error)) (T, error) {
	return during(w, func() (T, error) {
		w.mu.Lock()
		defer w.mu.Unlock()
		return call()
	})
}

package workspace

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// WatchOptions say how files are watched. The zero value is usable.
type WatchOptions struct {
	// Debounce is how long the files must be quiet before they are read, for at
	// most ten times that long. Default 200 ms.
	Debounce time.Duration
	// Poll looks at the files that often instead of being told by the system,
	// which is done every two seconds where the system cannot tell.
	Poll time.Duration
	// Synced is called after each sync that changed something, and with each
	// error, after which watching goes on.
	Synced func(Synced, error)
}

const (
	defaultDebounce = 200 * time.Millisecond
	fallbackPoll    = 2 * time.Second
	// sweep is how often the files are looked at besides: a system may forget to tell.
	sweep = 5 * time.Minute
)

// Watch keeps the store in step with the files until ctx ends, and returns nil
// then, or until the workspace is closed, and returns [ErrClosed], or until the store is
// found to be gone, and returns [ErrStoreGone]. While nothing changes it does nothing.
func (w *Workspace) Watch(ctx context.Context, o WatchOptions) error {
	if o.Debounce <= 0 {
		o.Debounce = defaultDebounce
	}
	if o.Synced == nil {
		o.Synced = func(Synced, error) {}
	}
	ctx, gone := context.WithCancelCause(ctx)
	defer gone(nil)
	v := &watching{w: w, o: o, gone: gone}
	if err := v.watch(ctx); err != nil || !errors.Is(context.Cause(ctx), ErrStoreGone) {
		return err
	}
	return ErrStoreGone
}

func (v *watching) watch(ctx context.Context) error {
	w, o := v.w, v.o
	v.sync(ctx)
	if o.Poll > 0 {
		return v.poll(ctx, o.Poll)
	}
	defer v.stop()
	err := v.watchDirs()
	if w.isClosed() {
		return ErrClosed
	}
	if err != nil {
		w.log.Warn("workspace: the system cannot watch; looking every two seconds", "error", err)
		return v.poll(ctx, fallbackPoll)
	}
	v.sync(ctx) // what changed before the directories were watched
	return v.follow(ctx)
}

type watching struct {
	w       *Workspace
	o       WatchOptions
	watcher *fsnotify.Watcher // nil until there is one
	noted   notes
	gone    context.CancelCauseFunc // ends the watching
}

func (v *watching) stop() {
	if v.watcher != nil {
		_ = v.watcher.Close() // nothing is written by it
	}
}

// sync syncs, and tells if that changed anything.
func (v *watching) sync(ctx context.Context) { v.tell(ctx, v.w.Sync) }

func (v *watching) tell(ctx context.Context, sync func(context.Context) (Synced, error)) {
	done, err := sync(ctx)
	if ctx.Err() != nil || errors.Is(err, ErrClosed) {
		return
	}
	if errors.Is(err, ErrStoreGone) {
		v.gone(err)
		return
	}
	if err != nil {
		v.noted.all = true // what was noted is not known any more
	}
	if err != nil || done.Read+done.Removed > 0 {
		v.o.Synced(done, err)
	}
}

func (v *watching) poll(ctx context.Context, every time.Duration) error {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-v.w.closed:
			return ErrClosed
		case <-tick.C:
			v.sync(ctx)
		}
	}
}

// watchDirs watches every directory that may hold a page, by a new watcher: one goes on
// calling what is in a directory by the name that this had when it was added.
func (v *watching) watchDirs() error {
	dirs, err := v.w.folder.Dirs(v.w.patterns)
	if err != nil {
		return err
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	noted := notes{root: v.w.folder.Dir(), pages: map[string]bool{}, dirs: map[string]bool{}}
	for _, dir := range dirs {
		switch err := watcher.Add(filepath.Join(noted.root, filepath.FromSlash(dir))); {
		case errors.Is(err, fs.ErrNotExist): // removed this moment, as the directory it was in tells
		case err != nil:
			return errors.Join(err, watcher.Close())
		default:
			noted.dirs[dir] = true
		}
	}
	v.stop()
	v.watcher, v.noted = watcher, noted
	return nil
}

// follow syncs when the files have been quiet for a while after a change.
func (v *watching) follow(ctx context.Context) error {
	quiet := time.NewTimer(v.pause())
	defer quiet.Stop()
	var since time.Time // of the first change that was not synced yet
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-v.w.closed:
			return ErrClosed
		case event := <-v.watcher.Events:
			if !v.noted.take(event) {
				continue
			}
			if since.IsZero() {
				since = time.Now()
			}
			if time.Since(since) < 10*v.o.Debounce {
				quiet.Reset(v.o.Debounce)
			}
		case err := <-v.watcher.Errors: // such as more changes than the system can tell
			v.w.log.Warn("workspace: watching", "error", err)
			v.noted.all = true
			quiet.Reset(v.o.Debounce)
		case <-quiet.C:
			v.catchUp(ctx, since.IsZero())
			since = time.Time{}
			quiet.Reset(v.pause())
		}
	}
}

// pause is how long to wait when nothing is told to have changed: not long after a sync that
// failed, for what it was to see is told once.
func (v *watching) pause() time.Duration {
	if v.noted.all {
		return fallbackPoll
	}
	return sweep
}

// catchUp syncs the pages that changed; all pages, when directories changed too,
// or it is time to look at all.
func (v *watching) catchUp(ctx context.Context, sweep bool) {
	if !sweep && !v.noted.all {
		names := slices.Sorted(maps.Keys(v.noted.pages))
		clear(v.noted.pages)
		v.tell(ctx, func(ctx context.Context) (Synced, error) {
			return alone(v.w, func() (Synced, error) { return v.w.syncPages(ctx, names) })
		})
		return
	}
	if err := v.watchDirs(); err != nil {
		v.noted.all = true
		v.w.log.Warn("workspace: watching", "error", err)
	}
	v.sync(ctx)
}

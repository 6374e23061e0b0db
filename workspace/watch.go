package workspace

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/lukasadb/lukasa/schema"
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
// found to be gone, and returns [ErrStoreGone]. While nothing changes it does nothing. The
// store stays open: see [Follow] for one that others use as well.
func (w *Workspace) Watch(ctx context.Context, o WatchOptions) error {
	return (&watching{over: opened{w}, o: o, log: w.log}).run(ctx)
}

// watched is what is kept in step with the files while they are watched.
type watched interface {
	// sync brings the store in step with the pages that are named, of those alone that
	// changed; with all pages, if none is named.
	sync(ctx context.Context, names ...string) (Synced, error)
	// dirs lists the directories that may hold a page, relative to root.
	dirs() (root string, dirs []string, err error)
	// ends tells whether after this error of a sync there is nothing to watch any more.
	ends(err error) error
	// done is closed when nothing is to be watched any more.
	done() <-chan struct{}
}

// opened is a workspace that stays open while it is watched.
type opened struct{ w *Workspace }

func (o opened) sync(ctx context.Context, names ...string) (Synced, error) {
	if len(names) == 0 {
		return o.w.Sync(ctx)
	}
	return alone(o.w, func() (Synced, error) { return o.w.syncPages(ctx, names) })
}

func (o opened) dirs() (root string, dirs []string, err error) {
	patterns, err := o.w.patterns()
	if err == nil {
		dirs, err = o.w.folder.Dirs(patterns)
	}
	if o.w.isClosed() {
		err = ErrClosed
	}
	return o.w.folder.Dir(), dirs, err
}

func (o opened) ends(err error) error {
	if errors.Is(err, schema.ErrGone) {
		return ErrStoreGone
	}
	return nil
}

func (o opened) done() <-chan struct{} { return o.w.closed }

type watching struct {
	over    watched
	o       WatchOptions
	log     *slog.Logger
	watcher *fsnotify.Watcher // nil until there is one
	noted   notes
	end     context.CancelCauseFunc // ends the watching, for the reason given
}

// run watches until ctx ends, or there is nothing to watch any more.
func (v *watching) run(ctx context.Context) error {
	if v.o.Debounce <= 0 {
		v.o.Debounce = defaultDebounce
	}
	if v.o.Synced == nil {
		v.o.Synced = func(Synced, error) {}
	}
	ctx, v.end = context.WithCancelCause(ctx)
	defer v.end(nil)
	err := v.watch(ctx)
	if why := (endError{}); errors.As(context.Cause(ctx), &why) {
		return why.error
	}
	return err
}

// endError is why there is nothing to watch any more.
type endError struct{ error }

func (v *watching) watch(ctx context.Context) error {
	v.sync(ctx)
	if v.o.Poll > 0 {
		return v.poll(ctx, v.o.Poll)
	}
	defer v.stop()
	err := v.watchDirs()
	if errors.Is(err, ErrClosed) {
		return ErrClosed
	}
	if err != nil {
		v.log.Warn("workspace: the system cannot watch; looking every two seconds", "error", err)
		return v.poll(ctx, fallbackPoll)
	}
	v.sync(ctx) // what changed before the directories were watched
	return v.follow(ctx)
}

// stop ends what the system tells.
func (v *watching) stop() {
	if v.watcher != nil {
		_ = v.watcher.Close() // nothing is written by it
	}
}

// sync syncs the pages named, or all, and tells if that changed anything.
func (v *watching) sync(ctx context.Context, names ...string) {
	done, err := v.over.sync(ctx, names...)
	if ctx.Err() != nil || errors.Is(err, ErrClosed) {
		return
	}
	if why := v.over.ends(err); why != nil {
		v.end(endError{why})
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
		case <-v.over.done():
			return ErrClosed
		case <-tick.C:
			v.sync(ctx)
		}
	}
}

// watchDirs watches every directory that may hold a page, by a new watcher: one goes on
// calling what is in a directory by the name that this had when it was added.
func (v *watching) watchDirs() error {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	noted := notes{pages: map[string]bool{}, dirs: map[string]bool{}}
	for more := true; more; { // of what is made before a directory is watched, nobody tells
		more, err = v.addDirs(watcher, &noted)
		if err != nil {
			return errors.Join(err, watcher.Close())
		}
	}
	v.stop()
	v.watcher, v.noted = watcher, noted
	return nil
}

// addDirs watches the directories that are not watched yet, and tells whether there were any.
func (v *watching) addDirs(watcher *fsnotify.Watcher, noted *notes) (more bool, err error) {
	root, dirs, err := v.over.dirs()
	if err != nil {
		return false, err
	}
	noted.root = root
	for _, dir := range dirs {
		if noted.dirs[dir] {
			continue
		}
		switch err := watcher.Add(filepath.Join(root, filepath.FromSlash(dir))); {
		case errors.Is(err, fs.ErrNotExist): // removed this moment, as the directory it was in tells
		case err != nil:
			return false, err
		default:
			noted.dirs[dir], more = true, true
		}
	}
	return more, nil
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
		case <-v.over.done():
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
			v.log.Warn("workspace: watching", "error", err)
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
		v.sync(ctx, names...)
		return
	}
	if err := v.watchDirs(); err != nil {
		v.noted.all = true
		v.log.Warn("workspace: watching", "error", err)
	}
	v.sync(ctx)
}

package workspace

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace/folder"
)

// Syncer is a workspace as [Follow] opens it.
type Syncer interface {
	Sync(ctx context.Context) (Synced, error)
	Close() error
}

// Follow is [Workspace.Watch] for who has no workspace open: when pages of the folder dir
// changed, it has one opened, syncs, and closes it at once, so that between the changes the
// store is everybody's. open waits, if it is to, for those who have the store meanwhile; what
// changes until then is synced at one time. Follow returns nil when ctx ends, and an error
// that matches [fs.ErrNotExist] when the folder is gone. A store that was removed is made
// anew with the next change.
func Follow(ctx context.Context, dir string, o Options, w WatchOptions, open func(context.Context) (Syncer, error)) error {
	if err := checkPatterns(o.Include...); err != nil {
		return err
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	return (&watching{over: &passing{dir: dir, o: o, open: open}, o: w, log: o.Logger}).run(ctx)
}

// passing is a workspace that is opened in passing, to be synced.
type passing struct {
	dir  string
	o    Options
	open func(context.Context) (Syncer, error)
	seen *sight // when it was last in step; nil: not known
}

// sight is a folder as it was seen.
type sight struct {
	patterns []string
	folder.Listing
}

// sync opens nothing when nothing changed: what the system tells of may have been synced by
// somebody else, and looking now and then is to cost next to nothing.
func (p *passing) sync(ctx context.Context, _ ...string) (Synced, error) {
	now := p.look()
	if now.is(p.seen) {
		return Synced{Files: len(now.Files), Refused: now.Refused}, nil
	}
	p.seen = nil
	done, err := p.syncOnce(ctx)
	if errors.Is(err, schema.ErrGone) { // removed while it was open: there is room for another
		done, err = p.syncOnce(ctx)
	}
	if err == nil {
		p.seen = now
	}
	return done, err
}

// look sees the folder as it is; nil, when it cannot be seen, or a page is so fresh that it
// may change without being seen to.
func (p *passing) look() *sight {
	f, err := folder.Open(p.dir, p.o.Folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	var s sight
	before := time.Now()
	if s.patterns, err = patternsIn(f, p.o.Include); err == nil {
		s.Listing, err = f.List(s.patterns)
	}
	if err != nil || slices.ContainsFunc(s.Files, func(at folder.File) bool { return tooFresh(at, before) }) {
		return nil
	}
	return &s
}

// is tells whether a folder is as it was seen before.
func (s *sight) is(o *sight) bool {
	return s != nil && o != nil && slices.Equal(s.patterns, o.patterns) &&
		slices.EqualFunc(s.Files, o.Files, func(a, b folder.File) bool {
			return a.Path == b.Path && a.Size == b.Size && a.Modified.Equal(b.Modified) && a.Stamp == b.Stamp
		}) &&
		slices.EqualFunc(s.Refused, o.Refused, func(a, b *folder.RefusedError) bool { return *a == *b })
}

func (p *passing) syncOnce(ctx context.Context) (Synced, error) {
	if _, err := os.Stat(p.dir); err != nil {
		return Synced{}, err // or the store's directory would be made, and those above it
	}
	w, err := p.open(ctx)
	if err != nil {
		return Synced{}, err
	}
	done, err := w.Sync(ctx)
	return done, errors.Join(err, w.Close())
}

// dirs opens the folder by its name, which another may have got meanwhile.
func (p *passing) dirs() (root string, dirs []string, err error) {
	f, err := folder.Open(p.dir, p.o.Folder)
	if err != nil {
		return p.dir, nil, err
	}
	patterns, err := patternsIn(f, p.o.Include)
	if err == nil {
		dirs, err = f.Dirs(patterns)
	}
	return p.dir, dirs, errors.Join(err, f.Close())
}

func (p *passing) ends(err error) error {
	if err == nil {
		return nil
	}
	if _, gone := os.Stat(p.dir); errors.Is(gone, fs.ErrNotExist) {
		return gone
	}
	return nil
}

// done is never closed.
func (p *passing) done() <-chan struct{} { return nil }

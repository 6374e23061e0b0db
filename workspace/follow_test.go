package workspace_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// passer is a workspace that is open for a moment.
type passer struct {
	*workspace.Workspace
	store *store.Store
}

func (p passer) Close() error { return errors.Join(p.Workspace.Close(), p.store.Close()) }

// pass opens the workspace in dir, once nobody else has it open.
func pass(dir string, o workspace.Options) (passer, error) {
	w, _, s, err := openIn(dir, store.Options{Wait: -1}, o)
	return passer{w, s}, err
}

// follower follows a folder, and counts how often it opens the store.
type follower struct {
	t      *testing.T
	dir    string
	opens  atomic.Int32
	synced chan workspace.Synced
	failed chan error
	ended  chan error
	stop   context.CancelFunc
}

// follow follows a folder; meddle, unless nil, is called whenever the store was opened.
func follow(t *testing.T, dir string, o workspace.WatchOptions, meddle func(nth int32)) *follower {
	f := &follower{t: t, dir: dir, synced: make(chan workspace.Synced, 1000), failed: make(chan error, 1000), ended: make(chan error, 1)}
	o.Synced = func(done workspace.Synced, err error) {
		if err != nil {
			f.failed <- err
			return
		}
		f.synced <- done
	}
	following, stop := context.WithCancel(ctx)
	f.stop = stop
	go func() {
		f.ended <- workspace.Follow(following, dir, workspace.Options{}, o, func(context.Context) (workspace.Syncer, error) {
			p, err := pass(dir, workspace.Options{})
			if nth := f.opens.Add(1); err == nil && meddle != nil {
				meddle(nth)
			}
			return p, err
		})
	}()
	t.Cleanup(stop)
	return f
}

// until waits for a sync after which the store holds so many records.
func (f *follower) until(records int) {
	f.t.Helper()
	for deadline := time.After(30 * time.Second); ; {
		select {
		case done := <-f.synced:
			if done.Records == records {
				return
			}
		case err := <-f.failed:
			require.NoError(f.t, err)
		case <-deadline:
			require.Fail(f.t, "not seen")
		}
	}
}

func (f *follower) end() {
	f.t.Helper()
	f.stop()
	require.NoError(f.t, <-f.ended)
}

// TestFollow lives beside others who open the store all the time, read it and write pages through it:
// each gets at it, nothing that either wrote is lost, and while nothing changes the store is left alone (003-02).
func TestFollow(t *testing.T) {
	for name, o := range map[string]workspace.WatchOptions{
		"told":    {Debounce: 20 * time.Millisecond},
		"looking": {Poll: 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			d := &desk{t: t, dir: t.TempDir()}
			d.write("memory/2025-11-01.md", "First.\n")
			f := follow(t, d.dir, o, nil)
			f.until(1)
			const rounds = 10
			for i := range rounds {
				d.write(fmt.Sprintf("memory/2025-10-%02d.md", i+1), fmt.Sprintf("Edited %d.\n", i))
				p, err := pass(d.dir, workspace.Options{})
				require.NoError(t, err)
				_, err = p.Retain(ctx, workspace.Note{Text: fmt.Sprintf("Retained %d.", i)})
				require.NoError(t, err)
				require.NoError(t, p.Close())
			}
			before := int32(-1)
			require.Eventually(t, func() bool {
				was := before
				before = f.opens.Load()
				return was == before
			}, 30*time.Second, 500*time.Millisecond, "nothing happens")
			time.Sleep(200 * time.Millisecond)
			require.Equal(t, before, f.opens.Load(), "nothing happened")
			p, err := pass(d.dir, workspace.Options{})
			require.NoError(t, err)
			status, err := p.Status(ctx)
			require.NoError(t, err)
			require.Zero(t, status.Behind)
			require.Equal(t, 1+2*rounds, status.Records)
			require.NoError(t, p.Close())
			f.end()
		})
	}
}

// TestFollowWithoutStore goes on when the store is removed, between two syncs and in the middle of
// one: the next is made, and holds all.
func TestFollowWithoutStore(t *testing.T) {
	d := &desk{t: t, dir: t.TempDir()}
	here := filepath.Join(d.dir, ".memory")
	d.write("memory/2025-11-01.md", "First.\n")
	f := follow(t, d.dir, workspace.WatchOptions{Debounce: 20 * time.Millisecond}, func(nth int32) {
		if nth == 1 {
			require.NoError(t, os.RemoveAll(here))
		}
	})
	f.until(1)
	p, err := pass(d.dir, workspace.Options{}) // the follower has let go of it
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(here))
	require.ErrorIs(t, p.Close(), schema.ErrGone)
	d.write("memory/2025-11-02.md", "Second.\n")
	f.until(2)
	f.end()
}

// TestFollowFolderGone ends when there is no folder any more.
func TestFollowFolderGone(t *testing.T) {
	d := &desk{t: t, dir: filepath.Join(t.TempDir(), "ws")}
	d.write("memory/2025-11-01.md", "First.\n")
	f := follow(t, d.dir, workspace.WatchOptions{Debounce: 20 * time.Millisecond}, nil)
	f.until(1)
	require.NoError(t, os.Rename(d.dir, d.dir+".old"))
	select {
	case err := <-f.ended:
		require.ErrorIs(t, err, fs.ErrNotExist)
	case <-time.After(30 * time.Second):
		require.Fail(t, "it goes on")
	}
	require.NoDirExists(t, d.dir)
}

package workspace_test

import (
	"bytes"
	"context"
	"encoding/json"
	"hash/crc32"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
	"github.com/lukasadb/lukasa/workspace"
)

// today is when the tests take place.
var today = time.Date(2025, 12, 3, 12, 0, 0, 0, time.UTC)

// desk is a workspace in a directory of its own, with its store.
type desk struct {
	t   *testing.T
	dir string
	*workspace.Workspace
	memory workspace.Memory
	store  *store.Store
	close  func()
}

func newDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	d := &desk{t: t, dir: t.TempDir()}
	for name, text := range files {
		d.write(name, text)
	}
	rest()
	d.open(store.Options{Embedder: static.New()}, workspace.Options{})
	t.Cleanup(func() { d.close() })
	return d
}

func (d *desk) open(so store.Options, wo workspace.Options) {
	d.t.Helper()
	var err error
	d.Workspace, d.memory, d.store, err = openIn(d.dir, so, wo)
	require.NoError(d.t, err)
	d.close = func() {
		require.NoError(d.t, d.Workspace.Close())
		require.NoError(d.t, d.store.Close())
		d.close = func() {}
	}
}

// openIn opens the workspace in dir with its store.
func openIn(dir string, so store.Options, wo workspace.Options) (*workspace.Workspace, workspace.Memory, *store.Store, error) {
	so.Clock = func() time.Time { return today }
	s, err := store.Open(context.Background(), filepath.Join(dir, workspace.StoreDir), so)
	if err != nil {
		return nil, workspace.Memory{}, nil, err
	}
	memory := workspace.Memory{Agent: "clawd", Writer: experience.New(s), Reader: query.New(s), Now: s.Now}
	w, err := workspace.Open(dir, memory, wo)
	return w, memory, s, err
}

// reopen closes and opens the store, without what is derived if fresh.
func (d *desk) reopen(fresh bool) {
	d.t.Helper()
	d.close()
	if fresh {
		require.NoError(d.t, os.RemoveAll(filepath.Join(d.dir, ".memory")))
	}
	d.open(store.Options{Embedder: static.New()}, workspace.Options{})
}

func (d *desk) write(name, text string) {
	d.t.Helper()
	at := filepath.Join(d.dir, name)
	require.NoError(d.t, os.MkdirAll(filepath.Dir(at), 0o755))
	require.NoError(d.t, os.WriteFile(at, []byte(text), 0o644))
	saved := today.Add(-time.Duration(crc32.ChecksumIEEE([]byte(text))) * time.Microsecond) // another text, another time of the same day
	require.NoError(d.t, os.Chtimes(at, today, saved))
}

// rest waits until a sync can tell of what was written before that nobody changes it unseen: until
// then it reads it again.
func rest() { time.Sleep(30 * time.Millisecond) }

func (d *desk) read(name string) string {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.dir, name))
	require.NoError(d.t, err)
	return string(text)
}

func (d *desk) remove(name string) { require.NoError(d.t, os.Remove(filepath.Join(d.dir, name))) }

func (d *desk) sync() workspace.Synced {
	d.t.Helper()
	done, err := d.Sync(context.Background())
	require.NoError(d.t, err)
	return done
}

// records lists what the store holds, without what tells how it came there.
func (d *desk) records() []schema.Experience {
	d.t.Helper()
	var out []schema.Experience
	for e, err := range d.memory.Reader.All(context.Background(), query.Filter{Agents: []string{"clawd"}, Limit: 1000}) {
		require.NoError(d.t, err)
		e.Version, e.Recorded, e.Updated, e.Usage = 0, time.Time{}, time.Time{}, schema.Usage{}
		out = append(out, e)
	}
	sort.Slice(out, func(i, j int) bool { return bytes.Compare(out[i].ID[:], out[j].ID[:]) < 0 })
	return out
}

func (d *desk) find(part string) schema.Experience {
	d.t.Helper()
	for _, e := range d.records() {
		if strings.Contains(e.Content, part) {
			return e
		}
	}
	require.Fail(d.t, "no record says "+part)
	return schema.Experience{}
}

// searching is the rung of the ladder that the store is on.
func (d *desk) searching() string {
	d.t.Helper()
	stats, err := d.store.Stats(context.Background())
	require.NoError(d.t, err)
	return stats.Searching
}

func asJSON(t require.TestingT, v any) string {
	data, err := json.MarshalIndent(v, "", " ")
	require.NoError(t, err)
	return string(data)
}

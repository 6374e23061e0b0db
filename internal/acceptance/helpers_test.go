package acceptance

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// testClock stands still until it is told to go on, so that what a test writes
// is the same each time.
type testClock struct{ micros atomic.Int64 }

func newClock() *testClock {
	c := new(testClock)
	c.micros.Store(time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC).UnixMicro())
	return c
}

func (c *testClock) now() time.Time          { return time.UnixMicro(c.micros.Load()).UTC() }
func (c *testClock) advance(d time.Duration) { c.micros.Add(d.Microseconds()) }

// countedIDs makes ids that count up, in the form of a UUID.
func countedIDs() func() lukasa.ID {
	var n atomic.Uint64
	return func() lukasa.ID {
		id := lukasa.ID{0: 0x01, 1: 0x90, 6: 0x70, 8: 0x80}
		binary.BigEndian.PutUint32(id[12:], uint32(n.Add(1)))
		return id
	}
}

// scope is how long a memory of a test lives: a test, or one draw of a property.
type scope interface {
	require.TestingT
	Helper()
	Cleanup(func())
	TempDir() string
}

// draw is the scope of one draw: what it opened is closed and removed with it, not
// with the test, whose draws would fill the disk.
type draw struct {
	*rapid.T
	root string
}

func (d draw) TempDir() string {
	dir, err := os.MkdirTemp(d.root, "")
	require.NoError(d, err)
	d.Cleanup(func() { require.NoError(d, os.RemoveAll(dir)) })
	return dir
}

// openTest opens a memory that is closed with its scope. Its clock and ids are
// the test's own.
func openTest(t scope, opts ...lukasa.Option) (*lukasa.Memory, *testClock) {
	t.Helper()
	clock := newClock()
	opts = append([]lukasa.Option{lukasa.WithClock(clock.now), lukasa.WithIDs(countedIDs()), lukasa.WithSeed(1)}, opts...)
	m, err := lukasa.Open(context.Background(), t.TempDir(), opts...)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, m.Close()) })
	return m, clock
}

// checked fails the test unless Check finds nothing.
func checked(t require.TestingT, m *lukasa.Memory) {
	report, err := m.Check(context.Background())
	require.NoError(t, err)
	require.True(t, report.OK(), "%+v", report.Problems)
}

func retain(t require.TestingT, m *lukasa.Memory, e lukasa.Experience) lukasa.ID {
	done, err := m.Retain(context.Background(), e)
	require.NoError(t, err)
	return done.ID
}

// lived is an experience that only its words tell from others.
func lived(words string) lukasa.Experience {
	return lukasa.Experience{Context: words, Action: "wrote it down", Outcome: "kept"}
}

// retainMany retains so many records that the indexes of their agent are kept in files, the
// vectors in one of their own.
func retainMany(t require.TestingT, m *lukasa.Memory, what string) {
	var batch []lukasa.Experience
	for i := range 600 {
		batch = append(batch, lived(fmt.Sprint(what, " ", i)))
	}
	_, err := m.RetainAll(context.Background(), batch)
	require.NoError(t, err)
}

func idsOf(records []lukasa.Experience) []lukasa.ID {
	ids := make([]lukasa.ID, len(records))
	for i, e := range records {
		ids[i] = e.ID
	}
	return ids
}

// everything lists every record of m's agent, whatever its state.
func everything(t require.TestingT, m *lukasa.Memory, f lukasa.Filter) []lukasa.Experience {
	f.Statuses = []schema.Status{
		schema.StatusActive, schema.StatusAging, schema.StatusSuperseded, schema.StatusInvalidated, schema.StatusArchived,
	}
	return all(t, m, f)
}

func all(t require.TestingT, m *lukasa.Memory, f lukasa.Filter) []lukasa.Experience {
	var out []lukasa.Experience
	for e, err := range m.All(context.Background(), f) {
		require.NoError(t, err)
		out = append(out, e)
	}
	return out
}

// eachFile reads all files below a directory. Those that go while it looks, as files of
// the graph may, hold nothing.
func eachFile(t require.TestingT, dir string, look func(path string, data []byte)) {
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			var data []byte
			data, err = os.ReadFile(path)
			look(path, data)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}))
}

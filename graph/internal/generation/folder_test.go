package generation

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// publish makes a generation whose file holds text.
func publish(t *testing.T, f *Folder, text string, watermark uint64) Manifest {
	t.Helper()
	w, err := f.Fresh()
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(w.Path(), []byte(text), 0o600))
	m, err := f.Publish(w, 1, watermark)
	require.NoError(t, err)
	return m
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return strings.Join(out, " ")
}

func TestLifeCycle(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "a [b] *", "graph")
	f, err := Open(dir)
	require.NoError(t, err)
	_, err = f.Current()
	require.ErrorIs(t, err, fs.ErrNotExist)
	publish(t, f, "one", 1)
	m := publish(t, f, "two", 2)
	require.Equal(t, Manifest{Number: 2, Size: 3, Sum: m.Sum, Schema: 1, Watermark: 2}, m)
	require.Equal(t, "CURRENT gen-0000000002", names(t, dir), "the generation before is gone")

	w, err := f.Checkout(t.Context(), m, alone)
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(w.Path(), []byte("changed"), 0o600))
	require.NoError(t, os.WriteFile(w.Path()+".wal", []byte("log"), 0o600))
	_, err = f.Publish(w, 1, 3)
	require.ErrorContains(t, err, "not closed cleanly")
	copied, err := f.Clone(t.Context(), w)
	require.NoError(t, err)
	log, err := os.ReadFile(copied.Path() + ".wal")
	require.NoError(t, err)
	require.Equal(t, "log", string(log))

	f, err = Open(dir)
	require.NoError(t, err)
	require.Equal(t, "CURRENT gen-0000000002", names(t, dir), "opening removes what a crash left")
	again, err := f.Current()
	require.NoError(t, err)
	require.Equal(t, m, again)
	require.EqualValues(t, 3, publish(t, f, "three", 3).Number)
	require.NoError(t, f.Discard())
	require.Empty(t, names(t, dir))
}

func TestModes(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "graph")
	f, err := Open(dir)
	require.NoError(t, err)
	m := publish(t, f, "text", 1)
	_, err = f.Checkout(t.Context(), m, alone)
	require.NoError(t, err)
	require.NoError(t, filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := e.Info()
		require.NoError(t, err)
		want := fs.FileMode(0o600)
		if e.IsDir() {
			want = 0o700
		}
		require.Equal(t, want, info.Mode().Perm(), path)
		return nil
	}))
}

// Every change to a generation or to its manifest is noticed.
func TestDamage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := Open(dir)
	require.NoError(t, err)
	m := publish(t, f, strings.Repeat("some data ", 100), 7)
	for _, name := range []string{filepath.Join(m.folder(), dataFile), current} {
		path := filepath.Join(dir, name)
		good, err := os.ReadFile(path)
		require.NoError(t, err)
		damaged := func(bytes []byte) {
			t.Helper()
			require.NoError(t, os.WriteFile(path, bytes, 0o600))
			got, err := f.Current()
			if err == nil {
				_, err = f.Checkout(t.Context(), got, alone)
			}
			require.ErrorIs(t, err, ErrDamaged)
		}
		for i := range good {
			bad := append([]byte(nil), good...)
			bad[i] ^= 1 << (i % 8)
			damaged(bad)
		}
		damaged(nil)
		damaged(good[:len(good)-1])
		damaged(append(append([]byte(nil), good...), '\n'))
		require.NoError(t, os.WriteFile(path, good, 0o600))
	}
	_, err = f.Checkout(t.Context(), m, alone)
	require.NoError(t, err)
	require.NoError(t, os.RemoveAll(filepath.Join(dir, m.folder())))
	_, err = f.Checkout(t.Context(), m, alone)
	require.ErrorIs(t, err, ErrDamaged)
}

func TestCancelledCopy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	f, err := Open(dir)
	require.NoError(t, err)
	m := publish(t, f, "text", 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = f.Checkout(ctx, m, alone)
	require.ErrorIs(t, err, context.Canceled)
	require.False(t, errors.Is(err, ErrDamaged), "an end of the caller's is no damage")
	require.Equal(t, "CURRENT gen-0000000001", names(t, dir))
}

// A large copy lets others go first, a megabyte at a time.
func TestCopyLetsOthersGoFirst(t *testing.T) {
	dir := t.TempDir()
	from := filepath.Join(dir, "from")
	require.NoError(t, os.WriteFile(from, make([]byte, 5<<19), 0o600))
	calls := 0
	size, _, err := copyFile(t.Context(), from, filepath.Join(dir, "to"), func(context.Context) { calls++ })
	require.NoError(t, err)
	require.EqualValues(t, 5<<19, size)
	require.Equal(t, 4, calls, "three pieces and the end")
}

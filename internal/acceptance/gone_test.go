package acceptance

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestStoreGone takes the directory of an open memory away, graph and indexes included, and
// puts another memory's in its place, or none: closing the first says so and leaves every byte
// of the second as it is.
func TestStoreGone(t *testing.T) {
	ctx := context.Background()
	fill := func(dir, what string) *lukasa.Memory {
		m, err := lukasa.Open(ctx, dir)
		require.NoError(t, err)
		retainMany(t, m, what)
		_, err = m.Cypher(ctx, "MATCH (n) RETURN count(*)", nil, lukasa.CypherOptions{})
		require.NoError(t, err)
		return m
	}
	for _, replaced := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "store")
		m := fill(dir, "first")
		require.NoError(t, os.RemoveAll(dir))
		var before map[string]string
		if replaced {
			other := filepath.Join(t.TempDir(), "store")
			require.NoError(t, fill(other, "second").Close())
			require.NoError(t, os.Rename(other, dir))
			before = tree(t, dir)
		}
		require.ErrorIs(t, m.Close(), lukasa.ErrStoreGone)
		if !replaced {
			require.NoDirExists(t, dir)
			continue
		}
		require.Equal(t, before, tree(t, dir))
		again, err := lukasa.Open(ctx, dir)
		require.NoError(t, err)
		checked(t, again)
		require.NoError(t, again.Close())
	}
}

// tree reads all files below a directory.
func tree(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			out[path] = string(data)
		}
		return nil
	}))
	return out
}

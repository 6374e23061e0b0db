package acceptance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSnapshotsOfAnother puts the snapshots of another agent, and those of
// another store with the same ids and the same number of changes, in the place of
// an agent's own. They are sound files, but nobody is answered from them (I5).
func TestSnapshotsOfAnother(t *testing.T) {
	_, mine := drillStore(t, "story")
	_, theirs := drillStore(t, "tale")
	dir := t.TempDir()
	mine.write(t, dir)
	m := openDrill(t, dir)
	want, err := drillAnswers(m)
	require.NoError(t, err)
	require.NoError(t, m.Close())
	dirs, err := os.ReadDir(filepath.Join(dir, "agents"))
	require.NoError(t, err)
	require.Len(t, dirs, 2)
	ana, bo := dirs[0].Name(), dirs[1].Name()
	for what, from := range map[string]func(name string) []byte{
		"another agent": func(name string) []byte { return mine[swapped(name, ana, bo)] },
		"another store": func(name string) []byte { return theirs[name] },
	} {
		dir := t.TempDir()
		mine.write(t, dir)
		replaced := 0
		for name := range mine {
			if strings.HasPrefix(name, "agents") {
				require.NotEmpty(t, from(name), "%s: %s", what, name)
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), from(name), 0o600))
				replaced++
			}
		}
		require.Equal(t, 8, replaced, "words, columns, vectors and their floats of two agents")
		m := openDrill(t, dir)
		got, err := drillAnswers(m)
		require.NoError(t, err)
		require.Empty(t, differing(want, got), what)
		checked(t, m)
		require.NoError(t, m.Close())
	}
}

// swapped gives the name of the same file of the other agent.
func swapped(name, a, b string) string {
	if strings.Contains(name, a) {
		return strings.Replace(name, a, b, 1)
	}
	return strings.Replace(name, b, a, 1)
}

// TestReadingWritesNoSnapshot: a session that only reads finds every index in its
// file, and so has none to write when it ends.
func TestReadingWritesNoSnapshot(t *testing.T) {
	_, files := drillStore(t, "story")
	dir := t.TempDir()
	files.write(t, dir)
	before := map[string]os.FileInfo{}
	for name := range files {
		if strings.HasPrefix(name, "agents") {
			info, err := os.Stat(filepath.Join(dir, name))
			require.NoError(t, err)
			before[name] = info
		}
	}
	require.Len(t, before, 8)
	m := openDrill(t, dir)
	_, err := drillAnswers(m)
	require.NoError(t, err)
	require.NoError(t, m.Close())
	for name, then := range before {
		now, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		require.True(t, os.SameFile(then, now), "%s was written anew", name)
	}
}

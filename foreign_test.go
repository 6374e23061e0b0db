package lukasa

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
		require.Equal(t, 6, replaced, "words, vectors and their floats of two agents")
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

package acceptance

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestTornJournal leaves half a line at the end of the list of backups, as a
// crash or a full disk does: it is no line, and the next one is not glued to it.
func TestTornJournal(t *testing.T) {
	ctx := t.Context()
	m, _ := openTest(t)
	room := t.TempDir()
	require.NoError(t, m.Backup(ctx, filepath.Join(room, "first")))
	for n, torn := range []string{`{"path":"/half/a li`, "\x00\x00\x00", string(make([]byte, 10_000))} {
		f, err := os.OpenFile(filepath.Join(m.Dir(), "backups.jsonl"), os.O_WRONLY|os.O_APPEND, 0)
		require.NoError(t, err)
		_, err = f.WriteString(torn)
		require.NoError(t, err)
		require.NoError(t, f.Close())
		noted, err := m.Backups()
		require.NoError(t, err)
		require.Len(t, noted, n+1)
		next := filepath.Join(room, string(rune('a'+n)))
		require.NoError(t, m.Backup(ctx, next))
		noted, err = m.Backups()
		require.NoError(t, err)
		require.Len(t, noted, n+2)
		require.Equal(t, next, noted[n+1].Path)
	}
}

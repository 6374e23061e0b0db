//go:build unix

package acceptance

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestFileModes uses a store and a workspace while the process would let
// everybody read new files: only the owner may, of every file and folder.
func TestFileModes(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	ctx := context.Background()
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o700))
	w, err := lukasa.OpenWorkspace(ctx, dir)
	require.NoError(t, err)
	batch := make([]lukasa.Experience, 300)
	for i := range batch {
		batch[i] = lived(strings.Repeat("x", i+1))
	}
	_, err = w.Memory().RetainAll(ctx, batch)
	require.NoError(t, err)
	_, err = w.Memory().Recall(ctx, lukasa.Query{Text: "xxx"})
	require.NoError(t, err)
	checked(t, w.Memory())
	backup := filepath.Join(dir, ".memory", "backup")
	require.NoError(t, w.Memory().Backup(ctx, backup))
	require.NoError(t, w.Memory().Flush(ctx)) // Kuzu makes its log as the umask has it, in a folder of ours; it is restricted after each batch
	private(t, filepath.Join(dir, ".memory")) // while it is open
	require.NoError(t, w.Close())
	require.NoError(t, lukasa.Restore(ctx, backup, filepath.Join(dir, ".memory", "restored")))
	private(t, filepath.Join(dir, ".memory"))
}

// private fails the test unless all below dir is its owner's alone.
func private(t *testing.T, dir string) {
	t.Helper()
	seen := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		info, err := d.Info()
		require.NoError(t, err)
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", path, info.Mode().Perm())
		}
		seen++
		return nil
	}))
	require.Greater(t, seen, 10)
}

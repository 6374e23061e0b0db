//go:build unix

package acceptance

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// TestRestoreOfStrangeFiles gives Restore backups in which a file was replaced
// by something that leads elsewhere or never ends: it is refused, and nothing
// is left behind.
func TestRestoreOfStrangeFiles(t *testing.T) {
	m, _ := openTest(t)
	retain(t, m, lived("kept"))
	for what, plant := range map[string]func(path string) error{
		"symlink":         func(path string) error { return os.Symlink("/etc/passwd", path) },
		"symlink outward": func(path string) error { return os.Symlink("../../../etc", path) },
		"pipe":            func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"device":          func(path string) error { return syscall.Mknod(path, syscall.S_IFCHR|0o600, 1<<8|5) }, // endless zeros
	} {
		t.Run(what, func(t *testing.T) {
			backup, room := filepath.Join(t.TempDir(), "b"), t.TempDir()
			require.NoError(t, m.Backup(t.Context(), backup))
			if err := plant(filepath.Join(backup, "ledger", "strange")); err != nil {
				t.Skip("skipped: may not make one:", err)
			}
			done := make(chan error, 1)
			go func() { done <- lukasa.Restore(context.Background(), backup, filepath.Join(room, "r")) }()
			select {
			case err := <-done:
				require.ErrorIs(t, err, lukasa.ErrNotBackup)
				require.ErrorContains(t, err, "strange")
			case <-time.After(time.Minute):
				t.Fatal("Restore reads for ever")
			}
			left, err := os.ReadDir(room)
			require.NoError(t, err)
			require.Empty(t, left)
		})
	}
}

// TestImportOfEndlessLine reads a file that is one line: 64 MiB of it, or as
// many as LUKASA_DRILL_LINE_MIB says. It is told as a line that is too long,
// what comes after it is imported, and memory stays bounded.
func TestImportOfEndlessLine(t *testing.T) {
	size := int64(drillCount("LUKASA_DRILL_LINE_MIB", 64)) << 20
	path := filepath.Join(t.TempDir(), "line.jsonl")
	f, err := os.Create(path)
	require.NoError(t, err)
	defer f.Close()
	require.NoError(t, f.Truncate(size)) // sparse
	_, err = f.WriteAt([]byte("\n"+`{"kind":"fact","content":"after the line"}`+"\n"), size)
	require.NoError(t, err)
	m, _ := openTest(t)
	var start, end runtime.MemStats
	runtime.ReadMemStats(&start)
	got, err := m.Import(t.Context(), f, lukasa.Import{})
	require.NoError(t, err)
	runtime.ReadMemStats(&end)
	require.Equal(t, 1, got.Failed)
	require.Contains(t, got.Errors[0].Reason, "longer than")
	require.Equal(t, 1, got.Records)
	require.Less(t, end.TotalAlloc-start.TotalAlloc, uint64(256<<20), "bytes allocated, freed ones included")
}

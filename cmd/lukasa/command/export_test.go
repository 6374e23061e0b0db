package command

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// What is no plain file is written into: an export that took its place would, as root,
// have put a file where /dev/null was.
func TestExportIntoWhatIsNoFile(t *testing.T) {
	t.Parallel()
	store := storeWithRecord(t)
	pipe := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, syscall.Mkfifo(pipe, 0o600))
	reader, err := os.OpenFile(pipe, os.O_RDWR, 0) // so that nobody waits for the other end
	require.NoError(t, err)
	defer reader.Close()
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "--store", store, "export", pipe), b.errs)
	info, err := os.Stat(pipe)
	require.NoError(t, err)
	require.Equal(t, os.ModeNamedPipe, info.Mode().Type())
	text := make([]byte, 4096)
	n, err := reader.Read(text)
	require.NoError(t, err)
	require.Contains(t, string(text[:n]), "the harbour is closed")
}

// The file that the standard output goes to, which /dev/stdout names, keeps what else is
// written there.
func TestExportToWhereTheOutputGoes(t *testing.T) {
	t.Parallel()
	store := storeWithRecord(t)
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	require.NoError(t, err)
	defer out.Close()
	_, err = out.WriteString("before\n")
	require.NoError(t, err)
	b := newBundle("")
	b.factory.streams.Out = out
	require.Equal(t, OK, b.run(t.Context(), "--store", store, "export", out.Name()), b.errs)
	text, err := os.ReadFile(out.Name())
	require.NoError(t, err)
	require.Regexp(t, "(?s)^before\n.*the harbour is closed", string(text))
}

// storeWithRecord makes a store of one record.
func storeWithRecord(t *testing.T) string {
	t.Helper()
	store := filepath.Join(t.TempDir(), "store")
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "--store", store, "remember", "the harbour is closed"), b.errs)
	return store
}

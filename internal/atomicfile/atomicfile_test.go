package atomicfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/atomicfile"
)

func write(path, text string) error {
	return atomicfile.Write(path, func(f *os.File) error {
		_, err := f.WriteString(text)
		return err
	})
}

// TestWrite replaces a file, keeps it to its owner, overwrites what a crash left
// beside it, and leaves nothing there.
func TestWrite(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words")
	require.NoError(t, os.WriteFile(path+atomicfile.Suffix, []byte("longer, and left by a crash"), 0o600))
	for _, text := range []string{"one", "another", ""} {
		require.NoError(t, write(path, text))
		have, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, text, string(have))
	}
	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	require.NoFileExists(t, path+atomicfile.Suffix)
}

// TestFailedWriteLeavesTheFormerFile, whether the writing fails or the replacing.
func TestFailedWriteLeavesTheFormerFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "words")
	require.NoError(t, write(path, "kept"))
	full := errors.New("full")
	err := atomicfile.Write(path, func(f *os.File) error {
		_, err := f.WriteString("half")
		return errors.Join(err, full)
	})
	require.ErrorIs(t, err, full)
	have, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, "kept", string(have))
	require.NoFileExists(t, path+atomicfile.Suffix)

	taken := filepath.Join(t.TempDir(), "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "inside"), 0o700))
	require.Error(t, write(taken, "no file"))
	require.DirExists(t, filepath.Join(taken, "inside"))
	require.NoFileExists(t, taken+atomicfile.Suffix)
	require.Error(t, write(filepath.Join(taken, "missing", "file"), "no room"))
}

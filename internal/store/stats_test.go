package store

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDisk: each part of a store is measured by the files below its folder.
func TestDisk(t *testing.T) {
	s, err := Open(t.Context(), t.TempDir(), Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	require.NoError(t, s.Flush(t.Context()))
	words := filepath.Join(s.agentDir("ana"), "words")
	require.NoError(t, os.MkdirAll(filepath.Dir(words), 0o700))
	require.NoError(t, os.WriteFile(words, make([]byte, 1000), 0o600))
	st, err := s.Stats(t.Context())
	require.NoError(t, err)
	require.EqualValues(t, 1000, st.Disk.Agents)
	require.Positive(t, st.Disk.Ledger)
	require.Positive(t, st.Disk.Graph)
}

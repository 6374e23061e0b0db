package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseScale(t *testing.T) {
	for text, want := range map[string]int{"500": 500, "10k": 10_000, "1m": 1_000_000, "2M": 2_000_000} {
		n, err := parseScale(text)
		require.NoError(t, err)
		require.Equal(t, want, n)
	}
	for _, bad := range []string{"", "k", "-1", "1g"} {
		_, err := parseScale(bad)
		require.ErrorContains(t, err, "want a number", bad)
	}
}

func TestUnknownSuite(t *testing.T) {
	require.ErrorContains(t, run(context.Background(), []string{"-suite", "nothing"}, &bytes.Buffer{}), `no suite "nothing"`)
}

// A suite's output goes to its file as well.
func TestRunWritesFiles(t *testing.T) {
	dir := t.TempDir()
	var out bytes.Buffer
	args := []string{"-suite", "ledger", "-scale", "1k", "-out", dir}
	require.NoError(t, run(context.Background(), args, &out))
	file, err := os.ReadFile(filepath.Join(dir, "ledger-1k.txt"))
	require.NoError(t, err)
	require.Equal(t, out.String(), string(file))
}

package command

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/cmd/lukasa/terminal"
)

func TestLockedStoreNamesTheHolder(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "store")
	m, err := lukasa.Open(t.Context(), dir, lukasa.WithEmbedder(nil))
	require.NoError(t, err)
	defer func() { require.NoError(t, m.Close()) }()
	b := newBundle("")
	require.Equal(t, Failure, b.run(t.Context(), "--store", dir, "recent"))
	require.Regexp(t, `open.*(pid|process) \d+`, b.errs.String())
}

// C1, C3: Ctrl-C ends a statement that would run for minutes, and the store is
// closed.
func TestInterruptedStatement(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "store")
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "--store", dir, "remember", "one"))
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(200*time.Millisecond, func() { cancel(terminal.ErrInterrupted) })
	b = newBundle("")
	code := b.run(ctx, "--store", dir, "cypher", "-c", endless)
	require.Equal(t, Interrupted, code, b.errs)
	require.Contains(t, b.errs.String(), "interrupted")
	b = newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "--store", dir, "recent"), b.errs)
}

func TestTimeout(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "store")
	b := newBundle("")
	require.Equal(t, OK, b.run(t.Context(), "--store", dir, "remember", "one"))
	b = newBundle("")
	code := b.run(t.Context(), "--store", dir, "cypher", "--timeout", "100ms", "-c", endless)
	require.Equal(t, Failure, code)
	require.Contains(t, b.errs.String(), "stopped after 100ms")
}

// endless is a statement that runs for minutes.
const endless = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b WITH a, b WHERE (a * b) % 7 = 3 RETURN count(*)"

package command

import (
	"bytes"
	"context"
	"os"
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
	require.Regexp(t, `already open: .*, by process \d+, which is this one`, b.errs.String())
}

// TestStoreAmongOtherFiles: a slip in --store strews no store among the files of another
// folder. An empty folder, hidden files and what is left of a beginning do not matter.
func TestStoreAmongOtherFiles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Code{"notes.md": Usage, ".gitignore": OK, "lost+found": OK, "LOCK": OK, "": OK} {
		dir := t.TempDir()
		if name != "" {
			require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o600))
		}
		b := newBundle("")
		require.Equal(t, want, b.run(t.Context(), "--store", dir, "remember", "one"), "%q: %s", name, b.errs)
		if want == Usage {
			require.Contains(t, b.errs.String(), "--store: "+dir+" has other files in it")
			require.NoDirExists(t, filepath.Join(dir, "ledger"))
		}
	}
}

// TestReadingHoldsNoStore: while a person reads an answer in the pager, the store is
// closed, so that others can open it. What is told beside the answer, here where the next
// page is, waits for the terminal.
func TestReadingHoldsNoStore(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	store, shown, quit := filepath.Join(dir, "store"), filepath.Join(dir, "shown"), filepath.Join(dir, "quit")
	for _, text := range []string{"one", "two"} {
		b := newBundle("")
		require.Equal(t, OK, b.run(t.Context(), "--store", store, "remember", text))
	}
	pager := filepath.Join(dir, "pager")
	script := "#!/bin/sh\ncat\ntouch " + shown + "\nwhile [ ! -e " + quit + " ]; do sleep 0.05; done\necho quit\n"
	require.NoError(t, os.WriteFile(pager, []byte(script), 0o700))
	b := newBundle("")
	b.factory.streams.OutTTY, b.factory.streams.Pager = true, pager
	both := &bytes.Buffer{} // the order in which a terminal shows the two streams
	b.factory.streams.Out, b.factory.streams.Err = both, both
	ended := make(chan Code)
	go func() { ended <- b.run(t.Context(), "--store", store, "recent", "--limit", "1") }()
	require.Eventually(t, func() bool { _, err := os.Stat(shown); return err == nil }, time.Minute, 10*time.Millisecond)
	m, err := lukasa.Open(t.Context(), store, lukasa.WithEmbedder(nil), lukasa.WithWait(10*time.Second, nil))
	require.NoError(t, err)
	require.NoError(t, m.Close())
	select {
	case <-ended:
		require.Fail(t, "the command ended before its reader did")
	default:
	}
	require.NoError(t, os.WriteFile(quit, nil, 0o600))
	require.Equal(t, OK, <-ended)
	require.Regexp(t, `(?s)two.*quit\nmore: --after `, both.String())
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

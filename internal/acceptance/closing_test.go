package acceptance

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
)

// TestCloseAmidUpkeep closes a memory while it is rebuilt, purged, embedded again, copied
// and read through: each ends well or says that it is closed, and opened again the
// memory is whole (900-01, I1, I2).
func TestCloseAmidUpkeep(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	rounds := 6
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		m, err := lukasa.Open(ctx, dir, lukasa.WithMemoryBudget(1))
		require.NoError(t, err)
		for agent := range 3 {
			as, err := m.As(fmt.Sprint("agent ", agent))
			require.NoError(t, err)
			batch := make([]lukasa.Experience, 70)
			for i := range batch {
				batch[i] = lived(fmt.Sprint("parcel ", round, " ", i))
			}
			_, err = as.RetainAll(ctx, batch)
			require.NoError(t, err)
		}
		closeAmid(t, upkeep(ctx, m, t.TempDir()), time.Duration(round)*20*time.Millisecond, m.Close)
	}
	m, err := lukasa.Open(ctx, dir)
	require.NoError(t, err)
	defer m.Close()
	checked(t, m)
}

// closeAmid closes something a while after calls of it began. Each is made again and again
// until it says that this is closed, and comes to no other error.
func closeAmid(t *testing.T, calls map[string]func(i int) error, after time.Duration, closing func() error) {
	var wait sync.WaitGroup
	for name, call := range calls {
		wait.Go(func() {
			for i := 0; ; i++ {
				switch err := call(i); {
				case errors.Is(err, lukasa.ErrClosed):
					return
				case err != nil:
					t.Errorf("%s: %v", name, err)
					return
				}
			}
		})
	}
	time.Sleep(after)
	require.NoError(t, closing())
	wait.Wait()
}

// upkeep is what may be going on when a memory is closed, but for reading and writing.
func upkeep(ctx context.Context, m *lukasa.Memory, dir string) map[string]func(i int) error {
	models := []embed.Embedder{(&farEmbedder{name: "far", dim: 256}).embedder(), static.New()}
	return map[string]func(i int) error{
		"agents": func(int) error { return m.Rebuild(ctx, "agents") },
		"graph":  func(int) error { return m.Rebuild(ctx, "graph") },
		"check":  func(int) error { _, err := m.Check(ctx); return err },
		"digest": func(int) error { _, err := m.Digest(ctx); return err },
		"flush":  func(int) error { return m.Flush(ctx) },
		"backup": func(i int) error { return m.Backup(ctx, filepath.Join(dir, fmt.Sprint("backup", i))) },
		"fork":   func(i int) error { return m.Fork(ctx, filepath.Join(dir, fmt.Sprint("fork", i))) },
		"purge": func(int) error {
			as, err := m.As("agent 0")
			if err != nil {
				return err
			}
			_, err = as.Forget(ctx, lukasa.Forget{Purge: true, All: true})
			return err
		},
		"reembed": func(i int) error {
			_, err := m.Reembed(ctx, models[i%2], lukasa.Reembedding{})
			return err
		},
		"cypher": func(int) error {
			_, err := m.Cypher(ctx, "MATCH (n:Experience) RETURN count(n)", nil, lukasa.CypherOptions{})
			return err
		},
		"recall": func(int) error {
			as, err := m.As("agent 1")
			if err == nil {
				_, err = as.Recall(ctx, lukasa.Query{Text: "parcel"})
			}
			return err
		},
	}
}

// TestCloseWorkspace closes a workspace while all its calls are made: each ends well or
// says that it is closed, as do all that come after, and watching ends (003-02, 900-01).
func TestCloseWorkspace(t *testing.T) {
	dir := t.TempDir()
	_, err := lukasa.InitWorkspace(dir)
	require.NoError(t, err)
	for round := range 10 {
		name := fmt.Sprintf("2026-01-%02d.md", round+1)
		require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", name), []byte("## Retain\n- W @Ana: sends a parcel\n"), 0o600))
		w, err := lukasa.OpenWorkspace(t.Context(), dir)
		require.NoError(t, err)
		calls := desk(t.Context(), w)
		closeAmid(t, calls, time.Duration(round)*20*time.Millisecond, w.Close)
		require.NoError(t, w.Close(), "closing again does nothing")
		for name, call := range calls {
			require.ErrorIs(t, call(0), lukasa.ErrClosed, name)
		}
	}
}

// desk is what may be asked of a workspace.
func desk(ctx context.Context, w *lukasa.Workspace) map[string]func(i int) error {
	return map[string]func(i int) error{
		"core":     func(int) error { _, err := w.Core(); return err },
		"entity":   func(int) error { _, err := w.Entity(ctx, "Ana", 3); return err },
		"problems": func(int) error { _, _, err := w.Problems(ctx); return err },
		"recall":   func(int) error { _, err := w.Recall(ctx, lukasa.WorkspaceQuery{Text: "parcel"}); return err },
		"reflect":  func(int) error { _, err := w.Reflect(ctx, lukasa.PageReflection{}); return err },
		"retain": func(i int) error {
			_, err := w.Retain(ctx, lukasa.Note{Kind: "world", Text: fmt.Sprint("@Ana has parcel ", i)})
			return err
		},
		"status": func(int) error { _, err := w.Status(ctx); return err },
		"sync":   func(int) error { _, err := w.Sync(ctx); return err },
		"forget": func(int) error { _, err := w.Memory().Forget(ctx, lukasa.Forget{All: true}); return err },
		"watch": func(int) error {
			return w.Watch(ctx, lukasa.WatchOptions{Debounce: time.Millisecond})
		},
	}
}

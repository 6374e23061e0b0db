package lukasa

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/embed"
	"github.com/lukasadb/lukasa/embed/static"
)

// TestCloseAmidUpkeep closes a memory while it is rebuilt, purged, embedded again, copied
// and read through: each ends well or says that it is closed, and opened again the
// memory is whole (900-01, I1, I2).
func TestCloseAmidUpkeep(t *testing.T) {
	ctx := t.Context()
	dir := t.TempDir()
	rounds := 10
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		m, err := Open(ctx, dir, WithMemoryBudget(1))
		require.NoError(t, err)
		for agent := range 3 {
			as, err := m.As(fmt.Sprint("agent ", agent))
			require.NoError(t, err)
			batch := make([]Experience, 70)
			for i := range batch {
				batch[i] = lived(fmt.Sprint("parcel ", round, " ", i))
			}
			_, err = as.RetainAll(ctx, batch)
			require.NoError(t, err)
		}
		var wait sync.WaitGroup
		for name, call := range upkeep(ctx, m, t.TempDir()) {
			wait.Go(func() {
				for i := 0; ; i++ {
					switch err := call(i); {
					case errors.Is(err, ErrClosed):
						return
					case err != nil:
						t.Errorf("%s: %v", name, err)
						return
					}
				}
			})
		}
		time.Sleep(time.Duration(round) * 20 * time.Millisecond)
		require.NoError(t, m.Close())
		wait.Wait()
	}
	m, err := Open(ctx, dir)
	require.NoError(t, err)
	defer m.Close()
	checked(t, m)
}

// upkeep is what may be going on when a memory is closed, but for reading and writing.
func upkeep(ctx context.Context, m *Memory, dir string) map[string]func(i int) error {
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
			_, err := m.Forget(ctx, Forget{Agent: "agent 0", Purge: true, All: true})
			return err
		},
		"reembed": func(i int) error {
			_, err := m.Reembed(ctx, models[i%2], Reembedding{})
			return err
		},
		"cypher": func(int) error {
			_, err := m.Cypher(ctx, "MATCH (n:Experience) RETURN count(n)", nil, CypherOptions{})
			return err
		},
		"recall": func(int) error {
			as, err := m.As("agent 1")
			if err == nil {
				_, err = as.Recall(ctx, Query{Text: "parcel"})
			}
			return err
		},
	}
}

package acceptance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/internal/inside"
	"github.com/lukasadb/lukasa/internal/store"
)

// The status of a workspace says on which rung of the ladder it is searched, just
// synced, and by a process that has not searched yet; and on each rung a search
// finds what was written (003-25).
func TestLadderInStatus(t *testing.T) {
	t.Parallel()
	var page strings.Builder
	for i := range 300 {
		fmt.Fprintf(&page, "Weather of hour %d in the garden.\n\n", i)
	}
	page.WriteString("Anna moved to Bristol.\n")
	limit := inside.Option(func(o *store.Options) { o.ExactLimit = 100 }).(lukasa.Option)
	for rung, opts := range map[string][]lukasa.Option{
		"words": {lukasa.WithEmbedder(nil)}, "exact": nil, "hnsw": {limit},
	} {
		t.Run(rung, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			_, err := lukasa.InitWorkspace(dir)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, "memory", "2025-10-01.md"), []byte(page.String()), 0o600))
			for _, when := range []string{"just synced", "opened again"} {
				w, err := lukasa.OpenWorkspace(t.Context(), dir, opts...)
				require.NoError(t, err)
				if when == "just synced" {
					_, err = w.Sync(t.Context())
					require.NoError(t, err)
				}
				status, err := w.Status(t.Context())
				require.NoError(t, err)
				require.Equal(t, rung, status.Searching, when)
				answer, err := w.Recall(t.Context(), lukasa.WorkspaceQuery{Text: "Who moved to Bristol?", Floor: new(float64)})
				require.NoError(t, err)
				require.NotEmpty(t, answer.Facts)
				require.Equal(t, "memory/2025-10-01.md#L601", answer.Facts[0].Source)
				status, err = w.Status(t.Context())
				require.NoError(t, err)
				require.Equal(t, rung, status.Searching, "after a search")
				require.NoError(t, w.Close())
			}
		})
	}
}

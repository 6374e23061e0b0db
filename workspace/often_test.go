package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/workspace"
)

// TestEditedOften edits a page of sixty lines so often that its old vectors
// would outgrow memory: few are alive, but all have a row until they are reclaimed.
func TestEditedOften(t *testing.T) {
	d := newDesk(t, nil)
	const lines = 60
	for edit := range 40 {
		var page strings.Builder
		for i := range lines {
			fmt.Fprintf(&page, "Edit %d, line %d: lantern %x.\n\n", edit, i, edit*7919+i*104729)
		}
		d.write("memory/2025-11-01.md", page.String())
		require.Equal(t, lines, d.sync().New)
		_, err := d.Recall(ctx, workspace.Query{Text: fmt.Sprintf("edit %d line 7", edit), Floor: new(float64)})
		require.NoError(t, err)
	}
	stats, err := d.store.Stats(ctx)
	require.NoError(t, err)
	require.EqualValues(t, lines, stats.Records)
	d.close()
	left, err := filepath.Glob(filepath.Join(d.dir, workspace.StoreDir, "agents", "*", "vectors-*"))
	require.NoError(t, err)
	for _, name := range left {
		info, err := os.Stat(name)
		require.NoError(t, err)
		require.Less(t, info.Size(), int64(lines*2*4*256), "%s: old vectors were reclaimed", name)
	}
}

package workspace_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/cputime"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/workspace"
)

// BenchmarkFollow syncs after one edit among ten thousand pages, and after none.
func BenchmarkFollow(b *testing.B) {
	dir := b.TempDir()
	require.NoError(b, os.Mkdir(filepath.Join(dir, "memory"), 0o755))
	name := func(i int) string {
		return filepath.Join(dir, "memory", today.AddDate(0, 0, -i).Format("2006-01-02.md"))
	}
	for i := range 10_000 {
		require.NoError(b, os.WriteFile(name(i), fmt.Appendf(nil, "## Retain\n- W @Ana: Fact of day %d\n", i), 0o600))
	}
	w, _, s, err := openIn(dir, store.Options{}, workspace.Options{})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, w.Close()); require.NoError(b, s.Close()) })
	_, err = w.Sync(ctx)
	require.NoError(b, err)
	require.NoError(b, s.Flush(ctx))
	edit := 0
	for _, edits := range []int{0, 1} {
		b.Run(fmt.Sprintf("edits=%d", edits), func(b *testing.B) {
			before := cputime.Used()
			for range b.N {
				if edits > 0 {
					edit++
					require.NoError(b, os.WriteFile(name(edit%10_000), fmt.Appendf(nil, "## Retain\n- W @Ana: Edit %d\n", edit), 0o600))
				}
				done, err := w.Sync(ctx)
				require.NoError(b, err)
				require.GreaterOrEqual(b, done.New, edits)
			}
			b.ReportMetric(float64((cputime.Used()-before).Milliseconds())/float64(b.N), "ms-CPU/op")
		})
	}
}

package graph_test

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
)

// kept makes a graph at watermark 5 and returns its folder.
func kept(t *testing.T) (dir string, contents []string) {
	t.Helper()
	dir = t.TempDir()
	g := opener(graph.Options{})(t, dir).(*graph.Graph)
	_, err := g.Apply(t.Context(), graph.Batch{Watermark: 5, Put: graphtest.World(4, 3)})
	require.NoError(t, err)
	contents = graphtest.Contents(t, g)
	require.NoError(t, g.Close())
	return dir, contents
}

func data(t *testing.T, dir string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(dir, "gen-*", "data"))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

// Whatever happens to the files, the graph opens: as it was, or empty with
// watermark 0, and then it works. (G1)
func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	dir, contents := kept(t)
	good, err := os.ReadFile(data(t, dir))
	require.NoError(t, err)
	manifest, err := os.ReadFile(filepath.Join(dir, "CURRENT"))
	require.NoError(t, err)
	name := filepath.Base(filepath.Dir(data(t, dir)))
	rng := rand.New(rand.NewPCG(1, 2))

	variants := map[string]func(t *testing.T, at string){
		"untouched": func(*testing.T, string) {},
		"empty":     func(t *testing.T, at string) { write(t, at, nil) },
		"junk":      func(t *testing.T, at string) { write(t, at, make([]byte, len(good))) },
		"folder": func(t *testing.T, at string) {
			require.NoError(t, os.Remove(at))
			require.NoError(t, os.Mkdir(at, 0o700))
		},
		"missing":         func(t *testing.T, at string) { require.NoError(t, os.Remove(at)) },
		"missing folder":  func(t *testing.T, at string) { require.NoError(t, os.RemoveAll(filepath.Dir(at))) },
		"stray log":       func(t *testing.T, at string) { write(t, at+".wal", []byte("junk")) },
		"truncated":       func(t *testing.T, at string) { write(t, at, good[:len(good)/2]) },
		"longer":          func(t *testing.T, at string) { write(t, at, append(append([]byte(nil), good...), 0)) },
		"no manifest":     func(t *testing.T, at string) { require.NoError(t, os.Remove(currentOf(at))) },
		"half a manifest": func(t *testing.T, at string) { write(t, currentOf(at), manifest[:len(manifest)/2]) },
		"work left": func(t *testing.T, at string) {
			write(t, filepath.Join(filepath.Dir(currentOf(at)), "work-1", "data"), good)
		},
		"manifest unlinked": func(t *testing.T, at string) { require.NoError(t, os.Rename(currentOf(at), currentOf(at)+".tmp")) },
	}
	for range 10 {
		page := rng.IntN(len(good)/4096) * 4096
		variants["zeroed page"+string(rune('a'+rng.IntN(26)))] = func(t *testing.T, at string) {
			bad := append([]byte(nil), good...)
			copy(bad[page:page+4096], make([]byte, 4096))
			if string(bad) == string(good) {
				bad[page] ^= 1
			}
			write(t, at, bad)
		}
	}
	whole := map[string]bool{"untouched": true, "stray log": true, "work left": true}
	for what, damage := range variants {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, name, "data"), good)
			write(t, filepath.Join(dir, "CURRENT"), manifest)
			damage(t, filepath.Join(dir, name, "data"))
			g := opener(graph.Options{})(t, dir).(*graph.Graph)
			if whole[what] {
				require.EqualValues(t, 5, g.Watermark())
				require.Equal(t, contents, graphtest.Contents(t, g))
			} else {
				require.Zero(t, g.Watermark())
				require.Empty(t, graphtest.Contents(t, g))
			}
			_, err := g.Apply(t.Context(), graph.Batch{Watermark: 6, Put: graphtest.World(4, 3)})
			require.NoError(t, err)
			require.Equal(t, contents, graphtest.Contents(t, g))
			require.NoError(t, g.Close())
			g = opener(graph.Options{})(t, dir).(*graph.Graph)
			require.EqualValues(t, 6, g.Watermark())
			require.NoError(t, g.Close())
		})
	}
}

func currentOf(data string) string { return filepath.Join(filepath.Dir(filepath.Dir(data)), "CURRENT") }

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
	require.NoError(t, os.WriteFile(path, data, 0o600))
}

// A session that ends without Close costs what it applied since the last
// refresh, and nothing else. (G2)
func TestCrashLosesOnlyTheSession(t *testing.T) {
	t.Parallel()
	dir, _ := kept(t)
	g := opener(graph.Options{})(t, dir).(*graph.Graph)
	_, err := g.Apply(t.Context(), graph.Batch{Watermark: 6, Put: graphtest.World(6, 3)})
	require.NoError(t, err)
	require.NoError(t, g.Refresh(t.Context()))
	refreshed := graphtest.Contents(t, g)
	_, err = g.Apply(t.Context(), graph.Batch{Watermark: 7, Put: graphtest.World(7, 3)})
	require.NoError(t, err)

	crashed := t.TempDir() // the files as they are, while the session is alive
	require.NoError(t, os.CopyFS(crashed, os.DirFS(dir)))
	after := opener(graph.Options{})(t, crashed).(*graph.Graph)
	require.EqualValues(t, 6, after.Watermark())
	require.Equal(t, refreshed, graphtest.Contents(t, after))
	require.NoError(t, after.Close())
	require.NoError(t, g.Close())
}

// A load shows its watermark once reads see what it loaded, and not before; where that
// cannot be read again from the disk, the graph is empty and says so. (G1, G4, G7)
func TestLoadShowsItsWatermarkLast(t *testing.T) {
	t.Parallel()
	for _, ruin := range []bool{false, true} {
		dir, loading := t.TempDir(), false
		var g *graph.Graph
		between := func(context.Context) { // while the new generation is read back
			if !loading {
				return
			}
			require.EqualValues(t, 5, g.Watermark(), "reads still see the graph of before")
			if ruin {
				require.NoError(t, os.Truncate(data(t, dir), 0))
			}
		}
		g = opener(graph.Options{Between: between})(t, dir).(*graph.Graph)
		_, err := g.Apply(t.Context(), graph.Batch{Watermark: 5, Put: graphtest.World(4, 3)})
		require.NoError(t, err)
		loading = true
		_, err = g.Load(t.Context(), 6, graphtest.Elements(graphtest.World(6, 3)))
		loading = false
		if ruin {
			require.Error(t, err)
			require.Zero(t, g.Watermark())
			require.Empty(t, graphtest.Contents(t, g))
		} else {
			require.NoError(t, err)
			require.EqualValues(t, 6, g.Watermark())
		}
		require.NoError(t, g.Close())
	}
}

func TestLocked(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g := opener(graph.Options{})(t, dir)
	_, err := graph.Open(t.Context(), dir+"/.", graph.Options{})
	require.ErrorIs(t, err, graph.ErrLocked)
	require.NoError(t, g.Close())
	require.NoError(t, opener(graph.Options{})(t, dir).Close())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = graph.Open(ctx, dir, graph.Options{})
	require.ErrorIs(t, err, context.Canceled)
	require.NoError(t, opener(graph.Options{})(t, dir).Close(), "a failed open holds nothing")
}

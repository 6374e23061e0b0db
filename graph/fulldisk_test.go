package graph_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
)

// On a full disk writes fail, reads are right or refused, the clean generation
// stays, and once there is room the graph works again, reopened or not. GRAPH_SMALL_DISK names a folder on a file
// system of about 160 MB that holds nothing else. (G7)
func TestFullDisk(t *testing.T) {
	disk := os.Getenv("GRAPH_SMALL_DISK")
	if disk == "" {
		t.Skip("skipped: GRAPH_SMALL_DISK is not set")
	}
	for name, threshold := range map[string]int{"one by one": 1 << 30, "in bulk": 1} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(disk, name)
			open := opener(graph.Options{BulkThreshold: threshold})
			g := open(t, dir).(*graph.Graph)
			_, err := g.Apply(t.Context(), graph.Batch{Watermark: 1, Put: graphtest.World(7, 5)})
			require.NoError(t, err)
			require.NoError(t, g.Close())
			for _, reopen := range []bool{true, false, true, false} {
				g = open(t, dir).(*graph.Graph)
				before := graphtest.Contents(t, g)
				mark := g.Watermark()
				stuff(t, disk)
				for n := uint64(1); err == nil && n < 200; n++ {
					_, err = g.Apply(t.Context(), graph.Batch{Watermark: mark + n, Put: graphtest.World(40, 20)})
				}
				require.Error(t, err, "the disk is full")
				steps, readErr := g.Followed(t.Context(), []string{"ana"}, graphtest.RecordID(0, 1), 1)
				if readErr == nil {
					require.Len(t, steps, 1)
				} else {
					require.ErrorIs(t, readErr, graph.ErrBroken)
				}
				if reopen {
					_ = g.Close() // may or may not have had the room for a new generation
				}
				require.NoError(t, os.Remove(filepath.Join(disk, "stuffing")))
				if !reopen {
					_, err = g.Apply(t.Context(), graph.Batch{Watermark: mark + 1000, Put: graphtest.World(7, 5)})
					require.NoError(t, err)
					require.NoError(t, g.Close())
				}

				g = open(t, dir).(*graph.Graph)
				require.GreaterOrEqual(t, g.Watermark(), mark)
				if g.Watermark() == mark {
					require.Equal(t, before, graphtest.Contents(t, g))
				}
				_, err = g.Apply(t.Context(), graph.Batch{Watermark: g.Watermark() + 1, Put: graphtest.World(7, 5)})
				require.NoError(t, err)
				require.NoError(t, g.Close())
			}
		})
	}
}

// stuff fills a disk but for some 100 KB.
func stuff(t *testing.T, disk string) {
	t.Helper()
	f, err := os.Create(filepath.Join(disk, "stuffing"))
	require.NoError(t, err)
	block := make([]byte, 64<<10)
	for err == nil {
		_, err = f.Write(block)
	}
	end, err := f.Seek(0, 2)
	require.NoError(t, err)
	require.NoError(t, f.Truncate(max(0, end-(100<<10))))
	require.NoError(t, f.Close())
}

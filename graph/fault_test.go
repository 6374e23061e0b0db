package graph_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
	"github.com/lukasadb/lukasa/internal/faulttest"
)

// eras are the steps of a graph's life: what it is brought to, and how.
var eras = []struct {
	how   string
	world []graph.Element
}{
	{"one by one", graphtest.World(3, 2)},
	{"refreshed", graphtest.World(4, 2)},
	{"loaded", graphtest.World(9, 3)},
	{"reopened", graphtest.World(10, 3)},
	{"in bulk", graphtest.World(30, 9)},
}

// advance brings a graph from its watermark to the last era, as the store does:
// what it has already is not applied again. It returns the first failure.
func advance(ctx context.Context, dir string) (err error) {
	var g *graph.Graph
	defer func() {
		if g != nil {
			err = errors.Join(err, g.Close())
		}
	}()
	open := func() error {
		g, err = graph.Open(ctx, dir, graph.Options{BufferPool: 32 << 20, BulkPool: 64 << 20, BulkThreshold: 60})
		return err
	}
	if err := open(); err != nil {
		return err
	}
	for i, era := range eras {
		mark := uint64(i + 1)
		if mark <= g.Watermark() {
			continue
		}
		switch era.how {
		case "loaded":
			_, err = g.Load(ctx, mark, graphtest.Elements(era.world))
		case "reopened":
			err = g.Close()
			if g = nil; err == nil {
				err = open()
			}
			if err == nil {
				_, err = g.Apply(ctx, graph.Batch{Watermark: mark, Put: era.world})
			}
		default:
			_, err = g.Apply(ctx, graph.Batch{Watermark: mark, Put: era.world})
		}
		if err == nil && era.how == "refreshed" {
			err = g.Refresh(ctx)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// TestFaults fails calls on the graph's files, the engine's as well as ours, once
// and for good. The process lives on; what is opened then is the graph of
// some era, whole, and goes on from there to the same end (G1, G7; 900-01). LUKASA_DRILL_FAULT fails
// more.
func TestFaults(t *testing.T) {
	t.Parallel()
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		contents := eraContents(t)
		l.EachFault(1, func(dir string) func() {
			failed := advance(t.Context(), dir)
			if failed != nil && advance(t.Context(), dir) != nil { // it may work the second time
				failed = errors.Join(failed, errors.New("again"))
			}
			return func() { graphFound(t, l, dir, contents, failed) }
		})
	})
}

// TestPowerLoss takes the power away before calls on the graph's files (G1, G3).
func TestPowerLoss(t *testing.T) {
	t.Parallel()
	faulttest.Run(t, func(t *testing.T, l *faulttest.Lab) {
		contents := eraContents(t)
		l.EachPicture(10, 1499, func(dir string) { require.NoError(t, advance(t.Context(), dir)) }, func(p faulttest.Picture) {
			graphFound(t, l, p.Dir, contents, nil)
		})
	})
}

func graphFound(t *testing.T, l *faulttest.Lab, dir string, contents [][]string, failed error) {
	t.Helper()
	g := opener(graph.Options{})(t, dir).(*graph.Graph)
	mark := g.Watermark()
	require.LessOrEqual(t, int(mark), len(eras), l.Where())
	require.Equal(t, contents[mark], graphtest.Contents(t, g), "%s: %v", l.Where(), failed)
	require.NoError(t, g.Close())
	require.NoError(t, advance(t.Context(), dir), "it lives on: %s: %v", l.Where(), failed)
	g = opener(graph.Options{})(t, dir).(*graph.Graph)
	require.Equal(t, contents[len(eras)], graphtest.Contents(t, g), l.Where())
	require.NoError(t, g.Close())
}

// eraContents are what a graph holds after each number of eras, as the model has
// it.
func eraContents(t *testing.T) (list [][]string) {
	g := graphtest.NewModel()
	list = append(list, graphtest.Contents(t, g))
	for i, era := range eras {
		var err error
		if era.how == "loaded" {
			_, err = g.Load(t.Context(), uint64(i+1), graphtest.Elements(era.world))
		} else {
			_, err = g.Apply(t.Context(), graph.Batch{Watermark: uint64(i + 1), Put: era.world})
		}
		require.NoError(t, err)
		list = append(list, graphtest.Contents(t, g))
	}
	return list
}

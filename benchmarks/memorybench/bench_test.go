package memorybench

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
)

func small(dir string) Config {
	return Config{Dir: dir, Records: 300, Agents: 5, Batch: 100, Queries: 5}
}

// A small run goes through every part on one store; what each answers is right.
func TestParts(t *testing.T) {
	b, err := New(small(t.TempDir()))
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	for _, p := range Parts() {
		var out bytes.Buffer
		r := report.NewRecorder(&out, p.Name, 300, nil)
		require.NoError(t, b.Run(context.Background(), r, p), p.Name)
		require.NotEmpty(t, r.Figures(), p.Name)
		for _, f := range r.Figures() {
			require.GreaterOrEqual(t, f.Value, 0.0, f.Name)
			require.Contains(t, out.String(), f.Name)
			if p.Name == "kuzu" && f.Peer != "" {
				require.Equal(t, 1.0, *f.Right, f.Name)
			}
			if f.Name == "keyword, p50" {
				require.Equal(t, 1.0, *f.Right)
			}
		}
	}
}

// A load that was stopped goes on where it stopped, and a kept store is not
// loaded again nor taken for another one.
func TestKeptStoreResumes(t *testing.T) {
	dir := t.TempDir()
	ctx, stop := context.WithCancel(context.Background())
	parts := Parts()
	first, err := New(small(dir))
	require.NoError(t, err)
	stop()
	r := report.NewRecorder(t.Output(), "ingest", 300, nil)
	require.ErrorIs(t, first.Run(ctx, r, parts[0]), context.Canceled)
	require.NoError(t, first.Close())

	half, err := New(small(dir))
	require.NoError(t, err)
	require.NoError(t, half.open(t.Context()))
	half.Records = 200
	done := half.fresh()
	done.Records = 300
	require.NoError(t, half.fill(t.Context(), &done))
	done.Loaded = false
	require.NoError(t, half.writeProgress(done))
	require.NoError(t, half.Close())

	for range 2 {
		b, err := New(small(dir))
		require.NoError(t, err)
		require.NoError(t, b.Run(t.Context(), r, parts[1]))
		st, err := b.mem.Stats(t.Context())
		require.NoError(t, err)
		require.Equal(t, 300, st.Records)
		require.Equal(t, 300, b.g.n)
		require.NoError(t, b.Close())
	}
	other := small(dir)
	other.Seed = 2
	b, err := New(other)
	require.NoError(t, err)
	require.ErrorIs(t, b.Run(t.Context(), r, parts[1]), ErrOtherStore)
	require.NoError(t, b.Close())
}

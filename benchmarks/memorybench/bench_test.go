package memorybench

import (
	"bytes"
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/benchmarks/report"
	"github.com/lukasadb/lukasa/embed/static"
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
			if f.Name == "keyword, p50" && f.Peer == "" || f.Name == "vector, p50" && f.Peer == "" {
				require.Equal(t, 1.0, *f.Right)
			}
		}
	}
}

// Peers get the records that the store holds, each question's own record among
// them, and what is nearest, best first; what they print becomes figures.
func TestPeersAreGivenTheSame(t *testing.T) {
	b, err := New(small(t.TempDir()))
	require.NoError(t, err)
	defer func() { require.NoError(t, b.Close()) }()
	var out bytes.Buffer
	r := report.NewRecorder(&out, "peers", 300, nil)
	require.NoError(t, b.Run(t.Context(), r, Part{"none", func(*Bench, context.Context) error { return nil }}))
	x := &exchange{bench: b, dir: t.TempDir()}
	require.NoError(t, x.write(t.Context()))
	lines, err := os.ReadFile(filepath.Join(x.dir, "records.jsonl"))
	require.NoError(t, err)
	records := strings.Split(strings.TrimSpace(string(lines)), "\n")
	require.Len(t, records, 300)
	vectors, err := os.ReadFile(filepath.Join(x.dir, "vectors.f32"))
	require.NoError(t, err)
	require.Len(t, vectors, 300*4*static.Dim)
	for _, q := range x.questions {
		require.Contains(t, records[q.Row], q.Word)
		require.Contains(t, records[q.Row], `"agent":"`+q.Agent+`"`)
		require.True(t, slices.IsSortedFunc(q.scores, func(a, b float32) int { return cmp.Compare(b, a) }))
		for _, row := range q.truth {
			require.Contains(t, records[row], `"agent":"`+q.Agent+`"`)
		}
	}
	b.Recorder = r
	half := .5
	b.take(peerLine{Peer: "p", What: "hybrid", Note: "none"})
	b.take(peerLine{Peer: "p", What: "ingest", Rate: 7})
	b.take(peerLine{Peer: "p", What: "vector", MS: []float64{2, 2}, Right: &half})
	figures := r.Figures()
	require.Len(t, figures, 4)
	require.Equal(t, "none", figures[0].Note)
	require.Equal(t, 7.0, figures[1].Value)
	require.Equal(t, 2.0, figures[2].Value)
	require.Equal(t, .5, *figures[3].Right)
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

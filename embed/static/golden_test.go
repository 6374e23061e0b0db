package static

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// 003-26: the bundled embedder. S2: pieces and vectors equal the reference's, which knows no n-grams.
func TestGoldenVectors(t *testing.T) {
	t.Parallel()
	var golden []struct {
		Text   string
		IDs    []int32
		Vector []float32
	}
	readJSON(t, "testdata/golden.json", &golden)
	require.NotEmpty(t, golden)
	e := New()
	for _, g := range golden {
		require.Equal(t, g.IDs, append([]int32{}, e.Pieces(nil, g.Text)...), "pieces of %q", g.Text)
		v := embedPieces(e, g.Text)
		require.InDeltaSlice(t, g.Vector, v[:], 1e-4, "vector of %q", g.Text)
		var full [Dim]float32
		require.Equal(t, len(g.IDs) > 0, e.Embed(&full, g.Text), "%q has a vector", g.Text)
		if !strings.Contains(g.Text, "绿") { // the one golden text with a foreign word
			require.True(t, v == full, "vector of %q", g.Text)
		}
	}
}

// S2, over texts chosen to be awkward: the pieces were written down by the
// tokenizer that the table was trained with.
func TestPiecesEqualReference(t *testing.T) {
	t.Parallel()
	var cases []struct {
		Text string
		IDs  []int32
	}
	readJSON(t, "testdata/pieces.json", &cases)
	require.NotEmpty(t, cases)
	e := New()
	for _, c := range cases {
		require.Equal(t, c.IDs, append([]int32{}, e.Pieces(nil, c.Text)...), "pieces of %q", c.Text)
	}
}

// 000-12, 900-04, I11: the model's revision names the very bytes that are compiled in.
func TestRevisionIsDigest(t *testing.T) {
	t.Parallel()
	h := sha256.New()
	for _, name := range []string{"table.i8", "scales.f32", "vocab.txt"} {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		h.Write(data)
	}
	digest := hex.EncodeToString(h.Sum(nil))
	require.Len(t, revision, 12)
	require.Equal(t, digest[:12]+"-"+gramVersion, New().Model().Revision)
}

func TestBatchEqualsSingle(t *testing.T) {
	t.Parallel()
	e := New()
	texts := make([]string, 1000)
	for i := range texts {
		texts[i] = strings.Repeat("disk ", i%7) + e.Piece(int32(2000+i))
	}
	got, err := e.EmbedDocuments(context.Background(), texts)
	require.NoError(t, err)
	require.Len(t, got, len(texts))
	for i, text := range texts {
		var want [Dim]float32
		e.Embed(&want, text)
		require.Equal(t, want[:], got[i], text)
	}
	queries, err := e.EmbedQueries(context.Background(), texts[:3])
	require.NoError(t, err)
	require.Equal(t, got[:3], queries)
}

func TestEmbedStopsWithContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := New().EmbedDocuments(ctx, []string{"late"})
	require.ErrorIs(t, err, context.Canceled)
}

// S3.
func TestNothingIsAllocated(t *testing.T) {
	e := New()
	var v [Dim]float32
	pieces := make([]int32, 0, 256)
	for _, text := range []string{
		"The invoice of Gai Media was paid on Friday, after two reminders.",
		"Nguyễn Văn Toàn đến từ Đà Nẵng; 绿茶 15%, 京都に行きました, 한국어 \u00a0\u200b naïve",
		strings.Repeat("x", 500) + " ERR_0x1F v0.11.3",
	} {
		require.Zero(t, testing.AllocsPerRun(20, func() { e.Embed(&v, text) }), text)
		require.Zero(t, testing.AllocsPerRun(20, func() { pieces = e.Pieces(pieces[:0], text) }), text)
	}
}

func readJSON(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, into))
}

package vectortest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/vector"
)

// Config tells the suite what to expect of an implementation.
type Config struct {
	// Dim is the dimension to test with.
	Dim int
	// Exact means that answers equal the model's, not only mostly.
	Exact bool
	// Recall is the least share of right answers to expect where Exact is false.
	Recall float64
	// Open makes an empty index.
	Open func(t testing.TB, dim int) vector.Index
}

// Run runs the suite.
func Run(t *testing.T, c Config) {
	t.Run("Empty", c.empty)
	t.Run("BadInput", c.badInput)
	t.Run("Answers", c.answers)
	t.Run("EqualVectors", c.equalVectors)
	t.Run("Filter", c.filter)
	t.Run("Closed", c.closed)
	t.Run("Concurrent", c.concurrent)
	t.Run("Model", c.model)
}

// NumberedID is an id that orders like its number.
func NumberedID(n int) (id vector.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id
}

// Clustered draws n vectors around centres, as embeddings lie.
func Clustered(seed uint64, n, dim, centres int) [][]float32 {
	r := rand.New(rand.NewPCG(seed, uint64(dim)))
	mid := make([][]float32, centres)
	for i := range mid {
		mid[i] = gauss(r, dim, nil, 1)
	}
	out := make([][]float32, n)
	for i := range out {
		out[i] = gauss(r, dim, mid[r.IntN(centres)], 0.6)
	}
	return out
}

func gauss(r *rand.Rand, dim int, mid []float32, spread float64) []float32 {
	v := make([]float32, dim)
	for i := range v {
		v[i] = float32(r.NormFloat64() * spread)
		if mid != nil {
			v[i] += mid[i]
		}
	}
	return v
}

// Model is an index too simple to be wrong.
type Model map[vector.ID][]float32

// Search scores everything in float64.
func (m Model) Search(query []float32, k int, admit func(vector.ID) bool) []vector.Hit {
	var hits []vector.Hit
	for id, v := range m {
		if admit == nil || admit(id) {
			hits = append(hits, vector.Hit{ID: id, Score: float32(Cosine(query, v))})
		}
	}
	slices.SortFunc(hits, func(a, b vector.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.ID[:], b.ID[:]))
	})
	return hits[:min(k, len(hits))]
}

// Cosine is the cosine of a and b.
func Cosine(a, b []float32) float64 {
	var ab, aa, bb float64
	for i := range a {
		x, y := float64(a[i]), float64(b[i])
		ab, aa, bb = ab+x*y, aa+x*x, bb+y*y
	}
	return ab / math.Sqrt(aa*bb)
}

// Recall is the share of want's ids that got names, where an equal score counts as right.
func Recall(want, got []vector.Hit) float64 {
	if len(want) == 0 {
		return 1
	}
	floor := want[len(want)-1].Score - 1e-5
	right := 0
	for _, h := range got {
		if h.Score >= floor {
			right++
		}
	}
	return float64(min(right, len(want))) / float64(len(want))
}

// check compares an answer with the model's.
func (c Config) check(t require.TestingT, want, got []vector.Hit) float64 {
	require.True(t, slices.IsSortedFunc(got, func(a, b vector.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), bytes.Compare(a.ID[:], b.ID[:]))
	}), "answers are ordered")
	if c.Exact {
		require.Len(t, got, len(want))
		for i := range want {
			require.InDelta(t, want[i].Score, got[i].Score, 2e-6, "answer %d", i)
		}
		require.Equal(t, 1.0, Recall(want, got))
	}
	return Recall(want, got)
}

func (c Config) fill(t testing.TB, ix vector.Index, vecs [][]float32) Model {
	m := Model{}
	for i, v := range vecs {
		require.NoError(t, ix.Upsert(NumberedID(i), v))
		m[NumberedID(i)] = v
	}
	return m
}

func (c Config) empty(t *testing.T) {
	ix := c.Open(t, c.Dim)
	hits, err := ix.Search(t.Context(), Clustered(1, 1, c.Dim, 1)[0], vector.SearchOptions{})
	require.NoError(t, err)
	require.Empty(t, hits)
	require.Zero(t, ix.Len())
	found, err := ix.Delete(NumberedID(1))
	require.NoError(t, err)
	require.False(t, found)
}

func (c Config) badInput(t *testing.T) {
	ix := c.Open(t, c.Dim)
	good := Clustered(1, 1, c.Dim, 1)[0]
	with := func(v float32) []float32 {
		b := slices.Clone(good)
		b[c.Dim-1] = v
		return b
	}
	for name, bad := range map[string]struct {
		vec  []float32
		want error
	}{
		"nil":      {nil, vector.ErrDimension},
		"short":    {good[:c.Dim-1], vector.ErrDimension},
		"long":     {append(slices.Clone(good), 1), vector.ErrDimension},
		"NaN":      {with(float32(math.NaN())), vector.ErrNotFinite},
		"infinity": {with(float32(math.Inf(-1))), vector.ErrNotFinite},
		"zero":     {make([]float32, c.Dim), vector.ErrZero},
	} {
		require.ErrorIs(t, ix.Upsert(NumberedID(1), bad.vec), bad.want, name)
		_, err := ix.Search(t.Context(), bad.vec, vector.SearchOptions{})
		require.ErrorIs(t, err, bad.want, name)
	}
	require.Zero(t, ix.Len(), "a refused vector leaves nothing")
	_, err := ix.Search(t.Context(), good, vector.SearchOptions{K: -1})
	require.ErrorIs(t, err, vector.ErrOption)
	_, err = ix.Search(t.Context(), good, vector.SearchOptions{Ef: -1})
	require.ErrorIs(t, err, vector.ErrOption)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = ix.Search(ctx, good, vector.SearchOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

func (c Config) answers(t *testing.T) {
	ix := c.Open(t, c.Dim)
	vecs := Clustered(2, 1200, c.Dim, 30)
	m := c.fill(t, ix, vecs[:1000])
	for i := 0; i < 1000; i += 3 { // change some, delete others
		id := NumberedID(i)
		if i%2 == 0 {
			require.NoError(t, ix.Upsert(id, vecs[1000+i/6]))
			m[id] = vecs[1000+i/6]
			continue
		}
		found, err := ix.Delete(id)
		require.NoError(t, err)
		require.True(t, found)
		delete(m, id)
	}
	require.Equal(t, len(m), ix.Len())
	var sum float64
	queries := Clustered(2, 1250, c.Dim, 30)[1200:]
	for _, q := range queries {
		hits, err := ix.Search(t.Context(), q, vector.SearchOptions{K: 10})
		require.NoError(t, err)
		require.Len(t, hits, 10)
		for _, h := range hits {
			require.Contains(t, m, h.ID)
			require.InDelta(t, Cosine(q, m[h.ID]), h.Score, 2e-6, "scores are in full precision")
		}
		sum += c.check(t, m.Search(q, 10, nil), hits)
	}
	require.GreaterOrEqual(t, sum/float64(len(queries)), c.Recall)
	hits, err := ix.Search(t.Context(), queries[0], vector.SearchOptions{K: 5000})
	require.NoError(t, err)
	if c.Exact {
		require.Len(t, hits, len(m), "more asked than there are")
	}
}

// 2,000 ids with one vector must neither crowd out the others nor each other.
func (c Config) equalVectors(t *testing.T) {
	ix := c.Open(t, c.Dim)
	vecs := Clustered(3, 500, c.Dim, 20)
	m := c.fill(t, ix, vecs)
	for i := 1000; i < 3000; i++ {
		require.NoError(t, ix.Upsert(NumberedID(i), vecs[7]))
		m[NumberedID(i)] = vecs[7]
	}
	hits, err := ix.Search(t.Context(), vecs[7], vector.SearchOptions{K: 10})
	require.NoError(t, err)
	require.Len(t, hits, 10)
	for _, h := range hits {
		require.InDelta(t, 1, h.Score, 1e-5)
	}
	var sum float64
	for i := 100; i < 150; i++ {
		hits, err := ix.Search(t.Context(), vecs[i], vector.SearchOptions{K: 3})
		require.NoError(t, err)
		sum += c.check(t, m.Search(vecs[i], 3, nil), hits)
	}
	require.GreaterOrEqual(t, sum/50, c.Recall)
	for i := 1000; i < 2999; i++ {
		found, err := ix.Delete(NumberedID(i))
		require.NoError(t, err)
		require.True(t, found)
	}
	hits, err = ix.Search(t.Context(), vecs[7], vector.SearchOptions{K: 2})
	require.NoError(t, err)
	require.ElementsMatch(t, []vector.ID{NumberedID(7), NumberedID(2999)}, []vector.ID{hits[0].ID, hits[1].ID})
}

func (c Config) filter(t *testing.T) {
	ix := c.Open(t, c.Dim)
	vecs := Clustered(4, 1500, c.Dim, 30)
	m := c.fill(t, ix, vecs)
	for _, share := range []int{1, 2, 10, 100, 700} {
		admit := func(id vector.ID) bool { return binary.BigEndian.Uint64(id[8:])%uint64(share) == 0 }
		ids := []vector.ID{NumberedID(1 << 40)} // and one that is not there
		for i := range vecs {
			if admit(NumberedID(i)) {
				ids = append(ids, NumberedID(i))
			}
		}
		for name, f := range map[string]*vector.Filter{"where": vector.Where(admit), "among": vector.Among(ids)} {
			var sum float64
			for q := 0; q < 20; q++ {
				hits, err := ix.Search(t.Context(), vecs[q*7], vector.SearchOptions{K: 5, Filter: f})
				require.NoError(t, err)
				for _, h := range hits {
					require.True(t, admit(h.ID), "%s 1/%d", name, share)
				}
				sum += c.check(t, m.Search(vecs[q*7], 5, admit), hits)
			}
			require.GreaterOrEqual(t, sum/20, c.Recall, "%s 1/%d", name, share)
		}
	}
	hits, err := ix.Search(t.Context(), vecs[0], vector.SearchOptions{Filter: vector.Among(nil)})
	require.NoError(t, err)
	require.Empty(t, hits)
}

func (c Config) closed(t *testing.T) {
	ix := c.Open(t, c.Dim)
	v := Clustered(5, 1, c.Dim, 1)[0]
	require.NoError(t, ix.Upsert(NumberedID(1), v))
	require.NoError(t, ix.Close())
	require.NoError(t, ix.Close())
	require.ErrorIs(t, ix.Upsert(NumberedID(1), v), vector.ErrClosed)
	_, err := ix.Delete(NumberedID(1))
	require.ErrorIs(t, err, vector.ErrClosed)
	_, err = ix.Search(t.Context(), v, vector.SearchOptions{})
	require.ErrorIs(t, err, vector.ErrClosed)
}

// Writers and readers at once: every answer names an id that was there at some time, and afterwards the index
// holds what the writers left.
func (c Config) concurrent(t *testing.T) {
	ix := c.Open(t, c.Dim)
	vecs := Clustered(6, 900, c.Dim, 20)
	var group sync.WaitGroup
	for w := range 3 {
		group.Go(func() {
			for i := w; i < len(vecs); i += 3 {
				if err := ix.Upsert(NumberedID(i), vecs[i]); err != nil {
					t.Error(err)
				}
				if i%5 == 0 {
					if _, err := ix.Delete(NumberedID(i)); err != nil {
						t.Error(err)
					}
				}
			}
		})
		group.Go(func() {
			for i := range 150 {
				q := vecs[i*3+w]
				hits, err := ix.Search(context.Background(), q, vector.SearchOptions{})
				if err != nil {
					t.Error(err)
				}
				for _, h := range hits {
					if n := int(binary.BigEndian.Uint64(h.ID[8:])); math.Abs(Cosine(q, vecs[n])-float64(h.Score)) > 1e-5 {
						t.Errorf("id %d has score %v", n, h.Score)
					}
				}
			}
		})
	}
	group.Wait()
	require.Equal(t, 720, ix.Len())
}

// Random operations keep the index and the model equal.
func (c Config) model(t *testing.T) {
	vecs := Clustered(7, 60, c.Dim, 6)
	rapid.Check(t, func(rt *rapid.T) {
		ix := c.Open(t, c.Dim)
		defer func() { require.NoError(t, ix.Close()) }()
		m := Model{}
		right, asked := 0.0, 0.0
		rt.Repeat(map[string]func(*rapid.T){
			"upsert": func(rt *rapid.T) {
				id := NumberedID(rapid.IntRange(0, 40).Draw(rt, "id"))
				v := vecs[rapid.IntRange(0, 59).Draw(rt, "vector")]
				require.NoError(rt, ix.Upsert(id, v))
				m[id] = v
			},
			"delete": func(rt *rapid.T) {
				id := NumberedID(rapid.IntRange(0, 40).Draw(rt, "id"))
				found, err := ix.Delete(id)
				require.NoError(rt, err)
				_, want := m[id]
				require.Equal(rt, want, found)
				delete(m, id)
			},
			"search": func(rt *rapid.T) {
				q := vecs[rapid.IntRange(0, 59).Draw(rt, "query")]
				k := rapid.IntRange(1, 12).Draw(rt, "k")
				hits, err := ix.Search(context.Background(), q, vector.SearchOptions{K: k})
				require.NoError(rt, err)
				for _, h := range hits {
					require.Contains(rt, m, h.ID)
					require.InDelta(rt, Cosine(q, m[h.ID]), h.Score, 2e-6)
				}
				right += c.check(rt, m.Search(q, k, nil), hits)
				asked++
			},
			"": func(rt *rapid.T) { require.Equal(rt, len(m), ix.Len()) },
		})
		if asked >= 20 {
			require.GreaterOrEqual(rt, right/asked, c.Recall)
		}
	})
}

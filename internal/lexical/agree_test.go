package lexical_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/lexical"
)

var vocabulary = strings.Fields("disk full kernel panic the and invoice delivery deliveries café cafe 绿茶 foo/bar.go ERR_7 is not friday januar")

func randomText(pick func(n int) int, words int) string {
	out := make([]string, words)
	for i := range out {
		out[i] = vocabulary[pick(len(vocabulary))]
	}
	return strings.Join(out, " ")
}

func randomDoc(pick func(n int) int) lexical.Doc {
	d := lexical.Doc{ID: id(1 + pick(40)), Body: randomText(pick, pick(9)), Language: "en"}
	if pick(3) == 0 {
		d.Title = randomText(pick, pick(3))
		d.Tags = []string{vocabulary[pick(5)], vocabulary[pick(5)]}
	}
	if pick(3) == 0 {
		d.Speakers = []string{"ana"}
		d.Time = day(pick(60))
	}
	if pick(4) > 0 {
		d.Session = fmt.Sprint("s", pick(5))
	}
	if p := 1 + pick(40); id(p) != d.ID {
		d.Prev = id(p)
	}
	if n := 1 + pick(40); id(n) != d.ID {
		d.Next = id(n)
	}
	return d
}

// words reads a query as the model does, with the variants that the index reports: which variants there are is for other
// tests, what they are worth is for this one.
func words(p *lexical.Prepared) (out []word) {
	for _, t := range p.Terms() {
		out = append(out, word{t.Variants, t.Weight, t.Stop})
	}
	return out
}

// sameHits compares up to k hits with the model's. Records whose scores differ by rounding alone may change places.
func sameHits(t require.TestingT, want, got []lexical.Hit, k int) {
	require.Len(t, got, min(len(want), k))
	scores := map[lexical.ID]float64{}
	for _, h := range want {
		scores[h.ID] = h.Score
	}
	for i, h := range got {
		require.InDelta(t, want[i].Score, h.Score, 1e-9, "rank %d", i)
		require.InDelta(t, scores[h.ID], h.Score, 1e-9, "record %x", h.ID)
		delete(scores, h.ID)
		if i > 0 && got[i-1].Score == h.Score {
			require.Negative(t, bytes.Compare(got[i-1].ID[:], h.ID[:]), "ties break by ID")
		}
	}
}

func checkQueries(t require.TestingT, x *lexical.Index, m *model, exhaustive bool, queries ...string) {
	for _, q := range queries {
		p, err := x.Prepare(lexical.Query{Text: q, Language: "en"})
		require.NoError(t, err)
		own, err := p.Search(context.Background(), lexical.SearchOptions{K: 7, OwnOnly: true})
		require.NoError(t, err)
		ws := words(p)
		sameHits(t, m.hits(ws, true, 0), own, 7)
		limit := 9
		if exhaustive {
			limit = 0
		}
		got, err := p.Search(context.Background(), lexical.SearchOptions{K: 7, Candidates: 9})
		require.NoError(t, err)
		sameHits(t, m.hits(ws, false, limit), got, 7)
	}
}

// The index and the model agree after any puts, updates, deletes, link changes, restarts and compactions (L1, L2, L3).
func TestIndexAgreesWithModel(t *testing.T) {
	t.Parallel()
	for _, exhaustive := range []int{0, -1} {
		t.Run(fmt.Sprint("exhaustive ", exhaustive), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			run := 0
			rapid.Check(t, func(t *rapid.T) {
				run++
				path := filepath.Join(dir, fmt.Sprint(run))
				opts := lexical.Options{Exhaustive: exhaustive}
				x, err := lexical.Open(path, opts)
				require.NoError(t, err)
				defer func() { require.NoError(t, x.Close()) }()
				m := &model{params: lexical.DefaultParams(), docs: map[lexical.ID]lexical.Doc{}}
				pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
				t.Repeat(map[string]func(*rapid.T){
					"put": func(*rapid.T) {
						d := randomDoc(pick)
						require.NoError(t, x.Put(d))
						m.docs[d.ID] = d
					},
					"delete": func(*rapid.T) {
						n := id(1 + pick(40))
						require.NoError(t, x.Delete(n))
						delete(m.docs, n)
					},
					"link": func(*rapid.T) {
						n, prev, next := id(1+pick(40)), id(41), lexical.ID{}
						if p := id(1 + pick(40)); p != n {
							next = p
						}
						err := x.SetLinks(n, prev, next)
						d, ok := m.docs[n]
						if !ok {
							require.ErrorIs(t, err, lexical.ErrNotFound)
							return
						}
						require.NoError(t, err)
						d.Prev, d.Next = prev, next
						m.docs[n] = d
					},
					"restart": func(*rapid.T) {
						require.NoError(t, x.Save(uint64(run)))
						require.NoError(t, x.Close())
						x, err = lexical.Open(path, opts)
						require.NoError(t, err)
						require.Empty(t, x.Reason())
						require.Equal(t, uint64(run), x.Watermark())
					},
					"": func(*rapid.T) {
						require.Equal(t, len(m.docs), x.Len())
						checkQueries(t, x, m, exhaustive == 0, randomText(pick, 1+pick(4)))
					},
				})
			})
		})
	}
}

// Lists of many blocks, windows, weak words and pruning give what scoring every record gives (L3).
func TestPruningIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	x, err := lexical.Open("", lexical.Options{Exhaustive: -1})
	require.NoError(t, err)
	const n = 20_000
	docs := make([]lexical.Doc, n)
	freq := map[string][]float64{} // for the oracle: plain body BM25 over words without variants
	lens := make([]float64, n)
	total := 0.0
	for i := range docs {
		var b strings.Builder
		k := 3 + rng.IntN(12)
		for range k {
			w := fmt.Sprintf("zq%dx", int(rng.ExpFloat64()*float64(1+i%50)*8))
			b.WriteString(w + " ")
			if freq[w] == nil {
				freq[w] = make([]float64, n)
			}
			freq[w][i]++
		}
		lens[i] = float64(k)
		total += float64(k)
		docs[i] = lexical.Doc{ID: id(i + 1), Body: b.String(), Language: "en"}
	}
	require.NoError(t, x.Put(docs...))
	p := lexical.DefaultParams()
	for _, q := range []string{"zq1x", "zq0x zq3x", "zq0x zq1x zq2x", "zq5x zq300x", "zq2x zq900x zq1500x", "zq0x zq1x zq2x zq3x zq4x zq5x"} {
		var want []lexical.Hit
		scores := make([]float64, n)
		for _, w := range strings.Fields(q) {
			df := 0
			for _, f := range freq[w] {
				if f > 0 {
					df++
				}
			}
			for i, f := range freq[w] {
				if f > 0 {
					b := p.Fields[lexical.Body].B
					tf := f / (1 - b + b*lens[i]/(total/n))
					scores[i] += modelIDF(n, df) * tf / (p.K1 + tf)
				}
			}
		}
		for i, s := range scores {
			if s > 0 {
				want = append(want, lexical.Hit{ID: id(i + 1), Score: s})
			}
		}
		order(want)
		for _, k := range []int{1, 50, 300} {
			got, err := x.Search(context.Background(), lexical.Query{Text: q}, lexical.SearchOptions{K: k, OwnOnly: true})
			require.NoError(t, err)
			sameHits(t, want, got, k)
		}
	}
}

// A search whose scores wait until all bounds are known finds, bit for bit, what one finds that scores window by window, as
// one with Allow does: also among deleted records, and once records have grown longer than those that the bounds were made of.
func TestWaitingIsExact(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	x := put(t, lexical.Options{Exhaustive: -1})
	for i := range 9000 {
		d := lexical.Doc{ID: id(i + 1), Language: "en", Session: fmt.Sprint(i / 20), Prev: id(i + 2)}
		for range 3 + rng.IntN(5)*(1+i/4000) {
			d.Body += fmt.Sprintf("zq%dx ", int(rng.ExpFloat64()*30))
		}
		require.NoError(t, x.Put(d))
	}
	for range 900 {
		require.NoError(t, x.Delete(id(1+rng.IntN(9000))))
	}
	everything := func(lexical.ID) bool { return true }
	for _, text := range []string{"zq1x", "zq0x zq9x zq40x", "zq150x", "zq2x zq2x zq30x zq70x zq110x"} {
		for _, opts := range []lexical.SearchOptions{{K: 1}, {K: 40}, {K: 1000}, {K: 25, OwnOnly: true}} {
			waiting, err := x.Search(t.Context(), lexical.Query{Text: text}, opts)
			require.NoError(t, err)
			require.NotEmpty(t, waiting)
			opts.Allow = everything
			atOnce, err := x.Search(t.Context(), lexical.Query{Text: text}, opts)
			require.NoError(t, err)
			require.Equal(t, atOnce, waiting, "%s %+v", text, opts.K)
		}
	}
}

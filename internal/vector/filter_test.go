package vector_test

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/internal/vector/vectortest"
)

// share admits about that share of ids, at random.
func share(of float64) func(vector.ID) bool {
	return func(id vector.ID) bool {
		return rand.New(rand.NewPCG(binary.BigEndian.Uint64(id[8:]), 7)).Float64() < of
	}
}

// Filters of every share find what an exact search finds, where clusters are full-dimensional inside, so that what passes lies in
// many of them: those that name ids, and those told by a function; the first search and those that know its rows.
func TestFilterRecall(t *testing.T) {
	t.Parallel()
	const n = 10000 / slow
	vecs := vectortest.Clustered(1, n+20, 96, n/200)
	p := open(t, "", vector.Options{Dim: 96, ExactLimit: 500})
	m := fill(t, p, vecs[:n])
	for _, of := range []float64{.001, .01, .03, .06, .1, .3, .7} {
		admit, ids := share(of), []vector.ID(nil)
		for i := range n {
			if admit(id(i)) {
				ids = append(ids, id(i))
			}
		}
		want := make([][]vector.Hit, 20)
		for i, q := range vecs[n:] {
			want[i] = m.Search(q, 10, admit)
		}
		for name, f := range map[string]*vector.Filter{"named": vector.Among(ids), "function": vector.Where(admit)} {
			for round := range 2 {
				var sum float64
				for i, q := range vecs[n:] {
					hits := search(t, p, q, vector.SearchOptions{Filter: f})
					for _, h := range hits {
						require.True(t, admit(h.ID))
					}
					sum += vectortest.Recall(want[i], hits)
				}
				require.GreaterOrEqual(t, sum/20, .98, "%s, %g of the rows, round %d", name, of, round)
			}
		}
	}
}

// A function that few rows pass is asked about each row once, however often it filters.
func TestRareFilterIsRemembered(t *testing.T) {
	t.Parallel()
	const n = 4000 / slow
	vecs := vectortest.Clustered(1, n+101, 64, 10)
	p := open(t, "", vector.Options{Dim: 64, ExactLimit: 500 / slow})
	fill(t, p, vecs[:n])
	asked := 0
	f := vector.Where(func(id vector.ID) bool {
		asked++
		return share(.02)(id)
	})
	for range 2 {
		search(t, p, vecs[n], vector.SearchOptions{Filter: f})
	}
	asked = 0
	for range 10 {
		search(t, p, vecs[n], vector.SearchOptions{Filter: f})
	}
	require.LessOrEqual(t, asked, 10*10, "about the answers alone")
	for i := range 100 {
		require.NoError(t, p.Upsert(id(n+i), vecs[n+1+i]))
	}
	asked = 0
	search(t, p, vecs[n], vector.SearchOptions{Filter: f})
	require.LessOrEqual(t, asked, 100+10, "about the new rows and the answers")
	require.GreaterOrEqual(t, asked, 100)
}

// An answer without hits is the same whether or not the memory of another search was there to be used (I10).
func TestNoHits(t *testing.T) {
	p := open(t, "", vector.Options{Dim: 64})
	vecs := vectortest.Clustered(1, 10, 64, 5)
	fill(t, p, vecs)
	none := vector.SearchOptions{Filter: vector.Where(func(vector.ID) bool { return false })}
	for range 3 {
		runtime.GC() // takes the memory of earlier searches, at the second time
		require.Equal(t, []vector.Hit{}, search(t, p, vecs[0], none))
	}
	search(t, p, vecs[0], vector.SearchOptions{})
	require.Equal(t, []vector.Hit{}, search(t, p, vecs[0], none))
}

// However rows come, go, move and share vectors, a filter that has been used answers as a new one does.
func TestFilterForgetsInTime(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	rapid.Check(t, func(r *rapid.T) {
		require.NoError(r, vector.Remove(filepath.Join(dir, "p")))
		const n, ids = 120, 200
		p, err := vector.Open(filepath.Join(dir, "p"), vector.Options{Model: "test", Dim: 64, ExactLimit: 50})
		require.NoError(r, err)
		defer func() { require.NoError(r, p.Close()) }()
		vecs := vectortest.Clustered(1, n+200, 64, 5)
		for i := range n {
			require.NoError(r, p.Upsert(id(i), vecs[i]))
		}
		admit := func(id vector.ID) bool { return binary.BigEndian.Uint64(id[8:])%40 == 3 }
		var named []vector.ID
		for i := range ids {
			if admit(id(i)) {
				named = append(named, id(i))
			}
		}
		used := []*vector.Filter{vector.Among(named), vector.Where(admit)}
		drawID := rapid.Custom(func(r *rapid.T) vector.ID {
			i := rapid.IntRange(0, ids-1).Draw(r, "id")
			if rapid.Bool().Draw(r, "admitted") {
				i = i/40*40 + 3
			}
			return id(i)
		})
		r.Repeat(map[string]func(*rapid.T){
			"upsert": func(r *rapid.T) {
				require.NoError(r, p.Upsert(drawID.Draw(r, "which"), vecs[rapid.IntRange(0, len(vecs)-1).Draw(r, "vector")]))
			},
			"delete": func(r *rapid.T) {
				_, err := p.Delete(drawID.Draw(r, "which"))
				require.NoError(r, err)
			},
			"reclaim": func(r *rapid.T) {
				p.Purge()
				require.NoError(r, p.Save(1))
			},
			"": func(r *rapid.T) {
				require.NoError(r, p.Settle(t.Context()))
				q := vecs[rapid.IntRange(0, len(vecs)-1).Draw(r, "query")]
				opt := vector.SearchOptions{K: 30, Filter: vector.Among(named)}
				want, err := p.Search(t.Context(), q, opt)
				require.NoError(r, err)
				for _, f := range used {
					opt.Filter = f
					got, err := p.Search(t.Context(), q, opt)
					require.NoError(r, err)
					require.Equal(r, want, got)
				}
			},
		})
	})
}

// Searches share a filter while vectors come, move and go: every answer is one that the filter admits.
func TestFilterWhileWriting(t *testing.T) {
	t.Parallel()
	const n = 200
	vecs := vectortest.Clustered(1, n, 64, 5)
	p := open(t, "", vector.Options{Dim: 64, ExactLimit: 50})
	fill(t, p, vecs)
	admit := func(id vector.ID) bool { return id[15]%32 == 3 }
	var group sync.WaitGroup
	for _, f := range []*vector.Filter{vector.Where(admit), vector.Among([]vector.ID{id(3), id(35), id(3 + 256)})} {
		for reader := range 2 {
			group.Go(func() {
				for i := range 60 {
					hits, err := p.Search(t.Context(), vecs[(reader+2*i)%n], vector.SearchOptions{Filter: f})
					assert.NoError(t, err)
					for _, h := range hits {
						assert.True(t, admit(h.ID))
					}
				}
			})
		}
	}
	for i := range 200 {
		require.NoError(t, p.Upsert(id(i*7%300), vecs[i*3%n]))
		_, err := p.Delete(id(i * 11 % 300))
		require.NoError(t, err)
	}
	group.Wait()
}

package lexical_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/lexical"
)

// Records that are scored before the windows are in the answer once, where they belong, and keep nothing else out of it (L3):
// the hits of a search are the best of all records when each is asked about by itself, whether many records hold the rarest
// word, or few, or none that may be shown, and among deleted records.
func TestSeedsAreExact(t *testing.T) {
	t.Parallel()
	newCrowd(t, 40_000).isSearchedExactly(t) // a few windows
}

// crowd is an index of short records, of which some are gone, with what questions of it ought to find.
type crowd struct {
	x    *lexical.Index
	want []answer
}

// answer is all that a query ought to find, when each record is asked about by itself.
type answer struct {
	query lexical.Query
	hits  []lexical.Hit
}

// odd are the records that may be found.
func odd(id lexical.ID) bool { return id[15]%2 == 1 }

func newCrowd(t *testing.T, n int) *crowd {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	ids, docs := make([]lexical.ID, n), make([]lexical.Doc, n)
	for i := range docs {
		ids[i] = id(i + 1)
		docs[i] = lexical.Doc{ID: ids[i], Language: "en"}
		for range 2 + rng.IntN(8) {
			docs[i].Body += fmt.Sprintf("zq%dx ", int(rng.ExpFloat64()*30))
		}
	}
	c := &crowd{x: put(t, lexical.Options{Exhaustive: -1}, docs...)}
	for range n / 20 {
		require.NoError(t, c.x.Delete(ids[rng.IntN(n)]))
	}
	for _, q := range []lexical.Query{
		{Text: "zq250x"},
		{Text: "zq1x zq2x zq3x"},
		{Text: "zq0x zq130x zq131x zq260x"},
		{Text: "zq0x zq0x zq90x"},
		{Text: "zq1x zq140x", Clauses: []lexical.Clause{{Text: "zq5x", Occur: lexical.Must}}},
		{Text: "zq1x zq120x", Clauses: []lexical.Clause{{Text: "zq120x", Occur: lexical.MustNot}}},
	} {
		p, err := c.x.Prepare(q)
		require.NoError(t, err)
		asked, err := p.Features(ids, nil)
		require.NoError(t, err)
		a := answer{query: q}
		for i, f := range asked {
			if f.Own > 0 && odd(ids[i]) && meets(q, docs[i].Body) {
				a.hits = append(a.hits, lexical.Hit{ID: ids[i], Score: f.Own})
			}
		}
		order(a.hits)
		c.want = append(c.want, a)
	}
	return c
}

func (c *crowd) isSearchedExactly(t *testing.T) {
	t.Helper()
	for _, want := range c.want {
		p, err := c.x.Prepare(want.query)
		require.NoError(t, err)
		for _, k := range []int{1, 7, 100, 10_000} {
			got, err := p.Search(t.Context(), lexical.SearchOptions{K: k, OwnOnly: true, Allow: odd})
			require.NoError(t, err)
			require.Equal(t, want.hits[:min(len(want.hits), k)], got, "%v, best %d", want.query, k)
		}
	}
}

// meets tells whether a text has what a query's clauses demand, and not what they exclude.
func meets(q lexical.Query, body string) bool {
	return !slices.ContainsFunc(q.Clauses, func(c lexical.Clause) bool {
		return slices.Contains(strings.Fields(body), c.Text) != (c.Occur == lexical.Must)
	})
}

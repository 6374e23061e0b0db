package lexical_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/lexical"
)

// budget is less than the postings of the commonest words of a throng, and more than those of the others.
const budget = 1 << 13

// A search of a budget finds, bit for bit, the best by all words of the records that are the best by the rarest, when each is
// asked about by itself: also among deleted records, records that may not be shown, records that hold two variants of a word,
// and once records have grown longer than those that the bounds were made of. Where too few of the chosen may be shown, it finds
// the best of all.
func TestChoosersAreExact(t *testing.T) {
	t.Parallel()
	throng := newThrong(t, func(docs []lexical.Doc) {})
	for _, text := range questions {
		for name, allow := range map[string]func(lexical.ID) bool{"any": nil, "odd": odd, "few": few} {
			for _, k := range []int{1, 20, 101} {
				want, late := throng.chosen(t, text, k, allow)
				require.Equal(t, strings.Contains(text, "zq0x") && len(strings.Fields(text)) > 1, late)
				require.Equal(t, want, throng.search(t, text, k, allow), "%q, best %d of %s", text, k, name)
			}
		}
	}
}

// What a search of a budget finds does not tell in which order records came, nor which were there before (L2).
func TestChoosersForget(t *testing.T) {
	t.Parallel()
	one := newThrong(t, func(docs []lexical.Doc) {})
	other := newThrong(t, func(docs []lexical.Doc) { slices.Reverse(docs) })
	require.NoError(t, other.x.Put(lexical.Doc{ID: id(1 << 20), Body: strings.Repeat("zq0x zq90x ", 200), Language: "en"}))
	require.NoError(t, other.x.Delete(id(1<<20)))
	for _, text := range questions {
		require.Equal(t, one.search(t, text, 50, odd), other.search(t, text, 50, odd), text)
	}
}

// A budget that all words keep within, a query that is more than words, or of one word that records hold, and an index that is
// searched exhaustively change nothing.
func TestBudgetOfAll(t *testing.T) {
	t.Parallel()
	throng := newThrong(t, func(docs []lexical.Doc) {})
	same := func(x *lexical.Index, q lexical.Query, opts lexical.SearchOptions) {
		exact, err := x.Search(t.Context(), q, opts)
		require.NoError(t, err)
		require.NotEmpty(t, exact)
		opts.Budget += budget
		got, err := x.Search(t.Context(), q, opts)
		require.NoError(t, err)
		require.Equal(t, exact, got, "%v", q)
	}
	for _, text := range questions {
		opts := lexical.SearchOptions{K: 30, OwnOnly: true, Allow: odd}
		exact, err := throng.x.Search(t.Context(), lexical.Query{Text: text}, opts)
		require.NoError(t, err)
		opts.Budget = 1 << 30
		got, err := throng.x.Search(t.Context(), lexical.Query{Text: text}, opts)
		require.NoError(t, err)
		require.Equal(t, exact, got, text)
		opts.OwnOnly = false
		same(throng.x, lexical.Query{Clauses: []lexical.Clause{{Text: text}, {Text: "zq1x", Occur: lexical.Must}}}, opts)
	}
	same(throng.x, lexical.Query{Text: "zq0x qqqx"}, lexical.SearchOptions{K: 30, OwnOnly: true})
	small := put(t, lexical.Options{}, throng.docs[:4000]...)
	same(small, lexical.Query{Text: "zq0x zq90x"}, lexical.SearchOptions{K: 30})
}

// throng is an index of many windows, with the records that it was made of.
type throng struct {
	x    *lexical.Index
	docs []lexical.Doc
}

var questions = []string{
	"zq0x", "zq90x", "zq0x zq1x zq60x", "zq0x zq0x zq30x zq90x", "cafe zq40x", "zq0x café zq70x zq80x", "zq110x zq120x zq1x zq0x cafe",
}

func few(id lexical.ID) bool { return id[15]%64 == 3 }

// newThrong makes records and puts them into an index in an order.
func newThrong(t *testing.T, order func([]lexical.Doc)) *throng {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 8))
	docs := make([]lexical.Doc, 40_000)
	for i := range docs {
		docs[i] = lexical.Doc{ID: id(i + 1), Language: "en", Body: "zq0x "}
		for range 2 + rng.IntN(6)*(1+i/20_000) {
			docs[i].Body += fmt.Sprintf("zq%dx ", int(rng.ExpFloat64()*25))
		}
		if rng.IntN(20) == 0 {
			docs[i].Body += []string{"cafe", "café", "café cafe", "cafe zq40x café"}[rng.IntN(4)]
		}
	}
	put1 := slices.Clone(docs)
	order(put1)
	th := &throng{x: put(t, lexical.Options{Exhaustive: -1}, put1...), docs: docs}
	for range 2000 {
		require.NoError(t, th.x.Delete(docs[rng.IntN(len(docs))].ID))
	}
	return th
}

func (th *throng) search(t *testing.T, text string, k int, allow func(lexical.ID) bool) []lexical.Hit {
	t.Helper()
	hits, err := th.x.Search(t.Context(), lexical.Query{Text: text}, lexical.SearchOptions{K: k, OwnOnly: true, Allow: allow, Budget: budget})
	require.NoError(t, err)
	return hits
}

// chosen is what a search ought to find, and whether there are words that do not choose.
func (th *throng) chosen(t *testing.T, text string, k int, allow func(lexical.ID) bool) (_ []lexical.Hit, late bool) {
	t.Helper()
	p, err := th.x.Prepare(lexical.Query{Text: text})
	require.NoError(t, err)
	choosers := choosers(p.Terms())
	late = len(choosers) < len(p.Terms())
	var asked []string
	for _, word := range strings.Fields(text) {
		if slices.Contains(choosers, word) {
			asked = append(asked, word)
		}
	}
	limit := k
	if late {
		limit += k / 2
	}
	best := th.best(t, strings.Join(asked, " "), limit, allow, th.ids())
	if late && len(best) < k && len(best) < len(th.best(t, strings.Join(asked, " "), limit, nil, th.ids())) {
		return th.best(t, text, k, allow, th.ids()), late
	}
	ids := make([]lexical.ID, len(best))
	for i, h := range best {
		ids[i] = h.ID
	}
	return th.best(t, text, k, allow, ids), late
}

// choosers are the words that say the most for their postings, as far as the budget goes and until half of the weight is theirs.
func choosers(terms []lexical.QueryTerm) (out []string) {
	all := 0.0
	terms = slices.DeleteFunc(terms, func(w lexical.QueryTerm) bool { return w.DF == 0 })
	for _, w := range terms {
		all += w.Weight * w.IDF
	}
	slices.SortStableFunc(terms, func(a, b lexical.QueryTerm) int {
		return cmp.Compare(b.Weight*b.IDF*float64(a.DF), a.Weight*a.IDF*float64(b.DF))
	})
	postings, weight := 0, 0.0
	for _, w := range terms {
		if postings += w.DF; postings <= budget || 2*weight < all {
			out = append(out, w.Text)
			weight += w.Weight * w.IDF
		}
	}
	return out
}

func (th *throng) ids() []lexical.ID {
	ids := make([]lexical.ID, len(th.docs))
	for i := range th.docs {
		ids[i] = th.docs[i].ID
	}
	return ids
}

// best are the best of some records when each is asked about.
func (th *throng) best(t *testing.T, text string, k int, allow func(lexical.ID) bool, ids []lexical.ID) []lexical.Hit {
	t.Helper()
	p, err := th.x.Prepare(lexical.Query{Text: text})
	require.NoError(t, err)
	asked, err := p.Features(ids, nil)
	require.NoError(t, err)
	var hits []lexical.Hit
	for i, f := range asked {
		if f.Own > 0 && (allow == nil || allow(ids[i])) {
			hits = append(hits, lexical.Hit{ID: ids[i], Score: f.Own})
		}
	}
	order(hits)
	return hits[:min(len(hits), k)]
}

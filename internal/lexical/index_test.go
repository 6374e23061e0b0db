package lexical_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/internal/lexical"
)

func id(n int) lexical.ID {
	var x lexical.ID
	binary.BigEndian.PutUint64(x[8:], uint64(n))
	return x
}

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

func put(t testing.TB, opts lexical.Options, docs ...lexical.Doc) *lexical.Index {
	t.Helper()
	x, err := lexical.Open("", opts)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, x.Close()) })
	require.NoError(t, x.Put(docs...))
	return x
}

func search(t testing.TB, x *lexical.Index, q lexical.Query) []lexical.ID {
	t.Helper()
	hits, err := x.Search(context.Background(), q, lexical.SearchOptions{OwnOnly: true})
	require.NoError(t, err)
	var ids []lexical.ID
	for _, h := range hits {
		ids = append(ids, h.ID)
	}
	return ids
}

func ids(ns ...int) (out []lexical.ID) {
	for _, n := range ns {
		out = append(out, id(n))
	}
	return out
}

func bodies(lang string, texts ...string) (docs []lexical.Doc) {
	for i, s := range texts {
		docs = append(docs, lexical.Doc{ID: id(i + 1), Body: s, Language: lang})
	}
	return docs
}

func TestClauses(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{}, bodies(
		"",
		"The disk is full on staging, said the operator",
		"A full backup went to the other disk",
		"Deliveries are running late again",
		"He was delivering and running a marathon at runtime",
		"ERR_0x1F raised in foo/bar.go:12 by getUserName",
		"the err was 0x1f, see bar.go",
	)...)
	clause := func(k lexical.Kind, o lexical.Occur, s string) lexical.Clause {
		return lexical.Clause{Kind: k, Occur: o, Text: s}
	}
	for name, c := range map[string]struct {
		q    lexical.Query
		want []lexical.ID
	}{
		"words":           {lexical.Query{Text: "disk full"}, ids(2, 1)},
		"must":            {lexical.Query{Text: "disk", Clauses: []lexical.Clause{clause(lexical.Words, lexical.Must, "staging")}}, ids(1)},
		"must not":        {lexical.Query{Text: "disk", Clauses: []lexical.Clause{clause(lexical.Words, lexical.MustNot, "staging")}}, ids(2)},
		"only must not":   {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Words, lexical.MustNot, "staging")}}, nil},
		"phrase":          {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Phrase, lexical.Must, "full backup")}}, ids(2)},
		"phrase order":    {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Phrase, lexical.Must, "full disk")}}, nil},
		"phrase of stops": {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Phrase, lexical.Must, "to the other")}}, ids(2)},
		"not phrase":      {lexical.Query{Text: "disk", Clauses: []lexical.Clause{clause(lexical.Phrase, lexical.MustNot, "disk is full")}}, ids(2)},
		"stems":           {lexical.Query{Text: "delivered run"}, ids(4, 3)},
		"prefix":          {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Prefix, lexical.Should, "runt")}}, ids(4)},
		"prefix stem":     {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Prefix, lexical.Should, "delivery")}}, ids(3)},
		"exact":           {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Exact, lexical.Must, "Deliveries")}}, ids(3)},
		"exact stem":      {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Exact, lexical.Must, "deliver")}}, nil},
		"exact code":      {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Exact, lexical.Must, "err_0X1f")}}, ids(5)},
		"exact is whole":  {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Exact, lexical.Must, "bar.go")}}, ids(6)},
		"exact name":      {lexical.Query{Clauses: []lexical.Clause{clause(lexical.Exact, lexical.Must, "getusername")}}, ids(5)},
		"code first":      {lexical.Query{Text: "ERR_0x1F"}, ids(5, 6)},
		"part of code":    {lexical.Query{Text: "bar.go"}, ids(6, 5)},
		"hump":            {lexical.Query{Text: "user"}, ids(5)},
		"stop words only": {lexical.Query{Text: "the was"}, ids(6, 4, 1, 2)},
		"nothing":         {lexical.Query{Text: "zebra"}, nil},
		"empty":           {lexical.Query{}, nil},
	} {
		require.Equal(t, c.want, search(t, x, c.q), name)
	}
}

func TestLanguages(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{}, bodies(
		"",
		"Der Kunde möchte die Lieferungen künftig am Freitag in Köln haben",
		"Le client préfère que les livraisons arrivent le vendredi à l’entrepôt",
		"Khách hàng muốn giao cà phê vào thứ sáu, không phải thứ hai",
		"客户希望每周五送绿茶，而不是周一",
		"The customer wants deliveries on Friday and not on Monday",
	)...)
	for q, want := range map[string][]lexical.ID{
		"Lieferung":      ids(1),
		"koln":           ids(1),
		"Koeln":          ids(1),
		"KÖLN":           ids(1),
		"livraison":      ids(2),
		"entrepot":       ids(2),
		"l'entrepôt":     ids(2),
		"cà phê":         ids(3),
		"ca phe":         ids(3),
		"绿茶":             ids(4),
		"茶":              ids(4),
		"delivery":       ids(5),
		"what delivery?": ids(5),
	} {
		require.Equal(t, want, search(t, x, lexical.Query{Text: q}), q)
	}
	typed := put(t, lexical.Options{}, bodies("vi", "cà phê sữa", "ca phe sua")...)
	require.Equal(t, ids(1, 2), search(t, typed, lexical.Query{Text: "cà phê"}), "as typed first")
	require.Equal(t, ids(2, 1), search(t, typed, lexical.Query{Text: "ca phe"}), "as typed first")
	require.Empty(t, search(t, put(t, lexical.Options{}, bodies("vi", "cà phê")...), lexical.Query{Text: "phế", Language: "vi"}), "other diacritics are another word")
}

func TestFieldsAndDates(t *testing.T) {
	t.Parallel()
	x := put(
		t, lexical.Options{},
		lexical.Doc{ID: id(1), Body: "we talked", Speakers: []string{"Ana Lima", "Bo"}, Time: day(10), Tags: []string{"deploy"}},
		lexical.Doc{ID: id(2), Body: "ana was not there in november", Caption: "a deploy picture", Title: "Notes"},
	)
	in := func(s string, fs ...lexical.Field) lexical.Query {
		return lexical.Query{Clauses: []lexical.Clause{{Text: s, In: lexical.In(fs...)}}}
	}
	require.Equal(t, ids(1), search(t, x, in("ana", lexical.Speaker)))
	require.Equal(t, ids(2), search(t, x, in("ana", lexical.Body, lexical.Title)))
	require.Equal(t, ids(1), search(t, x, in("deploy", lexical.Tags)))
	require.Equal(t, ids(2), search(t, x, in("deploy", lexical.Caption)))
	require.Equal(t, ids(1), search(t, x, lexical.Query{Text: "jan 11"}))
	require.Equal(t, ids(1), search(t, x, lexical.Query{Text: "Sunday"}))
	require.Empty(t, search(t, x, lexical.Query{Clauses: []lexical.Clause{{Kind: lexical.Phrase, Text: "lima bo"}}}), "a phrase does not join two values")
	require.Equal(t, ids(1), search(t, x, lexical.Query{Clauses: []lexical.Clause{{Kind: lexical.Phrase, Text: "ana lima"}}}))
}

func TestSurroundings(t *testing.T) {
	t.Parallel()
	docs := []lexical.Doc{
		{ID: id(1), Body: "where did you leave the umbrella?", Next: id(2), Session: "a"},
		{ID: id(2), Body: "on the tram", Prev: id(1), Next: id(3), Session: "a"},
		{ID: id(3), Body: "oh dear", Prev: id(2), Session: "a"},
		{ID: id(4), Body: "lunch was good", Session: "b"},
	}
	x := put(t, lexical.Options{}, docs...)
	hits, err := x.Search(context.Background(), lexical.Query{Text: "umbrella"}, lexical.SearchOptions{Explain: true})
	require.NoError(t, err)
	require.Len(t, hits, 2)
	require.Equal(t, id(1), hits[0].ID)
	require.Equal(t, id(2), hits[1].ID, "found through the record before it")
	p, err := x.Prepare(lexical.Query{Text: "umbrella"})
	require.NoError(t, err)
	fs, err := p.Features(ids(1, 2, 3, 4, 99), nil)
	require.NoError(t, err)
	require.Equal(t, hits[0].Score, fs[0].Score)
	require.Equal(t, hits[1].Score, fs[1].Score)
	require.Equal(t, id(1), fs[1].PrevID)
	require.Equal(t, id(3), fs[1].NextID)
	require.Zero(t, fs[1].Own)
	require.False(t, fs[4].Found)
	around, err := p.Surroundings(ids(1, 2, 3, 4, 99), nil)
	require.NoError(t, err)
	require.Positive(t, around[2].Window)
	require.Positive(t, around[2].Session)
	require.Zero(t, around[3].Session)
	require.Zero(t, around[4])
	sights, err := p.Sights(ids(1, 2, 3, 4, 99), nil)
	require.NoError(t, err)
	for i, seen := range sights {
		require.Equal(t, lexical.Sight{Features: fs[i], Surroundings: around[i]}, seen, "both at once say the same")
	}
	for i, h := range hits {
		require.InDelta(t, h.Score, h.Why.Value, 1e-9)
		e, err := p.Explain(h.ID)
		require.NoError(t, err)
		require.Equal(t, hits[i].Why, e)
		sum := 0.0
		for _, c := range e.Children {
			sum += c.Value
		}
		require.InDelta(t, h.Score, sum, 1e-9)
	}
	_, err = p.Explain(id(99))
	require.ErrorIs(t, err, lexical.ErrNotFound)

	require.NoError(t, x.SetLinks(id(2), lexical.ID{}, id(3)))
	fs, err = p.Features(ids(2), fs[:0])
	require.NoError(t, err)
	require.Equal(t, lexical.ID{}, fs[0].PrevID)
	prev, next, err := x.Links(id(2))
	require.NoError(t, err)
	require.Equal(t, lexical.ID{}, prev)
	require.Equal(t, id(3), next)
}

func TestAllowAndLimits(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{}, bodies("en", "one two", "one two", "one three", "one")...)
	even := func(i lexical.ID) bool { return i[15]%2 == 0 }
	hits, err := x.Search(context.Background(), lexical.Query{Text: "one"}, lexical.SearchOptions{Allow: even})
	require.NoError(t, err)
	require.Len(t, hits, 2)
	require.Equal(t, id(4), hits[0].ID)
	require.Equal(t, id(2), hits[1].ID)

	hits, err = x.Search(context.Background(), lexical.Query{Text: "two"}, lexical.SearchOptions{K: 1})
	require.NoError(t, err)
	require.Equal(t, id(1), hits[0].ID, "ties break by ID")

	_, err = x.Search(context.Background(), lexical.Query{Text: "two"}, lexical.SearchOptions{K: -1})
	require.ErrorIs(t, err, lexical.ErrInvalid)
	_, err = x.Prepare(lexical.Query{Clauses: []lexical.Clause{{Text: "a", Weight: -1}}})
	require.ErrorIs(t, err, lexical.ErrInvalid)
	_, err = x.Prepare(lexical.Query{Text: strings.Repeat("a b c d ", 1000), Clauses: []lexical.Clause{{Kind: 9}}})
	require.ErrorIs(t, err, lexical.ErrInvalid)
	require.ErrorIs(t, x.Put(lexical.Doc{Body: "no id"}), lexical.ErrInvalid)
	require.ErrorIs(t, x.Put(lexical.Doc{ID: id(1), Language: "xx"}), lexical.ErrInvalid)
	require.ErrorIs(t, x.SetLinks(id(1), id(1), id(2)), lexical.ErrInvalid)
	_, err = lexical.Open("", lexical.Options{Params: &lexical.Params{}})
	require.ErrorIs(t, err, lexical.ErrInvalid)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = x.Search(ctx, lexical.Query{Text: "two"}, lexical.SearchOptions{})
	require.ErrorIs(t, err, context.Canceled)
}

func TestTerms(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{}, lexical.Doc{ID: id(1), Body: "The Deliveries of tea", Tags: []string{"urgent"}, Language: "en"})
	var got []string
	for term := range x.Terms(id(1)) {
		got = append(got, fmt.Sprint(term.Field, " ", term.Text, " ", term.Stop))
	}
	require.Equal(t, []string{"body the true", "body deliveries false", "body of true", "body tea false", "tags urgent false"}, got)
	for range x.Terms(id(2)) {
		require.Fail(t, "no terms of an unknown record")
	}
}

// Read shows the words of the records that are there, and keeps a caller's note with each.
func TestRead(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{}, lexical.Doc{ID: id(1), Body: "tea or tea", Tags: []string{"hot"}}, lexical.Doc{ID: id(2), Body: "tea"})
	var got []string
	asked := 0
	for range 2 {
		require.NoError(t, x.Read(ids(1, 9, 2), lexical.In(lexical.Body), func(i int, w lexical.Word) {
			note := w.Note(func(text string) uint64 { asked++; return uint64(len(text)) })
			got = append(got, fmt.Sprint(i, " ", w.Text(), " ", note))
		}))
	}
	once := []string{"0 tea 3", "0 or 2", "0 tea 3", "2 tea 3"}
	require.Equal(t, append(once, once...), got)
	require.Equal(t, 2, asked, "each word is noted once")
}

func TestClosed(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{}, bodies("en", "one")...)
	p, err := x.Prepare(lexical.Query{Text: "one"})
	require.NoError(t, err)
	require.NoError(t, x.Close())
	_, err = p.Search(context.Background(), lexical.SearchOptions{})
	require.ErrorIs(t, err, lexical.ErrClosed)
	require.ErrorIs(t, x.Put(bodies("en", "one")...), lexical.ErrClosed)
	require.ErrorIs(t, x.Delete(id(1)), lexical.ErrClosed)
	require.ErrorIs(t, x.Save(1), lexical.ErrClosed)
	_, err = x.Prepare(lexical.Query{})
	require.ErrorIs(t, err, lexical.ErrClosed)
	require.Zero(t, x.Len())
	require.Zero(t, x.Bytes())
}

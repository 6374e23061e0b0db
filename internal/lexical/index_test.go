package lexical_test

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/lexical"
)

func id(n int) lexical.ID {
	var x lexical.ID
	binary.BigEndian.PutUint64(x[8:], uint64(n))
	return x
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
	prev, next, err := x.Links(id(2))
	require.NoError(t, err)
	require.Equal(t, lexical.ID{}, prev)
	require.Equal(t, id(3), next)
}

// A query that was prepared before the index changed scores sessions as they are now.
func TestSessionsOfTheMoment(t *testing.T) {
	t.Parallel()
	x := put(
		t, lexical.Options{},
		lexical.Doc{ID: id(1), Body: "umbrella on the tram", Session: "a"},
		lexical.Doc{ID: id(2), Body: "lunch was good", Session: "b"},
		lexical.Doc{ID: id(3), Body: "an umbrella again", Session: "c"},
	)
	early, err := x.Prepare(lexical.Query{Text: "umbrella"})
	require.NoError(t, err)
	defer early.Release()
	sessions := func(p *lexical.Prepared) (scores []float64) {
		around, err := p.Surroundings(ids(1, 2, 3), nil)
		require.NoError(t, err)
		for _, s := range around {
			scores = append(scores, s.Session)
		}
		return scores
	}
	before := sessions(early)
	require.Positive(t, before[0])
	require.Zero(t, before[1])
	require.Equal(t, before, sessions(early))
	for _, change := range []func() error{
		func() error { return x.Put(lexical.Doc{ID: id(4), Body: "the umbrella was wet", Session: "b"}) },
		func() error { return x.Put(lexical.Doc{ID: id(3), Body: "an umbrella again", Session: "b"}) },
		func() error { return x.Delete(id(1)) },
	} {
		counted, err := x.Prepare(lexical.Query{Text: "umbrella"})
		require.NoError(t, err)
		require.NoError(t, counted.CountSessions())
		require.NoError(t, change())
		fresh, err := x.Prepare(lexical.Query{Text: "umbrella"})
		require.NoError(t, err)
		require.Equal(t, sessions(fresh), sessions(early))
		require.Equal(t, sessions(fresh), sessions(counted), "what was counted before the change is counted again")
		require.NoError(t, counted.CountSessions())
		require.Equal(t, sessions(fresh), sessions(counted))
		require.NotEqual(t, before, sessions(early))
	}
}

// A word that is in more than 32 records for each session does not count there.
func TestSessionsOfCommonWords(t *testing.T) {
	t.Parallel()
	x := put(t, lexical.Options{})
	session := func() float64 {
		p, err := x.Prepare(lexical.Query{Text: "umbrella"})
		require.NoError(t, err)
		around, err := p.Surroundings(ids(1), nil)
		require.NoError(t, err)
		return around[0].Session
	}
	for i := range 64 {
		require.NoError(t, x.Put(lexical.Doc{ID: id(i + 1), Body: "umbrella", Session: []string{"a", "b"}[i%2]}))
	}
	require.Positive(t, session())
	require.NoError(t, x.Put(lexical.Doc{ID: id(65), Body: "umbrella", Session: "a"}))
	require.Zero(t, session())
}

// A window has the records up to two links away, as far as they are in the index.
func TestWindows(t *testing.T) {
	t.Parallel()
	none := lexical.ID{}
	x := put(
		t, lexical.Options{},
		lexical.Doc{ID: id(1), Body: "one", Next: id(2)},
		lexical.Doc{ID: id(2), Body: "two", Prev: id(1), Next: id(3)},
		lexical.Doc{ID: id(3), Body: "three", Prev: id(2), Next: id(4)},
		lexical.Doc{ID: id(4), Body: "four", Prev: id(3), Next: id(5)}, // which was never stored
	)
	windows, err := x.Windows(ids(2, 1, 3, 4, 99), nil)
	require.NoError(t, err)
	require.Equal(t, []lexical.Window{
		{id(2), id(1), id(3), none, id(4)},
		{id(1), none, id(2), none, id(3)},
		{id(3), id(2), id(4), id(1), none},
		{id(4), id(3), none, id(2), none},
		{id(99)},
	}, windows)
	require.Equal(t, id(1), windows[0].Prev())
	require.Equal(t, id(3), windows[0].Next())
	require.NoError(t, x.SetLinks(id(2), none, id(3)))
	windows, err = x.Windows(ids(2), windows[:0])
	require.NoError(t, err)
	require.Equal(t, []lexical.Window{{id(2), none, id(3), none, id(4)}}, windows, "as it is linked now")
	require.NoError(t, x.Close())
	_, err = x.Windows(ids(2), nil)
	require.ErrorIs(t, err, lexical.ErrClosed)
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
		require.NoError(t, x.Read(slices.All(ids(1, 9, 2)), lexical.In(lexical.Body), func(i int, w lexical.Word) {
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
	require.ErrorIs(t, p.CountSessions(), lexical.ErrClosed)
	require.ErrorIs(t, x.Put(bodies("en", "one")...), lexical.ErrClosed)
	require.ErrorIs(t, x.Delete(id(1)), lexical.ErrClosed)
	require.ErrorIs(t, x.Save(1), lexical.ErrClosed)
	_, err = x.Prepare(lexical.Query{})
	require.ErrorIs(t, err, lexical.ErrClosed)
	require.Zero(t, x.Len())
	require.Zero(t, x.Bytes())
}

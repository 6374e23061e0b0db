package main

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
	"strconv"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/query/rank"
)

// engines is a Source made of the engines alone: the lexical index, the built-in embedder and ranking, in memory. It shows what
// ranking can do with nothing in between.
type engines struct {
	embedder static.Embedder
	// candidates is how many records the first stage passes on; 0 passes on all.
	candidates int
}

// remembered is one conversation in memory.
type remembered struct {
	engines
	c       *Conversation
	index   *lexical.Index
	records []rank.Candidate
	own     [][static.Dim]float32
	paired  [][static.Dim]float32 // with the previous turn
	window  [][static.Dim]float32 // mean of two turns either side

	replaced map[string]bool // turns that another superseded
}

func recordID(i int) (id rank.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(i+1))
	return id
}

func (e engines) Remember(_ context.Context, c *Conversation) (Agent, error) {
	index, err := lexical.Open("", lexical.Options{})
	if err != nil {
		return nil, err
	}
	m := &remembered{engines: e, c: c, index: index, replaced: map[string]bool{}}
	n := len(c.Turns)
	m.records = make([]rank.Candidate, n)
	m.own, m.paired, m.window = make([][static.Dim]float32, n), make([][static.Dim]float32, n), make([][static.Dim]float32, n)
	docs := make([]lexical.Doc, n)
	for i := range c.Turns {
		m.record(i)
		t, r := &c.Turns[i], &m.records[i]
		m.replaced[t.Replaces] = t.Replaces != ""
		docs[i] = lexical.Doc{
			ID: r.ID, Body: t.Text, Caption: t.Caption, Speakers: []string{t.Speaker}, Time: t.Time, Session: r.Session,
			Prev: r.Prev, Next: r.Next, Language: "en",
		}
	}
	for i := range m.window {
		m.window[i] = m.mean(i)
	}
	return m, index.Put(docs...)
}

// record prepares one turn: links, traits and vectors.
func (m *remembered) record(i int) {
	turns := m.c.Turns
	t := &turns[i]
	r := &m.records[i]
	*r = rank.Candidate{
		ID: recordID(i), Session: strconv.Itoa(t.Session), Speaker: t.Speaker, Time: t.Time,
		Traits: traits.Of(t.Text), Simhash: text.Simhash(t.Text), Events: dates.Find(t.Text, t.Time, text.English), Note: t.Note != "",
	}
	said := t.Speaker + ": " + body(t)
	m.embedder.Embed(&m.own[i], said)
	before := ""
	if i > 0 && turns[i-1].Session == t.Session {
		r.Prev = recordID(i - 1)
		before = body(&turns[i-1]) + " "
	} else {
		r.Opens = true
	}
	if i+1 < len(turns) && turns[i+1].Session == t.Session {
		r.Next = recordID(i + 1)
	}
	m.embedder.Embed(&m.paired[i], before+said)
}

func body(t *Turn) string {
	if t.Caption == "" {
		return t.Text
	}
	return t.Text + " [" + t.Caption + "]"
}

// mean of the vectors of two turns either side, in the session.
func (m *remembered) mean(i int) (sum [static.Dim]float32) {
	for j := max(0, i-2); j <= min(len(m.own)-1, i+2); j++ {
		if m.c.Turns[j].Session == m.c.Turns[i].Session {
			for d, x := range m.own[j] {
				sum[d] += x
			}
		}
	}
	return sum
}

func (m *remembered) Turn(id rank.ID) string {
	i := int(binary.BigEndian.Uint64(id[8:])) - 1
	if i < 0 || i >= len(m.c.Turns) {
		return ""
	}
	return m.c.Turns[i].ID
}

func (m *remembered) Gather(_ context.Context, question string) (rank.Question, []rank.Candidate, error) {
	q := rank.Read(question, m.c.Speakers, rank.Parties{I: m.c.User, You: m.c.Addressee})
	q.At(m.c.Now(), dates.Find(question, m.c.Now(), text.English))
	whole, err := m.index.Prepare(lexical.Query{Text: q.Core, Language: "en"})
	if err != nil {
		return q, nil, err
	}
	topic, err := m.index.Prepare(lexical.Query{Text: q.Topic, Language: "en"})
	if err != nil {
		return q, nil, err
	}
	ids := make([]rank.ID, len(m.records))
	for i := range ids {
		ids[i] = m.records[i].ID
	}
	f1, err := whole.Features(ids, nil)
	if err != nil {
		return q, nil, err
	}
	f2, err := topic.Surroundings(ids, nil)
	if err != nil {
		return q, nil, err
	}
	out := slices.Clone(m.records)
	var v [static.Dim]float32
	m.embedder.Embed(&v, q.Core)
	for i := range out {
		out[i].Words = rank.Words{
			Own: f1[i].Own, Around: f1[i].Score, Window: f2[i].Window, Session: f2[i].Session, Length: f1[i].Length,
		}
		out[i].Cosines = rank.Cosines{Own: cosine(&v, &m.own[i]), WithPrevious: cosine(&v, &m.paired[i]), Window: cosine(&v, &m.window[i])}
	}
	out = m.first(slices.DeleteFunc(out, func(c rank.Candidate) bool { return m.replaced[m.Turn(c.ID)] }))
	m.cover(&q, topic.Terms(), out)
	return q, out, nil
}

// first keeps the best candidates of words and meaning with their neighbours, where the harness is asked to.
func (m *remembered) first(all []rank.Candidate) []rank.Candidate {
	if m.candidates <= 0 || m.candidates >= len(all) {
		return all
	}
	keep := map[rank.ID]bool{}
	for _, get := range []func(*rank.Candidate) float64{
		func(c *rank.Candidate) float64 { return c.Words.Around }, func(c *rank.Candidate) float64 { return c.Cosines.Own },
		func(c *rank.Candidate) float64 { return c.Cosines.WithPrevious },
	} {
		order := slices.Clone(all)
		slices.SortStableFunc(order, func(a, b rank.Candidate) int { return cmp.Compare(get(&b), get(&a)) })
		for _, c := range order[:m.candidates/3] {
			keep[c.ID], keep[c.Prev], keep[c.Next] = true, true, true
		}
	}
	return slices.DeleteFunc(all, func(c rank.Candidate) bool { return !keep[c.ID] })
}

// cover fills the question's words and, for each candidate, how well it covers them.
func (m *remembered) cover(q *rank.Question, terms []lexical.QueryTerm, out []rank.Candidate) {
	words, coverage := query.ReadWords(terms, text.English)
	defer coverage.Release()
	q.Words = words
	for i := range out {
		n := int(binary.BigEndian.Uint64(out[i].ID[8:])) - 1
		out[i].Best = coverage.Best(nil, body(&m.c.Turns[n]))
	}
}

func cosine(a, b *[static.Dim]float32) float64 {
	var dot, aa, bb float64
	for i := range a {
		dot += float64(a[i]) * float64(b[i])
		aa += float64(a[i]) * float64(a[i])
		bb += float64(b[i]) * float64(b[i])
	}
	if aa == 0 || bb == 0 {
		return 0
	}
	return dot / math.Sqrt(aa*bb)
}

package query

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// withNeighbours adds the records on both sides of the found ones, where they
// are admitted, and drops doubles. Ids come in their own order, so that what is
// ranked does not depend on which arm was quicker (I10).
func (s *scene) withNeighbours(ids []schema.ID) []schema.ID {
	g := s.gate()
	all := slices.Clone(ids)
	if !s.small() {
		for _, id := range ids {
			prev, next, err := s.agent.Words().Links(id)
			if err != nil {
				continue // gone since
			}
			for _, n := range [...]schema.ID{prev, next} {
				if n != (schema.ID{}) && g.admits(n) {
					all = append(all, n)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b schema.ID) int { return bytes.Compare(a[:], b[:]) })
	return slices.Compact(all)
}

// candidates gathers what the indexes know of each record. Records that are
// gone since they were found are left out.
func (s *scene) candidates(ids []schema.ID) ([]rank.Candidate, error) {
	keys := make([]lexical.ID, len(ids))
	for i, id := range ids {
		keys[i] = id
	}
	whole, err := s.whole.Features(keys, nil)
	if err != nil {
		return nil, err
	}
	topic, err := s.topic.Features(keys, nil)
	if err != nil {
		return nil, err
	}
	meaning := newMeanings(s)
	out := make([]rank.Candidate, 0, len(ids))
	for i, id := range ids {
		row, ok := s.agent.Columns().Row(id)
		if !ok || !whole[i].Found {
			continue
		}
		words := s.words(id)
		if !s.req.saysWhat(words) {
			continue
		}
		c := s.candidate(id, &row)
		c.Prev, c.Next = whole[i].PrevID, whole[i].NextID
		c.Opens = c.Prev == (rank.ID{})
		c.Entities, c.Graph = s.overlap[id], s.reached[id].activation
		c.Words = rank.Words{
			Own: whole[i].Own, Around: whole[i].Score, Window: topic[i].Window2, Session: topic[i].Session, Length: whole[i].Length,
		}
		c.Cosines = meaning.of(id)
		c.Best = s.coverage.Best(nil, words)
		if len(s.question.When) > 0 && c.Traits.HasTime {
			c.Events = dates.Find(words, c.Time, text.Und) // as seen from its own time
		}
		out = append(out, c)
	}
	return out, nil
}

// candidate fills in what the short facts say.
func (s *scene) candidate(id schema.ID, row *column.Row) rank.Candidate {
	return rank.Candidate{
		ID: id, Session: s.agent.Columns().Session(row.Session), Speaker: s.agent.Columns().Speaker(row.Speaker),
		Time: column.Moment(row.Time), Class: class(row.KindOf()), Importance: float64(row.Importance),
		Confidence: effective(row, s.now, s.decay), Traits: traits.FromBits(row.Traits), Simhash: row.Simhash,
	}
}

func class(k schema.Kind) rank.Class {
	switch {
	case k == schema.KindSummary:
		return rank.Summary
	case k.Episodic():
		return rank.Episodic
	}
	return rank.Semantic
}

// words joins the words of a record as the word index keeps them: cheaper than
// reading the record, and enough to compare words with words.
func (s *scene) words(id schema.ID) string {
	var b strings.Builder
	for t := range s.agent.Words().Terms(id) {
		if t.Field == lexical.Body || t.Field == lexical.Title || t.Field == lexical.Caption {
			b.WriteString(t.Text)
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// meanings compares a question's vector with those of records and of their
// surroundings.
type meanings struct {
	s       *scene
	links   map[schema.ID][2]schema.ID
	vectors map[schema.ID][]float32
}

func newMeanings(s *scene) *meanings {
	return &meanings{s: s, links: map[schema.ID][2]schema.ID{}, vectors: map[schema.ID][]float32{}}
}

func (m *meanings) of(id schema.ID) rank.Cosines {
	if m.s.vector == nil {
		return rank.Cosines{}
	}
	own := m.vector(id)
	prev, next := m.around(id)
	before, _ := m.around(prev)
	_, after := m.around(next)
	with := [][]float32{own, m.vector(prev)}
	return rank.Cosines{
		Own:          m.cosine(own),
		WithPrevious: m.cosine(with...),
		Window:       m.cosine(own, m.vector(prev), m.vector(next), m.vector(before), m.vector(after)),
	}
}

func (m *meanings) around(id schema.ID) (prev, next schema.ID) {
	if id == (schema.ID{}) {
		return prev, next
	}
	at, ok := m.links[id]
	if !ok {
		if p, n, err := m.s.agent.Words().Links(id); err == nil {
			at = [2]schema.ID{p, n}
		}
		m.links[id] = at
	}
	return at[0], at[1]
}

func (m *meanings) vector(id schema.ID) []float32 {
	if id == (schema.ID{}) {
		return nil
	}
	v, ok := m.vectors[id]
	if !ok {
		v, _ = m.s.agent.Vectors().Vector(id)
		m.vectors[id] = v
	}
	return v
}

// cosine compares the question with the sum of vectors; nil ones do not count.
func (m *meanings) cosine(vectors ...[]float32) float64 {
	var dot, square float64
	for d, x := range m.s.vector {
		var sum float64
		for _, v := range vectors {
			if v != nil {
				sum += float64(v[d])
			}
		}
		dot += float64(x) * sum
		square += sum * sum
	}
	if square == 0 {
		return 0
	}
	return dot / math.Sqrt(square)
}

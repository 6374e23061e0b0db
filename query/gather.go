package query

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/internal/text/dates"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// gather lists the candidates that the arms found, with their neighbours and what
// the graph leads on to. Following the graph reads the ledger, and the indexes are
// asked about the others meanwhile. Candidates come in the order of their ids, so
// that what is ranked does not depend on which was quicker (I10).
func (s *scene) gather(ctx context.Context, found [][]schema.ID) ([]rank.Candidate, []Arm, error) {
	var beside sync.WaitGroup
	var spread [][]schema.ID
	var report []Arm
	beside.Go(func() {
		spread, report = runArms(ctx, s.agent.Name(), s.req.Deadline, []arm{{"graph", s.spread(found)}})
	})
	ids := s.withNeighbours(slices.Concat(found...), s.surrounded(found))
	out, err := s.candidates(ctx, ids)
	beside.Wait()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, report, err
	}
	more, err := s.candidates(ctx, slices.DeleteFunc(inOrder(spread[0]), func(id schema.ID) bool {
		_, known := slices.BinarySearchFunc(ids, id, schema.CompareIDs)
		return known
	}))
	out = append(out, more...)
	slices.SortFunc(out, func(a, b rank.Candidate) int { return schema.CompareIDs(a.ID, b.ID) })
	for i := range out {
		out[i].Graph = s.reached[out[i].ID].activation
	}
	return out, report, err
}

// inOrder returns ids in their order, each once.
func inOrder(ids []schema.ID) []schema.ID {
	slices.SortFunc(ids, schema.CompareIDs)
	return slices.Compact(ids)
}

// surrounded picks, of what the arms found, the records whose neighbours are
// looked at: the best by words and by meaning, unless every record is looked at
// anyway.
func (s *scene) surrounded(found [][]schema.ID) []schema.ID {
	if s.small() {
		return nil
	}
	best := found[0][:min(len(found[0]), surroundedWords)]
	if s.vector != nil {
		best = slices.Concat(best, found[1][:min(len(found[1]), surroundedMeaning)])
	}
	return best
}

// withNeighbours adds the records on both sides of the surrounded ones, where
// they are admitted, and drops doubles. Ids come in their own order.
func (s *scene) withNeighbours(ids, surrounded []schema.ID) []schema.ID {
	g := s.gate()
	all := slices.Clone(ids)
	for _, id := range surrounded {
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
	return inOrder(all)
}

// candidates tells what the indexes know of each record. Records that are gone
// since they were found, or were not there at the moment asked about, are left out.
func (s *scene) candidates(ctx context.Context, ids []schema.ID) ([]rank.Candidate, error) {
	ids, err := s.asKnown(ctx, ids)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	keys := make([]lexical.ID, len(ids))
	for i, id := range ids {
		keys[i] = id
	}
	own, around, cosines, err := s.look(keys)
	if err != nil {
		return nil, err
	}
	out := make([]rank.Candidate, 0, len(ids))
	for i, id := range ids {
		row, ok := s.agent.Columns().Row(id)
		if !ok || !own[i].Found {
			continue
		}
		if s.req.readsText() {
			if said, err := s.words(id); err != nil {
				return nil, err
			} else if !s.req.saysWhat(said) {
				continue
			}
		}
		if row.KindOf() == schema.KindEpisode {
			s.episodes++
		}
		c := s.candidate(id, &row)
		c.Prev, c.Next = own[i].PrevID, own[i].NextID
		c.Opens = c.Prev == (rank.ID{})
		c.Entities = s.overlap[id]
		c.Words = rank.Words{
			Own: own[i].Own, Around: own[i].Score, Window: around[i].Window, Session: around[i].Session, Length: own[i].Length,
		}
		c.Cosines = cosines[i]
		if len(s.question.When) > 0 && c.Traits.HasTime {
			said, err := s.words(id)
			if err != nil {
				return nil, err
			}
			c.Events = dates.Find(said, c.Time, text.Und) // as seen from its own time
		}
		out = append(out, c)
	}
	return out, nil
}

// look asks the word index for what the records say themselves and, at the same
// time, both indexes for what they stand in.
func (s *scene) look(ids []lexical.ID) (own []lexical.Features, around []lexical.Surroundings, cosines []rank.Cosines, err error) {
	var beside sync.WaitGroup
	var failed error
	beside.Go(func() { own, failed = s.whole.Features(ids, nil) })
	around, err = s.topic.Surroundings(ids, nil)
	if err == nil {
		cosines, err = s.cosines(ids, around)
	}
	beside.Wait()
	return own, around, cosines, errors.Join(failed, err)
}

// coveredCandidates is how many of the candidates are compared with the question
// word by word, which is the dearest look of all.
const coveredCandidates = 120

// cover fills in how well the words of the chosen candidates cover each word of the
// question.
func (s *scene) cover(candidates []rank.Candidate, chosen []int) error {
	ids := make([]lexical.ID, len(chosen))
	for i, at := range chosen {
		ids[i] = candidates[at].ID
	}
	covered, err := s.covered(ids)
	for i, at := range chosen {
		candidates[at].Best = covered[i]
	}
	return err
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

// said are the fields that hold what a record says, rather than who, when or
// where.
var said = lexical.In(lexical.Body, lexical.Title, lexical.Caption)

// words joins the words of a record as the word index keeps them: cheaper than
// reading the record, and enough to compare words with words.
func (s *scene) words(id schema.ID) (string, error) {
	var b strings.Builder
	err := s.agent.Words().Read([]lexical.ID{id}, said, func(_ int, w lexical.Word) {
		b.WriteString(w.Text())
		b.WriteByte(' ')
	})
	return b.String(), err
}

// covered tells, for each record, how well its words cover each word of the
// question: in a long record, those of the passage that covers it best, since
// words that are pages apart say nothing together.
func (s *scene) covered(ids []lexical.ID) ([][]float32, error) {
	out := make([][]float32, len(ids))
	numbered := s.coverage.Numbered()
	defer numbered.Release()
	p := passages{question: s.question.Words}
	at, words := -1, 0
	err := s.agent.Words().Read(ids, said, func(i int, w lexical.Word) {
		switch {
		case i != at:
			if at >= 0 {
				out[at] = p.end(numbered)
			}
			at, words = i, 0
			numbered.Reset()
		case words%halfPassage == 0:
			p.half(numbered)
		}
		words++
		if !numbered.Add(w.Number) {
			numbered.Learn(w.Number, static.Spelling(w.Note(spelling)), w.Text)
		}
	})
	if at >= 0 {
		out[at] = p.end(numbered)
	}
	return out, err
}

// spelling is what the word index notes with each word.
func spelling(word string) uint64 { return uint64(static.New().Spelling(word)) }

// cosines compares the question's vector with those of records and of what they
// stand in.
func (s *scene) cosines(ids []vector.ID, around []lexical.Surroundings) ([]rank.Cosines, error) {
	out := make([]rank.Cosines, len(ids))
	if s.vector == nil {
		return out, nil
	}
	const kinds = 3 // the record alone, with the one before it, and in its window
	window := make([]vector.ID, 0, len(ids)*5)
	sets := make([][]vector.ID, 0, len(ids)*kinds)
	for i, id := range ids {
		at := len(window)
		window = append(append(window, id), around[i].Around[:]...)
		sets = append(sets, window[at:at+1], window[at:at+2], window[at:])
	}
	found, err := s.agent.Vectors().Joint(s.vector, sets)
	if errors.Is(err, vector.ErrZero) {
		return out, nil // a question without words that the model knows
	}
	for i := range len(found) / kinds {
		f := found[i*kinds:]
		out[i] = rank.Cosines{Own: float64(f[0]), WithPrevious: float64(f[1]), Window: float64(f[2])}
	}
	return out, err
}

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
	err := s.look(ctx, ids)
	beside.Wait()
	if err = errors.Join(err, ctx.Err()); err != nil {
		return nil, report, err
	}
	err = s.look(ctx, slices.DeleteFunc(inOrder(spread[0]), func(id schema.ID) bool {
		_, known := slices.BinarySearchFunc(ids, id, schema.CompareIDs)
		return known
	}))
	out := s.desk.candidates
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

// look puts what the indexes know of records on the desk. Records that are gone
// since they were found, or were not there at the moment asked about, are left out.
func (s *scene) look(ctx context.Context, ids []schema.ID) error {
	ids, err := s.asKnown(ctx, ids)
	if err != nil || len(ids) == 0 {
		return err
	}
	d := s.desk
	d.keys = d.keys[:0]
	for _, id := range ids {
		d.keys = append(d.keys, id)
	}
	if err := s.sights(d.keys); err != nil {
		return err
	}
	cosines, err := s.cosines(d.keys)
	if err != nil {
		return err
	}
	d.facts = s.agent.Columns().Facts(d.facts[:0], ids)
	for i, id := range ids {
		fact, sight := &d.facts[i], &d.sights[i]
		if !fact.Known || !sight.Found {
			continue
		}
		if s.req.readsText() {
			if said, err := s.words(id); err != nil {
				return err
			} else if !s.req.saysWhat(said) {
				continue
			}
		}
		if fact.KindOf() == schema.KindEpisode {
			s.episodes++
		}
		c := s.candidate(id, fact)
		c.Prev, c.Next = sight.PrevID, sight.NextID
		c.Opens = c.Prev == (rank.ID{})
		c.Entities = s.overlap[id]
		c.Words = rank.Words{
			Own: sight.Own, Around: sight.Score, Window: sight.Window, Session: sight.Session, Length: sight.Length,
		}
		c.Cosines = cosines[i]
		if len(s.question.When) > 0 && c.Traits.HasTime {
			said, err := s.words(id)
			if err != nil {
				return err
			}
			c.Events = dates.Find(said, c.Time, text.Und) // as seen from its own time
		}
		d.candidates = append(d.candidates, c)
	}
	return nil
}

// sights asks the word index what records say themselves and what they stand in. Where
// the question names participants, these are two questions.
func (s *scene) sights(ids []lexical.ID) (err error) {
	d := s.desk
	if s.whole == s.topic {
		d.sights, err = s.whole.Sights(ids, d.sights[:0])
		return err
	}
	var beside sync.WaitGroup
	var failed error
	beside.Go(func() { d.own, failed = s.whole.Features(ids, d.own[:0]) })
	d.around, err = s.topic.Surroundings(ids, d.around[:0])
	beside.Wait()
	if err = errors.Join(failed, err); err != nil {
		return err
	}
	d.sights = d.sights[:0]
	for i := range ids {
		d.sights = append(d.sights, lexical.Sight{Features: d.own[i], Surroundings: d.around[i]})
	}
	return nil
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
	covered, err := s.coveredBeside(ids)
	if err != nil {
		return err
	}
	for i, at := range chosen {
		candidates[at].Best = covered[i]
	}
	return nil
}

// coveredBeside is covered, half of it on another processor when one is spare.
func (s *scene) coveredBeside(ids []lexical.ID) ([][]float32, error) {
	if len(ids) < coveredCandidates/2 || !s.reader.seats.spare() {
		return s.covered(s.coverage, ids)
	}
	defer s.reader.seats.give()
	twin := s.coverage.Twin()
	defer twin.Release()
	half := len(ids) / 2
	var beside sync.WaitGroup
	var later [][]float32
	var failed error
	beside.Go(func() { later, failed = s.covered(twin, ids[half:]) })
	covered, err := s.covered(s.coverage, ids[:half])
	beside.Wait()
	return append(covered, later...), errors.Join(err, failed)
}

// candidate fills in what the short facts say.
func (s *scene) candidate(id schema.ID, f *column.Fact) rank.Candidate {
	return rank.Candidate{
		ID: id, Session: f.Session, Speaker: f.Speaker,
		Time: column.Moment(f.Time), Class: class(f.KindOf()), Importance: float64(f.Importance),
		Confidence: effective(&f.Row, s.now, s.decay), Traits: traits.FromBits(f.Traits), Simhash: f.Simhash,
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
func (s *scene) covered(c *static.Coverage, ids []lexical.ID) ([][]float32, error) {
	out := make([][]float32, len(ids))
	numbered := c.Numbered()
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
// stand in, as the desk has it.
func (s *scene) cosines(ids []vector.ID) ([]rank.Cosines, error) {
	d := s.desk
	d.cosines = slices.Grow(d.cosines[:0], len(ids))[:len(ids)]
	clear(d.cosines)
	if s.vector == nil {
		return d.cosines, nil
	}
	const size = 1 + len(lexical.Surroundings{}.Around)
	d.windows = slices.Grow(d.windows[:0], len(ids)*size)
	for i, id := range ids {
		d.windows = append(append(d.windows, id), d.sights[i].Around[:]...)
	}
	found, err := s.agent.Vectors().Joint(s.vector, d.windows, size, 1, 2, size) // alone, with the one before it, and in its window
	if errors.Is(err, vector.ErrZero) {
		return d.cosines, nil // a question without words that the model knows
	}
	for i := range len(found) / 3 {
		f := found[3*i:]
		d.cosines[i] = rank.Cosines{Own: float64(f[0]), WithPrevious: float64(f[1]), Window: float64(f[2])}
	}
	return d.cosines, err
}

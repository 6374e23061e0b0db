package query

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/lukasadb/lukasa/embed/static"
	"github.com/lukasadb/lukasa/internal/column"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/internal/text/traits"
	"github.com/lukasadb/lukasa/internal/vector"
	"github.com/lukasadb/lukasa/query/rank"
	"github.com/lukasadb/lukasa/schema"
)

// gather lists the candidates that the arms found, with their neighbours and what
// the graph leads on to. Following the graph reads the ledger, and the indexes are
// asked about the others meanwhile. Candidates come in the order of their ids, so
// that what is ranked does not depend on which was quicker (I10).
func (s *scene) gather(ctx context.Context, found [][]schema.ID) (_ []rank.Candidate, report []Arm, err error) {
	d := s.desk
	ids, err := s.withNeighbours(slices.Concat(found...), s.surrounded(found))
	if err != nil {
		return nil, nil, err
	}
	err = s.reader.seats.beside(
		func() error { return s.look(ctx, &d.found, ids) },
		func() (err error) { report, err = s.follow(ctx, found, ids); return err },
	)
	if err != nil {
		return nil, report, err
	}
	first := len(d.found.candidates)
	d.found.candidates = append(d.found.candidates, d.further.candidates...)
	out := d.found.candidates
	interleave(out, first)
	for i := range out {
		out[i].Graph = s.reached[out[i].ID].activation
	}
	if d.found.messages || d.further.messages {
		setApart(out, d.found.spoken, d.further.spoken)
	}
	return out, report, nil
}

// setApart makes notes of what somebody said in a session and did not keep as a message: who
// keeps messages beside it tells the two apart.
func setApart(candidates []rank.Candidate, spoken ...[]schema.ID) {
	for _, id := range slices.Concat(spoken...) {
		at, _ := slices.BinarySearchFunc(candidates, id, func(c rank.Candidate, id schema.ID) int { return schema.CompareIDs(c.ID, id) })
		candidates[at].Note = true
	}
}

// follow looks at what the graph leads on to, as far as it is not known.
func (s *scene) follow(ctx context.Context, found [][]schema.ID, known []schema.ID) ([]Arm, error) {
	spread, report := s.runArms(ctx, []arm{{"graph", s.spread(found)}})
	if err := ctx.Err(); err != nil {
		return report, err
	}
	further := slices.DeleteFunc(inOrder(spread[0]), func(id schema.ID) bool {
		_, is := slices.BinarySearchFunc(known, id, schema.CompareIDs)
		return is
	})
	return report, s.look(ctx, &s.desk.further, further)
}

// interleave puts the candidates from at on where they belong among those before: both
// are in the order of their ids.
func interleave(all []rank.Candidate, at int) {
	late := slices.Clone(all[at:])
	for to := len(all) - 1; len(late) > 0; to-- {
		last := len(late) - 1
		if at == 0 || schema.CompareIDs(all[at-1].ID, late[last].ID) < 0 {
			all[to], late = late[last], late[:last]
		} else {
			at--
			all[to] = all[at]
		}
	}
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
	words, meaning := s.ordered(found)
	return slices.Concat(words[:min(len(words), s.breadth.surroundedWords)], meaning[:min(len(meaning), s.breadth.surroundedMeaning)])
}

// withNeighbours adds the records on both sides of the surrounded ones, where
// they are admitted, and drops doubles. Ids come in their own order.
func (s *scene) withNeighbours(ids, surrounded []schema.ID) (_ []schema.ID, err error) {
	g := s.gate()
	all := slices.Clone(ids)
	d := &s.desk.found
	d.windows, err = s.agent.Words().Windows(d.write(surrounded), d.windows[:0])
	for i := range d.windows {
		w := &d.windows[i]
		for _, n := range [...]schema.ID{w.Prev(), w.Next()} {
			if n != (schema.ID{}) && g.admits(n) {
				all = append(all, n)
			}
		}
	}
	return inOrder(all), err
}

// look puts what the indexes know of records on a sheet. Records that are gone since
// they were found, or were not there at the moment asked about, are left out. The word
// index takes longest, so a second processor asks the others meanwhile.
func (s *scene) look(ctx context.Context, d *sheet, ids []schema.ID) error {
	ids, err := s.asKnown(ctx, ids)
	if err != nil || len(ids) == 0 {
		return err
	}
	keys := d.write(ids)
	err = s.reader.seats.beside(func() error { return s.sights(d, keys) }, func() (err error) {
		if d.windows, err = s.agent.Words().Windows(keys, d.windows[:0]); err != nil {
			return err
		}
		d.facts = s.agent.Columns().Facts(d.facts[:0], ids)
		return s.cosines(d)
	})
	if err != nil {
		return err
	}
	for i, id := range ids {
		if !d.facts[i].Known || !d.sights[i].Found {
			continue
		}
		if s.req.readsText() {
			if ok, err := s.saysWhat(id); err != nil {
				return err
			} else if !ok {
				continue
			}
		}
		d.count(id, &d.facts[i])
		d.candidates = append(d.candidates, s.candidate(d, i, id))
	}
	return nil
}

// candidate is the record at a place of a sheet, as ranking has it.
func (s *scene) candidate(d *sheet, at int, id schema.ID) rank.Candidate {
	f, sight, window := &d.facts[at], &d.sights[at], &d.windows[at]
	c := rank.Candidate{
		ID: id, Session: f.Session, Speaker: f.Speaker,
		Time: column.Moment(f.Time), Class: class(f.KindOf()), Note: note(f), Importance: float64(f.Importance),
		OfKind: s.isKindred != nil && s.isKindred(&f.Row), Confidence: effective(&f.Row, s.now, s.decay.PerDay), Traits: traits.FromBits(f.Traits), Simhash: f.Simhash,
		Prev: window.Prev(), Next: window.Next(), Opens: window.Prev() == (rank.ID{}),
		Entities: s.overlap[id], During: s.ongoing[id], Held: s.held(&f.Row), Was: s.was(&f.Row), Cosines: d.cosines[at],
		Words: rank.Words{Own: sight.Own, Around: sight.Score, Window: sight.Window, Session: sight.Session, Length: sight.Length},
	}
	if len(s.question.When) > 0 {
		c.Events = rangesOf(f.Told)
	}
	return c
}

// rangesOf are the times that a record tells of, as ranking has them.
func rangesOf(told []column.Span) (out []rank.Range) {
	for _, span := range told {
		out = append(out, rank.Range{From: column.Moment(span.From), To: column.Moment(span.To)})
	}
	return out
}

// sights asks the word index how well records match the question by what they say, and by
// what stands around them. Where the question names participants, the surroundings are
// asked for its topic alone: whoever speaks is named all over a conversation.
func (s *scene) sights(d *sheet, ids []lexical.ID) (err error) {
	if s.whole == s.topic {
		d.sights, err = s.whole.Sights(ids, d.sights[:0])
		return err
	}
	err = s.reader.seats.beside(
		func() (err error) { d.around, err = s.topic.Surroundings(ids, d.around[:0]); return err },
		func() (err error) { d.own, err = s.whole.Features(ids, d.own[:0]); return err },
	)
	if err != nil {
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

// fewCovered are compared in no more time than it takes to share them.
const fewCovered = 32

// cover fills in how well the words of the chosen candidates cover each word of the
// question, half of them by another processor where one is spare.
func (s *scene) cover(candidates []rank.Candidate, chosen []int) error {
	d := s.desk
	if len(chosen) < fewCovered {
		return s.coverBy(&d.found, candidates, chosen)
	}
	half := len(chosen) / 2
	return s.reader.seats.beside(
		func() error { return s.coverBy(&d.found, candidates, chosen[:half]) },
		func() error { return s.coverBy(&d.further, candidates, chosen[half:]) },
	)
}

// coverBy does so for some of the candidates, with the room of a sheet. In a long record
// the words are those of the passage that covers the question best, since words that are
// pages apart say nothing together.
func (s *scene) coverBy(d *sheet, candidates []rank.Candidate, chosen []int) error {
	d.keys = d.keys[:0]
	for _, at := range chosen {
		d.keys = append(d.keys, candidates[at].ID)
	}
	numbered := s.coverage.Numbered()
	defer numbered.Release()
	if err := s.enter(d, numbered); err != nil {
		return err
	}
	numbered.Compare()
	p := passages{question: s.question.Words, room: d.covered[:0]}
	from := 0
	for i, at := range chosen {
		if end := d.ends[i]; end > from {
			candidates[at].Best = p.of(numbered, d.words[from:end])
			from = end
		}
	}
	d.covered = p.room
	if err := s.findTold(d, candidates, chosen); err != nil {
		return err
	}
	return s.findMine(candidates, chosen)
}

// enter lays the words of the records that a sheet names on it, by their places in numbered.
func (s *scene) enter(d *sheet, numbered *static.Numbered) error {
	d.words = d.words[:0]
	d.naming.clear()
	d.ends = slices.Grow(d.ends[:0], len(d.keys))[:len(d.keys)]
	clear(d.ends)
	return s.agent.Words().Read(slices.All(d.keys), said, func(i int, w lexical.Word) {
		place, entered := numbered.Place(w.Number)
		if !entered {
			place = numbered.Enter(w.Number, static.Spelling(w.Note(spelling)), w.Text)
			if s.called != "" && bears(w.Text(), s.called) {
				d.naming.places = append(d.naming.places, place)
			}
		}
		d.naming.word(i, place)
		d.words = append(d.words, int32(place))
		d.ends[i] = len(d.words)
	})
}

// note tells whether a record is kept by itself. Messages, episodes and experiences follow one another, and so does what
// somebody said in a session, whatever its kind: see setApart.
func note(f *column.Fact) bool { return !follows(f) && !spoken(f) }

func follows(f *column.Fact) bool {
	switch f.KindOf() {
	case schema.KindMessage, schema.KindEpisode, schema.KindExperience:
		return true
	}
	return false
}

// spoken tells whether a record is what somebody said in a session, but none of those that follow one another by their kind.
func spoken(f *column.Fact) bool { return !follows(f) && f.Session != "" && f.Speaker != "" }

// count keeps what a candidate is beside others.
func (d *sheet) count(id schema.ID, f *column.Fact) {
	switch kind := f.KindOf(); {
	case kind == schema.KindEpisode:
		d.episodes++
	case kind == schema.KindMessage:
		d.messages = true
	case spoken(f):
		d.spoken = append(d.spoken, id)
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
	err := s.agent.Words().Read(slices.All([]lexical.ID{id}), said, func(_ int, w lexical.Word) {
		b.WriteString(w.Text())
		b.WriteByte(' ')
	})
	return b.String(), err
}

// saysWhat tells whether the words of a record meet the question's conditions on them.
func (s *scene) saysWhat(id schema.ID) (bool, error) {
	said, err := s.words(id)
	return err == nil && s.req.saysWhat(said), err
}

// spelling is what the word index notes with each word.
func spelling(word string) uint64 { return uint64(static.New().Spelling(word)) }

// cosines compares the question's vector with those of the records on a sheet, and of
// what they stand in.
func (s *scene) cosines(d *sheet) error {
	d.cosines = slices.Grow(d.cosines[:0], len(d.windows))[:len(d.windows)]
	clear(d.cosines)
	if s.vector == nil {
		return nil
	}
	const size = len(lexical.Window{})
	d.windowed = slices.Grow(d.windowed[:0], len(d.windows)*size)
	for i := range d.windows {
		d.windowed = append(d.windowed, d.windows[i][:]...)
	}
	found, err := s.agent.Vectors().Joint(s.vector, d.windowed, size, 1, 2, size) // alone, with the one before it, and in its window
	if errors.Is(err, vector.ErrZero) {
		return nil // a question without words that the model knows
	}
	for i := range len(found) / 3 {
		f := found[3*i:]
		d.cosines[i] = rank.Cosines{Own: float64(f[0]), WithPrevious: float64(f[1]), Window: float64(f[2])}
	}
	return err
}

package reflect

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/text"
	"github.com/lukasadb/lukasa/schema"
)

// Lesson is what one message taught.
type Lesson struct {
	// Message that was learned from.
	Message schema.Experience
	// Learned are the ids of the records that it taught or confirmed.
	Learned []schema.ID
	// Due tells that the user's insights had become so many that they were to be
	// consolidated.
	Due bool
	// Episode is the record of the exchange.
	Episode schema.ID
}

// learn takes from a message of a user what it teaches, and records the exchange
// as an episode (004-05). The episode is written last, with what states
// something: it is the mark that all was done, so that doing it again does
// nothing (R1, R4), and teaches no lesson.
func (t *Turns) learn(ctx context.Context, m *schema.Experience, asked *Turn) (*Lesson, error) {
	if _, err := t.writer.Embed(ctx, m.Agent, m.ID); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		t.store.Logger().Warn("reflect: message left without a vector", "record", m.ID, "error", err)
	}
	if done, err := t.episodeOf(ctx, m.Agent, m.ID); err != nil || done != nil {
		return nil, err
	}
	accepted, err := t.accepted(ctx, m)
	if err != nil {
		return nil, err
	}
	lesson := &Lesson{Message: *m}
	batch, err := t.note(ctx, m, accepted, lesson)
	if err != nil {
		return nil, err
	}
	batch = append(batch, episode(m, asked))
	for i := range batch {
		batch[i].ID = lessonID(m.ID, &batch[i])
	}
	done, err := t.writer.RetainAll(ctx, batch)
	if err != nil {
		return nil, err
	}
	last := len(done) - 1
	for _, r := range done[:last] {
		lesson.Learned = append(lesson.Learned, r.ID)
	}
	lesson.Episode = done[last].ID
	return lesson, t.teach(ctx, lesson)
}

// note hands the facts and insights about the user to the keeper, which knows
// what says the same and how many are kept, and returns the other records. What
// an earlier run that was cut short handed over is known by its evidence and not
// handed over again.
func (t *Turns) note(ctx context.Context, m *schema.Experience, accepted []Candidate, lesson *Lesson) (rest []schema.Experience, err error) {
	before, err := t.Taught(ctx, m.Agent, m.ID)
	if err != nil {
		return nil, err
	}
	for i := range accepted {
		e := accepted[i].Record
		if e.UserFact == nil && e.Insight == nil {
			rest = append(rest, e)
			continue
		}
		if at := slices.IndexFunc(before, func(b schema.Experience) bool { return sameSort(&b, &e) && !deniedBy(&b, m.ID) }); at >= 0 {
			lesson.Learned = append(lesson.Learned, before[at].ID)
			before = slices.Delete(before, at, at+1)
			continue
		}
		e.ID = lessonID(m.ID, &e)
		noted, err := t.keep(ctx, e)
		if errors.Is(err, ErrRefused) {
			t.store.Logger().Info("reflect: not taken in", "record", m.ID, "error", err)
			continue
		}
		if err != nil {
			return nil, err
		}
		lesson.Learned = append(lesson.Learned, noted.ID)
		lesson.Due = lesson.Due || noted.Due
	}
	return rest, nil
}

func (t *Turns) keep(ctx context.Context, e schema.Experience) (Noted, error) {
	if e.Insight != nil {
		return t.keeper.AddInsight(ctx, e)
	}
	return t.keeper.AddUserFact(ctx, e)
}

// sameSort tells whether two records about a user are of one kind and type.
func sameSort(a, b *schema.Experience) bool {
	switch {
	case a.UserFact != nil && b.UserFact != nil:
		return *a.UserFact == *b.UserFact
	case a.Insight != nil && b.Insight != nil:
		return a.Insight.User == b.Insight.User && a.Insight.Category == b.Insight.Category
	}
	return false
}

// teach passes a lesson on, and consolidates the user's insights if they have
// become many (004-20).
func (t *Turns) teach(ctx context.Context, l *Lesson) error {
	if l.Due {
		if _, err := t.keeper.Consolidate(ctx, Consolidation{Agent: l.Message.Agent, User: l.Message.User()}); err != nil {
			return err
		}
	}
	if t.learned == nil {
		return nil
	}
	return guard("learned", func() error { return t.learned(ctx, *l) })
}

// guard runs code that is not ours, and makes an error of a panic: nobody could
// recover from one in the background, and the process would end.
func guard(what string, fn func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %s: %v", ErrPanic, what, p)
		}
	}()
	return fn()
}

// lessonID is the id of what a message taught. It follows from the message and
// the words, so that the background gives the same ids whenever it runs (I10),
// and what the user forgot is not learned from the same message again. It begins
// as the message's does: ids are ordered by time.
func lessonID(message schema.ID, e *schema.Experience) schema.ID {
	h := sha256.New()
	h.Write(message[:])
	fmt.Fprintf(h, "%s\x00%s", e.Kind, e.Content)
	var id schema.ID
	copy(id[:], h.Sum(nil))
	copy(id[:6], message[:6])
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80 // version 7, variant of RFC 9562
	return id
}

// accepted asks every extractor and keeps what may be learned, each thing once.
// An extractor that fails teaches nothing; the others go on.
func (t *Turns) accepted(ctx context.Context, m *schema.Experience) ([]Candidate, error) {
	least, err := t.surely(ctx, m.Agent)
	if err != nil {
		return nil, err
	}
	var out []Candidate
	for _, x := range t.extractors {
		var found []Candidate
		err := guard("extract", func() (err error) { found, err = x.Extract(ctx, m); return err })
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			t.store.Logger().Warn("reflect: nothing proposed", "record", m.ID, "error", err)
			continue
		}
		for _, c := range found {
			sure := c.Explicit || c.Record.Confidence >= least
			if !sure || slices.ContainsFunc(out, func(o Candidate) bool { return sameLesson(&o, &c) }) {
				continue
			}
			if ok, err := t.accept(ctx, m, &c, out); err != nil {
				return nil, err
			} else if ok {
				out = append(out, c)
			}
		}
	}
	return out, nil
}

// accept tells whether a proposal is to be learned beside those accepted before it. What only denies is taken back at once.
func (t *Turns) accept(ctx context.Context, m *schema.Experience, c *Candidate, before []Candidate) (bool, error) {
	own, err := t.settle(ctx, m, c)
	if err != nil || !own {
		return false, err
	}
	if c.Denies {
		return false, t.takeBack(ctx, m, c, before)
	}
	if err := t.sound(m.ID, &c.Record); err != nil {
		t.store.Logger().Warn("reflect: a proposal left out", "record", m.ID, "error", err)
		return false, nil
	}
	return true, nil
}

// sound checks a record that was proposed: one that cannot be kept must not take what
// else its message taught with it.
func (t *Turns) sound(message schema.ID, e *schema.Experience) error {
	check := *e
	check.ID = lessonID(message, e)
	check.SetDefaults(t.store.Now(), t.store.NewID)
	return check.Validate()
}

// surely is the confidence from which something is learned that was not said
// outright (004-15).
func (t *Turns) surely(ctx context.Context, agent string) (least float64, err error) {
	c, err := t.store.Config(ctx, agent)
	return c.Confidence.High, err
}

// sameLesson tells whether two candidates teach the same: the same words, or the
// same sort of thing about the user where there is one at a time.
func sameLesson(a, b *Candidate) bool {
	if a.Record.Kind != b.Record.Kind {
		return false
	}
	if f, g := a.Record.UserFact, b.Record.UserFact; f != nil && g != nil && f.Type == g.Type && single[f.Type] {
		return true
	}
	return text.Fingerprint(a.Record.Content) == text.Fingerprint(b.Record.Content)
}

// settle fills in what a candidate's record rests on and takes the place of. A
// correction without a statement of its own becomes that of the record which it
// corrects; own is false when no such record is known, or what is said was over since.
func (t *Turns) settle(ctx context.Context, m *schema.Experience, c *Candidate) (own bool, err error) {
	e := &c.Record
	e.Agent, e.Session, e.Time = m.Agent, m.Session, m.Time
	e.Source.CreatedBy = cmp.Or(e.Source.CreatedBy, "extraction")
	e.Source.MessageIDs = []string{m.ID.String()}
	e.Evidence = []schema.Evidence{{ID: m.ID, Stance: schema.StanceSupports, Time: m.Time}}
	if c.other != nil {
		err := t.store.View(ctx, func(r *ledger.Reader) error {
			own, err = c.meets(r, m)
			return err
		})
		if err != nil || !own {
			return false, err
		}
	}
	switch {
	case c.New == "" && c.Denies:
		return true, nil
	case c.New == "":
		if over, err := t.overSince(ctx, m, e); err != nil || over {
			return false, err
		}
		return true, t.placeWish(ctx, m, e)
	case c.over != nil:
		return t.changed(ctx, m, c)
	}
	err = t.store.View(ctx, func(r *ledger.Reader) error {
		own, err = corrected(r, m, c)
		return err
	})
	return own, err
}

package experience

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Forget says what is to be forgotten. Exactly one of IDs, Session, Entity and All
// is given; each is limited to Agent.
type Forget struct {
	// Agent whose records they are. Required here; package lukasa fills in the memory's.
	Agent string
	// IDs of records. They go whoever told them.
	IDs []schema.ID
	// Sessions, given beside IDs, forgets the records only as far as these sessions told
	// them: what another session told too stays, as that one's.
	Sessions []string
	// Session forgets what a session told: each of its records, but for those that
	// other sessions told too, which become the earliest one's; see [schema.Telling].
	Session string
	// Entity forgets an entity and what was merged into it, with aliases and
	// relations, and every record that mentions one of them.
	Entity schema.EntityKey
	// All forgets everything the agent has, its entities and settings too.
	All bool
	// Purge removes history as well, and rewrites what held the bytes: when the
	// call returns, no file of the store holds any of the content (I9). It takes
	// along what was forgotten without it before, entities that were known
	// only from these records, and records that once rested on them and have words
	// that only they said. A record whose pronouns meant such an entity, or that had
	// such words or mentioned Entity until it was changed, keeps its last version alone. Without it the
	// records are gone from every answer, but History and AsOf still know them.
	Purge bool
	// Summaries takes along every record whose words may be those of what goes,
	// whatever other evidence it has: each summary that was made of it, and what
	// merges, updates or states something in words that only it said (see
	// [Words]). A purge does so in any case. The episode of an exchange, which
	// quotes it, always goes with either half.
	Summaries bool
	// DryRun changes nothing and tells what would go.
	DryRun bool
}

// Forgotten tells what was, or on a dry run would be, forgotten.
type Forgotten struct {
	Records   []schema.ID `json:"records"`             // in order of id
	Kept      []schema.ID `json:"kept,omitempty"`      // what the session told and others too: it stays, as theirs
	Beliefs   []schema.ID `json:"beliefs,omitempty"`   // of Records, those that lost their last evidence (I8)
	Summaries []schema.ID `json:"summaries,omitempty"` // those that went because their words may be others'
	Relations int         `json:"relations,omitempty"`
	Objects   int         `json:"objects,omitempty"` // entities, aliases and the like
	Purged    bool        `json:"purged,omitempty"`
	DryRun    bool        `json:"dry_run,omitempty"`
}

// Nothing tells that nothing was there to forget.
func (f *Forgotten) Nothing() bool {
	return len(f.Records)+len(f.Kept)+f.Relations+f.Objects == 0
}

// sessions lists those that are forgotten, and not the records whoever told them.
func (f Forget) sessions() []string {
	if f.Session != "" {
		return []string{f.Session}
	}
	return f.Sessions
}

// words tells whether what repeats the words of what goes is to go as well.
func (f Forget) words() bool { return f.Summaries || f.Purge }

// ErrForget says that a [Forget] does not say what to forget, or too much.
var ErrForget = errors.New("experience: invalid forget")

// Validate reports the first field that is wrong.
func (f Forget) Validate() error {
	ways := 0
	for _, given := range []bool{len(f.IDs) > 0, f.Session != "", f.Entity != "", f.All} {
		if given {
			ways++
		}
	}
	switch {
	case f.Agent == "":
		return fmt.Errorf("%w: agent: empty", ErrForget)
	case ways != 1:
		return fmt.Errorf("%w: want exactly one of ids, session, entity and all", ErrForget)
	case len(f.Sessions) > 0 && len(f.IDs) == 0:
		return fmt.Errorf("%w: sessions: want ids beside them", ErrForget)
	}
	return nil
}

// Forget removes records and what rests on nothing else, as one transaction:
// beliefs without other evidence, relations and conflicts that these records
// told of. Records that referred to them do so no more. An
// id that is not there, or is another agent's, is [ErrNotFound], and nothing is
// forgotten.
func (w *Writer) Forget(ctx context.Context, f Forget) (Forgotten, error) {
	return w.ForgetFor(ctx, f, Instead{})
}

// Instead is what is written in the transaction of a forgetting.
type Instead struct {
	// Planned are the records that go by an earlier dry run, in its order. Where
	// they are not those that would go now, nothing is forgotten and the error is
	// [ledger.ErrVersion]. Nil: whatever goes.
	Planned []schema.ID
	// Records stand in the place of some that go. They may refer to one another.
	Records []schema.Experience
	// Note, if it is set, may write more, once it is known what went and which
	// records stand for Records.
	Note func(tx *ledger.Tx, out Forgotten, made []schema.ID) error
}

// ForgetFor is [Writer.Forget] with records that stand in the place of those that
// go: either all of it happens, or nothing.
func (w *Writer) ForgetFor(ctx context.Context, f Forget, in Instead) (Forgotten, error) {
	if err := f.Validate(); err != nil {
		return Forgotten{}, err
	}
	batch, _, err := w.prepareBatch(ctx, Batch{Agent: f.Agent, Retain: in.Records})
	if err != nil {
		return Forgotten{}, err
	}
	var out Forgotten
	err = w.write(ctx, func(t *transaction) error {
		p := newForgetting(t.tx, f)
		p.retake(in.Records)
		if err := p.plan(); err != nil {
			return err
		}
		out = p.report()
		if f.DryRun {
			return nil
		}
		if in.Planned != nil && !slices.Equal(in.Planned, out.Records) {
			return fmt.Errorf("%w: what is to be forgotten has changed", ledger.ErrVersion)
		}
		if err := p.carryOut(); err != nil {
			return err
		}
		return t.instead(batch, in, out)
	})
	if err != nil || f.DryRun || !f.Purge {
		return out, err
	}
	if err := w.store.Reclaim(ctx, f.Agent); err != nil {
		return out, err
	}
	out.Purged = true
	return out, nil
}

// instead writes what stands in the place of what went.
func (t *transaction) instead(batch []*draft, in Instead, out Forgotten) error {
	made := make([]schema.ID, len(batch))
	for _, d := range draftsInOrder(batch) {
		done, err := t.retain(d)
		if err != nil {
			return &RecordError{Index: d.index, Err: err}
		}
		made[d.index] = done.ID
	}
	if in.Note == nil {
		return nil
	}
	return in.Note(t.tx, out, made)
}

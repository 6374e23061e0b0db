package experience

import (
	"context"
	"errors"
	"fmt"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Forget says what is to be forgotten. Exactly one of IDs, Session, Entity and All
// is given; each is limited to Agent.
type Forget struct {
	// Agent whose records they are. Required.
	Agent string
	// IDs of records.
	IDs []schema.ID
	// Session forgets every record of a session.
	Session string
	// Entity forgets an entity with its aliases and relations, and every record
	// that mentions it.
	Entity schema.EntityKey
	// All forgets everything the agent has, its entities and settings too.
	All bool
	// Purge removes history as well, and rewrites what held the bytes: when the
	// call returns, no file of the store holds any of the content (I9). It takes
	// along what was forgotten without it before, and entities that were known
	// only from these records; a record whose pronouns meant one keeps its last
	// version alone. Without it the records are gone from every
	// answer, but History and AsOf still know them.
	Purge bool
	// Summaries takes along every summary that was made of what goes, whatever
	// other evidence it has: its words may be theirs. The episode of an exchange,
	// which quotes it, goes with either half, here and on a purge.
	Summaries bool
	// DryRun changes nothing and tells what would go.
	DryRun bool
}

// Forgotten tells what was, or on a dry run would be, forgotten.
type Forgotten struct {
	Records   []schema.ID `json:"records"`             // in order of id
	Beliefs   []schema.ID `json:"beliefs,omitempty"`   // of these, those that lost their last evidence (I8)
	Summaries []schema.ID `json:"summaries,omitempty"` // those that went because their words may be others'
	Relations int         `json:"relations,omitempty"`
	Objects   int         `json:"objects,omitempty"` // entities, aliases and the like
	Purged    bool        `json:"purged,omitempty"`
	DryRun    bool        `json:"dry_run,omitempty"`
}

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
	}
	return nil
}

// Forget removes records and what rests on nothing else, as one transaction:
// beliefs without other evidence, relations and conflicts that these records
// told of. Records that referred to them do so no more. An
// id that is not there, or is another agent's, is [ErrNotFound], and nothing is
// forgotten.
func (w *Writer) Forget(ctx context.Context, f Forget) (Forgotten, error) {
	if err := f.Validate(); err != nil {
		return Forgotten{}, err
	}
	var out Forgotten
	err := w.store.Update(ctx, func(tx *ledger.Tx) error {
		p := newForgetting(tx, f)
		if err := p.plan(); err != nil {
			return err
		}
		out = p.report()
		if f.DryRun {
			return nil
		}
		return p.carryOut()
	})
	if err != nil || f.DryRun {
		return out, err
	}
	if f.Purge {
		if err := w.store.Reclaim(ctx, f.Agent); err != nil {
			return out, err
		}
		out.Purged = true
	}
	return out, nil
}

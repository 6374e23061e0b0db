package knowledge

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// The outcomes of a conflict.
const (
	OutcomeSuperseded = "superseded" // one side took the place of the others
	OutcomeBoth       = "both"       // they do not exclude each other after all
	OutcomeNeither    = "neither"    // all sides were invalidated
	OutcomeDatabase   = "database"   // the memory was wrong, and was invalidated
	OutcomeSettled    = "settled"    // other writes left fewer than two sides alive
)

var (
	// ErrResolution says that a [Resolution] does not fit its conflict; its text
	// names the field.
	ErrResolution = errors.New("knowledge: invalid resolution")
	// ErrResolved says that a conflict was resolved before.
	ErrResolved = errors.New("knowledge: already resolved")
)

// Resolution says how a conflict ends. Exactly one of Keep and Outcome is given.
type Resolution struct {
	// Keep is the side that is true: it supersedes the others. Of a conflict
	// with a database, it says that the memory is right.
	Keep schema.ID `json:"keep,omitzero"`
	// Outcome is "both", "neither" or, of a conflict with a database,
	// "database".
	Outcome string `json:"outcome,omitempty"`
	// Note says why, for the record; 16 KiB at most.
	Note string `json:"note,omitempty"`
}

// Verdict is what a resolution does: Winner, if set, supersedes Losers, else they
// are invalidated.
type Verdict struct {
	Winner schema.ID
	Losers []schema.ID
}

// Decide applies a resolution to a conflict at a moment, in place, and tells what
// becomes of the sides. A side that is neither kept nor live any more is the
// caller's to leave alone.
func (res Resolution) Decide(c *schema.Conflict, now time.Time) (Verdict, error) {
	if !c.ResolvedAt.IsZero() {
		return Verdict{}, fmt.Errorf("%w: %s, %s", ErrResolved, c.ID, c.Outcome)
	}
	if err := res.check(c); err != nil {
		return Verdict{}, err
	}
	var v Verdict
	d := DisputeOf(c)
	switch {
	case res.Keep != uuid.Nil:
		v.Winner, v.Losers = res.Keep, others(c.Records, res.Keep)
		c.Outcome, d.Kept = OutcomeSuperseded, []schema.ID{res.Keep}
	case res.Outcome == OutcomeBoth:
		c.Outcome, d.Kept = OutcomeBoth, c.Records
	default:
		v.Losers, c.Outcome, d.Kept = slices.Clone(c.Records), res.Outcome, nil
	}
	if res.Note != "" {
		d.Reason = res.Note
	}
	c.ResolvedAt, c.Data = now, d.encode()
	return v, nil
}

func (res Resolution) check(c *schema.Conflict) error {
	bad := func(field, problem string) error { return fmt.Errorf("%w: %s: %s", ErrResolution, field, problem) }
	switch {
	case len(res.Note) > schema.MaxShortText:
		return bad("note", "too long")
	case (res.Keep == uuid.Nil) == (res.Outcome == ""):
		return bad("outcome", "want exactly one of keep and outcome")
	case res.Keep != uuid.Nil && !slices.Contains(c.Records, res.Keep):
		return bad("keep", res.Keep.String()+" is no side of this conflict")
	case res.Keep != uuid.Nil, res.Outcome == OutcomeBoth, res.Outcome == OutcomeNeither:
		return nil
	case res.Outcome == OutcomeDatabase && c.Type == MemoryVersusDatabase:
		return nil
	}
	return bad("outcome", fmt.Sprintf("%q, want both, neither or, against a database, database", res.Outcome))
}

func others(ids []schema.ID, but schema.ID) []schema.ID {
	return slices.DeleteFunc(slices.Clone(ids), func(id schema.ID) bool { return id == but })
}

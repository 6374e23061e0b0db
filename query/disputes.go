package query

import (
	"slices"
	"strconv"
	"strings"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// maxDisputes is how many open conflicts an answer shows.
const maxDisputes = 10

// dispute adds the open conflicts in which what is shown is a side, in the order
// of the hits and then of the pinned records.
func (a *Answer) dispute(r *ledger.Reader) error {
	for i := range a.Hits {
		if err := a.disputesOf(r, &a.Hits[i].Record); err != nil {
			return err
		}
	}
	for i := range a.Pinned {
		if err := a.disputesOf(r, &a.Pinned[i]); err != nil {
			return err
		}
	}
	return nil
}

func (a *Answer) disputesOf(r *ledger.Reader, e *schema.Experience) error {
	if e.Statement == nil || !a.Asked.KnownAt.IsZero() {
		return nil
	}
	for entry, err := range r.Scan(e.Agent, ledger.Disputing(e.ID, true), ledger.Scan{}) {
		if err != nil {
			return err
		}
		known := slices.ContainsFunc(a.Conflicts, func(c schema.Conflict) bool { return c.ID == entry.ID })
		if known || len(a.Conflicts) == maxDisputes {
			continue
		}
		c, err := ledger.Load[*schema.Conflict](r, (&schema.Conflict{Agent: e.Agent, ID: entry.ID}).ObjectKey())
		if err != nil {
			return err
		}
		if ok, err := a.mayQuote(r, c, e.ID); err != nil {
			return err
		} else if ok {
			a.Conflicts = append(a.Conflicts, *c)
		}
	}
	return nil
}

// mayQuote tells whether what is against a record in a conflict may be shown, as the
// conflict quotes all its sides.
func (a *Answer) mayQuote(r *ledger.Reader, c *schema.Conflict, record schema.ID) (bool, error) {
	others := slices.DeleteFunc(slices.Clone(c.Records), func(id schema.ID) bool { return id == record })
	sides, err := r.Experiences(others)
	shown := newRecheck(a.inPlace())
	return err == nil && !slices.ContainsFunc(sides, func(e *schema.Experience) bool { return e == nil || !shown.admits(e) }), err
}

// caution is how a record is to be taken: "disputed" where it is a side of an
// open conflict, "validate" for a statement that is aging or below the agent's
// low threshold of confidence, else nothing (004-14, 004-17).
func (a *Answer) caution(e *schema.Experience) string {
	if e.Status == schema.StatusSuperseded && a.Asked.TrueAt.IsZero() && !e.Status.LiveAt(a.At, e.ValidFrom, e.ValidTo) {
		return "superseded"
	}
	if e.Statement == nil {
		return ""
	}
	if slices.ContainsFunc(a.Conflicts, func(c schema.Conflict) bool { return slices.Contains(c.Records, e.ID) }) {
		return "disputed"
	}
	if a.Asked.fading.aging(e, a.At) || a.Asked.fading.doubtful(e, a.At) {
		return "validate"
	}
	return ""
}

// asksAnew tells whether a conflict with the database is shown by what the
// database says now.
func (a *Answer) asksAnew(c *schema.Conflict) bool {
	return c.Type == knowledge.MemoryVersusDatabase && slices.ContainsFunc(a.Discrepancies, func(d Discrepancy) bool {
		return slices.Contains(c.Records, d.Record)
	})
}

// disputeItem puts an open conflict as a question, to be validated or asked.
func disputeItem(c *schema.Conflict) prompt.Item {
	d := knowledge.DisputeOf(c)
	item := prompt.Item{ID: c.ID.String(), Role: prompt.RoleConflict, Time: c.Recorded, Note: c.Strategy}
	if len(d.Sides) == 0 {
		return item // no data of ours: nothing to show
	}
	sides := make([]string, len(d.Sides))
	for i, side := range d.Sides {
		st := schema.Statement{Entity: side.Entity, Value: side.Value}
		sides[i] = st.Object() + " (" + strconv.Itoa(int(100*side.Confidence+.5)) + "%)"
		if side.Record == (schema.ID{}) {
			sides[i] = st.Object() + " (the database)"
		}
	}
	item.Entities = []string{d.Subject.Name()}
	item.Text = d.Subject.Name() + ", " + strings.ReplaceAll(d.Predicate, "_", " ") + ": " + strings.Join(sides, " or ") + "?"
	return item
}

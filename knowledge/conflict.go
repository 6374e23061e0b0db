package knowledge

import (
	"cmp"
	"encoding/json"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/schema"
)

// The types of conflict (004-13).
const (
	MemoryVersusMemory   = "memory_vs_memory"
	MemoryVersusDatabase = "memory_vs_db"
)

// Dispute is what a conflict is about: the data of a [schema.Conflict].
type Dispute struct {
	Subject   schema.EntityKey `json:"subject"`
	Predicate string           `json:"predicate"`
	Sides     []Side           `json:"sides"` // older first; of a database, last
	Reason    string           `json:"reason,omitempty"`
	Kept      []schema.ID      `json:"kept,omitempty"`    // once settled: the sides that stay
	Queried   string           `json:"queried,omitempty"` // what the database was asked
}

// Side is what one party says, as it was when the conflict was found.
type Side struct {
	Record     schema.ID        `json:"record,omitzero"` // zero: the database
	Entity     schema.EntityKey `json:"object_entity,omitempty"`
	Value      json.RawMessage  `json:"object_value,omitempty"`
	Confidence float64          `json:"confidence"` // after decay, when found
	Time       time.Time        `json:"time,omitzero"`
}

// conflictSpace is the namespace of conflict ids: the same parties make the same
// id, so that a disagreement that is found again, as by an import, is one.
var conflictSpace = uuid.MustParse("6f1d7a52-6a0e-5c1b-9d53-0c8a5c2f4e11")

// disagreement makes the conflict between statements, older first, of which by
// brought it to light. Where the newer supersedes the older it is settled at
// once.
func (p policy) disagreement(sides []*schema.Experience, by *schema.Experience, strategy Strategy, reason string, now time.Time) *schema.Conflict {
	d := Dispute{Subject: by.Statement.Subject, Predicate: by.Statement.Predicate, Reason: reason}
	c := &schema.Conflict{Agent: by.Agent, Type: MemoryVersusMemory, DetectedBy: by.ID, Strategy: string(strategy)}
	for _, e := range sides {
		c.Records = append(c.Records, e.ID)
		d.Sides = append(d.Sides, p.sideOf(e, now))
	}
	if last := sides[len(sides)-1]; strategy == Supersede {
		d.Kept = []schema.ID{last.ID}
		c.Outcome, c.ResolvedAt = OutcomeSuperseded, now
	}
	c.ID = conflictID(c.Agent, c.Records, nil)
	c.Data = d.encode()
	return c
}

func (p policy) sideOf(e *schema.Experience, now time.Time) Side {
	return Side{Record: e.ID, Entity: e.Statement.Entity, Value: e.Statement.Value, Time: e.Time, Confidence: p.effective(e, now)}
}

// conflictID is the id of a conflict between records and, for a database, what
// it holds.
func conflictID(agent string, records []schema.ID, against []byte) schema.ID {
	ids := slices.SortedFunc(slices.Values(records), func(a, b schema.ID) int { return slices.Compare(a[:], b[:]) })
	name := []byte(agent + "\x00")
	for _, id := range ids {
		name = append(name, id[:]...)
	}
	return uuid.NewSHA1(conflictSpace, append(name, against...))
}

// Redirect points a conflict at the records that stand for its sides in another
// store, in place: it is the disagreement between those then, with their id. It
// reports whether they are still as many.
func Redirect(c *schema.Conflict, same map[schema.ID]schema.ID) bool {
	stands := func(ids []schema.ID) (out []schema.ID) {
		for _, id := range ids {
			out = append(out, cmp.Or(same[id], id))
		}
		return out
	}
	sides := stands(c.Records)
	if slices.Equal(sides, c.Records) {
		return true
	}
	d := DisputeOf(c)
	var against []byte
	for i := range d.Sides {
		side := &d.Sides[i]
		if side.Record == uuid.Nil {
			against = []byte((&schema.Statement{Value: side.Value}).ObjectForm())
		}
		side.Record = cmp.Or(same[side.Record], side.Record)
	}
	d.Kept = stands(d.Kept)
	c.Records, c.DetectedBy, c.Data = sides, cmp.Or(same[c.DetectedBy], c.DetectedBy), d.encode()
	c.ID = conflictID(c.Agent, c.Records, against)
	distinct := slices.Compact(slices.SortedFunc(slices.Values(sides), schema.CompareIDs))
	return len(distinct) == len(sides)
}

// encode writes the dispute as JSON, without the values where they would not fit
// a conflict: the records hold them.
func (d Dispute) encode() json.RawMessage {
	data, err := json.Marshal(d)
	if err == nil && len(data) <= schema.MaxMetadata {
		return data
	}
	for i := range d.Sides {
		d.Sides[i].Value = nil
	}
	data, _ = json.Marshal(d) // ids, names and numbers always encode
	return data
}

// DisputeOf reads what a conflict is about; the zero dispute where its data is
// not Lukasa's own.
func DisputeOf(c *schema.Conflict) Dispute {
	var d Dispute
	if json.Unmarshal(c.Data, &d) != nil {
		return Dispute{}
	}
	return d
}

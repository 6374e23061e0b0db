package knowledge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// DatabaseFact is what the user's own database holds: one column of one row, at
// the moment it was asked.
type DatabaseFact struct {
	Subject   schema.EntityKey `json:"subject"`
	Predicate string           `json:"predicate"`
	Entity    schema.EntityKey `json:"object_entity,omitempty"` // the value, where it is an entity
	Value     json.RawMessage  `json:"object_value,omitempty"`  // else the value
	Queried   string           `json:"queried,omitempty"`       // what was asked, for the record
	// DetectedBy is the record on whose account the database was asked.
	DetectedBy schema.ID `json:"detected_by,omitzero"`
}

// ReportDatabase compares what an agent holds to be true of a subject now with
// what the database says, which has one value for it and is authoritative. Each
// live statement that says otherwise becomes a conflict, memory_vs_db, which is
// returned: the new ones and those that were found before and are still open.
// The memory is not changed: it is shown as something to validate, and whoever
// resolves the conflict decides (004-13). A fact that is not
// complete is [ErrInvalid].
func ReportDatabase(ctx context.Context, s *store.Store, agent string, f DatabaseFact) ([]schema.Conflict, error) {
	if err := f.validate(agent); err != nil {
		return nil, err
	}
	against, err := f.contradicted(ctx, s, agent)
	if err != nil || len(against) == 0 {
		return nil, err
	}
	var out []schema.Conflict
	err = s.Update(ctx, func(tx *ledger.Tx) error {
		now := time.UnixMicro(tx.Stamp()).UTC()
		for _, e := range against {
			c, err := f.report(tx, e, now)
			if err != nil {
				return err
			}
			if c != nil {
				out = append(out, *c)
			}
		}
		return nil
	})
	return out, err
}

func (f *DatabaseFact) statement() schema.Statement {
	return schema.Statement{Subject: f.Subject, Predicate: f.Predicate, Entity: f.Entity, Value: f.Value}
}

// validate holds what the database said to the rules of a statement.
func (f *DatabaseFact) validate(agent string) error {
	st := f.statement()
	e := schema.Experience{Agent: agent, Kind: schema.KindFact, Content: "database", Statement: &st}
	e.SetDefaults(time.UnixMicro(0), func() schema.ID { return schema.ID{15: 1} })
	if err := e.Validate(); err != nil {
		return fmt.Errorf("%w: database fact: %w", ErrInvalid, err)
	}
	return nil
}

// contradicted lists the live statements that say otherwise than the database.
func (f *DatabaseFact) contradicted(ctx context.Context, s *store.Store, agent string) ([]*schema.Experience, error) {
	var out []*schema.Experience
	st, now := f.statement(), s.Now()
	err := s.View(ctx, func(r *ledger.Reader) error {
		settled := settling{Reader: r, record: &schema.Experience{Agent: agent, Kind: schema.KindFact, Time: now, Statement: &st}, now: now}
		if err := settled.stand(); err != nil {
			return err
		}
		for _, subject := range settled.subjects {
			found, err := settled.comparable(ledger.Claimed(subject, f.Predicate))
			if err != nil {
				return err
			}
			out = append(out, slices.DeleteFunc(found, func(e *schema.Experience) bool {
				return slices.Contains(settled.objects, e.Statement.ObjectForm())
			})...)
		}
		slices.SortFunc(out, older)
		return nil
	})
	return out, err
}

// report writes the conflict of one statement with the database, unless it is
// known. It returns nil where that one was resolved: the user has decided.
func (f *DatabaseFact) report(tx *ledger.Tx, e *schema.Experience, now time.Time) (*schema.Conflict, error) {
	st := f.statement()
	c := &schema.Conflict{
		ID:    conflictID(e.Agent, []schema.ID{e.ID}, []byte(st.ObjectForm())),
		Agent: e.Agent, Type: MemoryVersusDatabase, Records: []schema.ID{e.ID}, DetectedBy: f.DetectedBy, Strategy: string(Validate),
	}
	known, err := ledger.Load[*schema.Conflict](&tx.Reader, c.ObjectKey())
	switch {
	case err == nil && known.ResolvedAt.IsZero():
		return known, nil
	case err == nil:
		return nil, nil
	case !errors.Is(err, ledger.ErrNotFound):
		return nil, err
	}
	c.Data = Dispute{
		Subject: f.Subject, Predicate: f.Predicate, Queried: f.Queried, Reason: "the database says otherwise",
		Sides: []Side{sideOf(e, now), {Entity: f.Entity, Value: f.Value, Confidence: 1, Time: now}},
	}.encode()
	c.SetDefaults(now, nil)
	return c, errors.Join(c.Validate(), tx.Put(c))
}

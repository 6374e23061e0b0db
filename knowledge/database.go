package knowledge

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// DatabaseFact is what the user's own database holds on what a statement says, at
// the moment it was asked. Whether the two agree is found by whoever asked it,
// who knows the row; see grounding.Compare.
type DatabaseFact struct {
	Record  schema.ID       `json:"record"` // the statement
	Agrees  bool            `json:"agrees,omitempty"`
	Value   json.RawMessage `json:"object_value,omitempty"` // what the database holds, where it does not agree
	Queried string          `json:"queried,omitempty"`      // what was asked, for the record
}

// ReportDatabase keeps what came of holding statements of an agent against the
// user's database. A live statement that the database contradicts becomes a
// conflict, memory_vs_db, with the agent's strategy (004-13): "auto" is to
// validate, for the database is authoritative, but may be behind what the user
// said. A conflict that the database no longer bears out is settled.
//
// It returns the open conflicts of these facts, in their order. The same fact
// reported again finds its conflict, open or resolved, and writes nothing, but
// that one which was only settled is open again. The statements themselves are
// never changed here. Facts about records that are
// gone, are another agent's or do not stand any more are passed over.
func ReportDatabase(ctx context.Context, s *store.Store, agent string, facts []DatabaseFact) ([]schema.Conflict, error) {
	var report databaseReport
	look := func(r *ledger.Reader) (err error) {
		report, err = newDatabaseReport(r, agent, facts, s.Now())
		return err
	}
	if err := s.View(ctx, look); err != nil || len(report.changed) == 0 {
		return report.open, err
	}
	err := s.Update(ctx, func(tx *ledger.Tx) error {
		if err := look(&tx.Reader); err != nil {
			return err
		}
		for _, c := range report.changed {
			c.SetDefaults(time.UnixMicro(tx.Stamp()).UTC(), nil)
			if err := errors.Join(c.Validate(), tx.Put(c)); err != nil {
				return err
			}
		}
		return nil
	})
	return report.open, err
}

// databaseReport is what facts of a database make of an agent's conflicts.
type databaseReport struct {
	changed []*schema.Conflict // to be written
	open    []schema.Conflict
}

func newDatabaseReport(r *ledger.Reader, agent string, facts []DatabaseFact, now time.Time) (out databaseReport, err error) {
	config, err := store.Config(r, agent)
	if err != nil {
		return out, err
	}
	for i := range facts {
		if err := out.add(r, agent, &facts[i], policy(config), now); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (d *databaseReport) add(r *ledger.Reader, agent string, f *DatabaseFact, p policy, now time.Time) error {
	e, err := r.Experience(f.Record)
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		return nil
	case err != nil:
		return err
	case e.Agent != agent || e.Statement == nil || !e.Stands():
		return nil
	}
	c := f.conflict(e, p, now)
	if err := d.settle(r, e, c, now); err != nil || c == nil {
		return err
	}
	known, err := ledger.Load[*schema.Conflict](r, c.ObjectKey())
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		d.changed, d.open = append(d.changed, c), append(d.open, *c)
	case err != nil:
		return err
	case known.ResolvedAt.IsZero():
		d.open = append(d.open, *known)
	case known.Outcome == OutcomeSettled: // they agreed for a while
		d.changed, d.open = append(d.changed, c), append(d.open, *c)
	}
	return nil
}

// settle ends the open conflicts of a statement with what the database held
// before; current, which may be nil, is the one with what it holds now.
func (d *databaseReport) settle(r *ledger.Reader, e *schema.Experience, current *schema.Conflict, now time.Time) error {
	for entry, err := range r.Scan(e.Agent, ledger.Disputing(e.ID, true), ledger.Scan{}) {
		if err != nil {
			return err
		}
		c, err := ledger.Load[*schema.Conflict](r, (&schema.Conflict{Agent: e.Agent, ID: entry.ID}).ObjectKey())
		if err != nil {
			return err
		}
		if c.Type == MemoryVersusDatabase && (current == nil || c.ID != current.ID) {
			c.Outcome, c.ResolvedAt = OutcomeSettled, now
			d.changed = append(d.changed, c)
		}
	}
	return nil
}

// conflict is the disagreement of a statement with the database; nil where there
// is none.
func (f *DatabaseFact) conflict(e *schema.Experience, p policy, now time.Time) *schema.Conflict {
	if f.Agrees {
		return nil
	}
	strategy := Strategy(p.Conflicts.Strategy)
	if strategy == auto {
		strategy = Validate
	}
	form := (&schema.Statement{Value: f.Value}).ObjectForm()
	return &schema.Conflict{
		ID:    conflictID(e.Agent, []schema.ID{e.ID}, []byte(form)),
		Agent: e.Agent, Type: MemoryVersusDatabase, Records: []schema.ID{e.ID}, DetectedBy: e.ID, Strategy: string(strategy),
		Data: Dispute{
			Subject: e.Statement.Subject, Predicate: e.Statement.Predicate, Queried: f.Queried, Reason: "the database says otherwise",
			Sides: []Side{p.sideOf(e, now), {Value: slices.Clone(f.Value), Confidence: 1, Time: now}},
		}.encode(),
	}
}

package query

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/query/prompt"
	"github.com/lukasadb/lukasa/schema"
)

// compare holds the live statements about each grounded entity against its own
// row, as far as they may be shown: a column is compared with the predicate of its name.
func (a *Answer) compare(r *ledger.Reader) error {
	shown := newRecheck(a.inPlace())
	for i := range a.Grounded {
		g := &a.Grounded[i]
		if len(g.Path) > 0 || len(g.Rows.Rows) != 1 {
			continue
		}
		for _, column := range g.Columns[:min(len(g.Columns), comparedColumns)] {
			if err := a.compareColumn(r, g, strings.ToLower(column), shown); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *Answer) compareColumn(r *ledger.Reader, g *Grounded, predicate string, shown *recheck) error {
	keys, err := knowledge.Standing(r, g.Agent, g.Entity)
	if err != nil {
		return err
	}
	n := 0
	for _, key := range keys {
		for entry, err := range r.Scan(g.Agent, ledger.Claimed(key, predicate), ledger.Scan{}) {
			if err != nil {
				return err
			}
			e, err := r.Experience(entry.ID)
			if err != nil {
				return err
			}
			if e.Statement == nil || !shown.admits(e) || !knowledge.HoldsAt(e, a.At) {
				continue
			}
			if err := a.compareStatement(r, g, e); err != nil {
				return err
			}
			if n++; n == comparedStatements {
				return nil
			}
		}
	}
	return nil
}

// compareStatement holds one statement against the row, and notes what came of
// it.
func (a *Answer) compareStatement(r *ledger.Reader, g *Grounded, e *schema.Experience) error {
	object := &schema.Entity{}
	if e.Statement.Entity != "" {
		known, err := survivor(r, g.Agent, e.Statement.Entity)
		if err != nil {
			return err
		}
		if known != nil {
			object = known
		}
	}
	verdict, value := grounding.Compare(e.Statement, *object, &g.Rows, 0)
	switch verdict {
	case grounding.Agrees:
		a.heard(g.Agent, knowledge.DatabaseFact{Record: e.ID, Agrees: true})
	case grounding.Disagrees:
		a.Discrepancies = append(a.Discrepancies, Discrepancy{
			Agent: g.Agent, Record: e.ID, Subject: g.Entity, Predicate: e.Statement.Predicate,
			Remembered: objectText(e.Statement), Database: value, Ref: g.Ref,
		})
		text, err := json.Marshal(value)
		if err != nil {
			return nil //nolint:nilerr // no JSON, such as a number without end: it is shown, not kept
		}
		a.heard(g.Agent, knowledge.DatabaseFact{Record: e.ID, Value: text, Queried: g.Query})
	}
	return nil
}

// DatabaseFacts tells what came of holding an agent's statements against the
// domain database, for [knowledge.ReportDatabase]: asking writes nothing.
func (a *Answer) DatabaseFacts(agent string) []knowledge.DatabaseFact { return a.compared[agent] }

func (a *Answer) heard(agent string, f knowledge.DatabaseFact) {
	if a.compared == nil {
		a.compared = map[string][]knowledge.DatabaseFact{}
	}
	a.compared[agent] = append(a.compared[agent], f)
}

func objectText(s *schema.Statement) string {
	if s.Entity != "" {
		return string(s.Entity)
	}
	return string(s.Value)
}

// knownEntity returns an entity of the agent, or nil if there is none.
func knownEntity(r *ledger.Reader, agent string, key schema.EntityKey) (*schema.Entity, error) {
	if key == "" {
		return nil, nil
	}
	e, err := entity(r, agent, key)
	if errors.Is(err, ErrNotFound) {
		return nil, nil
	}
	return e, err
}

// domainItems are the rows of the database as parts of a context, and what to
// validate where the memory disagrees with them.
func (a *Answer) domainItems() (items []prompt.Item) {
	for i := range a.Grounded {
		g := &a.Grounded[i]
		for row := range g.Rows.Rows {
			items = append(items, prompt.Item{
				ID: g.rowID(row), Role: prompt.RoleDomain, Text: g.rowText(row), Time: a.At, Source: "database " + g.Table,
			})
		}
	}
	for _, d := range a.Discrepancies {
		items = append(items, prompt.Item{
			ID: "db:conflict:" + d.Record.String(), Role: prompt.RoleConflict, Note: "validate", Time: a.At,
			Text: fmt.Sprintf("%s of %s: memory %s says %s, the database says %s.", d.Predicate, d.Subject, d.Record, d.Remembered, cellText(d.Database)),
		})
	}
	return items
}

// rowID names a row within an answer.
func (g *Grounded) rowID(row int) string {
	key, ok := g.Value(row, g.Key)
	if !ok {
		key = fmt.Sprint(g.Entity, row)
	}
	return fmt.Sprintf("db:%s:%s", g.Table, cellText(key))
}

// rowText writes a row, as in "invoice of Gai Media has sales_order requires
// work_order creates invoice: invoice_id = 1009; amount = 1250.5".
func (g *Grounded) rowText(row int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s: ", g.Type, g.Name)
	if len(g.Path) > 0 {
		b.Reset()
		fmt.Fprintf(&b, "%s of %s (%s): ", g.Type, g.Name, g.describe())
	}
	first := true
	for i, column := range g.Columns {
		value := g.Rows.Rows[row][i]
		if value == nil {
			continue
		}
		if !first {
			b.WriteString("; ")
		}
		first = false
		b.WriteString(column + " = " + cellText(value))
	}
	return b.String()
}

func cellText(v any) string {
	if t, ok := v.(time.Time); ok {
		return t.Format(time.RFC3339)
	}
	return fmt.Sprint(v)
}

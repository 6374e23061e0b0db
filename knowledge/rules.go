package knowledge

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// Ontology reads the rules of an agent's domain.
func Ontology(r *ledger.Reader, agent string) (*ontology.Ontology, error) {
	rules, err := rules(r, schema.KeyPrefix(agent))
	return ontology.New(rules), err
}

// SingleValued tells whether a subject of a type has at most one object of a
// predicate at a time, and whether the agent's rules say so at all (K3, 900-03);
// an empty object type stands for any. It reads only the rules of that name, so
// that a transaction may ask it for each statement.
func SingleValued(r *ledger.Reader, agent string, subject schema.EntityType, predicate string, object schema.EntityType) (single, known bool, err error) {
	of := schema.Rule{Agent: agent, From: subject, Relation: schema.RelationType(predicate)}
	if !of.Relation.Valid() {
		return false, false, nil
	}
	rules, err := rules(r, of.ObjectKey()) // the key of a rule without its last part
	if err != nil {
		return false, false, err
	}
	single, known = ontology.New(rules).SingleValued(subject, predicate, object)
	return single, known, nil
}

func rules(r *ledger.Reader, prefix string) ([]schema.Rule, error) {
	var out []schema.Rule
	for obj, err := range r.Objects(schema.TypeRule, prefix) {
		if err != nil {
			return nil, err
		}
		if rule, ok := obj.(*schema.Rule); ok {
			out = append(out, *rule)
		}
	}
	return out, nil
}

// Rulebook tends the ontologies of a store. It is safe for concurrent use.
type Rulebook struct{ store *store.Store }

// NewRulebook returns the rulebook of a store.
func NewRulebook(s *store.Store) *Rulebook { return &Rulebook{s} }

// RulesLoaded counts what became of an agent's rules.
type RulesLoaded struct {
	Added     int `json:"added"`
	Changed   int `json:"changed"`
	Removed   int `json:"removed"`
	Unchanged int `json:"unchanged"`
}

// Load makes rules an agent's, as one transaction: all of them or, with an
// error, none. A rule with the same types and relation becomes a new version,
// one that says the same is left as it is, and others stay unless replace is
// set. The rules' own agent does not count.
func (b *Rulebook) Load(ctx context.Context, agent string, rules []schema.Rule, replace bool) (RulesLoaded, error) {
	wanted := make([]*schema.Rule, len(rules))
	now := b.store.Now()
	for i := range rules {
		r := rules[i]
		r.Agent = agent
		r.SetDefaults(now, nil)
		if err := r.Validate(); err != nil {
			return RulesLoaded{}, err
		}
		wanted[i] = &r
	}
	var done RulesLoaded
	err := b.store.Update(ctx, func(tx *ledger.Tx) error {
		done = RulesLoaded{}
		for _, r := range wanted {
			if err := done.put(tx, r); err != nil {
				return err
			}
		}
		if !replace {
			return nil
		}
		return done.removeOthers(tx, agent, wanted)
	})
	if err != nil {
		return RulesLoaded{}, err
	}
	return done, nil
}

func (d *RulesLoaded) put(tx *ledger.Tx, r *schema.Rule) error {
	old, err := ledger.Load[*schema.Rule](&tx.Reader, r.ObjectKey())
	switch {
	case errors.Is(err, ledger.ErrNotFound):
		d.Added++
	case err != nil:
		return err
	case sameRule(old, r):
		d.Unchanged++
		return nil
	default:
		d.Changed++
		r.Recorded = old.Recorded
	}
	return tx.Put(r)
}

func (d *RulesLoaded) removeOthers(tx *ledger.Tx, agent string, wanted []*schema.Rule) error {
	have, err := rules(&tx.Reader, schema.KeyPrefix(agent))
	if err != nil {
		return err
	}
	stay := make(map[string]bool, len(wanted))
	for _, r := range wanted {
		stay[r.ObjectKey()] = true
	}
	for _, r := range have {
		key := r.ObjectKey()
		if stay[key] {
			continue
		}
		if err := tx.Delete(schema.TypeRule, key); err != nil {
			return err
		}
		d.Removed++
	}
	return nil
}

// sameRule reports whether two rules say the same, whenever they were written.
func sameRule(a, b *schema.Rule) bool {
	text := func(r schema.Rule) []byte {
		r.Recorded, r.Updated, r.Version = b.Recorded, b.Updated, 0
		data, err := json.Marshal(r)
		if err != nil {
			return nil
		}
		return data
	}
	one := text(*a)
	return one != nil && bytes.Equal(one, text(*b))
}

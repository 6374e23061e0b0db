package knowledge_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

func rule(from, relation, to string, c schema.Cardinality) schema.Rule {
	return schema.Rule{From: schema.EntityType(from), Relation: schema.RelationType(relation), To: schema.EntityType(to), Cardinality: c}
}

// TestRulebook loads rules, again, changed, fewer, and keeps agents apart
// (004-10, I5).
func TestRulebook(t *testing.T) {
	ctx := context.Background()
	s, err := store.Open(ctx, t.TempDir(), store.Options{})
	require.NoError(t, err)
	defer func() { require.NoError(t, s.Close()) }()
	book := knowledge.NewRulebook(s)
	load := func(agent string, replace bool, rules ...schema.Rule) knowledge.RulesLoaded {
		done, err := book.Load(ctx, agent, rules, replace)
		require.NoError(t, err)
		return done
	}
	orders := rule("customer", "has", "order", schema.OneToMany)
	manager := rule("customer", "has", "manager", schema.ManyToOne)
	day := rule("customer", "delivery_day", "value", schema.ManyToOne)
	day.Constraints = schema.Metadata{"among": []any{"Friday"}}

	require.Equal(t, knowledge.RulesLoaded{Added: 3}, load("ana", false, orders, manager, day))
	require.Equal(t, knowledge.RulesLoaded{Unchanged: 3}, load("ana", true, orders, manager, day))
	changed := orders
	changed.Cardinality = schema.ManyToMany
	require.Equal(t, knowledge.RulesLoaded{Changed: 1}, load("ana", false, changed))
	require.Equal(t, knowledge.RulesLoaded{Added: 1}, load("ana2", false, rule("customer", "delivery_day", "value", schema.ManyToMany)))

	require.NoError(t, s.View(ctx, func(r *ledger.Reader) error {
		o, err := knowledge.Ontology(r, "ana")
		require.NoError(t, err)
		require.Len(t, o.Rules(), 3)
		for _, tt := range []struct {
			agent, predicate string
			object           schema.EntityType
			single, known    bool
		}{
			{"ana", "delivery_day", "", true, true},
			{"ana2", "delivery_day", "", false, true},
			{"an", "delivery_day", "", false, false},
			{"ana", "delivery", "", false, false},
			{"ana", "has", "", false, true},
			{"ana", "has", "manager", true, true},
			{"ana", "Not A Name\x00", "", false, false},
		} {
			single, known, err := knowledge.SingleValued(r, tt.agent, "customer", tt.predicate, tt.object)
			require.NoError(t, err)
			require.Equal(t, []bool{tt.single, tt.known}, []bool{single, known}, "%+v", tt)
		}
		return nil
	}))
	require.Equal(t, knowledge.RulesLoaded{Removed: 2, Unchanged: 1}, load("ana", true, day))

	_, err = book.Load(ctx, "ana", []schema.Rule{orders, rule("Customer", "has", "order", schema.OneToMany)}, true)
	require.ErrorIs(t, err, schema.ErrInvalid)
	require.Equal(t, knowledge.RulesLoaded{Unchanged: 1}, load("ana", false, day), "nothing of a bad file is loaded")
}

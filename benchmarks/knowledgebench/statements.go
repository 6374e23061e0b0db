package knowledgebench

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// A subject has four statements under each of five predicates.
const (
	predicates   = 5
	ofEach       = 4
	aboutSubject = predicates * ofEach
)

// statements measures the list of what is said of a subject under a predicate.
func (b *bench) statements(ctx context.Context) error {
	if err := b.put(ctx, b.Known, b.statement); err != nil {
		return err
	}
	return b.ask("statements by subject and predicate", func(int) error {
		i := b.rng.IntN(b.Known)
		facts, err := knowledge.Facts(ctx, b.store, knowledge.FactQuery{Agent: agent, Subject: subjectOf(i), Predicate: predicateOf(i)})
		if err == nil && len(facts) == 0 {
			err = fmt.Errorf("nothing about %s %s", subjectOf(i), predicateOf(i))
		}
		return err
	})
}

func subjectOf(i int) schema.EntityKey {
	return schema.EntityKey(fmt.Sprint("customer:", i/aboutSubject))
}

func predicateOf(i int) string { return fmt.Sprint("prefers_", i%predicates) }

func (b *bench) statement(i int) schema.Object {
	said := &schema.Statement{
		Subject: subjectOf(i), Predicate: predicateOf(i), Value: json.RawMessage(fmt.Sprintf(`"value %d"`, i)), Reinforced: 1,
	}
	e := &schema.Experience{Agent: agent, Kind: schema.KindFact, Content: said.Sentence(), Statement: said}
	e.SetDefaults(b.store.Now(), b.store.NewID)
	return e
}

package knowledgebench

import (
	"context"
	"fmt"

	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/query"
	"github.com/lukasadb/lukasa/schema"
)

// Relations lead from each entity of the first five types to forty of the next.
const (
	types     = 6
	outOfEach = 40
)

// path measures following a path of six types from one entity after another.
func (b *bench) path(ctx context.Context) error {
	ofType := max(outOfEach, b.Relations/outOfEach/(types-1))
	relations := (types - 1) * ofType * outOfEach
	if err := b.put(ctx, types*ofType, func(i int) schema.Object {
		return &schema.Entity{Agent: agent, Key: onPath(i%types, i/types)}
	}); err != nil {
		return err
	}
	if err := b.put(ctx, relations, func(i int) schema.Object { return relation(i, ofType) }); err != nil {
		return err
	}
	b.Note("relations", float64(relations), "relations")
	way := make(ontology.Path, types-1)
	for i := range way {
		way[i].Rule = schema.Rule{From: onPath(i, 0).Type(), Relation: "has", To: onPath(i+1, 0).Type(), Cardinality: schema.ManyToMany}
	}
	reader := query.New(b.store)
	return b.ask("path of six types, 20 instances", func(i int) error {
		got, err := reader.Along(ctx, agent, onPath(0, i*31%ofType), way, 20)
		if err == nil && len(got.Instances) != 20 {
			err = fmt.Errorf("%d instances", len(got.Instances))
		}
		return err
	})
}

func onPath(level, i int) schema.EntityKey { return schema.EntityKey(fmt.Sprintf("t%d:e%d", level, i)) }

func relation(n, ofType int) schema.Object {
	level, i := n%(types-1), n/(types-1)%ofType
	to := (i*7 + n/(types-1)/ofType*13) % ofType
	return &schema.Relation{Agent: agent, From: onPath(level, i), Type: "has", To: onPath(level+1, to), Status: schema.StatusActive}
}

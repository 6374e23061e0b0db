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
	err := b.ask("path of six types, 20 instances", func(i int) error {
		got, err := reader.Along(ctx, agent, onPath(0, i*31%ofType), way, 20)
		if err == nil && len(got.Instances) != 20 {
			err = fmt.Errorf("%d instances", len(got.Instances))
		}
		return err
	})
	if err != nil {
		return err
	}
	return b.around(ctx, reader, ofType)
}

// around measures what lies around an entity, and how one is connected with one of the
// last type.
func (b *bench) around(ctx context.Context, reader *query.Reader, ofType int) error {
	err := b.ask("neighbourhood of two hops, 100 entities", func(i int) error {
		got, err := reader.Neighbourhood(ctx, agent, onPath(2, i*31%ofType), 2, 100)
		if err == nil && len(got.Entities) != 100 {
			err = fmt.Errorf("%d entities", len(got.Entities))
		}
		return err
	})
	if err != nil {
		return err
	}
	return b.ask("shortest path", func(i int) error {
		got, err := reader.Path(ctx, agent, onPath(0, i*31%ofType), onPath(types-1, i*17%ofType), 10)
		if err == nil && len(got.Relations) != types-1 {
			err = fmt.Errorf("%d relations", len(got.Relations))
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

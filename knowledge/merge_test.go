package knowledge_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

func registry(s *store.Store) *knowledge.Registry {
	return knowledge.NewRegistry(s, knowledge.NewBook(s))
}

// of gives objects to an agent.
func of[T interface {
	*schema.Entity | *schema.Alias | *schema.Relation | *schema.Experience
}](agent string, o T) schema.Object {
	switch o := any(o).(type) {
	case *schema.Entity:
		o.Agent = agent
		return o
	case *schema.Alias:
		o.Agent = agent
		return o
	case *schema.Relation:
		o.Agent = agent
		return o
	}
	e := any(o).(*schema.Experience)
	e.Agent = agent
	e.Hash = e.ContentHash()
	return e
}

// mentionOf is a record of agent a that mentions entities.
func mentionOf(n int, keys ...schema.EntityKey) *schema.Experience {
	e := &schema.Experience{
		ID: uuid.UUID{15: byte(n), 14: byte(n >> 8), 6: 0x70, 8: 0x80}, Agent: "a", Kind: schema.KindMessage,
		Content: fmt.Sprintf("message %d", n), Session: "s", Time: time.Unix(int64(n)*60, 0).UTC(),
	}
	for _, k := range keys {
		e.Mentions = append(e.Mentions, schema.Mention{Entity: k, Text: k.Name()})
	}
	e.SetDefaults(time.Unix(1e6, 0), nil)
	return e
}

func relationOf(from, to schema.EntityKey, statement schema.ID) *schema.Relation {
	r := &schema.Relation{Agent: "a", From: from, Type: "knows", To: to, Statement: statement}
	r.SetDefaults(time.Unix(1e6, 0), nil)
	return r
}

// dump is all current objects of an agent of the types, by type and key, without
// the versions of entities.
func dump(t require.TestingT, s *store.Store, agent string, types ...schema.ObjectType) map[string]string {
	out := map[string]string{}
	require.NoError(t, s.View(ctx, func(r *ledger.Reader) error {
		for _, typ := range types {
			for obj, err := range r.Objects(typ, "") {
				if err != nil {
					return err
				}
				if obj.ObjectAgent() != agent {
					continue
				}
				if e, ok := obj.(*schema.Entity); ok {
					e.Version, e.Updated = 0, time.Time{}
				}
				text, err := json.Marshal(obj)
				if err != nil {
					return err
				}
				out[string(typ)+" "+obj.ObjectKey()] = string(text)
			}
		}
		return nil
	}))
	return out
}

// edges is every edge between an agent's records and entities, and between its
// entities, in the graph.
func edges(t require.TestingT, s *store.Store, agent string) []string {
	g, err := s.Graph(ctx)
	require.NoError(t, err)
	var out []string
	for _, q := range []string{
		"MATCH (e:Experience)-[m:MENTIONED]->(n:Entity) WHERE n.agent_id = $a RETURN e.id, n.id, m.count, m.role",
		"MATCH (n:Entity)-[m:RELATION]->(k:Entity) WHERE n.agent_id = $a RETURN n.id, k.id, m.predicate, m.statement",
	} {
		answer, err := g.Query(ctx, q, map[string]any{"a": agent}, graph.QueryOptions{})
		require.NoError(t, err)
		for row, err := range answer.Rows {
			require.NoError(t, err)
			out = append(out, fmt.Sprint(row))
		}
	}
	slices.Sort(out)
	return out
}

func healthy(t require.TestingT, s *store.Store) {
	report, err := s.Check(ctx)
	require.NoError(t, err)
	require.Empty(t, report.Problems)
}

var everything = []schema.ObjectType{schema.TypeExperience, schema.TypeEntity, schema.TypeAlias, schema.TypeRelation}

// TestUnmergeRestoresExactly merges and unmerges at random, against a model of
// which entity points where. Records, aliases and relations never change; when
// all is taken back, entities and edges of the graph are as they were (900-02,
// K2).
func TestUnmergeRestoresExactly(t *testing.T) {
	keys := []schema.EntityKey{"person:ann", "person:bea", "person:cay", "person:dot", "person:eve", "person:flo"}
	s := newStore(t)
	g := registry(s)
	rounds, written := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		rounds++
		agent := fmt.Sprintf("a%d", rounds) // each round its own
		for i, k := range keys {
			put(rt, s, of(agent, entity(k, k.Name())), of(agent, alias(fmt.Sprintf("nick %d", i), "", k)))
		}
		for range rapid.IntRange(1, 8).Draw(rt, "records") {
			a, b := rapid.SampledFrom(keys).Draw(rt, "a"), rapid.SampledFrom(keys).Draw(rt, "b")
			written++
			e := mentionOf(written, a, b)
			put(rt, s, of(agent, e))
			if a != b {
				put(rt, s, of(agent, relationOf(a, b, e.ID)))
			}
		}
		before, drawn := dump(rt, s, agent, everything...), edges(rt, s, agent)
		untouched := dump(rt, s, agent, schema.TypeExperience, schema.TypeAlias, schema.TypeRelation)
		into := map[schema.EntityKey]schema.EntityKey{}
		var live []schema.Merge
		for range rapid.IntRange(1, 8).Draw(rt, "steps") {
			if len(live) > 0 && rapid.IntRange(0, 2).Draw(rt, "undo") == 0 {
				at := rapid.IntRange(0, len(live)-1).Draw(rt, "which")
				_, err := g.Unmerge(ctx, agent, live[at].ID)
				require.NoError(rt, err)
				delete(into, live[at].From)
				live = slices.Delete(live, at, at+1)
			} else {
				live = mergeTwo(rt, g, agent, keys, into, live)
			}
			require.Equal(rt, untouched, dump(rt, s, agent, schema.TypeExperience, schema.TypeAlias, schema.TypeRelation))
			agree(rt, s, agent, keys, into)
		}
		if rounds%20 == 1 {
			healthy(rt, s)
		}
		for _, m := range live {
			_, err := g.UnmergeEntity(ctx, agent, m.From)
			require.NoError(rt, err)
		}
		require.Equal(rt, before, dump(rt, s, agent, everything...))
		require.Equal(rt, drawn, edges(rt, s, agent))
	})
	healthy(t, s)
}

// mergeTwo merges two entities, or finds that they are one.
func mergeTwo(
	t *rapid.T, g *knowledge.Registry, agent string, keys []schema.EntityKey, into map[schema.EntityKey]schema.EntityKey, live []schema.Merge,
) []schema.Merge {
	from, to := rapid.SampledFrom(keys).Draw(t, "from"), rapid.SampledFrom(keys).Draw(t, "to")
	m, err := g.Merge(ctx, agent, knowledge.Merging{From: from, Into: to, Reason: "test"})
	if top(into, from) == top(into, to) {
		require.ErrorIs(t, err, knowledge.ErrMerge)
		return live
	}
	require.NoError(t, err)
	require.Equal(t, top(into, from), m.From)
	require.Equal(t, top(into, to), m.Into)
	into[m.From] = m.Into
	return append(live, m)
}

func top(into map[schema.EntityKey]schema.EntityKey, key schema.EntityKey) schema.EntityKey {
	for into[key] != "" {
		key = into[key]
	}
	return key
}

// agree holds groups to the model.
func agree(t require.TestingT, s *store.Store, agent string, keys []schema.EntityKey, into map[schema.EntityKey]schema.EntityKey) {
	require.NoError(t, s.View(ctx, func(r *ledger.Reader) error {
		for _, k := range keys {
			var want []schema.EntityKey
			for _, other := range keys {
				if top(into, other) == top(into, k) {
					want = append(want, other)
				}
			}
			group, err := knowledge.Standing(r, agent, k)
			require.NoError(t, err)
			require.Equal(t, top(into, k), group[0])
			slices.Sort(group)
			require.Equal(t, want, group)
		}
		return nil
	}))
}

// Who stands for an entity is the same in memory and in the ledger, however many
// merges lead there.
func TestMergesFollowOneAnother(t *testing.T) {
	const merges = 100
	s := newStore(t)
	g, book := registry(s), knowledge.NewBook(s)
	key := func(i int) schema.EntityKey { return schema.EntityKey(fmt.Sprintf("thing:e%d", i)) }
	for i := range merges + 1 {
		put(t, s, &schema.Entity{Agent: "a", Key: key(i), Name: string(key(i))})
	}
	for i := range merges {
		_, err := g.Merge(ctx, "a", knowledge.Merging{From: key(i), Into: key(i + 1), Force: true})
		require.NoError(t, err)
	}
	names, err := book.For(ctx, "a")
	require.NoError(t, err)
	require.Equal(t, key(merges), names.Survivor(key(0)))
	require.NoError(t, s.View(ctx, func(r *ledger.Reader) error {
		top, err := r.Survivor("a", key(0))
		require.Equal(t, names.Survivor(key(0)), top)
		return err
	}))
}

// TestMergeGuards: what a guard keeps apart is not merged unless the caller
// insists, and nothing is written when it is refused (900-02).
func TestMergeGuards(t *testing.T) {
	s := newStore(t)
	g := registry(s)
	put(t, s, entity("order:a", "SR-052"), entity("order:b", "SR-053"), entity("order:c", "SR 52"), entity("planet:m", "Mercury"),
		entity("project:m", "Mercury"), entity("customer:6f1c8d1e-0000-4000-8000-000000000001", "6f1c8d1e-0000-4000-8000-000000000001"),
		entity("customer:gai", "Gai Media"), entity("customer:gmbh", "Gai GmbH"), entity("customer:ltd", "Gai Ltd"))
	tests := []struct {
		from, into schema.EntityKey
		reason     string
	}{
		{"order:a", "order:b", "digits differ"},
		{"planet:m", "project:m", "types differ"},
		{"customer:gmbh", "customer:ltd", "company forms differ"},
		{"order:a", "order:a", "they are one already"},
	}
	for _, tt := range tests {
		_, err := g.Merge(ctx, "a", knowledge.Merging{From: tt.from, Into: tt.into})
		var why *knowledge.MergeError
		require.ErrorAs(t, err, &why)
		require.ErrorIs(t, err, knowledge.ErrMerge)
		require.Equal(t, tt.reason, why.Reason)
		require.ErrorContains(t, err, tt.reason)
	}
	log, err := g.Merges(ctx, "a")
	require.NoError(t, err)
	require.Empty(t, log)
	for _, m := range []knowledge.Merging{
		{From: "order:a", Into: "order:c"},
		{From: "order:a", Into: "order:b", Force: true},
		{From: "customer:6f1c8d1e-0000-4000-8000-000000000001", Into: "customer:gai"},
	} {
		_, err := g.Merge(ctx, "a", m)
		require.NoError(t, err)
	}
	_, err = g.Merge(ctx, "a", knowledge.Merging{From: "order:x", Into: "order:b"})
	require.ErrorIs(t, err, knowledge.ErrNotFound)
	_, err = g.Merge(ctx, "b", knowledge.Merging{From: "order:a", Into: "order:b"})
	require.ErrorIs(t, err, knowledge.ErrNotFound, "another agent's entities are not there (I5)")
	_, err = g.Merge(ctx, "a", knowledge.Merging{From: "customer:gai", Into: "customer:gmbh", Reason: "bad \x00"})
	require.ErrorIs(t, err, schema.ErrInvalid)
	_, err = g.UnmergeEntity(ctx, "a", "customer:gai")
	require.ErrorIs(t, err, knowledge.ErrNotFound)
	_, err = g.Unmerge(ctx, "a", uuid.New())
	require.ErrorIs(t, err, knowledge.ErrNotFound)
}

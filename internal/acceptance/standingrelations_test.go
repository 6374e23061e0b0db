package acceptance

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// What lies around an entity, and how two are connected, is told by what holds now: not by
// relations that were superseded, have ended, have not begun, or of which a record tells
// that has expired. A longer way that stands is taken in place of a shorter one that does not.
func TestGraphQuestionsShowWhatHolds(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	now := clock.now()
	past, future := now.Add(-time.Hour), now.Add(time.Hour)
	relate := func(from, to lukasa.EntityKey, change func(*lukasa.Relation)) {
		rel := lukasa.Relation{From: from, Type: "knows", To: to}
		if change != nil {
			change(&rel)
		}
		for _, key := range []lukasa.EntityKey{from, to} {
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
		}
		require.NoError(t, m.PutRelation(ctx, rel))
	}
	relate("person:ana", "person:bo", nil)
	relate("person:bo", "person:cy", func(r *lukasa.Relation) { r.ValidFrom, r.ValidTo = past, future })
	relate("person:ana", "person:cy", func(r *lukasa.Relation) { r.Status = schema.StatusSuperseded })
	relate("person:ana", "person:did", func(r *lukasa.Relation) { r.ValidTo = past })
	relate("person:ana", "person:will", func(r *lukasa.Relation) { r.ValidFrom = future })
	lapsed := lived("Ana met Eve once.")
	lapsed.Time, lapsed.ExpiresAt = past, now.Add(-time.Minute)
	lapsed.Relations = []lukasa.Link{{From: "person:ana", Type: "knows", To: "person:eve"}}
	retain(t, m, lapsed)

	for hops, want := range map[int][]lukasa.Reached{
		1: {{Entity: "person:bo", Hops: 1}},
		2: {{Entity: "person:bo", Hops: 1}, {Entity: "person:cy", Hops: 2}},
	} {
		found, err := m.Neighbourhood(ctx, "person:ana", hops, 10)
		require.NoError(t, err)
		require.Equal(t, want, found.Entities, hops)
		require.Len(t, found.Relations, hops)
	}
	way, err := m.Path(ctx, "person:cy", "person:ana", 5)
	require.NoError(t, err)
	require.Equal(t, []lukasa.EntityKey{"person:cy", "person:bo", "person:ana"}, way.Entities)
	for _, gone := range []lukasa.EntityKey{"person:did", "person:will", "person:eve"} {
		way, err := m.Path(ctx, "person:ana", gone, 5)
		require.NoError(t, err)
		require.Empty(t, way.Entities, gone)
	}
}

// An employer that another took the place of is not around any more, and is told by whom
// asks for what was.
func TestSupersededStatementLeavesTheNeighbourhood(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: "person", Relation: schema.RelationWorksFor, To: "org", Cardinality: schema.ManyToOne}))
	for i, org := range []lukasa.EntityKey{"org:acme", "org:gai"} {
		e := lukasa.Experience{Kind: lukasa.KindFact, Content: fmt.Sprintf("Ana works for %s", org), Time: clock.now().Add(time.Duration(i-2) * time.Hour)}
		e.Statement = &lukasa.Statement{Subject: "person:ana", Predicate: "works_for", Entity: org}
		retain(t, m, e)
	}
	around, err := m.Neighbourhood(ctx, "person:ana", 1, 10)
	require.NoError(t, err)
	require.Equal(t, []lukasa.Reached{{Entity: "org:gai", Hops: 1}}, around.Entities)
	was, err := m.Facts(ctx, lukasa.FactQuery{Subject: "person:ana", All: true})
	require.NoError(t, err)
	require.Len(t, was, 2)
}

// Among entities that are related at random, in every state and some of them merged, the
// answers are those of their Cypher.
func TestGraphQuestionsAgreeWithTheirCypher(t *testing.T) {
	ctx := context.Background()
	reached := 0
	for seed := range 4 {
		m, clock := openTest(t)
		keys := relatedAtRandom(t, m, clock.now(), seed)
		for _, key := range keys {
			sameAsCypher(t, m, neighbourhood(key, 1+seed, 0), neighbourhood(key, 3, 2))
		}
		for _, key := range slices.Delete(slices.Clone(keys), 3, 4) { // a row names the one that stands for the merged one
			sameAsCypher(t, m, pathBetween(key, keys[0]), pathBetween(keys[1], key))
		}
		around, err := m.Neighbourhood(ctx, keys[0], 10, 0)
		require.NoError(t, err)
		reached += len(around.Entities)
	}
	require.NotZero(t, reached)
}

func sameAsCypher(t *testing.T, m *lukasa.Memory, cases ...traversal) {
	t.Helper()
	for _, c := range cases {
		want, statement, err := c.ask(context.Background(), m)
		require.NoError(t, err, c.asked)
		got := ran(t, m, statement, c.row)
		if c.of != nil {
			got = c.of(got)
		}
		require.Equal(t, want, got, "%s %s\n%s", c.method, c.asked, statement)
	}
}

// relatedAtRandom writes entities, relations between them in every state, and a merge.
func relatedAtRandom(t *testing.T, m *lukasa.Memory, now time.Time, seed int) (keys []lukasa.EntityKey) {
	ctx := context.Background()
	for _, name := range []string{"a", "b", "b x", "c", "d", "e", "f", "g"} {
		keys = append(keys, lukasa.EntityKey("place:"+name))
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: keys[len(keys)-1]}))
	}
	key := rapid.SampledFrom(keys)
	status := rapid.SampledFrom([]schema.Status{schema.StatusActive, schema.StatusActive, schema.StatusAging, schema.StatusSuperseded, schema.StatusArchived})
	when := rapid.SampledFrom([]time.Time{{}, {}, {}, now.Add(-time.Hour), now, now.Add(time.Hour)})
	rel := rapid.Custom(func(t *rapid.T) lukasa.Relation {
		kind := rapid.SampledFrom([]schema.RelationType{"near", "near2", "above"}).Draw(t, "type")
		ends := rapid.SliceOfNDistinct(key, 2, 2, rapid.ID[lukasa.EntityKey]).Draw(t, "ends")
		return lukasa.Relation{From: ends[0], Type: kind, To: ends[1], Status: status.Draw(t, "status"), ValidTo: when.Draw(t, "until")}
	})
	for i := range 14 {
		require.NoError(t, m.PutRelation(ctx, rel.Example(seed*100+i)))
	}
	_, err := m.MergeEntities(ctx, lukasa.Merging{From: keys[3], Into: keys[2], Force: true})
	require.NoError(t, err)
	return keys
}

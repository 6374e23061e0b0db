package lukasa

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

// TestMergedEntitiesAreReadAsOne: pages, mentions, filters, listings and recall
// show two merged entities as one, and as two again when that is taken back,
// without a record being touched (900-02).
func TestMergedEntitiesAreReadAsOne(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	about := func(text string, key EntityKey) ID {
		e := lived(text)
		e.Mentions = []Mention{{Entity: key}}
		return retain(t, m, e)
	}
	first, second := about("the invoice was late", "customer:gai"), about("a call on Friday", "customer:gai-media")
	other := about("nothing to do with it", "customer:hoasen")
	require.NoError(t, m.PutEntity(ctx, Entity{Key: "customer:gai", Name: "Gai"}))
	require.NoError(t, m.PutEntity(ctx, Entity{Key: "customer:gai-media", Name: "Gai Media"}))
	_, err := m.AddAlias(ctx, Alias{Text: "the people from Gai", Entity: "customer:gai"})
	require.NoError(t, err)
	before, err := m.Get(ctx, first)
	require.NoError(t, err)

	merge, err := m.MergeEntities(ctx, Merging{From: "customer:gai", Into: "customer:gai-media", Reason: "the same firm"})
	require.NoError(t, err)
	for _, key := range []EntityKey{"customer:gai", "customer:gai-media"} {
		require.ElementsMatch(t, []ID{first, second}, mentioned(t, m, key), key)
		page, err := m.Find(ctx, Filter{Entity: key})
		require.NoError(t, err)
		require.Len(t, page.Items, 2)
		answer, err := m.Recall(ctx, Query{Text: "what happened", Entities: []EntityKey{key}, Floor: new(float64)})
		require.NoError(t, err)
		require.Len(t, answer.Hits, 2)
		for _, h := range answer.Hits {
			require.NotEqual(t, other, h.Record.ID)
		}
		known, err := m.EntityPage(ctx, string(key))
		require.NoError(t, err)
		require.Equal(t, EntityKey("customer:gai-media"), known.Entity.Key)
		require.Equal(t, []EntityKey{"customer:gai"}, known.Merged)
		require.Equal(t, []string{"Gai", "the people from Gai"}, known.Aliases)
		require.Len(t, known.Events, 2)
	}
	listed, err := m.Entities(ctx, "gai", 10)
	require.NoError(t, err)
	require.Len(t, listed, 1)
	listed, err = m.Entities(ctx, "the PEOPLE", 10) // which only an alias has
	require.NoError(t, err)
	require.Len(t, listed, 1)
	require.Equal(t, EntityKey("customer:gai-media"), listed[0].Key)
	got, err := m.ResolveEntity(ctx, EntityQuestion{Text: "the people from Gai"})
	require.NoError(t, err)
	require.Equal(t, EntityKey("customer:gai-media"), got.Entity)
	after, err := m.Get(ctx, first)
	require.NoError(t, err)
	before.Usage, after.Usage = schema.Usage{}, schema.Usage{}
	require.Equal(t, before, after)
	checked(t, m)

	log, err := m.MergeLog(ctx)
	require.NoError(t, err)
	require.Equal(t, []Merge{merge}, log)
	_, err = m.UnmergeEntities(ctx, merge.ID)
	require.NoError(t, err)
	require.Equal(t, []ID{first}, mentioned(t, m, "customer:gai"))
	require.Equal(t, []ID{second}, mentioned(t, m, "customer:gai-media"))
	listed, err = m.Entities(ctx, "gai", 10)
	require.NoError(t, err)
	require.Len(t, listed, 2)
	checked(t, m)
}

// mentioned returns the records that mention an entity, of which the graph tells the
// same.
func mentioned(t *testing.T, m *Memory, key EntityKey) (ids []ID) {
	found, err := m.Mentioning(context.Background(), key, 10)
	require.NoError(t, err)
	rows, err := m.Cypher(context.Background(), found.Cypher, nil, CypherOptions{})
	require.NoError(t, err)
	defer rows.Close()
	var inGraph []string
	for row, err := range rows.Rows {
		require.NoError(t, err)
		inGraph = append(inGraph, fmt.Sprint(row[0]))
	}
	var want []string
	for _, e := range found.Records {
		ids, want = append(ids, e.ID), append(want, e.ID.String())
	}
	require.Equal(t, want, slices.Compact(inGraph))
	return ids
}

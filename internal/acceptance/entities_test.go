package acceptance

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/schema"
)

// TestMergedEntitiesAreReadAsOne: pages, mentions, filters, listings and recall
// show two merged entities as one, and as two again when that is taken back,
// without a record being touched (900-02).
func TestMergedEntitiesAreReadAsOne(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	about := func(text string, key lukasa.EntityKey) lukasa.ID {
		e := lived(text)
		e.Mentions = []lukasa.Mention{{Entity: key}}
		return retain(t, m, e)
	}
	first, second := about("the invoice was late", "customer:gai"), about("a call on Friday", "customer:gai-media")
	other := about("nothing to do with it", "customer:hoasen")
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "customer:gai", Name: "Gai"}))
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "customer:gai-media", Name: "Gai Media"}))
	_, err := m.AddAlias(ctx, lukasa.Alias{Text: "the people from Gai", Entity: "customer:gai"})
	require.NoError(t, err)
	before, err := m.Get(ctx, first)
	require.NoError(t, err)

	merge, err := m.MergeEntities(ctx, lukasa.Merging{From: "customer:gai", Into: "customer:gai-media", Reason: "the same firm"})
	require.NoError(t, err)
	for _, key := range []lukasa.EntityKey{"customer:gai", "customer:gai-media"} {
		require.ElementsMatch(t, []lukasa.ID{first, second}, mentioned(t, m, key), key)
		page, err := m.Find(ctx, lukasa.Filter{Entity: key})
		require.NoError(t, err)
		require.Len(t, page.Items, 2)
		answer, err := m.Recall(ctx, lukasa.Query{Text: "what happened", Entities: []lukasa.EntityKey{key}, Floor: new(float64)})
		require.NoError(t, err)
		require.Len(t, answer.Hits, 2)
		for _, h := range answer.Hits {
			require.NotEqual(t, other, h.Record.ID)
		}
		known, err := m.EntityPage(ctx, string(key))
		require.NoError(t, err)
		require.Equal(t, lukasa.EntityKey("customer:gai-media"), known.Entity.Key)
		require.Equal(t, []lukasa.EntityKey{"customer:gai"}, known.Merged)
		require.Equal(t, []string{"Gai", "the people from Gai"}, known.Aliases)
		require.Len(t, known.Events, 2)
	}
	listed, err := m.Entities(ctx, "gai", 10)
	require.NoError(t, err)
	require.Len(t, listed, 1)
	listed, err = m.Entities(ctx, "the PEOPLE", 10) // which only an alias has
	require.NoError(t, err)
	require.Len(t, listed, 1)
	require.Equal(t, lukasa.EntityKey("customer:gai-media"), listed[0].Key)
	got, err := m.ResolveEntity(ctx, lukasa.EntityQuestion{Text: "the people from Gai"})
	require.NoError(t, err)
	require.Equal(t, lukasa.EntityKey("customer:gai-media"), got.Entity)
	after, err := m.Get(ctx, first)
	require.NoError(t, err)
	before.Usage, after.Usage = schema.Usage{}, schema.Usage{}
	require.Equal(t, before, after)
	checked(t, m)

	log, err := m.MergeLog(ctx)
	require.NoError(t, err)
	require.Equal(t, []lukasa.Merge{merge}, log)
	_, err = m.UnmergeEntities(ctx, merge.ID)
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{first}, mentioned(t, m, "customer:gai"))
	require.Equal(t, []lukasa.ID{second}, mentioned(t, m, "customer:gai-media"))
	listed, err = m.Entities(ctx, "gai", 10)
	require.NoError(t, err)
	require.Len(t, listed, 2)
	checked(t, m)
}

// threeInOne makes three entities one behind another, the last of which stands for all,
// and returns a record that mentions the first.
func threeInOne(t *testing.T, m *lukasa.Memory) lukasa.ID {
	ctx := context.Background()
	for _, key := range []lukasa.EntityKey{"thing:a", "thing:b", "thing:c"} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
	}
	require.NoError(t, m.PutRelation(ctx, lukasa.Relation{From: "thing:a", Type: "near", To: "thing:x"}))
	e := lived("seen by day")
	e.Mentions = []lukasa.Mention{{Entity: "thing:a"}}
	id := retain(t, m, e)
	for _, q := range []lukasa.Merging{{From: "thing:a", Into: "thing:b"}, {From: "thing:b", Into: "thing:c"}} {
		q.Force = true
		_, err := m.MergeEntities(ctx, q)
		require.NoError(t, err)
		checked(t, m)
	}
	return id
}

// TestFactsKnownBeforeAndBetweenMerges: a question about what was known takes the entities for
// one that were one then.
func TestFactsKnownBeforeAndBetweenMerges(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	for _, of := range []string{"ana", "anna", "annie"} {
		clock.advance(time.Minute)
		_, err := m.State(ctx, lukasa.Experience{Statement: &lukasa.Statement{
			Subject: lukasa.EntityKey("person:" + of), Predicate: "owns", Value: json.RawMessage(`"` + of + `'s"`),
		}})
		require.NoError(t, err)
	}
	apart := clock.now()
	var merges []lukasa.Merge
	for _, from := range []lukasa.EntityKey{"person:annie", "person:anna"} {
		clock.advance(time.Minute)
		into := map[lukasa.EntityKey]lukasa.EntityKey{"person:annie": "person:anna", "person:anna": "person:ana"}[from]
		merge, err := m.MergeEntities(ctx, lukasa.Merging{From: from, Into: into})
		require.NoError(t, err)
		merges = append(merges, merge)
	}
	one := clock.now()
	clock.advance(time.Minute)
	_, err := m.UnmergeEntities(ctx, merges[1].ID)
	require.NoError(t, err)
	clock.advance(time.Minute)
	for _, c := range []struct {
		name    string
		subject lukasa.EntityKey
		at      time.Time
		facts   int
	}{
		{"before", "person:ana", apart, 1},
		{"before", "person:anna", apart, 1},
		{"before", "person:annie", apart, 1},
		{"merged", "person:ana", one, 3},
		{"merged", "person:anna", one, 3},
		{"merged", "person:annie", one, 3},
		{"parted", "person:ana", clock.now(), 1},
		{"parted", "person:anna", clock.now(), 2},
		{"parted", "person:annie", clock.now(), 2},
		{"now", "person:ana", time.Time{}, 1},
		{"now", "person:anna", time.Time{}, 2},
		{"now", "person:annie", time.Time{}, 2},
	} {
		facts, err := m.Facts(ctx, lukasa.FactQuery{Subject: c.subject, KnownAt: c.at})
		require.NoError(t, err)
		require.Len(t, facts, c.facts, "%s: %s", c.name, c.subject)
	}
}

// TestPuttingAnEntityKeepsItsMerge: a new version of an entity is still what it was
// merged into, which only a merge may change, as that can be taken back (900-02).
func TestPuttingAnEntityKeepsItsMerge(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	id := threeInOne(t, m)
	for _, e := range []lukasa.Entity{{Key: "thing:b", Name: "B, renamed"}, {Key: "thing:a", MergedInto: "thing:b"}} {
		require.NoError(t, m.PutEntity(ctx, e))
		checked(t, m)
	}
	require.Equal(t, []lukasa.ID{id}, mentioned(t, m, "thing:c"))

	for _, e := range []lukasa.Entity{
		{Key: "thing:a", MergedInto: "thing:c"}, {Key: "thing:c", MergedInto: "thing:a"},
	} {
		err := m.PutEntity(ctx, e)
		var invalid *lukasa.InvalidError
		require.ErrorAs(t, err, &invalid)
		require.Equal(t, "merged_into", invalid.Fields[0].Field)
	}
	_, err := m.UnmergeEntity(ctx, "thing:b")
	require.NoError(t, err)
	require.Empty(t, mentioned(t, m, "thing:c"))
	require.Equal(t, []lukasa.ID{id}, mentioned(t, m, "thing:b"))
	checked(t, m)
}

// TestAnEntityBringsWhatItWasMergedInto: as in an import, an entity may come before the
// one that stands for it, and none may close a circle (900-02).
func TestAnEntityBringsWhatItWasMergedInto(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "thing:a", MergedInto: "thing:b"}))
	err := m.PutEntity(ctx, lukasa.Entity{Key: "thing:b", MergedInto: "thing:a"})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: "thing:b"}))
	got, err := m.Entity(ctx, "thing:a")
	require.NoError(t, err)
	require.Equal(t, lukasa.EntityKey("thing:b"), got.MergedInto)
	checked(t, m)
}

// TestForgettingAnEntityForgetsWhatWasMergedIntoIt: nothing is left of those that an
// entity stood for, neither records nor merges; what it was merged into stays (002-06, 900-02).
func TestForgettingAnEntityForgetsWhatWasMergedIntoIt(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	first := threeInOne(t, m)
	e := lived("seen by night")
	e.Mentions = []lukasa.Mention{{Entity: "thing:c"}}
	second := retain(t, m, e)
	done, err := m.Forget(ctx, lukasa.Forget{Entity: "thing:b"})
	require.NoError(t, err)
	require.Equal(t, []lukasa.ID{first}, done.Records)
	require.Equal(t, 1, done.Relations)
	require.Equal(t, 4, done.Objects, "two entities and two merges")
	require.Equal(t, []lukasa.ID{second}, mentioned(t, m, "thing:c"))
	log, err := m.MergeLog(ctx)
	require.NoError(t, err)
	require.Empty(t, log)
	for _, key := range []lukasa.EntityKey{"thing:a", "thing:b"} {
		_, err := m.Forget(ctx, lukasa.Forget{Entity: key})
		require.ErrorIs(t, err, lukasa.ErrNotFound)
	}
	checked(t, m)
}

// TestRelationsComeBeforeTheirEntities: a relation is in the graph as soon as both its
// ends are, in whatever order they come (000-03).
func TestRelationsComeBeforeTheirEntities(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	for _, step := range []func() error{
		func() error { return m.PutRelation(ctx, lukasa.Relation{From: "thing:a", Type: "near", To: "thing:b"}) },
		func() error { return m.PutEntity(ctx, lukasa.Entity{Key: "thing:b"}) },
		func() error { return m.PutEntity(ctx, lukasa.Entity{Key: "thing:a"}) },
	} {
		require.NoError(t, step())
		checked(t, m)
	}
	_, err := m.Forget(ctx, lukasa.Forget{Entity: "thing:b"})
	require.NoError(t, err)
	checked(t, m)
}

// mentioned returns the records that mention an entity, of which the graph tells the
// same.
func mentioned(t *testing.T, m *lukasa.Memory, key lukasa.EntityKey) (ids []lukasa.ID) {
	found, err := m.Mentioning(context.Background(), key, 10)
	require.NoError(t, err)
	rows, err := m.Cypher(context.Background(), found.Cypher, nil, lukasa.CypherOptions{})
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

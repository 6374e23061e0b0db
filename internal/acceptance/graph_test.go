package acceptance

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa"
)

// A graph that is loaded anew tells what one tells that followed each change:
// its edges and their properties, where records came late, with ids in no order,
// and entities have aliases and were merged (I3).
func TestGraphLoadedAnewTellsTheSame(t *testing.T) {
	ctx := context.Background()
	rng := rand.New(rand.NewPCG(1, 1))
	ids := countedIDs()
	scattered := func() lukasa.ID { // ids of later records do not sort later
		id := ids()
		id[0] = byte(rng.IntN(256))
		return id
	}
	m, clock := openTest(t, lukasa.WithIDs(scattered))
	for i := range 60 {
		_, err := m.Retain(ctx, lukasa.Experience{
			Agent: []string{"ana", "bo"}[i%2], Session: []string{"", "s1", "s2"}[i%3], Time: clock.now().Add(time.Duration(rng.IntN(1000)) * time.Second),
			Context: fmt.Sprintf("batch %d of tea", i%4), Action: fmt.Sprintf("step %d by Dr. Ho", i), Outcome: "done",
			Mentions: []lukasa.Mention{{Entity: lukasa.EntityKey(fmt.Sprintf("tea:%d", i%5))}},
		})
		require.NoError(t, err)
		if i%20 == 0 {
			_, err = m.Cypher(ctx, "RETURN 1", nil, lukasa.CypherOptions{}) // the graph follows up to here
			require.NoError(t, err)
		}
	}
	ana, err := m.As("ana")
	require.NoError(t, err)
	_, err = ana.AddAlias(ctx, lukasa.Alias{Agent: "ana", Text: "oolong", Entity: "tea:1"})
	require.NoError(t, err)
	_, err = ana.MergeEntities(ctx, lukasa.Merging{From: "tea:2", Into: "tea:1", Force: true})
	require.NoError(t, err)
	before := graphTold(t, m)
	require.NoError(t, m.Rebuild(ctx, "graph"))
	require.Equal(t, before, graphTold(t, m))
	checked(t, m)
}

// graphTold is what the graph says of all nodes' ends and edges' properties.
func graphTold(t *testing.T, m *lukasa.Memory) [][]lukasa.Row {
	var out [][]lukasa.Row
	for _, text := range []string{
		"MATCH (a:Experience)-[f:FOLLOWED_BY]->(b:Experience) RETURN a.id, b.id, f.time_delta, f.same_context ORDER BY a.id, b.id",
		"MATCH (a:Experience)-[f:MENTIONED]->(b:Entity) RETURN a.id, b.agent_id, b.name, f.count, f.role, f.confidence ORDER BY a.id, b.agent_id, b.name",
		"MATCH (a:Agent)-[f:RECORDED]->(b:Experience) RETURN a.agent_id, b.id, b.context, b.session, f.ts ORDER BY b.id",
		"MATCH (a:Entity) RETURN a.agent_id, a.name, a.aliases, a.status, a.merged_into ORDER BY a.agent_id, a.name",
		"MATCH (a:Experience)-[f:SIMILAR_TO]->(b:Experience) RETURN a.id, b.id, f.similarity_score ORDER BY a.id, b.id",
	} {
		rows, err := m.Cypher(context.Background(), text, nil, lukasa.CypherOptions{})
		require.NoError(t, err, text)
		var all []lukasa.Row
		for row, err := range rows.Rows {
			require.NoError(t, err)
			all = append(all, row)
		}
		rows.Close()
		require.NotEmpty(t, all, text)
		out = append(out, all)
	}
	return out
}

// TestAgentsAreTold: the store and the graph tell of each agent when it was first and
// last active and how many records it has, also once one has come late and one was
// forgotten (002-02).
func TestAgentsAreTold(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t, lukasa.WithAgent("ana"))
	at := func(hours int) time.Time { return clock.now().Add(time.Duration(hours) * time.Hour) }
	keep := func(agent string, hours int) lukasa.ID {
		done, err := m.Retain(ctx, lukasa.Experience{Agent: agent, Time: at(hours), Context: fmt.Sprint("hour ", hours), Action: "worked", Outcome: "done"})
		require.NoError(t, err)
		return done.ID
	}
	told := func(first, last, n int) {
		t.Helper()
		agents, err := m.Agents(ctx)
		require.NoError(t, err)
		require.Len(t, agents, 2)
		require.Equal(t, []any{"ana", at(first), at(last), n}, []any{agents[0].Name, agents[0].FirstSeen, agents[0].LastActive, agents[0].Total})
		rows, err := m.Cypher(ctx, "MATCH (a:Agent {agent_id: 'ana'}) RETURN a.first_seen, a.last_active, a.total_experiences", nil, lukasa.CypherOptions{})
		require.NoError(t, err)
		defer rows.Close()
		for row, err := range rows.Rows {
			require.NoError(t, err)
			require.Equal(t, lukasa.Row{at(first), at(last), int64(n)}, row)
		}
	}
	keep("ana", -5)
	newest := keep("ana", -1)
	keep("bo", -9)
	told(-5, -1, 2)
	keep("ana", -7)
	told(-7, -1, 3)
	_, err := m.Forget(ctx, lukasa.Forget{IDs: []lukasa.ID{newest}})
	require.NoError(t, err)
	told(-7, -5, 2)
}

package graph

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/schema"
)

func recordNode(n, importance int, session any) Element {
	return Element{Key: Key{schema.NodeExperience, fmt.Sprintf("00000000-0000-7000-8000-%012d", n)}, Values: Values{
		"agent_id": "ana", "session": session, "importance": importance, "tags": []string{"a", "b"},
		"timestamp": time.Date(2025, 1, 1, 0, 0, n, 0, time.UTC),
	}}
}

// Cypher sees an empty text where an edge has none, however the edge came into the graph.
func TestEdgesWithoutTextAreAlike(t *testing.T) {
	t.Parallel()
	for _, threshold := range []int{1 << 30, 1} {
		g, err := Open(t.Context(), t.TempDir(), Options{BufferPool: 32 << 20, BulkPool: 64 << 20, BulkThreshold: threshold})
		require.NoError(t, err)
		rests, on := recordNode(1, 5, nil), recordNode(2, 5, nil)
		rests.Links = []Link{{Edge: schema.EdgeDerivedFrom, From: rests.ID, To: on.ID, Values: Values{"weight": .5}}}
		_, err = g.Apply(t.Context(), Batch{Watermark: 1, Put: []Element{rests, on}})
		require.NoError(t, err)
		require.Equal(t, []Row{{""}}, ask(t, g.current(), "MATCH ()-[r:DERIVED_FROM]->() RETURN r.stance"), threshold)
		require.NoError(t, g.Close())
	}
}

// A record that changes leaves the texts of others alone, and its own that it does not
// change, also once a record without any follows: there the engine mixes up the sessions
// of all where one was set and the next has none (K5). One by one, in bulk, and each time
// after the graph was closed.
func TestTextsStayApart(t *testing.T) {
	for name, threshold := range map[string]int{"one by one": 1 << 30, "in bulk": 1} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir, mark := t.TempDir(), uint64(0)
			apply := func(puts ...Element) {
				g, err := Open(t.Context(), dir, Options{BufferPool: 32 << 20, BulkPool: 64 << 20, BulkThreshold: threshold})
				require.NoError(t, err)
				mark++
				_, err = g.Apply(t.Context(), Batch{Watermark: mark, Put: puts})
				require.NoError(t, err)
				require.NoError(t, g.Close())
			}
			var many []Element
			want := map[string]string{}
			for n := range 200 {
				session := fmt.Sprintf("session-%05d", n/8)
				many = append(many, recordNode(n, 5, session))
				want[many[n].ID] = session
			}
			apply(many...)
			apply(recordNode(1, 9, "session-00000"))
			apply(recordNode(2, 5, "another"))
			want[many[2].ID] = "another"
			apply(recordNode(1000, 5, nil))
			want[recordNode(1000, 5, nil).ID] = "<nil>"

			g, err := Open(t.Context(), dir, Options{BufferPool: 32 << 20})
			require.NoError(t, err)
			defer func() { require.NoError(t, g.Close()) }()
			got := map[string]string{}
			for e, err := range g.Nodes(t.Context(), schema.NodeExperience) {
				require.NoError(t, err)
				got[e.ID] = fmt.Sprint(e.Values["session"])
				require.Equal(t, []string{"a", "b"}, e.Values["tags"])
				if strings.HasSuffix(e.ID, "0001") {
					require.Equal(t, int64(9), e.Values["importance"])
				}
			}
			require.Equal(t, want, got)
		})
	}
}

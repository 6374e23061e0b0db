package graph_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/lukasadb/lukasa/graph"
	"github.com/lukasadb/lukasa/graph/graphtest"
	"github.com/lukasadb/lukasa/schema"
)

// world opens a graph with the suite's world in it.
func world(t *testing.T) *graph.Graph {
	t.Helper()
	g := opener(graph.Options{})(t, t.TempDir()).(*graph.Graph)
	t.Cleanup(func() { require.NoError(t, g.Close()) })
	_, err := g.Apply(t.Context(), graph.Batch{Watermark: 1, Put: graphtest.World(7, 5)})
	require.NoError(t, err)
	return g
}

func collect(t *testing.T, r *graph.Result, about ...any) []graph.Row {
	t.Helper()
	var rows []graph.Row
	for row, err := range r.Rows {
		require.NoError(t, err, about...)
		rows = append(rows, row)
	}
	return rows
}

func query(t *testing.T, g *graph.Graph, text string, params map[string]any, opts graph.QueryOptions) []graph.Row {
	t.Helper()
	r, err := g.Query(t.Context(), text, params, opts)
	require.NoError(t, err, text)
	return collect(t, r, text)
}

// Every type that a statement can return arrives as the documented Go value, in
// this process and from a child.
func TestTypes(t *testing.T) {
	t.Parallel()
	g := world(t)
	day := time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC)
	huge, _ := new(big.Int).SetString("-170141183460469231731687303715884105727", 10)
	id := uuid.MustParse("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")
	for text, want := range map[string]any{
		"NULL": nil, "true": true, "to_int8(-3)": int64(-3), "to_int16(300)": int64(300), "to_int32(-7)": int64(-7), "9223372036854775807": int64(1<<63 - 1),
		"to_uint8(200)": uint64(200), "to_uint16(1)": uint64(1), "to_uint32(1)": uint64(1), "to_uint64(18446744073709551615)": uint64(1<<64 - 1),
		"to_int128('-170141183460469231731687303715884105727')": huge,
		"0.1": 0.1, "to_float(0.5)": 0.5, "'né \\'\\\\ 库'": `né '\ 库`, "''": "",
		"date('2026-02-03')": day, "timestamp('2026-02-03 04:05:06.000007')": day.Add(4*time.Hour + 5*time.Minute + 6*time.Second + 7000),
		"timestamp('0001-01-01')":        time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC),
		"interval('1 year 2 days 3 us')": graph.Interval{Months: 12, Days: 2, Micros: 3},
		"uuid('" + id.String() + "')":    id, "CAST(1.25 AS DECIMAL(5, 2))": graph.Decimal("1.25"),
		"[1, NULL, 3]": []any{int64(1), nil, int64(3)}, "[[], ['x']]": []any{[]any{}, []any{"x"}},
		"{a: 1, b: {c: NULL}}":    map[string]any{"a": int64(1), "b": map[string]any{"c": nil}},
		"map([1, 2], ['x', 'y'])": []graph.Entry{{Key: int64(1), Value: "x"}, {Key: int64(2), Value: "y"}},
		"union_value(u := 1)":     "1", "CAST([1.0, 2.0] AS DOUBLE[2])": []any{1.0, 2.0},
		"CAST('2026-02-03' AS TIMESTAMP_NS)": day, "CAST('2026-02-03' AS TIMESTAMP_MS)": day, "CAST('2026-02-03' AS TIMESTAMP_SEC)": day, "CAST('2026-02-03' AS TIMESTAMP_TZ)": day,
		"CAST('\\\\xAA\\\\x00b\\\\x27' AS BLOB)": []byte{0xaa, 0, 'b', 0x27},
	} {
		rows := query(t, g, "RETURN "+text, nil, graph.QueryOptions{})
		require.Equal(t, []graph.Row{{want}}, rows, text)
	}
}

func TestNodesEdgesPaths(t *testing.T) {
	t.Parallel()
	g := world(t)
	for _, isolated := range []bool{false, true} {
		rows := query(t, g, `MATCH (a:Experience {id: $id})-[f:FOLLOWED_BY]->(b) RETURN a, f, b`,
			map[string]any{"id": graphtest.RecordID(0, 1)}, graph.QueryOptions{Isolated: isolated})
		require.Len(t, rows, 1)
		a, f, b := rows[0][0].(graph.Node), rows[0][1].(graph.Edge), rows[0][2].(graph.Node)
		require.Equal(t, "Experience", a.Label)
		require.Equal(t, "context 1", a.Properties["context"])
		require.Equal(t, []any{"t", "1"}, a.Properties["tags"])
		require.NotContains(t, a.Properties, "session", "null properties are left out")
		require.Equal(t, []any{"FOLLOWED_BY", a.ID, b.ID, int64(60), true}, []any{f.Label, f.From, f.To, f.Properties["time_delta"], f.Properties["same_context"]})

		rows = query(t, g, `MATCH p = (a:Experience {id: $id})-[:FOLLOWED_BY*3..3]->(b) RETURN p, nodes(p), length(p)`,
			map[string]any{"id": graphtest.RecordID(0, 1)}, graph.QueryOptions{Isolated: isolated})
		p := rows[0][0].(graph.Path)
		require.Len(t, p.Edges, 3)
		require.Len(t, rows[0][1], 4)
		require.Equal(t, int64(3), rows[0][2])
		require.Equal(t, p.Nodes[0].ID, p.Edges[0].From)
	}
}

// A parameter that is not given, or cannot be, is told with its place: to the engine
// the first would be NULL, and the answer empty for no visible reason.
func TestParametersThatDoNotFit(t *testing.T) {
	t.Parallel()
	g := world(t)
	const text = "MATCH (e:Experience)\nWHERE e.id = $id RETURN e.id"
	for message, params := range map[string]map[string]any{
		"parameter $id is not given":                nil,
		"parameter $id: unsupported type struct {}": {"id": struct{}{}},
	} {
		for _, isolated := range []bool{false, true} {
			_, err := g.Query(t.Context(), text, params, graph.QueryOptions{Isolated: isolated})
			var e *graph.QueryError
			require.ErrorAs(t, err, &e, message)
			require.Equal(t, graph.QueryError{Message: message, Line: 2, Column: 14}, *e)
		}
	}
	for _, isolated := range []bool{false, true} {
		mixed := map[string]any{"id": []any{[]any{}, []any{1}}}
		_, err := g.Query(t.Context(), text, mixed, graph.QueryOptions{Isolated: isolated})
		var e *graph.QueryError
		require.ErrorAs(t, err, &e)
		require.Equal(t, "a parameter's value has no single type", e.Message)
	}
	require.Empty(t, query(t, g, text, map[string]any{"id": nil}, graph.QueryOptions{}), "NULL may be given")
}

// Parameters of every kind go in and come back.
func TestParameters(t *testing.T) {
	t.Parallel()
	g := world(t)
	at := time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC)
	for _, v := range []any{
		nil, true, int64(-5), 1.5, "it's \\ $x\n", at, []any{"a", "b"}, []any{}, []any{[]any{int64(1)}}, map[string]any{"a": int64(1), "b": "x"},
	} {
		rows := query(t, g, "RETURN $v AS v", map[string]any{"v": v}, graph.QueryOptions{})
		require.Equal(t, []graph.Row{{v}}, rows)
	}
	rows := query(t, g, "UNWIND $rows AS r RETURN r.id, r.n", map[string]any{"rows": []map[string]any{{"id": "a", "n": 1}, {"n": 2, "id": "b"}}}, graph.QueryOptions{})
	require.Equal(t, []graph.Row{{"a", int64(1)}, {"b", int64(2)}}, rows)
	for name, v := range map[string]any{
		"NUL": "a\x00b", "UTF-8": "a\xff", "year": time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), "type": make(chan int),
		"mixed list": []any{1, "x"}, "mixed maps": []map[string]any{{"a": 1}, {"b": 1}}, "empty map": map[string]any{}, "not finite": []float64{1, 1 / zero()},
	} {
		_, err := g.Query(t.Context(), "RETURN $v", map[string]any{"v": v}, graph.QueryOptions{})
		require.ErrorContains(t, err, "$v", name)
	}
}

func zero() float64 { return 0 }

// Errors point at their cause.
func TestQueryErrors(t *testing.T) {
	t.Parallel()
	g := world(t)
	for text, at := range map[string][2]int{
		"MATCH (a RETURN a":                 {1, 10},
		"MATCH (a)\nWHERE a.x = \nRETURN a": {3, 8},
		"MATCH (a:Agent)\n RETURN b":        {2, 9},
		"MATCH (a:Nope) RETURN a":           {1, 10},
		"MATCH (a:Agent) RETURN a.nope":     {1, 26},
		"RETURN 1/0":                        {0, 0},
	} {
		for _, isolated := range []bool{false, true} {
			_, err := g.Query(t.Context(), text, nil, graph.QueryOptions{Isolated: isolated})
			var e *graph.QueryError
			require.ErrorAs(t, err, &e, text)
			require.Equal(t, at, [2]int{e.Line, e.Column}, "%s: %s", text, e.Message)
			require.NotContains(t, e.Message, "\n")
		}
	}
	_, err := g.Query(t.Context(), "MATCH (n)\nSET n.x = 1", nil, graph.QueryOptions{})
	var b *graph.BlockedError
	require.ErrorAs(t, err, &b)
	require.Equal(t, []any{"SET", 2, 1}, []any{b.Token, b.Line, b.Column})
	_, err = g.Query(t.Context(), "RETURN '"+strings.Repeat("x", 5_000), nil, graph.QueryOptions{})
	require.ErrorAs(t, err, &b)
	require.Less(t, len(err.Error()), 200, "what has no end is not repeated to the end of the statement")
	rows := query(t, g, "RETURN 1", nil, graph.QueryOptions{})
	require.Equal(t, []graph.Row{{int64(1)}}, rows, "an error leaves the graph usable")
}

// slow ends only when it is interrupted.
const slow = "UNWIND range(1, 100000) AS a UNWIND range(1, 100000) AS b UNWIND range(1, 1000) AS c WITH a, b, c WHERE a * b = c + 7 RETURN count(*)"

func TestLimits(t *testing.T) {
	t.Parallel()
	g := world(t)
	for _, isolated := range []bool{false, true} {
		_, err := g.Query(t.Context(), slow, nil, graph.QueryOptions{Timeout: 50 * time.Millisecond, Isolated: isolated})
		require.ErrorIs(t, err, context.DeadlineExceeded)
		ctx, cancel := context.WithTimeoutCause(t.Context(), 100*time.Millisecond, errors.New("enough"))
		_, err = g.Query(ctx, slow, nil, graph.QueryOptions{Isolated: isolated})
		cancel()
		require.ErrorContains(t, err, "enough")
		r, err := g.Query(t.Context(), "UNWIND range(1, 1000) AS x RETURN x", nil, graph.QueryOptions{MaxRows: 600, Isolated: isolated})
		require.NoError(t, err)
		n := 0
		for _, err = range r.Rows {
			if err != nil {
				break
			}
			n++
		}
		require.ErrorIs(t, err, graph.ErrTooMany)
		require.Equal(t, 600, n)
	}
}

// Answers that are left early, or never read, do not hold the graph.
func TestAbandonedAnswers(t *testing.T) {
	t.Parallel()
	g := opener(graph.Options{Readers: 2})(t, t.TempDir()).(*graph.Graph)
	for range 5 {
		r, err := g.Query(t.Context(), "UNWIND range(1, 1000) AS x RETURN x", nil, graph.QueryOptions{})
		require.NoError(t, err)
		for _, err := range r.Rows {
			require.NoError(t, err)
			break
		}
		r, err = g.Query(t.Context(), "RETURN 1", nil, graph.QueryOptions{})
		require.NoError(t, err)
		r.Close()
		r.Close()
	}
	left, err := g.Query(t.Context(), "UNWIND range(1, 1000) AS x RETURN x", nil, graph.QueryOptions{})
	require.NoError(t, err)
	require.NoError(t, g.Close(), "closing frees what nobody reads")
	for _, err := range left.Rows {
		require.ErrorIs(t, err, graph.ErrClosed)
	}
}

// A statement that closing interrupts says that the graph was closed (900-01).
func TestCloseEndsStatements(t *testing.T) {
	t.Parallel()
	g := world(t)
	failed := make(chan error)
	go func() {
		_, err := g.Query(t.Context(), slow, nil, graph.QueryOptions{})
		failed <- err
	}()
	time.Sleep(50 * time.Millisecond) // or it is closed already: that says the same
	require.NoError(t, g.Close())
	err := <-failed
	require.ErrorIs(t, err, graph.ErrClosed)
	require.ErrorIs(t, err, schema.ErrClosed)
}

// A crash of the child costs its query and nothing else.
func TestChildCrash(t *testing.T) {
	g := world(t)
	t.Setenv(crashVariable, "1")
	_, err := g.Query(t.Context(), "RETURN 1", nil, graph.QueryOptions{Isolated: true})
	require.ErrorIs(t, err, graph.ErrCrashed)
	require.Equal(t, []graph.Row{{int64(1)}}, query(t, g, "RETURN 1", nil, graph.QueryOptions{}))
}

// An isolated query sees what has been applied.
func TestIsolatedReadsOwnWrites(t *testing.T) {
	t.Parallel()
	g := world(t)
	for n := range 3 {
		key := graph.Key{Table: "Agent", ID: fmt.Sprint("new ", n)}
		_, err := g.Apply(t.Context(), graph.Batch{Watermark: uint64(n + 2), Put: []graph.Element{{Key: key}}})
		require.NoError(t, err)
		rows := query(t, g, "MATCH (a:Agent) RETURN count(*)", nil, graph.QueryOptions{Isolated: true})
		require.Equal(t, []graph.Row{{int64(n + 3)}}, rows)
	}
}

// Whoever waits until a graph of before is gone, as a purge does, waits for the isolated
// queries that read it, whether they are read, closed or forgotten. (I9)
func TestSettleWaitsForIsolated(t *testing.T) {
	t.Parallel()
	g := world(t)
	for mark, end := range []func(*graph.Result){
		func(r *graph.Result) { collect(t, r) },
		(*graph.Result).Close,
		func(*graph.Result) {},
	} {
		r, err := g.Query(t.Context(), "MATCH (e:Experience) RETURN e.id", nil, graph.QueryOptions{Isolated: true})
		require.NoError(t, err)
		require.NoError(t, g.Settle(t.Context()), "nothing was replaced yet")
		_, err = g.Load(t.Context(), uint64(mark+2), graphtest.Elements(graphtest.World(7, 5)))
		require.NoError(t, err)
		moment, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		require.ErrorIs(t, g.Settle(moment), context.DeadlineExceeded)
		end(r)
		require.NoError(t, g.Settle(t.Context()))
	}
}

// What the guard refuses does not reach the engine; what it lets through cannot
// write even if the guard were wrong.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	g := world(t)
	before := graphtest.Contents(t, g)
	for _, text := range []string{"CREATE (:Agent {agent_id: 'x'})", "COPY (MATCH (n) RETURN n) TO '/tmp/x.csv'", "LOAD FROM '/etc/passwd' RETURN *", "CALL show_functions() RETURN *"} {
		_, err := g.Query(t.Context(), text, nil, graph.QueryOptions{})
		var b *graph.BlockedError
		require.ErrorAs(t, err, &b, text)
	}
	require.Equal(t, before, graphtest.Contents(t, g))
}

// Each traversal's statement, filled in, passes the guard and answers as the
// method does, even where the keys are hostile. (I12)
func TestStatements(t *testing.T) {
	t.Parallel()
	g := world(t)
	agents := []string{"bo|b's", `x'\"`}
	record, entity, other := graphtest.RecordID(1, 3), graphtest.EntityID(1, 1), graphtest.EntityID(1, 3)
	path := graph.OntologyPath{{From: "customer", To: "order", Relation: "works_for"}, {From: "order", To: "invoice", Relation: "ordered"}}
	for name, s := range map[string]graph.Statement{
		"followed": graph.FollowedStatement(agents, record, 2), "chain": graph.ChainStatement(agents, record, 1, 2),
		"mentions": graph.MentionsStatement(agents, entity, 3), "entities": graph.EntitiesStatement(agents, record),
		"co-mentioned": graph.CoMentionedStatement(agents, entity, 0), "neighbourhood": graph.NeighbourhoodStatement(agents, entity, 2, 3),
		"path": graph.ShortestPathStatement(agents, entity, other, 3), "evidence": graph.EvidenceStatement(agents, record),
		"beliefs": graph.BeliefsStatement(agents, record), "similar": graph.SimilarStatement(agents, record),
		"ontology":  graph.OntologyStatement(agents, "customer", "invoice", 1, 3),
		"instances": graph.InstancesStatement(agents, graphtest.EntityID(1, 0), path, 5),
	} {
		bound := query(t, g, s.Text, s.Params, graph.QueryOptions{})
		filled := query(t, g, s.Cypher(), nil, graph.QueryOptions{})
		require.NotEmpty(t, bound, name)
		if name == "chain" { // its parts come in any order
			require.ElementsMatch(t, bound, filled, name)
		} else {
			require.Equal(t, bound, filled, name)
		}
		require.NotContains(t, s.Cypher(), "$")
	}
}

// A list may stand in any number of places: the engine dies of one parameter that
// stands in two clauses.
func TestListInManyPlaces(t *testing.T) {
	t.Parallel()
	g := world(t)
	params := map[string]any{"l": []string{"bo|b's"}, "id": graphtest.RecordID(1, 3)}
	for text, want := range map[string][]graph.Row{
		"MATCH (a:Experience {id: $id}) WHERE a.agent_id IN $l WITH a MATCH (b:Experience {id: $id}) WHERE b.agent_id IN $l RETURN count(*)":                                       {{int64(1)}},
		"MATCH (a:Experience {id: $id}) WHERE a.agent_id IN $l RETURN a.agent_id IN $l":                                                                                            {{true}},
		"MATCH (a:Experience {id: $id}) WHERE a.agent_id IN $l RETURN 1 AS n UNION ALL MATCH (a:Experience {id: $id}) WHERE a.agent_id IN $l RETURN 1 AS n":                        {{int64(1)}, {int64(1)}},
		"MATCH (a:Experience {id: $id}) WHERE list_contains($l, a.agent_id) OPTIONAL MATCH (b:Experience {id: $id}) WHERE list_contains($l, b.agent_id) RETURN count(a), count(b)": {{int64(1), int64(1)}},
	} {
		for _, isolated := range []bool{false, true} {
			require.Equal(t, want, query(t, g, text, params, graph.QueryOptions{Isolated: isolated}), text)
		}
	}
}

func TestLiteral(t *testing.T) {
	t.Parallel()
	g := world(t)
	for _, v := range []any{
		nil, true, int64(-3), 0.25, "", "'", `\`, `\'`, "a\nb\tc\rd", `"`, "$x", "né库😀", "\u2028", "'}) RETURN 1 //", strings.Repeat(`\`, 5),
		time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC), uuid.MustParse("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"),
		[]any{"a", "it's"},
		map[string]any{"a b": int64(1)},
	} {
		require.Equal(t, []graph.Row{{v}}, query(t, g, "RETURN "+graph.Literal(v)+" AS v", nil, graph.QueryOptions{}), "%q", v)
	}
}

// Reads, batches large and small, refreshes and raw queries at once.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	g := opener(graph.Options{BulkThreshold: 30})(t, t.TempDir()).(*graph.Graph)
	_, err := g.Apply(t.Context(), graph.Batch{Watermark: 1, Put: graphtest.World(7, 5)})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var readers sync.WaitGroup
	for n := range 4 {
		readers.Go(func() {
			for ctx.Err() == nil {
				steps, err := g.Followed(t.Context(), []string{"ana"}, graphtest.RecordID(0, n), 2)
				require.NoError(t, err)
				require.Len(t, steps, 2)
				r, err := g.Query(t.Context(), "MATCH (e:Experience) RETURN e.id", nil, graph.QueryOptions{})
				require.NoError(t, err)
				require.Len(t, collect(t, r), 14)
			}
		})
	}
	for n := range 6 {
		records := 7
		if n%2 == 0 {
			records = 2
		}
		_, err := g.Apply(t.Context(), graph.Batch{Watermark: uint64(n + 2), Put: graphtest.World(records, 5)})
		require.NoError(t, err)
		require.NoError(t, g.Refresh(t.Context()))
	}
	cancel()
	readers.Wait()
	require.NoError(t, g.Close())
}

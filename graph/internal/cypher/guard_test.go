package cypher

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What people ask. None of it may be refused.
var harmless = []string{
	"MATCH (a:Agent)-[:RECORDED]->(e:Experience) RETURN a, e.context ORDER BY e.timestamp DESC SKIP 1 LIMIT 10;",
	"MATCH (e:Experience {agent_id: $agent_id}) WHERE e.timestamp >= $since RETURN e ORDER BY e.timestamp DESC LIMIT $limit",
	"MATCH (e:Experience) WHERE e.context CONTAINS $keyword RETURN e, length(e.context) AS n, (1.0 * length(e.context) / $ref_len) AS relevance",
	"MATCH (e:Experience) WHERE list_contains(e.tags, 'x') OR e.action STARTS WITH 'de' RETURN count(*), collect(DISTINCT e.kind)",
	"OPTIONAL MATCH (n) RETURN n LIMIT 1",
	"UNWIND [1, 2] AS x WITH x WHERE x > 1 RETURN x UNION ALL RETURN 3 AS x",
	"EXPLAIN MATCH (n) RETURN n", "PROFILE MATCH (n) RETURN n",
	"CALL show_tables() RETURN *", "CALL table_info('Experience') RETURN *", "call SHOW_TABLES() return name",
	"MATCH p = (a:Entity)-[:RELATION* SHORTEST 1..6]-(b:Entity) RETURN nodes(p), rels(p), length(p)",
	"MATCH (a)-[r:RELATION*1..3 (r, n | WHERE r.confidence > 0.5)]->(b) RETURN a, b",
	"MATCH (a)-[:FOLLOWED_BY*]->(b) RETURN b", "MATCH (a)-[:A|B|C|D|E|F|G|H|I*..30]->(b) RETURN b",
	"RETURN 5 * 100, 3 *40, [1, 2][1] * 99",
	"RETURN range(1, 100), range(0, size([1,2]) - 1), range(1, $n), lpad('x', 10, ' '), repeat('-', 80)",
	"RETURN 'LOAD FROM \\'/etc/passwd\\'' AS s /* COPY x TO y */ // DROP TABLE e",
	"MATCH (n:`Load`) RETURN n.`set`, n.load, n.Create", "MATCH (n:Load) RETURN n",
	"MATCH (n) WHERE EXISTS { MATCH (n)-[:RELATION]->() } RETURN COUNT { MATCH (n)--() }",
	"RETURN CASE WHEN 1 IN [1] THEN 'a' ELSE 'b' END", "RETURN CAST('1' AS INT64), cast(1.5 AS DECIMAL(5, 2)), date('2026-01-01')",
	"MATCH (n) WHERE ALL(x IN [1] WHERE x > 0) AND NOT (n.x IS NULL) RETURN n",
	"RETURN (1), (2) AS b", "RETURN {a: 1, b: [1, 2]}.a",
}

// What reaches files or the network, writes, changes the session, or is known to
// kill or wedge the engine, in the disguises it may come in. (I12)
var escapes = []string{
	"LOAD FROM '/etc/passwd' RETURN *", "load from \"/etc/passwd\" RETURN *", "LOAD WITH HEADERS (a STRING) FROM 'x.csv' RETURN a",
	"LOAD/**/FROM 'x' RETURN *", "/* MATCH */ LOAD FROM 'x' RETURN *", "// MATCH\nLOAD FROM 'x' RETURN *",
	"MATCH (n) WITH n LOAD FROM 'x' RETURN *", "WITH 1 AS x\u00a0LOAD\u2003FROM 'x' RETURN *",
	"RETURN 1; LOAD FROM 'x' RETURN *", "RETURN 'a'; COPY Experience TO 'x.csv'", "RETURN '\\'' LOAD FROM 'x' //'",
	"LOAD EXTENSION '/tmp/evil.so'", "LOAD json",
	"COPY Experience FROM 'x.csv'", "COPY (MATCH (n) RETURN n) TO 'x.parquet'", "EXPLAIN COPY (MATCH (n) RETURN n) TO 'x'",
	"PROFILE LOAD FROM 'x' RETURN *",
	"EXPORT DATABASE '/tmp/x'", "IMPORT DATABASE '/tmp/x'", "ATTACH 'x.db' AS y (dbtype duckdb)", "DETACH y", "USE y",
	"INSTALL httpfs", "FORCE INSTALL httpfs", "UNINSTALL fts", "UPDATE json",
	"CREATE (n:Experience {id: 'x'})", "CREATE NODE TABLE X(a INT64, PRIMARY KEY(a))", "CREATE MACRO f(x) AS x", "CREATE SEQUENCE s",
	"CREATE NODE TABLE V(a INT64 PRIMARY KEY, v FLOAT[99999999999])",
	"MERGE (n:Experience {id: 'x'})", "MATCH (n) SET n.context = 'x'", "MATCH (n) DELETE n", "MATCH (n) DETACH DELETE n",
	"MATCH (n) REMOVE n.x", "DROP TABLE Experience", "ALTER TABLE Experience DROP context", "COMMENT ON TABLE Experience IS 'x'",
	"BEGIN TRANSACTION", "COMMIT", "ROLLBACK", "CHECKPOINT", "COMMIT_SKIP_CHECKPOINT",
	"CALL show_functions() RETURN *", "CALL `show_functions`() RETURN *", "CALL Show_Functions () RETURN *", "MATCH (n) CALL show_functions() RETURN *",
	"CALL QUERY_VECTOR_INDEX('E', 'i', null, 3) RETURN *", "CALL query_fts_index('E', 'i', 'x') RETURN *",
	"CALL create_fts_index('E', 'i', ['x'])", "CALL project_graph('g', ['E'], ['R'])", "CALL page_rank('g') RETURN *",
	"CALL read_parquet('x') RETURN *", "CALL json_scan('x') RETURN *", "CALL threads=64", "CALL timeout = 0", "CALL home_directory='/'",
	"MATCH (a)-[r* WSHORTEST(cost)]->(b) RETURN cost(r)", "MATCH p = (a)-[r:R* SHORTEST 1..3]->(b) RETURN cost(p)",
	"RETURN range(1, 1000000000)", "RETURN size(range(1, 20000000))", "UNWIND range(1,100000*100000) AS x RETURN x",
	"RETURN `range`(1, 1000000000)", "RETURN range(1, to_int64('999999999'))", "RETURN {a: range(1, 1000000000)}", "RETURN range(1, $big)",
	"RETURN lpad('x', 2000000000, 'y')", "RETURN rpad('x', $big, 'y')", "RETURN repeat('x', 2000000000)", "RETURN repeat(repeat('x', 9999), 9999)",
	"RETURN repeat('x', 100 * 100000)", "RETURN `repeat`('x', 2000000000)",
	"RETURN " + strings.Repeat("[", 200) + strings.Repeat("]", 200), "RETURN " + strings.Repeat("(", 3000) + "1" + strings.Repeat(")", 3000),
	"RETURN 1" + strings.Repeat("+1", 20000), "RETURN 1" + strings.Repeat(" OR 1=1", 1500), "RETURN '" + strings.Repeat("x", 20000) + "'",
	"WITH 'xxxxxxxx' AS x" + strings.Repeat(" WITH x + x AS x", 40) + " RETURN x", "WITH 'x' AS x" + strings.Repeat(" WITH concat(x, x) AS x", 40) + " RETURN x",
	"MATCH (a)-[*1..1000]->(b) RETURN b", "MATCH (a)-[r:R*..31]->(b) RETURN b", "MATCH (a)<-[r:R* SHORTEST 1..99]-(b) RETURN b", "MATCH (a)-[r:R*1..$n]->(b) RETURN b",
	"RETURN CAST([1.0] AS FLOAT[99999999999])", "RETURN nextval('s')", "RETURN currval('s')", "RETURN nothing_known(1)",
	"RETURN 'open", "RETURN `open", "RETURN 1 /* open", "", "  ", "// nothing", ";", "RETURN 1;;", "RETURN 1\x00", "RETURN '\xff'",
	"(MATCH (n) RETURN n)", "'MATCH'", "FOREACH (x IN [1] | CREATE (:E))", "PROJECT GRAPH G (E)", "\\u004cOAD FROM 'x' RETURN *",
}

func TestGuard(t *testing.T) {
	t.Parallel()
	params := map[string]any{"n": 100, "big": int64(1) << 40}
	for _, text := range harmless {
		if r := Check(text, params); r != nil {
			require.Fail(t, r.Reason, text)
		}
	}
	require.Greater(t, len(escapes), 40)
	for _, text := range escapes {
		require.NotNil(t, Check(text, params), "%.200q", text)
	}
}

func TestRefusalNamesToken(t *testing.T) {
	t.Parallel()
	r := Check("MATCH (n)\n  WITH n /* é */ CREATE (m)", nil)
	require.Equal(t, "changes the graph; if it is a name, write it in backticks", r.Reason)
	require.Equal(t, []any{"CREATE", 2, 18}, []any{r.Token.Text, r.Token.Line, r.Token.Column})
	r = Check("RETURN range(1, 9999999)", nil)
	require.Equal(t, []any{"range", 1, 8}, []any{r.Token.Text, r.Token.Line, r.Token.Column})
	require.Equal(t, &Refusal{Reason: "is empty"}, Check(" ", nil))
}

// The guard must end quickly and without a panic on anything.
func FuzzGuard(f *testing.F) {
	for _, s := range append(harmless, escapes...) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { _ = Check(text, map[string]any{"n": 1}) })
}

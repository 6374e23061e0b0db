package acceptance

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	_ "modernc.org/sqlite"

	"github.com/lukasadb/lukasa"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// loadDomain gives a memory the ontology of source design 004.
func loadDomain(t testing.TB, m *lukasa.Memory) {
	t.Helper()
	f, err := os.Open("../../knowledge/ontology/testdata/domain.yaml")
	require.NoError(t, err)
	defer f.Close()
	_, err = m.LoadOntology(context.Background(), f, false)
	require.NoError(t, err)
}

// domainDB makes the domain database of source design 004 in a file.
func domainDB(t testing.TB) (*sql.DB, *lukasa.SQLDatabase) {
	t.Helper()
	pool, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "domain.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pool.Close()) })
	_, err = pool.Exec(`
		CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, delivery_day TEXT);
		CREATE TABLE sales_orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT);
		CREATE TABLE work_orders (work_order_id INTEGER PRIMARY KEY, order_id INTEGER);
		CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, work_order_id INTEGER, amount REAL, due TEXT);
		INSERT INTO customers VALUES (7, 'Gai Media', 'Thursday');
		INSERT INTO sales_orders VALUES (100, 7, 'open');
		INSERT INTO work_orders VALUES (500, 100);
		INSERT INTO invoices VALUES (1009, 500, 1250.5, '2026-06-01');`)
	require.NoError(t, err)
	db, err := lukasa.NewSQLDatabase(pool, lukasa.SQLOptions{Tables: map[string]lukasa.DatabaseTable{
		"customers": {Key: "customer_id"}, "sales_orders": {Key: "order_id"},
		"work_orders": {Key: "work_order_id"}, "invoices": {Key: "invoice_id"},
	}})
	require.NoError(t, err)
	return pool, db
}

// gaiMedia tells a memory of a customer and of what it likes.
func gaiMedia(t testing.TB, m *lukasa.Memory) lukasa.ID {
	t.Helper()
	ctx := context.Background()
	require.NoError(t, m.PutEntity(ctx, lukasa.Entity{
		Key: "customer:gai-media", Name: "Gai Media", Ref: schema.ExternalRef{Table: "customers", ID: "7"},
	}))
	require.NoError(t, m.PutAlias(ctx, lukasa.Alias{Text: "Gai", Entity: "customer:gai-media"}))
	return retain(t, m, lukasa.Experience{
		Kind: "fact", Content: "Gai Media wants its deliveries on Friday.",
		Statement: &lukasa.Statement{Subject: "customer:gai-media", Predicate: "delivery_day", Value: []byte(`"Friday"`)},
	})
}

// TestGrounding answers with what the domain database holds now, along the
// rules to what the question names, and says where the memory disagrees
// (004-11, 004-13).
func TestGrounding(t *testing.T) {
	ctx := context.Background()
	pool, db := domainDB(t)
	m, _ := openTest(t, lukasa.WithDatabase(db))
	loadDomain(t, m)
	fact := gaiMedia(t, m)

	a, err := m.Recall(ctx, lukasa.Query{Text: "Which invoices are open for Gai?", Profile: "source004", DatabaseDeadline: time.Minute})
	require.NoError(t, err)
	require.Len(t, a.Grounded, 2)
	require.Equal(t, [][]any{{int64(7), "Gai Media", "Thursday"}}, a.Grounded[0].Rows.Rows)
	require.Equal(t, [][]any{{int64(1009), int64(500), 1250.5, "2026-06-01"}}, a.Grounded[1].Rows.Rows)
	require.Equal(t, lukasa.EntityType("invoice"), a.Grounded[1].Type)
	require.Len(t, a.Grounded[1].Path, 3)
	require.Contains(t, a.Grounded[1].Query, `JOIN "work_orders" AS t2`)
	require.Equal(t, 1, a.Grounded[1].Args)
	require.Equal(t, []lukasa.Discrepancy{{
		Agent: "default", Record: fact, Subject: "customer:gai-media", Predicate: "delivery_day", Remembered: `"Friday"`,
		Database: "Thursday", Ref: schema.ExternalRef{Table: "customers", ID: "7"},
	}}, a.Discrepancies)

	c, err := a.Prompt(lukasa.Prompt{Profile: "domain"})
	require.NoError(t, err)
	require.Contains(t, c.Text, "## Domain Facts (Authoritative)")
	require.Contains(t, c.Text, "invoice_id = 1009; work_order_id = 500; amount = 1250.5; due = 2026-06-01")
	require.Contains(t, c.Text, "## To Validate or Ask")
	require.Contains(t, c.Text, `says "Friday", the database says Thursday.`)

	_, err = pool.Exec("UPDATE customers SET delivery_day = 'friday'")
	require.NoError(t, err)
	a, err = m.Recall(ctx, lukasa.Query{Text: "When does Gai want deliveries?", DatabaseDeadline: time.Minute})
	require.NoError(t, err)
	require.Empty(t, a.Discrepancies, "it is read anew each time")
	require.Equal(t, "sales_order", string(a.Grounded[1].Type), "what is next to it, where no type is named")

	other, err := m.As("other")
	require.NoError(t, err)
	for _, q := range []struct {
		m     *lukasa.Memory
		query lukasa.Query
	}{
		{other, lukasa.Query{Text: "Which invoices are open for Gai?"}},                                 // I5
		{m, lukasa.Query{Text: "Which invoices are open for Gai?", DatabaseDeadline: -1}},               // not wanted
		{m, lukasa.Query{Text: "Which invoices are open for Gai?", KnownAt: a.At.Add(-24 * time.Hour)}}, // the database knows only now
		{m, lukasa.Query{Text: "Which invoices are open for Gai?", TrueAt: a.At.Add(-365 * 24 * time.Hour)}},
	} {
		a, err := q.m.Recall(ctx, q.query)
		require.NoError(t, err)
		require.Empty(t, a.Grounded)
	}
}

// brokenDB is a database that hangs, fails or panics.
type brokenDB func(ctx context.Context) error

func (b brokenDB) Fetch(ctx context.Context, _ schema.ExternalRef, _ ontology.Path) (grounding.Rows, error) {
	return grounding.Rows{}, b(ctx)
}

// TestGroundingFails recalls whatever the database does, in time, and tells what
// happened (004-11).
func TestGroundingFails(t *testing.T) {
	forever := make(chan struct{})
	defer close(forever)
	down := errors.New("connection refused")
	for name, tt := range map[string]struct {
		db       brokenDB
		deadline time.Duration
		want     error
	}{
		"fails":  {func(context.Context) error { return down }, time.Minute, down},
		"slow":   {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, 20 * time.Millisecond, context.DeadlineExceeded},
		"hangs":  {func(context.Context) error { <-forever; return nil }, 20 * time.Millisecond, context.DeadlineExceeded},
		"panics": {func(context.Context) error { panic("driver") }, time.Minute, grounding.ErrPanic},
	} {
		t.Run(name, func(t *testing.T) {
			m, _ := openTest(t, lukasa.WithDatabase(tt.db))
			gaiMedia(t, m)
			a, err := m.Recall(context.Background(), lukasa.Query{Text: "When does Gai Media want deliveries?", DatabaseDeadline: tt.deadline})
			require.NoError(t, err)
			require.NotEmpty(t, a.Hits)
			require.Len(t, a.Grounded, 1)
			require.ErrorIs(t, a.Grounded[0].Err, tt.want)
			require.NotEmpty(t, a.Grounded[0].Failed)
			require.Contains(t, a.Context(1000), "Friday")
		})
	}
}

// TestGroundingWaitsAsConfigured gives the database the time that the agent's settings say,
// unless the question has a deadline of its own (004-11, 004-12).
func TestGroundingWaitsAsConfigured(t *testing.T) {
	ctx := context.Background()
	var until time.Time
	db := brokenDB(func(ctx context.Context) error { until, _ = ctx.Deadline(); return nil })
	m, _ := openTest(t, lukasa.WithDatabase(db))
	gaiMedia(t, m)
	require.NoError(t, m.SetConfig(ctx, map[string]any{"grounding.deadline_ms": 600_000}))
	for _, tt := range []struct{ asked, least, most time.Duration }{
		{0, 5 * time.Minute, 10 * time.Minute},
		{time.Hour, 30 * time.Minute, time.Hour},
	} {
		began := time.Now()
		a, err := m.Recall(ctx, lukasa.Query{Text: "When does Gai Media want deliveries?", DatabaseDeadline: tt.asked})
		require.NoError(t, err)
		require.Len(t, a.Grounded, 1)
		require.True(t, until.After(began.Add(tt.least)))
		require.False(t, until.After(time.Now().Add(tt.most)))
	}
}

// TestAlong finds the entities that lie on a path of types, live ones only, and
// the graph finds the same by the Cypher that comes with the answer (004-10).
func TestAlong(t *testing.T) {
	ctx := context.Background()
	m, clock := openTest(t)
	loadDomain(t, m)
	put := func(from lukasa.EntityKey, relation string, to lukasa.EntityKey, status string, until time.Time) {
		for _, key := range []lukasa.EntityKey{from, to} {
			require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
		}
		require.NoError(t, m.PutRelation(ctx, lukasa.Relation{
			From: from, Type: schema.RelationType(relation), To: to, Status: schema.Status(status), ValidTo: until,
		}))
	}
	for c := range 2 {
		customer := lukasa.EntityKey(fmt.Sprintf("customer:c%d", c))
		for o := range 3 {
			order, work := lukasa.EntityKey(fmt.Sprintf("sales_order:o%d%d", c, o)), lukasa.EntityKey(fmt.Sprintf("work_order:w%d%d", c, o))
			put(customer, "has", order, []string{"active", "aging", "superseded"}[o], time.Time{})
			put(order, "requires", work, "active", time.Time{})
			put(work, "creates", lukasa.EntityKey(fmt.Sprintf("invoice:i%d%d", c, o)), "active", time.Time{})
		}
	}
	put("customer:c0", "has", "sales_order:ended", "active", clock.now().Add(-time.Hour))
	put("customer:c0", "has", "invoice:wrong_type", "active", time.Time{})

	paths, err := m.ShortestTypePaths(ctx, "customer", "invoice", lukasa.PathBounds{})
	require.NoError(t, err)
	require.Len(t, paths.Paths, 1)
	require.Contains(t, paths.Cypher, "ONTOLOGY* ACYCLIC 3..3", "as long as the shortest")
	along := func(start lukasa.EntityKey, path lukasa.TypePath, limit int) ([]string, lukasa.Instances) {
		got, err := m.Along(ctx, start, path, limit)
		require.NoError(t, err)
		var chains []string
		for _, i := range got.Instances {
			chains = append(chains, strings.Trim(fmt.Sprint(i.Entities), "[]"))
		}
		return chains, got
	}
	want := []string{
		"customer:c0 sales_order:o00 work_order:w00 invoice:i00",
		"customer:c0 sales_order:o01 work_order:w01 invoice:i01",
	}
	chains, got := along("customer:c0", paths.Paths[0], 0)
	require.Equal(t, want, chains)
	require.False(t, got.More)
	rows, err := m.Cypher(ctx, got.Cypher, nil, lukasa.CypherOptions{})
	require.NoError(t, err)
	var inGraph []string
	for row, err := range rows.Rows {
		require.NoError(t, err)
		var keys []string
		for _, cell := range row {
			if key, ok := strings.CutPrefix(fmt.Sprint(cell), "default|"); ok {
				keys = append(keys, key)
			}
		}
		inGraph = append(inGraph, strings.Join(keys, " "))
	}
	require.Equal(t, want, inGraph)

	back, err := m.TypePaths(ctx, "invoice", "customer", lukasa.PathBounds{})
	require.NoError(t, err)
	chains, _ = along("invoice:i01", back.Paths[0], 0)
	require.Equal(t, []string{"invoice:i01 work_order:w01 sales_order:o01 customer:c0"}, chains)
	chains, got = along("customer:c0", paths.Paths[0], 1)
	require.Equal(t, want[:1], chains)
	require.True(t, got.More)

	_, err = m.Along(ctx, "customer:nobody", paths.Paths[0], 0)
	require.ErrorIs(t, err, lukasa.ErrNotFound)
	other, err := m.As("other")
	require.NoError(t, err)
	_, err = other.Along(ctx, "customer:c0", paths.Paths[0], 0)
	require.ErrorIs(t, err, lukasa.ErrNotFound, "I5")
	for _, bad := range []lukasa.TypePath{nil, back.Paths[0], make(lukasa.TypePath, 11)} {
		_, err = m.Along(ctx, "customer:c0", bad, 0)
		require.ErrorIs(t, err, lukasa.ErrQuery)
	}
	_, err = m.TypePaths(ctx, "customer", "invoice", lukasa.PathBounds{Hops: 11})
	require.ErrorIs(t, err, lukasa.ErrInvalid)
}

// TestLoadOntology loads a file whole or not at all, and writes it back
// (004-10).
func TestLoadOntology(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	loadDomain(t, m)
	o, err := m.Ontology(ctx)
	require.NoError(t, err)
	require.Len(t, o.Rules(), 7)
	var b strings.Builder
	require.NoError(t, lukasa.WriteOntology(&b, o.Rules()))
	done, err := m.LoadOntology(ctx, strings.NewReader(b.String()), true)
	require.NoError(t, err)
	require.Equal(t, lukasa.RulesLoaded{Unchanged: 7}, done)
	_, err = m.LoadOntology(ctx, strings.NewReader("- {from: a, relation: b, to: c}\n- nonsense"), true)
	var wrong *lukasa.OntologyError
	require.ErrorAs(t, err, &wrong)
	require.Equal(t, 2, wrong.Problems[0].Line)
	o, err = m.Ontology(ctx)
	require.NoError(t, err)
	require.Len(t, o.Rules(), 7)
	require.True(t, slices.Contains(o.Types(), "invoice"))
	checked(t, m)
}

// TestAlongFollowsMerges: an entity that was merged lies on a path as the one
// that stands for it, wherever on the path it is, and the graph finds the same;
// unmerging restores the chains (004-10, 900-02).
func TestAlongFollowsMerges(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	loadDomain(t, m)
	for _, key := range []lukasa.EntityKey{"customer:gai", "customer:gm", "sales_order:a", "sales_order:b", "work_order:w", "invoice:i", "invoice:j"} {
		require.NoError(t, m.PutEntity(ctx, lukasa.Entity{Key: key}))
	}
	for _, l := range []lukasa.Relation{
		{From: "customer:gm", Type: "has", To: "sales_order:a"},
		{From: "sales_order:b", Type: "requires", To: "work_order:w"},
		{From: "work_order:w", Type: "creates", To: "invoice:i"},
	} {
		require.NoError(t, m.PutRelation(ctx, l))
	}
	path := func(from, to lukasa.EntityType) lukasa.TypePath {
		paths, err := m.ShortestTypePaths(ctx, from, to, lukasa.PathBounds{})
		require.NoError(t, err)
		return paths.Paths[0]
	}
	there, back := path("customer", "invoice"), path("invoice", "customer")
	along := func(start lukasa.EntityKey, p lukasa.TypePath) (out [][]lukasa.EntityKey, cypher string) {
		got, err := m.Along(ctx, start, p, 0)
		require.NoError(t, err)
		for _, i := range got.Instances {
			out = append(out, i.Entities)
		}
		return out, got.Cypher
	}
	for _, start := range []lukasa.EntityKey{"customer:gai", "customer:gm"} {
		chains, _ := along(start, there)
		require.Empty(t, chains, "before")
	}
	var merges []lukasa.ID
	for _, q := range []lukasa.Merging{{From: "customer:gm", Into: "customer:gai"}, {From: "sales_order:a", Into: "sales_order:b"}, {From: "invoice:i", Into: "invoice:j"}} {
		q.Force = true
		done, err := m.MergeEntities(ctx, q)
		require.NoError(t, err)
		merges = append(merges, done.ID)
	}
	want := []lukasa.EntityKey{"customer:gai", "sales_order:b", "work_order:w", "invoice:j"}
	for _, start := range []lukasa.EntityKey{"customer:gai", "customer:gm"} {
		chains, cypher := along(start, there)
		require.Equal(t, [][]lukasa.EntityKey{want}, chains, start)
		rows, err := m.Cypher(ctx, cypher, nil, lukasa.CypherOptions{})
		require.NoError(t, err)
		var seen []string
		for row, err := range rows.Rows {
			require.NoError(t, err)
			seen = append(seen, fmt.Sprint(row))
		}
		require.Len(t, seen, 1)
		for _, key := range want {
			require.Contains(t, seen[0], "default|"+string(key))
		}
	}
	slices.Reverse(want)
	for _, start := range []lukasa.EntityKey{"invoice:i", "invoice:j"} {
		chains, _ := along(start, back)
		require.Equal(t, [][]lukasa.EntityKey{want}, chains, start)
	}
	for _, id := range merges {
		_, err := m.UnmergeEntities(ctx, id)
		require.NoError(t, err)
	}
	chains, _ := along("customer:gm", there)
	require.Empty(t, chains, "after")
	checked(t, m)
}

// TestTypesGoWithTheirRules: the graph has the types that rules name and no others,
// whichever way a rule goes (I2).
func TestTypesGoWithTheirRules(t *testing.T) {
	ctx := context.Background()
	m, _ := openTest(t)
	rule := func(from, to lukasa.EntityType) {
		require.NoError(t, m.PutRule(ctx, lukasa.Rule{From: from, Relation: "owns", To: to, Cardinality: schema.OneToMany}))
	}
	types := func() (names []string) {
		rows, err := m.Cypher(ctx, "MATCH (t:EntityType) RETURN t.name ORDER BY t.name", nil, lukasa.CypherOptions{})
		require.NoError(t, err)
		defer rows.Close()
		for row, err := range rows.Rows {
			require.NoError(t, err)
			names = append(names, row[0].(string))
		}
		checked(t, m)
		return names
	}
	rule("customer", "order")
	rule("order", "invoice")
	rule("part", "part")
	require.Equal(t, []string{"customer", "invoice", "order", "part"}, types())

	_, err := m.LoadOntology(ctx, strings.NewReader("- {from: customer, relation: owns, to: order}"), true)
	require.NoError(t, err)
	require.Equal(t, []string{"customer", "order"}, types())

	rule("order", "part")
	forgotten(t, m, lukasa.Forget{All: true})
	require.Empty(t, types())
	rule("part", "part")
	require.Equal(t, []string{"part"}, types())
}

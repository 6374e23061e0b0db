package grounding_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	_ "modernc.org/sqlite"

	"github.com/lukasadb/lukasa/internal/hostile"
	"github.com/lukasadb/lukasa/knowledge/grounding"
	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// openSQLite makes a database in a file of its own.
func openSQLite(t testing.TB, script string) *sql.DB {
	t.Helper()
	pool, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "domain.db"))
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, pool.Close()) })
	pool.SetMaxOpenConns(1)
	_, err = pool.Exec("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY;" + script)
	require.NoError(t, err)
	return pool
}

const shop = `
CREATE TABLE customers (customer_id INTEGER PRIMARY KEY, name TEXT, delivery_day TEXT, secret TEXT);
CREATE TABLE sales_orders (order_id INTEGER PRIMARY KEY, customer_id INTEGER, status TEXT);
CREATE TABLE work_orders (work_order_id INTEGER PRIMARY KEY, order_id INTEGER);
CREATE TABLE invoices (invoice_id INTEGER PRIMARY KEY, work_order_id INTEGER, amount REAL, due TEXT);
INSERT INTO customers VALUES (7, 'Gai Media', 'Friday', 'hunter2'), (8, 'Other Ltd', NULL, 'x');
INSERT INTO sales_orders VALUES (100, 7, 'open'), (101, 7, 'closed'), (102, 8, 'open');
INSERT INTO work_orders VALUES (500, 100), (501, 101), (502, 102);
INSERT INTO invoices VALUES (1009, 500, 1250.5, '2026-06-01'), (1010, 501, 80, '2026-05-01'), (1011, 502, 5, NULL);`

var tables = map[string]grounding.Table{
	"customers":    {Key: "customer_id", Columns: []string{"name", "delivery_day"}},
	"sales_orders": {Key: "order_id"},
	"work_orders":  {Key: "work_order_id"},
	"invoices":     {Key: "invoice_id", Columns: []string{"amount", "due"}},
}

func newSQL(t testing.TB, pool *sql.DB, o grounding.Options) *grounding.SQL {
	db, err := grounding.NewSQL(pool, o)
	require.NoError(t, err)
	return db
}

// pathOf is the only path between two types of the domain.
func pathOf(t testing.TB, from, to schema.EntityType) ontology.Path {
	f, err := os.Open("../ontology/testdata/domain.yaml")
	require.NoError(t, err)
	defer f.Close()
	rules, err := ontology.Read(f)
	require.NoError(t, err)
	paths, _, err := ontology.New(rules).Shortest(from, to, ontology.Bounds{})
	require.NoError(t, err)
	require.Len(t, paths, 1)
	return paths[0]
}

// TestFetch resolves references and follows joins both ways in a real database
// (004-11).
func TestFetch(t *testing.T) {
	ctx := context.Background()
	pool := openSQLite(t, shop)
	db := newSQL(t, pool, grounding.Options{Tables: tables})
	customer := schema.ExternalRef{Table: "customers", ID: "7"}

	own, err := db.Fetch(ctx, customer, nil)
	require.NoError(t, err)
	require.Equal(t, grounding.Rows{
		Table: "customers", Key: "customer_id", Columns: []string{"customer_id", "name", "delivery_day"},
		Rows: [][]any{{int64(7), "Gai Media", "Friday"}}, Args: 1,
		Query: "SELECT t0.\"customer_id\", t0.\"name\", t0.\"delivery_day\" FROM \"customers\" AS t0\nWHERE t0.\"customer_id\" = ? ORDER BY t0.\"customer_id\" LIMIT 21",
	}, own)

	invoices, err := db.Fetch(ctx, customer, pathOf(t, "customer", "invoice"))
	require.NoError(t, err)
	require.Equal(t, [][]any{{int64(1009), 1250.5, "2026-06-01"}, {int64(1010), 80.0, "2026-05-01"}}, invoices.Rows)

	back, err := db.Fetch(ctx, schema.ExternalRef{Table: "invoices", ID: "1010"}, pathOf(t, "invoice", "customer"))
	require.NoError(t, err)
	require.Equal(t, own.Rows, back.Rows)

	none, err := db.Fetch(ctx, schema.ExternalRef{Table: "customers", ID: "99"}, nil)
	require.NoError(t, err)
	require.Empty(t, none.Rows)

	_, err = pool.Exec("UPDATE customers SET delivery_day = 'Monday' WHERE customer_id = 7")
	require.NoError(t, err)
	fresh, err := db.Fetch(ctx, customer, nil)
	require.NoError(t, err)
	require.Equal(t, "Monday", fresh.Rows[0][2], "nothing is kept (G3)")
}

// TestFetchBounds cuts long answers and long values, and says so (G4).
func TestFetchBounds(t *testing.T) {
	pool := openSQLite(t, `CREATE TABLE a (id INTEGER, b BLOB); CREATE TABLE c (id INTEGER, a_id INTEGER);
		INSERT INTO a VALUES (1, x'ff00ff'), (2, 'héllo wörld'); INSERT INTO c VALUES (3,1),(1,1),(2,1);`)
	db := newSQL(t, pool, grounding.Options{Tables: map[string]grounding.Table{"a": {}, "c": {}}, Limit: 2, MaxCell: 7})
	step := ontology.Step{Rule: schema.Rule{Join: schema.JoinPath{FromTable: "a", ToTable: "c", JoinOn: "id = a_id"}}}
	rows, err := db.Fetch(context.Background(), schema.ExternalRef{Table: "a", ID: "1"}, ontology.Path{step})
	require.NoError(t, err)
	require.Equal(t, [][]any{{int64(1), int64(1)}, {int64(2), int64(1)}}, rows.Rows)
	require.True(t, rows.More)
	for id, want := range map[string]string{"1": `\xff00f…`, "2": "héllo …"} {
		rows, err := db.Fetch(context.Background(), schema.ExternalRef{Table: "a", ID: id}, nil)
		require.NoError(t, err)
		require.Equal(t, want, rows.Rows[0][1])
	}
}

// TestStatement writes what each dialect reads, with filters as parameters (G1).
func TestStatement(t *testing.T) {
	path := ontology.Path{
		{Rule: schema.Rule{Join: schema.JoinPath{FromTable: "crm.a", ToTable: "b", JoinOn: "id = a_id, shop"}}},
		{Rule: schema.Rule{Join: schema.JoinPath{FromTable: "c", ToTable: "b", JoinOn: "b_id = id", Filters: map[string]string{"state": "x' OR 1=1"}}}, Reverse: true},
	}
	for dialect, want := range map[grounding.Dialect]string{
		grounding.Postgres: "SELECT DISTINCT t2.* FROM \"crm\".\"a\" AS t0\nJOIN \"b\" AS t1 ON t1.\"a_id\" = t0.\"id\" AND t1.\"shop\" = t0.\"shop\"\n" +
			"JOIN \"c\" AS t2 ON t2.\"b_id\" = t1.\"id\" AND t1.\"state\" = $1\nWHERE t0.\"id\" = $2 ORDER BY t2.\"id\" LIMIT 21",
		grounding.MySQL: "SELECT DISTINCT t2.* FROM `crm`.`a` AS t0\nJOIN `b` AS t1 ON t1.`a_id` = t0.`id` AND t1.`shop` = t0.`shop`\n" +
			"JOIN `c` AS t2 ON t2.`b_id` = t1.`id` AND t1.`state` = ?\nWHERE t0.`id` = ? ORDER BY t2.`id` LIMIT 21",
	} {
		db := newSQL(t, new(sql.DB), grounding.Options{Dialect: dialect, Tables: map[string]grounding.Table{"crm.a": {}, "b": {}, "c": {}}})
		text, args, err := db.Statement(schema.ExternalRef{Table: "crm.a", ID: "7"}, path)
		require.NoError(t, err)
		require.Equal(t, want, text)
		require.Equal(t, []any{"x' OR 1=1", "7"}, args)
	}
}

// TestRefusals names what may not be asked (G2).
func TestRefusals(t *testing.T) {
	db := newSQL(t, openSQLite(t, shop), grounding.Options{Tables: tables})
	join := func(from, to, on string) ontology.Path {
		return ontology.Path{{Rule: schema.Rule{Join: schema.JoinPath{FromTable: from, ToTable: to, JoinOn: on}}}}
	}
	customer := schema.ExternalRef{Table: "customers", ID: "7"}
	for _, tt := range []struct {
		ref  schema.ExternalRef
		path ontology.Path
		want error
	}{
		{schema.ExternalRef{Table: "sqlite_master", ID: "1"}, nil, grounding.ErrTable},
		{schema.ExternalRef{Table: "CUSTOMERS", ID: "1"}, nil, grounding.ErrTable},
		{schema.ExternalRef{Table: "customers"}, nil, grounding.ErrInvalid},
		{schema.ExternalRef{Table: "customers", ID: strings.Repeat("7", 300)}, nil, grounding.ErrInvalid},
		{customer, join("customers", "sqlite_master", "name"), grounding.ErrTable},
		{customer, join("sales_orders", "customers", "customer_id"), grounding.ErrInvalid},
		{customer, join("customers", "sales_orders", "1=1"), grounding.ErrInvalid},
		{customer, join("", "", ""), grounding.ErrInvalid},
		{customer, make(ontology.Path, 11), grounding.ErrInvalid},
	} {
		_, err := db.Fetch(context.Background(), tt.ref, tt.path)
		require.ErrorIs(t, err, tt.want)
	}
	rows, err := db.Fetch(context.Background(), customer, join("customers", "sales_orders", "no_such_column"))
	require.ErrorContains(t, err, "no_such_column")
	require.NotContains(t, err.Error(), "hunter2")
	require.NotEmpty(t, rows.Query, "what was asked is told even where it failed")
}

// TestHostileIDs passes every hostile string as an id, a filter and a table: it
// is a parameter or refused, and the tables are as they were.
func TestHostileIDs(t *testing.T) {
	pool := openSQLite(t, shop)
	db := newSQL(t, pool, grounding.Options{Tables: tables})
	ctx := context.Background()
	orders := pathOf(t, "customer", "sales_order")
	for _, s := range hostile.Strings() {
		if z := strings.TrimLeft(s, "0"); z == "7" || z == "8" {
			continue // a number by another spelling
		}
		rows, err := db.Fetch(ctx, schema.ExternalRef{Table: "customers", ID: s}, nil)
		require.Empty(t, rows.Rows, "%q", s)
		require.True(t, err == nil || errors.Is(err, grounding.ErrInvalid), "%.40q: %v", s, err)
		_, err = db.Fetch(ctx, schema.ExternalRef{Table: s, ID: "7"}, nil)
		require.ErrorIs(t, err, grounding.ErrTable)
		orders[0].Rule.Join.Filters = map[string]string{"status": s}
		rows, err = db.Fetch(ctx, schema.ExternalRef{Table: "customers", ID: "7"}, orders)
		require.Empty(t, rows.Rows)
		require.True(t, err == nil || errors.Is(err, grounding.ErrInvalid), "%.40q: %v", s, err)
		orders[0].Rule.Join.Filters = map[string]string{s: "x"}
		_, err = db.Fetch(ctx, schema.ExternalRef{Table: "customers", ID: "7"}, orders)
		require.Error(t, err)
		_, err = grounding.NewSQL(pool, grounding.Options{Tables: map[string]grounding.Table{"a": {Key: s + " "}}})
		require.ErrorIs(t, err, grounding.ErrInvalid)
	}
	var n int
	require.NoError(t, pool.QueryRow("SELECT count(*) FROM customers").Scan(&n))
	require.Equal(t, 2, n)
}

// TestFetchAgreesWithBruteForce joins random tables in the database and by hand.
func TestFetchAgreesWithBruteForce(t *testing.T) {
	pool := openSQLite(t, "CREATE TABLE a (id INTEGER, k INTEGER); CREATE TABLE b (id INTEGER, k INTEGER, f TEXT); CREATE TABLE c (id INTEGER, k INTEGER);")
	db := newSQL(t, pool, grounding.Options{Limit: 1000, Tables: map[string]grounding.Table{"a": {}, "b": {}, "c": {}}})
	path := ontology.Path{
		{Rule: schema.Rule{Join: schema.JoinPath{FromTable: "a", ToTable: "b", JoinOn: "k", Filters: map[string]string{"f": "0"}}}},
		{Rule: schema.Rule{Join: schema.JoinPath{FromTable: "c", ToTable: "b", JoinOn: "k = id"}}, Reverse: true},
	}
	rapid.Check(t, func(t *rapid.T) {
		data := map[string][]int{}
		for _, name := range []string{"a", "b", "c"} {
			_, err := pool.Exec("DELETE FROM " + name)
			require.NoError(t, err)
			data[name] = rapid.SliceOfN(rapid.IntRange(0, 4), 0, 6).Draw(t, name)
			for id, k := range data[name] {
				values := fmt.Sprintf("(%d, %d)", id, k)
				if name == "b" {
					values = fmt.Sprintf("(%d, %d, '%d')", id, k, id%2)
				}
				_, err := pool.Exec("INSERT INTO " + name + " VALUES " + values)
				require.NoError(t, err)
			}
		}
		start := rapid.IntRange(0, 5).Draw(t, "start")
		var want [][]any
		for id, k := range data["c"] {
			if start < len(data["a"]) && k < len(data["b"]) && k%2 == 0 && data["b"][k] == data["a"][start] {
				want = append(want, []any{int64(id), int64(k)})
			}
		}
		got, err := db.Fetch(context.Background(), schema.ExternalRef{Table: "a", ID: fmt.Sprint(start)}, path)
		require.NoError(t, err)
		require.Equal(t, want, got.Rows)
	})
}

// slow is a database that does not heed its context.
// slow is a database that tells when it is asked, and then hangs.
type slow struct{ asked, wait chan struct{} }

func (s slow) Fetch(context.Context, schema.ExternalRef, ontology.Path) (grounding.Rows, error) {
	s.asked <- struct{}{}
	<-s.wait
	panic("woken")
}

// TestAsker is back when its caller's time is up, whatever the database does, and
// stops asking one that hangs.
func TestAsker(t *testing.T) {
	s := slow{make(chan struct{}, 8), make(chan struct{})}
	a := grounding.NewAsker(s)
	ref := schema.ExternalRef{Table: "a", ID: "1"}
	for range 4 {
		ctx, cancel := context.WithCancel(context.Background())
		go func() { <-s.asked; cancel() }()
		_, _, err := a.Ask(ctx, ref, nil)
		require.ErrorIs(t, err, context.Canceled)
		require.NotErrorIs(t, err, grounding.ErrBusy)
	}
	for range 2 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		_, _, err := a.Ask(ctx, ref, nil)
		cancel()
		require.ErrorIs(t, err, context.DeadlineExceeded)
		require.ErrorIs(t, err, grounding.ErrBusy)
	}
	require.Empty(t, s.asked)
	close(s.wait)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, _, err := a.Ask(ctx, ref, nil)
	require.ErrorIs(t, err, grounding.ErrPanic)
}

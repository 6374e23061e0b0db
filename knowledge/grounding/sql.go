package grounding

import (
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// Dialect is how a database writes names and parameters.
type Dialect string

// The dialects. The zero Dialect is SQLite's.
const (
	SQLite   Dialect = "sqlite"   // "name" and ?
	Postgres Dialect = "postgres" // "name" and $1
	MySQL    Dialect = "mysql"    // `name` and ?
)

// Table is a table that may be asked.
type Table struct {
	// Key is the column that an external reference's id names. Default "id".
	Key string
	// Columns are those that are shown, besides the key. None means all: name
	// them where a table has columns that a prompt must never see.
	Columns []string
}

// Options say what of a database may be asked.
type Options struct {
	Dialect Dialect
	// Tables that may be asked, by the names that references and rules use:
	// "customers", "domain.customers". No other is (G2).
	Tables map[string]Table
	// Limit is the most rows of one answer. Default 20, at most 1,000.
	Limit int
	// MaxCell is the most bytes of one value; longer texts are cut. Default
	// 1,000, at most 100,000.
	MaxCell int
}

// Bounds and defaults of options.
const (
	DefaultLimit   = 20
	MaxLimit       = 1000
	DefaultMaxCell = 1000
	MaxMaxCell     = 100_000
	// MaxArg is the longest id or filter that is passed on.
	MaxArg = schema.MaxID
)

// SQL is a [Database] over database/sql. It only ever sends SELECT statements;
// give it a user who may do no more. It is safe for concurrent use, and does not
// close the pool it is given.
type SQL struct {
	pool *sql.DB
	o    Options
}

// NewSQL returns a database over a pool of connections. The error is
// [ErrInvalid] and names the option.
func NewSQL(pool *sql.DB, o Options) (*SQL, error) {
	bad := func(field string, value any, want string) error {
		return fmt.Errorf("%w options: %s: %v, want %s", ErrInvalid, field, value, want)
	}
	if o.Dialect == "" {
		o.Dialect = SQLite
	}
	if o.Limit == 0 {
		o.Limit = DefaultLimit
	}
	if o.MaxCell == 0 {
		o.MaxCell = DefaultMaxCell
	}
	switch {
	case pool == nil:
		return nil, bad("pool", "nil", "a pool of connections")
	case o.Dialect != SQLite && o.Dialect != Postgres && o.Dialect != MySQL:
		return nil, bad("dialect", fmt.Sprintf("%q", o.Dialect), "sqlite, postgres or mysql")
	case o.Limit < 1 || o.Limit > MaxLimit:
		return nil, bad("limit", o.Limit, fmt.Sprintf("1 to %d", MaxLimit))
	case o.MaxCell < 1 || o.MaxCell > MaxMaxCell:
		return nil, bad("max_cell", o.MaxCell, fmt.Sprintf("1 to %d", MaxMaxCell))
	case len(o.Tables) == 0:
		return nil, bad("tables", "none", "those that may be asked")
	}
	tables := make(map[string]Table, len(o.Tables))
	for _, name := range slices.Sorted(maps.Keys(o.Tables)) {
		t := o.Tables[name]
		if t.Key == "" {
			t.Key = "id"
		}
		if !ontology.IsTable(name) || !ontology.IsColumn(t.Key) {
			return nil, bad("tables", fmt.Sprintf("%.80q, key %.80q", name, t.Key), "plain names")
		}
		for _, c := range t.Columns {
			if !ontology.IsColumn(c) {
				return nil, bad("tables."+name+".columns", fmt.Sprintf("%.80q", c), "plain names")
			}
		}
		t.Columns = slices.DeleteFunc(slices.Clone(t.Columns), func(c string) bool { return c == t.Key })
		tables[name] = t
	}
	o.Tables = tables
	return &SQL{pool, o}, nil
}

// Fetch implements [Database]. See [SQL.Statement] for what it asks.
func (d *SQL) Fetch(ctx context.Context, ref schema.ExternalRef, path ontology.Path) (Rows, error) {
	s, err := d.statement(ref, path)
	out := Rows{Table: s.table, Key: s.key, Query: s.text.String(), Args: len(s.args)}
	if err != nil {
		return out, err
	}
	rows, err := d.pool.QueryContext(ctx, out.Query, s.args...)
	if err != nil {
		return out, fmt.Errorf("grounding: %s: %w", s.table, err)
	}
	defer rows.Close()
	if err := d.read(rows, &out); err != nil {
		return out, fmt.Errorf("grounding: %s: %w", s.table, err)
	}
	return out, nil
}

func (d *SQL) read(rows *sql.Rows, out *Rows) (err error) {
	if out.Columns, err = rows.Columns(); err != nil {
		return err
	}
	for rows.Next() {
		if len(out.Rows) == d.o.Limit {
			out.More = true
			break
		}
		cells := make([]any, len(out.Columns))
		into := make([]any, len(cells))
		for i := range cells {
			into[i] = &cells[i]
		}
		if err := rows.Scan(into...); err != nil {
			return err
		}
		for i := range cells {
			cells[i] = d.cell(cells[i])
		}
		out.Rows = append(out.Rows, cells)
	}
	return rows.Err()
}

// cell turns a driver's value into one of those that [Rows] has.
func (d *SQL) cell(v any) any {
	switch v := v.(type) {
	case nil, bool, int64:
		return v
	case float64:
		return finite(v)
	case float32:
		return finite(float64(v))
	case time.Time:
		return v.UTC()
	case []byte:
		return d.text(string(v))
	case string:
		return d.text(v)
	}
	return d.text(fmt.Sprint(v))
}

package grounding

import (
	"context"
	"errors"

	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// Errors of this package. Match them with errors.Is.
var (
	// ErrInvalid says that options, a reference or a path are malformed; the
	// text names the field.
	ErrInvalid = errors.New("grounding: invalid")
	// ErrTable says that a table is not among those that may be asked (G2).
	ErrTable = errors.New("grounding: table is not listed")
	// ErrBusy says that earlier questions still hang in the database.
	ErrBusy = errors.New("grounding: database is busy")
	// ErrPanic says that the database panicked.
	ErrPanic = errors.New("grounding: database panicked")
)

// Database fetches rows of a domain database. It must be safe for concurrent
// use and should heed the context; [Asker] protects from one that does not.
type Database interface {
	// Fetch returns the row that a reference names or, with a path, the rows
	// that its joins lead to from there; no rows if there are none. With an
	// error it returns what it was about to ask, as far as it got.
	Fetch(ctx context.Context, ref schema.ExternalRef, path ontology.Path) (Rows, error)
}

// Rows is what a database holds, as of when it was asked. It is the caller's.
type Rows struct {
	Table   string   `json:"table,omitempty"`
	Key     string   `json:"key,omitempty"` // the column that names a row
	Columns []string `json:"columns,omitempty"`
	// Rows hold nil, bool, int64, float64, string or time.Time for each column.
	Rows [][]any `json:"rows,omitempty"`
	More bool    `json:"more,omitempty"` // there are more than were fetched
	// Query is the text of the statement, with placeholders, and Args how many
	// parameters went with it.
	Query string `json:"query,omitempty"`
	Args  int    `json:"args,omitempty"`
}

// Value returns a row's value of a column, and whether there is such a column.
func (r *Rows) Value(row int, column string) (any, bool) {
	for i, c := range r.Columns {
		if c == column {
			return r.Rows[row][i], true
		}
	}
	return nil, false
}

package grounding

import (
	"context"
	"fmt"
	"time"

	"github.com/lukasadb/lukasa/knowledge/ontology"
	"github.com/lukasadb/lukasa/schema"
)

// maxHanging is how many questions may hang in a database that does not heed its
// context. Then no more are asked until one of them comes back.
const maxHanging = 4

// Asker asks a database within deadlines. It is safe for concurrent use.
type Asker struct {
	db    Database
	slots chan struct{}
}

// NewAsker returns an asker of a database.
func NewAsker(db Database) *Asker { return &Asker{db, make(chan struct{}, maxHanging)} }

// Ask fetches as [Database.Fetch] does, but is back as soon as the context ends,
// whatever the database does; it tells how long that took.
func (a *Asker) Ask(ctx context.Context, ref schema.ExternalRef, path ontology.Path) (Rows, time.Duration, error) {
	start := time.Now()
	select {
	case a.slots <- struct{}{}:
	default:
		select {
		case a.slots <- struct{}{}:
		case <-ctx.Done():
			return Rows{}, time.Since(start), fmt.Errorf("%w: %w", ErrBusy, ctx.Err())
		}
	}
	type answer struct {
		rows Rows
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		defer func() { <-a.slots }()
		rows, err := a.fetch(ctx, ref, path)
		done <- answer{rows, err}
	}()
	select {
	case got := <-done:
		return got.rows, time.Since(start), got.err
	case <-ctx.Done():
		return Rows{}, time.Since(start), fmt.Errorf("grounding: %s: %w", ref.Table, ctx.Err())
	}
}

func (a *Asker) fetch(ctx context.Context, ref schema.ExternalRef, path ontology.Path) (rows Rows, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, p)
		}
	}()
	if err := ctx.Err(); err != nil {
		return Rows{}, fmt.Errorf("grounding: %s: %w", ref.Table, err)
	}
	return a.db.Fetch(ctx, ref, path)
}

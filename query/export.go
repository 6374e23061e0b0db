package query

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// line is one line of an export.
type line struct {
	Type schema.ObjectType `json:"type"`
	Data schema.Object     `json:"data"`
}

// Export writes everything the agents have as it stands now, one JSON object a
// line, in an order that depends on the content alone: records by event time.
// No agents means all of them. Importing it gives an equal memory; history and
// usage stay behind.
func (q *Reader) Export(ctx context.Context, agents []string, w io.Writer) (lines int, err error) {
	out := bufio.NewWriterSize(w, 1<<16)
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false)
	emit := func(obj schema.Object) error {
		lines++
		return errors.Join(ctx.Err(), enc.Encode(line{obj.ObjectType(), obj}))
	}
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		if len(agents) == 0 {
			for a, err := range r.Owners() {
				if err != nil {
					return err
				}
				agents = append(agents, a.Name)
			}
		}
		for _, t := range store.ObjectOrder() {
			for _, agent := range agents {
				if err := exportType(r, t, agent, emit); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return lines, errors.Join(err, out.Flush())
}

func exportType(r *ledger.Reader, t schema.ObjectType, agent string, emit func(schema.Object) error) error {
	if t == schema.TypeExperience {
		return exportRecords(r, agent, emit)
	}
	for obj, err := range r.Objects(t, schema.KeyPrefix(agent)) {
		if err != nil {
			return err
		}
		if schema.IsNote(obj) {
			continue
		}
		if err := emit(obj); err != nil {
			return err
		}
	}
	return nil
}

func exportRecords(r *ledger.Reader, agent string, emit func(schema.Object) error) error {
	for entry, err := range r.Scan(agent, ledger.Everything(), ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return err
		}
		if err := emit(e); err != nil {
			return err
		}
	}
	return nil
}

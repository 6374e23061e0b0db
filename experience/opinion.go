package experience

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// Weigh takes records of an agent as evidence for or against an opinion of the
// agent, in the order given, and returns the opinion: a new version, with its
// confidence moved by small steps (see [knowledge.Sway]). Evidence that it knows
// already changes nothing. What is no opinion is an [schema.InvalidError]; a
// record or opinion that is not there is [ErrNotFound] or, as evidence, an
// InvalidError.
func (w *Writer) Weigh(ctx context.Context, agent string, opinion schema.ID, list ...schema.Evidence) (schema.Experience, error) {
	var out schema.Experience
	err := w.write(ctx, func(t *transaction) error {
		before, err := ownRecord(t.tx, agent, opinion)
		if err != nil {
			return err
		}
		out = *before
		if before.Kind != schema.KindOpinion {
			return &schema.InvalidError{Type: schema.TypeExperience, Fields: []schema.FieldError{
				{Field: "kind", Value: string(before.Kind), Problem: "want opinion"},
			}}
		}
		after := *before
		changed := false
		for _, ev := range list {
			if ev.Time, err = t.happened(agent, ev); err != nil {
				return err
			}
			changed = knowledge.Weigh(&after, ev) || changed
		}
		if !changed {
			return nil
		}
		if err := after.Validate(); err != nil {
			return err
		}
		out = after
		return t.replace(before, &out)
	})
	return out, err
}

// happened is when the record that evidence points to happened. One that is not there is
// told of when the opinion is written.
func (t *transaction) happened(agent string, ev schema.Evidence) (time.Time, error) {
	e, err := ownRecord(t.tx, agent, ev.ID)
	switch {
	case errors.Is(err, ErrNotFound):
		return ev.Time, nil
	case err != nil:
		return time.Time{}, err
	}
	return e.Time, nil
}

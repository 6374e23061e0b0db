package knowledge

import (
	"context"
	"errors"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// AddAlias gives an entity another name, of everyone's or of one user's
// (004-03). One that is there already is counted as used once more, and takes
// over what a says beyond it. The entity must exist; where it was merged, the
// name is given to the one that was named.
func (g *Registry) AddAlias(ctx context.Context, a schema.Alias) (schema.Alias, error) {
	err := g.store.Update(ctx, func(tx *ledger.Tx) error {
		if _, err := loadEntity(&tx.Reader, a.Agent, a.Entity); err != nil {
			return err
		}
		return putAlias(tx, &a)
	})
	return a, err
}

// putAlias writes an alias over the one that has its text, user and entity, if
// there is one.
func putAlias(tx *ledger.Tx, a *schema.Alias) error {
	have, err := ledger.Load[*schema.Alias](&tx.Reader, a.ObjectKey())
	switch {
	case err == nil:
		a.UseCount = max(a.UseCount, have.UseCount) + 1
		a.Recorded, a.Updated, a.Version = have.Recorded, time.Time{}, have.Version
		keep(&a.Confidence, have.Confidence)
		keep(&a.Source, have.Source)
		keep(&a.Context, have.Context)
		keep(&a.Learned, have.Learned)
	case !errors.Is(err, ledger.ErrNotFound):
		return err
	}
	if a.Confidence == 0 {
		a.Confidence = 1
	}
	a.Updated = time.UnixMicro(tx.Stamp()).UTC()
	a.SetDefaults(a.Updated, nil)
	if err := a.Validate(); err != nil {
		return err
	}
	return tx.Put(a)
}

func keep[T comparable](p *T, had T) {
	var none T
	if *p == none {
		*p = had
	}
}

// Answer tells what a user meant by a name.
type Answer struct {
	Text    string           `json:"text"`
	User    string           `json:"user_id,omitempty"` // empty: everyone means it so
	Entity  schema.EntityKey `json:"entity"`
	Source  string           `json:"source,omitempty"`                 // how it was learned; default "answer", with which an answer for everyone decides
	Learned schema.ID        `json:"learned_from,omitzero"`            // the record in which it was said
	Context string           `json:"disambiguation_context,omitempty"` // what the name stood in
}

// unlearned is what is left of the confidence in what a name meant to a user
// once they say that it means another.
const unlearned = .5

// answered is the source of an alias that somebody gave when asked.
const answered = "answer"

// Learn keeps an answer as an alias of the user, so that nobody is asked twice:
// what else the name meant to them is believed half as much. An answer that names no
// user is everyone's who did not answer for themselves; what others answered for
// everyone is believed half as much. It returns the alias. A pronoun is nobody's name
// and is refused, as is what is not well-formed, with [schema.ErrInvalid].
func (g *Registry) Learn(ctx context.Context, agent string, in Answer) (schema.Alias, error) {
	a := schema.Alias{
		Agent: agent, Text: in.Text, User: in.User, Entity: in.Entity, Confidence: 1, Source: in.Source,
		Learned: in.Learned, Context: in.Context,
	}
	if a.Source == "" {
		a.Source = answered
	}
	if _, ok := ReadReference(in.Text); ok {
		return a, &schema.InvalidError{Type: schema.TypeAlias, Fields: []schema.FieldError{{
			Field: "alias_text", Value: in.Text, Problem: "is a pronoun, nobody's name",
		}}}
	}
	complete := a
	complete.SetDefaults(g.store.Now(), nil)
	if err := complete.Validate(); err != nil {
		return a, err
	}
	err := g.store.Update(ctx, func(tx *ledger.Tx) error {
		if _, err := standingFor(&tx.Reader, agent, in.Entity); err != nil {
			return err
		}
		if err := unlearn(tx, &a); err != nil {
			return err
		}
		return putAlias(tx, &a)
	})
	return a, err
}

// unlearn lowers the other aliases of this text and user; of everyone's those that were
// answers, as a nickname that several have stays theirs.
func unlearn(tx *ledger.Tx, a *schema.Alias) error {
	for other, err := range tx.AliasesFor(a.Agent, a.Text) {
		if err != nil {
			return err
		}
		if other.User != a.User || other.Entity == a.Entity || other.User == "" && other.Source != answered {
			continue
		}
		if other.Confidence == 0 {
			other.Confidence = 1
		}
		other.Confidence *= unlearned
		if err := tx.Put(other); err != nil {
			return err
		}
	}
	return nil
}

// countUse counts one more use of the alias by which a user's mention was
// resolved.
func (g *Registry) countUse(ctx context.Context, agent string, q Question, found Identity) error {
	return g.store.Update(ctx, func(tx *ledger.Tx) error {
		for a, err := range tx.AliasesFor(agent, q.Text) {
			if err != nil {
				return err
			}
			top, err := tx.Survivor(agent, a.Entity)
			if err != nil {
				return err
			}
			if a.User == q.User && top == found.Entity {
				a.UseCount++
				return tx.Put(a)
			}
		}
		return nil
	})
}

package knowledge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/google/uuid"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge/names"
	"github.com/lukasadb/lukasa/schema"
)

// ErrMerge says that two entities cannot be merged. The error is a
// [*MergeError].
var ErrMerge = errors.New("knowledge: cannot merge")

// MergeError tells why two entities cannot be merged.
type MergeError struct {
	From, Into schema.EntityKey
	Reason     string // such as "digits differ"
	Forcible   bool   // a guard says no: the caller may insist
}

// Error implements error.
func (e *MergeError) Error() string {
	text := fmt.Sprintf("%v: %s into %s: %s", ErrMerge, e.From, e.Into, e.Reason)
	if e.Forcible {
		text += " (it can be forced)"
	}
	return text
}

// Is matches [ErrMerge].
func (e *MergeError) Is(target error) bool { return target == ErrMerge }

// Merging asks for two entities to be one from now on.
type Merging struct {
	From, Into schema.EntityKey
	Reason     string // for the merge log
	Force      bool   // although a guard says that they differ
}

// undo is what a merge changed: no more than where one entity pointed.
type undo struct {
	MergedInto schema.EntityKey `json:"merged_into"`
}

// Merge makes one entity stand for another: what mentions, names or relates to
// From is Into's, until the merge is undone. No record, alias or relation is
// changed (K2). Where either was merged before, those that stand for them are
// merged.
//
// It returns the line of the merge log. Entities that are one already, or whose
// names a guard keeps apart, give a [*MergeError], those that do not exist
// [ErrNotFound].
func (g *Registry) Merge(ctx context.Context, agent string, m Merging) (schema.Merge, error) {
	var out schema.Merge
	err := g.store.Update(ctx, func(tx *ledger.Tx) error {
		from, into, err := g.ends(&tx.Reader, agent, m)
		if err != nil {
			return err
		}
		log := &schema.Merge{Agent: agent, From: from.Key, Into: into.Key, Reason: m.Reason}
		if log.Undo, err = json.Marshal(undo{from.MergedInto}); err != nil {
			return err
		}
		log.SetDefaults(time.UnixMicro(tx.Stamp()).UTC(), g.store.NewID)
		if err := log.Validate(); err != nil {
			return err
		}
		from.MergedInto = into.Key
		if err := errors.Join(tx.Put(from), tx.Put(log)); err != nil {
			return err
		}
		out = *log
		return nil
	})
	return out, err
}

// ends returns the entities that stand for both sides of a merge.
func (g *Registry) ends(r *ledger.Reader, agent string, m Merging) (from, into *schema.Entity, err error) {
	if from, err = standingFor(r, agent, m.From); err != nil {
		return nil, nil, err
	}
	if into, err = standingFor(r, agent, m.Into); err != nil {
		return nil, nil, err
	}
	if from.Key == into.Key {
		return nil, nil, &MergeError{From: m.From, Into: m.Into, Reason: "they are one already"}
	}
	if why := apart(from, into); why != "" && !m.Force {
		return nil, nil, &MergeError{From: from.Key, Into: into.Key, Reason: why, Forcible: true}
	}
	return from, into, nil
}

// standingFor returns the entity that stands for key, which must exist.
func standingFor(r *ledger.Reader, agent string, key schema.EntityKey) (*schema.Entity, error) {
	if _, err := loadEntity(r, agent, key); err != nil {
		return nil, err
	}
	top, err := r.Survivor(agent, key)
	if err != nil {
		return nil, err
	}
	return loadEntity(r, agent, top)
}

// apart returns why the guards keep two entities apart, or "". Entities that are
// known by a number alone are told apart by their types only.
func apart(a, b *schema.Entity) string {
	nameA, nameB := a.Name, b.Name
	if uuid.Validate(nameA) == nil || uuid.Validate(nameB) == nil {
		nameA, nameB = "", ""
	}
	return names.Compare(names.Parse(nameA, string(a.Type)), names.Parse(nameB, string(b.Type))).Veto
}

// Unmerge takes back a merge, named by its id: From stands for itself again, and
// what was merged into it with it. Merges may be taken back in any order. A
// merge that was undone already is [ErrNotFound].
func (g *Registry) Unmerge(ctx context.Context, agent string, id schema.ID) (schema.Merge, error) {
	var out schema.Merge
	err := g.store.Update(ctx, func(tx *ledger.Tx) error {
		log, err := ledger.Load[*schema.Merge](&tx.Reader, (&schema.Merge{Agent: agent, ID: id}).ObjectKey())
		if errors.Is(err, ledger.ErrNotFound) || err == nil && log.Undone {
			return fmt.Errorf("%w: merge %s", ErrNotFound, id)
		}
		if err != nil {
			return err
		}
		out = *log
		return takeBack(tx, &out)
	})
	return out, err
}

// UnmergeEntity takes back the merge that made another entity stand for key. An
// entity that was not merged is [ErrNotFound].
func (g *Registry) UnmergeEntity(ctx context.Context, agent string, key schema.EntityKey) (schema.Merge, error) {
	merges, err := g.Merges(ctx, agent)
	if err != nil {
		return schema.Merge{}, err
	}
	for _, m := range merges {
		if m.From == key && !m.Undone {
			return g.Unmerge(ctx, agent, m.ID)
		}
	}
	return schema.Merge{}, fmt.Errorf("%w: merge of %s", ErrNotFound, key)
}

func takeBack(tx *ledger.Tx, log *schema.Merge) error {
	var u undo
	if err := json.Unmarshal(log.Undo, &u); err != nil {
		return fmt.Errorf("knowledge: merge %s: undo: %w", log.ID, err)
	}
	from, err := loadEntity(&tx.Reader, log.Agent, log.From)
	if err != nil {
		return err
	}
	from.MergedInto = u.MergedInto
	log.Undone, log.Updated = true, time.UnixMicro(tx.Stamp()).UTC()
	return errors.Join(tx.Put(from), tx.Put(log))
}

// Merges returns the merge log of an agent, oldest first, undone merges
// included.
func (g *Registry) Merges(ctx context.Context, agent string) ([]schema.Merge, error) {
	var out []schema.Merge
	err := g.store.View(ctx, func(r *ledger.Reader) error {
		for m, err := range mergeLog(r, agent) {
			if err != nil {
				return err
			}
			out = append(out, *m)
		}
		return nil
	})
	return out, err
}

// mergeLog yields the merges of an agent, oldest first, those that were undone included.
func mergeLog(r *ledger.Reader, agent string) iter.Seq2[*schema.Merge, error] {
	return func(yield func(*schema.Merge, error) bool) {
		for obj, err := range r.Objects(schema.TypeMerge, schema.KeyPrefix(agent)) {
			m, is := obj.(*schema.Merge)
			if (is || err != nil) && !yield(m, err) {
				return
			}
		}
	}
}

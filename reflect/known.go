package reflect

import (
	"cmp"
	"context"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/store"
	"github.com/lukasadb/lukasa/schema"
)

// known returns the live records of a kind about a user, oldest first. Expired
// ones are left out.
func (k *Keeper) known(ctx context.Context, agent, user string, kind schema.Kind) ([]schema.Experience, error) {
	now := k.store.Now()
	a, err := k.store.Agent(ctx, agent)
	if err != nil {
		return nil, err
	}
	defer a.Release()
	var out []schema.Experience
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		in, err := shorter(r, agent, user, kind)
		if err != nil {
			return err
		}
		ids, err := standing(r, a, agent, in, kind)
		if err != nil {
			return err
		}
		records, err := r.Experiences(ids)
		for _, e := range records {
			if e != nil && e.Kind == kind && e.User() == user && e.Status.Live() && !e.Expired(now) {
				out = append(out, *e)
			}
		}
		return err
	})
	return out, err
}

// standing lists the records of an index, oldest first, but for those of another kind
// or not live as the agent's columns know them: what was archived to make room over the
// years is many times what is kept, and is not read.
func standing(r *ledger.Reader, a *store.Agent, agent string, in ledger.Index, kind schema.Kind) (ids []schema.ID, err error) {
	for entry, err := range r.Scan(agent, in, ledger.Scan{OldestFirst: true}) {
		if err != nil {
			return nil, err
		}
		row, known := a.Columns().Row(entry.ID)
		if !known || row.KindOf() == kind && row.StatusOf().Live() {
			ids = append(ids, entry.ID)
		}
	}
	return ids, nil
}

// shorter picks the index by which a user's records of a kind are found soonest:
// a user who talks much has many messages, an agent of many users many insights.
func shorter(r *ledger.Reader, agent, user string, kind schema.Kind) (ledger.Index, error) {
	const many = 500
	n, err := r.Count(agent, ledger.OfUser(user), ledger.Scan{}, many)
	if user == "" || n == many {
		return ledger.OfKind(kind), err
	}
	return ledger.OfUser(user), err
}

// lastUsed is when a record was last of use: accessed or, if it never was, when
// it was recorded.
func lastUsed(e *schema.Experience) time.Time {
	if e.Usage.LastAccessed.After(e.Recorded) {
		return e.Usage.LastAccessed
	}
	return e.Recorded
}

// kept tells whether a record must stay whatever the limits say.
func kept(e *schema.Experience) bool { return e.Permanent || e.Pinned }

// evictable returns the n records that were used longest ago, without those that
// must stay, ties by id (001-05). There may be fewer.
func evictable(records []schema.Experience, n int) []schema.Experience {
	free := slices.DeleteFunc(slices.Clone(records), func(e schema.Experience) bool { return kept(&e) })
	slices.SortFunc(free, func(a, b schema.Experience) int {
		return cmp.Or(lastUsed(&a).Compare(lastUsed(&b)), schema.CompareIDs(a.ID, b.ID))
	})
	return free[:min(len(free), n)]
}

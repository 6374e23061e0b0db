package reflect

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/experience"
	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/schema"
)

// Sweep says what a sweep is to do.
type Sweep struct {
	// Agent whose records are swept. Required here; package lukasa fills in the memory's.
	Agent string `json:"agent"`
	// Expired says what is done with what has expired: "archive", "forget" or
	// "purge". Empty: the setting sweep.expired.
	Expired string `json:"expired,omitempty"`
	// DryRun changes nothing and tells what would be done.
	DryRun bool `json:"dry_run,omitempty"`
}

// Swept tells what a sweep did, by id in the order of expiry.
type Swept struct {
	Archived  []schema.ID `json:"archived,omitempty"`
	Forgotten []schema.ID `json:"forgotten,omitempty"`
	// Beliefs are records that went with the last of their evidence (I8), or as they had
	// words of what was purged.
	Beliefs []schema.ID `json:"beliefs,omitempty"`
	// Reasons count what had expired by why.
	Reasons Reasons `json:"reasons"`
	DryRun  bool    `json:"dry_run,omitempty"`
}

// Reasons counts expired records by the policy that ended them.
type Reasons struct {
	Session int `json:"session,omitempty"` // the session was over
	Day     int `json:"day,omitempty"`     // after a day
	Week    int `json:"week,omitempty"`    // after a week
	Dated   int `json:"dated,omitempty"`   // at a time that the record named
}

func (r *Reasons) count(t schema.TTL) {
	switch t {
	case schema.TTLSession:
		r.Session++
	case schema.TTLDay:
		r.Day++
	case schema.TTLWeek:
		r.Week++
	default:
		r.Dated++
	}
}

// Total is how many had expired.
func (r Reasons) Total() int { return r.Session + r.Day + r.Week + r.Dated }

// sweepBatch is how many records one transaction of a sweep touches.
const sweepBatch = 200

// Sweep archives or forgets what has expired by the store's clock (000-16,
// 000-25), in small transactions: it can be cut short and called again. Nothing
// permanent expires, and what a permanent or pinned belief rests on is archived
// where it would be forgotten.
func (k *Keeper) Sweep(ctx context.Context, s Sweep) (Swept, error) {
	if s.Expired == "" {
		config, err := k.store.Config(ctx, s.Agent)
		if err != nil {
			return Swept{}, err
		}
		s.Expired = config.Sweep.Expired
	}
	if !slices.Contains([]string{"archive", "forget", "purge"}, s.Expired) {
		return Swept{}, &schema.InvalidError{Type: schema.TypeSetting, Fields: []schema.FieldError{
			{Field: "expired", Value: s.Expired, Problem: "want archive, forget or purge"},
		}}
	}
	out := Swept{DryRun: s.DryRun}
	now, after := k.store.Now(), ledger.Cursor("")
	for {
		if err := k.store.StepAside(ctx); err != nil {
			return out, err
		}
		expired, next, err := k.expired(ctx, s.Agent, now, after)
		if err != nil {
			return out, err
		}
		for _, e := range expired {
			out.Reasons.count(e.TTL)
		}
		if err := k.sweepBatch(ctx, s, expired, &out); err != nil || next == "" {
			return out, err
		}
		after = next
	}
}

// expired returns the next records that have expired, and where to go on.
func (k *Keeper) expired(ctx context.Context, agent string, now time.Time, after ledger.Cursor) (list []schema.Experience, next ledger.Cursor, err error) {
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		for entry, err := range r.Scan(agent, ledger.Expiring(), ledger.Scan{To: now, OldestFirst: true, After: after}) {
			if err != nil {
				return err
			}
			if len(list) == sweepBatch {
				return nil
			}
			e, err := r.Experience(entry.ID)
			if err != nil {
				return err
			}
			next = entry.Cursor()
			if e.Expired(now) {
				list = append(list, *e)
			}
		}
		next = ""
		return nil
	})
	return list, next, err
}

func (k *Keeper) sweepBatch(ctx context.Context, s Sweep, expired []schema.Experience, out *Swept) error {
	if len(expired) == 0 {
		return nil
	}
	if s.Expired == "archive" {
		return k.archiveExpired(ctx, s, expired, out)
	}
	forget, err := k.forgettable(ctx, s, expired)
	if err != nil {
		return err
	}
	archive := slices.DeleteFunc(slices.Clone(expired), func(e schema.Experience) bool { return slices.Contains(forget, e.ID) })
	if err := k.archiveExpired(ctx, s, archive, out); err != nil || len(forget) == 0 {
		return err
	}
	steward := NewSteward(k.store, k.writer, k.reader)
	gone, err := steward.drop(ctx, experience.Forget{Agent: s.Agent, IDs: forget, Purge: s.Expired == "purge", DryRun: s.DryRun})
	if err != nil {
		return err
	}
	out.Forgotten = append(out.Forgotten, forget...)
	for _, id := range slices.Concat(gone.Beliefs, gone.Summaries) {
		if !slices.Contains(forget, id) {
			out.Beliefs = append(out.Beliefs, id)
		}
	}
	return nil
}

// archiveExpired takes expired records out of answers for good: archived, with
// the reason, and no longer waiting for a sweep.
func (k *Keeper) archiveExpired(ctx context.Context, s Sweep, expired []schema.Experience, out *Swept) error {
	batch := experience.Batch{Agent: s.Agent}
	for _, e := range expired {
		p := schema.Patch{ExpiresAt: new(time.Time), TTL: new(schema.TTL)}
		p.QualityReason = new(reasoned(e.QualityReason, fmt.Sprintf("%s: archived, expired %s%s", day(k.store.Now()), day(e.ExpiresAt), policy(e.TTL))))
		if e.Status.Live() {
			p.Status = new(schema.StatusArchived)
		}
		batch.Update = append(batch.Update, experience.Change{ID: e.ID, Version: e.Version, Patch: p})
		out.Archived = append(out.Archived, e.ID)
	}
	if s.DryRun || len(batch.Update) == 0 {
		return nil
	}
	_, err := k.writer.Write(ctx, batch)
	return err
}

func policy(t schema.TTL) string {
	if t == "" {
		return ""
	}
	return " by its policy, " + string(t)
}

// forgettable returns the records that can be forgotten without a belief that
// must stay losing its last evidence or, in a purge, its words.
func (k *Keeper) forgettable(ctx context.Context, s Sweep, expired []schema.Experience) ([]schema.ID, error) {
	all := idsOf(expired)
	if ok, err := k.spares(ctx, s, all); ok || err != nil {
		return all, err
	}
	var out []schema.ID
	for _, id := range all {
		ok, err := k.spares(ctx, s, append(slices.Clone(out), id))
		if err != nil {
			return nil, err
		}
		if ok {
			out = append(out, id)
		}
	}
	return out, nil
}

// spares tells whether forgetting records leaves all beliefs that must stay.
func (k *Keeper) spares(ctx context.Context, s Sweep, ids []schema.ID) (bool, error) {
	would, err := k.writer.Forget(ctx, experience.Forget{Agent: s.Agent, IDs: ids, Purge: s.Expired == "purge", DryRun: true})
	if err != nil {
		return false, err
	}
	ok := true
	err = k.store.View(ctx, func(r *ledger.Reader) error {
		for _, id := range slices.Concat(would.Beliefs, would.Summaries) {
			if slices.Contains(ids, id) {
				continue
			}
			e, err := r.Experience(id)
			if err != nil {
				return err
			}
			ok = ok && !kept(e)
		}
		return nil
	})
	return ok, err
}

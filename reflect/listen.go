package reflect

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/internal/lexical"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// mostHeard is how many records are looked at that have the words for what an
// opinion is of, those that have most of them: what is not linked to an entity is
// found by no index that is complete.
const mostHeard = 300

// listen finds what was told of what opinions are of, and which opinions it bears
// on: of each entity once, by the index of entities, and of each opinion by words,
// for what is no entity, or was not known for one where it was told.
func (k *Keeper) listen(ctx context.Context, r Reflection, opinions []*swayed) error {
	if err := k.listenByEntity(ctx, r, opinions); err != nil {
		return err
	}
	for _, o := range opinions {
		if err := k.listenByWords(ctx, r, o); err != nil {
			return err
		}
	}
	return nil
}

// listenByEntity reads what was told of each entity that opinions mention.
// Entities that were merged are one.
func (k *Keeper) listenByEntity(ctx context.Context, r Reflection, opinions []*swayed) error {
	about := map[schema.EntityKey][]*swayed{}
	err := k.store.View(ctx, func(rd *ledger.Reader) error {
		for _, o := range opinions {
			mentions, err := surviving(rd, &o.Experience)
			if err != nil {
				return err
			}
			o.opinion = knowledge.OpinionOf(o.Text(), mentions)
			for _, m := range mentions {
				if list := about[m.Entity]; !slices.Contains(list, o) {
					about[m.Entity] = append(list, o)
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, key := range slices.Sorted(maps.Keys(about)) {
		err := k.store.View(ctx, func(rd *ledger.Reader) error { return k.listenTo(rd, r, key, about[key]) })
		if err != nil {
			return err
		}
	}
	return nil
}

// listenTo reads what was told of one entity.
func (k *Keeper) listenTo(rd *ledger.Reader, r Reflection, key schema.EntityKey, opinions []*swayed) error {
	keys, err := knowledge.Standing(rd, r.Agent, key)
	if err != nil {
		return err
	}
	from := later(slices.MinFunc(opinions, func(a, b *swayed) int { return a.Time.Compare(b.Time) }).Time, r.Since)
	for e, err := range rd.Records(r.Agent, ledger.Mentioning(keys...), ledger.Scan{From: from, OldestFirst: true}) {
		if err != nil {
			return err
		}
		mentions, err := surviving(rd, e)
		if err != nil {
			return err
		}
		k.tell(e, mentions, opinions...)
	}
	return nil
}

// listenByWords reads what was told since an opinion in the words for what it is of. What
// mentions an entity that the opinion does was told already.
func (k *Keeper) listenByWords(ctx context.Context, r Reflection, o *swayed) error {
	a, err := k.store.Agent(ctx, r.Agent)
	if err != nil {
		return err
	}
	defer a.Release()
	from := later(o.Time, r.Since).UnixMicro()
	hits, err := a.Words().Search(ctx, lexical.Query{Text: o.opinion.Topic()}, lexical.SearchOptions{
		K: mostHeard, OwnOnly: true, Allow: func(id lexical.ID) bool {
			row, known := a.Columns().Row(id)
			return known && row.Time >= from
		},
	})
	if err != nil {
		return err
	}
	ids := make([]schema.ID, len(hits))
	for i, h := range hits {
		ids[i] = h.ID
	}
	slices.SortFunc(ids, func(a, b schema.ID) int { return slices.Compare(a[:], b[:]) })
	return k.store.View(ctx, func(rd *ledger.Reader) error {
		records, err := rd.Bare(ids)
		if err != nil {
			return err
		}
		for _, e := range records {
			if e == nil {
				continue
			}
			mentions, err := surviving(rd, e)
			if err != nil {
				return err
			}
			if !o.opinion.SharesEntity(mentions) {
				k.tell(e, mentions, o)
			}
		}
		return nil
	})
}

// tell lets opinions hear a record, if it speaks for itself and stands.
func (k *Keeper) tell(e *schema.Experience, mentions []schema.Mention, opinions ...*swayed) {
	if !tells(e) || !e.Status.Live() && !putAway(e) || e.Expired(k.store.Now()) {
		return
	}
	claim := knowledge.ClaimOf(e.Text(), mentions)
	for _, o := range opinions {
		o.hear(e, claim)
	}
}

func later(a, b time.Time) time.Time {
	if a.Before(b) {
		return b
	}
	return a
}

// tells leaves out what is drawn from other records, which speak for themselves.
func tells(e *schema.Experience) bool {
	return e.Kind != schema.KindOpinion && e.Kind != schema.KindSummary && e.Kind != schema.KindInsight
}

// putAway tells whether a record is a message that lies under a summary: it was
// said all the same.
func putAway(e *schema.Experience) bool {
	return e.Status == schema.StatusArchived && e.Kind == schema.KindMessage
}

// surviving returns what a record mentions, by the entities that stand for them
// after all merges.
func surviving(rd *ledger.Reader, e *schema.Experience) ([]schema.Mention, error) {
	out := slices.Clone(e.Mentions)
	for i := range out {
		key, err := rd.Survivor(e.Agent, out[i].Entity)
		if err != nil {
			return nil, err
		}
		out[i].Entity = key
	}
	return out, nil
}

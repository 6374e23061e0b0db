package query

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/lukasadb/lukasa/internal/ledger"
	"github.com/lukasadb/lukasa/knowledge"
	"github.com/lukasadb/lukasa/schema"
)

// EntityPage is what an agent knows of an entity.
type EntityPage struct {
	Entity    schema.Entity       `json:"entity"`
	Merged    []schema.EntityKey  `json:"merged,omitempty"` // entities that were merged into it
	Aliases   []string            `json:"aliases,omitempty"`
	Facts     []schema.Experience `json:"facts,omitempty"`     // live statements, facts and summaries that mention it, newest first
	Events    []schema.Experience `json:"events,omitempty"`    // the latest of what happened
	Relations []schema.Relation   `json:"relations,omitempty"` // that hold
}

// pageLimit is how many facts and how many events a page shows.
const pageLimit = 20

// EntityPage gathers what the agent knows of an entity, found by key, name or
// alias (003-10). A name that several entities bear is [ErrInvalid], with their
// keys.
func (q *Reader) EntityPage(ctx context.Context, agent, name string) (*EntityPage, error) {
	names, err := q.book.For(ctx, agent)
	if err != nil {
		return nil, err
	}
	keys := entityKeys(names, name, "")
	switch len(keys) {
	case 0:
		return nil, fmt.Errorf("%w: entity %q", ErrNotFound, name)
	case 1:
	default:
		return nil, fmt.Errorf("%w: entity %q may be any of %v", ErrInvalid, name, keys)
	}
	var page *EntityPage
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		page, err = q.entityPage(r, agent, keys[0])
		return err
	})
	return page, err
}

// entityPage gathers what is known of all entities that are one with key.
func (q *Reader) entityPage(r *ledger.Reader, agent string, key schema.EntityKey) (*EntityPage, error) {
	group, err := knowledge.Standing(r, agent, key)
	if err != nil {
		return nil, err
	}
	e, err := entity(r, agent, group[0])
	if err != nil {
		return nil, err
	}
	page, now := &EntityPage{Entity: *e}, q.store.Now()
	for _, member := range group {
		if err := page.add(r, agent, member, now); err != nil {
			return nil, err
		}
	}
	slices.Sort(page.Aliases)
	page.Aliases = slices.Compact(page.Aliases)
	return page, page.records(r, agent, group, now)
}

// add takes in the names and the relations of one of the entities that the page
// is about. A relation between two of them is listed once.
func (page *EntityPage) add(r *ledger.Reader, agent string, key schema.EntityKey, now time.Time) error {
	if key != page.Entity.Key {
		merged, err := entity(r, agent, key)
		if err != nil {
			return err
		}
		page.Merged = append(page.Merged, key)
		if merged.Name != page.Entity.Name {
			page.Aliases = append(page.Aliases, merged.Name)
		}
	}
	for a, err := range r.AliasesOf(agent, key) {
		if err != nil {
			return err
		}
		page.Aliases = append(page.Aliases, a.Text)
	}
	for rel, err := range r.Relations(agent, key, ledger.Either) {
		if err != nil {
			return err
		}
		other := rel.From
		if other == key {
			other = rel.To
		}
		if other == page.Entity.Key && key != other || slices.Contains(page.Merged, other) && other != key {
			continue // between two members: listed with the first
		}
		if ok, err := holds(r, rel, now); err != nil {
			return err
		} else if ok {
			page.Relations = append(page.Relations, *rel)
		}
	}
	return nil
}

// standsAt tells whether nothing has taken the place of a relation, and it has begun and not ended.
func standsAt(rel *schema.Relation, now time.Time) bool {
	return rel.Status.LiveAt(now, rel.ValidFrom, rel.ValidTo) && !rel.ValidFrom.After(now) && (rel.ValidTo.IsZero() || rel.ValidTo.After(now))
}

// holds tells whether a relation is to be shown as one that is: it stands, and the record
// that tells of it has not expired.
func holds(r *ledger.Reader, rel *schema.Relation, now time.Time) (bool, error) {
	if !standsAt(rel, now) || rel.Statement == (schema.ID{}) {
		return standsAt(rel, now), nil
	}
	told, err := r.Experiences([]schema.ID{rel.Statement})
	return err == nil && (told[0] == nil || !told[0].Expired(now)), err
}

// records takes in what mentions one of the entities that the page is about.
func (page *EntityPage) records(r *ledger.Reader, agent string, group []schema.EntityKey, now time.Time) error {
	for entry, err := range r.Scan(agent, ledger.Mentioning(group...), ledger.Scan{}) {
		if err != nil {
			return err
		}
		e, err := r.Experience(entry.ID)
		if err != nil {
			return err
		}
		into := &page.Facts
		if e.Kind.Episodic() {
			into = &page.Events
		}
		if e.Status.LiveAt(now, e.ValidFrom, e.ValidTo) && !e.Expired(now) && len(*into) < pageLimit {
			*into = append(*into, *e)
		}
		if len(page.Facts) == pageLimit && len(page.Events) == pageLimit {
			break
		}
	}
	return nil
}

// Opinion is a belief of the agent with what speaks for and against it (003-12).
type Opinion struct {
	Record     schema.Experience   `json:"record"`
	Confidence float64             `json:"confidence"` // after decay
	For        []schema.Experience `json:"for,omitempty"`
	Against    []schema.Experience `json:"against,omitempty"`
}

// Opinions answers a question with the agent's opinions, best first, each with
// its confidence and its evidence, in whatever state that is, but none that has
// expired or is of other scopes.
func (q *Reader) Opinions(ctx context.Context, req Request) ([]Opinion, error) {
	req.Kinds = []schema.Kind{schema.KindOpinion}
	answer, err := q.Recall(ctx, req)
	if err != nil {
		return nil, err
	}
	out := make([]Opinion, 0, len(answer.Hits))
	inPlace := answer.inPlace()
	inPlace.Asked.Statuses, inPlace.Asked.TrueAt = schema.Statuses(), time.Time{}
	shown := newRecheck(inPlace)
	err = q.store.View(ctx, func(r *ledger.Reader) error {
		for _, h := range answer.Hits {
			o := Opinion{Record: h.Record, Confidence: answer.Asked.fading.effective(&h.Record, answer.At)}
			if err := o.weigh(r, shown.admits); err != nil {
				return err
			}
			out = append(out, o)
		}
		return nil
	})
	return out, err
}

// Opinion returns one opinion of the agent with its evidence; [ErrNotFound] where
// there is no such record or it is no opinion.
func (q *Reader) Opinion(ctx context.Context, agent string, id schema.ID) (Opinion, error) {
	var out Opinion
	err := q.store.View(ctx, func(r *ledger.Reader) error {
		fading, err := readFading(r, []string{agent})
		if err != nil {
			return err
		}
		e, err := r.Experience(id)
		if errors.Is(err, ledger.ErrNotFound) || err == nil && (e.Agent != agent || e.Kind != schema.KindOpinion) {
			return fmt.Errorf("%w: opinion %s", ErrNotFound, id)
		}
		if err != nil {
			return err
		}
		out = Opinion{Record: *e, Confidence: fading.effective(e, q.store.Now())}
		return out.weigh(r, func(*schema.Experience) bool { return true })
	})
	return out, err
}

// weigh reads the evidence, as far as it may be shown.
func (o *Opinion) weigh(r *ledger.Reader, may func(*schema.Experience) bool) error {
	for _, ev := range o.Record.Evidence {
		records, err := r.Experiences([]schema.ID{ev.ID})
		if err != nil {
			return err
		}
		e := records[0]
		switch {
		case e == nil || e.Agent != o.Record.Agent || !may(e):
		case ev.Stance == schema.StanceContradicts:
			o.Against = append(o.Against, *e)
		default:
			o.For = append(o.For, *e)
		}
	}
	return nil
}
